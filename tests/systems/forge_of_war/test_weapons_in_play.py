"""Chapter 16 on a table: what the notes of the weapon list do, and deployment (4.2)."""

from typing import Any

import pytest

from grognard.odds.asking import Asker, find_question
from grognard.systems.forge_of_war import SYSTEM, questions_of
from grognard.systems.forge_of_war.combat import fighting_value
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.questions import Fire, damage
from grognard.systems.forge_of_war.shooting import Firing, firing, refuse_target
from grognard.systems.forge_of_war.state import Battle
from grognard.systems.forge_of_war.volley import OVER_SIX, STILL, UP_TO_SIX
from tests.systems.forge_of_war.field import Game, battle, block, named, row, unit

clause = pytest.mark.clause

RIFLES = ["Assault Rifle", "Advanced Assault Rifle", "Plasma Rifle"]
HMG = "Heavy Machine Gun"
FLAMER = "Flame Thrower"
SNIPER = "Sniper Rifle"
PLASMA = "Plasma Rifle"
SHOTGUN = "Shotgun (Solid shot)"


def apart(gap: float, weapon: str, n: int = 1, **settings: Any) -> Battle:
    """n figures of A in a row, and one of B so far from the first of them."""
    return battle(
        unit(0, "A", *row(20, 5, n), weapon=weapon),
        unit(1, "B", (20, 6 + gap)),
        **settings,
    )


def fire(b: Battle, moved: int = STILL) -> Firing:
    return firing(b, named(b, "A"), named(b, "B"), moved)


def why_not(b: Battle, moved: int = STILL) -> str:
    refusal = refuse_target(b, named(b, "A"), named(b, "B"), moved)
    return refusal.clause if refusal is not None else ""


def activated(b: Battle) -> Game:
    return Game(b).choose("A: activate").roll(1)


# ---------------------------------------------------------------- rifles, near and far


@clause("FOW-16-07", "FOW-16-08", "FOW-16-22", "FOW-16-31")
@pytest.mark.parametrize("rifle", RIFLES)
@pytest.mark.parametrize(
    ("gap", "moved", "dice"),
    [
        (12.0, STILL, 2),
        (12.0, OVER_SIX, 2),  # up to 12" includes 12", and moving does not matter there
        (12.125, STILL, 1),
        (18.0, UP_TO_SIX, 0),
        (18.0, OVER_SIX, 0),
        (24.0, STILL, 1),
    ],
)
def test_rifles(rifle: str, gap: float, moved: int, dice: int) -> None:
    b = apart(gap, rifle)
    assert fire(b, moved).dice == dice
    assert why_not(b, moved) == ("" if dice else "FOW-16-07")


@clause("FOW-16-07")
def test_a_far_shot_after_moving_is_refused() -> None:
    game = activated(apart(20, "Assault Rifle")).choose("move 6").by(0, 1)
    refusal = game.refusal("shoot at B")
    assert refusal is not None
    assert (refusal.clause, refusal.legal) == ("FOW-16-07", 'within 12", or without moving')


@clause("FOW-16-07", "FOW-8.3-11")
def test_who_shoots_far_may_not_announce_a_move() -> None:
    """FOW-GAP-81: the rifles follow the declaration; FOW-GAP-34: no dice, no shot."""
    game = activated(apart(20, "Assault Rifle")).choose("shoot at B")
    assert game.labels() == ["it will not move"]
    refusal = game.refusal("it will move, 6")
    assert refusal is not None
    assert refusal.clause == "FOW-16-07"


@clause("FOW-16-07")
def test_far_fire_moved_setting() -> None:
    b = apart(18, "Assault Rifle", far_fire_moved="one")
    assert fire(b, UP_TO_SIX).dice == 1
    assert why_not(b, UP_TO_SIX) == ""
    assert fire(apart(12, "Assault Rifle", far_fire_moved="one"), UP_TO_SIX).dice == 2


@clause("FOW-16-07", "FOW-8.3-15")
def test_near_and_far_riflemen_of_one_unit() -> None:
    """Two ranks, at 11\" and at 13\": two dice each and one die each (FOW-GAP-82)."""
    b = battle(
        unit(0, "A", *block(20, 5, 5, 2), weapon="Assault Rifle"), unit(1, "B", *row(20, 19, 5))
    )
    # The front rank is at 7 + ... = 19 - 7 - 1 = 11" or a little more, the rear at 13".
    assert sorted((s.dice, s.far) for s in fire(b).shots) == [(5, True), (10, False)]
    assert fire(b, UP_TO_SIX).dice == 10


# ---------------------------------------------------------------- weight of fire by target


@clause("FOW-16-12", "FOW-16-18", "FOW-16-20", "FOW-16-21", "FOW-16-32", "FOW-16-15", "FOW-16-30")
@pytest.mark.parametrize(
    ("weapon", "infantry", "horde"),
    [
        ("RPG (HE)", 2, 3),
        ("Missile Launcher (HE)", 2, 3),
        ("Mortar, Heavy", 3, 4),
        ("Mortar, Light", 3, 4),
        ("Howitzer", 6, 8),
        ("Tank Cannon", 4, 6),
    ],
)
def test_dice_by_target(weapon: str, infantry: int, horde: int) -> None:
    for training, kind, dice in [
        ("Professional", "infantry", infantry),
        ("Horde", "infantry", horde),
        ("Professional", "cavalry", infantry),  # FOW-GAP-35
        ("Professional", "monstrous", infantry),
        ("Horde", "monstrous", horde),
    ]:
        b = battle(
            unit(0, "A", (20, 5), weapon=weapon),
            unit(1, "B", (20, 16), training=training, type=kind),
            heavy_weapons="no_deployment",
        )
        assert fire(b).dice == dice


@clause("FOW-16-13")
def test_heap_rounds_pierce() -> None:
    b = battle(unit(0, "A", (20, 5), weapon="RPG (HEAP)"), unit(1, "B", (20, 16), av=5))
    game = activated(b).choose("shoot at B").choose("it will not move")
    assert game.need() == 7 - (5 - 4)
    game.roll(9)


ROWS = [
    ("20mm Minigun", 24, 4, 4, True),
    ("40mm Cannon", 48, 4, 2, True),
    ("Automatic Pistol", 12, 2, 1, False),
    ("Heavy Machine Gun", 36, 2, 3, True),
    ("Laser Cannon", 48, 6, 1, True),
    ("Light Support Weapon", 36, 1, 3, False),
    ("Missile Launcher (HEAP)", 48, 6, 1, True),
    ("Shotgun (Man-stopper)", 12, 1, 2, False),
    ("Shotgun (Solid shot)", 12, 0, 2, False),
    ("Sub-machine Gun (SMG)", 12, 1, 2, False),
]


@clause("FOW-16-05", "FOW-16-06", "FOW-16-09", "FOW-16-14", "FOW-16-16", "FOW-16-17")
@clause("FOW-16-19", "FOW-16-24", "FOW-16-25", "FOW-16-29")
@pytest.mark.parametrize(("name", "reach", "wv", "dice", "heavy"), ROWS)
def test_plain_rows_of_the_list(name: str, reach: int, wv: int, dice: int, heavy: bool) -> None:
    """Range, value and weight of fire as printed, at the end of the range and beyond it."""
    for gap in (reach, reach + 0.125):
        b = battle(unit(0, "A", (20, 5), weapon=name), unit(1, "B", (20, 6 + gap)), size=(48, 96))
        if gap == reach:
            assert why_not(b) == ("FOW-4.2-05" if heavy else "")
        named(b, "A").set_up = True
        assert why_not(b) == ("" if gap == reach else "FOW-8.1-02")
        assert [(s.dice, s.wv) for s in fire(b).shots] == [(dice, wv)] * (gap == reach)


# ---------------------------------------------------------------- deployment


@clause("FOW-4.2-04", "FOW-4.2-05")
def test_a_heavy_weapon_is_deployed_before_it_fires() -> None:
    game = activated(apart(10, HMG))
    refusal = game.refusal("shoot at B")
    assert refusal is not None
    assert (refusal.clause, refusal.legal) == ("FOW-4.2-05", "deploy its heavy weapons first")
    game.choose("deploy").choose("shoot at B").roll(9, 9, 9)


@clause("FOW-4.2-04")
@pytest.mark.parametrize("weapon", ["Light Support Weapon", "RPG (HEAP)"])
def test_what_is_not_heavy_needs_no_deploying(weapon: str) -> None:
    game = activated(apart(10, weapon))
    assert game.refusal("shoot at B") is None
    assert not game.has("deploy")


@clause("FOW-4.2-05")
def test_deployed_it_stays_until_the_unit_moves() -> None:
    b = apart(10, HMG)
    named(b, "A").set_up = True
    game = activated(b)
    assert game.refusal("shoot at B") is None
    assert game.refusal("deploy").clause == "FOW-4.2-05"
    game.choose("move 6").by(0, 0.5)
    assert game.refusal("shoot at B").clause == "FOW-4.2-05"


@clause("FOW-4.2-05", "FOW-9.4-02")
def test_piling_in_and_running_limber_too() -> None:
    from grognard.rules.effects import Leg
    from grognard.systems.forge_of_war.movement import apply_legs
    from grognard.table.lattice import to_grid

    b = apart(10, HMG)
    u = named(b, "A")
    u.set_up = True
    apply_legs(b, u, [0], ((),))
    assert u.set_up
    apply_legs(b, u, [0], ((Leg(to_grid(21), to_grid(5)),),))
    assert not u.set_up


@clause("FOW-4.2-05", "FOW-16.1-01")
def test_the_rest_of_the_unit_shoots_without_deploying() -> None:
    """FOW-GAP-33: heavy figures that are not deployed add no dice."""
    b = battle(unit(0, "A", *row(20, 5, 3), arms=[(HMG, 1), (SHOTGUN, 2)]), unit(1, "B", (22, 11)))
    assert fire(b).dice == 4
    named(b, "A").set_up = True
    assert fire(b).dice == 4 + 3


@clause("FOW-16.1-02")
@pytest.mark.parametrize(("av", "clause_of_refusal"), [(3, "FOW-4.2-05"), (4, ""), (5, "")])
def test_power_armour_carries_heavy_weapons(av: int, clause_of_refusal: str) -> None:
    b = battle(unit(0, "A", (20, 5), weapon=HMG, av=av), unit(1, "B", (20, 16)))
    assert why_not(b) == clause_of_refusal
    assert activated(b).has("deploy") == bool(clause_of_refusal)


@clause("FOW-4.2-05")
def test_heavy_weapons_setting() -> None:
    b = apart(10, HMG, heavy_weapons="no_deployment")
    game = activated(b)
    assert not game.has("deploy")
    game.choose("move 6").by(0, 0.5).choose("shoot at B").roll(9, 9, 9)


@clause("FOW-16.1-02", "FOW-16-15")
def test_howitzers_are_heavy_and_fire_either_way() -> None:
    """FOW-GAP-40."""
    assert why_not(apart(20, "Howitzer")) == "FOW-4.2-05"
    assert why_not(apart(20, "Tank Cannon")) == ""
    for spotter, why in [((34, 16), ""), ((24, 5), "FOW-8.1-03")]:
        b = battle(
            unit(0, "A", (20, 5), weapon="Howitzer", state={"set_up": True}),
            unit(1, "B", (20, 20)),
            unit(0, "S", spotter),
            ground=[("Woods", 14, 10, 26, 13)],
        )
        assert why_not(b) == why


# ---------------------------------------------------------------- pistols


@clause("FOW-16-10")
def test_pistols_add_one_to_fv() -> None:
    b = battle(
        unit(0, "A", (20, 5), weapon="Automatic Pistol"), unit(1, "B", (20, 6), weapon=SHOTGUN)
    )
    assert fighting_value(named(b, "A")) == 7
    assert fighting_value(named(b, "B")) == 6
    game = Game(b).choose("A: fight on")
    assert game.parts() == {"FOW-9.3-01": 7, "FOW-9.3-04": -1}
    game.roll(10)
    assert game.parts() == {"FOW-9.3-01": 6, "FOW-9.3-04": -1}


@clause("FOW-16-10", "FOW-9.3-07")
def test_the_pistols_count_for_the_row_of_different_fvs() -> None:
    """7 with the pistol against 5 (FOW-GAP-19)."""
    b = battle(unit(0, "A", (20, 5), weapon="Automatic Pistol"), unit(1, "B", (20, 6), fv=5))
    game = Game(b).choose("A: fight on")
    assert game.parts()["FOW-9.3-07"] == 1
    game.roll(10)
    assert game.parts()["FOW-9.3-07"] == -1


# ---------------------------------------------------------------- flame throwers


def scorched(**settings: Any) -> Battle:
    """One flame thrower; B's middle figure at 7\", five of its figures in the flames.

    Bases reach half an inch, so figures up to 3.5\" off centre are within 3\": those at 0, 1.5,
    3.5 to either side; the last stands at 3.625.
    """
    return battle(
        unit(0, "A", (20, 5), weapon=FLAMER),
        unit(1, "B", (20, 13), (21.5, 13), (23.5, 13), (18.5, 13), (16.5, 13), (20, 16.625)),
        **settings,
    )


def burn(game: Game, at: str = "at figure 1") -> Game:
    return game.choose("shoot at B").choose("it will not move").choose(at)


@clause("FOW-16-11")
def test_all_within_three_inches_are_hit_by_one_roll() -> None:
    game = burn(activated(scorched()))
    assert game.need() == 7 - 1 + 1 - 1  # AV 1, WV 1, 7" is over half of 12"
    game.roll(6)
    assert game.asks("hits").title.startswith("5 hits")
    game.choose("3 D-markers, 2 lost")


@clause("FOW-16-11")
def test_the_one_roll_fails_for_all() -> None:
    game = burn(activated(scorched())).roll(7)
    assert game.asks("action")
    assert game.unit("B").markers == 0


@clause("FOW-16-11")
def test_only_the_caught_can_fall() -> None:
    b = scorched()
    named(b, "B").markers = 3
    game = burn(activated(b)).roll(1)
    assert [(x, y) for x, y in zip(game.unit("B").x, game.unit("B").y)] == [(20, 16.625)]


@clause("FOW-16-11")
def test_friend_and_foe_but_not_the_firer() -> None:
    b = battle(
        unit(0, "A", (20, 5), (22, 5), arms=[(FLAMER, 1), (None, 1)]),
        unit(1, "B", (20, 7)),
        unit(0, "Friends", (17.5, 7)),
        unit(1, "C", (20, 11)),
    )
    # The point is 2" from the firer, 2.9" from his comrade, 2.5" from the friend; C is 4" off.
    game = burn(activated(b))
    assert game.need() == 7 - 1 + 1 + 1  # within 3"
    game.roll(1)
    for name in ("A", "B", "Friends"):
        assert game.asks("hits").title.startswith("1 hits")
        game.choose("0 D-markers, 1 lost" if name == "B" else "1 D-marker")
    assert game.unit("A").markers == 1
    assert game.unit("A").figures == 2
    assert game.unit("Friends").markers == 1
    assert game.unit("C").markers == 0
    assert not game.unit("B").figures
    assert game.unit("A").slaughtered


@clause("FOW-16-11")
def test_who_burns_his_friends_has_slaughtered_nobody() -> None:
    b = battle(
        unit(0, "A", (20, 5), weapon=FLAMER),
        unit(1, "B", (20, 13), (18, 13)),
        unit(0, "Friends", (22, 13), state={"markers": 3}),
    )
    game = burn(activated(b)).roll(1).choose("2 D-markers").choose("nothing")
    assert not game.unit("Friends").figures
    assert not game.unit("A").slaughtered


@clause("FOW-16-11", "FOW-8.1-02")
def test_the_point_lies_within_reach_and_in_view() -> None:
    b = battle(
        unit(0, "A", (20, 5), weapon=FLAMER), unit(1, "B", (20, 18), (20, 19.125), (21, 17.5))
    )
    game = activated(b).choose("shoot at B").choose("it will not move")
    assert [label[:11] for label in game.labels()] == ["at figure 1", "at figure 3"]


@clause("FOW-8.4-03", "FOW-16-11")
def test_no_flames_near_a_close_combat() -> None:
    def near(x: float) -> Battle:
        return battle(
            unit(0, "A", (20, 5), weapon=FLAMER),
            unit(1, "B", (20, 13)),
            unit(0, "C", (x, 13)),
            unit(1, "D", (x + 1, 13)),
        )

    assert why_not(near(23.5)) == "FOW-8.4-03"  # 3" from the point to the base
    assert why_not(near(23.625)) == ""
    assert fire(near(23.5)).flames == ()


@clause("FOW-16-11")
def test_every_flame_thrower_burns_for_itself() -> None:
    """Two of them, at different distances: the first needs 6, the second 7."""
    b = battle(
        unit(0, "A", (20, 5), (22, 7), weapon=FLAMER),
        unit(1, "B", (20, 12.75), (22, 12.75), cv=7),
    )
    game = burn(activated(b))
    assert game.need() == 7 - 1  # 6.75" away
    game.roll(9).choose("at figure 1")
    assert game.need() == 7  # 4.75" and a little
    game.roll(9)
    assert game.asks("action")


@clause("FOW-7.3-01", "FOW-16-11")
def test_flames_blow_the_cover_they_come_from() -> None:
    b = battle(
        unit(0, "A", (20, 5), weapon=FLAMER),
        unit(1, "B", (20, 13)),
        ground=[("Woods", 18, 3, 22, 7)],
    )
    game = burn(activated(b)).roll(9)
    assert game.unit("A").blown == 1


@clause("FOW-16-11")
def test_automatic_flames() -> None:
    """FOW-GAP-37: no roll, whatever the armour."""
    b = scorched(flame="automatic")
    game = burn(activated(b))
    assert game.asks("hits").title.startswith("5 hits")


@clause("FOW-16-11")
def test_a_roll_for_each_in_the_flames() -> None:
    """The friend of AV 5 in the flames is hit at his own number: 7 - (5 - 1) - 1 far = 2."""
    b = battle(
        unit(0, "A", (20, 5), weapon=FLAMER),
        unit(1, "B", (20, 13), (18, 13)),
        unit(0, "Friends", (22, 13), av=5),
        flame="roll_each",
    )
    game = burn(activated(b))
    assert game.need() == 6
    game.roll(6, 7).choose("1 D-marker")
    assert game.need() == 2
    game.roll(2).choose("1 D-marker")


@clause("FOW-16-11")
def test_the_odds_of_flames_are_told() -> None:
    """A hint says what the fire is worth: 6 in 10 for five hits, three markers and two lost."""
    b = scorched()
    f = questions_of.shooting(b, named(b, "A"), named(b, "B"), STILL)
    asked = Asker(rational=True).ask(find_question(SYSTEM, "shooting"), f, b.settings)
    assert {r: float(p) for r, p in asked.results.items()} == {(0, 0, 0): 0.4, (5, 2, 3): 0.6}
    assert [n.value for n in asked.numbers] == [6]
    assert asked.results.expect(damage) == pytest.approx(0.6 * (2 * 2 + 3))


# ---------------------------------------------------------------- plasma


@clause("FOW-16-23")
def test_each_gun_that_fired_may_overheat() -> None:
    """A die for each figure, not for each of its dice (FOW-GAP-38); each 1 is a hit."""
    game = activated(apart(10, PLASMA, 3)).choose("shoot at B").choose("it will not move")
    game.roll(*[10] * 6).roll(1, 1, 2)
    assert game.asks("hits").player == 0
    game.choose("1 D-marker, 1 lost").choose("as proposed")
    assert (game.unit("A").figures, game.unit("A").markers) == (2, 1)


@clause("FOW-16-23")
def test_guns_that_did_not_fire_do_not_overheat() -> None:
    b = battle(
        unit(0, "A", (20, 5), (18, 5), arms=[(PLASMA, 1), (SHOTGUN, 1)]), unit(1, "B", (20, 13))
    )
    game = activated(b).choose("shoot at B").choose("it will not move")
    while game.pending.pool != 1:  # type: ignore[union-attr]
        game.roll(*[10] * game.pending.pool)  # type: ignore[union-attr]
    game.roll(2)


@clause("FOW-16-23")
def test_overheating_comes_after_the_shot_and_kills_nobody_else() -> None:
    b = apart(10, PLASMA)
    named(b, "A").markers = 3
    game = activated(b).choose("shoot at B").choose("it will not move")
    assert game.need() == 4  # 7 less 3 markers; the armour is cancelled
    game.roll(5, 5).roll(1)
    assert not game.unit("A").figures
    assert not game.unit("A").slaughtered
    assert not game.unit("B").slaughtered


@clause("FOW-16-23")
def test_plasma_per_unit() -> None:
    game = activated(apart(10, PLASMA, 3, plasma="per_unit")).choose("shoot at B")
    game.choose("it will not move").roll(*[10] * 6).roll(1)
    assert game.asks("hits").title.startswith("1 hits")


# ---------------------------------------------------------------- snipers


def sniped(n: int = 1, gap: float = 10, markers: int = 0, **fields: Any) -> Battle:
    settings = {k: fields.pop(k) for k in ("sniper_markers",) if k in fields}
    return battle(
        unit(0, "A", *row(20, 5, n), weapon=SNIPER, state={"set_up": True}),
        unit(1, "B", *row(20, 6 + gap, 5), state={"markers": markers}, **fields),
        **settings,
    )


@clause("FOW-16-26")
def test_a_sniper_rolls_one_die_when_deployed() -> None:
    f = fire(sniped(2))
    assert [(s.dice, s.wv) for s in f.shots] == [(2, 2)]
    b = sniped()
    named(b, "A").set_up = False
    assert why_not(b) == "FOW-4.2-05"


@clause("FOW-16-27")
def test_a_sniper_who_misses_gives_a_marker_beyond_the_maximum() -> None:
    """Militia with 2 D: 3 D, and nobody falls."""
    game = activated(sniped(markers=2, training="Militia")).choose("shoot at B")
    game.choose("it will not move").roll(10)
    assert (game.unit("B").markers, game.unit("B").figures) == (3, 5)


@clause("FOW-16-28")
def test_a_sniper_who_hits_does_so_after_the_marker() -> None:
    """Professional with 0 D: 1 D, and a second D or a figure."""
    game = activated(sniped()).choose("shoot at B").choose("it will not move")
    game.roll(1).choose("1 D-marker")
    assert (game.unit("B").markers, game.unit("B").figures) == (2, 5)
    game = activated(sniped()).choose("shoot at B").choose("it will not move")
    game.roll(1).choose("0 D-markers").choose("as proposed")
    assert (game.unit("B").markers, game.unit("B").figures) == (1, 4)
    # With 2 of 3 the automatic one fills the unit up: the hit costs a figure.
    game = activated(sniped(markers=2)).choose("shoot at B").choose("it will not move").roll(1)
    game.choose("as proposed")
    assert (game.unit("B").markers, game.unit("B").figures) == (3, 4)


@clause("FOW-16-27")
@pytest.mark.parametrize(("kind", "markers"), [("infantry", 1), ("cavalry", 0), ("monstrous", 0)])
def test_only_infantry_minds_snipers(kind: str, markers: int) -> None:
    game = activated(sniped(type=kind)).choose("shoot at B").choose("it will not move").roll(10)
    assert game.unit("B").markers == markers


@clause("FOW-16-27")
@pytest.mark.parametrize(("reading", "markers"), [("per_action", 1), ("per_sniper", 3)])
def test_how_many_markers_three_snipers_give(reading: str, markers: int) -> None:
    game = activated(sniped(3, sniper_markers=reading)).choose("shoot at B")
    game.choose("it will not move").roll(10, 10, 10)
    assert game.unit("B").markers == markers


@clause("FOW-16-27")
def test_snipers_who_see_nobody_give_no_marker() -> None:
    b = battle(
        unit(0, "A", (20, 5), (23, 5), arms=[(SNIPER, 1), (SHOTGUN, 1)], state={"set_up": True}),
        unit(1, "B", (24, 13)),
        ground=[("Woods", 18, 7, 22.9, 10)],
    )
    game = activated(b).choose("shoot at B").choose("it will not move").roll(10, 10)
    assert game.unit("B").markers == 0


@clause("FOW-16-27")
def test_the_odds_count_the_automatic_marker() -> None:
    """Need 7 less far 0: a hit in 7 of 10, then a second marker; else one."""
    b = sniped()
    f = questions_of.shooting(b, named(b, "A"), named(b, "B"), STILL)
    assert isinstance(f, Fire)
    asked = Asker(rational=True).ask(find_question(SYSTEM, "shooting"), f, b.settings)
    got = {(r.wounds, r.markers): float(p) for r, p in asked.results.items()}
    assert got == {(0, 1): 0.3, (0, 2): 0.7}


def test_the_catalogue_knows_every_weapon_used_here() -> None:
    names = {w.name for w in load_catalogue().weapons.values()}
    assert {*RIFLES, HMG, FLAMER, SNIPER, SHOTGUN} <= names


@clause("FOW-16-22", "FOW-16-23", "FOW-8.3-15")
def test_guns_without_dice_have_not_fired() -> None:
    """Plasma rifles beyond 12\" after a move (FOW-GAP-34), beside an RPG that has its die."""
    b = battle(
        unit(0, "A", (20, 5), (22, 5), arms=[(PLASMA, 1), ("RPG (HEAP)", 1)]),
        unit(1, "B", (22, 24)),
    )
    assert fire(b).plasma == ((1, 1),)
    f = fire(b, UP_TO_SIX)
    assert (f.plasma, [s.dice for s in f.shots]) == ((), [1])
