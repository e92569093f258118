"""Prices of attacks: the document's own numbers, and the checks of the inventory.

`X` is an attack whose table row costs 2 (POW 3, AM 0) at the range that costs nothing.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from grognard.forces.ledger import DEAF, Priced
from grognard.systems.vor.attack_price import price_attack, priced, total
from grognard.systems.vor.attack_shares import take_shares
from grognard.systems.vor.attack_sum import (
    base_mpc,
    least_mpc,
    most_mpc,
    mpc_of,
    plain_sum,
    range_modifiers,
    range_of,
    reach_of,
)
from grognard.systems.vor.attack_tables import NO_TEST, load_tables
from grognard.systems.vor.attacks import ANYBODY, Attack, Bearer
from grognard.systems.vor.settings import Settings

clause = pytest.mark.clause
X = Attack(power=3, range="10/20/30")
TANK = Bearer("vehicle", "large")
RULINGS = Settings()


def plus(bearer: Bearer = ANYBODY, settings: Settings = RULINGS, **more: Any) -> int:
    """What these options add to the plain sum of X."""
    with_them = dataclasses.replace(X, **more)
    return plain_sum(with_them, bearer, settings, DEAF) - plain_sum(X, bearer, settings, DEAF)


def shared(price: int, settings: Settings = RULINGS, bearer: Bearer = ANYBODY, **more: Any) -> int:
    """What a plain sum of `price` comes to with options that take a share of it."""
    return take_shares(price, Attack(**{"power": 3, **more}), bearer, settings, DEAF)


def final(attack: Attack, bearer: Bearer = ANYBODY, settings: Settings = RULINGS) -> int:
    return price_attack(attack, bearer, settings, DEAF)


def costing(amount: int, **more: Any) -> tuple[Attack, Bearer]:
    """An attack whose total is `amount`: bought from a table that says so."""
    own = load_tables()
    own.ranged[3, 0].pv = amount
    return Attack(power=3, range="10/20/30", **more), Bearer(own=own)


def steps(price: Priced) -> list[tuple[str, str, Any]]:
    return [(s.label, s.clause, s.after) for s in price.steps]


# -- the tables ------------------------------------------------------------------------

RANGED = {  # lines 345 to 368 of the document: MPC and PV
    (3, 0): (3, 2), (3, -1): (3, 3), (3, -2): (4, 5),
    (4, 0): (4, 4), (4, -1): (4, 5), (4, -2): (5, 7),
    (5, 0): (5, 6), (5, -1): (5, 8), (5, -2): (6, 12),
    (6, 0): (6, 10), (6, -1): (6, 14), (6, -2): (7, 20),
    (7, 0): (7, 20), (7, -1): (7, 25), (7, -2): (8, 30),
    (8, 0): (8, 35), (8, -1): (8, 40), (8, -2): (9, 45),
    (9, 0): (9, 50), (9, -1): (9, 55), (9, -2): (10, 60),
    (10, 0): (10, 65), (10, -1): (10, 70), (10, -2): (11, 75),
}  # fmt: skip


@clause("VOR-RC-01")
@pytest.mark.parametrize("key", RANGED)
def test_the_table_of_power_and_armour_modifier(key: tuple[int, int]) -> None:
    power, am = key
    attack = dataclasses.replace(X, power=power, am=am)
    assert (base_mpc(attack, TANK), plain_sum(attack, TANK, RULINGS, DEAF)) == RANGED[key]


@clause("VOR-RC-01", "VOR-RC-05")
def test_the_table_has_24_rows_with_a_label_that_judges_nothing() -> None:
    table = load_tables().ranged
    assert sorted(table) == sorted(RANGED)
    kinds = {power: table[power, 0].kind for power in range(3, 11)}
    assert kinds == {
        **dict.fromkeys((3, 4, 5), "standard"),
        **dict.fromkeys((6, 7, 8, 9), "heavy"),
        10: "vehicle",
    }
    # POW 5 is labelled standard, and is heavy once its damage is 2: 2 uses cost 20, not 10.
    attack = dataclasses.replace(X, power=5)
    for damage, cost in (("1", 10), ("2", 20)):
        one = dataclasses.replace(attack, damage=damage)
        two = dataclasses.replace(one, uses=2)
        assert plain_sum(two, ANYBODY, RULINGS, DEAF) - plain_sum(one, ANYBODY, RULINGS, DEAF) == (
            cost
        )


@clause("VOR-RC-02", "VOR-RC-04")
def test_power_ten_off_a_vehicle() -> None:
    def price(am: int, bearer: Bearer) -> int:
        return plain_sum(Attack(power=10, am=am, range="10/20/30"), bearer, RULINGS, DEAF)

    assert [price(am, Bearer(size="large")) for am in (0, -1, -2)] == [98, 105, 113]
    for size in ("small", "medium"):
        assert [price(am, Bearer(size=size)) for am in (0, -1, -2)] == [130, 140, 150]
    assert [price(am, TANK) for am in (0, -1, -2)] == [65, 70, 75]
    # Only the table price: 65 x 2 and a range of 50 (VOR-GAP-47); in the other reading all of it.
    far = Attack(power=10, range="40/80/120")
    assert plain_sum(far, ANYBODY, RULINGS, DEAF) == 130 + 50
    assert plain_sum(far, ANYBODY, Settings(infantry_increase="attack"), DEAF) == 2 * (65 + 50)


RANGES = """3/5 -6;4/8 -5;5/10 -4;6/12 -3;5/10/15 -2;6/12/18 -1;10/20/30 0;12/24/35 1;13/26/40 2;
15/30/45 3;17/34/50 4;18/36/55 9;20/40/60 11;22/44/65 13;23/46/70 15;25/50/75 18;27/54/80 21;
28/56/85 24;30/60/90 27;32/64/95 30;33/66/100 34;35/70/105 38;37/74/110 42;38/76/115 46;
40/80/120 50"""  # lines 376 to 400


@clause("VOR-RNG-01", "VOR-RNG-02", "VOR-RNG-04", "VOR-RNG-05")
def test_the_range_table() -> None:
    rows = [row.split() for row in RANGES.replace("\n", "").split(";")]
    table = load_tables().ranges
    assert list(table) == ["none", *(name for name, _ in rows)]
    assert len(table) == 26
    for name, pv in rows:
        assert plus(range=name) == int(pv)
        bands = name.split("/")
        modifiers = range_modifiers(dataclasses.replace(X, range=name), ANYBODY, RULINGS)
        short = 2 if int(bands[0]) <= 6 else 1
        assert modifiers == (short, 0, -1)[: len(bands)]


@clause("VOR-RNG-03")
def test_no_range_at_all() -> None:
    assert plus(range="none") == plus(range="") == -7
    assert range_modifiers(Attack(power=3), ANYBODY, RULINGS) == ()


# -- MPC and AM ------------------------------------------------------------------------


@clause("VOR-MPC-01", "VOR-MPC-02")
def test_mpc_is_priced_by_totals() -> None:
    assert [plus(mpc=-n) for n in range(1, 6)] == [5, 10, 15, 30, 60]
    assert [plus(mpc=n) for n in range(1, 6)] == [-5, -10, -15, -20, -25]


@clause("VOR-MPC-03", "VOR-MPC-05")
def test_half_the_mpc_at_least() -> None:
    assert least_mpc(Attack(power=7), ANYBODY) == 3
    assert least_mpc(Attack(power=8), ANYBODY) == 4


@clause("VOR-MPC-04", "VOR-MPC-06")
def test_half_as_much_mpc_again_at_most() -> None:
    assert most_mpc(Attack(power=3), ANYBODY) == 5
    assert most_mpc(Attack(power=4), ANYBODY) == 6


@clause("VOR-RC-03")
def test_vehicles_do_not_use_the_mpc() -> None:
    attack = Attack(power=10, range="10/20/30", mpc=2)
    assert plain_sum(attack, TANK, RULINGS, DEAF) == 65
    assert plain_sum(attack, TANK, Settings(vehicle_mpc=True), DEAF) == 65  # POW 10 never
    assert plain_sum(attack, ANYBODY, RULINGS, DEAF) == 130 - 10
    assert plus(TANK, mpc=-2) == 0
    assert plus(TANK, Settings(vehicle_mpc=True), mpc=-2) == 10


@clause("VOR-AM-01")
def test_worse_armour_modifiers() -> None:
    assert [plus(am=1), plus(am=2)] == [-5, -10]


@clause("VOR-AM-02")
def test_better_armour_modifiers() -> None:
    # POW 3, AM -2 costs 5, 3 more than AM 0
    assert [plus(am=am) - 3 for am in (-2, -3, -4, -5, -6)] == [0, 5, 10, 15, 20]


@clause("VOR-AM-05")
def test_no_armour_test() -> None:
    assert plus(am=NO_TEST) - 3 == 30


@clause("VOR-RMD-01", "VOR-RMD-02", "VOR-RMD-03")
def test_range_modifiers_are_priced_by_point_and_band() -> None:
    assert [plus(short=1), plus(medium=1), plus(long=1)] == [1, 1, 2]
    assert [plus(short=-1), plus(medium=-1), plus(long=-1)] == [-2, -1, -1]
    assert plus(short=3, medium=-2, long=2) == 3 - 2 + 4
    # No long band, nothing to change: 3/5 is -6.
    assert plus(range="3/5", long=-3) == -6


@clause("VOR-RMD-04")
def test_better_is_easier() -> None:
    attack = dataclasses.replace(X, short=2, long=-1)
    assert range_modifiers(attack, ANYBODY, RULINGS) == (3, 0, -2)


# -- blast -----------------------------------------------------------------------------

BLAST = {2: 4, 3: 6, 4: 8, 5: 12, 6: 16, 7: 24, 8: 32, 9: 48, 10: 64}
AREA: dict[str, Any] = {"no_knockdown": True, "no_structures": True, "no_shielding": True}


@clause("VOR-BLA-01")
@pytest.mark.parametrize("halves", BLAST)
def test_blast_by_radius(halves: int) -> None:
    assert plus(TANK, blast=halves) == BLAST[halves]


@clause("VOR-BLA-13", "VOR-BLA-14")
def test_large_blasts_cost_infantry_twice_as_much() -> None:
    assert [plus(blast=n) for n in (7, 8, 9, 10)] == [48, 64, 96, 128]
    assert plus(blast=6) == 16


@clause("VOR-BLA-02", "VOR-BLA-05")
@pytest.mark.parametrize(
    ("modifier", "percent"),
    [
        ("no_knockdown", -10),
        ("no_structures", -10),
        ("no_shielding", -10),
        ("double_deviation", -10),
        ("half_deviation", 20),
        ("destroys_terrain", 100),
    ],
)
def test_blast_modifiers_change_only_the_blast(modifier: str, percent: int) -> None:
    chosen: dict[str, Any] = {modifier: True}
    # 5 inches on a vehicle cost 64, to the nearest of 57.6, 76.8, 128
    expected = {-10: 58, 20: 77, 100: 128}[percent]
    assert plus(TANK, blast=10, **chosen) == expected
    # The rest stays what it is: POW 9 at 50.
    dear = dataclasses.replace(X, power=9, blast=10, **chosen)
    assert plain_sum(dear, TANK, RULINGS, DEAF) == 50 + expected


@clause("VOR-BLA-03", "VOR-BLA-04", "VOR-BLA-06")
def test_blast_modifiers_add_up_and_round_to_the_nearest() -> None:
    assert plus(blast=6, **AREA) == 11  # 16 x 0.7 = 11.2
    assert plus(blast=4, **AREA, double_deviation=True) == 5  # 8 x 0.6 = 4.8
    assert plus(blast=6, **AREA, half_deviation=True) == 14  # 16 x 0.9 = 14.4
    # .5 goes up: a radius of 25 PV of one's own, 25 x 0.9 = 22.5
    own = load_tables()
    own.blast[6].pv = 25
    assert plus(Bearer(own=own), blast=6, no_knockdown=True) == 23
    # Multiplied instead of added: 32 x 0.729 = 23.328 against 32 x 0.7 = 22.4
    assert plus(TANK, blast=8, **AREA) == 22
    assert plus(TANK, Settings(blast_modifiers="multiplied"), blast=8, **AREA) == 23


@clause("VOR-BLA-13")
def test_doubling_comes_before_the_modifiers() -> None:
    # 24 x 2 x 0.9 = 43.2; the other way 24 x 0.9 = 21.6, so 22 x 2 (VOR-GAP-25)
    assert plus(blast=7, no_knockdown=True) == 43
    assert plus(settings=Settings(blast_doubling="last"), blast=7, no_knockdown=True) == 44


@clause("VOR-BLA-11")
def test_large_blasts_have_a_least_mpc() -> None:
    # POW 9, AM 0: base 9, raised to 10 for nothing
    big = Attack(power=9, range="10/20/30", blast=8)
    assert mpc_of(big, ANYBODY) == 10
    assert plain_sum(big, ANYBODY, RULINGS, DEAF) == 50 + 64
    # A base MPC of 12 of one's own table may be lowered to 10 at the normal price.
    own = load_tables()
    own.ranged[9, 0].mpc = 12
    own_bearer = Bearer(own=own)
    assert least_mpc(big, own_bearer) == 10
    lower = dataclasses.replace(big, mpc=-2)
    assert mpc_of(lower, own_bearer) == 10
    assert plain_sum(lower, own_bearer, RULINGS, DEAF) == 50 + 64 + 10
    # Only points above the least give back: base 4, least 5, chosen 6 (VOR-GAP-26).
    small = Attack(power=4, range="10/20/30", blast=8, mpc=2)
    assert mpc_of(small, ANYBODY) == 6
    assert plain_sum(small, ANYBODY, RULINGS, DEAF) == 4 + 64 - 5
    # 4 raised to 5 for nothing, 5 bought: none is above the least
    just = Attack(power=4, range="10/20/30", blast=8, mpc=1)
    assert plain_sum(just, ANYBODY, RULINGS, DEAF) == 4 + 64
    none = Settings(large_blast_discount=False)
    assert plain_sum(small, ANYBODY, none, DEAF) == 4 + 64
    # A small blast has no such rule: 9 stays 9.
    assert mpc_of(dataclasses.replace(big, blast=6), ANYBODY) == 9


# -- sweep and reach -------------------------------------------------------------------


@clause("VOR-SWP-01")
def test_sweep_by_radius_and_arc() -> None:
    half = [plus(range="", sweep=n) + 7 for n in range(2, 11)]
    three_quarters = [plus(range="", sweep=n, sweep_arc=270) + 7 for n in range(2, 11)]
    assert half == [2, 3, 4, 6, 8, 12, 16, 24, 32]
    assert three_quarters == [3, 5, 6, 9, 12, 18, 24, 36, 48]


@clause("VOR-SWP-04", "VOR-SWP-05")
def test_a_ranged_sweep_buys_no_range() -> None:
    # POW 3 at 2 PV of the ranged table, no range at -7, 3 inches at 8 (VOR-GAP-28)
    sweep = Attack(power=3, sweep=6)
    assert plain_sum(sweep, ANYBODY, RULINGS, DEAF) == 2 - 7 + 8
    assert plain_sum(dataclasses.replace(sweep, range="40/80/120"), ANYBODY, RULINGS, DEAF) == 3
    assert plain_sum(sweep, ANYBODY, Settings(rangeless_sweep="free"), DEAF) == 2 + 8
    # As close combat it would use the bearer's own POW, as a number of the house.
    assert not priced(sweep).house
    assert priced(Attack(kind="melee", sweep=6), Bearer(power=3)).house


@clause("VOR-SWP-14")
def test_a_ranged_sweep_with_reach() -> None:
    # 18 + 10% = 19.8, up to 20
    assert plus(range="", sweep=7, sweep_arc=270, sweep_reach=True) + 7 == 20
    assert reach_of(Attack(power=3, sweep=7, sweep_reach=True)) * 2 == 7
    assert reach_of(Attack(power=3, sweep=7)) == 0


@clause("VOR-SWP-13")
def test_a_close_combat_sweep_reaches_as_far_as_it_sweeps() -> None:
    sweep = Attack(kind="melee", sweep=7)
    assert reach_of(sweep) * 2 == 7
    # POW 3 at 2 PV, 3.5 inches at 12, and nothing for the reach
    assert plain_sum(sweep, ANYBODY, RULINGS, DEAF) == 2 + 12


@clause("VOR-REA-01", "VOR-REA-02", "VOR-REA-04")
def test_reach_costs_a_point_an_inch_for_each_attack() -> None:
    spear = Attack(kind="melee", reach=3)
    assert plain_sum(spear, ANYBODY, RULINGS, DEAF) == 2 + 3
    assert reach_of(spear) == 3
    assert reach_of(Attack(kind="melee")) == 0


@clause("VOR-GAP-27")
def test_close_combat_is_priced_by_its_power_as_the_house_does() -> None:
    claw = Attack(kind="melee", am=-1)
    assert [plain_sum(claw, Bearer(power=p), RULINGS, DEAF) for p in (1, 3, 6, 9)] == [3, 3, 14, 55]
    assert plain_sum(Attack(kind="melee", power=10), ANYBODY, RULINGS, DEAF) == 65
    assert priced(claw).house
    assert not priced(X).house


# -- uses, knockdown, parry, full-auto ---------------------------------------------------


@clause("VOR-UPT-01", "VOR-UPT-02")
def test_uses_per_turn() -> None:
    assert [plus(uses=n) for n in (1, 2, 3)] == [0, 10, 20]
    heavy: dict[str, Any] = {"am": -3}
    base = plus(**heavy)
    assert [plus(uses=n, **heavy) - base for n in (1, 2, 3)] == [0, 20, 40]


@clause("VOR-UPT-03")
def test_uses_per_turn_cost_vehicles_twice_as_much() -> None:
    assert [plus(TANK, uses=n) for n in (1, 2, 3)] == [0, 20, 40]
    # Full-auto uses are priced apart and stay single: 12.
    assert plus(TANK, uses=2, full_auto=2) == 20 + 12


@clause("VOR-KD-01")
def test_knockdown_by_bonus() -> None:
    assert [plus(knockdown=n) for n in range(6)] == [5, 10, 15, 20, 25, 30]


@clause("VOR-KD-02", "VOR-KD-03")
def test_knockdown_is_cheaper_where_large_models_stand() -> None:
    cheaper = [plus(knockdown=n, light_knockdown=True) for n in range(6)]
    assert cheaper == [4, 8, 12, 15, 19, 23]


@clause("VOR-PAR-01", "VOR-PAR-04", "VOR-PAR-05")
def test_parries_are_bought_one_by_one() -> None:
    modifiers = (2, 1, 0, -1, -2, -3)
    prices = [3, 5, 8, 12, 18, 27]
    assert [plus(parry=n) for n in modifiers] == prices
    assert [plus(parry_ranged=n) for n in modifiers] == prices
    assert plus(parry=-1, parry_ranged=2) == 12 + 3


@clause("VOR-FA-01", "VOR-FA-02", "VOR-FA-08", "VOR-FA-09")
def test_full_auto_adds_uses_and_hits() -> None:
    assert [plus(uses=3, full_auto=n) - 20 for n in (1, 2, 3)] == [6, 12, 18]
    assert [plus(full_auto=1, hits=n) - 6 for n in (1, 2, 3)] == [6, 12, 24]
    assert plus(uses=2, full_auto=2, hits=2) - 10 == 24


@clause("VOR-FA-03", "VOR-FA-07")
def test_larger_templates_multiply_full_auto_alone() -> None:
    def auto(template: str) -> int:
        return plus(uses=2, full_auto=2, hits=2, template=template) - 10

    assert [auto(t) for t in ("2x4", "3x5", "4x6", "5x8")] == [24, 36, 72, 120]


# -- point blank, persistent, indirect ---------------------------------------------------


@clause("VOR-PB-01", "VOR-PB-02")
def test_point_blank() -> None:
    assert [plus(point_blank=h) for h in ("one hand", "two hands")] == [2, 5]
    heavy = plus(power=6)
    prices = [plus(power=6, point_blank=h) - heavy for h in ("-3", "-2", "-1", "0")]
    assert prices == [10, 15, 20, 25]


@clause("VOR-PER-01")
def test_persistent_attacks() -> None:
    assert [plus(persistent=n) for n in range(6)] == [5, 10, 15, 20, 30, 45]


@clause("VOR-PER-03", "VOR-PER-05")
def test_a_persistent_blast_that_blocks_the_sight() -> None:
    assert plus(blast=6, persistent=3) == 36
    assert plus(blast=6, persistent=3, blocks_sight=True) == 19 + 23
    # After the modifiers, on what is rounded already: 11.2, 11, 12.65, 13; or all in one: 16 x
    # 0.85 = 13.6, 14 (VOR-GAP-35).
    assert plus(blast=6, persistent=3, blocks_sight=True, **AREA) == 13 + 23
    other = Settings(blocked_sight="modifier")
    assert plus(settings=other, blast=6, persistent=3, blocks_sight=True, **AREA) == 14 + 23


@clause("VOR-IND-01")
def test_indirect_and_blind_fire() -> None:
    words = [
        "short indirect",
        "medium indirect",
        "short blind fire",
        "long indirect",
        "medium blind fire",
        "long blind fire",
    ]
    assert [plus(indirect=w) for w in words] == [3, 5, 7, 10, 14, 28]


# -- splash ------------------------------------------------------------------------------


def splash(settings: Settings = RULINGS, **more: Any) -> int:
    """What the splash of an attack of POW 3 costs: its table price is 2, and no range."""
    attack = Attack(power=3, **more)
    return plain_sum(attack, ANYBODY, settings, DEAF) - 2


@clause("VOR-SPL-01", "VOR-SPL-09")
def test_splash_by_template_and_without_range() -> None:
    assert [splash(splash=size) for size in ("small", "normal", "large")] == [3, 5, 8]
    assert splash(splash="small", range="40/80/120") == 3
    assert range_of(Attack(power=3, splash="small"), ANYBODY, RULINGS) is None


@clause("VOR-SPL-02", "VOR-SPL-03", "VOR-SPL-04")
def test_cover_that_is_ignored() -> None:
    # Hard cover is 5 in all, soft cover included.
    assert splash(splash="normal", ignores_cover="soft") == 5 + 2
    assert splash(splash="normal", ignores_cover="hard") == 5 + 5


@clause("VOR-SPL-06")
def test_flambe() -> None:
    assert splash(splash="normal", flambe=5) == 5 + 10
    assert splash(splash="normal", flambe=7) == 5 + 15


@clause("VOR-SPL-07")
def test_a_split_template_is_30_percent_cheaper() -> None:
    assert splash(splash="large", split=True) == 6  # 5.6
    assert splash(splash="large", split=True, flambe=5) == 6 + 10  # the template alone
    # The readings of VOR-GAP-36: of the attack, 2 + 8 = 10 less 3; of all splash prices, 18 less
    # 5.4.
    attack = Attack(power=3, splash="large", split=True)
    assert total(attack, ANYBODY, Settings(splash_percent_of="attack"), DEAF) == 7
    assert splash(Settings(splash_percent_of="splash"), splash="large", split=True, flambe=5) == 13


@clause("VOR-SPL-08")
def test_ball_of_flames_takes_20_percent_off_the_attack() -> None:
    attack = Attack(power=5, splash="large", ball_of_flames=True)
    assert total(attack, ANYBODY, RULINGS, DEAF) == 11  # 6 + 8 = 14, less 2.8
    # After dodge: 14 x 0.9 = 12.6, 13 x 0.8 = 10.4; not 11 x 0.9 = 9.9.
    assert total(dataclasses.replace(attack, dodge=True), ANYBODY, RULINGS, DEAF) == 10
    other = Settings(splash_percent_of="splash")  # 6 + 6.4
    assert total(attack, ANYBODY, other, DEAF) == 12


@clause("VOR-SPL-18")
def test_templates_of_the_packet_bring_their_own_prices(tmp_path: Any) -> None:
    file = tmp_path / "attacks.toml"
    file.write_text(
        '[[splash]]\ntemplate = "dragon"\npv = 9\nsplit = 7\n[[splash]]\ntemplate = "worm"\n'
    )
    own = Bearer(own=load_tables(file))

    def price(name: str, split: bool) -> int:
        return plain_sum(Attack(power=3, splash=name, split=split), own, RULINGS, DEAF) - 2

    assert (price("dragon", False), price("dragon", True)) == (9, 7)
    assert (price("worm", False), price("worm", True)) == (8, 6)  # VOR-GAP-37


# -- shares of the total -----------------------------------------------------------------


@clause("VOR-AS-01", "VOR-AS-02", "VOR-AS-03")
def test_anti_structure() -> None:
    assert shared(21, anti_structure=True) == 28  # 27.3
    assert shared(21, anti_structure=True, power=6) == 24  # heavy: 23.1
    assert shared(20, anti_structure=True) == 26


@clause("VOR-DMG-01", "VOR-DMG-02", "VOR-DMG-03", "VOR-DMG-04")
@pytest.mark.parametrize(
    ("before", "damage", "after"),
    [
        (21, "2", 32), (2, "2", 12), (20, "2", 30), (19, "2", 29),
        (15, "3", 35), (20, "3", 40), (21, "3", 42),
        (12, "4", 42), (13, "4", 46), (11, "4", 41),
        (13, "auto-kill", 53), (14, "auto-kill", 56),
    ],
)  # fmt: skip
def test_increased_damage(before: int, damage: str, after: int) -> None:
    assert shared(before, damage=damage) == after


@clause("VOR-RND-01", "VOR-RND-02", "VOR-RND-03", "VOR-RND-04")
@pytest.mark.parametrize(
    ("before", "damage", "after"),
    [
        (20, "1d2", 26), (10, "1d2", 15), (21, "1d2", 28),
        (30, "1d3", 45), (10, "1d3", 20),
        (30, "1d4", 54), (10, "1d4", 25),
        (30, "1d5", 60), (10, "1d5", 30),
    ],
)  # fmt: skip
def test_random_damage(before: int, damage: str, after: int) -> None:
    assert shared(before, damage=damage) == after


@clause("VOR-ARC-01", "VOR-ARC-02", "VOR-ARC-03", "VOR-ARC-05")
def test_firing_arcs() -> None:
    assert [shared(25, arc=a) for a in (90, 180, 270, 360)] == [13, 25, 38, 50]


@clause("VOR-ARC-06", "VOR-ORD-03")
def test_the_arc_comes_last() -> None:
    # 21 x 1.5 = 31.5, 32 for the damage, x 0.5 = 16; the other way round 21 x 0.5 = 10.5, 11,
    # 16.5, and at least 10 more: 21.
    assert shared(21, damage="2", arc=90) == 16
    attack = dataclasses.replace(X, damage="2", dodge=True, charges=3, arc=360)
    assert [s.clause for s in priced(attack).steps][-2:] == ["VOR-ARC-05", "VOR-ORD-07"]


@clause("VOR-ARC-07")
def test_arcs_are_not_for_vehicles_only() -> None:
    assert shared(10, arc=360) == shared(10, bearer=TANK, arc=360) == 20


@clause("VOR-LIM-01", "VOR-LIM-02")
def test_limited_uses() -> None:
    assert [shared(100, charges=n) for n in range(1, 7)] == [30, 40, 50, 60, 70, 80]
    assert shared(21, charges=3) == 11  # 10.5
    assert shared(21, charges=1) == 7  # 6.3


@clause("VOR-LIM-03")
def test_three_rockets_are_one_attack_with_three_uses() -> None:
    assert shared(40, charges=3) == 20
    assert 3 * shared(40, charges=1) == 36
    told = {n: [s.label for s in priced(Attack(power=8, charges=n)).steps] for n in (1, 2)}
    assert "1 use per game" in told[1]
    assert "2 uses per game" in told[2]


@clause("VOR-DOD-01")
def test_dodge() -> None:
    assert shared(15, dodge=True) == 14  # 13.5
    assert shared(25, dodge=True) == 23  # 22.5
    assert shared(24, dodge=True) == 22  # 21.6
    # Rounding the amount instead: 1.5 and 2.5 off (VOR-GAP-08)
    other = Settings(percent_rounding="amount")
    assert [shared(n, other, dodge=True) for n in (15, 25)] == [13, 22]


@clause("VOR-ORD-02")
def test_the_order_of_shares() -> None:
    # 21 x 1.1 = 23.1, 24; x 1.5 = 36; x 0.5 = 18; x 0.9 = 16.2, 16; x 1.5 = 24. (Heavy by damage.)
    more: dict[str, Any] = {
        "anti_structure": True, "damage": "2", "charges": 3, "dodge": True, "arc": 270,
    }  # fmt: skip
    assert shared(21, **more) == 24
    # Limited uses first: 24, 12, x 1.5 = 18 but at least 22; 19.8, 20; 30.
    assert shared(21, Settings(percent_order="uses_first"), **more) == 30
    # At once: 21 x 1.1 = 23.1, +11.55 = 34.65, x 0.5 x 0.9 x 1.5 = 23.38875
    assert shared(21, Settings(percent_order="at_once"), **more) == 24
    # At once, and no rounding in between: 11 x 0.9 x 1.5 = 14.85; step by step 9.9, 10, 15.
    assert shared(15, Settings(percent_order="at_once"), dodge=True, arc=360) == 27
    assert shared(15, dodge=True, arc=360) == 28
    # At once too the damage adds what it adds at least: 15 x 1.5 is 22.5, and 25 more than that
    at_once = Settings(percent_order="at_once")
    assert shared(15, at_once, damage="2") == 15 + 10
    assert shared(20, at_once, damage="2") == 20 + 10
    assert shared(30, at_once, damage="2") == 45
    assert shared(15, at_once, damage="2", arc=360) == 2 * (15 + 10)
    assert shared(-4, at_once, damage="2") == 10
    assert shared(-4, Settings(percent_rounding="amount"), dodge=True) == 0


@clause("VOR-ORD-01")
def test_plain_numbers_come_before_any_share() -> None:
    # 2 + 10 uses + 5 knockdown + 8 parry = 25, x 1.3 up = 33; not 2 x 1.3 + 23 = 26.
    attack = dataclasses.replace(X, uses=2, knockdown=0, parry=0, anti_structure=True)
    assert total(attack, ANYBODY, RULINGS, DEAF) == 33


def test_a_negative_sum_counts_as_nothing_when_a_share_is_taken() -> None:
    # 2 - 6 = -4: damage 2 makes it 10 (VOR-GAP-10); with the minimum on the sum 2, so 12
    attack = Attack(power=3, range="3/5", damage="2")
    assert total(attack, ANYBODY, RULINGS, DEAF) == 10
    assert total(attack, ANYBODY, Settings(minimum_on_sum=True), DEAF) == 12
    assert final(Attack(power=3, range="3/5")) == 2


# -- reductions, minimum, surcharge --------------------------------------------------------


@clause("VOR-PRI-03")
@pytest.mark.parametrize(("whole", "off"), [(10, 2), (37, 4), (3, 2), (25, 2), (100, 10)])
def test_a_primary_attack_costs_10_percent_less_and_at_least_2(whole: int, off: int) -> None:
    one, bearer = costing(whole)
    price = priced(dataclasses.replace(one, primary=True), bearer)
    step = next(s for s in price.steps if s.clause == "VOR-PRI-03")
    assert step.before - step.after == off


@clause("VOR-PRI-04", "VOR-ORD-04")
def test_the_reductions_come_after_everything_else_in_their_order() -> None:
    attack, bearer = costing(100, primary=True, breakable=True, parry=2, damage="2", arc=360)
    # (100 + 3) x 1.5 = 154.5, 155, x 2 = 310; 31, 31 and 124 off
    assert steps(priced(attack, bearer))[-4:] == [
        ("arc of 360 degrees", "VOR-ARC-05", 310),
        ("breaks when its parry fails, -10%", "VOR-PAR-02", 279),
        ("primary, -10%", "VOR-PRI-03", 248),
        ("general, -40%", "VOR-ORD-07", 124),
    ]


@clause("VOR-PRI-05")
def test_no_attack_costs_less_than_2() -> None:
    assert final(X) == 2  # 2 - 0.8 = 1.2
    assert final(dataclasses.replace(X, primary=True)) == 2
    assert final(Attack(power=3)) == 2  # 2 - 7


@clause("VOR-PAR-02")
def test_an_item_that_breaks_costs_10_percent_less() -> None:
    # 10% of 23: 20.7, up to 21; then 23 x 0.4 = 9.2, 9 off
    attack, bearer = costing(15, parry=0, breakable=True)
    price = priced(attack, bearer)
    assert steps(price)[-2:] == [
        ("breaks when its parry fails, -10%", "VOR-PAR-02", 21),
        ("general, -40%", "VOR-ORD-07", 12),
    ]
    # 10% of 5 leaves 4.5, up to 5: nothing off, and 2 in general.
    assert final(*costing(2, parry=2, breakable=True)) == 3
    # The amount rounded up instead: 3 off (VOR-GAP-08)
    other = priced(attack, bearer, Settings(percent_rounding="amount"))
    assert other.steps[-2].after == 20


@clause("VOR-PAR-03")
def test_percentages_of_one_total_are_added() -> None:
    # 97 + 3 for a parry: Pitbulls at 60% off, Bulldogs at 50%
    both, bearer = costing(97, parry=2, primary=True, breakable=True)
    one = dataclasses.replace(both, breakable=False)
    assert (final(both, bearer), final(one, bearer)) == (40, 50)
    after = Settings(reduction_stacking="sequential")  # 90, 81, 48.6; 90, 54
    assert (final(both, bearer, after), final(one, bearer, after)) == (49, 54)


@clause("VOR-ORD-07")
def test_the_general_reduction_is_40_percent() -> None:
    attack, bearer = costing(128)
    assert final(attack, bearer) == 77  # 76.8
    attack, bearer = costing(12)
    readings = [Settings(general_rounding=how) for how in ("nearest", "up", "down")]
    assert [final(attack, bearer, s) for s in readings] == [7, 8, 7]  # 7.2


@clause("VOR-VRD-02", "VOR-VRD-03")
def test_vehicle_weapons_are_reduced_by_20_percent_or_under_restriction_by_40() -> None:
    attack, bearer = costing(35)
    weapon = dataclasses.replace(bearer, role="vehicle")
    assert final(attack, weapon) == 28
    assert final(attack, dataclasses.replace(weapon, restricted=True)) == 21


@clause("VOR-VCL-03", "VOR-AOL-09", "VOR-ORD-05")
def test_weapons_beyond_the_allotment_cost_a_quarter_more() -> None:
    attack, bearer = costing(44)
    weapon = dataclasses.replace(bearer, role="vehicle", surplus=True)
    assert final(attack, weapon) == 44  # 35.2, 35, x 1.25 = 43.75
    attack, bearer = costing(2)
    weapon = dataclasses.replace(bearer, role="vehicle", surplus=True)
    assert final(attack, weapon) == 3  # 2, and 2.5
    attack, bearer = costing(5)
    assert final(attack, dataclasses.replace(bearer, role="vehicle", surplus=True)) == 5


@clause("VOR-PRI-06")
def test_two_primary_attacks_are_reduced_each_by_itself() -> None:
    # The rifle of 20 and the blow of POW 5, AM -1 at 8: 20 - 2 - 8, 8 - 2 - 3
    rifle, bearer = costing(20, primary=True)
    blow = Attack(kind="melee", power=5, am=-1, primary=True)
    assert final(rifle, bearer) == 10
    assert final(blow) == 3


def test_a_shield_is_priced_by_its_parries() -> None:
    # 8 + 3 = 11; 1 off as it breaks (9.9), 2 as primary, 4.4 in general (VOR-GAP-31)
    shield = Attack("Shield", "item", parry=0, parry_ranged=2, breakable=True, primary=True)
    assert steps(priced(shield)) == [
        ("parry +0", "VOR-PAR-01", 8),
        ("parry ranged attacks +2", "VOR-PAR-04", 11),
        ("breaks when its parry fails, -10%", "VOR-PAR-02", 10),
        ("primary, -10%", "VOR-PRI-03", 8),
        ("general, -40%", "VOR-ORD-07", 4),
    ]
    buckler = Attack("Buckler", "item", parry=2, primary=True)
    assert final(buckler) == 2  # 3 - 2 - 1 = 0
    assert final(buckler, settings=Settings(shield_minimum=False)) == 0
