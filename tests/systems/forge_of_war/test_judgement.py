"""What bots make of a battle: nothing that a player would call silly."""

import pytest

from grognard.bots.greedy import GreedyBot
from grognard.rules.effects import Goal
from grognard.systems.forge_of_war import SYSTEM, actions, attempts
from grognard.systems.forge_of_war import judgement_vehicles as armour
from grognard.systems.forge_of_war.judgement import Tactics
from grognard.systems.forge_of_war.judgement_danger import incoming
from grognard.systems.forge_of_war.judgement_errands import (
    elbow_room,
    errand,
    far_from_work,
    pressing,
)
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.scenario import Scenario
from tests.systems.forge_of_war.field import Game, battle, row, unit, vehicle


def chosen(game, kind, player=0):
    """What greedy takes of the open choice."""
    effect = game.asks(kind)
    return effect.options[GreedyBot(1).answer(game.session, SYSTEM, player, effect)].value


def acting(*units, **more):
    """The first action of the unit called "us"."""
    return Game(battle(*units, **more)).choose("us: activate").roll(1)


@pytest.mark.parametrize(("arms", "shoots"), [("Man-stopper", True), ("Solid shot", False)])
def test_nobody_shoots_at_what_he_cannot_hurt(arms, shoots):
    # Weapon Value 1 can hurt a hull, Weapon Value 0 cannot (FOW-10.7-01).
    us = unit(0, "us", *row(10, 10, 4), weapon=f"Shotgun ({arms})")
    game = acting(us, vehicle(1, "hull", 13, 17, av=3))
    assert game.refusal("shoot at hull") is None
    assert (chosen(game, "action").what == actions.SHOOT) == shoots


def fought_for(key, *units, **more):
    plan = load_catalogue().plan(key)
    b = battle(*units, size=(float(plan.width), float(plan.height)), **more)
    b.scenario = Scenario(plan.key, plan.turns, plan.depth, 1000, plan)
    b.attacker = 0
    return b


def test_objectives_are_shared_out():
    # Three places at 14", 36" and 58" along the middle of a table 48" deep; one unit for each.
    left, middle, right = (unit(0, name, (x, 5)) for name, x in (("a", 30), ("b", 36), ("c", 44)))
    b = fought_for("hold-the-ground", left, middle, right, unit(1, "them", (36, 46)))
    assert [errand(b, u)[:2] for u in (left, middle, right)] == [(14, 24), (36, 24), (58, 24)]


def test_who_must_get_through_goes_straight_on_and_in_time():
    # The far edge of a table 48" deep: the middle of its last 6" is at 45", 35" from here. Nine
    # turns: at 8" each there is time to fight (8 x 8 = 64) in the first, and in the fifth too
    # (4 x 8 = 32 inches, and half an inch of slack) there is none.
    us = unit(0, "us", (20, 10))
    b = fought_for("breakthrough", us, unit(1, "them", (60, 30)))
    assert errand(b, us)[:2] == (20, 45)
    assert not pressing(b, us, errand(b, us))
    b.turn = 5
    assert pressing(b, us, errand(b, us))
    assert errand(b, b.units[1]) is None  # the defender only has to be in the way


def test_the_way_out_goes_where_fewest_are_in_the_way():
    # Straight ahead stand two squads; in the west there is nobody.
    us = unit(0, "us", (20, 4))
    b = fought_for("breakthrough", us, unit(1, "c", (20, 26)), unit(1, "d", (26, 26)))
    x, y = errand(b, us)[:2]
    assert y == 45
    assert x < 14
    # So it had better begin there too, and the others had better not stand together.
    assert far_from_work(b, us, 6, 4) < far_from_work(b, us, 22, 4)
    assert elbow_room(b, b.units[1]) > elbow_room(b, us)


def test_who_only_wants_through_stays_in_his_carrier():
    def get_out(b):
        us = b.units[1]
        offer = next(
            o for o in attempts.options(b, 0) if o.value == attempts.Attempt(1, "activate")
        )
        return armour.inside(b, us, offer, 5.0, lambda ask: 1.0)

    made = (
        vehicle(0, "hull", 20, 10, transport=10),
        unit(0, "us", (1, 1)),
        unit(1, "them", (20, 25)),
    )
    b = battle(*made, riding={"us": "hull"})
    assert get_out(b) > 0.0  # there is somebody to shoot at
    through = Scenario("breakthrough", 9, 9.0, 1000, load_catalogue().plan("breakthrough"))
    b.scenario, b.attacker = through, 0
    assert get_out(b) < 0.0
    hull = b.units[0]
    assert pressing(b, hull, errand(b, hull))  # and it does not wait


def test_fire_is_feared_where_it_can_come_from():
    # Rifles reach 24": at 20" they do something, at 30" nothing, and nothing through a house.
    def fear(y, ground=()):
        us = unit(0, "us", *row(10, y, 4))
        them = unit(1, "them", *row(10, 40, 4), weapon="Assault Rifle")
        return incoming(battle(us, them, ground=ground), us, lambda ask: 1.0)

    assert fear(20) == pytest.approx(0.7)  # as likely as not in time
    assert fear(9) == 0.0
    assert fear(20, [("Building", 0, 28, 48, 32)]) == 0.0
    late = battle(unit(0, "us", *row(10, 20, 4)),
                  unit(1, "them", *row(10, 40, 4), weapon="Assault Rifle"))  # fmt: skip
    late.units[1].attempted = True
    assert incoming(late, late.units[0], lambda ask: 1.0) == pytest.approx(0.35)


def test_now_or_never_it_runs_whatever_the_fire():
    # Hidden in the woods, 23" to go: out of them there is fire worth 20, of which 14 comes in
    # time. Earlier that is too much for a move of 6"; with one turn left nothing is.
    def goes(turn):
        us = unit(0, "us", *row(20, 20, 4))
        guns = unit(1, "guns", *row(30, 36, 8), weapon="Light Support Weapon")
        b = fought_for("breakthrough", us, guns, turn=turn, ground=[("Woods", 18, 15, 30, 23)])
        us.seen_by = 0
        b.looked.clear()
        game = Game(b).choose("us: activate").roll(1).choose("push on through")
        march = game.pending.movement
        score = [
            Tactics().place(game.b, game.pending, march.propose(Goal(24, y)), lambda ask: 20.0)
            for y in (27, 20)
        ]
        return score[0] > score[1]

    assert (goes(turn=5), goes(turn=8)) == (False, True)
