"""Chapter 8 on a table: who may be shot at, with how many dice at what number, and who can fall."""

from typing import Any

import pytest

from grognard.systems.forge_of_war.actions import ALONE, AT_IT_TOO, HOLD
from grognard.systems.forge_of_war.attempts import end_turn
from grognard.systems.forge_of_war.shooting import (
    ANTI_TANK,
    OTHERS,
    Firing,
    can_fire,
    common_av,
    firing,
    moved_class,
    refuse_target,
)
from grognard.systems.forge_of_war.state import Battle
from grognard.systems.forge_of_war.volley import OVER_SIX, STILL, UP_TO_SIX
from tests.systems.forge_of_war.field import (
    Game,
    Unexpected,
    battle,
    block,
    named,
    profile,
    row,
    unit,
)

clause = pytest.mark.clause

RPG = "RPG (HEAP)"  # 24", WV 4, one die: no notes to look after
LSW = "Light Support Weapon"  # 36", three dice


def fire(b: Battle, moved: int = STILL, shooters: str = "A", target: str = "B") -> Firing:
    return firing(b, named(b, shooters), named(b, target), moved)


def why_not(b: Battle, moved: int = STILL, shooters: str = "A", target: str = "B") -> str:
    refusal = refuse_target(b, named(b, shooters), named(b, target), moved)
    return refusal.clause if refusal is not None else ""


def apart(gap: float, weapon: str = RPG, **settings: Any) -> Battle:
    """One figure of A and one of B, so far apart from edge to edge."""
    return battle(
        unit(0, "A", (5, 5), weapon=weapon), unit(1, "B", (5, 6 + gap)), size=(48, 96), **settings
    )


def activated(b: Battle, name: str = "A") -> Game:
    return Game(b).choose(f"{name}: activate").roll(1)


# ---------------------------------------------------------------- 8.1 who may be a target


@clause("FOW-8.1-01")
def test_shooting_is_one_action_against_an_enemy() -> None:
    game = activated(apart(10))
    assert [x for x in game.labels() if x.startswith("shoot")] == ["shoot at B"]
    game.choose("shoot at B").choose("it will not move").roll(9)
    assert "FOW-8.1-01" in game.clauses()
    assert game.asks("action").title.endswith("(1 left)")
    assert game.refusal("shoot at B").clause == "FOW-4.2-02"


@clause("FOW-8.1-01")
def test_a_unit_without_ranged_weapons_does_not_shoot() -> None:
    b = battle(unit(0, "A", (5, 5)), unit(1, "B", (5, 12)))
    assert not activated(b).has("shoot at B")


@clause("FOW-8.1-01")
def test_a_leader_shoots_for_himself_and_with_his_unit() -> None:
    """With his own SV (FOW-GAP-05)."""
    hero = profile(name="Hero", sv=9, leader=True)
    alone = battle(unit(0, "Hero", (5, 5), of=hero, weapon=RPG), unit(1, "B", (5, 12)))
    assert [s.sv for s in fire(alone, shooters="Hero").shots] == [9]
    b = battle(
        unit(0, "A", (5, 5), weapon=RPG),
        unit(0, "Hero", (7, 5), of=hero, weapon=RPG, sv=9),
        unit(1, "B", (6, 12)),
        leaders={"Hero": "A"},
    )
    assert sorted((s.sv, s.dice) for s in fire(b).shots) == [(7, 1), (9, 1)]


@clause("FOW-8.1-02")
def test_exactly_the_range_is_within_range() -> None:
    assert why_not(apart(24.0)) == ""
    assert fire(apart(24.0)).dice == 1
    assert why_not(apart(24.125)) == "FOW-8.1-02"
    assert fire(apart(24.125)).dice == 0


@clause("FOW-8.1-02")
def test_the_refusal_says_what_would_be_legal() -> None:
    refusal = activated(apart(25)).refusal("shoot at B")
    assert refusal is not None
    assert (refusal.clause, refusal.legal) == ("FOW-8.1-02", "an enemy within range")


@clause("FOW-8.1-03")
def test_terrain_hides_the_target() -> None:
    b = battle(
        unit(0, "A", (5, 5), weapon=RPG), unit(1, "B", (5, 20)), ground=[("Woods", 2, 10, 8, 13)]
    )
    assert why_not(b) == "FOW-8.1-03"
    assert fire(b).dice == 0


@clause("FOW-8.1-04")
def test_other_units_block_the_line_and_the_two_themselves_do_not() -> None:
    for between in (0, 1):
        b = battle(
            unit(0, "A", (5, 5), weapon=RPG),
            unit(1, "B", (5, 20)),
            unit(between, "C", (5, 12)),
        )
        assert why_not(b) == "FOW-8.1-03"
    own = battle(
        unit(0, "A", (5, 5), (5, 7), weapon=RPG), unit(1, "B", (5, 14), (5, 16))
    )  # one behind the other, on both sides
    assert fire(own).dice == 2
    assert fire(own).seen == (0, 1)


@clause("FOW-8.1-05")
@pytest.mark.parametrize(("x", "seen"), [(5.45, False), (5.6, True)])
def test_half_of_the_base_must_be_in_view(x: float, seen: bool) -> None:
    """A base half-way to the target throws a shadow twice as wide: its edge falls at 4.9 or 5.2,
    and the target's base lies between 4.5 and 5.5."""
    b = battle(unit(0, "A", (5, 5), weapon=RPG), unit(1, "B", (5, 15)), unit(1, "C", (x, 10)))
    assert (why_not(b) == "") == seen


# ---------------------------------------------------------------- 8.1-06 indirect fire

MORTAR = "Mortar, Light"  # 24", three dice against infantry


def mortars(*more: Any, **settings: Any) -> Battle:
    """Mortars behind a wood, and an enemy of three figures beyond it."""
    return battle(
        unit(0, "A", (5, 5), weapon=MORTAR),
        unit(1, "B", *row(5, 20, 3)),
        *more,
        ground=[("Woods", 0, 9, 12, 12)],
        heavy_weapons="no_deployment",
        **settings,
    )


@clause("FOW-8.1-06")
def test_a_friend_who_sees_the_target_spots_for_mortars() -> None:
    assert why_not(mortars()) == "FOW-8.1-03"
    b = mortars(unit(0, "Spotter", (20, 20)))
    assert why_not(b) == ""
    f = fire(b)
    assert f.dice == 3
    assert f.seen == (0, 1, 2)
    # What is seen is what the spotter sees: here the nearest only.
    b = mortars(
        unit(0, "Spotter", (20, 20)), unit(1, "C", (11, 20), (10.75, 21.25), (10.75, 18.75))
    )
    assert len(fire(b).seen) < 3


@clause("FOW-8.1-06")
def test_a_spotter_in_close_combat_spots_for_nobody() -> None:
    assert why_not(mortars(unit(0, "S", (20, 20)), unit(1, "C", (21, 20)))) == "FOW-8.1-03"


@clause("FOW-8.1-06")
def test_an_enemy_spots_for_nobody() -> None:
    assert why_not(mortars(unit(1, "C", (20, 20)))) == "FOW-8.1-03"


@clause("FOW-8.1-06", "FOW-8.1-03")
def test_mortars_need_no_spotter_for_what_they_see() -> None:
    b = battle(
        unit(0, "A", (5, 5), weapon=MORTAR), unit(1, "B", (5, 20)), heavy_weapons="no_deployment"
    )
    assert fire(b).dice == 3


@clause("FOW-8.1-06")
def test_spotted_fire_is_an_ordinary_attack() -> None:
    """With the SV of those who fire and the modifiers of every shot (FOW-GAP-45)."""
    b = mortars(unit(0, "Spotter", (20, 20), sv=9))
    (shot,) = fire(b).shots
    assert (shot.sv, shot.wv, shot.far) == (7, 1, True)  # 14" is over half of 24"


@clause("FOW-8.1-03", "FOW-8.1-06")
def test_nobody_spots_for_direct_fire() -> None:
    b = battle(
        unit(0, "A", (5, 5), weapon=RPG),
        unit(1, "B", (5, 20)),
        unit(0, "Spotter", (20, 20)),
        ground=[("Woods", 0, 9, 12, 12)],
    )
    assert why_not(b) == "FOW-8.1-03"


# ---------------------------------------------------------------- 8.2 one target, or two


def mixed(*more: Any) -> Battle:
    """Two with shotguns, one with an RPG; B at 8" and C, in heavy armour, at about 10"."""
    return battle(
        unit(0, "A", *row(10, 10, 3), arms=[("Shotgun (Solid shot)", 2), (RPG, 1)]),
        unit(1, "B", (12, 19)),
        unit(1, "C", (20, 18), av=5),
        *more,
    )


@clause("FOW-8.2-01")
def test_all_fire_at_the_one_target() -> None:
    game = activated(mixed()).choose("shoot at B").choose("it will not move")
    game.choose("at B too").roll(9, 9, 9, 9).roll(9)
    assert len(game.told("shot")) == 1
    assert game.refusal("shoot at C").clause == "FOW-4.2-02"  # no rifles for C any more


@clause("FOW-8.2-02")
def test_the_anti_tank_weapon_may_have_a_target_of_its_own() -> None:
    game = activated(mixed()).choose("shoot at B").choose("it will not move")
    game.choose("at C")
    assert game.need() == 7 - (5 - 4)  # WV 4 against AV 5
    game.roll(9)
    assert game.need() == 7 - 1 - 1  # AV 1, over half of 12"
    game.roll(9, 9, 9, 9)
    assert [t.args for t in game.told("shot")] == [("A", "C"), ("A", "B")]


@clause("FOW-8.2-03")
def test_one_target_for_each_part_and_no_more() -> None:
    """FOW-GAP-32: only the anti-tank weapons may be split off, all of them to one target."""
    game = activated(mixed()).choose("shoot at B").choose("it will not move")
    assert [o.value for o in game.asks("second target").options] == [AT_IT_TOO, ALONE, 2, HOLD]
    shotguns = battle(
        unit(0, "A", *row(10, 10, 3), weapon="Shotgun (Solid shot)"),
        unit(1, "B", (12, 19)),
        unit(1, "C", (16, 18)),
    )
    game = activated(shotguns).choose("shoot at B").choose("it will not move")
    game.roll(9, 9, 9, 9, 9, 9)  # nobody was asked for a second target


@clause("FOW-8.2-02")
@pytest.mark.parametrize(("answer", "dice"), [("they hold", [4]), ("at B, and the others", [1])])
def test_either_part_may_hold_its_fire(answer: str, dice: list[int]) -> None:
    game = activated(mixed()).choose("shoot at B").choose("it will not move").choose(answer)
    for n in dice:
        game.roll(*[9] * n)
    assert game.asks("action")


@clause("FOW-8.2-03")
def test_who_cannot_reach_the_first_target_may_take_another_or_none() -> None:
    """The RPG does not see B; the shotguns do."""
    b = battle(
        unit(0, "A", (10, 10), (12, 10), (14, 10), arms=[("Shotgun (Solid shot)", 2), (RPG, 1)]),
        unit(1, "B", (10, 20)),
        unit(1, "C", (22, 12)),
        ground=[("Woods", 11.5, 14, 13, 17)],
    )
    u, v = named(b, "A"), named(b, "B")
    assert not can_fire(b, u, v, STILL, ANTI_TANK)
    assert can_fire(b, u, v, STILL, OTHERS)
    game = activated(b).choose("shoot at B").choose("it will not move")
    assert [o.value for o in game.asks("second target").options] == [2, HOLD]


@clause("FOW-8.2-03", "FOW-8.4-03")
def test_no_second_target_in_close_combat() -> None:
    b = mixed(unit(0, "D", (20, 19)))
    game = activated(b).choose("shoot at B").choose("it will not move")
    assert not game.has("at C")


# ---------------------------------------------------------------- 8.3 what the table says


@clause("FOW-8.3-04", "FOW-8.3-03", "FOW-8.3-01")
def test_numbers_come_from_the_units() -> None:
    b = battle(
        unit(0, "A", (5, 5), weapon=LSW, sv=8, state={"markers": 2}),
        unit(1, "B", (5, 15), av=3),
    )
    game = activated(b).choose("shoot at B").choose("it will not move")
    assert game.parts() == {
        "FOW-8.3-01": 8, "FOW-8.3-03": -2, "FOW-8.3-04": -3, "FOW-8.3-13": 1,
    }  # fmt: skip


@clause("FOW-8.3-08")
@pytest.mark.parametrize(("gap", "far"), [(12.0, False), (12.125, True)])
def test_over_half_range_is_more_than_half(gap: float, far: bool) -> None:
    assert [s.far for s in fire(apart(gap)).shots] == [far]


@clause("FOW-8.3-12")
@pytest.mark.parametrize(("gap", "near"), [(1.0, True), (3.0, True), (3.125, False)])
def test_within_three_inches(gap: float, near: bool) -> None:
    assert [s.near for s in fire(apart(gap)).shots] == [near]


@clause("FOW-8.3-12", "FOW-8.4-03")
def test_never_in_contact() -> None:
    assert why_not(apart(0.0)) == "FOW-9.1-03"


@clause("FOW-8.3-09", "FOW-8.3-10")
@pytest.mark.parametrize(
    ("inches", "row_of_the_table"),
    [(0.0, STILL), (0.5, UP_TO_SIX), (6.0, UP_TO_SIX), (6.0009765625, OVER_SIX)],
)
def test_movement_classes(inches: float, row_of_the_table: int) -> None:
    assert moved_class(inches) == row_of_the_table


@clause("FOW-8.3-09", "FOW-4.2-03")
def test_moving_before_the_shot_counts() -> None:
    game = activated(apart(10)).choose("move 6").by(0, 0.5).choose("shoot at B")
    assert game.parts()["FOW-8.3-09"] == -1


@clause("FOW-8.3-10", "FOW-4.2-03")
def test_moving_far_before_the_shot_counts_two() -> None:
    b = battle(unit(0, "A", (5, 5), weapon=RPG, type="cavalry"), unit(1, "B", (5, 20)))
    game = activated(b).choose("move 12").by(0, 6.125).choose("shoot at B")
    assert game.parts()["FOW-8.3-10"] == -2
    assert "FOW-8.3-09" not in game.parts()


@clause("FOW-8.3-09", "FOW-8.3-11", "FOW-4.2-03")
def test_movement_after_the_shot_is_declared_and_counts() -> None:
    game = activated(apart(10)).choose("shoot at B").choose("it will move, 6")
    assert game.parts()["FOW-8.3-09"] == -1
    game.roll(9).choose("move 6").by(0, 3)


@clause("FOW-8.3-10", "FOW-8.3-11")
def test_over_six_inches_declared() -> None:
    b = battle(unit(0, "A", (5, 5), weapon=RPG, type="cavalry"), unit(1, "B", (5, 25)))
    game = activated(b).choose("shoot at B").choose("it may move over 6")
    assert game.parts()["FOW-8.3-10"] == -2
    game.roll(9).choose("move 12").by(10, 0)


@clause("FOW-8.3-11")
def test_who_shot_unhindered_may_not_move() -> None:
    game = activated(apart(10)).choose("shoot at B").choose("it will not move").roll(9)
    refusal = game.refusal("move 6")
    assert refusal is not None
    assert refusal.clause == "FOW-8.3-11"
    assert refusal.legal


@clause("FOW-8.3-11")
def test_who_shot_unhindered_may_not_charge() -> None:
    game = activated(apart(4)).choose("shoot at B").choose("it will not move").roll(9)
    assert game.refusal("charge B").clause == "FOW-8.3-11"
    game = activated(apart(4)).choose("shoot at B").choose("it will move").roll(9)
    assert game.refusal("charge B") is None


@clause("FOW-8.3-11")
def test_no_more_than_declared_and_gladly_less() -> None:
    b = battle(unit(0, "A", (5, 5), weapon=RPG, type="cavalry"), unit(1, "B", (5, 20)))
    game = activated(b).choose("shoot at B").choose("it will move, 6").roll(9).choose("move 12")
    assert game.refused((11.125, 5)).clause == "FOW-8.3-11"
    game.to((11, 5))


@clause("FOW-8.3-11")
def test_the_second_action_has_nothing_to_declare() -> None:
    game = activated(apart(10)).choose("move 6").by(0, 1).choose("shoot at B")
    game.roll(9)


@clause("FOW-8.3-14")
@pytest.mark.parametrize(("inches", "fast"), [(6.0, False), (6.125, True), (12.0, True)])
def test_fast_targets(inches: float, fast: bool) -> None:
    b = apart(10)
    named(b, "B").moved = [inches]
    assert [s.fast for s in fire(b).shots] == [fast]


@clause("FOW-8.3-14")
def test_fast_is_forgotten_at_the_end_of_the_turn() -> None:
    b = apart(10)
    named(b, "B").moved = [12.0]
    end_turn(b)
    assert [s.fast for s in fire(b).shots] == [False]


@clause("FOW-8.3-14")
def test_the_furthest_figure_makes_a_unit_fast() -> None:
    """FOW-GAP-74, by two moves of 6\" and 1\"."""
    b = battle(unit(0, "A", (5, 5), weapon=RPG), unit(1, "B", (25, 15), (27, 15)), active=1)
    game = activated(b, "B").choose("move 6").by(-6, 0).choose("move 6").to((18, 15), None)
    assert game.unit("B").fast


@clause("FOW-8.3-15")
def test_dice_for_every_figure_and_every_point_of_its_weight() -> None:
    twenty = battle(
        unit(0, "A", *block(5, 5, 10, 2), weapon="Assault Rifle"), unit(1, "B", *row(5, 15, 10))
    )
    assert fire(twenty).dice == 40
    three = battle(unit(0, "A", *row(5, 5, 3), weapon=LSW), unit(1, "B", (5, 15)))
    assert fire(three).dice == 9


@clause("FOW-8.3-15", "FOW-8.4-04")
def test_each_figure_has_its_own_distance() -> None:
    """FOW-GAP-82: 24" away exactly, 25" away, and 12" away exactly."""
    b = battle(
        unit(0, "A", (5, 5), (5, 4), (5, 17), weapon=RPG, state={"regrouping": True}),
        unit(1, "B", (5, 30)),
    )
    assert sorted((s.far, s.dice) for s in fire(b).shots) == [(False, 1), (True, 1)]


@clause("FOW-8.3-15")
def test_each_weapon_has_its_own_pool() -> None:
    """FOW-GAP-80."""
    b = battle(
        unit(0, "A", *row(5, 5, 4), arms=[(LSW, 1), (RPG, 2), (None, 1)]), unit(1, "B", (5, 13))
    )
    assert sorted((s.weapon, s.dice, s.wv) for s in fire(b).shots) == [
        (LSW, 3, 1), ("Rocket-Propelled Grenade Launcher (HEAP)", 2, 4),
    ]  # fmt: skip


@clause("FOW-8.3-04")
def test_the_armour_of_most_figures_counts() -> None:
    """FOW-GAP-80: ties the lower, leaders aside."""
    mixed_unit = unit(1, "B", *row(5, 13, 4), arms=[(None, 2), ("Shotgun (Solid shot)", 2)])
    battle(mixed_unit)
    mixed_unit.kinds[1].profile = profile(av=5)
    assert common_av(mixed_unit) == 1
    mixed_unit.remove(0)
    assert common_av(mixed_unit) == 5
    b = battle(
        unit(0, "Hero", (7, 5), of=profile(name="Hero", av=6, leader=True)),
        unit(0, "A", (5, 5), av=2),
        leaders={"Hero": "A"},
    )
    assert common_av(named(b, "A")) == 2
    alone = battle(unit(0, "Hero", (7, 5), of=profile(name="Hero", av=6, leader=True)))
    assert common_av(named(alone, "Hero")) == 6


# ---------------------------------------------------------------- cover, for each shooter


def in_scrub(n: int) -> Battle:
    """Four figures, n of them in soft cover, all in view."""
    at = [(10 + 2 * i, 16 if i < n else 14) for i in range(4)]
    return battle(
        unit(0, "A", (13, 5), weapon=RPG),
        unit(1, "B", *at),
        ground=[("Vegetation", 8, 15, 20, 18)],
    )


@clause("FOW-8.3-05")
@pytest.mark.parametrize(("n", "cover"), [(0, 0), (2, 0), (3, 1), (4, 1)])
def test_in_cover_when_more_than_half_are(n: int, cover: int) -> None:
    """FOW-GAP-71: two of four are not more than half."""
    f = fire(in_scrub(n))
    assert f.seen == (0, 1, 2, 3)
    assert [s.cover for s in f.shots] == [cover]


@clause("FOW-8.3-05", "FOW-8.3-06", "FOW-8.3-07")
@pytest.mark.parametrize(
    ("kind", "cover"), [("Vegetation", 1), ("Ruined Building", 2), ("Trench", 3), ("Bunker", 4)]
)
def test_what_the_ground_is_worth(kind: str, cover: int) -> None:
    b = battle(
        unit(0, "A", (10, 5), weapon=RPG), unit(1, "B", (10, 16)), ground=[(kind, 8, 15, 12, 18)]
    )
    assert [s.cover for s in fire(b).shots] == [cover]


@clause("FOW-8.3-05", "FOW-8.4-02")
def test_those_out_of_range_but_in_view_count() -> None:
    """FOW-GAP-82, FOW-GAP-71: visible is not the same as in range.

    At 12" one figure, in the open; two in the scrub are further off and in view.
    """
    b = battle(
        unit(0, "A", (10, 5), weapon="Shotgun (Solid shot)"),
        unit(1, "B", (10, 18), (9, 20), (11, 20)),
        ground=[("Vegetation", 6, 19, 14, 22)],
    )
    f = fire(b)
    assert f.seen == (0, 1, 2)
    assert [(s.dice, s.cover) for s in f.shots] == [(2, 1)]


@clause("FOW-8.3-06")
def test_an_obstacle_covers_only_against_those_beyond_it() -> None:
    """Each shooter for himself (FOW-GAP-82): one fires across the wall, one from behind it."""
    b = battle(
        unit(0, "A", (10, 10), (10, 22), weapon=RPG, state={"regrouping": True}),
        unit(1, "B", (10, 16.25)),
        ground=[("Low Wall", 6, 15, 14, 15.5)],
    )
    assert sorted((s.cover, s.dice) for s in fire(b).shots) == [(0, 1), (2, 1)]


# ---------------------------------------------------------------- 8.4 hits


def half_hidden() -> Battle:
    """Five Professionals; a wood hides all but two of them from A."""
    return battle(
        unit(0, "A", *row(6, 5, 3), weapon=LSW),
        unit(1, "B", *row(6, 20, 5), state={"markers": 1}),
        ground=[("Woods", 8.75, 12, 22, 15)],
    )


@clause("FOW-8.4-01", "FOW-8.4-02")
def test_no_more_fall_than_are_seen() -> None:
    b = half_hidden()
    seen = fire(b).seen
    assert 0 < len(seen) < 4
    game = activated(b).choose("shoot at B").choose("it will not move")
    # All hit: every seen figure and the two free markers, and the rest is lost.
    faces = 0
    while game.pending is not None and "Roll" in repr(game.pending):
        pool = game.pending.pool  # type: ignore[union-attr]
        faces += pool
        game.roll(*[1] * pool)
    assert faces == 9
    v = game.unit("B")
    assert (v.figures, v.markers) == (5 - len(seen), 3)
    stand = {(x, y) for x, y in zip(v.x, v.y)}
    everybody = row(6, 20, 5)
    assert stand == {at for n, at in enumerate(everybody) if n not in seen}


@clause("FOW-8.4-01")
def test_the_owner_of_the_target_chooses() -> None:
    game = activated(apart(10, LSW)).choose("shoot at B").choose("it will not move").roll(1, 9, 9)
    assert game.asks("hits").player == 1
    game.choose("1 D-marker, 0 lost")
    assert game.unit("B").markers == 1


@clause("FOW-8.4-03")
def test_nobody_fires_at_a_unit_in_close_combat() -> None:
    b = battle(unit(0, "A", (5, 5), weapon=RPG), unit(1, "B", (5, 15)), unit(0, "C", (5, 16)))
    refusal = activated(b).refusal("shoot at B")
    assert refusal is not None
    assert (refusal.clause, refusal.legal) == ("FOW-8.4-03", "an unengaged enemy")


@clause("FOW-9.1-03")
def test_nobody_fires_out_of_close_combat() -> None:
    b = battle(unit(0, "A", (5, 5), weapon=RPG), unit(1, "B", (5, 15)), unit(1, "C", (5, 6)))
    assert why_not(b) == "FOW-9.1-03"


@clause("FOW-8.4-04")
@pytest.mark.parametrize(
    ("weapon", "reach", "dice", "wv"),
    [(LSW, 36, 3, 1), (RPG, 24, 1, 4), ("Shotgun (Man-stopper)", 12, 2, 1)],
)
def test_range_dice_and_value_are_the_weapons(weapon: str, reach: int, dice: int, wv: int) -> None:
    assert [(s.dice, s.wv) for s in fire(apart(float(reach), weapon)).shots] == [(dice, wv)]
    assert why_not(apart(reach + 0.125, weapon)) == "FOW-8.1-02"


def test_a_shot_that_is_refused_cannot_be_taken() -> None:
    with pytest.raises(Unexpected, match=r"FOW-8\.1-02"):
        activated(apart(25)).choose("shoot at B")
