"""Chapter 13: reaction tests. Bases are one inch across: a gap is the distance less one inch."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.forge_of_war.attempts import end_turn
from grognard.systems.forge_of_war.covering import COVERED, STEADY
from grognard.systems.forge_of_war.reactions import (
    FLED,
    HOLD,
    SHOT,
    TESTED,
    flee,
    may_react,
    triggers,
)
from grognard.systems.forge_of_war.retreat import withdraw
from grognard.systems.forge_of_war.stance import HIDING
from grognard.systems.forge_of_war.state import Battle
from tests.systems.forge_of_war.field import Game, alone, battle, named, unit
from tests.systems.forge_of_war.ways import activation


def near(
    *others: Any,
    gap: float = 10.0,
    ground: Any = (),
    sentries: dict[str, Any] | None = None,
    **settings: Any,
) -> Battle:
    """Runners of the south; two sentries of the north so far off, edge to edge."""
    y = 21 + gap
    return battle(
        unit(0, "Runners", (10, 20), (12, 20), weapon="Assault Rifle"),
        unit(1, "Sentries", (10, y), (12, y), **{"weapon": "Assault Rifle", **(sentries or {})}),
        *others,
        ground=ground,
        **{"reaction_tests": True, **settings},
    )


def moving(b: Battle, dx: float = 0.0, dy: float = 1.0, who: str = "Runners") -> Game:
    return activation(b, who).choose("move 6").by(dx, dy)


def reacting(game: Game) -> bool:
    """Whether a reaction test is being rolled."""
    return getattr(game.pending, "why", "") == "reaction"


# ---------------------------------------------------------------- who tests


@pytest.mark.clause("FOW-13-01")
def test_switched_off_nobody_tests() -> None:
    assert not reacting(moving(near(reaction_tests=False)))
    assert reacting(moving(near()))


@pytest.mark.clause("FOW-13-01")
@pytest.mark.parametrize(("gap", "tests"), [(12.0, True), (12.125, False)])
def test_within_twelve_inches_the_end_included(gap: float, tests: bool) -> None:
    assert reacting(moving(near(gap=gap), dy=-1.0)) == tests


@pytest.mark.clause("FOW-13-01")
def test_at_once_where_the_twelve_inches_begin() -> None:
    """From 14\" to 8\": the test comes when 2\" are gone."""
    game = moving(near(gap=14.0), dy=6.0)
    assert reacting(game)
    assert game.unit("Runners").y[0] == pytest.approx(22.0, abs=1 / 16)


@pytest.mark.clause("FOW-13-01")
def test_inside_a_wood_nobody_notices() -> None:
    wood = [("Woods", 5, 18, 20, 30)]
    b = near(ground=wood)
    named(b, "Sentries").y[:] = [32.0, 32.0]
    named(b, "Sentries").touch()
    assert not reacting(moving(b))
    assert not triggers(b, named(b, "Sentries"), named(b, "Runners"))


@pytest.mark.clause("FOW-13-01")
def test_nor_behind_one_on_the_line() -> None:
    """FOW-GAP-83. The sentries' own cover does not hide the runners."""
    b = near(ground=[("Vegetation", 5, 24, 20, 26)])
    assert not reacting(moving(b))
    b = near(ground=[("Vegetation", 5, 29, 20, 33)])
    assert reacting(moving(b))
    b = near(ground=[("Low Wall", 5, 29, 20, 29.5)], gap=9.5)
    assert reacting(moving(b)), "behind a wall of their own they watch"
    b = near(ground=[("Low Wall", 5, 21.5, 20, 22)])
    assert not reacting(moving(b, dy=0.25)), "the wall shelters the runners"


@pytest.mark.clause("FOW-13-01")
@pytest.mark.parametrize(("setting", "tests"), [("any_figure", True), ("whole_unit", False)])
def test_one_figure_in_the_open_is_enough_or_not(setting: str, tests: bool) -> None:
    b = near(ground=[("Vegetation", 11, 18, 20, 22)], reaction_open=setting)
    assert reacting(moving(b, dy=0.5)) == tests


@pytest.mark.clause("FOW-13-01")
@pytest.mark.parametrize(
    ("setting", "dy", "tests"),
    [("on_the_way", -6.0, True), ("at_end", -6.0, False), ("at_end", 6.0, True)],
)
def test_on_the_way_or_only_at_its_end(setting: str, dy: float, tests: bool) -> None:
    """FOW-GAP-58: from 10\" to 16\", or to 4\"."""
    game = moving(near(reaction_moment=setting), dy=dy)
    assert reacting(game) == tests
    if setting == "at_end":
        assert game.unit("Runners").y[0] == 20 + dy


@pytest.mark.clause("FOW-13-01")
def test_standing_still_is_no_move_and_any_kind_of_move_is() -> None:
    b = near()
    game = activation(b, "Runners").choose("move 6").stay()
    assert not reacting(game)
    assert reacting(Game(near()).choose("Runners: activate").roll(10).choose("straight back"))
    b = near()
    assert reacting(Game(b, alone(withdraw, named(b, "Runners"))))


@pytest.mark.clause("FOW-13-05")
def test_the_hiding_do_not_test() -> None:
    b = near(sentries={"state": {"stance": HIDING}}, stance=True)
    assert not reacting(moving(b))


@pytest.mark.clause("FOW-13-06")
def test_nor_who_is_on_covering_fire() -> None:
    b = near(sentries={"state": {"covering": STEADY}}, covering_fire=True)
    game = moving(b)
    assert not reacting(game)
    assert game.asks("covering"), "it needs no test to shoot"


@pytest.mark.clause("FOW-13-07")
@pytest.mark.parametrize("bit", [COVERED, TESTED | SHOT])
def test_nor_who_has_shot_so_this_turn(bit: int) -> None:
    b = near(sentries={"state": {"reacted": bit}})
    assert not reacting(moving(b))
    end_turn(b)
    b.phase = "attempts"
    assert reacting(moving(b)), "the next turn is another"


@pytest.mark.clause("FOW-13-07")
def test_covering_fire_uses_up_the_reaction() -> None:
    """The order is used up on one enemy: the next one in the open is not tested for."""
    others = unit(0, "Others", (16, 20), weapon="Assault Rifle")
    b = near(others, sentries={"state": {"covering": STEADY}}, covering_fire=True)
    game = moving(b).choose("fire").roll(10, 10, 10, 10).stay()
    game.choose("nothing more")
    assert not reacting(moving(b, who="Others"))


@pytest.mark.clause("FOW-13-08")
def test_nor_who_has_fled_this_turn() -> None:
    b = near(sentries={"cv": 4})
    moving(b).roll(10)
    assert named(b, "Sentries").reacted & FLED
    assert not may_react(b, named(b, "Sentries"))


@pytest.mark.clause("FOW-13-10")
@pytest.mark.parametrize("face", [9, 3])
def test_one_test_a_turn_passed_or_failed(face: int) -> None:
    others = unit(0, "Others", (16, 20), weapon="Assault Rifle")
    b = near(others)
    game = moving(b).roll(face)
    if face == 3:
        game.choose(HOLD)
    game.choose("move 6").by(0, 1)
    assert game.done
    assert not reacting(moving(b, who="Others"))


def test_nobody_reacts_from_a_close_combat() -> None:
    b = near(unit(0, "Brutes", (13, 31)), gap=10.0)
    assert not reacting(moving(b))


# ---------------------------------------------------------------- the test


@pytest.mark.clause("FOW-13-02")
@pytest.mark.parametrize(("face", "passes"), [(6, True), (7, False), (9, False), (10, False)])
def test_it_is_the_test_of_an_activation(face: int, passes: bool) -> None:
    """CV 7 less a marker, enemies in sight, in the open."""
    b = near(sentries={"state": {"markers": 1}})
    game = moving(b)
    assert game.need() == 6
    assert game.parts() == {"FOW-4.1-03": 7, "FOW-4.1-05": -1}
    game.roll(face)
    assert (getattr(game.pending, "kind", "") == "reaction") == passes


@pytest.mark.clause("FOW-13-02")
@pytest.mark.parametrize(("setting", "passes"), [("cv_rolls", False), ("activation_only", True)])
def test_a_natural_ten_fails_it_or_does_not(setting: str, passes: bool) -> None:
    b = near(sentries={"cv": 10}, natural_ten=setting)
    game = moving(b).roll(10)
    assert (getattr(game.pending, "kind", "") == "reaction") == passes


# ---------------------------------------------------------------- fire


@pytest.mark.clause("FOW-13-03")
def test_who_passes_fires_at_the_mover_alone_and_at_minus_two() -> None:
    """10\" off: SV 7 - AV 1 + WV 1 - 2. That it moved 8\" itself does not count (FOW-GAP-58)."""
    others = unit(0, "Others", (16, 20), weapon="Assault Rifle")
    b = near(others)
    named(b, "Sentries").moved = [8.0, 8.0]
    game = moving(b).roll(1)
    assert [o.label for o in game.asks("reaction").options] == ["fire at Runners", "do nothing"]
    game.choose("fire")
    assert game.need() == 5
    assert game.parts()["FOW-13-03"] == -2
    game.roll(10, 10, 10, 10)
    assert game.unit("Sentries").reacted == TESTED | SHOT
    game.by(0, 1)  # the rest of its move
    assert not game.unit("Sentries").attempted
    assert named(b, "Sentries").covering == 0


@pytest.mark.clause("FOW-13-03")
def test_it_may_as_well_do_nothing_and_must_where_it_cannot() -> None:
    game = moving(near(), dy=6.0).roll(1).choose(HOLD)
    assert game.unit("Runners").y[0] == 26.0
    assert game.asks("action")
    # A wood between the units lets one figure be seen round its edge; a hill hides all.
    b = near(ground=[("Hill", 0, 24, 30, 26)])
    refusal = moving(b).roll(1).refusal("fire at Runners")
    assert refusal is not None
    assert refusal.clause == "FOW-8.1-03"


@pytest.mark.clause("FOW-13-03")
def test_several_test_in_the_order_their_owner_likes() -> None:
    b = near(unit(1, "Guards", (16, 31), weapon="Assault Rifle"))
    game = moving(b)
    choice = game.asks("test order")
    assert choice.player == 1
    assert [o.label for o in choice.options] == ["Sentries", "Guards"]
    game.choose("Guards").roll(9)
    assert game.unit("Guards").reacted == TESTED
    assert reacting(game)
    game.roll(9)
    assert game.unit("Sentries").reacted == TESTED


# ---------------------------------------------------------------- charges


@pytest.mark.clause("FOW-13-04")
def test_only_who_carries_close_combat_weapons_alone_may_charge() -> None:
    b = near(gap=5.0, sentries={"weapon": None})
    game = moving(b, dx=1.0, dy=0.0).roll(1)
    assert [o.label for o in game.asks("reaction").options] == ["charge Runners", "do nothing"]
    game = moving(near(gap=5.0), dx=1.0, dy=0.0).roll(1)
    assert not game.has("charge Runners")


@pytest.mark.clause("FOW-13-04")
def test_a_charge_is_one_move_and_its_round_is_fought_at_once() -> None:
    b = near(gap=5.0, sentries={"weapon": None})
    named(b, "Runners").reacted = TESTED
    game = moving(b, dx=1.0, dy=0.0).roll(1).choose("charge Runners").go(10, 20)
    assert game.told("charge")
    assert game.need() == 5  # FV 6 - AV 1
    assert game.unit("Runners").engaged
    game.roll(10, 10).roll(10, 10)
    assert game.done, "the runners' activation is over"
    assert not game.unit("Sentries").attempted  # FOW-GAP-58: it costs no activation
    assert game.unit("Runners").most_moved == 0.0


@pytest.mark.clause("FOW-13-04")
def test_out_of_one_move_there_is_no_charge() -> None:
    game = moving(near(gap=6.5, sentries={"weapon": None}), dy=-1.0).roll(1)
    refusal = game.refusal("charge Runners")
    assert refusal is not None
    assert refusal.clause == "FOW-GAP-58"


# ---------------------------------------------------------------- flight


@pytest.mark.clause("FOW-13-09")
@pytest.mark.parametrize(("cv", "face", "flees"), [(4, 10, True), (4, 9, False), (5, 10, False)])
def test_who_fails_badly_flees(cv: int, face: int, flees: bool) -> None:
    b = near(sentries={"cv": cv})
    named(b, "Runners").reacted = TESTED
    game = moving(b).roll(face)
    y = game.unit("Sentries").y[0]
    assert y == (37.0 if flees else 31.0)  # 6" towards its own edge in the north
    assert bool(game.told("fleeing")) == flees


@pytest.mark.clause("FOW-13-09")
@pytest.mark.parametrize(
    ("setting", "markers", "face", "flees"),
    [
        ("natural_ten", 2, 9, False),
        ("with_markers", 2, 8, True),
        ("with_markers", 2, 7, False),
        ("nine_or_ten", 2, 9, True),
        ("nine_or_ten", 2, 8, False),
    ],
)
def test_what_a_bad_failure_is(setting: str, markers: int, face: int, flees: bool) -> None:
    """FOW-GAP-57, with a modified CV of 6 - 2."""
    b = near(sentries={"cv": 6, "state": {"markers": markers}}, flee_roll=setting)
    game = moving(b)
    assert game.need() == 4
    game.roll(face)
    assert bool(game.told("fleeing")) == flees


@pytest.mark.clause("FOW-13-09")
def test_away_from_the_enemy_where_home_lies_behind_him() -> None:
    """Its own edge is the north, the runners come from there: it flees to the south."""
    b = battle(
        unit(0, "Runners", (20, 30), weapon="Assault Rifle"),
        unit(1, "Sentries", (20, 20), cv=4, weapon="Assault Rifle"),
        reaction_tests=True,
    )
    named(b, "Runners").reacted = TESTED
    moving(b, dy=-1.0).roll(10)
    assert named(b, "Sentries").y[0] == pytest.approx(14.0, abs=1 / 16)


@pytest.mark.clause("FOW-13-09")
def test_a_flight_in_the_open_is_a_move_like_any_other() -> None:
    """FOW-13-01: the runners themselves may react to it, which does not end their move."""
    b = near(sentries={"cv": 4})
    game = moving(b).roll(10)
    assert reacting(game)
    game.roll(1).choose("fire at Sentries")
    assert game.need() == 5
    game.roll(10, 10, 10, 10)
    assert named(b, "Sentries").y[0] == 37.0
    game.by(0, 1)
    assert game.asks("action")


def test_a_record_of_what_was_done_is_part_of_the_state() -> None:
    b = near(sentries={"state": {"reacted": TESTED | SHOT}})
    plain = b.to_dict()
    again = b.clone()
    named(again, "Sentries").reacted = 0
    again.fill(plain)
    assert again.to_dict() == plain


@pytest.mark.clause("FOW-13-09")
@pytest.mark.parametrize(
    ("enemy", "end"),
    [
        ((20, 10), (20, 26)),  # from the south: home, to the north
        ((12, 18), (20, 26)),  # home leads away from him too
        ((10, 20), (26, 20)),  # beside it: home leads no further away
        ((20, 30), (20, 14)),
        ((14, 21), (25.918, 19.014)),  # 6:1 away from him: 6" along 6.083"
    ],
)
def test_they_flee_home_if_that_leads_away(
    enemy: tuple[float, float], end: tuple[float, float]
) -> None:
    b = battle(unit(0, "Runners", enemy), unit(1, "Sentries", (20, 20)))
    game = Game(b, alone(flee, named(b, "Sentries")))
    sentries = game.unit("Sentries")
    assert (sentries.x[0], sentries.y[0]) == pytest.approx(end, abs=0.01)
