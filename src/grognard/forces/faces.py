"""How a system offers the building of forces: the face of its `builder`.

Everything is a pure function of plain values, fast enough for every keystroke. A *thing* is
whatever a system prices: a roster in every system, and in one that designs its own troops also
an attack, a model, a vehicle. Its plain data is what stands in its file; `read` and `write` go
from one to the other, and the edits of repairs and offers are edits of the plain data.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from grognard.forces.bounds import Bound
from grognard.forces.cards import Card, Shape
from grognard.forces.catalogue import Catalogue, Choice, Roster
from grognard.forces.document import Document, Malformed
from grognard.forces.ledger import Priced
from grognard.forces.verdict import ADD, Breach, Edit, Path, Verdict, apply
from grognard.rules.refusal import Refusal, Refused


class Further:
    """One more thing that could be done to a force: its name, and how."""

    def __init__(self, label: str, edits: Sequence[Edit], clause: str = "") -> None:
        self.label = label
        self.edits = tuple(edits)
        self.clause = clause

    def concerns(self, where: Path) -> bool:
        """Whether it changes what stands there; of a list: whether it adds to it."""
        for edit in self.edits:
            if where and edit.how == ADD and edit.path == where:
                return True
            if not (where and isinstance(where[-1], str)) and edit.path[: len(where)] == where:
                return True
        return False

    def inside(self, where: Path) -> bool:
        """Whether all that it changes are items of lists within that part."""
        return all(any(isinstance(k, int) for k in e.path[len(where) :]) for e in self.edits)


class Offer:
    """What a further option would cost, and what would be wrong with it."""

    def __init__(self, further: Further, amount: int, breaches: Sequence[Breach]) -> None:
        self.further = further
        self.amount = amount
        self.breaches = list(breaches)

    def to_dict(self) -> dict[str, Any]:
        return {
            "label": self.further.label,
            "clause": self.further.clause,
            "amount": self.amount,
            "edits": [edit.to_dict() for edit in self.further.edits],
            "breaches": [breach.to_dict() for breach in self.breaches],
        }


class Builder(Protocol):
    """What a system with `"forces" in can` has under the name `builder`."""

    currency: str
    """What prices are counted in: points, PV, TP."""

    def catalogues(self) -> list[Catalogue]:
        """Those that are ready to choose from."""

    def read(self, document: Document) -> Any:
        """The thing that a document holds; raises `Malformed`."""

    def write(self, thing: Any) -> dict[str, Any]:
        """The plain data of a thing: what `read` reads."""

    def price(self, thing: Any, settings: Any) -> Priced:
        """What it costs, and how that came about. Its parts are the units in their order."""

    def check(self, thing: Any, settings: Any) -> list[Breach]:
        """Everything that is wrong with it, and what is worth a word."""

    def further(self, thing: Any, settings: Any) -> list[Further]:
        """What more could be chosen for it, one at a time."""


class Quick(Protocol):
    """What a builder may offer besides where offers by way of files are too slow."""

    def offers(
        self,
        thing: Any,
        settings: Any,
        wanted: Callable[[Further], bool],
        where: Path | None = None,
    ) -> Iterable[Offer] | None:
        """The same that `offers` finds; None: not for this thing. What stands elsewhere than
        `where` is not wanted.
        """


class Printer(Protocol):
    """What a builder may offer besides: how its things look in print and in other programs."""

    def roster(self, thing: Any) -> Roster | None:
        """The thing as a roster, for formats that know nothing else; None: it is none."""

    def cards(self, thing: Any, settings: Any) -> list[Card]:
        """A reference card for each unit, resolved: what a player needs at the table."""

    def shapes(self) -> list[Shape]:
        """The templates of the game, in inches."""


@dataclasses.dataclass(slots=True)
class Part:
    """What a design is put together from: under `key` stands a table of the design `design`, or,
    when `many`, a list of such tables. Where a list holds several designs, those are of this one
    that have the field `mark`.
    """

    key: str
    label: str
    design: str
    many: bool = True
    clause: str = ""
    mark: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "label": self.label,
            "design": self.design,
            "many": self.many,
            "clause": self.clause,
            "mark": self.mark,
        }


@dataclasses.dataclass(slots=True)
class Design:
    """A kind of thing that players make themselves: the plain data that it begins with, what can
    be set in its table and what it is put together from. `alone`: it can stand in a file of its
    own, which names `system` and `design` besides. `carried`: under this key a roster may carry
    one, as the catalogue that it is chosen from.

    The key of a choice says where its value stands; dots lead into tables within the table. Where
    a choice has values and a number for its default, or a range, the values are numbers wherever
    they read as such; an empty default then stands for nothing, which its help puts in words.
    """

    key: str
    name: str
    start: Mapping[str, Any]
    choices: tuple[Choice, ...] = ()
    parts: tuple[Part, ...] = ()
    help: str = ""
    alone: bool = True
    carried: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name,
            "help": self.help,
            "alone": self.alone,
            "carried": self.carried,
            "start": dict(self.start),
            "choices": [choice.to_dict() for choice in self.choices],
            "parts": [part.to_dict() for part in self.parts],
        }


class Bounded(Protocol):
    """What a builder may offer besides, so that a search keeps to its limits from the start."""

    def bounds(self, thing: Any, settings: Any) -> list[Bound]:
        """The limits of a roster that can be counted: what its check goes by too."""


class Designer(Protocol):
    """What a builder offers besides where players design troops of their own: screens make
    their forms of it.
    """

    def designs(self) -> list[Design]:
        """Every kind of thing that can be designed, the most wanted first."""

    def design_of(self, thing: Any) -> str:
        """The key of the design that a thing is made by; empty: it is a roster."""


def builder_of(system: Any) -> Builder:
    """The builder of a system; raises Refused when it has none."""
    builder: Builder | None = getattr(system, "builder", None)
    if builder is None:
        raise Refused([Refusal(f"{system.title} does not build forces")])
    return builder


def judge(builder: Builder, thing: Any, settings: Any) -> Verdict:
    """Legal or not, and why."""
    return Verdict(builder.check(thing, settings))


def offers(
    builder: Builder,
    thing: Any,
    settings: Any,
    where: Path | None = None,
    most: int = 0,
    deep: bool = True,
) -> list[Offer]:
    """What each further option would cost, and which breaches it would bring along.

    With `where` only those that change what stands there: `("units", 2)` for one unit,
    `("units",)` for what can be added to the list itself. At most `most`
    of them, when that is given; not `deep`: none that change items of lists within that part.
    """

    def wanted(further: Further) -> bool:
        return where is None or (further.concerns(where) and (deep or not further.inside(where)))

    quick = getattr(builder, "offers", None)
    found: Iterable[Offer] | None = None
    if quick is not None:
        found = quick(thing, settings, wanted, where)
    if found is None:
        found = _offers(builder, thing, settings, wanted)
    return list(itertools.islice(found, most or None))


def _offers(
    builder: Builder, thing: Any, settings: Any, wanted: Callable[[Further], bool]
) -> Iterator[Offer]:
    """Each change is made in the plain data, and what comes of it read, priced and judged."""
    plain = builder.write(thing)
    before = builder.price(thing, settings).value
    known = {(breach.clause, breach.where) for breach in builder.check(thing, settings)}
    for further in builder.further(thing, settings):
        if not wanted(further):
            continue
        try:
            changed = builder.read(Document(apply(plain, further.edits)))
        except Malformed as error:
            breaches = [Breach(fault.why, fault.clause) for fault in error.faults]
            yield Offer(further, 0, breaches)
            continue
        cost = builder.price(changed, settings).value - before
        checked = builder.check(changed, settings)
        yield Offer(further, cost, [b for b in checked if (b.clause, b.where) not in known])
