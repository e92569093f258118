"""Chapters 2.1 and 4.1: whose turn it is, which unit is attempted, and what helps it."""

from typing import Any

import pytest

from grognard.rules.effects import Choose, Roll
from grognard.systems.forge_of_war.actions import MOVE, SHOOT, Action
from grognard.systems.forge_of_war.attempts import ACTIVATE, RALLY, Attempt
from grognard.systems.forge_of_war.circumstances import command
from grognard.systems.forge_of_war.state import OVER, ROLL_OFF, Battle
from grognard.systems.forge_of_war.volley import STILL, UP_TO_SIX
from tests.systems.forge_of_war.field import Game, battle, row, unit

clause = pytest.mark.clause


def far_apart(active: int = 0, **more: Any) -> Battle:
    """Two units each, with a wall between the sides that nobody sees over or through."""
    return battle(
        unit(0, "A1", *row(6, 6, 3)),
        unit(0, "A2", *row(20, 6, 3)),
        unit(1, "B1", *row(6, 42, 3)),
        unit(1, "B2", *row(20, 42, 3)),
        ground=[("Building", 0, 22, 48, 26)],
        active=active,
        **more,
    )


def fail(game: Game, who: str) -> Game:
    """An attempt that fails, out of everybody's sight: then nothing else is to be decided."""
    game.choose(f"{who}: activate").roll(10)
    if isinstance(game.pending, Choose) and game.pending.kind == "default":
        game.choose("stay")
    return game


def succeed(game: Game, who: str) -> Game:
    return game.choose(f"{who}: activate").roll(1).choose("nothing more")


# ---------------------------------------------------------------- who begins


@clause("FOW-4.1-01")
@pytest.mark.parametrize("first", ["first", "second"])
def test_the_higher_die_chooses_and_ties_are_rolled_again(first: str) -> None:
    game = Game(far_apart(phase=ROLL_OFF))
    game.roll(6).roll(6).roll(3).roll(8)
    assert game.asks("first").player == 1
    game.choose(first)
    # He may hand the first go to his opponent.
    assert game.asks("attempt").player == (1 if first == "first" else 0)


@clause("FOW-4.1-01")
def test_every_turn_begins_with_a_roll_off() -> None:
    game = Game(battle(unit(0, "A", (6, 6)), unit(1, "B", (6, 42)), turn=3, turns=4))
    fail(game, "A")
    fail(game, "B")
    assert game.b.turn == 4
    assert isinstance(game.pending, Roll)
    game.roll(9).roll(2)
    assert game.asks("first").player == 0


# ---------------------------------------------------------------- attempts and initiative


@clause("FOW-2.1-01", "FOW-4.1-15")
def test_a_failure_hands_over_although_units_are_left() -> None:
    game = Game(far_apart())
    succeed(game, "A1")
    assert game.asks("attempt").player == 0
    fail(game, "A2")
    assert game.asks("attempt").player == 1
    game = Game(far_apart())
    fail(game, "A1")
    assert game.asks("attempt").player == 1
    (told,) = game.told("initiative")
    assert (told.clause, told.text) == ("FOW-4.1-15", "The initiative passes to player 2")
    assert not game.unit("A2").attempted


@clause("FOW-4.1-15")
def test_the_default_move_comes_before_the_initiative_passes() -> None:
    game = Game(battle(unit(0, "A", (24, 10)), unit(1, "B", (24, 20))))
    game.choose("A: activate").roll(10)
    assert game.asks("default").player == 0
    game.choose("stay")
    assert game.asks("attempt").player == 1


@clause("FOW-4.1-14")
def test_a_success_acts_at_once_and_keeps_the_initiative() -> None:
    game = Game(far_apart())
    game.choose("A1: activate").roll(7)
    # Before it has finished nobody else may be attempted.
    assert game.asks("action").about == game.unit("A1").index
    game.choose("move 6").by(0, 1)
    assert game.asks("action").about == game.unit("A1").index
    game.choose("nothing more")
    assert game.asks("attempt").player == 0
    assert "A2: activate" in game.labels()


@clause("FOW-4.1-02", "FOW-4.1-19")
def test_any_order_and_either_way() -> None:
    b = far_apart()
    b.units[1].markers = 1
    game = Game(b)
    assert game.labels() == ["A1: activate", "A2: activate", "A2: rally"]
    game.choose("A2: rally").roll(1)
    game.choose("A1: activate").roll(1).choose("move 6").by(0, 1).choose("nothing more")
    # No phases: B's whole side acts after A's, in the same turn.
    assert game.b.turn == 1
    assert game.labels() == ["B1: activate", "B2: activate"]


@clause("FOW-4.1-16")
@pytest.mark.parametrize("rolled", [1, 10])
def test_once_a_turn_whatever_came_of_it(rolled: int) -> None:
    game = Game(far_apart())
    if rolled == 1:
        succeed(game, "A1")
    else:
        fail(game, "A1")
        fail(game, "B1")
    again = game.refusal(Attempt(game.unit("A1").index, ACTIVATE))
    assert again is not None
    assert again.clause == "FOW-4.1-16"
    assert "A2: activate" in game.labels()
    assert game.session.refuse(0, 0)  # the first option is A1


@clause("FOW-4.1-16", "FOW-5.2-01")
def test_a_rally_is_the_units_attempt() -> None:
    b = far_apart()
    b.units[0].markers = 2
    game = Game(b)
    game.choose("A1: rally").roll(1)
    again = game.refusal(Attempt(game.unit("A1").index, ACTIVATE))
    assert again is not None
    assert again.clause == "FOW-4.1-16"


@clause("FOW-4.1-17")
def test_the_turn_ends_when_every_unit_has_been_attempted() -> None:
    game = Game(far_apart())
    for who in ("A1", "B1", "A2"):
        fail(game, who)
        assert game.b.turn == 1
    fail(game, "B2")
    assert game.b.turn == 2
    assert game.b.phase == ROLL_OFF
    assert not any(u.attempted for u in game.b.units)


@clause("FOW-4.1-17")
def test_what_was_moved_counts_for_its_own_turn_only() -> None:
    # FOW-GAP-74: 12" moved in turn 1 are no fast movement in turn 2.
    b = far_apart()
    b.units[0].moved = [12.0] * 3
    game = Game(b)
    assert b.units[0].fast
    for who in ("A1", "B1", "A2", "B2"):
        fail(game, who)
    assert not b.units[0].fast


@clause("FOW-4.1-17")
def test_the_last_turn_ends_the_battle() -> None:
    game = Game(far_apart(turn=6, turns=6))
    for who in ("A1", "B1", "A2", "B2"):
        fail(game, who)
    assert game.b.phase == OVER
    assert game.done


@clause("FOW-4.1-18")
def test_who_has_nothing_left_does_not_get_the_initiative() -> None:
    # The check: A has no unit left, B fails with unit 1 and has unit 2 left: B stays active.
    b = far_apart(active=1)
    b.units[0].attempted = b.units[1].attempted = True
    game = Game(b)
    fail(game, "B1")
    assert game.b.turn == 1
    assert game.asks("attempt").player == 1
    assert game.labels() == ["B2: activate"]
    assert not game.told("initiative")


@clause("FOW-4.1-18")
def test_a_success_with_the_last_unit_hands_over() -> None:
    game = Game(far_apart())
    succeed(game, "A1")
    succeed(game, "A2")
    assert game.asks("attempt").player == 1


@clause("FOW-4.1-18")
def test_units_that_are_gone_are_not_waited_for() -> None:
    # FOW-GAP-68: those destroyed or off the table do not count.
    b = far_apart()
    for u in (b.units[1], b.units[3]):
        u.off = "destroyed"
        b.disturbed(u)
    game = Game(b)
    fail(game, "A1")
    fail(game, "B1")
    assert game.b.turn == 2


@clause("FOW-4.1-18")
def test_no_passing_unless_it_is_allowed() -> None:
    # FOW-GAP-86: by the ruling he must attempt; by the setting he may pass after an attempt.
    game = Game(far_apart())
    succeed(game, "A1")
    assert not game.has("hand over")
    game = Game(far_apart(voluntary_pass=True))
    assert not game.has("hand over")
    succeed(game, "A1")
    game.choose("hand over")
    assert game.asks("attempt").player == 1
    # No ping-pong: B attempts something before he may hand back; then A2 is still to be attempted.
    assert not game.has("hand over")
    succeed(game, "B1")
    game.choose("hand over")
    assert game.labels() == ["A2: activate"]


# ---------------------------------------------------------------- what helps and what harms


def the_parts(*units: Any, **more: Any) -> dict[str, int]:
    """What the activation of the unit called "us" is made of. An enemy stands in sight."""
    game = Game(battle(*units, **more))
    game.choose("us: activate")
    return game.parts()


def enemy() -> Any:
    return unit(1, "them", (24, 44))


@clause("FOW-4.1-09")
def test_a_commander_helps_from_the_squad_he_is_with_whoever_is_entered_first() -> None:
    # HQ is the very first unit of the battle and goes with the guards: CV 7, +1 for him 6" off.
    units = (
        unit(0, "HQ", (17, 10), commander=True, leader=True),
        unit(0, "guards", (16, 10)),
        unit(0, "us", (10, 10)),
        enemy(),
    )
    got = the_parts(*units, leaders={"HQ": "guards"})
    assert got == {"FOW-4.1-03": 7, "FOW-4.1-09": 1}


@clause("FOW-4.1-03", "FOW-4.1-06")
def test_nothing_helps_in_the_open() -> None:
    # Three of four stand (more than half), an enemy in sight 30" off, no commander.
    assert the_parts(unit(0, "us", *row(24, 10, 3), start=4), enemy()) == {"FOW-4.1-03": 7}


@clause("FOW-4.1-07")
@pytest.mark.parametrize(
    ("start", "left", "minus"), [(20, 10, True), (20, 11, False), (11, 5, True), (11, 6, False)]
)
def test_half_strength(start: int, left: int, minus: bool) -> None:
    got = the_parts(unit(0, "us", *row(4, 10, left), start=start), enemy())
    assert got == {"FOW-4.1-03": 7} | ({"FOW-4.1-07": -1} if minus else {})


@clause("FOW-4.1-07")
def test_half_strength_is_counted_in_figures_not_wounds() -> None:
    hurt = unit(0, "us", *row(4, 10, 4), wounds=3, start=7, state={"wounded": [2, 0, 0, 0]})
    assert the_parts(hurt, enemy()) == {"FOW-4.1-03": 7}


@clause("FOW-4.1-08")
@pytest.mark.parametrize(("away", "minus"), [(12.0, True), (12.125, False), (5.0, True)])
def test_a_terrifying_enemy_within_two_of_its_moves(away: float, minus: bool) -> None:
    # Bases of 1": the centres are an inch further apart. 2 x 6" = 12".
    got = the_parts(unit(0, "us", (10, 10)), unit(1, "fiend", (10, 11 + away), terrifying=True))
    assert got == {"FOW-4.1-03": 7} | ({"FOW-4.1-08": -1} if minus else {})


@clause("FOW-4.1-08")
def test_whose_two_moves_count() -> None:
    # FOW-GAP-07: the terrifying unit's, 2 x 8" here; that we move 6" does not matter.
    for away, minus in ((16.0, True), (16.125, False)):
        fiend = unit(1, "fiend", (10, 11 + away), terrifying=True, move=8.0)
        got = the_parts(unit(0, "us", (10, 10)), fiend)
        assert ("FOW-4.1-08" in got) is minus


@clause("FOW-4.1-08")
def test_two_terrifying_enemies_count_once_friends_never() -> None:
    got = the_parts(
        unit(0, "us", (10, 10)),
        unit(0, "our fiend", (14, 10), terrifying=True),
        unit(1, "fiend", (10, 16), terrifying=True),
        unit(1, "fiend too", (5, 10), terrifying=True),
    )
    assert got == {"FOW-4.1-03": 7, "FOW-4.1-08": -1}
    got = the_parts(unit(0, "us", (10, 10)), unit(0, "ours", (14, 10), terrifying=True), enemy())
    assert got == {"FOW-4.1-03": 7}


@clause("FOW-4.1-08")
def test_one_terrifying_figure_is_enough() -> None:
    # "Unit or figure": a terrifying leader with a plain unit, measured from himself.
    for away, minus in ((12.0, True), (12.125, False)):
        got = the_parts(
            unit(0, "us", (10, 10)),
            unit(1, "them", (10, 20)),
            unit(1, "fiend", (12.5, 20), terrifying=True, leader=True),
            leaders={"fiend": "them"},
        )
        assert got["FOW-4.1-08"] == -1
        got = the_parts(
            unit(0, "us", (10, 10)),
            unit(1, "them", (11 + away - 2, 10)),
            unit(1, "fiend", (11 + away, 10), terrifying=True, leader=True),
            leaders={"fiend": "them"},
        )
        assert ("FOW-4.1-08" in got) is minus


@clause("FOW-4.1-08", "FOW-4.1-10")
def test_terror_works_through_walls() -> None:
    # FOW-GAP-07: regardless of terrain and sight. Nobody is in sight: +1.
    got = the_parts(
        unit(0, "us", (10, 10)),
        unit(1, "fiend", (10, 20), terrifying=True),
        ground=[("Building", 0, 14, 48, 16)],
    )
    assert got == {"FOW-4.1-03": 7, "FOW-4.1-08": -1, "FOW-4.1-10": 1}


@clause("FOW-4.1-09")
@pytest.mark.parametrize(("away", "plus"), [(12.0, True), (12.5, False), (5.0, True)])
def test_the_force_commander_within_12_inches(away: float, plus: bool) -> None:
    got = the_parts(
        unit(0, "us", (10, 10)), unit(0, "HQ", (11 + away, 10), commander=True), enemy()
    )
    assert got == {"FOW-4.1-03": 7} | ({"FOW-4.1-09": 1} if plus else {})


@clause("FOW-4.1-09")
def test_the_force_commander_must_be_in_sight() -> None:
    # 5" away behind a building; in the second case he stands in a wood himself, which does not
    # hide him from his own men (FOW-GAP-75, FOW-GAP-30).
    hq = unit(0, "HQ", (16, 10), commander=True)
    got = the_parts(unit(0, "us", (10, 10)), hq, enemy(), ground=[("Building", 12, 8, 14, 12)])
    assert got == {"FOW-4.1-03": 7}
    hq = unit(0, "HQ", (16, 10), commander=True)
    got = the_parts(unit(0, "us", (10, 10)), hq, enemy(), ground=[("Woods", 14, 8, 18, 12)])
    assert got == {"FOW-4.1-03": 7, "FOW-4.1-09": 1}


@clause("FOW-4.1-09")
def test_who_else_counts_as_the_force_commander() -> None:
    # His own unit is at distance 0; two commanders still give 1; the enemy's gives nothing, a
    # fallen one neither (FOW-GAP-69).
    got = the_parts(unit(0, "us", (10, 10), commander=True), enemy())
    assert got == {"FOW-4.1-03": 7, "FOW-4.1-09": 1}
    got = the_parts(
        unit(0, "us", (10, 10), commander=True), unit(0, "HQ", (16, 10), commander=True), enemy()
    )
    assert got["FOW-4.1-09"] == 1
    got = the_parts(unit(0, "us", (10, 10)), unit(1, "HQ", (16, 10), commander=True))
    assert got == {"FOW-4.1-03": 7}
    got = the_parts(
        unit(0, "us", (10, 10)), unit(0, "HQ", (16, 10), commander=True, off="destroyed"), enemy()
    )
    assert got == {"FOW-4.1-03": 7}


@clause("FOW-4.1-09")
def test_anybody_of_the_command_squad_will_do() -> None:
    # The commander himself is 20" away, the nearest man of his squad 10".
    got = the_parts(
        unit(0, "us", (10, 10)),
        unit(0, "squad", (21, 10), (24, 10), (27, 10)),
        unit(0, "HQ", (30, 10), commander=True, leader=True),
        enemy(),
        leaders={"HQ": "squad"},
    )
    assert got == {"FOW-4.1-03": 7, "FOW-4.1-09": 1}


@clause("FOW-4.1-10")
def test_no_enemy_in_sight() -> None:
    wall = [("Building", 0, 22, 48, 26)]
    assert the_parts(unit(0, "us", (10, 10)), enemy(), ground=wall) == {
        "FOW-4.1-03": 7,
        "FOW-4.1-10": 1,
    }
    # One enemy figure that one of ours sees past the wall is enough.
    wall = [("Building", 0, 22, 11, 26)]
    got = the_parts(unit(0, "us", (10, 10)), unit(1, "them", (10, 44)), ground=wall)
    assert "FOW-4.1-10" in got
    got = the_parts(unit(0, "us", (10, 10), (13, 10)), unit(1, "them", (10, 44)), ground=wall)
    assert got == {"FOW-4.1-03": 7}


COVERS = [
    ("Vegetation", "FOW-4.1-11", 1),
    ("Woods", "FOW-4.1-12", 2),
    ("Trench", "FOW-4.1-13", 3),
    ("Bunker", "FOW-4.1-13", 3),
]


@clause("FOW-4.1-11", "FOW-4.1-12", "FOW-4.1-13")
@pytest.mark.parametrize(("kind", "id", "worth"), COVERS)
def test_units_in_cover(kind: str, id: str, worth: int) -> None:
    got = the_parts(unit(0, "us", *row(10, 10, 3)), enemy(), ground=[(kind, 8, 8, 16, 12)])
    got.pop("FOW-4.1-10", None)
    assert got == {"FOW-4.1-03": 7, id: worth}


@clause("FOW-4.1-11", "FOW-4.1-12")
def test_cover_rows_do_not_add_up_and_most_of_the_unit_must_be_in() -> None:
    # FOW-GAP-71: the best row only; more than half of the figures.
    both = [("Vegetation", 8, 8, 16, 12), ("Woods", 8, 8, 16, 12)]
    got = the_parts(unit(0, "us", *row(10, 10, 3)), enemy(), ground=both)
    assert got["FOW-4.1-12"] == 2
    assert "FOW-4.1-11" not in got
    # Two of four are not more than half, three are; one of those in a wood, two in bushes: soft.
    ground = [("Vegetation", 8, 8, 13, 12)]
    assert "FOW-4.1-11" not in the_parts(unit(0, "us", *row(10, 10, 4)), enemy(), ground=ground)
    ground = [("Vegetation", 8, 8, 15, 12)]
    assert the_parts(unit(0, "us", *row(10, 10, 4)), enemy(), ground=ground)["FOW-4.1-11"] == 1
    ground = [("Woods", 8, 8, 11, 12), ("Vegetation", 11, 8, 15, 12)]
    got = the_parts(unit(0, "us", *row(10, 10, 4)), enemy(), ground=ground)
    assert got["FOW-4.1-11"] == 1
    assert "FOW-4.1-12" not in got


@clause("FOW-4.1-05", "FOW-2.2-08", "FOW-2.2-02")
def test_every_test_reads_the_markers_that_are_there_now() -> None:
    b = battle(unit(0, "us", *row(10, 10, 3), state={"markers": 3}), enemy())
    game = Game(b)
    game.choose("us: activate")
    assert game.need() == 4  # the check: 7 - 3
    us = b.units[0]
    assert command(b, us).markers == 3
    us.markers = 1
    assert command(b, us).markers == 1


@clause("FOW-5.2-03", "FOW-5.2-04", "FOW-5.2-05", "FOW-5.2-07", "FOW-5.2-08")
def test_what_counts_for_a_rally_on_the_table() -> None:
    # In hard cover, at half strength, behind a building, commander by, a fiend 8" off:
    # 7 - 2 + 1 (commander) + 1 (no enemy in sight) - 1 (fiend) = 6.
    game = Game(
        battle(
            unit(0, "us", *row(10, 10, 2), start=4, state={"markers": 2}),
            unit(0, "HQ", (16, 10), commander=True),
            unit(1, "fiend", (10, 19), terrifying=True),
            ground=[("Building", 0, 14, 48, 16), ("Barricade", 8, 8, 13, 12)],
        )
    )
    game.choose("us: rally")
    assert game.need() == 6
    assert game.parts() == {"FOW-5.2-02": -2, "FOW-5.2-04": 1, "FOW-5.2-05": 1, "FOW-5.2-07": -1}
    game.roll(5)  # removes one
    assert game.unit("us").markers == 1


# ---------------------------------------------------------------- actions


def shooters(**more: Any) -> Battle:
    return battle(
        unit(0, "us", *row(10, 10, 3), weapon="Assault Rifle", **more),
        unit(1, "them", *row(10, 20, 3)),
    )


@clause("FOW-4.2-01", "FOW-4.2-02")
def test_two_moves_then_it_is_over() -> None:
    game = Game(shooters())
    game.choose("us: activate").roll(1)
    game.choose("move 6").by(0, -3)
    game.choose("move 6").by(0, -3)
    assert game.asks("attempt").player == 1
    assert game.unit("us").y == [4.0, 4.0, 4.0]


@clause("FOW-4.2-02")
def test_one_shot_an_activation() -> None:
    game = Game(shooters())
    game.choose("us: activate").roll(1)
    game.choose("shoot at them").choose("it will not move").roll(*[10] * 6)
    refusal = game.refusal("shoot at them")
    assert refusal is not None
    assert refusal.clause == "FOW-4.2-02"


@clause("FOW-4.2-01")
def test_fewer_than_two_actions_will_do() -> None:
    game = Game(shooters())
    game.choose("us: activate").roll(1).choose("nothing more")
    assert game.asks("attempt").player == 1


@clause("FOW-4.2-03")
def test_moving_before_or_after_the_shot_costs_the_same() -> None:
    # SV 7, AV 1, WV 1 cancels it, -1 for moving up to 6": 6 either way (FOW-8.3-09).
    game = Game(shooters())
    game.choose("us: activate").roll(1).choose("move 6").by(0, -1).choose("shoot at them")
    assert game.need() == 6
    game = Game(shooters())
    game.choose("us: activate").roll(1).choose("shoot at them").choose(UP_TO_SIX)
    assert game.need() == 6
    game.roll(*[10] * 6).choose("move 6").by(0, -1)
    assert game.asks("attempt").player == 1
    game = Game(shooters())
    game.choose("us: activate").roll(1).choose("shoot at them").choose(STILL)
    assert game.need() == 7


@clause("FOW-4.2-04", "FOW-4.2-05")
def test_only_heavy_weapons_are_deployed() -> None:
    game = Game(shooters())
    game.choose("us: activate").roll(1)
    assert not game.has("deploy")
    heavy = battle(unit(0, "us", *row(10, 10, 2), weapon="Light Support Weapon"), enemy())
    game = Game(heavy)
    game.choose("us: activate").roll(1)
    assert not game.has("deploy")


def gunners() -> Battle:
    return battle(
        unit(0, "us", *row(10, 10, 2), weapon="Heavy Machine Gun"),
        unit(1, "them", *row(10, 30, 3)),
    )


@clause("FOW-4.2-05", "FOW-4.2-02")
def test_a_heavy_weapon_is_deployed_before_it_fires() -> None:
    game = Game(gunners())
    game.choose("us: activate").roll(1)
    refusal = game.refusal("shoot at them")
    assert refusal is not None
    assert refusal.clause == "FOW-4.2-05"
    game.choose("deploy")
    assert game.refusal("deploy") is not None
    game.choose("shoot at them").roll(*[10] * 6)  # two guns, three dice each
    # Next turn, not having moved, it fires at once.
    fail(game, "them")
    game.roll(9).roll(1).choose("first").choose("us: activate").roll(1)
    assert game.refusal("shoot at them") is None


@clause("FOW-4.2-05")
def test_any_move_limbers_it_again() -> None:
    game = Game(gunners())
    game.choose("us: activate").roll(1).choose("deploy").choose("move 6").by(0, 1)
    assert not game.unit("us").set_up
    # So does a move that it makes when it fails.
    b = gunners()
    b.units[0].set_up = True
    game = Game(b)
    game.choose("us: activate").roll(10).choose("straight back")
    assert not game.unit("us").set_up
    # Standing still does not.
    b = gunners()
    b.units[0].set_up = True
    game = Game(b)
    game.choose("us: activate").roll(10).choose("stay")
    assert game.unit("us").set_up


@clause("FOW-4.2-05")
def test_heavy_weapons_need_not_be_deployed_where_the_setting_says_so() -> None:
    b = battle(
        unit(0, "us", *row(10, 10, 2), weapon="Heavy Machine Gun"),
        unit(1, "them", *row(10, 30, 3)),
        heavy_weapons="no_deployment",
    )
    game = Game(b)
    game.choose("us: activate").roll(1)
    assert not game.has("deploy")
    assert game.refusal("shoot at them") is None


@clause("FOW-4.2-02")
def test_the_menu_holds_the_four_actions_of_the_rules() -> None:
    game = Game(gunners())
    game.choose("us: activate").roll(1).choose("deploy")
    options = game.asks("action").options
    assert {MOVE, SHOOT} <= {o.value.what for o in options}
    assert {o.value.unit >= 0 for o in options if o.value.what == SHOOT} == {True}
    assert {o.value.unit for o in options if o.value.what != SHOOT} == {-1}  # aimed at nobody
    game.choose(Action(SHOOT, game.unit("them").index)).roll(*[10] * 6)
    assert game.asks("attempt").player == 1


@clause("FOW-5.2-01")
def test_a_rally_takes_the_place_of_the_activation() -> None:
    game = Game(battle(unit(0, "us", *row(10, 10, 3), state={"markers": 3}), enemy()))
    game.choose(Attempt(0, RALLY)).roll(1)
    # No Activation Roll, no actions: it is the other player's go. 7 - 3 - 1 = 3 removed.
    assert game.asks("attempt").player == 1
    assert game.unit("us").markers == 0


@clause("FOW-5.2-01")
def test_a_rally_that_fails_passes_the_initiative() -> None:
    def start(**settings: Any) -> Game:
        return Game(
            battle(
                unit(0, "us", *row(10, 10, 3), state={"markers": 3}),
                unit(0, "more", (30, 10)),
                enemy(),
                **settings,
            )
        )

    # 7 - 3 = 4: a 4 keeps it, a 5 does not (FOW-GAP-10).
    assert start().choose("us: rally").roll(4).asks("attempt").player == 0
    assert start().choose("us: rally").roll(5).asks("attempt").player == 1
    kept = start(rally_can_lose_initiative=False)
    assert kept.choose("us: rally").roll(5).asks("attempt").player == 0
