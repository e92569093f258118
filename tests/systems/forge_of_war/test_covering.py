"""Chapter 11: covering fire. Bases are one inch across: a gap is the distance less one inch."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rules.effects import Leg
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.actions import COVER, Action
from grognard.systems.forge_of_war.attempts import RALLY, Attempt, end_turn
from grognard.systems.forge_of_war.cover import unit_sees
from grognard.systems.forge_of_war.covering import (
    AFTER_MOVING,
    COVERED,
    FIRE,
    LET_PASS,
    NO_ORDER,
    STEADY,
    WAIT,
    refuse_covering,
)
from grognard.systems.forge_of_war.interrupts import FINE, Course
from grognard.systems.forge_of_war.places import moved_copy
from grognard.systems.forge_of_war.retreat import withdraw
from grognard.systems.forge_of_war.state import Battle
from grognard.table.lattice import to_grid
from tests.systems.forge_of_war.field import Game, alone, battle, named, unit
from tests.systems.forge_of_war.ways import activation


def watch(
    *others: Any, order: int = STEADY, at: tuple[float, float] = (10, 30), ground: Any = (),
    **settings: Any,
) -> Battle:  # fmt: skip
    """Runners of the south are about to move; two gunners of the north cover."""
    return battle(
        unit(0, "Runners", (10, 10), (12, 10), weapon="Assault Rifle"),
        unit(1, "Watch", at, (at[0] + 2, at[1]), weapon="Light Support Weapon",
             state={"covering": order}),
        *others,
        ground=ground,
        **{"covering_fire": True, **settings},
    )  # fmt: skip


@pytest.mark.clause("FOW-11-01")
def test_switched_off_nobody_covers() -> None:
    off = battle(unit(0, "Scouts", (10, 10), weapon="Assault Rifle"), unit(1, "Enemy", (10, 40)))
    assert not activation(off, "Scouts").has(Action(COVER))
    refusal = refuse_covering(off, named(off, "Scouts"), False)
    assert refusal is not None
    assert refusal.clause == "FOW-11-01"
    off = watch(covering_fire=False)
    activation(off, "Runners").choose("move 6").by(0, 6)
    assert named(off, "Runners").y[0] == 16.0


@pytest.mark.clause("FOW-11-01")
def test_declaring_takes_one_action() -> None:
    game = activation(watch(), "Runners").choose("covering fire")
    assert "(1 left)" in game.asks("action").title
    assert game.unit("Runners").covering == STEADY
    assert game.refusal("covering fire") is not None


@pytest.mark.clause("FOW-11-02")
def test_the_marker_shows_whether_it_moved_before() -> None:
    game = activation(watch(order=NO_ORDER), "Runners").choose("move 6").by(0, -3)
    game.choose("covering fire")
    assert game.unit("Runners").covering == AFTER_MOVING
    assert "covering fire -2" in game.b.view(1)["units"][0]["badges"]
    game = activation(watch(order=NO_ORDER), "Runners").choose("covering fire").choose("nothing")
    assert game.unit("Runners").covering == STEADY
    assert "covering fire" in game.b.view(1)["units"][0]["badges"]
    # Standing still during a move action is no movement; moving afterwards is.
    game = activation(watch(order=NO_ORDER), "Runners").choose("move 6").stay()
    game.choose("covering fire")
    assert game.unit("Runners").covering == STEADY
    game = activation(watch(order=NO_ORDER), "Runners").choose("covering fire").choose("move 6")
    game.by(0, -3)
    assert game.unit("Runners").covering == AFTER_MOVING


@pytest.mark.clause("FOW-11-02", "FOW-11.2-04")
@pytest.mark.parametrize(("order", "less"), [(STEADY, 0), (AFTER_MOVING, 2)])
def test_the_marker_takes_the_place_of_the_movement_row(order: int, less: int) -> None:
    """19\" off with a range of 36\": over half range. SV 7 - AV 1 + WV 1 - 1, and the marker."""
    b = watch(order=order)
    named(b, "Watch").moved = [4.0, 4.0]
    game = activation(b, "Runners").choose("move 6").by(0, 0.25).choose(FIRE)
    assert game.need() == 6 - less
    assert game.parts().get("FOW-11-02", 0) == -less
    assert "FOW-8.3-09" not in game.parts()


def fire_and_miss(game: Game) -> Game:
    """Two light support weapons: three dice each."""
    return game.choose(FIRE).roll(*[10] * 6)


@pytest.mark.clause("FOW-11.1-01")
def test_the_order_ends_with_the_fire() -> None:
    game = fire_and_miss(activation(watch(), "Runners").choose("move 6").by(0, 2))
    assert game.unit("Watch").covering == NO_ORDER
    game.stay()
    assert game.asks("action")


@pytest.mark.clause("FOW-11.1-01")
@pytest.mark.parametrize(("kept", "after"), [(False, NO_ORDER), (True, AFTER_MOVING)])
def test_a_failed_roll_ends_it_or_not(kept: bool, after: int) -> None:
    b = watch(order=AFTER_MOVING, covering_kept=kept)
    b.active = 1
    moving = b.clone()
    game = Game(b).choose("Watch: activate").roll(10).choose("stay")
    assert game.unit("Watch").covering == after
    game = Game(moving).choose("Watch: activate").roll(10).choose("straight back")
    assert game.unit("Watch").covering == NO_ORDER


@pytest.mark.clause("FOW-11.1-01")
def test_rallying_ends_it() -> None:
    b = watch()
    b.active = 1
    named(b, "Watch").markers = 1
    game = Game(b).choose(Attempt(1, RALLY)).roll(2)
    assert game.unit("Watch").covering == NO_ORDER


@pytest.mark.clause("FOW-11.1-02")
def test_at_its_next_activation_it_remains_or_does_something_else() -> None:
    b = watch(order=AFTER_MOVING)
    b.active = 1
    other = b.clone()
    game = Game(b).choose("Watch: activate").roll(1)
    game.choose("remain on covering fire").choose("nothing more")
    assert game.unit("Watch").covering == STEADY  # it has not moved now
    game = Game(other).choose("Watch: activate").roll(1).choose("move 6").by(0, -1)
    game.choose("nothing more")
    assert game.unit("Watch").covering == NO_ORDER


@pytest.mark.clause("FOW-11.1-03")
def test_an_order_not_used_is_carried_over_to_the_next_turn() -> None:
    b = watch()
    end_turn(b)
    assert b.turn == 2
    assert named(b, "Watch").covering == STEADY
    b.phase = "attempts"
    game = fire_and_miss(activation(b, "Runners").choose("move 6").by(0, 2))
    assert game.told("covering")


@pytest.mark.clause("FOW-11.2-01")
def test_who_comes_into_sight_is_fired_at_before_it_is_done() -> None:
    """A wall of woods hides the way up to y = 13; beyond it there is sight to the north-east."""
    b = watch(at=(30, 14), ground=[("Building", 14, 2, 18, 13)], order=STEADY)
    game = activation(b, "Runners").choose("move 6").by(0, 6)
    game.asks("covering")
    y = game.unit("Runners").y[0]
    assert 10.0 < y < 16.0
    before = game.b.clone()
    game.choose(FIRE).roll(10, 10, 10)  # one of the two gunners sees one of the two runners
    assert game.unit("Runners").y[0] == y
    # What is left of the 6\" is asked again: no more than that.
    refusals = game._place().refuse(game._shift(0, 6.2 - (y - 10)))
    assert [r.clause for r in refusals] == ["FOW-6.1-02"]
    game.by(0, 16 - y)
    assert game.unit("Runners").most_moved == pytest.approx(6.0, abs=0.01)
    assert game.asks("action")
    # First sight: a sixteenth of an inch earlier there was none.
    assert unit_sees(before, named(before, "Watch"), named(before, "Runners"))
    runners = named(before, "Runners")
    ends = [(x, yy - 1 / 16, 0) for x, yy in zip(runners.x, runners.y)]
    earlier = moved_copy(runners, [0, 1], ends)
    before.units[0] = earlier
    before.looked.clear()
    assert not unit_sees(before, named(before, "Watch"), earlier)


@pytest.mark.clause("FOW-11.2-01")
@pytest.mark.parametrize(("setting", "asked"), [("in_sight", True), ("newly_in_sight", False)])
def test_who_began_in_sight_counts_or_not(setting: str, asked: bool) -> None:
    game = activation(watch(covering_targets=setting), "Runners").choose("move 6").by(0, 6)
    assert (getattr(game.pending, "kind", "") == "covering") == asked


@pytest.mark.clause("FOW-11.2-01")
def test_withdrawals_and_default_moves_count_too() -> None:
    b = watch()
    game = Game(b).choose("Runners: activate").roll(10).choose("straight back")
    fire_and_miss(game)
    assert game.unit("Runners").y[0] == pytest.approx(4.0, abs=1 / 16)
    b = watch()
    game = Game(b, alone(withdraw, named(b, "Runners"))).choose(WAIT)
    fire_and_miss(game)
    assert game.unit("Runners").off, '12" back lead over the edge of the table'


@pytest.mark.clause("FOW-11.2-02")
def test_he_waits_for_the_range_that_suits_him() -> None:
    """Half of 36\" is 18\": centres 20\" apart, the gap is 19\" at first and 13\" at the end."""
    game = activation(watch(), "Runners").choose("move 6").by(0, 6)
    needs = []
    gaps = []
    while game.pending is not None and getattr(game.pending, "kind", "") == "covering":
        gaps.append(30 - game.unit("Runners").y[0] - 1)
        option = game.asks("covering").options[0]
        # Bots are told who, at whom, and whether it is the last chance.
        assert game.asks("covering").about == (1, 0, gaps[-1] == 13.0)
        assert option.ask is not None
        needs.append(option.ask.situation.shots[0].far)
        game.choose(WAIT)
    assert gaps[0] == 19.0
    assert gaps[-1] == 13.0
    # Each half inch and, to either side of 18\", the last and the first of their kind.
    assert {19.0 - k / 2 for k in range(13)} <= set(gaps)
    assert [far for gap, far in zip(gaps, needs)] == [gap > 18.0 for gap in gaps]
    assert min(gap for gap in gaps if gap > 18.0) <= 18.0 + 1 / 16
    assert game.unit("Watch").covering == STEADY


@pytest.mark.clause("FOW-11.2-02")
@pytest.mark.parametrize(
    ("inches", "contact", "moments"),
    [
        (1.5, False, [0, 0.5, 1, 1.5]),
        (1.5, True, [0, 0.5, 1, 1.5 - FINE, 1.5]),  # and just before contact
        (0.25, True, [0, 0.25 - FINE, 0.25]),
        (1 + FINE / 2, True, [0, 0.5, 1, 1 + FINE / 2]),  # which is at an inch already
        (1 + 2 * FINE, True, [0, 0.5, 1, 1 + FINE, 1 + 2 * FINE]),
    ],
)
def test_each_half_inch_is_a_moment(inches: float, contact: bool, moments: list[float]) -> None:
    u = unit(0, "Runners", (10, 10))
    course = Course(u, [0], ((Leg(to_grid(10.0), to_grid(10 + inches)),),))
    assert [s * course.longest for s in course.shares(False, contact)] == pytest.approx(moments)
    assert course.shares(True, contact) == [0.0, 1.0]  # a jump is one bound


@pytest.mark.clause("FOW-11.2-02")
def test_or_lets_a_move_pass() -> None:
    game = activation(watch(), "Runners").choose("move 6").by(0, 6).choose(LET_PASS)
    assert game.unit("Runners").y[0] == 16.0
    assert game.unit("Runners").most_moved == 6.0
    game.choose("move 6").by(0, 1)
    assert game.asks("covering")


@pytest.mark.clause("FOW-11.2-03")
def test_once_a_turn() -> None:
    """It fired; ordered again in its own activation it waits for the next turn."""
    second = unit(0, "Others", (30, 10), (32, 10), weapon="Assault Rifle")
    b = watch(second)
    game = fire_and_miss(activation(b, "Runners").choose("move 6").by(0, 2)).stay()
    b = game.b
    watcher = named(b, "Watch")
    assert watcher.reacted & COVERED
    game = activation(b, "Watch").choose("covering fire").choose("nothing more")
    assert watcher.covering == STEADY
    game = activation(b, "Others").choose("move 6").by(0, 6)
    assert game.asks("action"), "nobody was asked to fire"
    end_turn(b)
    b.phase = "attempts"
    game = activation(b, "Others").choose("move 6").by(0, 1)
    assert game.asks("covering")


@pytest.mark.clause("FOW-11.2-04")
def test_indirect_weapons_take_no_part() -> None:
    mortar = unit(1, "Mortars", (20, 30), (22, 30), weapon="Mortar, Light", av=4,
                  state={"covering": STEADY})  # fmt: skip
    spotter = unit(1, "Spotter", (10, 40), weapon="Assault Rifle")
    b = battle(
        unit(0, "Runners", (20, 10), weapon="Assault Rifle"), mortar, spotter, covering_fire=True
    )
    game = activation(b, "Runners").choose("move 6").by(0, 6)
    assert game.asks("action")
    refusal = refuse_covering(b, named(b, "Mortars"), False)
    assert refusal is not None
    assert refusal.clause == "FOW-11.2-04"
    # In their own activation they may shoot well enough.
    assert activation(b, "Mortars").refusal("shoot at Runners") is None


def test_shooting_and_covering_are_not_for_one_activation() -> None:
    """FOW-GAP-55, both ways round."""

    def why(first: str, then: Any) -> Refusal | None:
        b = watch(order=NO_ORDER, at=(10, 21))
        game = activation(b, "Runners").choose(first)
        if first.startswith("shoot"):
            game.choose("it will not move").roll(10, 10, 10, 10)
        return game.refusal(then)

    one = why("shoot at Watch", Action(COVER))
    two = why("covering fire", "shoot at Watch")
    assert one is not None
    assert two is not None
    assert one.clause == two.clause == "FOW-GAP-55"


def test_in_close_combat_nobody_covers_on() -> None:
    b = battle(
        unit(0, "Brutes", (10, 10), (12, 10)),
        unit(1, "Watch", (10, 14), (12, 14), weapon="Assault Rifle", state={"covering": STEADY}),
        covering_fire=True,
    )
    game = activation(b, "Brutes").choose("charge Watch").go(10, 14)
    while getattr(game.pending, "kind", "") == "covering":
        assert not game.unit("Brutes").engaged
        gap = 14 - game.unit("Brutes").y[0] - 1
        game.choose(WAIT)
    assert gap <= 1 / 8, "the last moment is just before contact"
    assert game.need() == 5  # FV 6 - AV 1: the round is fought
    assert named(game.b, "Watch").covering == STEADY  # until it is over
    game.roll(10, 10).roll(10, 10)
    assert named(game.b, "Watch").covering == NO_ORDER


def test_losses_on_the_way_may_end_a_charge() -> None:
    """Two brutes charge 3\" of 6\"; one falls, the other charges on or thinks better of it."""

    def stopped() -> Game:
        b = battle(
            unit(0, "Brutes", (10, 10), (12, 10), training="Horde", state={"markers": 1}),
            unit(1, "Watch", (10, 14), (12, 14), weapon="Automatic Pistol",
                 state={"covering": STEADY}),
            covering_fire=True,
        )  # fmt: skip
        game = activation(b, "Brutes").choose("charge Watch").go(10, 14).choose(WAIT)
        game.choose(FIRE).roll(1, 10)
        if getattr(game.pending, "kind", "") == "fall":
            game.choose("as proposed")
        return game

    game = stopped().choose("charge Watch").go(10, 14)
    assert game.unit("Brutes").engaged
    game = stopped().choose("another move").by(0, -1)
    assert game.asks("action").title.startswith("Brutes")
    assert not game.unit("Brutes").engaged


def test_an_interrupted_move_pays_for_what_it_trod_on() -> None:
    """Through the wire at full speed costs a marker, turning back before it nothing."""

    def before_the_wire() -> Game:
        b = watch(ground=[("Barbed Wire", 5, 13, 20, 13.5)], order=STEADY)
        named(b, "Runners").y[:] = [11.0, 11.0]
        named(b, "Runners").touch()
        game = activation(b, "Runners").choose("force the obstacle").by(0, 6)
        while game.unit("Runners").y[0] < 12.0:
            game.choose(WAIT)
        return fire_and_miss(game)

    game = before_the_wire().stay()
    assert game.unit("Runners").markers == 0
    game = before_the_wire().by(0, 5)
    assert game.unit("Runners").markers == 1
    assert game.unit("Runners").most_moved == pytest.approx(6.0, abs=0.01)


@pytest.mark.clause("FOW-6.2-06")
def test_who_is_shot_full_of_markers_on_the_way_loses_no_figure_to_the_obstacle() -> None:
    """Professionals carry 3 markers. Two are there, the wire takes the third: then fire takes its
    place. The wire lies behind them, no other may be forced, and no figure pays (FOW-GAP-14)."""
    wires = [("Barbed Wire", 5, 11.2, 20, 11.7), ("Barbed Wire", 5, 14.2, 20, 14.7)]
    b = watch(ground=wires)
    named(b, "Runners").markers = 2
    game = activation(b, "Runners").choose("force the obstacle").by(0, 4)
    while game.unit("Runners").y[0] < 13.0:
        game.choose(WAIT)
    game.choose(FIRE).roll(1, *[10] * 5).choose("1 D-marker")
    assert game.unit("Runners").markers == 3
    assert game.refused(*[(x, 16.0) for x in game.unit("Runners").x]).clause == "FOW-6.2-06"
    game.by(0, 0.5)
    assert game.asks("action")  # not who falls
    assert game.unit("Runners").markers == 3
    assert game.unit("Runners").figures == 2


def test_the_rest_of_a_move_is_on_the_same_ground() -> None:
    """A bog halves the whole move: after 2\" inside there is 1\" left, not 4\"."""
    b = watch(ground=[("Boggy Ground", 5, 8, 20, 20)])
    game = activation(b, "Runners").choose("move 6").by(0, 3)
    while game.unit("Runners").y[0] < 12.0:
        game.choose(WAIT)
    fire_and_miss(game)
    assert game._place().refuse(game._shift(0, 1.1))
    game.by(0, 1)
    assert game.asks("action")


def test_an_order_is_part_of_the_state() -> None:
    b = watch(order=AFTER_MOVING)
    named(b, "Watch").reacted = COVERED
    plain = b.to_dict()
    again = b.clone()
    assert again.to_dict() == plain
    named(again, "Watch").covering = named(again, "Watch").reacted = 0
    again.fill(plain)
    assert again.to_dict() == plain
    assert "covering" not in plain["units"][0]
