"""Chapter 8.3 without a table: the number to hit, the dice, and the readings a group may choose."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from grognard.odds.exact import Exact
from grognard.rules.effects import Effect, Roll, Rules
from grognard.rules.explained import SILENT, Explained
from grognard.rules.machine import run
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.volley import (
    OVER_SIX,
    STILL,
    UP_TO_SIX,
    Shot,
    pool,
    to_hit,
    volley,
)

clause = pytest.mark.clause
RULINGS = Settings()


def need(settings: Settings = RULINGS, **fields: Any) -> int:
    return to_hit(Shot(**{"dice": 1, **fields}), settings, SILENT)


def chance(value: int, settings: Settings = RULINGS) -> Fraction:
    """Of one die whose modified SV is this."""
    hits = Exact(rational=True).of(pool, Shot(dice=1, sv=value), settings)
    return Fraction(hits.mean).limit_denominator(1000)


def thrown(procedure: Rules[Any], *faces: list[int]) -> tuple[Any, list[int]]:
    """What it comes to when the dice show this, and how many were thrown each time."""
    pools: list[int] = []

    def answer(effect: Effect) -> Any:
        assert isinstance(effect, Roll)
        pools.append(effect.pool)
        return effect.reading.read(faces[len(pools) - 1])

    return run(procedure, answer), pools


# ---------------------------------------------------------------- the table, row by row


@clause("FOW-8.3-01")
@pytest.mark.parametrize("value", range(1, 11))
def test_a_die_hits_at_or_under_the_number(value: int) -> None:
    assert chance(value) == Fraction(value, 10)


@clause("FOW-8.3-01")
def test_more_than_ten_always_hits() -> None:
    assert chance(11) == 1  # FOW-GAP-04: attack dice have no automatic miss


@clause("FOW-8.3-02")
def test_every_row_of_the_table_is_told_with_its_clause() -> None:
    shot = Shot(dice=1, sv=9, markers=2, av=6, wv=4, cover=2, far=True, near=True,
                moved=UP_TO_SIX, fast=True)  # fmt: skip
    told = {p.clause: p.amount for p in Explained("to hit", to_hit, (shot, RULINGS)).parts}
    assert told == {
        "FOW-8.3-01": 9,
        "FOW-8.3-03": -2,
        "FOW-8.3-04": -6,
        "FOW-8.3-13": 4,
        "FOW-8.3-06": -2,
        "FOW-8.3-08": -1,
        "FOW-8.3-09": -1,
        "FOW-8.3-12": 1,
        "FOW-8.3-14": -1,
    }
    assert need(**shot._asdict()) == 9 - 2 - 6 + 4 - 2 - 1 - 1 + 1 - 1
    rows = [(1, "FOW-8.3-05"), (3, "FOW-8.3-07"), (4, "FOW-8.3-07")]
    for cover, clause_of_row in rows:
        told = {
            p.clause: p.amount
            for p in Explained("to hit", to_hit, (Shot(1, 9, cover=cover), RULINGS)).parts
        }
        assert told == {"FOW-8.3-01": 9, clause_of_row: -cover}
    told = {p.clause for p in Explained("", to_hit, (Shot(1, 9, moved=OVER_SIX), RULINGS)).parts}
    assert told == {"FOW-8.3-01", "FOW-8.3-10"}


@clause("FOW-8.3-03")
def test_markers_count_once() -> None:
    assert need(sv=6, markers=2) == 4


@clause("FOW-8.3-04")
@pytest.mark.parametrize("av", [0, 1, 5])
def test_armour_is_subtracted(av: int) -> None:
    assert need(sv=6, av=av) == 6 - av


@clause("FOW-8.3-05", "FOW-8.3-06", "FOW-8.3-07")
@pytest.mark.parametrize(("cover", "value"), [(0, 8), (1, 7), (2, 6), (3, 5), (4, 4), (6, 2)])
def test_cover_rows(cover: int, value: int) -> None:
    """SV 8 at AV 0: none, soft, hard, purpose-built, bunker, a bunker agreed at 6."""
    assert need(sv=8, cover=cover) == value


@clause("FOW-8.3-09", "FOW-8.3-10")
@pytest.mark.parametrize(("moved", "value"), [(STILL, 6), (UP_TO_SIX, 5), (OVER_SIX, 4)])
def test_moving_shooters(moved: int, value: int) -> None:
    assert need(sv=6, moved=moved) == value


@clause("FOW-8.3-08", "FOW-8.3-12", "FOW-8.3-14")
def test_far_near_and_fast() -> None:
    assert need(sv=6, far=True) == 5
    assert need(sv=6, near=True) == 7
    assert need(sv=6, fast=True) == 5


@clause("FOW-8.3-13")
@pytest.mark.parametrize(
    ("sv", "av", "wv", "cover", "value"),
    [
        (5, 2, 6, 2, 3),  # 5 - 0 - 2: surplus WV does nothing against cover
        (5, 6, 4, 0, 3),  # 5 - (6 - 4)
        (5, 0, 6, 0, 5),  # nothing to cancel
        (5, 4, 4, 0, 5),
        (5, 4, 0, 0, 1),
    ],
)
def test_weapon_value_cancels_armour_and_nothing_else(
    sv: int, av: int, wv: int, cover: int, value: int
) -> None:
    assert need(sv=sv, av=av, wv=wv, cover=cover) == value


@clause("FOW-8.3-13")
def test_weapon_value_never_helps_against_range_or_movement() -> None:
    assert need(sv=5, av=1, wv=6, far=True, moved=OVER_SIX, fast=True) == 5 - 1 - 2 - 1


# ---------------------------------------------------------------- zero and less


@clause("FOW-8.3-16", "FOW-8.3-17")
@pytest.mark.parametrize(
    ("value", "hundredths"), [(0, 10), (-1, 9), (-4, 6), (-9, 1), (-10, 0), (-15, 0)]
)
def test_long_shots(value: int, hundredths: int) -> None:
    assert chance(value) == Fraction(hundredths, 100)


@clause("FOW-8.3-16")
def test_only_ones_are_thrown_again() -> None:
    # SV 1 against AV 3 is -2: of five dice two show 1; thrown again, 8 hits and 9 does not.
    hits, pools = thrown(pool(Shot(5, 1, av=3), RULINGS), [1, 2, 1, 10, 3], [8, 9])
    assert (hits, pools) == (1, [5, 2])


@clause("FOW-8.3-16")
def test_no_one_no_second_throw() -> None:
    hits, pools = thrown(pool(Shot(3, 1, av=3), RULINGS), [2, 2, 10])
    assert (hits, pools) == (0, [3])


@clause("FOW-8.3-17", "FOW-8.3-18")
def test_minus_four_needs_six_or_less_again() -> None:
    for face, hits in ((6, 1), (7, 0)):
        assert thrown(pool(Shot(1, 1, av=5), RULINGS), [1], [face])[0] == hits


@clause("FOW-8.3-17")
def test_re_rolled_ones_against_every_throw_there_is() -> None:
    """Two dice at -3 by brute force: 100 throws, and 10 or 100 of the ones again."""
    ways: Counter[int] = Counter()
    for first in product(range(1, 11), repeat=2):
        ones = first.count(1)
        for again in product(range(1, 11), repeat=ones):
            ways[sum(1 for f in again if f <= 7)] += 10 ** (2 - ones)
    want = {k: Fraction(n, 10_000) for k, n in ways.items()}
    got = Exact(rational=True).of(pool, Shot(2, 1, av=4), RULINGS).chances
    assert got == want


# ---------------------------------------------------------------- the examples of the document


@clause("FOW-8.3-19")
def test_first_example_by_the_rules() -> None:
    """6 - 5 (table) - 2 hard - 1 far = -2; all twenty dice: 20 x 1/10 x 8/10 hits on average."""
    shot = Shot(20, 6, av=5, wv=0, cover=2, far=True)
    assert need(**shot._asdict()) == -2
    assert Exact(rational=True).of(pool, shot, RULINGS).mean == pytest.approx(1.6)


@clause("FOW-8.3-19")
def test_first_example_as_printed() -> None:
    """6 - 7 - 0 - 2 - 1 = -4 where cover counts twice; 20 / (4 + 2) = 3.33, four dice."""
    printed = Settings(cover_model="both", long_odds="divide_then_reroll")
    shot = Shot(20, 6, av=5, wv=0, cover=2, far=True)
    assert need(printed, **shot._asdict()) == -4
    assert thrown(pool(shot, printed), [1, 1, 2, 3], [6, 7]) == (1, [4, 2])


@clause("FOW-8.3-20")
def test_second_example() -> None:
    """4 - 4 + 4 (of WV 6) - 1 moved - 1 over half of 36" = 2; from the 48" of the list 3."""
    assert need(sv=4, av=4, wv=6, moved=UP_TO_SIX, far=True) == 2
    assert need(sv=4, av=4, wv=6, moved=UP_TO_SIX) == 3


# ---------------------------------------------------------------- several weapons


@clause("FOW-8.3-15")
def test_pools_of_several_weapons_add_up() -> None:
    shots = (Shot(3, 5, weapon="rifles"), Shot(2, 8, weapon="gun"))
    got = Exact(rational=True).of(volley, shots, RULINGS).chances
    want: Counter[int] = Counter()
    for a, b in product(range(4), range(3)):
        p = comb(3, a) * Fraction(1, 2) ** 3
        want[a + b] += p * comb(2, b) * Fraction(8, 10) ** b * Fraction(2, 10) ** (2 - b)
    assert got == want


# ---------------------------------------------------------------- other readings


@pytest.mark.parametrize(
    ("model", "weak", "strong"),
    [
        ("modifier", 2, 3),  # 5 - 2 + 1 - 2;  5 - 2 + 2 - 2: cover cannot be cancelled
        ("av", 2, 5),  # 5 - 4 + 1;      5 - 4 + 4: it is armour
        ("both", 0, 3),  # 5 - 4 + 1 - 2;  5 - 4 + 4 - 2
    ],
)
@clause("FOW-8.3-13")
def test_cover_models(model: str, weak: int, strong: int) -> None:
    """SV 5 at AV 2 in hard cover, with WV 1 and with WV 6 (FOW-GAP-01)."""
    settings = Settings(cover_model=model)
    assert need(settings, sv=5, av=2, wv=1, cover=2) == weak
    assert need(settings, sv=5, av=2, wv=6, cover=2) == strong


@pytest.mark.parametrize(
    ("reading", "dice", "pools"),
    [
        ("reroll_ones", 20, [20, 2]),
        ("divide_then_reroll", 4, [4, 2]),  # 20 / (4 + 2) rounded up
        ("divide_only", 4, [4]),
    ],
)
@clause("FOW-8.3-17")
def test_long_odds(reading: str, dice: int, pools: list[int]) -> None:
    faces = [1, 1] + [9] * (dice - 2)
    hits, seen = thrown(pool(Shot(20, 1, av=5), Settings(long_odds=reading)), faces, [6, 7])
    assert seen == pools
    assert hits == (2 if reading == "divide_only" else 1)


@clause("FOW-8.3-01", "FOW-8.3-17")
def test_natural_ten() -> None:
    """FOW-GAP-04: only where all rolls fail on a 10 does it miss."""
    strict = Settings(natural_ten="all_rolls")
    assert chance(12, strict) == Fraction(9, 10)
    assert chance(0, strict) == Fraction(9, 100)
    for setting in ("cv_rolls", "activation_only"):
        assert chance(12, Settings(natural_ten=setting)) == 1
        assert chance(0, Settings(natural_ten=setting)) == Fraction(1, 10)
