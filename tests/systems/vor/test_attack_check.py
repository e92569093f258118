"""What is refused on an attack: the clause, where, and a repair that mends it."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from grognard.forces.document import Document
from grognard.forces.verdict import Breach, apply
from grognard.systems.vor.attack_check import check_attack
from grognard.systems.vor.attack_files import read_attack, write_attack
from grognard.systems.vor.attack_tables import NO_TEST, load_tables
from grognard.systems.vor.attacks import ANYBODY, Attack, Bearer
from grognard.systems.vor.heavy import counts, flambe_am, is_heavy
from grognard.systems.vor.settings import Settings

clause = pytest.mark.clause
X = Attack(power=3, range="10/20/30")
TANK = Bearer("vehicle", "large")
RULINGS = Settings()


def check(bearer: Bearer = ANYBODY, settings: Settings = RULINGS, **more: Any) -> list[Breach]:
    return check_attack(dataclasses.replace(X, **more), bearer, settings)


def broken(bearer: Bearer = ANYBODY, settings: Settings = RULINGS, **more: Any) -> list[str]:
    """The clauses that X breaks with these options; every mechanical repair must mend its own."""
    attack = dataclasses.replace(X, **more)
    found = check_attack(attack, bearer, settings)
    for breach in found:
        assert breach.repair is not None
        if not breach.repair.edits:
            continue
        data = apply(write_attack(attack), breach.repair.edits)
        mended = check_attack(read_attack(Document(data).row, bearer.tables), bearer, settings)
        assert (breach.clause, breach.where) not in [(b.clause, b.where) for b in mended], breach
    return [b.clause for b in found if not b.advisory]


def words(bearer: Bearer = ANYBODY, settings: Settings = RULINGS, **more: Any) -> list[str]:
    """What is worth a word of X with these options, which are legal."""
    assert not broken(bearer, settings, **more)
    return [b.clause for b in check(bearer, settings, **more)]


# -- heavy -------------------------------------------------------------------------------


@clause("VOR-HVY-01")
@pytest.mark.parametrize(("power", "heavy"), [(5, False), (6, True), (9, True)])
def test_power_six_is_heavy(power: int, heavy: bool) -> None:
    assert is_heavy(Attack(power=power)) == heavy
    # Close combat: the bearer's own POW (VOR-GAP-46).
    assert is_heavy(Attack(kind="melee"), Bearer(power=power)) == heavy
    assert not is_heavy(Attack(kind="melee", power=4), Bearer(power=power))


@clause("VOR-HVY-02")
@pytest.mark.parametrize(
    ("am", "heavy"),
    [(2, False), (-2, False), (-3, True), pytest.param(NO_TEST, True, id="no test")],
)
def test_armour_modifier_of_three_is_heavy(am: int, heavy: bool) -> None:
    assert is_heavy(Attack(power=3, am=am)) == heavy


@clause("VOR-HVY-03", "VOR-HVY-04")
@pytest.mark.parametrize("damage", ["2", "3", "4", "auto-kill", "1d2", "1d3", "1d4", "1d5"])
def test_damage_of_two_is_heavy_and_so_is_random_damage(damage: str) -> None:
    assert is_heavy(Attack(power=3, damage=damage))


@clause("VOR-HVY-04", "VOR-HVY-05")
def test_options_of_ones_own_say_whether_they_are_heavy(tmp_path: Path) -> None:
    file = tmp_path / "attacks.toml"
    file.write_text(
        '[[others]]\noption = "Multiple hits 2"\npv = 15\nmultiple = true\n'
        '[[others]]\noption = "Damage x2"\ntimes = "1.5"\nheavy = true\ndamage = true\n'
    )
    own = Bearer(own=load_tables(file))
    assert not is_heavy(Attack(power=3, others=("Multiple hits 2",)), own)
    assert is_heavy(Attack(power=3, others=("Damage x2",)), own)
    splash: dict[str, Any] = {"splash": "large", "range": ""}
    assert broken(own, others=("Multiple hits 2",)) == []
    assert broken(own, others=("Multiple hits 2",), **splash) == ["VOR-SPL-10"]
    assert broken(own, others=("Damage x2",), damage="2") == ["VOR-GAP-39"]


@clause("VOR-HVY-05", "VOR-HVY-06")
def test_nothing_else_is_heavy() -> None:
    assert not is_heavy(Attack(power=5, am=-2, uses=3, full_auto=3, hits=3, blast=6, knockdown=5))
    assert not is_heavy(Attack(kind="item", parry=-3), Bearer(power=9))
    assert counts(X)
    assert not counts(Attack(kind="item", parry=-3))


@clause("VOR-SPL-12")
def test_the_flambe_hits_two_points_better() -> None:
    assert [flambe_am(am) for am in (-1, 1, -6, NO_TEST)] == [-3, -1, -8, NO_TEST]
    # It is not looked at for heaviness (VOR-GAP-46).
    flambe = Attack(power=3, am=-1, splash="normal", flambe=5)
    assert not is_heavy(flambe)
    assert is_heavy(flambe, ANYBODY, Settings(flambe_heavy=True))


# -- statistics --------------------------------------------------------------------------


def test_a_plain_attack_is_legal_and_needs_no_word() -> None:
    assert check() == []
    assert check_attack(Attack(kind="melee")) == []
    assert check_attack(Attack("Shield", "item", parry=0, breakable=True, primary=True)) == []


@clause("VOR-RC-01")
def test_power_is_three_to_ten() -> None:
    assert broken(power=2) == broken(power=11) == ["VOR-RC-01"]
    assert broken(power=10) == []
    assert broken(kind="melee", range="", power=1) == []


@clause("VOR-AM-03")
def test_worse_armour_modifiers_come_from_a_base_of_nothing() -> None:
    assert broken(am=1) == broken(am=2) == []
    assert broken(am=1, base_am=-1) == ["VOR-AM-03"]


@clause("VOR-AM-01", "VOR-AM-02")
def test_armour_modifiers_go_from_plus_two_to_minus_six() -> None:
    assert (broken(am=3), broken(am=-7)) == (["VOR-AM-01"], ["VOR-AM-02"])


@clause("VOR-AM-04")
def test_better_armour_modifiers_come_from_a_base_of_minus_two() -> None:
    assert broken(am=-3) == broken(am=-6) == broken(am=NO_TEST) == []
    assert broken(am=-3, base_am=0) == broken(am=-4, base_am=-1) == ["VOR-AM-04"]
    assert broken(am=NO_TEST, base_am=0) == ["VOR-GAP-23"]
    assert broken(settings=Settings(no_test="any"), am=NO_TEST, base_am=0) == []


@clause("VOR-MPC-03", "VOR-MPC-05")
def test_mpc_is_not_lowered_under_half() -> None:
    assert broken(power=7, mpc=-4) == []  # 7 to 3
    assert broken(power=7, mpc=-5) == ["VOR-MPC-03"]
    assert broken(power=3, mpc=-2) == []  # 3 to 1
    assert broken(power=3, mpc=-3) == ["VOR-MPC-03"]


@clause("VOR-MPC-04", "VOR-MPC-06")
def test_mpc_is_not_raised_over_half_as_much_again() -> None:
    assert broken(power=3, mpc=2) == []  # 3 to 5
    assert broken(power=3, mpc=3) == ["VOR-MPC-04"]


@clause("VOR-MPC-01", "VOR-MPC-02")
def test_mpc_changes_by_five_at_most() -> None:
    assert broken(power=10, am=-2, mpc=-5) == broken(power=10, am=-2, mpc=5) == []  # base 11
    # 11 to 17 would still be legal (16.5 up), but no price is printed.
    assert broken(power=10, am=-2, mpc=6) == ["VOR-MPC-02"]
    own = load_tables()
    own.ranged[10, -2].mpc = 12
    assert broken(Bearer(own=own), power=10, am=-2, mpc=-6) == ["VOR-MPC-01"]


@clause("VOR-RC-03")
def test_mpc_of_vehicle_weapons() -> None:
    assert broken(TANK, power=10, mpc=1) == ["VOR-RC-03"]
    assert broken(TANK, power=6, mpc=1) == ["VOR-GAP-21"]
    assert broken(TANK, Settings(vehicle_mpc=True), power=6, mpc=1) == []
    assert broken(TANK, Settings(vehicle_mpc=True), power=10, mpc=1) == ["VOR-RC-03"]


# -- range -------------------------------------------------------------------------------


@clause("VOR-RNG-04")
def test_a_band_that_is_not_there_cannot_be_changed() -> None:
    assert broken(long=1) == []
    assert broken(range="3/5", long=-1) == ["VOR-RNG-04"]
    assert broken(range="none", short=1) == ["VOR-RNG-04"]


def test_range_modifiers_are_bounded_downwards() -> None:
    assert broken(medium=-3) == []
    assert broken(medium=-4) == ["VOR-GAP-24"]
    assert broken(settings=Settings(range_worsen_cap=5), medium=-4) == []
    assert words(medium=3) == []
    assert words(medium=4) == ["VOR-GAP-24"]
    assert broken(settings=Settings(range_improve_cap=3), medium=4) == ["VOR-GAP-24"]


@clause("VOR-RNG-06")
def test_a_splash_may_not_take_the_row_without_range() -> None:
    assert broken(splash="small", range="none") == ["VOR-RNG-06"]
    assert broken(splash="small", range="") == []


@clause("VOR-SPL-09")
def test_a_splash_buys_no_range() -> None:
    assert broken(splash="small", range="10/20/30") == ["VOR-SPL-09"]


@clause("VOR-SWP-04")
def test_a_ranged_sweep_is_refused_a_range() -> None:
    assert broken(sweep=4) == ["VOR-SWP-04"]
    assert broken(sweep=4, range="") == broken(sweep=4, range="none") == []


@clause("VOR-SWP-05")
def test_a_ranged_sweep_has_a_power_of_its_own() -> None:
    assert "VOR-SWP-05" in broken(sweep=4, range="", power=0)
    assert broken(kind="melee", sweep=4, range="", power=0) == []


def test_close_combat_has_no_range() -> None:
    assert broken(kind="melee") == ["VOR-GAP-28"]
    assert broken(kind="melee", range="", point_blank="one hand") == ["VOR-GAP-40"]


# -- templates ---------------------------------------------------------------------------


@clause("VOR-BLA-01")
def test_blasts_come_in_nine_sizes() -> None:
    assert [n for n in range(1, 13) if broken(power=9, blast=n) == []] == list(range(2, 11))


@clause("VOR-BLA-05")
def test_blast_modifiers_need_a_blast() -> None:
    assert broken(no_shielding=True) == ["VOR-BLA-05"]
    assert broken(no_shielding=True, blast=2) == []


@clause("VOR-BLA-10")
def test_large_blasts_have_one_use_per_turn() -> None:
    assert broken(power=4, blast=7, uses=2) == ["VOR-BLA-10"]
    assert broken(power=4, blast=7) == broken(power=4, blast=6, uses=2) == []


@clause("VOR-BLA-11")
def test_large_blasts_cannot_lower_their_mpc_under_the_least() -> None:
    assert broken(power=9, blast=8, mpc=-1) == ["VOR-BLA-11"]
    own = load_tables()
    own.ranged[9, 0].mpc = 12
    assert broken(Bearer(own=own), power=9, blast=8, mpc=-2) == []
    assert broken(Bearer(own=own), power=9, blast=8, mpc=-3) == ["VOR-BLA-11"]
    assert broken(power=9, blast=6, mpc=-1) == []


@clause("VOR-BLA-12")
@pytest.mark.parametrize(("halves", "least"), [(7, 4), (8, 4), (9, 5), (10, 5)])
def test_large_blasts_need_power(halves: int, least: int) -> None:
    assert broken(power=least, blast=halves) == []
    assert broken(power=least - 1, blast=halves) == ["VOR-BLA-12"]


@clause("VOR-BLA-21")
def test_destroying_terrain_needs_power_nine() -> None:
    assert broken(power=9, blast=4, destroys_terrain=True) == []
    assert broken(power=8, blast=4, destroys_terrain=True) == ["VOR-BLA-21"]


@clause("VOR-BLA-04")
def test_all_blast_modifiers_go_together() -> None:
    every = ("no_knockdown", "no_structures", "no_shielding", "double_deviation", "half_deviation")
    chosen: dict[str, Any] = dict.fromkeys(every, True)
    assert words(blast=4, **chosen) == ["VOR-GAP-25"]


@clause("VOR-SWP-06")
def test_one_template_for_each_attack() -> None:
    assert broken(power=5, blast=2, sweep=2, range="") == ["VOR-SWP-06"]
    assert broken(power=5, blast=2, splash="small", range="") == ["VOR-GAP-58"]
    assert broken(power=5, sweep=2, splash="small", range="") == ["VOR-GAP-58"]
    either = Settings(template_pairs="advisory")
    assert words(settings=either, blast=2, sweep=2, range="") == ["VOR-SWP-06"]
    # Blast options do not go with a sweep.
    assert broken(sweep=2, range="", half_deviation=True) == ["VOR-BLA-05"]


def test_no_knockdown_and_knockdown_do_not_go_together() -> None:
    assert broken(blast=2, no_knockdown=True, knockdown=1) == ["VOR-GAP-58"]


@clause("VOR-SWP-12")
def test_a_sweep_needs_an_arc_of_180_degrees() -> None:
    assert broken(sweep=2, range="", arc=90) == ["VOR-SWP-12"]
    assert broken(sweep=2, range="", arc=180) == broken(sweep=2, range="", arc=360) == []
    # The open quarter of a sweep is the rear: no blind sector is asked for (VOR-GAP-45).
    assert broken(sweep=2, range="", sweep_arc=270, arc=270) == []


@clause("VOR-SWP-13", "VOR-SWP-14")
def test_reach_of_sweeps() -> None:
    assert words(kind="melee", range="", sweep=4, reach=2) == ["VOR-SWP-13"]
    assert words(kind="melee", range="", sweep=4, reach=3) == []
    assert broken(kind="melee", range="", sweep=4, sweep_reach=True) == ["VOR-SWP-14"]
    assert broken(sweep_reach=True) == ["VOR-SWP-14"]
    assert broken(sweep=4, range="", sweep_reach=True) == []


@clause("VOR-REA-03")
def test_ranged_attacks_have_no_reach() -> None:
    assert broken(reach=1) == ["VOR-REA-03"]
    assert broken(sweep=4, range="", reach=1) == ["VOR-REA-03"]
    assert broken(kind="melee", range="", reach=1) == []


# -- counts ------------------------------------------------------------------------------


@clause("VOR-UPT-01")
def test_three_uses_per_turn_at_most() -> None:
    assert [n for n in range(1, 6) if broken(uses=n) == []] == [1, 2, 3]


@clause("VOR-LIM-01")
def test_six_uses_per_game_at_most() -> None:
    assert [n for n in range(9) if broken(charges=n) == []] == list(range(7))
    assert words(charges=1, uses=2) == ["VOR-GAP-29"]


@clause("VOR-KD-01", "VOR-KD-02")
def test_knockdown_is_plus_five_at_most() -> None:
    assert broken(knockdown=5, light_knockdown=True) == []
    assert broken(knockdown=6) == ["VOR-KD-01"]
    assert broken(light_knockdown=True) == ["VOR-KD-02"]


@clause("VOR-PAR-01", "VOR-PAR-02")
def test_parries() -> None:
    assert [n for n in range(-5, 5) if broken(parry=n) == []] == [-3, -2, -1, 0, 1, 2]
    assert broken(breakable=True) == ["VOR-PAR-02"]
    assert broken(breakable=True, parry_ranged=0) == []


@clause("VOR-FA-04")
def test_full_auto_has_no_more_uses_than_the_attack() -> None:
    assert broken(uses=2, full_auto=2) == broken(uses=2, full_auto=1) == []
    assert broken(uses=1, full_auto=2) == ["VOR-FA-04"]


def test_full_auto_options_need_full_auto() -> None:
    assert broken(hits=1) == ["VOR-GAP-34"]
    assert broken(settings=Settings(hits_alone=True), hits=1) == []
    assert broken(template="3x5") == ["VOR-FA-07"]


@clause("VOR-SPL-10")
def test_a_splash_has_no_full_auto() -> None:
    assert broken(splash="large", range="", full_auto=1) == ["VOR-SPL-10"]


@clause("VOR-SPL-11")
def test_a_splash_may_have_one_kind_of_damage(tmp_path: Path) -> None:
    for damage in load_tables().damage:
        assert broken(splash="large", range="", damage=damage) == []
    file = tmp_path / "attacks.toml"
    file.write_text('[[others]]\noption = "x2"\ntimes = "2"\nheavy = true\ndamage = true\n')
    own = Bearer(own=load_tables(file))
    assert broken(own, splash="large", range="", others=("x2",)) == []
    assert broken(own, splash="large", range="", others=("x2",), damage="2") == ["VOR-SPL-11"]


def test_a_template_that_cannot_be_split() -> None:
    assert broken(splash="normal", range="", split=True) == ["VOR-GAP-36"]
    assert words(splash="large", range="", split=True) == ["VOR-GAP-36"]
    assert broken(split=True) == ["VOR-SPL-01"]


# -- the rest ----------------------------------------------------------------------------


def test_anti_structure_and_blast() -> None:
    assert broken(blast=2, anti_structure=True) == ["VOR-GAP-56"]
    either = Settings(structure_blast="advisory")
    assert words(settings=either, blast=2, anti_structure=True) == ["VOR-GAP-56"]


@clause("VOR-ARC-04")
def test_the_blind_sector_is_named() -> None:
    assert broken(TANK, arc=270) == ["VOR-ARC-04"]
    assert broken(TANK, arc=270, blind="rear") == broken(TANK, arc=360) == []


@clause("VOR-ARC-07")
def test_a_quarter_arc_on_a_model_is_worth_a_word() -> None:
    assert words(arc=90) == ["VOR-GAP-45"]
    assert words(TANK, arc=90) == words(arc=360) == []


@clause("VOR-PB-01", "VOR-PB-02", "VOR-PB-04")
def test_point_blank_goes_by_what_is_heavy() -> None:
    assert broken(point_blank="two hands") == broken(power=6, point_blank="0") == []
    assert broken(point_blank="-3") == ["VOR-PB-01"]
    # Nothing better than an unmodified roll, be it a pistol.
    assert broken(power=6, point_blank="one hand") == ["VOR-PB-04"]
    assert broken(power=6, point_blank="1") == ["VOR-PB-04"]


def test_only_a_persistent_blast_blocks_the_sight() -> None:
    assert broken(persistent=1, blocks_sight=True) == ["VOR-GAP-35"]
    assert broken(blast=2, blocks_sight=True) == ["VOR-GAP-35"]
    assert broken(blast=2, persistent=1, blocks_sight=True) == []


@clause("VOR-IND-05")
def test_indirect_fire_that_reaches_past_the_last_band() -> None:
    assert words(indirect="long indirect") == []
    assert words(range="3/5", indirect="long blind fire") == ["VOR-GAP-59"]
    assert broken(settings=Settings(far_indirect="refused"), range="3/5",
                  indirect="long indirect") == ["VOR-GAP-59"]  # fmt: skip
    assert broken(range="none", indirect="short indirect") == ["VOR-GAP-59"]


def test_an_item_has_nothing_but_its_parry() -> None:
    shield: dict[str, Any] = {"kind": "item", "power": 0, "range": ""}
    assert broken(**shield, parry=1) == []
    assert broken(**shield) == ["VOR-GAP-31"]
    assert broken(**shield, parry=1, uses=2) == ["VOR-GAP-31"]


def test_primaries_on_vehicles() -> None:
    assert broken(TANK, primary=True) == []
    assert broken(TANK, Settings(vehicle_primaries=False), primary=True) == ["VOR-GAP-52"]


def test_numbers_of_the_house_may_be_refused() -> None:
    strict = Settings(strict_source=True)
    assert broken(settings=strict) == []
    assert broken(settings=strict, kind="melee", range="") == ["VOR-GAP-01"]
