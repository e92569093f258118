"""Linear limits: what a force uses up of something, and what it is allowed.

A system writes such a limit once, and whoever needs it reads the same one: its check, which says
what is wrong, and the search, which looks for the best force within it.

>>> from grognard.forces.catalogue import Catalogue, Entry, Pick, Roster
>>> entries = {"elite": Entry("elite", "Guards", "elite"), "basic": Entry("basic", "Line", "basic")}
>>> two = Roster("x", "", Catalogue("x", "", "", entries), units=[Pick("elite"), Pick("elite")])
>>> elites = Bound("elite squads", "X-1", of_role("elite"), of_role("basic"))
>>> print(elites.breach(two, [40, 60]))
elite squads: 2, of which 0 are allowed [X-1]; leave out Guards 2 and Guards
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.forces.catalogue import Pick, Roster
from grognard.forces.limits import MODELS, NO_END, PRICE, Limit, counts_as
from grognard.forces.verdict import Breach, Repair, remove

Weight = Callable[[Roster, Pick, int], int]
"""What one chosen unit, which costs so much, counts for."""


def nothing(roster: Roster, pick: Pick, price: int) -> int:
    return 0


def its_price(roster: Roster, pick: Pick, price: int) -> int:
    return price


def of_role(*roles: str) -> Weight:
    """1 for each unit of one of these roles."""

    def weight(roster: Roster, pick: Pick, price: int) -> int:
        return int(roster.entry(pick).role in roles)

    return weight


def of_entry(*keys: str) -> Weight:
    """1 for each unit of one of these entries."""

    def weight(roster: Roster, pick: Pick, price: int) -> int:
        return int(pick.entry in keys)

    return weight


def of_limit(roster: Roster, limit: Limit) -> Bound | None:
    """What players agreed on, where it has an upper end that does not move with the force."""
    most = limit.allowed(roster.limit, roster.limit)
    moves = limit.percent > 0 and (limit.counted != PRICE or not roster.limit)
    if most == NO_END or moves:
        return None

    def weight(roster: Roster, pick: Pick, price: int) -> int:
        if limit.counted == PRICE:  # what a unit holds is in its price
            return price if limit.tag in counts_as(roster, pick) else 0
        counted = [one for one in pick.whole() if limit.tag in counts_as(roster, one)]
        return (
            sum(roster.models(one) for one in counted) if limit.counted == MODELS else len(counted)
        )

    return Bound(limit.tag, limit.clause, weight, most=most)


class Bound:
    """What all units use may be `most` and what they allow, together. In words both are counted
    by the `each`: 500 points for each restricted vehicle, say.
    """

    def __init__(
        self,
        label: str,
        clause: str,
        uses: Weight,
        allows: Weight = nothing,
        most: int = 0,
        each: int = 1,
    ) -> None:
        self.label = label
        self.clause = clause
        self.uses = uses
        self.allows = allows
        self.most = most
        self.each = each

    def weight(self, roster: Roster, pick: Pick, price: int) -> int:
        """What a unit adds to a sum that may be `most`."""
        return self.uses(roster, pick, price) - self.allows(roster, pick, price)

    def breach(self, roster: Roster, prices: Sequence[int]) -> Breach | None:
        """What is wrong, with the units to leave out; `prices` are those of the units."""
        used = allowed = 0
        weights: list[int] = []
        for pick, price in zip(roster.units, prices):
            uses, allows = self.uses(roster, pick, price), self.allows(roster, pick, price)
            used += uses
            allowed += allows
            weights.append(uses - allows)
        allowed += self.most
        if used <= allowed:
            return None
        may = max(0, allowed) // self.each
        what = f"{self.label}: {used // self.each}, of which {may} are allowed"
        repair = fewer(roster, weights, prices, used - allowed)
        return Breach(what, self.clause, ("units",), repair)


def fewer(
    roster: Roster, weights: Sequence[int], prices: Sequence[int], excess: int
) -> Repair | None:
    """The cheapest unit that is enough to leave out, or else the heaviest ones until one is."""
    left = [n for n, weight in enumerate(weights) if weight > 0]
    gone: list[int] = []
    while excess > 0:
        if not left:
            return None
        enough = [n for n in left if weights[n] >= excess]
        if enough:
            index = min(enough, key=lambda n: (prices[n], -n))
        else:
            index = max(left, key=lambda n: (weights[n], -prices[n], n))
        gone.append(index)
        left.remove(index)
        excess -= weights[index]
    names = roster.names()
    edits = [remove("units", index) for index in sorted(gone, reverse=True)]
    return Repair("leave out " + " and ".join(names[n] for n in gone), edits)
