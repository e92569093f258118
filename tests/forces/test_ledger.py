"""Ledgers: exact arithmetic, and steps that are a chain from nothing to the price."""

from __future__ import annotations

import json
from fractions import Fraction
from math import ceil, floor

from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.ledger import DEAF, DOWN, NEAREST, UP, Ledger, Priced, Tally, rounded


def test_roundings() -> None:
    assert [rounded(Fraction(5, 2), how) for how in (UP, NEAREST, DOWN)] == [3, 3, 2]
    assert [rounded(Fraction(-5, 2), how) for how in (UP, NEAREST, DOWN)] == [-2, -2, -3]
    assert rounded(Fraction(126, 10), NEAREST) == 13


@given(st.fractions(-1000, 1000))
def test_roundings_are_those_of_mathematics(x: Fraction) -> None:
    assert rounded(x, UP) == ceil(x)
    assert rounded(x, DOWN) == floor(x)
    assert rounded(x, NEAREST) == floor(x + Fraction(1, 2))


@given(
    st.integers(-50, 500),
    st.fractions(0, 4, max_denominator=100),
    st.sampled_from([UP, NEAREST, DOWN]),
)
def test_a_multiplier_is_exact_and_rounded_once(before: int, share: Fraction, how: str) -> None:
    expected = rounded(max(0, before) * share, how)
    assert DEAF.times(before, share, how, "x", "C-1") == expected
    ledger = Ledger()
    assert ledger.times(before, share, how, "x", "C-1") == expected
    if expected != max(0, before):
        assert ledger.steps[0].exact == max(0, before) * share


def test_a_multiplier_changes_the_price_by_its_least() -> None:
    assert DEAF.times(2, Fraction(3, 2), UP, "damage", "C", 10) == 12
    assert DEAF.times(21, Fraction(3, 2), UP, "damage", "C", 10) == 32  # 31.5
    assert DEAF.times(10, Fraction(9, 10), NEAREST, "primary", "C", 2) == 8
    assert DEAF.times(37, Fraction(9, 10), NEAREST, "primary", "C", 2) == 33  # 33.3


def test_several_reductions_of_one_total_add_up() -> None:
    price = 100
    for percent in (10, 10, 40):
        price = DEAF.times(price, Fraction(100 - percent, 100), NEAREST, "off", "C", of=100)
    assert price == 40


@given(st.integers(0, 500), st.integers(0, 500), st.sampled_from([UP, NEAREST, DOWN]))
def test_a_share_of_another_number_is_rounded_as_that_number(
    before: int, of: int, how: str
) -> None:
    share = Fraction(9, 10)
    left = rounded(of * share, how)
    assert DEAF.times(before, share, how, "off", "C", of=of) == before - (of - left)


def rule(inner: bool, t: Tally) -> int:
    price = t.add(0, -4, "table", "C-1")
    price = t.times(price, Fraction(1), UP, "arc", "C-2")
    if inner:
        price = t.include(price, Priced("part", rule, (False,)), "C-3", 2)
    price = t.add(price, 0, "nothing", "C-4")
    exact = t.scale(t.add(price, 5, "more", "C-5", house=True), Fraction(1, 2), "half", "C-6")
    return t.minimum(t.round(exact, UP, "up", "C-7"), 2, "least", "C-8")


def test_the_steps_are_a_chain_from_nothing_to_the_price() -> None:
    # -4 counts as 0; 5 / 2 = 2.5 -> 3. With two parts of 3: 6 + 5 = 11, 5.5 -> 6
    part, whole = Priced("part", rule, (False,)), Priced("whole", rule, (True,))
    assert (part.value, whole.value) == (3, 6)
    for priced in (part, whole):
        steps = priced.steps
        assert steps[0].before == 0
        assert steps[-1].after == priced.value
        assert all(x.after == y.before for x, y in zip(steps, steps[1:]))
        assert "nothing" not in [s.label for s in steps]  # it changes nothing
    assert [p.value for p in whole.parts] == [3]
    assert str(whole.steps[2]) == "2 x part at 3: 0 -> 6 [C-3, house]"


def test_house_numbers_are_marked_all_the_way_up() -> None:
    data = Priced("whole", rule, (True,)).to_dict()
    assert data["house"] is True
    assert [s["house"] for s in data["steps"]] == [False, False, True, True, False, False]
    assert data["steps"][2]["count"] == 2
    assert data["steps"][2]["of"]["total"] == 3
    assert json.loads(json.dumps(data)) == data  # plain, without floats
    assert data["steps"][4]["after"] == "11/2"
