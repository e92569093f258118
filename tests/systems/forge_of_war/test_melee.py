"""Chapter 9.3 without a table: the number to strike, the dice, who goes first."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from grognard.odds.exact import Exact
from grognard.odds.policies import Last
from grognard.rules.effects import Choose, Effect, Roll, Rules
from grognard.rules.explained import SILENT, Explained
from grognard.rules.machine import run
from grognard.systems.forge_of_war.melee import Blow, Side, blows, meet, strike, to_strike
from grognard.systems.forge_of_war.settings import Settings

clause = pytest.mark.clause
RULINGS = Settings()


def need(settings: Settings = RULINGS, **fields: Any) -> int:
    """Against equals, unless said otherwise."""
    fields = {"dice": 1, "foe_fv": fields.get("fv", 6), **fields}
    return to_strike(Blow(**fields), settings, SILENT)


def script(procedure: Rules[Any], *answers: Any) -> tuple[Any, list[str]]:
    """Faces for every roll, an index for every choice, in the order they are asked for."""
    asked: list[str] = []

    def answer(effect: Effect) -> Any:
        given = answers[len(asked)]
        if isinstance(effect, Roll):
            assert effect.pool == len(given), f"{effect.pool} dice are thrown"
            asked.append(f"roll of {effect.player}")
            return effect.reading.read(given)
        assert isinstance(effect, Choose)
        asked.append(f"hits of {effect.player}")
        return given

    result = run(procedure, answer)
    assert len(asked) == len(answers), "more was answered than asked"
    return result, asked


# ---------------------------------------------------------------- the table, row by row


@clause("FOW-9.3-01")
@pytest.mark.parametrize("fv", range(1, 11))
def test_a_die_hits_at_or_under_the_number(fv: int) -> None:
    assert Exact(rational=True).of(blows, Blow(1, fv, foe_fv=fv), RULINGS).mean == fv / 10


@clause("FOW-9.3-02")
def test_every_row_of_the_table_is_told_with_its_clause() -> None:
    blow = Blow(1, 8, markers=1, av=2, obstacle=True, weapon=3, foe_fv=6)
    told = {p.clause: p.amount for p in Explained("", to_strike, (blow, RULINGS)).parts}
    assert told == {
        "FOW-9.3-01": 8,
        "FOW-9.3-03": -1,
        "FOW-9.3-04": -2,
        "FOW-9.3-05": -2,
        "FOW-9.3-06": 3,
        "FOW-9.3-07": 1,
    }
    assert to_strike(blow, RULINGS, SILENT) == 8 - 1 - 2 - 2 + 3 + 1


@clause("FOW-9.3-03", "FOW-9.3-04", "FOW-9.3-05")
def test_markers_armour_and_obstacle() -> None:
    assert need(fv=6, markers=2) == 4
    assert need(fv=6, av=4) == 2
    assert need(fv=6, obstacle=True) == 4


@clause("FOW-9.3-06")
def test_a_close_combat_weapon_counts_in_full() -> None:
    assert need(fv=5, weapon=3, av=1) == 7  # 5 + 3 - 1
    assert need(fv=5, weapon=3, av=0) == 8  # no armour to cancel, and it counts all the same


@clause("FOW-9.3-07")
@pytest.mark.parametrize(
    ("mine", "theirs", "row"),
    [(8, 6, 1), (6, 8, -1), (7, 6, 0), (6, 7, 0), (6, 6, 0), (9, 3, 1), (3, 9, -1)],
)
def test_different_fighting_values(mine: int, theirs: int, row: int) -> None:
    assert need(fv=mine, foe_fv=theirs) == mine + row


@clause("FOW-9.3-07")
def test_printed_values_are_compared() -> None:
    """FOW-GAP-19: two markers make an 8 strike like a 6, but it is still the better fighter."""
    assert need(fv=8, markers=2, foe_fv=6) == 8 - 2 + 1
    assert need(fv=6, foe_fv=8, foe_markers=2) == 6 - 1
    after = Settings(fv_difference="after_markers")
    assert need(after, fv=8, markers=2, foe_fv=6) == 8 - 2
    assert need(after, fv=6, foe_fv=8, foe_markers=2) == 6
    assert need(after, fv=6, foe_fv=6, foe_markers=2) == 6 + 1


def test_charge_bonus_stands_in_for_that_row() -> None:
    """FOW-GAP-18."""
    assert need(fv=8, foe_fv=5, charging=True) == 9  # the row, and nothing for charging
    assert need(fv=6, charging=True) == 6
    bonus = Settings(charge_bonus=True)
    assert need(bonus, fv=8, foe_fv=5) == 8
    assert need(bonus, fv=8, foe_fv=5, charging=True) == 9
    assert need(bonus, fv=5, foe_fv=8, charging=True) == 6
    told = Explained("", to_strike, (Blow(1, 8, charging=True), bonus)).parts
    assert [p.clause for p in told] == ["FOW-9.3-01", "FOW-GAP-18"]


# ---------------------------------------------------------------- dice


@clause("FOW-9.3-09")
@pytest.mark.parametrize(("av", "hundredths"), [(6, 10), (7, 9), (10, 6), (15, 1), (16, 0)])
def test_long_odds(av: int, hundredths: int) -> None:
    """FV 6 against AV 6 is 0, against AV 7 -1, ..."""
    hits = Exact(rational=True).of(blows, Blow(1, 6, av=av, foe_fv=6), RULINGS)
    assert hits.mean == pytest.approx(hundredths / 100)


@clause("FOW-9.3-08")
def test_dice_for_every_figure_and_attack() -> None:
    """FOW-3.1-05: five figures with FV 6(2) throw ten dice."""
    a = Side(0, 5, 6, attacks=2)
    assert a.against(Side(1, 7, 6)).dice == 10
    assert Side(0, 5, 6).against(Side(1, 7, 6)).dice == 5


def test_no_fighting_value_no_blow() -> None:
    """FOW-GAP-46."""
    assert run(strike((Blow(5, 0, weapon=4),), RULINGS), lambda e: pytest.fail("asked")) == 0


# ---------------------------------------------------------------- a round


@clause("FOW-9.2-01")
def test_at_once_means_with_what_they_had() -> None:
    """Both kill one; the dead have struck. 3 figures each, no markers left to take."""
    a, b = Side(0, 3, 6, markers=3), Side(1, 3, 6, markers=3)
    # FV 6 - 3 markers = 3.
    (a, b), asked = script(meet(a, b, 0, RULINGS), [3, 4, 4], [1, 2, 4])
    assert (a.figures, b.figures) == (1, 2)
    assert asked == ["roll of 0", "roll of 1"]


@clause("FOW-9.2-01")
def test_at_once_both_roll_before_either_takes_hits() -> None:
    a, b = Side(0, 3, 6), Side(1, 3, 6)
    (a, b), asked = script(meet(a, b, 0, RULINGS), [6, 9, 9], [6, 9, 9], 0, 1)
    assert asked == ["roll of 0", "roll of 1", "hits of 0", "hits of 1"]
    assert (a.figures, a.markers, b.figures, b.markers) == (3, 1, 2, 0)


@clause("FOW-9.2-02")
def test_first_strike_falls_before_the_others_roll() -> None:
    """Defenders of FV 6 hit twice; the attackers take a marker and a loss: two dice, need 5."""
    a, b = Side(0, 3, 6), Side(1, 3, 6)
    (a, b), asked = script(meet(a, b, -1, RULINGS), [6, 6, 7], 1, [5, 6], 1)
    assert asked == ["roll of 1", "hits of 0", "roll of 0", "hits of 1"]
    assert (a.figures, a.markers, b.figures, b.markers) == (2, 1, 2, 0)


@clause("FOW-9.2-02")
def test_who_is_wiped_out_first_does_not_strike() -> None:
    a, b = Side(0, 2, 6, markers=3), Side(1, 3, 6)
    (a, b), asked = script(meet(a, b, -1, RULINGS), [6, 6, 6])
    assert asked == ["roll of 1"]
    assert (a.figures, b.figures) == (0, 3)


@clause("FOW-9.2-01", "FOW-9.2-02")
@pytest.mark.parametrize("first", [0, -1])
def test_a_round_against_every_throw_there_is(first: int) -> None:
    """Two against two at FV 4 and AV 1, markers full: by brute force over 10^4 throws.

    The last policy loses figures; nobody has room for markers.
    """
    need_a, need_b = 4 - 1 - 2, 4 - 1 - 2  # both carry two markers: 1 in 10

    def binomial(n: int, p: Fraction) -> list[Fraction]:
        return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]

    want: Counter[tuple[int, int]] = Counter()
    if first == 0:
        for on_b, on_a in product(range(3), repeat=2):
            p = binomial(2, Fraction(need_a, 10))[on_b] * binomial(2, Fraction(need_b, 10))[on_a]
            want[2 - on_a, 2 - on_b] += p
    else:
        for on_a in range(3):
            p = binomial(2, Fraction(need_b, 10))[on_a]
            for on_b, q in enumerate(binomial(2 - on_a, Fraction(need_a, 10))):
                want[2 - on_a, 2 - on_b] += p * q
    a, b = Side(0, 2, 4, av=1, markers=2, most=2), Side(1, 2, 4, av=1, markers=2, most=2)
    got = Exact(Last(), rational=True).of(meet, a, b, first, RULINGS)
    assert {(x.figures, y.figures): p for (x, y), p in got.chances.items()} == want


# ---------------------------------------------------------------- the example of the document

CULTISTS = Side(0, 20, 5, av=1, most=2, charging=True)
MARINES = Side(1, 10, 8, av=4, most=4, obstacle=True)


@clause("FOW-9.3-13", "FOW-9.3-14")
def test_marines_strike_first_and_need_eight() -> None:
    """8 - 1, and 1 for an FV more than 2 better: not for any charge."""
    told = Explained("", to_strike, (MARINES.against(CULTISTS), RULINGS))
    assert told.value == 8
    assert [(p.clause, p.amount) for p in told.parts] == [
        ("FOW-9.3-01", 8), ("FOW-9.3-04", -1), ("FOW-9.3-07", 1),
    ]  # fmt: skip


@clause("FOW-9.3-15", "FOW-9.3-16", "FOW-9.3-17")
def test_the_round_of_the_example_by_the_rules() -> None:
    """7 of 10 hit; Militia may take 2 markers at most, whatever their CV, and takes none; 13
    strike back at 5 - 4 - 2 - 1 = -2, all thirteen dice; the one 1 is thrown again and an 8 hits.
    """
    faces = [8] * 7 + [9] * 3
    # Options go from most markers to none: 2, 1, 0.
    (a, b), asked = script(meet(CULTISTS, MARINES, -1, RULINGS), faces, 2, [1] + [5] * 12, [8], 0)
    assert asked == ["roll of 1", "hits of 0", "roll of 0", "roll of 0", "hits of 1"]
    assert (a.figures, a.markers) == (13, 0)
    assert (b.figures, b.markers) == (10, 1)
    told = Explained("", to_strike, (a.against(MARINES), RULINGS))
    assert told.value == -2
    # At -2 a 9, which the example would have let pass, does not hit.
    (_, b), _ = script(meet(CULTISTS, MARINES, -1, RULINGS), faces, 2, [1] + [5] * 12, [9])
    assert (b.figures, b.markers) == (10, 0)


@clause("FOW-9.3-17")
def test_the_dice_of_the_example_as_printed() -> None:
    """13 figures at -1 throw 13 / (1 + 2) = 4.33, so 5 dice, and the 1 again for 9 or less.

    The -1 is that of a FV no more than 1 below the Marines': the table's row is not in it.
    """
    printed = Settings(long_odds="divide_then_reroll")
    blow = Side(0, 13, 5, av=1).against(Side(1, 10, 6, av=4, obstacle=True))
    assert to_strike(blow, printed, SILENT) == -1
    assert script(blows(blow, printed), [1, 2, 3, 4, 5], [9])[0] == 1
    assert script(blows(blow, printed), [1, 2, 3, 4, 5], [10])[0] == 0
