"""Chapter 3.3: riders who fight on foot."""

from typing import Any

import pytest

from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.actions import DISMOUNT, MOUNT, Action, act
from grognard.systems.forge_of_war.actions import dismount as get_off
from grognard.systems.forge_of_war.contact import in_contact
from grognard.systems.forge_of_war.losses import lose
from grognard.systems.forge_of_war.movement import allowance, troop_type
from grognard.systems.forge_of_war.state import Battle
from tests.systems.forge_of_war.field import Game, alone, battle, profile, row, unit

clause = pytest.mark.clause


def riders(n: int = 8, y: float = 10, **more: Any) -> Any:
    return unit(0, "us", *row(6, y, n), **{"type": "cavalry", **more})


def them() -> Any:
    return unit(1, "them", (40, 44))


def dismounted(n: int = 8, **more: Any) -> Game:
    ground = more.pop("ground", ())
    game = Game(battle(riders(n, **more), them(), ground=ground))
    return game.choose("us: activate").roll(1).choose("dismount")


@clause("FOW-3.3-04")
@pytest.mark.parametrize(("n", "holders"), [(10, 2), (3, 0), (20, 5), (4, 1), (7, 1), (8, 2)])
def test_every_fourth_holds_the_mounts(n: int, holders: int) -> None:
    b = battle(riders(n, base=12.7), size=(72, 48))
    u = b.units[0]
    get_off(u)
    assert sum(u.holds) == holders
    assert u.strength == n  # FOW-GAP-77: they count for strength


@clause("FOW-3.3-04")
def test_holders_stay_and_do_not_fight() -> None:
    game = dismounted()
    assert sum(game.unit("us").holds) == 2
    holders = [i for i in range(8) if game.unit("us").holds[i]]
    game.choose("move 6").by(0, 6)
    us = game.unit("us")
    assert [us.y[i] for i in holders] == [10.0, 10.0]
    assert sum(y == 16.0 for y in us.y) == 6
    # 3" of cohesion do not bind the riders to their mounts.
    assert us.coherent(game.b.settings)
    b = battle(riders(4), unit(1, "them", *row(6, 11, 4)))
    get_off(b.units[0])
    assert in_contact(b, b.units[0], b.units[1]) == [0, 1, 2]


@clause("FOW-3.3-04")
def test_holders_do_not_shoot() -> None:
    game = Game(battle(riders(4, weapon="Assault Rifle"), unit(1, "them", *row(6, 20, 4))))
    game.choose("us: activate").roll(1).choose("dismount").choose("shoot at them")
    game.roll(*[10] * 6)  # three men, two dice each


@clause("FOW-3.3-04")
def test_dismounting_is_one_action() -> None:
    game = dismounted()
    game.choose("move 6").by(0, 1)
    assert game.asks("attempt").player == 1


@clause("FOW-3.3-05")
def test_on_foot_they_are_infantry_of_six_inches() -> None:
    b = battle(riders(8))
    u = b.units[0]
    assert (troop_type(u), allowance(b, u)) == ("cavalry", 12.0)
    get_off(u)
    assert (troop_type(u), allowance(b, u)) == ("infantry", 6.0)
    p = u.profile
    assert (p.cv, p.sv, p.fv, p.av, p.wounds) == (7, 7, 6, 1, 1)
    assert "dismounted" in b.view(None)["units"][0]["badges"]


@clause("FOW-3.3-05")
def test_or_what_their_list_makes_of_them() -> None:
    foot = profile(name="troopers on foot", cv=6, sv=5, fv=4, av=0, move=5.0)
    b = battle(riders(4, dismount=foot, weapon="Assault Rifle"), unit(1, "them", *row(6, 20, 4)))
    game = Game(b).choose("us: activate").roll(1).choose("dismount")
    us = game.unit("us")
    assert (us.cv, us.profile.av, allowance(game.b, us)) == (6, 0, 5.0)
    game.choose("shoot at them")
    assert game.need() == 5  # SV 5, AV 1 cancelled by WV 1


@clause("FOW-3.3-04", "FOW-3.3-05")
def test_who_dismounted_is_still_on_foot_in_the_record() -> None:
    foot = profile(name="on foot", move=5.0)
    b = battle(riders(8, dismount=foot), them())
    get_off(b.units[0])
    again = battle(riders(8, dismount=foot), them())
    again.fill(b.to_dict())
    for copy in (again, b.clone()):
        u = copy.units[0]
        assert isinstance(copy, Battle)
        assert u.holds == b.units[0].holds
        assert allowance(copy, u) == 5.0
        assert u.kinds[0].profile.move == 5.0
        u.ride(True)
        assert allowance(copy, u) == 12.0
        assert not any(u.holds)
    assert allowance(b, b.units[0]) == 5.0  # the copy rides, not the original


@clause("FOW-3.3-04")
def test_mounting_again_where_the_mounts_are() -> None:
    game = dismounted()
    game.choose("nothing more")
    game.choose("them: activate").roll(10).choose("stay")
    game.roll(9).roll(1).choose("first").choose("us: activate").roll(1)
    game.choose("move 6").by(0, 6)
    refusal = game.refusal(Action(MOUNT))
    assert refusal is not None
    assert refusal.clause == "FOW-GAP-77"
    game = dismounted()
    game.choose("mount")
    us = game.unit("us")
    assert not us.dismounted
    assert troop_type(us) == "cavalry"


@clause("FOW-8.3-11")
@pytest.mark.parametrize(
    ("said", "gets_off"), [("it will not move", False), ("it will move", True)]
)
def test_who_shot_from_where_it_stands_stays_in_the_saddle(said: str, gets_off: bool) -> None:
    game = Game(battle(riders(1, weapon="Assault Rifle"), unit(1, "them", *row(6, 20, 4))))
    game.choose("us: activate").roll(1).choose("shoot at them").choose(said)
    game.roll(*[10] * game.pending.pool)  # type: ignore[union-attr]
    refusal = game.refusal(Action(DISMOUNT))
    assert (refusal is None) == gets_off
    assert gets_off or refusal.clause == "FOW-8.3-11"


@clause("FOW-3.3-04")
@pytest.mark.parametrize(
    ("ground", "level", "why"),
    [("Woods", 0, None), ("Building", 0, "FOW-6.2-13"), ("Building", 1, "FOW-6.2-13")],
)
def test_no_mount_comes_into_a_house(ground: str, level: int, why: str | None) -> None:
    """Which is closed to cavalry; a wood is not."""
    b = battle(riders(3), them(), ground=[(ground, 2, 4, 20, 16)])
    b.units[0].level = [level] * 3
    get_off(b.units[0])
    refusal = Game(b, alone(act, b.units[0], 2)).refusal(Action(MOUNT))
    assert (refusal and refusal.clause) == why


@clause("FOW-3.3-04", "FOW-3.3-01")
def test_only_cavalry_dismounts() -> None:
    for kind in ("infantry", "monstrous"):
        game = Game(battle(unit(0, "us", (6, 10), type=kind), them()))
        game.choose("us: activate").roll(1)
        assert not game.has(Action(DISMOUNT))


@clause("FOW-3.3-04")
def test_a_leader_with_them_holds_no_horse() -> None:
    b = battle(
        riders(8),
        unit(0, "boss", (22, 10), leader=True, type="cavalry"),
        them(),
        leaders={"boss": "us"},
    )
    u = b.units[0]
    get_off(u)
    assert sum(u.holds) == 2
    assert not u.holds[8]
    assert u.kinds[u.kind[8]].profile.name == "boss"


@clause("FOW-3.3-03")
def test_sizes_are_warnings_not_refusals() -> None:
    # Four figures are unusual; the battle is played all the same.
    setup = SYSTEM.setup("encounter", [], 1, SYSTEM.settings())
    assert isinstance(setup, dict)
    plain = setup["rosters"][0]["units"][0]
    plain["figures"], plain["arms"] = 4, []
    b = SYSTEM.start(setup, SYSTEM.settings())
    assert isinstance(b, Battle)
    assert b.units[0].figures == 4


@clause("FOW-3.3-04")
def test_when_only_holders_are_left_they_hold_no_longer() -> None:
    # Nobody is left whose mounts they could mind: they go, and fight, as they are.
    b = battle(riders(4), them())
    u = b.units[0]
    get_off(u)
    assert u.holds == [False, False, False, True]
    Game(b, alone(lose, u, 3, [0, 1, 2]))
    assert (u.figures, u.holds) == (1, [False])
    game = Game(b).choose("us: activate").roll(1).choose("move 6").by(0, 6)
    assert game.unit("us").y == [16.0]
