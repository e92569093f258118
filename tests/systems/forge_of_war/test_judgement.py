"""What bots make of a battle: nothing that a player would call silly."""

import pytest

from grognard.bots.greedy import GreedyBot
from grognard.systems.forge_of_war import SYSTEM, actions
from grognard.systems.forge_of_war.judgement_errands import errand, pressing
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


def fought_for(key, *units, turn=1):
    plan = load_catalogue().plan(key)
    b = battle(*units, size=(float(plan.width), float(plan.height)), turn=turn)
    b.scenario = Scenario(plan.key, plan.turns, plan.depth, 1000, plan)
    b.attacker = 0
    return b


def test_objectives_are_shared_out():
    # Three places at 14", 36" and 58" along the middle of a table 48" deep; one unit for each.
    left, middle, right = (unit(0, name, (x, 5)) for name, x in (("a", 30), ("b", 36), ("c", 44)))
    b = fought_for("hold-the-ground", left, middle, right, unit(1, "them", (36, 46)))
    assert [errand(b, u)[:2] for u in (left, middle, right)] == [(14, 24), (36, 24), (58, 24)]


def test_who_must_get_through_goes_straight_on_and_in_time():
    # The far edge of a table 60" deep: the middle of its last 6" is at 57", 47" from here. Eight
    # turns: at 8" each there is time to fight (7 x 8 = 56) in the first, and none in the fourth.
    us = unit(0, "us", (20, 10))
    b = fought_for("breakthrough", us, unit(1, "them", (40, 50)))
    assert errand(b, us)[:2] == (20, 57)
    assert not pressing(b, us, errand(b, us))
    b.turn = 4
    assert pressing(b, us, errand(b, us))
    assert errand(b, b.units[1]) is None  # the defender only has to be in the way
