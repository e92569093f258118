"""Chapters 4.1 and 5.2 as numbers: tests against the Command Value."""

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from grognard.odds.exact import Exact
from grognard.rules.explained import Explained
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.command import (
    Command,
    Rallied,
    Rally,
    activate,
    activation_value,
    command_test,
    disengage,
    permanent,
    rally,
    rally_value,
)
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.volley import Shot, volley

clause = pytest.mark.clause
RULINGS = Settings()
TENTH = Fraction(1, 10)


def parts(rule, command: Command) -> dict[str, int]:
    return {p.clause: p.amount for p in Explained("", rule, (command,)).parts}


def number(rule, command: Command) -> int:
    return Explained("", rule, (command,)).value


def chance(rule, *args) -> Fraction:
    """How likely a yes is."""
    return Fraction(Exact(rational=True).of(rule, *args)[True])


def rallies(r: Rally, settings: Settings = RULINGS) -> dict[Rallied, Fraction]:
    return dict(Exact(rational=True).run(lambda: rally(r, settings)))


def removed(r: Rally, settings: Settings = RULINGS) -> dict[int, Fraction]:
    """How likely it is to remove so many markers."""
    out: dict[int, Fraction] = {}
    for result, p in rallies(r, settings).items():
        out[result.removed] = out.get(result.removed, Fraction(0)) + p
    return out


def on(face: int, r: Rally, settings: Settings = RULINGS) -> Rallied:
    """What this roll brings."""
    procedure = rally(r, settings)
    roll: Any = next(procedure)
    try:
        procedure.send(roll.reading.read((face,)))
    except StopIteration as stop:
        rallied: Rallied = stop.value
        return rallied
    raise AssertionError("the rally asks for more than a die")


def fresh(cv: int, markers: int, **more) -> Rally:
    """A unit that has lost nobody."""
    return Rally(Command(cv, markers, **more), 20, 20, 5)


# ---------------------------------------------------------------- the credits


@clause("FOW-1-01")
def test_the_rules_are_named_with_their_authors_and_never_sold() -> None:
    # The names on the document's own front page.
    assert SYSTEM.title in SYSTEM.credits
    assert SYSTEM.title == "Forge of War, Second Edition"
    for author in (
        "Craig Cartmell",
        "Lance Bennett",
        "Adam Isherwood",
        "Jason Mastros",
        "Andy Skinner",
        "Dave Robinson",
        "Yahoo Group",
    ):
        assert author in SYSTEM.credits
    assert "free" in SYSTEM.credits
    assert "not sold" in SYSTEM.credits


# ---------------------------------------------------------------- activation


@clause("FOW-4.1-03")
@pytest.mark.parametrize(("cv", "faces"), [(1, 1), (4, 4), (7, 7), (9, 9)])
def test_equal_or_under_activates(cv: int, faces: int) -> None:
    assert chance(activate, Command(cv), RULINGS) == faces * TENTH


@clause("FOW-4.1-03")
def test_seven_is_enough_for_seven_and_eight_is_not() -> None:
    for face, activated in ((7, True), (8, False)):
        procedure = activate(Command(7), RULINGS)
        roll: Any = next(procedure)
        assert (roll.pool, roll.sides, roll.target.value) == (1, 10, 7)
        with pytest.raises(StopIteration) as end:
            procedure.send(roll.reading.read((face,)))
        assert end.value.value is activated


@clause("FOW-4.1-04")
def test_a_natural_ten_always_fails() -> None:
    # 10 + 1 + 1 + 1 = 13 as in the check: nine faces of ten.
    thirteen = Command(10, commander=True, no_enemy=True, cover=1)
    assert number(activation_value, thirteen) == 13
    assert chance(activate, thirteen, RULINGS) == 9 * TENTH
    for setting in ("cv_rolls", "activation_only", "all_rolls"):
        assert chance(activate, thirteen, Settings(natural_ten=setting)) == 9 * TENTH


@clause("FOW-4.1-04")
def test_a_natural_one_does_not_activate_a_hopeless_unit() -> None:
    # FOW-GAP-76: no automatic success. CV 3 less 3 markers is 0.
    assert True not in Exact().of(activate, Command(3, 3), RULINGS)


@clause("FOW-4.1-05")
def test_markers_are_subtracted() -> None:
    assert number(activation_value, Command(7, 3)) == 4
    assert chance(activate, Command(7, 3), RULINGS) == 4 * TENTH
    assert parts(activation_value, Command(7, 3)) == {"FOW-4.1-03": 7, "FOW-4.1-05": -3}


ROWS = [
    ("FOW-4.1-07", {"half": True}, -1),
    ("FOW-4.1-08", {"terrifying": True}, -1),
    ("FOW-4.1-09", {"commander": True}, 1),
    ("FOW-4.1-10", {"no_enemy": True}, 1),
    ("FOW-4.1-11", {"cover": 1}, 1),
    ("FOW-4.1-12", {"cover": 2}, 2),
    ("FOW-4.1-13", {"cover": 3}, 3),
]


@clause("FOW-4.1-06")
@pytest.mark.parametrize(("id", "what", "worth"), ROWS)
def test_each_row_of_the_activation_table(id: str, what: dict, worth: int) -> None:
    with_it = Command(6, **what)
    assert number(activation_value, with_it) == 6 + worth
    assert parts(activation_value, with_it) == {"FOW-4.1-03": 6, id: worth}


@clause("FOW-4.1-06", "FOW-4.1-13")
def test_the_rows_add_up() -> None:
    # The check: CV 6, 2 D, half strength, in a bunker, commander near: 6 - 2 - 1 + 3 + 1 = 7.
    c = Command(6, 2, half=True, commander=True, cover=3)
    assert number(activation_value, c) == 7
    assert chance(activate, c, RULINGS) == 7 * TENTH
    # A unit that has just slaughtered another has nothing of it here: that is a rally row.
    assert number(activation_value, dataclasses.replace(c, slaughtered=True)) == 7


# ---------------------------------------------------------------- plain tests


@clause("FOW-3.1-02")
def test_a_plain_command_test_is_cv_less_markers() -> None:
    # 7 - 2 = 5; no row of the activation table counts.
    c = Command(7, 2, True, True, True, True, 3, True)
    assert chance(command_test, c, RULINGS) == 5 * TENTH
    # 10 succeeds only where the natural 10 is for activation alone.
    assert chance(command_test, Command(10), RULINGS) == 9 * TENTH
    assert True in Exact().of(command_test, Command(10), Settings(natural_ten="activation_only"))
    assert False not in Exact().of(
        command_test, Command(10), Settings(natural_ten="activation_only")
    )


@clause("FOW-9.5-01")
def test_disengaging_is_an_activation_roll_unless_the_setting_says_otherwise() -> None:
    # 5 - 1 + 2 (hard cover) = 6 by the ruling; 5 - 1 = 4 with markers only (FOW-GAP-27).
    c = Command(5, 1, cover=2)
    assert chance(disengage, c, RULINGS) == 6 * TENTH
    assert chance(disengage, c, Settings(command_test="markers_only")) == 4 * TENTH


# ---------------------------------------------------------------- the natural ten


@clause("FOW-5.2-02")
def test_which_rolls_a_natural_ten_fails() -> None:
    # CV 10 with one marker, commander, no enemy: rally value 11; margin on a 10 is 1.
    r = fresh(10, 1, commander=True, no_enemy=True)
    assert on(10, r) == Rallied(0, True)
    assert on(10, r, Settings(natural_ten="activation_only")) == Rallied(1, False)
    # Disengaging at 12: nine faces of ten, or all ten.
    sure = Command(10, commander=True, no_enemy=True)
    assert chance(disengage, sure, RULINGS) == 9 * TENTH
    assert chance(disengage, sure, Settings(natural_ten="activation_only")) == 1


def hits(settings: Settings) -> Fraction:
    """The chance that one die at SV 10 against AV 0 hits."""
    out = Exact(rational=True).of(volley, (Shot(dice=1, sv=10),), settings, 0)
    return Fraction(out[1])


@clause("FOW-8.3-01")
def test_attack_dice_miss_on_ten_only_where_all_rolls_do() -> None:
    # FOW-GAP-04: at 10 every face hits.
    assert hits(RULINGS) == 1
    assert hits(Settings(natural_ten="activation_only")) == 1
    assert hits(Settings(natural_ten="all_rolls")) == 9 * TENTH


# ---------------------------------------------------------------- rallying


@clause("FOW-5.2-02")
def test_the_rally_number_is_cv_less_markers() -> None:
    assert number(rally_value, Command(7, 2)) == 5
    assert parts(rally_value, Command(7, 0)) == {"FOW-5.2-02": 7}


@clause("FOW-5.2-03")
@pytest.mark.parametrize(
    ("id", "what", "worth"),
    [
        ("FOW-5.2-04", {"commander": True}, 1),
        ("FOW-5.2-05", {"no_enemy": True}, 1),
        ("FOW-5.2-06", {"slaughtered": True}, 1),
        ("FOW-5.2-07", {"terrifying": True}, -1),
    ],
)
def test_each_row_of_the_rally_table(id: str, what: dict, worth: int) -> None:
    assert number(rally_value, Command(6, 0, **what)) == 6 + worth
    assert parts(rally_value, Command(6, 0, **what)) == {"FOW-5.2-02": 6, id: worth}


@clause("FOW-5.2-08")
def test_cover_and_losses_do_not_count_for_a_rally() -> None:
    # The check: CV 7, 2 D, in a bunker, half strength: 5.
    assert number(rally_value, Command(7, 2, half=True, cover=3)) == 5


@clause("FOW-5.2-09", "FOW-5.2-10")
@pytest.mark.parametrize(("face", "gone"), [(6, 0), (5, 1), (4, 2), (3, 3), (9, 0), (2, 4)])
def test_one_marker_for_each_point_under(face: int, gone: int) -> None:
    # CV 10 less 4 markers is the example's 6: 6-6 = 0, 6-5 = 1, 6-4 = 2, ...
    assert on(face, fresh(10, 4)).removed == gone


@clause("FOW-5.2-09")
def test_no_more_markers_go_than_the_unit_carries() -> None:
    # CV 10, 2 D: value 8, a 2 would remove 6.
    assert on(2, fresh(10, 2)).removed == 2
    # Value 5 with 5 carried, no losses: rolls 1 to 4 remove 4, 3, 2, 1, the other six nothing.
    assert removed(fresh(10, 5)) == {4: TENTH, 3: TENTH, 2: TENTH, 1: TENTH, 0: 6 * TENTH}


@clause("FOW-5.2-11")
def test_a_one_always_removes_a_marker() -> None:
    # The checks: modified CV -2: one; modified CV 5 with 5 D: four.
    assert on(1, fresh(1, 3)).removed == 1
    assert number(rally_value, Command(1, 3)) == -2
    assert on(1, fresh(10, 5)).removed == 4
    # Only the 1 does.
    assert removed(fresh(1, 3)) == {1: TENTH, 0: 9 * TENTH}


@clause("FOW-5.2-11")
def test_a_one_may_remove_exactly_one() -> None:
    exactly = Settings(rally_one="exactly")
    assert on(1, fresh(10, 5), exactly).removed == 1
    assert on(2, fresh(10, 5), exactly).removed == 3
    assert on(1, fresh(1, 3), exactly).removed == 1


@clause("FOW-5.2-01")
def test_which_rally_rolls_lose_the_initiative() -> None:
    # FOW-GAP-10, value 6: over it passes, equal keeps although nothing is removed; so 7 to 10.
    r = fresh(10, 4)
    assert [on(face, r).passes for face in range(1, 11)] == [False] * 6 + [True] * 4
    # Value -2: a natural 1 keeps it, all else passes.
    assert [on(face, fresh(1, 3)).passes for face in range(1, 11)] == [False] + [True] * 9
    never = Settings(rally_can_lose_initiative=False)
    assert not any(on(face, r, never).passes for face in range(1, 11))


# ---------------------------------------------------------------- permanent markers


@clause("FOW-5.3-01", "FOW-5.3-02")
@pytest.mark.parametrize(
    ("start", "left", "floor"),
    # 2 x lost >= start: one; 4 x lost >= 3 x start: two.
    [
        (20, 20, 0),
        (20, 11, 0),
        (20, 10, 1),
        (20, 6, 1),
        (20, 5, 2),
        (20, 1, 2),
        (11, 6, 0),
        (11, 5, 1),
        (4, 1, 2),
        (1, 1, 0),
    ],
)
def test_losses_leave_markers_for_good(start: int, left: int, floor: int) -> None:
    assert permanent(start, left, 5) == floor


@clause("FOW-5.3-01")
def test_half_losses_leave_one() -> None:
    # The check: 10 of 20 left, 3 D, rally would remove 4: one stays; 11 left: none does.
    # CV 8 less 3 is 5; a 1 is a margin of 4.
    assert on(1, Rally(Command(8, 3), 20, 10, 5)).removed == 2
    assert on(1, Rally(Command(8, 3), 20, 11, 5)).removed == 3


@clause("FOW-5.3-02")
def test_three_quarters_leave_two() -> None:
    # The check: 5 of 20 left, 3 D, margin 5: two stay; 6 left: one stays. CV 9 - 3 - 1 = 5.
    assert on(1, Rally(Command(9, 3), 20, 5, 5)).removed == 1
    assert on(1, Rally(Command(9, 3), 20, 6, 5)).removed == 2


@clause("FOW-5.3-03")
def test_the_floor_beats_the_natural_one_and_adds_nothing() -> None:
    assert on(1, Rally(Command(7, 1), 20, 10, 3)) == Rallied(0, False)
    assert on(1, Rally(Command(7, 0), 20, 10, 3)).removed == 0
    assert on(1, Rally(Command(7, 1), 20, 5, 3)).removed == 0
    # FOW-GAP-12: never over the training's maximum. A Horde carries one; a second one (a sniper's)
    # can be rallied away even at three quarters lost.
    assert permanent(20, 5, 1) == 1
    assert on(1, Rally(Command(7, 2), 20, 5, 1)).removed == 1
