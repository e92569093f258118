"""Leaders (2.1, 2.2 and the rulings FOW-GAP-05, FOW-GAP-06)."""

from typing import Any

import pytest

from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.actions import JOIN, LEAVE, Action
from grognard.systems.forge_of_war.attempts import ACTIVATE, Attempt
from grognard.systems.forge_of_war.losses import lose
from grognard.systems.forge_of_war.state import DESTROYED, LEFT, Battle
from tests.systems.forge_of_war.field import Game, alone, battle, row, unit

clause = pytest.mark.clause


def led(
    n: int = 4,
    markers: int = 0,
    cv: int = 9,
    wounds: int = 1,
    training: str = "Professional",
    start: int = 0,
    **more: Any,
) -> Battle:
    """us with a boss beside the last man, and one enemy in the far corner."""
    return battle(
        unit(0, "us", *row(10, 10, n), state={"markers": markers}, training=training, start=start),
        unit(
            0,
            "boss",
            (10 + 2 * n, 10),
            leader=True,
            cv=cv,
            sv=9,
            fv=9,
            wounds=wounds,
            weapon="Automatic Pistol",
        ),
        unit(1, "them", (44, 44)),
        leaders={"boss": "us"},
        **more,
    )


@clause("FOW-2.1-02")
@pytest.mark.parametrize(("cv", "value"), [(9, 9), (5, 7)])
def test_the_better_command_value_counts(cv: int, value: int) -> None:
    # FOW-GAP-05: the higher of the unit's 7 and his, for every test, less the unit's markers.
    game = Game(led(cv=cv, markers=2)).choose("us: activate")
    assert game.need() == value - 2
    game = Game(led(cv=cv, markers=2)).choose("us: rally")
    assert game.need() == value - 2


@clause("FOW-2.1-02")
def test_a_leader_by_himself_helps_nobody() -> None:
    game = Game(
        battle(
            unit(0, "us", *row(10, 10, 4)),
            unit(0, "boss", (18, 10), leader=True, cv=9),
            unit(1, "them", (44, 44)),
        )
    )
    game.choose("us: activate")
    assert game.need() == 7


@clause("FOW-2.1-02", "FOW-4.1-16")
def test_an_attached_leader_is_no_unit_of_his_own() -> None:
    b = led()
    game = Game(b)
    assert game.labels() == ["us: activate"]
    assert b.units[0].figures == 5
    game.choose("us: activate").roll(9).choose("move 6").by(0, 3).choose("nothing more")
    assert b.units[0].y == [13.0] * 5  # he has moved with it
    assert game.asks("attempt").player == 1


@clause("FOW-4.1-07")
def test_a_leader_is_not_counted_in_the_strength() -> None:
    # 2 of 4 and the boss: half strength all the same; 9 - 1.
    game = Game(led(n=2, start=4)).choose("us: activate")
    assert game.need() == 8


@clause("FOW-2.2-01")
def test_a_wound_on_him_instead_of_a_figure() -> None:
    b = led()
    game = Game(b, alone(lose, b.units[0], 1, [0, 1, 2, 3, 4]))
    # The proposal spares him; his owner may choose him all the same.
    assert "(boss)" not in game.labels()[0]
    game.choose(4)
    assert game.unit("boss").off == DESTROYED
    assert game.unit("us").figures == 4


@clause("FOW-3.1-09", "FOW-2.2-01")
def test_a_wounded_leader_need_not_take_the_next() -> None:
    # FOW-GAP-05: his owner may take a wound on him; FOW-3.1-09 binds figures of the unit.
    b = led(wounds=3)
    u = b.units[0]
    Game(b, alone(lose, u, 1, [0, 1, 2, 3, 4])).choose(4)
    assert u.wounded == [0, 0, 0, 0, 1]
    game = Game(b, alone(lose, u, 1, [0, 1, 2, 3, 4]))
    game.choose(0)
    assert (u.figures, u.wounded) == (4, [0, 0, 0, 1])
    assert not b.invariants()


@clause("FOW-2.2-05")
@pytest.mark.parametrize(("n", "after"), [(1, 1), (0, 0), (2, 2)])
def test_a_fallen_leader_leaves_markers(n: int, after: int) -> None:
    b = led(leader_loss_markers=n)
    game = Game(b, alone(lose, b.units[0], 1, [4]))
    assert game.done
    assert b.units[0].markers == after
    assert b.units[0].figures == 4
    assert b.units[1].off == DESTROYED
    assert "FOW-2.2-05" in game.clauses()


@clause("FOW-2.2-05", "FOW-5.1-04")
def test_at_the_maximum_a_fallen_leader_costs_a_figure() -> None:
    b = led(markers=3)
    game = Game(b, alone(lose, b.units[0], 1, [4]))
    game.choose("as proposed")
    assert (b.units[0].markers, b.units[0].figures) == (3, 3)


@clause("FOW-2.2-05")
def test_a_leader_who_falls_with_others_at_the_maximum() -> None:
    # Two figures and he fall at once, and his death takes one more: 5 - 3 - 1 = 1.
    b = led(markers=3)
    game = Game(b, alone(lose, b.units[0], 3, [0, 1, 4]))
    game.choose("as proposed")
    assert (b.units[0].markers, b.units[0].figures) == (3, 1)


@clause("FOW-2.2-05")
def test_a_leader_alone_is_mourned_by_nobody() -> None:
    b = battle(
        unit(0, "us", *row(10, 10, 3)),
        unit(0, "boss", (18, 10), leader=True),
        unit(1, "them", (44, 44)),
    )
    Game(b, alone(lose, b.units[1], 1, [0]))
    assert b.units[1].off == DESTROYED
    assert b.units[0].markers == 0


@clause("FOW-2.2-05")
def test_a_leader_who_outlives_his_unit_stands_alone() -> None:
    b = led(n=2, markers=2, wounds=2)
    Game(b, alone(lose, b.units[0], 2, [0, 1]))
    boss = b.units[1]
    assert b.units[0].off == DESTROYED
    assert (boss.host, boss.x, boss.y) == (-1, [14.0], [10.0])
    assert boss.markers == 2  # they were his too
    assert Game(b).labels() == ["boss: activate", "boss: rally"]


@clause("FOW-4.4-02")
def test_a_leader_leaves_the_table_with_his_unit() -> None:
    game = Game(
        battle(
            unit(0, "us", (20, 8), start=3, cv=2),
            unit(0, "boss", (22, 8), leader=True, cv=2, cost=50),
            unit(0, "rest", (40, 20)),
            unit(1, "them", (21, 18)),
            leaders={"boss": "us"},
        )
    )
    game.choose("us: activate").roll(10)
    assert game.unit("us").off == game.unit("boss").off == LEFT
    assert game.b.scenario.points(game.b, 1) == 150


@clause("FOW-2.1-02")
def test_he_leaves_as_part_of_a_successful_activation() -> None:
    game = Game(led(markers=2))
    game.choose("us: activate").roll(1).choose(Action(LEAVE, 1))
    boss, us = game.unit("boss"), game.unit("us")
    assert (boss.host, boss.figures, us.figures) == (-1, 1, 4)
    # The markers they shared stay with both, and neither acts again this turn.
    assert boss.markers == us.markers == 2
    game.choose("nothing more")
    assert game.asks("attempt").player == 1
    assert us.cv == 7


@clause("FOW-6.1-04")
def test_he_stays_where_he_holds_the_unit_together() -> None:
    b = battle(
        unit(0, "us", (10, 10), (15, 10), state={"regrouping": True}),
        unit(0, "boss", (12.5, 10), leader=True),
        unit(1, "them", (44, 44)),
        leaders={"boss": "us"},
    )
    game = Game(b).choose("us: activate").roll(1)
    refusal = game.refusal(Action(LEAVE, 1))
    assert refusal is not None
    assert refusal.clause == "FOW-6.1-04"


def lone(away: float, attempted: bool = True, markers: int = 0) -> Game:
    b = battle(
        unit(0, "us", *row(10, 10, 3), state={"attempted": attempted, "markers": 1}),
        unit(0, "boss", (15 + away, 10), leader=True, cv=9, state={"markers": markers}),
        unit(1, "them", (44, 44)),
    )
    return Game(b).choose("boss: activate").roll(1)


@clause("FOW-2.1-02")
@pytest.mark.parametrize(("away", "joins"), [(2.0, True), (2.125, False)])
def test_he_joins_within_two_inches(away: float, joins: bool) -> None:
    # Edge to edge: the last man's centre is at 14, so `away` from 15 between the rims.
    assert lone(away).has(Action(JOIN, 0)) is joins


@clause("FOW-2.1-02")
@pytest.mark.parametrize(("markers", "then"), [(0, 1), (2, 2)])
def test_joining_he_shares_markers_and_command(markers: int, then: int) -> None:
    game = lone(1.0, markers=markers)
    game.choose(Action(JOIN, 0))
    us = game.unit("us")
    assert (us.figures, us.cv, us.markers) == (4, 9, then)
    assert game.asks("attempt").player == 1  # his activation is over


@clause("FOW-4.1-16")
def test_nobody_acts_twice_by_joining() -> None:
    game = lone(1.0, attempted=False)
    refusal = game.refusal(Action(JOIN, 0))
    assert refusal is not None
    assert refusal.clause == "FOW-4.1-16"
    game.choose("nothing more")
    assert game.refusal(Attempt(0, ACTIVATE)) is None  # and no unit loses its attempt


@clause("FOW-3.1-03", "FOW-3.1-04")
def test_he_fights_with_his_own_values() -> None:
    # FV 9, and a pistol's 1 more; the men FV 6 against AV 1. Each kind rolls for itself.
    b = battle(
        unit(0, "us", (10, 10)),
        unit(0, "boss", (12, 10), leader=True, fv=9, weapon="Automatic Pistol"),
        unit(1, "them", (10, 11), (12, 11)),
        leaders={"boss": "us"},
    )
    game = Game(b).choose("us: fight on")
    needs = [game.need()]
    game.roll(10)
    needs.append(game.need())
    # 6 - 1 = 5; 9 + 1 - 1 + 1 (better by 4) = 10.
    assert needs == [5, 10]


@clause("FOW-2.1-02")
def test_leaders_begin_with_the_unit_that_their_list_names() -> None:
    # FOW-GAP-05: attached from deployment on. Two of the ready forces say so of a leader.
    found = 0
    for key in SYSTEM.forces():
        setup = SYSTEM.setup("encounter", [key, key], 1, SYSTEM.settings())
        assert isinstance(setup, dict)
        b = SYSTEM.start(setup, SYSTEM.settings())
        assert isinstance(b, Battle)
        for player, plain in enumerate(setup["rosters"]):
            own = [u for u in b.units if u.player == player]
            for u, entry in zip(own, plain["units"]):
                host = next((v for v in own if v.name == entry["attach"]), None)
                assert u.host == (host.index if host else -1)
                if host:
                    found += 1
                    assert host.figures == host.start + 1
                    assert not u.figures
    assert found


@clause("FOW-9.5-01")
def test_what_disengaging_tests_is_the_groups_choice() -> None:
    # CV 7, 2 markers, at half strength: 7 - 2 - 1 = 4, or with markers only 5 (FOW-GAP-27).
    for setting, need in (("activation", 4), ("markers_only", 5)):
        b = battle(
            unit(0, "us", (10, 10), (12, 10), start=4, state={"markers": 2}),
            unit(1, "them", (10, 11), (12, 11)),
            command_test=setting,
        )
        assert Game(b).choose("us: disengage").need() == need


@clause("FOW-2.2-05")
def test_his_fall_is_settled_before_anything_is_asked() -> None:
    # He alone touched the enemy; who falls for him is asked when nobody does any more.
    b = battle(
        unit(0, "us", (10, 10), (12, 10), state={"markers": 3}),
        unit(0, "boss", (14, 10), leader=True),
        unit(1, "them", (15, 10)),
        leaders={"boss": "us"},
    )
    assert b.units[0].engaged
    game = Game(b, alone(lose, b.units[0], 1, [2]))
    assert game.asks("fall").player == 0
    assert not b.invariants()
    assert not b.units[0].engaged


@clause("FOW-2.1-02")
def test_a_leader_is_one_wherever_his_list_names_him() -> None:
    """First of all units, or last."""
    men, boss = row(10, 10, 4), (18, 10)
    for first in (True, False):
        units = [unit(0, "us", *men), unit(0, "boss", boss, leader=True, cv=9)]
        b = battle(*units[:: -1 if first else 1], unit(1, "them", (44, 44)), leaders={"boss": "us"})
        us = b.units[int(first)]
        assert (us.name, us.figures, us.strength, us.cv) == ("us", 5, 4, 9)
