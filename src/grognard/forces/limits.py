"""How many of what a force may hold: the limits of a system, and those that players agree on.

>>> at_most("elephant", 1, per=500, clause="X-1").allowed(1200, 0)
2
>>> share("skirmish", 50, counted=MODELS).allowed(0, 31)
15
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from grognard.forces.catalogue import Catalogue, Pick, Roster
from grognard.forces.verdict import Breach, Path, Repair, put, remove

UNITS: Final = "units"
MODELS: Final = "models"
PRICE: Final = "price"
NO_END: Final = -1


class Limit:
    """Of all that counts as `tag`: from `least` to `most`; `most` for each `per` points that
    were agreed, or at most `percent` of everything, in units, models or by price.
    """

    def __init__(
        self,
        tag: str,
        least: int = 0,
        most: int = NO_END,
        per: int = 0,
        percent: int = 0,
        counted: str = UNITS,
        clause: str = "",
    ) -> None:
        self.tag = tag
        self.least = least
        self.most = most
        self.per = per
        self.percent = percent
        self.counted = counted
        self.clause = clause

    def allowed(self, agreed: int, whole: int) -> int:
        """The upper end in a force up to `agreed` points that has `whole` in all."""
        if self.percent:
            return whole * self.percent // 100
        if self.per and self.most != NO_END:
            return self.most * (agreed // self.per)
        return self.most


def at_most(tag: str, most: int, per: int = 0, counted: str = UNITS, clause: str = "") -> Limit:
    return Limit(tag, 0, most, per, 0, counted, clause)


def at_least(tag: str, least: int, counted: str = UNITS, clause: str = "") -> Limit:
    return Limit(tag, least, NO_END, 0, 0, counted, clause)


def share(tag: str, percent: int, counted: str = PRICE, clause: str = "") -> Limit:
    """At most so many percent of all units, all models, or the whole price."""
    return Limit(tag, 0, NO_END, 0, percent, counted, clause)


def agreed(roster: Roster) -> list[Limit]:
    """What the players wrote into the roster."""
    found: list[Limit] = []
    for tag, value in roster.limits.items():
        if isinstance(value, int):
            found.append(at_most(tag, value))
        else:
            found.append(share(tag, int(value.rstrip("%"))))
    return found


def counts_as(roster: Roster, pick: Pick) -> set[str]:
    """Everything that a chosen entry counts as, by itself and by its options."""
    entry = roster.entry(pick)
    tags = {entry.role, entry.key, *entry.tags}
    for choice in entry.choices:
        if choice.tags and pick.option(choice) not in (False, 0, "", choice.default):
            tags.update(choice.tags)
    return tags


def tags(catalogue: Catalogue) -> set[str]:
    """Everything that something in there may count as."""
    found: set[str] = set()
    for entry in catalogue.entries.values():
        found.update((entry.role, entry.key), entry.tags, *(c.tags for c in entry.choices))
    return found


def check_limits(roster: Roster, limits: Iterable[Limit], costs: Sequence[int]) -> list[Breach]:
    """What breaks these limits; `costs` are the prices of the units in their order."""
    found: list[Breach] = []
    for limit in limits:
        weights = dict(_weights(roster, limit, costs))
        have = sum(weights.values())
        if have < limit.least:
            words = Repair(f"add {limit.least - have} more")
            what = f"{_so_many(limit, have)} instead of at least {limit.least}"
            found.append(Breach(what, limit.clause, ("units",), words))
            continue
        most = limit.allowed(roster.limit, _whole(roster, limit, costs))
        where = ("limits", limit.tag) if limit.tag in roster.limits else ("units",)
        if most == NO_END or have <= most:
            if not have and limit.tag in roster.limits and limit.tag not in tags(roster.catalogue):
                found.append(_idle(roster, limit))
            continue
        end = f"{limit.percent}%, that is {most}" if limit.percent else str(most)
        what = f"{_so_many(limit, have)} instead of at most {end}"
        found.append(Breach(what, limit.clause, where, _fewer(roster, limit, weights, costs)))
    return found


def _idle(roster: Roster, limit: Limit) -> Breach:
    """A word on a limit that names nothing there is: most likely it is misspelt."""
    where = ("limits", limit.tag)
    repair = Repair("leave it out", [remove(*where)])
    near = difflib.get_close_matches(limit.tag, tags(roster.catalogue), 1)
    if near:
        edits = [remove(*where), put("limits", near[0], value=roster.limits[limit.tag])]
        repair = Repair(f"write {near[0]}", edits)
    what = f"nothing counts as {limit.tag!r}: this limit limits nothing"
    return Breach(what, limit.clause, where, repair, True)


def _weights(roster: Roster, limit: Limit, costs: Sequence[int]) -> Iterator[tuple[Path, int]]:
    """What each pick adds to the count. A unit brings the price of all that it holds."""
    for path, pick in roster.picks():
        if limit.tag in counts_as(roster, pick):
            weight = _weight(roster, limit, path, pick, costs)
            if weight:
                yield path, weight


def _weight(roster: Roster, limit: Limit, path: Path, pick: Pick, costs: Sequence[int]) -> int:
    if limit.counted == MODELS:
        return roster.models(pick)
    if limit.counted == PRICE:
        return costs[int(path[1])] if len(path) == 2 else 0
    return 1


def _whole(roster: Roster, limit: Limit, costs: Sequence[int]) -> int:
    """Everything that the force has of what is counted."""
    if limit.counted == PRICE:
        return roster.limit or sum(costs)
    return sum(_weight(roster, limit, path, pick, costs) for path, pick in roster.picks())


def _fewer(roster: Roster, limit: Limit, weights: dict[Path, int], costs: Sequence[int]) -> Repair:
    """Leave out the lightest of them that will do, or one after the other from the last on.

    What is left out is missing from the whole too, of which a share is allowed.
    """
    have = sum(weights.values())
    whole = _whole(roster, limit, costs)
    moves = limit.percent > 0 and not (limit.counted == PRICE and roster.limit)
    gone: list[Path] = []
    by_weight = sorted(weights, key=lambda path: weights[path])
    while have > limit.allowed(roster.limit, whole):
        left = [path for path in by_weight if path not in gone]
        enough = [
            path
            for path in left
            if have - weights[path]
            <= limit.allowed(roster.limit, whole - (weights[path] if moves else 0))
        ]
        path = enough[0] if enough else max(left, key=lambda p: weights[p])
        gone.append(path)
        have -= weights[path]
        if moves:
            whole -= weights[path]
    names = [_name(roster, path) for path in gone]
    edits = [remove(*path) for path in sorted(gone, key=_order, reverse=True)]
    return Repair("leave out " + " and ".join(names), edits)


def _order(path: Path) -> tuple[int, ...]:
    """The later ones first, so that the places of the others stay what they are."""
    return tuple([part for part in path if isinstance(part, int)])


def _name(roster: Roster, path: Path) -> str:
    if len(path) == 2:
        return roster.names()[int(path[1])]
    pick = next(pick for where, pick in roster.picks() if where == path)
    return pick.name or roster.entry(pick).name


def _so_many(limit: Limit, have: int) -> str:
    if limit.counted == UNITS:
        return f"{have} x {limit.tag}"
    return f"{limit.tag}: {have} {'models' if limit.counted == MODELS else 'by price'}"
