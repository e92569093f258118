"""Filling a force: as dear as it legally can be, in a small system where all can be tried."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.forces.bounds import Bound, its_price, of_entry, of_role
from grognard.forces.catalogue import Catalogue, Choice, Entry, Pick, Roster
from grognard.forces.filling import Wishes, fill, variants
from grognard.forces.ledger import Priced, Tally
from grognard.forces.verdict import Breach
from grognard.rules.refusal import Refused

COSTS = {"guard": 13, "line": 7, "chief": 11, "gun": 5}
ENTRIES = {
    "line": Entry("line", "Line", "basic", 2, 4),
    "guard": Entry("guard", "Guard", "elite"),
    "chief": Entry("chief", "Chief", "leader", choices=(Choice("banner", "banner"),)),
    "gun": Entry("gun", "Gun", "gun"),
}
CATALOGUE = Catalogue("toy", "toy", "Toy", ENTRIES)


class Toy:
    """Elite units as many as basic ones; a chief at most; and what cannot be counted: guns and a
    chief do not go together.
    """

    def __init__(self, hidden: bool = True) -> None:
        self.hidden = hidden

    def price(self, thing: Any, settings: Any) -> Priced:
        return Priced("all", _all, (thing,))

    def bounds(self, thing: Any, settings: Any) -> list[Bound]:
        return [
            Bound("elite units", "T-1", of_role("elite"), of_role("basic")),
            Bound("chiefs", "T-2", of_entry("chief"), most=1),
            Bound("points", "T-3", its_price, most=thing.limit),
        ]

    def check(self, thing: Any, settings: Any) -> list[Breach]:
        prices = [part.value for part in self.price(thing, settings).parts]
        bounds = self.bounds(thing, settings)
        found = [b for b in (bound.breach(thing, prices) for bound in bounds) if b is not None]
        entries = {pick.entry for pick in thing.units}
        if self.hidden and {"chief", "gun"} <= entries:
            found.append(Breach("a chief among guns", "T-4", ("units",)))
        return found


def _all(roster: Roster, t: Tally) -> int:
    price = 0
    for pick in roster.units:
        price = t.include(price, Priced(pick.entry, _one, (roster, pick)), "T-0")
    return price


def _one(roster: Roster, pick: Pick, t: Tally) -> int:
    price = t.add(0, COSTS[pick.entry] * roster.models(pick), pick.entry, "T-0")
    return t.add(price, 2, "banner", "T-0") if pick.options.get("banner") else price


def roster(*entries: str, limit: int = 0) -> Roster:
    return Roster("toy", "Toy", CATALOGUE, limit, [Pick(entry) for entry in entries])


def by_hand(toy: Toy, start: Roster, to: int) -> int | None:
    """The dearest of all legal fillings."""
    kinds = [*variants(ENTRIES["line"]), Pick("guard"), Pick("gun"), *variants(ENTRIES["chief"])]
    aim = dataclasses.replace(start, limit=to)
    prices = [toy.price(roster_of(aim, [pick]), None).value for pick in kinds]
    best = None
    for counts in itertools.product(*(range(to // price + 1) for price in prices)):
        total = sum(n * p for n, p in zip(counts, prices, strict=True))
        if total > to:
            continue
        picks = [pick for pick, n in zip(kinds, counts, strict=True) for _ in range(n)]
        made = roster_of(aim, [*aim.units, *picks])
        if not toy.check(made, None):
            price = toy.price(made, None).value
            best = price if best is None else max(best, price)
    return best


def roster_of(like: Roster, picks: list[Pick]) -> Roster:
    return dataclasses.replace(like, units=picks)


@settings(max_examples=25)
@given(
    st.integers(5, 60),
    st.lists(st.sampled_from(["guard", "chief", "gun", "line"]), max_size=2),
    st.booleans(),
)
def test_nothing_legal_is_dearer(to: int, there: list[str], hidden: bool) -> None:
    toy = Toy(hidden)
    start = roster(*there)
    best = by_hand(toy, start, to)
    if best is None:
        with pytest.raises(Refused, match="no legal force"):
            fill(toy, start, to, None)
        return
    found = fill(toy, start, to, None)
    assert found.price == best
    assert found.proven
    assert not toy.check(found.roster, None)
    assert [pick.entry for pick in found.roster.units[: len(there)]] == there
    assert found.roster.limit == to


def test_what_cannot_be_counted_is_cut_off() -> None:
    # 11 + 5 is 16, but a chief and a gun do not go together: 15 is the most
    assert fill(Toy(hidden=False), roster(), 16, None).price == 16
    found = fill(Toy(), roster(), 16, None)
    assert found.price == 15
    assert found.cuts >= 1


def test_among_equals_the_most_various_one() -> None:
    # 38: 14 + 13 + 11; two of 14 and two of 5 would do as well, but are fewer kinds
    found = fill(Toy(), roster(), 38, None)
    assert sorted(pick.entry for pick in found.roster.units) == ["chief", "guard", "line"]


def test_wishes() -> None:
    wish = Wishes(least={"guard": 2}, most={"line": 2, "chief": 0})
    found = fill(Toy(), roster(), 60, None, wish)
    entries = [pick.entry for pick in found.roster.units]
    assert entries.count("guard") == entries.count("line") == 2
    assert "chief" not in entries
    only = fill(Toy(), roster(), 30, None, Wishes(only=["gun"]))
    assert {pick.entry for pick in only.roster.units} == {"gun"}
    assert only.price == 30
    with pytest.raises(Refused, match="no legal force"):
        fill(Toy(), roster(), 20, None, Wishes(least={"guard": 2}))


def test_what_players_agreed_on_holds_too() -> None:
    free = fill(Toy(), roster(), 30, None, Wishes(only=["gun"]))
    assert free.price == 30
    agreed = dataclasses.replace(roster(), limits={"gun": 2})
    assert fill(Toy(), agreed, 30, None, Wishes(only=["gun"])).price == 10
    half = dataclasses.replace(roster(), limits={"gun": "50%"})
    assert fill(Toy(), half, 30, None, Wishes(only=["gun"])).price == 15


def test_what_is_tried_of_an_entry() -> None:
    assert [pick.models for pick in variants(ENTRIES["line"])] == [0, 3, 4]
    assert [pick.options for pick in variants(ENTRIES["chief"])] == [{}, {"banner": True}]
    entry = Entry("x", "X", "x", 2, 3, choices=(Choice("n", "n", 0, (), 0, 2),))
    assert len(list(variants(entry))) == 2 + 2
    assert len(list(variants(entry, thorough=True))) == 2 + 2 * 2
