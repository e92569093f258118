"""Chapter 14: shells fall and burst. Bases are one inch across; a light mortar's template is 2"
across, so that it touches bases with centres up to 1.5" from where it fell."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.odds.asking import Asker, ask, find_question
from grognard.odds.exact import Exact
from grognard.rules.explained import SILENT, Explained
from grognard.systems.forge_of_war import SYSTEM, questions_of
from grognard.systems.forge_of_war.indirect import spotters
from grognard.systems.forge_of_war.profiles import Weapon, load_catalogue
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.shells import (
    NORTH,
    Fallen,
    Mark,
    Round,
    Shell,
    attack_on,
    barrage,
    dice_of,
    fall,
    laying,
    scattered,
    under,
)
from grognard.systems.forge_of_war.shooting import firing, refuse_target
from grognard.systems.forge_of_war.state import Battle
from grognard.systems.forge_of_war.volley import STILL, Shot
from grognard.table.lattice import GRID
from tests.systems.forge_of_war.field import Game, battle, named, row, unit

clause = pytest.mark.clause
RULINGS = Settings(indirect_fire=True)
MORTAR = "Mortar, Light"  # 24", WV 1
HEAVY = "Mortar, Heavy"  # 48", WV 1, template 3"
SET_UP = {"set_up": True}
WOOD = ("Woods", 10, 8, 34, 12)


def guns(*more: Any, weapon: str = MORTAR, n: int = 1, ground: Any = (WOOD,), **kw: Any) -> Battle:
    """Mortars behind a wood, three enemies 2\" apart beyond it, 14\" off, and who spots."""
    return battle(
        unit(0, "Mortars", *row(20, 5, n), weapon=weapon, state=dict(SET_UP)),
        unit(1, "B", (18, 20), (20, 20), (22, 20)),
        *(more or (unit(0, "Spotter", (20, 14)),)),
        ground=ground,
        **{"indirect_fire": True, **kw},
    )


def why_not(b: Battle, who: str = "Mortars", at: str = "B") -> str:
    refusal = refuse_target(b, named(b, who), named(b, at), STILL)
    return refusal.clause if refusal is not None else ""


def opened(b: Battle, moved: str = "it will not move") -> Game:
    return Game(b).choose("Mortars: activate").roll(1).choose("shoot at B").choose(moved)


# ---------------------------------------------------------------- who spots


@clause("FOW-14-01")
def test_switched_off_it_is_an_ordinary_attack() -> None:
    """FOW-GAP-45: three dice against infantry, and no template."""
    b = guns(indirect_fire=False)
    f = firing(b, named(b, "Mortars"), named(b, "B"), STILL)
    assert (f.dice, f.shells) == (3, ())
    on = guns()
    f = firing(on, named(on, "Mortars"), named(on, "B"), STILL)
    assert (f.dice, f.shells) == (0, (0,))


@clause("FOW-14-01", "FOW-8.1-06")
def test_off_and_without_spotted_fire_mortars_are_silent() -> None:
    b = guns(indirect_fire=False, spotted_fire=False)
    assert why_not(b) == "FOW-8.1-03"
    assert why_not(guns(indirect_fire=False)) == ""


@clause("FOW-14-01")
def test_it_needs_another_unit_that_sees_the_target() -> None:
    assert why_not(guns()) == ""
    assert why_not(guns(unit(1, "C", (40, 40)))) == "FOW-14-01"
    # Not the gunners themselves, though they see it.
    b = guns(unit(1, "C", (40, 40)), ground=())
    assert why_not(b) == "FOW-14-01"
    assert why_not(guns(unit(0, "Spotter", (30, 5)), ground=())) == ""


@clause("FOW-14-01")
def test_who_is_in_close_combat_does_not_spot() -> None:
    b = guns(unit(0, "Spotter", (30, 14)), unit(1, "C", (31, 14)))
    assert why_not(b) == "FOW-14-01"


@clause("FOW-14-01")
def test_the_enemy_does_not_spot() -> None:
    assert why_not(guns(unit(1, "C", (20, 14)))) == "FOW-14-01"


@clause("FOW-14-01")
def test_its_owner_chooses_who_spots_the_best_first() -> None:
    b = guns(unit(0, "Bad", (18, 14), sv=5), unit(0, "Good", (22, 14), sv=8))
    game = opened(b)
    assert [o.label for o in game.asks("spotter").options] == ["Good", "Bad"]
    game.choose("Bad").choose("at figure 2")
    assert game.need() == 5


@clause("FOW-14.1-01")
def test_the_point_is_in_the_spotters_sight() -> None:
    """A house hides two of the three from the only spotter."""
    b = guns(unit(0, "Spotter", (30, 20)), ground=[WOOD])
    # From the east in one line: the first hides the other two.
    assert [s.seen for s in spotters(b, named(b, "Mortars"), named(b, "B"))] == [(0, 1, 2)]
    b = guns(unit(0, "Spotter", (30, 20)), ground=[WOOD, ("Building", 20.6, 18, 21.4, 30)])
    assert [s.seen for s in spotters(b, named(b, "Mortars"), named(b, "B"))] == [(2,)]
    assert [label[:11] for label in opened(b).labels()] == ["at figure 3"]


@clause("FOW-14.1-01", "FOW-8.1-02")
def test_and_within_range() -> None:
    b = battle(
        unit(0, "Mortars", (20, 5), weapon=MORTAR, state=dict(SET_UP)),
        unit(1, "B", (20, 30), (20, 30 + 1.125)),
        unit(0, "Spotter", (30, 30)),
        indirect_fire=True,
    )
    assert [label[:11] for label in opened(b).labels()] == ["at figure 1"]  # 24"


@clause("FOW-14.1-01", "FOW-8.4-03")
def test_no_template_is_laid_on_a_close_combat() -> None:
    def near(x: float) -> Battle:
        """C begins so far to the east of B's easternmost figure."""
        return guns(unit(0, "Spotter", (20, 14)), unit(0, "C", (22 + x, 20)),
                    unit(1, "D", (23 + x, 20)))  # fmt: skip

    assert len(opened(near(1.625)).labels()) == 3
    assert [label[:11] for label in opened(near(1.5)).labels()] == ["at figure 1", "at figure 2"]


# ---------------------------------------------------------------- the fall of shot


def number(**fields: Any) -> int:
    return laying(Shell(**{"sv": 7, **fields}), SILENT)


@clause("FOW-14-02")
@pytest.mark.parametrize(
    ("fields", "value"),
    [
        ({"sv": 7, "spotter": 8}, 7),
        ({"sv": 7, "spotter": 6}, 6),
        # After D-markers (FOW-GAP-44): 8 less 3 is less than 6.
        ({"sv": 6, "spotter": 8, "spotter_markers": 3}, 5),
        ({"sv": 8, "markers": 3, "spotter": 6}, 5),
        ({"sv": 7, "spotter": 7, "cautious": True}, 6),
        ({"sv": 7, "spotter": 7, "spotter_cautious": True}, 6),
    ],
)
def test_the_lower_shooting_value(fields: dict[str, Any], value: int) -> None:
    assert number(**fields) == value
    explained = Explained("fall of shot", laying, (Shell(**fields),))
    assert sum(p.amount for p in explained.parts) == value
    assert explained.parts[0].clause == "FOW-14-02"


@clause("FOW-14-04", "FOW-14-05", "FOW-14-06", "FOW-14-07")
@pytest.mark.parametrize(
    ("accurate", "far", "dice"),
    [(True, False, 1), (True, True, 1), (False, False, 1), (False, True, 2)],
)
def test_how_many_dice(accurate: bool, far: bool, dice: int) -> None:
    assert dice_of(Shell(7, accurate=accurate, far=far)) == dice


@clause("FOW-14-06", "FOW-14-07")
@pytest.mark.parametrize(("gap", "dice"), [(12.0, 1), (12.125, 2)])
def test_over_half_range(gap: float, dice: int) -> None:
    """Half of 24\" is 12\": exactly half is not over it (FOW-GAP-43)."""
    b = battle(
        unit(0, "Mortars", (20, 5), weapon=MORTAR, state=dict(SET_UP)),
        unit(1, "B", (20, 6 + gap)),
        unit(0, "Spotter", (30, 10)),
        indirect_fire=True,
    )
    game = opened(b).choose("at figure 1")
    game.roll(*[1] * dice)
    assert game.need() == 7 - 1 + 1  # to hit: it fell on the point


@clause("FOW-14-03", "FOW-14-05")
def test_accurate_weapons_throw_one_die_at_any_range() -> None:
    smart = Weapon("Smart Mortar", 24.0, 1, indirect=True, direct=False, accurate=True, blast=2.0)
    b = battle(
        unit(0, "Mortars", (20, 5), weapon=smart),
        unit(1, "B", (20, 29)),
        unit(0, "Spotter", (30, 10)),
        indirect_fire=True,
    )
    opened(b).choose("at figure 1").roll(1)
    rows = load_catalogue().weapons.values()
    lobbed = [w for w in rows if w.indirect]
    assert [w.name for w in lobbed] == ["Howitzer", "Mortar, Heavy", "Mortar, Light"]
    assert not any(w.accurate for w in lobbed)  # FOW-GAP-42


def falls(s: Shell, settings: Settings = RULINGS) -> dict[Fallen, Fraction]:
    return {k: Fraction(p) for k, p in Exact(rational=True).of(fall, s, settings).items()}


@clause("FOW-14.1-02")
def test_the_dice_less_the_shooting_value_are_inches() -> None:
    """SV 7 and one d10: 7 in 10 on the point; 8, 9 and 10 are 1, 2 and 3\" off."""
    chances = falls(Shell(7, spotter=7))
    assert chances[Fallen(0, 0)] == Fraction(7, 10)
    for inches in (1, 2, 3):
        assert chances[Fallen(inches * GRID, 0)] == Fraction(1, 80)
    assert len(chances) == 1 + 3 * 8
    # Two dice: 20 is 13" off, once in a hundred.
    assert falls(Shell(7, spotter=7, far=True))[Fallen(13 * GRID, 0)] == Fraction(1, 800)


@clause("FOW-14.1-02", "FOW-14.1-06")
def test_the_example_of_the_document() -> None:
    """Over half range, SV 7, 2d10 = 9: two inches off."""
    b = battle(
        unit(0, "Mortars", (20, 5), weapon=MORTAR, sv=7, state=dict(SET_UP)),
        unit(1, "B", *row(14, 20, 7), av=0),
        unit(0, "Spotter", (40, 18), sv=8),
        indirect_fire=True,
    )
    game = opened(b).choose("at figure 4")
    assert game.need() == 7
    game.roll(4, 5)
    game.roll(3)  # to the right, seen from the gun: to the east
    (told,) = game.told("shell")
    assert told.text == 'a shell bursts at 22.0", 20.0", 2.0" off the point'


@clause("FOW-14.1-03")
@pytest.mark.parametrize(
    ("way", "ways", "ahead", "aside"),
    [
        (1, 8, 2.0, 0.0), (2, 8, 2**0.5, 2**0.5), (3, 8, 0.0, 2.0), (4, 8, -(2**0.5), 2**0.5),
        (5, 8, -2.0, 0.0), (6, 8, -(2**0.5), -(2**0.5)), (7, 8, 0.0, -2.0),
        (8, 8, 2**0.5, -(2**0.5)),
        (1, 12, 2.0, 0.0), (2, 12, 3**0.5, 1.0), (4, 12, 0.0, 2.0), (6, 12, -(3**0.5), 1.0),
        (7, 12, -2.0, 0.0), (9, 12, -1.0, -(3**0.5)), (10, 12, 0.0, -2.0), (12, 12, 3**0.5, -1.0),
        (1, 360, 2.0, 0.0), (31, 360, 3**0.5, 1.0), (91, 360, 0.0, 2.0), (181, 360, -2.0, 0.0),
    ],
)  # fmt: skip
def test_the_deviation_die(way: int, ways: int, ahead: float, aside: float) -> None:
    """1 is away from the gun, then clockwise; 2\" off."""
    fallen = scattered(2, way, ways)
    assert fallen.ahead == pytest.approx(ahead * GRID, abs=1)
    assert fallen.aside == pytest.approx(aside * GRID, abs=1)


@clause("FOW-14.1-03")
@pytest.mark.parametrize(("reading", "ways"), [("d8", 8), ("d12", 12), ("degrees", 360)])
def test_deviation_die_setting(reading: str, ways: int) -> None:
    chances = falls(Shell(7, spotter=7), Settings(indirect_fire=True, deviation_die=reading))
    assert chances[Fallen(GRID, 0)] == Fraction(1, 10 * ways)


@clause("FOW-14.1-03")
@pytest.mark.parametrize(
    ("way", "x", "y"), [(1, 20.0, 23.0), (3, 23.0, 20.0), (5, 20.0, 17.0), (7, 17.0, 20.0)]
)
def test_directions_on_the_table(way: int, x: float, y: float) -> None:
    """The gun is due south of the point; 3\" off."""
    game = opened(guns()).choose("at figure 2").roll(5, 5).roll(way)
    (told,) = game.told("shell")
    assert told.args[:2] == pytest.approx((x, y))


# ---------------------------------------------------------------- the burst


@clause("FOW-14.1-04", "FOW-14.1-05")
def test_every_model_that_the_template_touches() -> None:
    """2\" across: with bases of one inch, centres up to 1.5\" away."""
    inch = int(GRID)
    marks = (
        Mark(0, 0, inch // 2),
        Mark(inch * 3 // 2, 0, inch // 2),
        Mark(inch * 3 // 2 + 1, 0, inch // 2),
        Mark(-inch, inch, inch // 2),
        Mark(inch, inch + inch // 4, inch // 2),
    )
    assert under(Fallen(0, 0), NORTH, 2.0, marks) == [0, 1, 3]
    assert under(Fallen(0, inch * 3), NORTH, 2.0, marks) == [1, 2]
    # Ahead of a gun that fires to the east is east, and to its right is south.
    assert under(Fallen(inch * 3, 0), (1.0, 0.0), 2.0, marks) == [1, 2]
    assert under(Fallen(0, -inch * 2), (1.0, 0.0), 2.0, marks) == [3, 4]


@clause("FOW-14.1-04")
@pytest.mark.parametrize(("weapon", "caught"), [(MORTAR, 1), (HEAVY, 3)])
def test_templates_of_the_house(weapon: str, caught: int) -> None:
    """FOW-GAP-41: three figures 2\" apart: 2\" across catches one, 3\" across its neighbours."""
    b = guns(weapon=weapon)
    game = opened(b)
    label = f"at figure 2: {caught} under the template"
    assert label in game.labels()
    game.choose("at figure 2").roll(*[1] * (2 if weapon == MORTAR else 1))
    assert getattr(game.pending, "pool", 0) == caught


@clause("FOW-14.1-05")
def test_each_is_attacked_with_sv_wv_armour_and_cover_alone() -> None:
    """SV 7, WV 1, AV 1, hard cover: 7 - 0 - 2 = 5; range and movement do not count."""
    b = guns(
        unit(0, "Spotter", (20, 14)),
        ground=[WOOD, ("Ruined Building", 16, 18, 24, 22)],
        heavy_weapons="no_deployment",
    )
    named(b, "B").blown = 2
    named(b, "B").moved = [8.0] * 3
    game = Game(b).choose("Mortars: activate").roll(1).choose("move 6").by(0.5, 0)
    game.choose("shoot at B").choose("at figure 2").roll(1, 1)
    assert game.need() == 5
    assert set(game.parts()) == {"FOW-8.3-01", "FOW-8.3-04", "FOW-8.3-13",
                                 "FOW-8.3-06"}  # fmt: skip


@clause("FOW-14.1-05")
def test_burst_modifiers_setting() -> None:
    """14\" with a range of 24\" is over half of it; the target has moved fast: two less."""
    b = guns(burst_modifiers=True)
    named(b, "B").moved = [8.0] * 3
    game = opened(b).choose("at figure 2").roll(1, 1)
    assert game.need() == 7 - 1 + 1 - 1 - 1
    assert {"FOW-8.3-08", "FOW-8.3-14"} <= set(game.parts())
    b = guns(burst_modifiers=True, heavy_weapons="no_deployment")
    game = Game(b).choose("Mortars: activate").roll(1).choose("move 6").by(0.5, 0)
    game.choose("shoot at B").choose("at figure 2").roll(1, 1)
    assert game.need() == 7 - 1 + 1 - 1 - 1
    assert "FOW-8.3-09" in game.parts()


@clause("FOW-14.1-05")
def test_markers_count_in_both_uses() -> None:
    b = guns()
    named(b, "Mortars").markers = 2
    game = opened(b).choose("at figure 2")
    assert game.need() == 5
    game.roll(1, 1)
    assert game.need() == 7 - 2 - 1 + 1


@clause("FOW-14.1-05")
def test_of_either_side_those_in_close_combat_too() -> None:
    """3\" short of the point stand a friend and, in contact with him, an enemy."""
    b = guns(
        unit(0, "Spotter", (30, 14)),
        unit(0, "Friend", (20, 17)),
        unit(1, "Foe", (21, 17)),
        ground=(),
    )
    game = opened(b).choose("at figure 2").roll(5, 5).roll(5)
    assert getattr(game.pending, "pool", 0) == 1
    game.roll(1).roll(1)
    assert game.asks("hits").player == 0
    game.choose("1 D-marker").choose("1 D-marker")
    assert (game.unit("Friend").markers, game.unit("Foe").markers) == (1, 1)
    assert game.unit("B").markers == 0


@clause("FOW-14.1-05")
def test_only_those_under_it_can_fall() -> None:
    b = guns(weapon=HEAVY)
    named(b, "B").markers = 3
    game = opened(b).choose("at figure 1").roll(1).roll(1, 1)  # figures 1 and 2
    assert game.unit("B").x == [22.0]


@clause("FOW-14.1-05", "FOW-14.1-06")
def test_its_owner_takes_figures_or_markers() -> None:
    game = opened(guns(weapon=HEAVY)).choose("at figure 2").roll(1).roll(1, 1, 1)
    assert [o.label for o in game.asks("hits").options] == [
        "3 D-markers, 0 lost",
        "2 D-markers, 1 lost",
        "1 D-marker, 2 lost",
        "0 D-markers, 3 lost",
    ]


@clause("FOW-14.1-05")
def test_all_shells_fall_before_anybody_does() -> None:
    """FOW-GAP-80: two mortars, both at the same figure: two dice, and one figure to lose."""
    b = guns(n=2)
    named(b, "B").markers = 3
    game = opened(b).choose("at figure 2").roll(1, 1).roll(1).choose("at figure 2").roll(1, 1)
    game.roll(1)
    assert game.unit("B").figures == 2
    assert game.unit("B").markers == 3


@clause("FOW-14.1-05")
def test_slaughter_is_of_the_enemy() -> None:
    b = battle(
        unit(0, "Mortars", (20, 5), weapon=MORTAR, state=dict(SET_UP)),
        unit(1, "B", (20, 20), state={"markers": 3}),
        unit(0, "Own", (21.25, 20), state={"markers": 3}),
        unit(1, "C", (40, 40)),
        indirect_fire=True,
    )
    friendly = b.clone()
    game = opened(b).choose("at figure 1").roll(1, 1).roll(1).roll(10)
    assert not game.unit("B").figures
    assert game.unit("Mortars").slaughtered
    game = opened(friendly).choose("at figure 1").roll(1, 1).roll(10).roll(1)
    assert not game.unit("Own").figures
    assert not game.unit("Mortars").slaughtered


@clause("FOW-7.3-01")
def test_shells_blow_the_cover_they_come_from() -> None:
    b = guns(ground=[("Woods", 18, 3, 22, 7)])
    game = opened(b).choose("at figure 2").roll(1, 1).roll(10)
    assert game.unit("Mortars").blown == 1


@clause("FOW-14.1-05")
@pytest.mark.parametrize(("reading", "dice"), [("models", 5), ("weight", 3)])
def test_blast_dice_setting(reading: str, dice: int) -> None:
    """FOW-GAP-41: five under the template, weight of fire 3."""
    settings = Settings(indirect_fire=True, blast_dice=reading)
    shot = attack_on([0] * 5, Shot(0, 7), 3, settings)
    assert shot.dice == dice
    assert attack_on([0] * 2, Shot(0, 7), 3, settings).dice == 2
    b = guns(weapon=HEAVY, blast_dice=reading)
    f = questions_of.shooting(b, named(b, "Mortars"), named(b, "B"), STILL)
    assert [r.weight for r in f.rounds] == [3]


@clause("FOW-14.1-05", "FOW-8.3-06")
@pytest.mark.parametrize(("covers", "worth"), [([2, 2, 0], 2), ([2, 0], 0), ([2, 0, 0], 0)])
def test_cover_of_those_under_it(covers: list[int], worth: int) -> None:
    """FOW-GAP-71: more than half of them."""
    assert attack_on(covers, Shot(0, 7), 3, RULINGS).cover == worth
    all_of_them = Settings(indirect_fire=True, unit_cover="all")
    assert attack_on([2, 2, 0], Shot(0, 7), 3, all_of_them).cover == 0


# ---------------------------------------------------------------- howitzers and combinations


def howitzer(**settings: Any) -> Battle:
    return battle(
        unit(0, "Mortars", (20, 5), weapon="Howitzer", state=dict(SET_UP)),
        unit(1, "B", (18, 20), (20, 20), (22, 20)),
        unit(0, "Spotter", (30, 14)),
        **{"indirect_fire": True, **settings},
    )


@clause("FOW-14-01", "FOW-16-15")
def test_howitzers_that_see_fire_either_way() -> None:
    """FOW-GAP-40: six dice directly; 5\" across catches all three."""
    game = opened(howitzer()).choose("directly")
    assert getattr(game.pending, "pool", 0) == 6
    game = opened(howitzer()).choose("indirectly").choose("at figure 2").roll(1)
    assert getattr(game.pending, "pool", 0) == 3


@clause("FOW-14-01", "FOW-16-15")
def test_howitzers_setting() -> None:
    game = opened(howitzer(howitzers="direct"))
    assert getattr(game.pending, "pool", 0) == 6
    hidden = [("Woods", 10, 8, 26, 12)]
    for reading, refusal in (("both", ""), ("direct", "FOW-8.1-03")):
        b = battle(
            unit(0, "Mortars", (20, 5), weapon="Howitzer", state=dict(SET_UP)),
            unit(1, "B", (20, 20)),
            unit(0, "Spotter", (20, 14)),
            ground=hidden,
            indirect_fire=True,
            howitzers=reading,
        )
        assert why_not(b) == refusal


@clause("FOW-11.2-04")
def test_no_shells_by_covering_fire() -> None:
    b = guns(covering_fire=True, ground=())
    assert firing(b, named(b, "Mortars"), named(b, "B"), STILL).shells == (0,)
    assert not firing(b, named(b, "Mortars"), named(b, "B"), 3).any


@clause("FOW-12-04", "FOW-12-05")
def test_stances_count() -> None:
    """A cautious target has AV +1 more than WV cancels; cautious gunners SV -1 in both uses."""
    b = guns(stance=True)
    named(b, "B").stance = 1
    named(b, "Mortars").stance = 1
    game = Game(b).choose("Mortars: activate").roll(1)
    game.choose("shoot at B").choose("it will not move").choose("at figure 2")
    assert game.need() == 6
    game.roll(1, 1)
    assert game.need() == 7 - 1 - 1 + 1 - 1


# ---------------------------------------------------------------- odds


@clause("FOW-14.1-05")
def test_odds_of_a_shell_by_hand() -> None:
    """One figure of AV 0, template 2\" and base 25 mm: SV 7, so it is on the point with 7 in 10
    and reached when no more than 1.49\" off: 1\" off too, 8 in 10 in all. To hit: 7 in 10."""
    answer = ask(
        SYSTEM,
        "indirect-fire",
        {"figures": 1, "blast": 2, "av": 0, "target_most": 1, "target_markers": 1},
        RULINGS,
        rational=True,
    )
    assert dict(answer["lost"].chances) == {0: 1 - Fraction(56, 100), 1: Fraction(56, 100)}


@clause("FOW-14.1-02")
def test_odds_of_the_deviation() -> None:
    """2d10 over SV 7: the sums 8 to 10 come in 7 + 8 + 9 ways of a hundred, up to 7 in 21."""
    answer = ask(SYSTEM, "deviation", {"far": True}, RULINGS, rational=True)
    chances = dict(answer["off"].chances)
    assert chances[0] == Fraction(21, 100)
    assert chances[1] == Fraction(7, 100)
    assert chances[13] == Fraction(1, 100)


@clause("FOW-14.1-05")
def test_two_shells_on_one_figure_take_one_figure() -> None:
    mark = Mark(0, 0, int(GRID) // 2)
    sure = Round(Shell(10, spotter=10), Shot(0, 10), 3, (mark,))
    struck = [k for k, _ in Exact(rational=True).of(barrage, (sure, sure), RULINGS).items()]
    (only,) = struck
    assert (only.under, only.hits, only.wounds((mark,))) == (1, 2, 1)


@clause("FOW-14.1-05")
def test_the_table_asks_the_same_question() -> None:
    """What hovers over the option comes from the place of every figure on the table: each of
    three shells' chances is that of its own procedure."""
    b = guns(weapon=HEAVY)
    f = questions_of.shooting(b, named(b, "Mortars"), named(b, "B"), STILL)
    assert len(f.rounds) == 1
    assert [(m.north // GRID, m.east // GRID) for m in f.rounds[0].marks] == [
        (0, -2), (0, 0), (0, 2)
    ]  # fmt: skip
    question = find_question(SYSTEM, "shooting")
    answer = Asker(rational=True).ask(question, f, b.settings)
    # SV 7 at 14" of 48": on the point 7 in 10, then three dice at 7 - 1 + 1.
    none = dict(answer["hits"].chances)[3]
    assert none == Fraction(7, 10) * Fraction(7, 10) ** 3


@clause("FOW-14.1-02")
def test_as_much_as_the_shooting_value_is_on_the_point() -> None:
    """No deviation die is thrown for a 7 with SV 7."""
    game = opened(guns(weapon=HEAVY)).choose("at figure 2").roll(7)
    assert game.need() == 7 - 1 + 1
    (told,) = game.told("shell")
    assert told.args[:2] == (20.0, 20.0)
