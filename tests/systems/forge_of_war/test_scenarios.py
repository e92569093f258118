"""Scenarios of the house (FOW-GAP-62): zones, objectives, who begins, what wins."""

from dataclasses import replace

import pytest

from grognard.bots.random import RandomBot
from grognard.bots.table import play_out
from grognard.play.match import Match, Seat
from grognard.play.verify import verify
from grognard.rules.effects import Choose, Place
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.attempts import pass_to_whoever_can, roll_off
from grognard.systems.forge_of_war.deployment import Deployment, deploy_step
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.scenario import THROUGH, Scenario, leave
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.state import DEPLOY, LEFT, ROLL_OFF, Battle
from tests.systems.forge_of_war.field import Game, alone, battle, named, row, unit

OFFERED = ("encounter", "hold-the-ground", "breakthrough", "ambush")
FORCES = ["line-company", "insurrection"]


def plan(key):
    return load_catalogue().plan(key)


def scenario(key, limit=400):
    p = plan(key)
    return Scenario(p.key, p.turns, p.depth, limit, p)


def staged(key, *units, attacker=-1, edges=None, turn=1, **settings):
    """A battle of this scenario on an empty table; the attacker comes from the south or, on a
    table that is longer than wide the other way round, from the west."""
    p = plan(key)
    home = (0, 2)
    if p.sizes[0] != p.width:
        home = (3, 1)
    if attacker == 1:
        home = home[::-1]
    b = battle(*units, size=(p.width, p.height), edges=edges or home, turn=turn, **settings)
    staged = Battle(b.board, scenario(key), b.units, b.settings)
    staged.turn, staged.phase, staged.edges = turn, b.phase, b.edges
    staged.attacker = attacker
    return staged


# ---------------------------------------------------------------- what is on offer


def test_four_scenarios_are_offered_and_the_benchmark_s_is_not():
    assert SYSTEM.scenarios == OFFERED
    assert not isinstance(SYSTEM.setup("field", ["benchmark"] * 2, 0, Settings()), list)
    (refusal,) = SYSTEM.setup("encountre", FORCES, 0, Settings())
    assert "did you mean Encounter" in refusal.what
    assert refusal.legal == "one of " + ", ".join(OFFERED)


def test_fixtures_are_no_ready_forces():
    assert "benchmark" not in SYSTEM.forces()
    assert set(FORCES) < set(SYSTEM.forces())


@pytest.mark.parametrize("key", OFFERED)
def test_every_scenario_tells_what_it_is_about(key):
    assert len(plan(key).about) > 40
    assert plan(key).house == ("*",)


@pytest.mark.parametrize("key", OFFERED)
def test_a_scenario_travels_in_the_record(key):
    made = SYSTEM.setup(key, FORCES, 3, Settings())
    again = Scenario.from_dict(made["scenario"])
    assert again.to_dict() == made["scenario"]
    assert again.turns == plan(key).turns
    assert (again.plan.victory, again.plan.objectives) == (
        plan(key).victory,
        plan(key).objectives,
    )


@pytest.mark.parametrize("key", OFFERED)
def test_battles_are_played_out_recorded_and_verified(key, tmp_path):
    settings = Settings()
    setup = SYSTEM.setup(key, FORCES, 11, settings)
    bots = [RandomBot(1), RandomBot(2)]
    path = tmp_path / "battle.grog"
    match = Match.begin(
        SYSTEM, setup, settings, [Seat(0, 0, "a"), Seat(1, 1, "b")], path, secret=b"x" * 32
    )
    while match.waiting():
        player, effect = match.waiting()[0]
        answer = bots[player].answer(match.session, SYSTEM, player, effect)
        assert match.answer(player, answer) == []
    assert verify(path)["ok"]


@pytest.mark.parametrize("key", OFFERED)
@pytest.mark.parametrize("seed", range(3))
def test_nothing_impossible_happens(key, seed):
    setup = SYSTEM.setup(key, FORCES[::-1], seed, Settings())

    def watch(session):
        b = session.state
        assert not b.invariants()
        again = b.clone()
        again.fill(b.to_dict())
        assert again.to_dict() == b.to_dict()
        assert again.clone().to_dict() == b.to_dict()
        b.view(None)

    play_out(SYSTEM, setup, Settings(), {0: RandomBot(seed), 1: RandomBot(9)}, seed, watch, True)


# ---------------------------------------------------------------- setting up


def begin(key, *units, seed=0):
    p = plan(key)
    b = battle(*units, size=(p.width, p.height), phase=DEPLOY, turn=0)
    fresh = Battle(b.board, scenario(key), b.units, b.settings)
    for u in fresh.units:
        u.deployed = False
    return Game(fresh, once_deployed)


def once_deployed(b):
    while b.phase == DEPLOY:
        yield from deploy_step(b)


def squads(*names):
    return [unit(int(n[0]), n, *row(5, 5 + 3 * i, 3)) for i, n in enumerate(names)]


def test_roles_are_chosen_by_the_higher_die_before_the_edges():
    game = begin("breakthrough", *squads("0a", "1a"))
    game.roll(2).roll(8)
    role = game.asks("role")
    assert (role.player, game.labels()) == (1, ["attacker", "defender"])
    game.choose("defender")
    assert game.b.attacker == 0
    assert game.asks("edge").player == 1


def test_edges_to_choose_from():
    assert begin("breakthrough", *squads("0a", "1a")).roll(9).roll(8).choose("attacker").labels() \
        == ["south", "north"]  # fmt: skip
    assert begin("ambush", *squads("0a", "1a")).roll(9).roll(8).choose("column").labels() == [
        "east",
        "west",
    ]
    assert begin("hold-the-ground", *squads("0a", "1a")).roll(9).roll(8).labels() == [
        "south",
        "north",
    ]
    game = begin("encounter", *squads("0a", "1a")).roll(9).roll(8)
    assert game.labels() == ["south", "east", "north", "west"]


def test_the_ambush_sets_up_when_all_of_the_column_stands():
    game = begin("ambush", *squads("0a", "0b", "1a"))
    game.roll(9).roll(8).choose("ambush").choose("east")  # so the column is player 1's
    assert game.asks("deploy").player == 1
    game.choose("1a").go(60, 24)
    assert game.asks("deploy").player == 0
    game.choose("0a").go(60, 5)
    assert game.asks("deploy").player == 0
    game.choose("0b").go(60, 43)
    assert game.b.phase == ROLL_OFF


def test_without_roles_they_set_up_in_turns():
    game = begin("encounter", *squads("0a", "0b", "1a", "1b")).roll(9).roll(8).choose("south")
    seats = []
    for name, y in (("0a", 5), ("1a", 43), ("0b", 5), ("1b", 43)):
        seats.append(game.asks("deploy").player)
        game.choose(name).go(24, y)
    assert seats == [0, 1, 0, 1]


def test_zones_turn_with_the_edges():
    column = unit(0, "column", *row(5, 5, 3))
    ambush = unit(1, "ambush", *row(5, 9, 3))
    # 72 by 48; from the west: 18 to 30 along (from the north corner down), 0 to 44 away.
    west = staged("ambush", column, ambush, attacker=0, edges=(3, 1))
    assert west.scenario.zones(west, 0) == [(0, 18, 44, 30)]
    assert west.scenario.zones(west, 1) == [(10, 38, 62, 48), (10, 0, 62, 10)]
    east = staged("ambush", column, ambush, attacker=0, edges=(1, 3))
    assert east.scenario.zones(east, 0) == [(28, 18, 72, 30)]
    assert east.scenario.exit_zone(east) == (0, 0, 6, 48)
    assert west.scenario.exit_zone(west) == (66, 0, 72, 48)
    south = staged("breakthrough", column, ambush, attacker=1, edges=(2, 0))
    assert south.scenario.zones(south, 1) == [(0, 0, 72, 9)]
    assert south.scenario.zones(south, 0) == [(0, 18, 72, 36)]
    assert south.scenario.exit_zone(south) == (0, 42, 72, 48)


def test_roles_are_had_once_they_are_chosen():
    units = unit(0, "c", *row(5, 22, 3)), unit(1, "a", *row(20, 5, 3))
    for attacker, roles in (
        (-1, ["", ""]), (0, ["attacker", "defender"]), (1, ["defender", "attacker"]),
    ):  # fmt: skip
        b = staged("ambush", *units, attacker=attacker, edges=(3, 1))
        assert [b.scenario.role(b, p) for p in (0, 1)] == roles
        b = staged("encounter", *units, attacker=attacker)  # which has none
        assert [b.scenario.role(b, p) for p in (0, 1)] == ["", ""]


def test_either_of_two_zones_will_do_and_nothing_between():
    b = staged(
        "ambush", unit(0, "c", *row(5, 22, 3)), unit(1, "a", *row(20, 5, 3)), attacker=0,
        edges=(3, 1),
    )  # fmt: skip
    place = Deployment(b, named(b, "a"))

    def reason(y):
        legs = Game(b, alone(lambda b: iter(()))).legs((20, y), (22, y), (24, y))
        return [r.legal for r in place.check(legs)]

    assert reason(5) == reason(43) == []
    assert reason(24) == ["in the zone of ambush"]
    assert reason(11) == ["in the zone of ambush"]
    assert {goal.y < 24 for goal in place.goals()} == {True, False}
    assert len(place.reach()) == 2
    assert place.bounds() == (10, 0, 62, 48)


# ---------------------------------------------------------------- who begins


def test_the_ambush_begins_and_later_dice_decide():
    units = [unit(0, "c", *row(5, 22, 3)), unit(1, "a", *row(20, 5, 3))]
    b = staged("ambush", *units, attacker=0)
    b.phase = ROLL_OFF
    game = Game(b, alone(roll_off))
    assert game.done
    assert game.b.active == 1
    b.turn, b.phase = 2, ROLL_OFF
    assert Game(b, alone(roll_off)).pending is not None


def test_the_attacker_begins_a_breakthrough():
    b = staged("breakthrough", unit(0, "d", *row(5, 22, 3)), unit(1, "a", *row(5, 5, 3)),
               attacker=1)  # fmt: skip
    b.phase = ROLL_OFF
    assert Game(b, alone(roll_off)).b.active == 1


# ---------------------------------------------------------------- holding ground

FAR = [unit(1, "far", (2, 46))]
MIDDLE = (36, 24)


def at_middle(n, gap=0.0):
    """n figures of one inch bases whose nearest edge is so far from the middle objective."""
    x, y = MIDDLE
    return [(x + 0.5 + gap + 2 * i, y) for i in range(n)]


def held(b):
    """Who holds the three objectives after a turn's end."""
    game = Game(b, alone(b.scenario.turn_ends))
    assert game.done
    return game.b


def grounds(*units, **settings):
    return staged("hold-the-ground", *units, **settings)


def test_figures_within_three_inches_hold_an_objective():
    near = held(grounds(unit(0, "a", *at_middle(1, 3.0)), unit(1, "b", (2, 46))))
    assert (near.held, near.ground) == ([-1, 0, -1], [1, 0])
    far = held(grounds(unit(0, "a", *at_middle(1, 3.01)), unit(1, "b", (2, 46))))
    assert (far.held, far.ground) == ([-1, -1, -1], [0, 0])


def test_nobody_holds_what_both_stand_on():
    b = grounds(unit(0, "a", *at_middle(2)), unit(1, "b", (33, 24)))
    b.held = [-1, 0, -1]
    after = held(b)
    assert (after.held, after.ground) == ([-1, -1, -1], [0, 0])


def test_who_runs_holds_nothing():
    b = held(
        grounds(unit(0, "a", *at_middle(2), state={"withdrawing": True}), unit(1, "b", (2, 2)))
    )
    assert b.ground == [0, 0]


@pytest.mark.parametrize(("reading", "ground"), [("until_taken", [2, 0]), ("while_there", [1, 0])])
def test_ground_that_is_left_stays_held_or_does_not(reading, ground):
    b = held(grounds(unit(0, "a", *at_middle(2)), unit(1, "b", (2, 46)), ground_held=reading))
    u = named(b, "a")
    u.x, u.y = [5.0, 7.0], [5.0, 5.0]
    u.touch()
    assert held(b).ground == ground


def test_the_most_ground_wins_and_losses_break_a_tie():
    b = grounds(unit(0, "a", *at_middle(2), cost=200), unit(1, "b", (2, 46), cost=200))
    b.ground = [2, 3]
    assert (b.scenario.outcome(b).winner, b.scenario.outcome(b).scores) == (1, (2.0, 3.0))
    b.ground = [3, 3]
    assert b.scenario.outcome(b).winner == -1
    named(b, "b").start = 2  # one of two left: half of 200 points, more than a tenth of 400
    assert b.scenario.outcome(b).winner == 0


def test_who_is_alone_on_the_field_has_won():
    b = grounds(unit(0, "a", *at_middle(2)), unit(1, "b", (2, 46), off=LEFT))
    b.ground = [0, 9]
    assert b.scenario.outcome(b).winner == 0
    assert b.scenario.outcome(b).reason == "player 1 has the field to himself"
    named(b, "a").off, named(b, "b").off = LEFT, ""
    assert b.scenario.outcome(b).winner == 1
    assert b.scenario.outcome(b).reason == "player 2 has the field to himself"


def test_objectives_and_their_holders_are_seen():
    b = held(grounds(unit(0, "a", *at_middle(1)), unit(1, "b", (2, 46))))
    goals = b.view(None)["objectives"]
    assert [(g["x"], g["y"], g["held"]) for g in goals] == [
        (14, 24, None),
        (36, 24, 0),
        (58, 24, None),
    ]
    assert b.view(None)["scores"] == [1, 0]


# ---------------------------------------------------------------- getting through


def runners(*places, **more):
    """A breakthrough northwards over 72 by 48 inches; the way out begins at y = 42."""
    return staged(
        "breakthrough",
        unit(0, "a", *places, cost=100, **more),
        unit(0, "b", *row(5, 5, 4), cost=100),
        unit(1, "d", *row(30, 30, 4), cost=200),
        attacker=0,
    )


def test_a_unit_with_every_figure_at_the_far_edge_is_through():
    b = held(runners((10, 42), (12, 44)))
    assert named(b, "a").off == THROUGH
    assert not named(b, "a").on_table
    assert b.scenario.scores(b) == [100, 0]
    assert b.scenario.points(b, 1) == 0  # it is not lost


@pytest.mark.parametrize(
    "where", [{"withdrawing": True}, {"foes": 4}], ids=["running", "in combat"]
)
def test_who_runs_or_fights_does_not_get_through(where):
    b = runners((10, 42), (12, 44))
    for key, value in where.items():
        setattr(named(b, "a"), key, value)
    zone = b.scenario.exit_zone(b)
    assert not b.scenario.gets_through(b, named(b, "a"), zone)


def test_every_figure_must_be_there():
    assert named(held(runners((10, 42), (12, 41.9))), "a").off == ""


def test_only_what_is_left_of_a_unit_counts():
    b = held(runners((10, 42), (12, 44), start=5))
    assert b.scenario.passed(b) == 40  # two of five, for 100 points


# Of 200 points a third is 66.7 and a sixth 33.3.
@pytest.mark.parametrize(("through", "winner"), [(67, 0), (66, -1), (34, -1), (33, 1)])
def test_a_third_through_wins_and_a_sixth_draws(through, winner):
    b = runners((10, 42), (12, 44))
    named(b, "a").cost = through
    named(b, "b").cost = 200 - through
    assert held(b).scenario.outcome(b).winner == winner


# Of 200 points a half is 100 and a quarter 50.
@pytest.mark.parametrize(("through", "winner"), [(100, 0), (98, -1), (50, -1), (48, 1)])
def test_where_a_record_does_not_say_half_wins_and_a_quarter_draws(through, winner):
    b = runners((10, 42), (12, 44))
    told = b.scenario.to_dict()
    assert (told["plan"].pop("wins"), told["plan"].pop("draws")) == (3, 6)
    b.scenario = Scenario.from_dict(told)
    named(b, "a").cost = through
    named(b, "b").cost = 200 - through
    assert held(b).scenario.outcome(b).winner == winner


def test_nobody_through_and_the_defender_has_won_whoever_he_is():
    for attacker in (0, 1):
        units = [unit(p, str(p), (10 + 20 * p, 30), cost=100) for p in (0, 1)]
        b = staged("breakthrough", *units, attacker=attacker)
        assert b.scenario.outcome(b).winner == 1 - attacker
        named(b, str(attacker)).off = THROUGH
        assert b.scenario.outcome(b).winner == attacker
        assert b.scenario.outcome(b).scores[attacker] == 100.0


def test_with_no_defender_left_everybody_walks_through():
    b = runners((10, 20), (12, 20))
    named(b, "d").off = LEFT
    assert b.scenario.outcome(b).winner == 0
    assert b.scenario.outcome(b).scores == (200.0, 0.0)


def test_leaders_go_through_with_their_unit():
    b = battle(
        unit(0, "a", (10, 44), (12, 44), cost=100),
        unit(0, "chief", (11, 45), leader=True, cost=20),
        unit(1, "d", *row(30, 30, 4)),
        size=(72, 48),
        leaders={"chief": "a"},
    )
    fresh = Battle(b.board, scenario("breakthrough"), b.units, b.settings)
    fresh.turn, fresh.edges, fresh.attacker = 1, [0, 2], 0
    leave(fresh, named(fresh, "a"))
    assert named(fresh, "chief").off == THROUGH
    assert fresh.scenario.passed(fresh) == 120


def test_the_way_out_is_seen():
    b = runners((10, 20), (12, 20))
    zones = {z["label"]: z["points"][0] for z in b.view(None)["zones"]}
    assert zones == {"the way out": [0, 42]}
    assert [p["role"] for p in b.view(None)["players"]] == ["attacker", "defender"]
    b.scenario.plan = replace(b.scenario.plan, exit=1.0)
    assert b.scenario.exit_zone(b) == (0, 47, 72, 48)
    b.scenario.plan = replace(b.scenario.plan, exit=0.0)
    assert b.scenario.exit_zone(b) is None
    b = runners((10, 20), (12, 20))
    b.edges = [-1, -1]  # not chosen yet
    assert b.scenario.exit_zone(b) is None


def test_the_battle_ends_when_all_are_through():
    units = [unit(0, "a", (10, 42)), unit(1, "d", *row(30, 30, 4))]
    b = staged("breakthrough", *units, attacker=0)
    for u in b.units:
        u.attempted = True
    game = Game(b, alone(pass_to_whoever_can))
    assert game.b.outcome() is not None
    assert game.b.outcome().winner == 0


# ---------------------------------------------------------------- readings


def test_the_last_side_standing_wins():
    b = battle(unit(0, "a", (5, 5)), unit(1, "b", (40, 40), off=LEFT), victory="last_standing")
    assert b.scenario.outcome(b).winner == 0
    both = battle(unit(0, "a", (5, 5), start=9), unit(1, "b", (40, 40)), victory="last_standing")
    assert both.scenario.outcome(both).winner == -1
    assert battle(unit(0, "a", (5, 5), start=9), unit(1, "b", (40, 40))).scenario.points(
        both, 1
    ) == 50  # fmt: skip


def test_a_battle_may_be_shorter_or_longer():
    for length, turns in ((0, 6), (2, 2), (20, 20)):
        made = SYSTEM.setup("encounter", FORCES, 0, Settings(game_length=length))
        assert made["scenario"]["turns"] == turns
    setup = SYSTEM.setup("encounter", FORCES, 0, Settings(game_length=1))
    turns = set()
    play_out(
        SYSTEM, setup, Settings(game_length=1), {0: RandomBot(0), 1: RandomBot(1)}, 0,
        lambda session: turns.add(session.state.turn),
    )  # fmt: skip
    assert turns == {0, 1}


# ---------------------------------------------------------------- asked in order


def test_a_bot_is_asked_for_legal_things_only():
    setup = SYSTEM.setup("ambush", FORCES, 4, Settings())
    kinds = set()

    def watch(session):
        effect = session.pending
        if isinstance(effect, Choose):
            kinds.add(effect.kind)
            assert effect.allowed()
        elif isinstance(effect, Place):
            kinds.add(effect.kind)

    play_out(SYSTEM, setup, Settings(), {0: RandomBot(1), 1: RandomBot(2)}, 4, watch, True)
    assert {"role", "edge", "deploy", "set-up", "attempt"} <= kinds
