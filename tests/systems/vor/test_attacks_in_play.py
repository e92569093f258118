"""What attacks do on a table: tests, shots, deviation, sweeps, templates, arcs, refills."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from grognard.forces.ledger import DEAF
from grognard.odds.asking import ask, find_question
from grognard.rules.effects import Roll, Rules, Tell
from grognard.rules.explained import Explained
from grognard.rules.refusal import Refusal
from grognard.systems.vor import SYSTEM, hitting, refills, sweeping, templates, trials
from grognard.systems.vor.attack_price import price_attack
from grognard.systems.vor.attack_tables import tables
from grognard.systems.vor.attacks import ANYBODY, Attack
from grognard.systems.vor.hitting import Deviation, Hit, Shot
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.sweeping import Mark, Swept
from grognard.table.base import Base
from grognard.table.templates import Teardrop

clause = pytest.mark.clause
RULINGS = Settings()
GUN = Attack(power=5, range="12/24/35")
MORTAR = Attack(power=7, range="10/20/30", blast=6, indirect="long blind fire")


def run(procedure: Rules[Any], *dice: int | tuple[int, ...]) -> tuple[Any, list[Tell]]:
    """What a procedure returns when the dice show these faces, all of which it must use."""
    told: list[Tell] = []
    left = list(dice)
    answer: Any = None
    try:
        while True:
            effect = procedure.send(answer)
            answer = None
            if isinstance(effect, Roll):
                faces = left.pop(0)
                faces = faces if isinstance(faces, tuple) else (faces,)
                assert effect.refuse_faces(faces) is None
                answer = effect.reading.read(faces)
            else:
                assert isinstance(effect, Tell)
                told.append(effect)
    except StopIteration as stop:
        assert not left
        return stop.value, told


def need(shot: Shot, settings: Settings = RULINGS) -> int:
    return Explained("to hit", hitting.to_hit, (shot, settings)).value


def refused(shot: Shot) -> list[str]:
    return [refusal.clause for refusal in hitting.refuse(shot, RULINGS)]


# -- knockdown, parry, damage --------------------------------------------------------------


def falls(bonus: int, light: bool, size: str, *dice: int, settings: Settings = RULINGS) -> bool:
    blow = trials.Blow(bonus, light, size)
    return bool(run(trials.knock_down(blow, settings), *dice)[0])


@clause("VOR-KD-01", "VOR-KD-04")
@pytest.mark.parametrize("bonus", range(5))
def test_knockdown_succeeds_on_five_and_the_bonus(bonus: int) -> None:
    assert falls(bonus, False, "large", 5 + bonus)
    assert not falls(bonus, False, "large", 6 + bonus)


@clause("VOR-KD-01")
def test_knockdown_at_plus_five_is_automatic() -> None:
    assert falls(5, False, "large")  # without a die


@clause("VOR-KD-02")
def test_large_models_are_at_minus_two() -> None:
    assert falls(2, True, "large", 5)
    assert not falls(2, True, "large", 6)
    assert falls(2, True, "medium", 7)
    # The automatic one is 8 or less for large models, and automatic for others (VOR-GAP-30).
    assert falls(5, True, "large", 8)
    assert not falls(5, True, "large", 9)
    assert falls(5, True, "medium")
    assert falls(5, True, "large", settings=Settings(automatic_knockdown="all"))


@clause("VOR-BLA-15")
def test_a_blast_without_knockdown_tests() -> None:
    assert trials.tests_knockdown(Attack(blast=6))
    assert not trials.tests_knockdown(Attack(blast=6, no_knockdown=True))
    assert not trials.tests_knockdown(GUN)
    assert trials.tests_knockdown(Attack(knockdown=0))


@clause("VOR-PAR-01", "VOR-PAR-04", "VOR-PAR-05")
def test_parries() -> None:
    # CC 5 with +2 to the roll: 3 or less; with -3: 8 or less
    assert run(trials.parry(5, 2), 3)[0]
    assert not run(trials.parry(5, 2), 4)[0]
    assert run(trials.parry(5, -3), 8)[0]
    shield = Attack(kind="item", parry=0, parry_ranged=-1)
    assert [trials.parry_of(shield, ranged) for ranged in (False, True)] == [0, -1]
    assert trials.parry_of(Attack(parry=0), True) is None


@clause("VOR-STA-13")
def test_without_a_statistic_every_attempt_fails_without_a_roll() -> None:
    assert run(trials.parry(0, -3))[0] is False
    assert run(hitting.fire(Shot(GUN, ANYBODY, 0), RULINGS))[0] == Hit(False)


@clause("VOR-RND-01", "VOR-RND-04", "VOR-RND-05")
def test_damage() -> None:
    assert [run(trials.do_damage(d))[0] for d in ("1", "2", "4")] == [1, 2, 4]
    assert run(trials.do_damage("auto-kill"))[0] >= 18  # twice the LIF of any model
    lost, told = run(trials.do_damage("1d5"), 5)
    assert lost == 5
    # The opponent may ask for other dice: said before the roll.
    assert [tell.clause for tell in told] == ["VOR-RND-05"]
    effect = next(iter(trials.do_damage("1d3")))
    assert isinstance(effect, Tell)
    assert ask(SYSTEM, "damage", {"damage": "1d3"}).first.mean == pytest.approx(2)


@clause("VOR-FA-05", "VOR-FA-06")
def test_possible_hits() -> None:
    attack = Attack(full_auto=1, hits=3)
    sizes = ("small", "medium", "large")
    assert [trials.possible_hits(attack, size, tables()) for size in sizes] == [4, 5, 6]
    assert trials.possible_hits(GUN, "large", tables()) == 1
    house = [tables().possible_hits[size].house for size in sizes]
    assert house == [True, True, False]


@clause("VOR-BLA-16", "VOR-BLA-17", "VOR-AS-03")
def test_what_an_attack_can_harm() -> None:
    def why(attack: Attack, **what: bool) -> str:
        refusal = trials.refuse_harm(attack, **what)
        return refusal.clause if refusal else ""

    assert why(Attack(blast=2), structure=True) == why(Attack(blast=2), shielded=True) == ""
    assert why(Attack(blast=2, no_structures=True), structure=True) == "VOR-BLA-16"
    assert why(Attack(blast=2, no_shielding=True), shielded=True) == "VOR-BLA-17"
    assert why(Attack(blast=2, no_shielding=True), structure=True) == ""
    assert why(GUN, structure=True) == "VOR-AS-03"
    assert why(Attack(anti_structure=True), structure=True) == why(GUN, shielded=True) == ""


@clause("VOR-BLA-20")
def test_terrain_is_destroyed_on_five_or_less() -> None:
    shell = Attack(power=9, blast=6, destroys_terrain=True)
    fell, told = run(trials.destroy_terrain(shell, 3, RULINGS), (5, 6, 1))
    assert fell == 2
    assert "hazardous terrain" in told[0].text
    assert run(trials.destroy_terrain(MORTAR, 3, RULINGS))[0] == 0
    once = Settings(terrain_rolls="once")
    assert run(trials.destroy_terrain(shell, 3, once), 5)[0] == 3
    assert run(trials.destroy_terrain(shell, 3, once), 6)[0] == 0
    assert run(trials.destroy_terrain(shell, 0, once), ())[0] == 0


@clause("VOR-SPL-06", "VOR-SPL-12", "VOR-SPL-13")
def test_flambe_and_ball_of_flames() -> None:
    flame = Attack(power=5, am=-1, splash="normal", flambe=7)
    assert run(trials.set_alight(flame, 3), (7, 8, 1))[0] == 2
    assert run(trials.set_alight(Attack(splash="normal", flambe=5), 2), (5, 6))[0] == 1
    assert trials.flambe_hit(flame) == (5, -3)
    assert trials.ball_hit(flame) == (5, -1)


# -- shots ---------------------------------------------------------------------------------


@clause("VOR-RMD-04")
def test_the_number_to_hit_takes_the_modifier_of_its_band() -> None:
    better = Attack(power=5, range="12/24/35", medium=2)
    assert [need(Shot(better, ANYBODY, 5, band)) for band in ("short", "medium", "long")] == [
        6,
        7,
        4,
    ]


@clause("VOR-PB-03", "VOR-PB-04")
def test_heavy_attacks_at_point_blank() -> None:
    # A standard attack keeps its +1 of short range; a heavy one has -3, -1 or, at best, nothing.
    light = Attack(power=5, range="12/24/35", point_blank="two hands")
    assert need(Shot(light, ANYBODY, 5, "point blank")) == 6
    for bought, number in (("-3", 2), ("-1", 4), ("0", 5)):
        heavy = Attack(power=6, range="12/24/35", short=3, point_blank=bought)
        assert need(Shot(heavy, ANYBODY, 5, "point blank")) == number
    assert refused(Shot(GUN, ANYBODY, 5, "point blank")) == ["VOR-PB-01"]


@clause("VOR-IND-02", "VOR-IND-03", "VOR-IND-04")
def test_indirect_fire() -> None:
    lob = Attack(power=5, range="12/24/35", indirect="medium indirect")
    blind = Attack(power=5, range="12/24/35", indirect="medium blind fire")
    for attack in (lob, blind):
        shot = Shot(attack, ANYBODY, 5, "short", indirect=True, spotter=True)
        assert need(shot) == 5 + 1 - 1
        assert refused(shot) == []
        assert refused(Shot(attack, ANYBODY, 5, "short", True, True, aim=1)) == ["VOR-IND-02"]
    assert refused(Shot(lob, ANYBODY, 5, "short", indirect=True)) == ["VOR-IND-03"]
    assert refused(Shot(blind, ANYBODY, 5, "short", indirect=True)) == []
    assert refused(Shot(GUN, ANYBODY, 5, "short", indirect=True)) == ["VOR-IND-01"]


@clause("VOR-IND-05")
@pytest.mark.parametrize(("word", "reach"), [("short", 1), ("medium", 2), ("long", 3)])
def test_indirect_fire_reaches_its_bands(word: str, reach: int) -> None:
    for kind in ("indirect", "blind fire"):
        attack = Attack(power=5, range="12/24/35", indirect=f"{word} {kind}")
        for n, band in enumerate(("short", "medium", "long"), 1):
            shot = Shot(attack, ANYBODY, 5, band, indirect=True, spotter=True)
            assert refused(shot) == ([] if n <= reach else ["VOR-IND-05"])


@clause("VOR-RNG-04")
def test_there_is_no_shot_at_a_band_that_is_missing() -> None:
    near = Attack(power=5, range="3/5")
    assert refused(Shot(near, ANYBODY, 5, "long")) == ["VOR-RNG-04"]
    assert refused(Shot(near, ANYBODY, 5, "medium")) == []


@clause("VOR-IND-06", "VOR-IND-07")
def test_blind_fire_divides_what_is_left_by_three() -> None:
    def number(where: str, spotter: bool = False, skill: int = 8, **more: int) -> int:
        return need(Shot(MORTAR, ANYBODY, skill, where, True, spotter, **more))

    assert number("medium") == 2  # 8 - 1 = 7
    assert number("long") == 2  # 8 - 1 - 1 = 6
    assert number("medium", more=-9) == 0
    # Neither at short range nor with a spotter.
    assert number("short") == 8
    assert number("medium", spotter=True) == 7
    # Short blind fire and indirect fire know no such penalties.
    short = Attack(power=5, range="12/24/35", indirect="short blind fire")
    assert not hitting.penalised(Shot(short, ANYBODY, 8, "short", indirect=True))
    lob = Attack(power=5, range="12/24/35", indirect="long indirect")
    assert not hitting.penalised(Shot(lob, ANYBODY, 8, "long", indirect=True))
    assert not hitting.penalised(Shot(MORTAR, ANYBODY, 8, "long"))
    for word, at in (("short", {}), ("medium", {"medium", "long"}), ("long", {"medium", "long"})):
        blind = Attack(power=5, range="12/24/35", indirect=f"{word} blind fire")
        for where in hitting.WHERE:
            assert hitting.penalised(Shot(blind, ANYBODY, 8, where, True)) == (where in at)
            assert not hitting.penalised(Shot(blind, ANYBODY, 8, where, True, spotter=True))


@clause("VOR-GAP-42", "VOR-IND-07")
def test_a_third_of_the_final_rc_or_of_that_before_the_range() -> None:
    near, first = (Settings(blind_third=word) for word in ("final", "before_range"))
    for skill, more, final, before in ((9, 0, 2, 1), (7, 0, 1, 1), (8, -9, 0, -1)):
        shot = Shot(MORTAR, ANYBODY, skill, "long", True, more=more)  # -1 blind, -1 at long range
        # 9: (9 - 1 - 1) / 3 = 2.3; (9 - 1) / 3 - 1 = 1.7
        assert [need(shot, near), need(shot, first)] == [final, before]
    plain = Shot(MORTAR, ANYBODY, 8, "long")
    assert need(plain, near) == need(plain, first) == 7


@clause("VOR-IND-08")
def test_blind_fire_has_no_critical_hits() -> None:
    seen = Shot(MORTAR, ANYBODY, 8, "medium", True, True)
    blind = Shot(MORTAR, ANYBODY, 8, "medium", True)
    assert run(hitting.fire(seen, RULINGS), 1)[0] == Hit(True, critical=True)
    assert run(hitting.fire(blind, RULINGS), 1)[0] == Hit(True)
    # What needs less than 1 hits with a critical hit only, and not even so when blind.
    hopeless = Shot(MORTAR, ANYBODY, 8, "medium", True, more=-9)
    assert not run(hitting.fire(hopeless, RULINGS), 1)[0].hit
    assert run(hitting.fire(Shot(GUN, ANYBODY, 1, "long"), RULINGS), 1)[0].critical
    assert run(hitting.fire(Shot(GUN, ANYBODY, 9), RULINGS), 10)[0] == Hit(False, fumble=True)


# -- deviation -----------------------------------------------------------------------------


def deviates(settings: Settings = RULINGS, blind: bool = False, **more: bool) -> Deviation:
    attack = Attack(
        power=7,
        range="10/20/30",
        blast=6,
        indirect="long blind fire",
        **more,  # type: ignore[arg-type]
    )
    return hitting.deviation(Shot(attack, ANYBODY, 8, "medium", indirect=blind), settings)


@clause("VOR-BLA-18", "VOR-IND-09", "VOR-IND-11")
def test_how_often_a_miss_deviates() -> None:
    assert [deviates().rolls, deviates(double_deviation=True).rolls] == [1, 2]
    assert [deviates(blind=True).rolls, deviates(blind=True, double_deviation=True).rolls] == [2, 4]
    # And so it is told of a shot that missed.
    missed, told = run(hitting.fire(Shot(MORTAR, ANYBODY, 8, "medium", True), RULINGS), 9)
    assert missed == Hit(False, deviations=2)
    assert told[0].clause == "VOR-IND-09"
    assert run(hitting.fire(Shot(GUN, ANYBODY, 5), RULINGS), 9)[0].deviations == 0


@clause("VOR-BLA-18")
def test_double_deviation_goes_on_from_where_the_marker_lies() -> None:
    how = Deviation(2, Fraction(1), False)
    assert hitting.stray((10.0, 10.0), [(2.0, 0.0), (0.0, -3.0)], how) == [
        (10.0, 10.0),
        (12.0, 10.0),
        (12.0, 7.0),
    ]
    once = Deviation(1, Fraction(1), False)
    assert hitting.stray((10.0, 10.0), [(2.0, 0.0), (0.0, -3.0)], once)[-1] == (12.0, 10.0)


@clause("VOR-BLA-19")
def test_half_deviation() -> None:
    how = deviates(half_deviation=True)
    assert how == Deviation(1, Fraction(1, 2), False)
    assert hitting.stray((0.0, 0.0), [(4.0, 0.0)], how)[-1] == (2.0, 0.0)
    # Under the penalties of blind fire the full distance counts (VOR-GAP-57).
    assert deviates(blind=True, half_deviation=True).share == 1
    kept = Settings(half_deviation="kept")
    assert deviates(kept, blind=True, half_deviation=True).share == Fraction(1, 2)


@clause("VOR-IND-10")
def test_blind_fire_deviates_the_full_distance() -> None:
    assert hitting.stray((0.0, 0.0), [(6.0, 0.0)], deviates(), most=4.0)[-1] == (4.0, 0.0)
    blind = deviates(blind=True)
    assert hitting.stray((0.0, 0.0), [(6.0, 0.0), (0.0, 1.0)], blind, most=4.0)[-1] == (6.0, 1.0)


# -- sweeps --------------------------------------------------------------------------------

THREE = (Mark(5), Mark(5), Mark(5))


@clause("VOR-SWP-03")
def test_a_sweep_rolls_cc_or_rc() -> None:
    assert hitting.statistic(Attack(kind="melee", sweep=6)) == "CC"
    assert hitting.statistic(Attack(power=3, sweep=6)) == "RC"
    number = Explained(
        "to hit", hitting.to_hit, (Shot(Attack(power=3, sweep=6), ANYBODY, 4), RULINGS)
    )
    assert str(number) == "to hit 4: RC 4"


@clause("VOR-SWP-08")
def test_a_sweep_rolls_for_each_model() -> None:
    assert run(sweeping.sweep(THREE, True), 5, 6, 1)[0] == Swept(2, 3)


@clause("VOR-SWP-10")
def test_a_fumble_ends_the_sweep_and_the_turn() -> None:
    for melee in (True, False):
        swept, told = run(sweeping.sweep(THREE, melee), 5, 10)
        assert swept == Swept(1, 2, fumbled=True)
        assert told[0].text == "the attacker's turn is over"


@clause("VOR-SWP-11")
def test_a_parry_ends_a_close_combat_sweep_only() -> None:
    marks = (Mark(5), Mark(5, 4, 0), Mark(5))
    assert run(sweeping.sweep(marks, True), 5, 5, 4)[0] == Swept(1, 2, parried=True)
    assert run(sweeping.sweep(marks, True), 5, 5, 5, 5)[0] == Swept(3, 3)  # the parry failed
    # A ranged one goes on; the parried roll does not hit (VOR-GAP-53).
    assert run(sweeping.sweep(marks, False), 5, 5, 4, 5)[0] == Swept(2, 3)


@clause("VOR-SWP-02", "VOR-SWP-07")
@pytest.mark.parametrize("arc", [180, 270])
def test_the_sweep_template_covers_the_front(arc: int) -> None:
    area = templates.sweep_area(Attack(sweep=6, sweep_arc=arc), 10.0, 10.0, 90.0)
    point = Base.disc(0.01)

    def covered(angle: float, distance: float = 2.9) -> bool:
        x = 10 + distance * math.cos(math.radians(angle))
        y = 10 + distance * math.sin(math.radians(angle))
        return area.covers(x, y, 0.0, point)

    assert covered(90)
    assert not covered(90, 3.1)  # 3 inches from its middle
    assert covered(90 + arc / 2 - 2)
    assert covered(90 - arc / 2 + 2)
    assert not covered(90 + arc / 2 + 2)
    assert not covered(270)


@clause("VOR-SWP-09")
def test_the_attacker_does_not_roll_against_himself() -> None:
    man = Base.disc(0.5)
    xs, ys = [10.0, 10.0, 10.0, 10.0, 10.0], [10.0, 12.5, 11.5, 8.0, 14.0]
    found = templates.swept(Attack(sweep=6), 0, xs, ys, [90.0] * 5, [man] * 5)
    assert found == [2, 1]  # the nearest first; not the one behind, nor the one 4 inches off


# -- persistent attacks, splash ------------------------------------------------------------


@clause("VOR-PER-02")
def test_how_long_a_persistent_attack_stays() -> None:
    cloud = Attack(blast=6, persistent=2)
    assert [templates.stays(cloud, 3, turn) for turn in range(2, 8)] == [
        False, True, True, True, False, False,
    ]  # fmt: skip
    smoke = Attack(blast=6, persistent=0)  # the rest of the turn
    assert [templates.stays(smoke, 3, turn) for turn in (3, 4)] == [True, False]
    assert not templates.stays(Attack(blast=6), 3, 3)


@clause("VOR-PER-04")
def test_it_blocks_the_sight_as_high_as_its_radius() -> None:
    assert templates.blocked_height(Attack(blast=7, persistent=1, blocks_sight=True)) * 2 == 7
    assert templates.blocked_height(Attack(blast=7, persistent=1)) == 0


@clause("VOR-BLA-22")
def test_blank_templates_mark_destroyed_terrain() -> None:
    shapes = templates.blanks(tables())
    assert [shape.size for shape in shapes] == [2, 3, 4, 5, 6, 7, 8, 9, 10]  # twice the radius
    assert {shape.kind for shape in shapes} == {"disc"}


@clause("VOR-SPL-14")
def test_the_split_line_is_half_way_down_the_template() -> None:
    whole = Teardrop(0.0, 0.0, 0.0, 8.0, 0.25, 1.5)
    split = templates.Split(whole)
    man = Base.disc(0.01)
    assert split.covers(3.9, 0.0, 0.0, man)
    assert not split.covers(4.1, 0.0, 0.0, man)
    assert whole.covers(4.1, 0.0, 0.0, man)
    # A compass draws it about the point: 4 inches off the axis too, not 4 along it.
    assert not split.covers(3.98, 0.6, 0.0, man)
    assert whole.covers(3.98, 0.6, 0.0, man)


@clause("VOR-SPL-15", "VOR-SPL-16", "VOR-SPL-17")
def test_how_splash_templates_work() -> None:
    def works(name: str, split: bool = False) -> str:
        return templates.works_as(Attack(splash=name, split=split))

    assert [works(name) for name in ("small", "normal", "large", "dragon")] == [
        "small", "normal", "large", "large",
    ]  # fmt: skip
    assert works("dragon", True) == works("large", True) == "normal"
    assert templates.cone_only(Attack(splash="small"))
    assert not templates.cone_only(Attack(splash="normal"))
    assert templates.hits_by_itself(Attack(splash="large"))
    assert not templates.hits_by_itself(Attack(splash="large", split=True))
    assert not templates.hits_by_itself(Attack(splash="normal"))


@clause("VOR-SPL-04", "VOR-SPL-05")
def test_cover_against_a_splash() -> None:
    soft, hard = (Attack(splash="normal", ignores_cover=word) for word in ("soft", "hard"))
    none = Attack(splash="normal")
    protects = templates.cover_protects
    assert [protects(a, "soft") for a in (none, soft, hard)] == [True, False, False]
    assert [protects(a, "hard") for a in (none, soft, hard)] == [True, True, False]
    # Walls and a ceiling that are both whole protect; a breach in either lets it through.
    assert protects(hard, "structure")
    assert not protects(hard, "structure", wall_breached=True)
    assert not protects(hard, "structure", ceiling_breached=True)
    assert protects(soft, "structure", wall_breached=True)


# -- arcs ----------------------------------------------------------------------------------


def in_arc(arc: int, angle: float, blind: str = "") -> bool:
    """Whether somebody 10 inches off at this angle stands in the arc of one who looks east."""
    x, y = 10 * math.cos(math.radians(angle)), 10 * math.sin(math.radians(angle))
    refusal = templates.refuse_target(Attack(arc=arc, blind=blind), 0.0, 0.0, 0.0, x, y)
    return refusal is None


@clause("VOR-ARC-01", "VOR-ARC-02", "VOR-ARC-03", "VOR-ARC-05")
def test_who_stands_in_an_arc() -> None:
    assert [in_arc(90, a) for a in (0, 44, -44, 46, -46)] == [True, True, True, False, False]
    assert [in_arc(180, a) for a in (46, 89, -89, 91, 180)] == [True, True, True, False, False]
    assert [in_arc(270, a, "rear") for a in (91, 134, 136, 180, -134)] == [
        True, True, False, False, True,
    ]  # fmt: skip
    assert [in_arc(270, a, "left") for a in (0, 44, 46, 134, 136, 180)] == [
        True, True, False, False, True, True,
    ]  # fmt: skip
    assert all(in_arc(360, a) for a in range(0, 360, 15))
    # the rear where nobody said so
    assert [in_arc(270, a) for a in (134.5, 135.5, -135.5, -134.5)] == [True, False, False, True]
    for arc, id in ((90, "VOR-ARC-01"), (180, "VOR-ARC-02"), (270, "VOR-ARC-03")):
        refusal = templates.refuse_target(Attack(arc=arc), 0.0, 0.0, 0.0, -5.0, 0.0)
        assert refusal is not None
        assert refusal.clause == id


@clause("VOR-ARC-08")
def test_arcs_of_vehicles_begin_at_the_weapon() -> None:
    # It sits 2 inches ahead of the middle and 1 to the right, on a vehicle that looks north.
    x, y, facing = templates.mount(10.0, 10.0, 90.0, 2.0, -1.0)
    assert (x, y, facing) == (11.0, 12.0, 90.0)
    gun = Attack(arc=90)
    # Exactly 45 degrees off the weapon, but not seen so from the middle: 4 right, 5 ahead.
    assert templates.refuse_target(gun, x, y, facing, 14.0, 15.0) is None
    assert isinstance(templates.refuse_target(gun, x, y, facing, 14.5, 15.0), Refusal)
    assert templates.refuse_target(gun, 10.0, 10.0, 90.0, 14.5, 15.0) is None


# -- refills -------------------------------------------------------------------------------

ROCKET = Attack("Rocket", power=8, range="20/40/60", charges=3)


@clause("VOR-LIM-04")
def test_spent_uses_are_bought_again() -> None:
    assert refills.uses_left(ROCKET, spent=2) == 1
    assert refills.uses_left(ROCKET, spent=2, refilled=1) == 2
    assert refills.uses_left(ROCKET, spent=2, refilled=9) == 3
    # 35 + 11 = 46, x 0.5 = 23, 60% of it 13.8: 14; a third of it is 4.7 (VOR-GAP-55)
    assert price_attack(ROCKET, ANYBODY, RULINGS, DEAF) == 14
    prices = [refills.price_refill(ROCKET, n, ANYBODY, RULINGS, DEAF) for n in range(4)]
    assert prices == [0, 5, 10, 14]
    # Two rockets are refilled: 14 and a third, 18.7; 14 and two thirds, 23.3; 2 x 14
    more = [refills.price_refill(ROCKET, n, ANYBODY, RULINGS, DEAF) for n in (4, 5, 6)]
    assert more == [19, 24, 28]
    # The difference instead: two uses are 46 x 0.4 = 18.4, 19, 11.4: 11; one 13.8, 14, 8.4: 8
    other = Settings(refills="difference")
    prices = [refills.price_refill(ROCKET, n, ANYBODY, other, DEAF) for n in (0, 1, 2, 3, 4)]
    assert prices == [0, 14 - 11, 14 - 8, 14, 14 + 3]


# -- questions -----------------------------------------------------------------------------


def test_the_price_of_an_attack_is_a_question() -> None:
    # The Pitbull: 8 + 1 + 20 + 8 = 37; x 1.5 = 55.5, 56; 50.4 up 51, 50.4 to 50, 33.6 to 34
    line = "POW 5, AM -1, 12/24/35, 2 uses/turn, damage 2, parry(cc/+0), breaks, primary"
    answer = ask(SYSTEM, "attack", {"attack": line})
    assert answer.first.mean == 56 - 5 - 6 - 22
    number = answer.numbers[0]
    assert number.value == 23
    assert [p.clause for p in number.parts][-3:] == ["VOR-PAR-02", "VOR-PRI-03", "VOR-ORD-07"]


def test_an_illegal_attack_is_refused_with_its_clause() -> None:
    question = find_question(SYSTEM, "attack")
    found = question.situate({"attack": "POW 5, 12/24/35, reach 2"}, RULINGS)
    assert [r.clause for r in found] == ["VOR-REA-03"]
    found = question.situate({"attack": "POW 5, 12/24/36"}, RULINGS)
    assert "did you mean 12/24/35?" in str(found[0])


def test_a_shot_is_a_question() -> None:
    # RC 5, +1 at short range: 1 to 6
    answer = ask(SYSTEM, "shot", {"skill": "5"})
    assert answer["hit"].at_least(1) == pytest.approx(0.6)
    blind = {"attack": "POW 7, 10/20/30, blast 3, long blind fire", "skill": "8",
             "where": "medium", "indirect": "yes"}  # fmt: skip
    assert ask(SYSTEM, "shot", blind)["hit"].at_least(1) == pytest.approx(0.2)  # 2 or less
