"""Prices, step by step, with the numbers of the document and of the inventory's checks."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.ledger import DEAF, DOWN, NEAREST, UP, Ledger, Priced, rounded
from grognard.rules.settings import make_settings
from tests.probes.vor import (
    KNOCKDOWN,
    RANGED,
    RANGES,
    RULINGS,
    Attack,
    Settings,
    attack_price,
    attack_total,
    model_price,
    statistic,
)


def priced(a: Attack, s: Settings = RULINGS) -> Priced:
    return Priced("attack", attack_price, (a, s))


def plain(amount: int, **more: Any) -> Attack:
    """An attack whose plain sum is `amount`: 2 of the table, 0 for the range, the rest added."""
    return Attack(plain=(("other", amount - 2, "VOR-ORD-01"),), **more)


def total(amount: int, **more: Any) -> int:
    return attack_total(plain(amount, **more), DEAF)


def final(amount: int, s: Settings = RULINGS, **more: Any) -> int:
    return priced(plain(amount, **more), s).value


def test_power_nine_costs_a_small_squad_model_77() -> None:
    # 4 up to the maximum of 4, then 4 + 8 + 16 + 32 + 64 = 128; 60% of it is 76.8 (VOR-STA-10, 11)
    power = Priced("POW 9", statistic, ((0, 0, 2, 2), 5))
    assert power.value == 128
    assert [s.after - s.before for s in power.steps[-5:]] == [4, 8, 16, 32, 64]
    ledger = Ledger()
    cost = model_price(128, (Attack(),), 3, RULINGS, ledger)
    assert ledger.steps[1].after == 77
    assert str(ledger.steps[1]) == "general, -40%: 128 -> 77 = 76.8, nearest [VOR-ORD-07]"
    assert cost == 77 + 2


@pytest.mark.parametrize(
    ("before", "damage", "after"),
    [
        (21, "2", 32),
        (2, "2", 12),
        (15, "3", 35),
        (12, "4", 42),
        (13, "4", 46),
        (13, "auto-kill", 53),
        (14, "auto-kill", 56),
        (20, "1d2", 26),
        (10, "1d2", 15),
        (30, "1d4", 54),
        (10, "1d5", 30),
    ],
)
def test_damage_has_a_share_and_a_minimum(before: int, damage: str, after: int) -> None:
    assert total(before, damage=damage) == after


def test_shares_of_the_total() -> None:
    assert total(21, anti_structure=True) == 28  # 27.3 up
    assert total(15, dodge=True) == 14  # 13.5, nearest, .5 up
    assert total(25, dodge=True) == 23  # 22.5
    assert total(21, uses=3) == 11  # 10.5 up
    assert [total(25, arc=a) for a in (90, 180, 270, 360)] == [13, 25, 38, 50]
    # -4 in all counts as 0 when a share is taken: damage 2 gives 10 (VOR-GAP-10)
    assert attack_total(Attack(range="3/5", damage="2"), DEAF) == 10
    assert attack_total(Attack(range="3/5"), DEAF) == 0
    assert priced(Attack(range="3/5")).value == 2


def test_power_ten_off_a_vehicle() -> None:
    def table(modifier: int, size: str) -> int:
        return attack_total(Attack(10, modifier, size=size), DEAF)

    assert [table(m, "large") for m in (0, -1, -2)] == [98, 105, 113]  # VOR-RC-04
    assert [table(m, "small") for m in (0, -1, -2)] == [130, 140, 150]
    assert attack_total(Attack(10, 0, mounted=True), DEAF) == 65


def test_knockdown_prices_reduced_by_a_quarter() -> None:
    assert [DEAF.times(k, Fraction(3, 4), UP, "", "") for k in KNOCKDOWN] == [
        4,
        8,
        12,
        15,
        19,
        23,
    ]  # VOR-KD-03


def test_reductions_are_shares_of_the_same_total() -> None:
    # Pitbulls, primary and breakable: 60% off; Bulldogs, primary: 50% off (VOR-PAR-03)
    assert final(100, primary=True, breakable=True) == 40
    assert final(100, primary=True) == 50
    assert final(100) == 60
    other = make_settings(Settings, {"reduction_stacking": "sequential"})
    assert isinstance(other, Settings)
    # 100 - 10 = 90, - 9 = 81, 60% of it 48.6
    assert final(100, other, primary=True, breakable=True) == 49
    assert final(100, other, primary=True) == 54
    # At least 2 off for a primary: 10 -> 8, and 4 general: 4; 37 -> 33.3 (VOR-PRI-03)
    assert final(10, primary=True) == 10 - 2 - 4
    assert final(37, primary=True) == 37 - 4 - (37 - 22)
    assert final(3, primary=True) == 2  # 3 - 2 - 1 = 0, and no attack costs less than 2


def test_vehicle_weapons() -> None:
    assert final(35, rate=20) == 28
    assert final(44, rate=20, surplus=True) == 44  # 35.2 -> 35, then x 1.25 = 43.75
    assert final(2, rate=20, surplus=True) == 3


@pytest.mark.parametrize(
    ("model", "coherency", "after"),
    [(14, 2, 13), (6, 2, 5), (5, 2, 5), (13, 4, 15), (14, 4, 17), (5, 4, 7), (14, 3, 14)],
)
def test_coherency(model: int, coherency: int, after: int) -> None:
    # an attack of 2 and statistics that leave the rest after 40% are off
    raw = next(n for n in range(100) if rounded(Fraction(6 * n, 10), NEAREST) == model - 2)
    assert model_price(raw, (Attack(),), coherency, RULINGS, DEAF) == after


def test_minimum_of_a_model() -> None:
    assert model_price(10, (), 3, RULINGS, DEAF) == 5  # 6 - 3 is 3, at least 5 (VOR-MIN-03)
    assert model_price(20, (), 3, RULINGS, DEAF) == 9


PITBULL = Attack(
    5,
    -1,
    "12/24/35",
    (("2 uses a turn", 10, "VOR-UPT-01"),),
    damage="2",
    anti_structure=True,
    primary=True,
    breakable=True,
)


def test_a_whole_ledger() -> None:
    # 8 + 1 + 10 = 19; damage 2 is heavy, so anti-structure is 10%: 20.9 -> 21; x 1.5 = 31.5 -> 32;
    # 90% up 28.8 -> 29: 3 off; 90% nearest 28.8 -> 29: 3 off; 60% 19.2 -> 19: 13 off; 13
    assert (
        str(priced(PITBULL))
        == """\
attack 13
  power 5, armour -1: 0 -> 8 [VOR-RC-01]
  range 12/24/35: 8 -> 9 [VOR-RNG-01]
  2 uses a turn: 9 -> 19 [VOR-UPT-01]
  anti-structure: 19 -> 21 = 20.9, up [VOR-AS-02]
  damage 2: 21 -> 32 = 31.5, up, at least +10 [VOR-DMG-01]
  breaks when a parry fails, -10%: 32 -> 29 = 28.8, up [VOR-PAR-02]
  primary, -10%: 29 -> 26 = 25.8, nearest, at least -2 [VOR-PRI-03]
  general, -40%: 26 -> 13 = 13.2, nearest [VOR-ORD-07]"""
    )


def test_ledgers_nest() -> None:
    model = Priced("model", model_price, (40, (PITBULL, Attack()), 2, RULINGS))
    assert model.value == 35  # 24 + 13 + 2 = 39; 35.1 -> 35
    parts = [step.of for step in model.steps if step.of is not None]
    assert [(p.what, p.value) for p in parts] == [("attack 1", 13), ("attack 2", 2)]
    assert parts[0].steps[0].clause == "VOR-RC-01"
    assert json.loads(json.dumps([s.to_dict() for s in model.steps]))[-1]["exact"] == "351/10"


attacks = st.builds(
    Attack,
    st.integers(3, 10),
    st.integers(-2, 0),
    st.sampled_from(sorted(RANGES)),
    st.lists(
        st.tuples(st.just("option"), st.integers(-25, 60), st.just("VOR-ORD-01")), max_size=4
    ).map(tuple),
    st.sampled_from(["small", "medium", "large"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["1", "2", "3", "4", "auto-kill", "1d2", "1d3", "1d4", "1d5"]),
    st.integers(0, 6),
    st.booleans(),
    st.sampled_from([90, 180, 270, 360]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([20, 40]),
    st.booleans(),
)
readings = st.builds(
    Settings, st.sampled_from(["additive", "sequential"]), st.sampled_from([NEAREST, UP, DOWN])
)


@given(attacks, readings)
def test_the_steps_are_a_chain_that_ends_at_the_price(a: Attack, s: Settings) -> None:
    price = priced(a, s)
    steps = price.steps
    assert steps[0].before == 0
    assert steps[-1].after == price.value
    assert all(x.after == y.before for x, y in zip(steps, steps[1:], strict=False))
    assert all(step.clause.startswith("VOR-") and step.label for step in steps)
    assert price.value >= 2
    for step in steps:
        if step.rounding in (UP, NEAREST, DOWN):
            assert step.after == rounded(step.exact, step.rounding)


@given(attacks, readings)
def test_more_damage_never_costs_less(a: Attack, s: Settings) -> None:
    prices = [
        attack_total(dataclasses.replace(a, damage=d, anti_structure=False), DEAF)
        for d in ("1", "2", "3", "4", "auto-kill")
    ]
    assert prices == sorted(prices) or prices[0] < 0
    assert len(RANGED) == 24
