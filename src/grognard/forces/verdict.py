"""Whether a force is legal: every breach with its clause and the smallest repair.

>>> army = {"name": "First", "units": [{"entry": "leader"}, {"entry": "leader"}]}
>>> repair = Repair("drop one leader", (remove("units", 1),))
>>> verdict = Verdict([Breach("2 leaders", "X-1", ("units", 1), repair)])
>>> verdict.legal
False
>>> print(verdict)
2 leaders [X-1]; drop one leader
>>> apply(army, repair.edits)
{'name': 'First', 'units': [{'entry': 'leader'}]}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from grognard.rules.refusal import Refusal

Path = tuple[str | int, ...]
"""Where something stands in the plain data of a force: keys of tables, places in lists."""

SET: Final = "set"
REMOVE: Final = "remove"
ADD: Final = "add"


class Edit:
    """A mechanical change of a force's plain data: set a value, remove it, or add to a list."""

    def __init__(self, how: str, path: Path, value: Any = None) -> None:
        self.how = how
        self.path = path
        self.value = value

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {"how": self.how, "path": list(self.path)}
        if self.how != REMOVE:
            data["value"] = self.value
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edit) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.how, self.path))

    def __repr__(self) -> str:
        return f"Edit({self.how} {'.'.join(map(str, self.path))} {self.value!r})"


def put(*path: str | int, value: Any) -> Edit:
    """Set what stands at the path; tables on the way are made."""
    return Edit(SET, path, value)


def remove(*path: str | int) -> Edit:
    """Take away what stands at the path."""
    return Edit(REMOVE, path)


def add(*path: str | int, value: Any) -> Edit:
    """Append to the list at the path, which is made if there is none."""
    return Edit(ADD, path, value)


def apply(data: Any, edits: Iterable[Edit]) -> Any:
    """The plain data with these changes; what was given stays as it was."""
    for edit in edits:
        data = _changed(data, edit.path, edit)
    return data


def _changed(data: Any, path: Path, edit: Edit) -> Any:
    if not path:
        return [*(data or ()), edit.value] if edit.how == ADD else edit.value
    key, rest = path[0], path[1:]
    last = not rest and edit.how == REMOVE
    if isinstance(key, int):
        items = list(data)
        if last:
            del items[key]
        else:
            items[key] = _changed(items[key], rest, edit)
        return items
    table = dict(data or ())
    if last:
        table.pop(key, None)
    else:
        table[key] = _changed(table.get(key), rest, edit)
    return table


class Repair:
    """What would mend a breach: in words, and where it can be done mechanically, as edits."""

    def __init__(self, words: str, edits: Sequence[Edit] = ()) -> None:
        self.words = words
        self.edits = tuple(edits)

    def to_dict(self) -> dict[str, Any]:
        return {"words": self.words, "edits": [edit.to_dict() for edit in self.edits]}


class Breach:
    """What is wrong with a force, where, the clause it breaks, and the smallest repair.

    `advisory`: legal, but worth a word.
    """

    def __init__(
        self,
        what: str,
        clause: str,
        where: Path = (),
        repair: Repair | None = None,
        advisory: bool = False,
    ) -> None:
        self.what = what
        self.clause = clause
        self.where = where
        self.repair = repair
        self.advisory = advisory

    def within(self, *path: str | int) -> Breach:
        """The same breach of a part, seen from the whole."""
        repair = self.repair
        if repair is not None:
            edits = [Edit(e.how, (*path, *e.path), e.value) for e in repair.edits]
            repair = Repair(repair.words, edits)
        return Breach(self.what, self.clause, (*path, *self.where), repair, self.advisory)

    def refusal(self) -> Refusal:
        return Refusal(self.what, self.clause, self.repair.words if self.repair else "")

    def to_dict(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "clause": self.clause,
            "where": list(self.where),
            "advisory": self.advisory,
            "repair": self.repair.to_dict() if self.repair else None,
        }

    def __str__(self) -> str:
        repair = f"; {self.repair.words}" if self.repair else ""
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{self.what}{clause}{repair}"

    def __repr__(self) -> str:
        return f"<{'Advisory' if self.advisory else 'Breach'} {self}>"


class Verdict:
    """All that a check found."""

    def __init__(self, found: Iterable[Breach] = ()) -> None:
        self.found = list(found)

    @property
    def legal(self) -> bool:
        return not self.breaches

    @property
    def breaches(self) -> list[Breach]:
        return [b for b in self.found if not b.advisory]

    @property
    def advisories(self) -> list[Breach]:
        return [b for b in self.found if b.advisory]

    def to_dict(self) -> dict[str, Any]:
        return {"legal": self.legal, "breaches": [b.to_dict() for b in self.found]}

    def __str__(self) -> str:
        return "\n".join(map(str, self.found))
