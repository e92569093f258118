"""Vehicles: their statistics, the places for their weapons, restricted deployment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.document import Document, Malformed
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.unit_tables import OF_VEHICLES, load_tables, tables
from grognard.systems.vor.vehicles import additional, statistics_of_vehicle
from tests.systems.vor.making import (
    BUILDER,
    army,
    breaches,
    broken,
    price,
    repaired,
    settings,
    vehicle,
)

clause = pytest.mark.clause
RULINGS = settings()

GUN = {"name": "Gun", "power": 3, "range": "10/20/30"}  # 2 PV; the least is 2
BIG = {"name": "Big Gun", "power": 8, "am": -1, "range": "12/24/35"}  # 40 + 1; 20% off: 33
FIST = {"name": "Fist", "kind": "melee", "power": 8}  # 35; 28
HOUSE = {
    "light transport": 40, "transport walker": 45, "combat walker": 55,
    "battle tank": 80, "light flyer": 60, "drone": 20,
}  # fmt: skip


def statistics(base: str = "Battle Tank", s: Settings = RULINGS, **data: object) -> int:
    return statistics_of_vehicle(vehicle(base, **data), s).value


@clause("VOR-GAP-20", "VOR-GAP-01")
def test_the_base_vehicles_of_the_house() -> None:
    assert {name: base.pv for name, base in tables().vehicles.items()} == HOUSE
    assert all(base.house for base in tables().vehicles.values())
    assert all(statistics(name) == pv for name, pv in HOUSE.items())
    with pytest.raises(Malformed, match="'Zeppelin' is no base vehicle; one of Light Transport"):
        vehicle("Zeppelin")


@clause("VOR-VCS-01", "VOR-VCS-02", "VOR-VCS-03")
def test_combat_values_cost_what_the_table_says() -> None:
    rc = [statistics(rc=n) - 80 for n in (0, 3, 4, 5, 6, 7, 8, 9)]
    cc = [statistics(cc=n) - 80 for n in (0, 3, 4, 5, 6, 7, 8, 9)]
    assert rc == [0, 9, 12, 15, 18, 24, 30, 36]
    assert cc == [0, 5, 7, 9, 12, 15, 21, 27]
    for odd in (1, 2, 10):
        assert broken(vehicle(rc=odd)) == broken(vehicle(cc=odd)) == {"VOR-VCS-03"}
        assert repaired(vehicle(rc=odd)).rc in (3, 9)
    assert not breaches(vehicle(rc=9, cc=3))


@clause(
    "VOR-VST-01", "VOR-VST-04", "VOR-VST-05", "VOR-VST-06", "VOR-VST-07", "VOR-VST-08",
    "VOR-VST-10", "VOR-VST-12", "VOR-VST-13",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        ("MP", 4, -4), ("TC", 5, -5), ("POW", 4, -2), ("BOD", 6, -3), ("LIF", 8, -8),
        ("AR", 6, -3), ("SHD", 10, -5),
    ],
)  # fmt: skip
def test_changed_statistics(name: str, better: int, worse: int) -> None:
    base = tables().vehicles["battle tank"].stats[name]
    up = -1 if name == "TC" else 1  # a lower TC is better
    assert statistics(stats={name: base + up}) == 80 + better
    assert statistics(stats={name: base + 2 * up}) == 80 + 2 * better
    if base:
        assert statistics(stats={name: base - up}) == 80 + worse
    assert set(tables().changes) == set(OF_VEHICLES)
    with pytest.raises(Malformed, match="no such field"):
        vehicle(stats={"GUT": 3})


@clause("VOR-VST-02", "VOR-GAP-22")
def test_movement_changes_by_thirty_percent() -> None:
    assert not breaches(vehicle(stats={"MP": 13}))  # base 10: 3 more
    assert broken(vehicle(stats={"MP": 14})) == {"VOR-VST-02"}
    assert not breaches(vehicle("Light Transport", stats={"MP": 16}))  # base 12: 3.6, so 4
    assert broken(vehicle("Light Transport", stats={"MP": 17})) == {"VOR-VST-02"}
    assert broken(vehicle(stats={"MP": 6})) == {"VOR-VST-02"}
    assert not breaches(vehicle(stats={"MP": 1}), settings(vehicle_worsening="free"))
    assert broken(vehicle(stats={"MP": 0}), settings(vehicle_worsening="free")) == {"VOR-VST-02"}


@clause("VOR-VST-03", "VOR-VST-11")
def test_who_may_turn_how_tightly() -> None:
    for base, least in (
        ("Light Transport", 1),  # wheeled
        ("Drone", 1),  # hovers
        ("Battle Tank", 0),
        ("Combat Walker", 0),
        ("Light Flyer", 0),
    ):
        assert not breaches(vehicle(base, stats={"TC": least})), base
        assert not breaches(vehicle(base, stats={"TC": 5})), base
        assert broken(vehicle(base, stats={"TC": 6})) & {"VOR-VST-03", "VOR-VST-11"}, base
    assert broken(vehicle("Light Transport", stats={"TC": 0})) == {"VOR-VST-11"}
    assert statistics("Combat Walker", stats={"TC": 0}) == 55 + 5


@clause("VOR-VST-09", "VOR-GAP-22")
def test_the_others_change_by_two() -> None:
    for name in ("POW", "BOD", "LIF", "AR"):
        base = tables().vehicles["battle tank"].stats[name]
        for points in (base - 2, base + 2):
            assert not breaches(vehicle(stats={name: points}))
        for points in (base - 3, base + 3):
            over = vehicle(stats={name: points})
            assert broken(over) == {"VOR-VST-09"}
            assert not breaches(repaired(over))
    assert broken(vehicle(stats={"SHD": 3})) == {"VOR-VST-09"}
    assert broken(vehicle(stats={"AR": 11}), settings(vehicle_maxima=True)) == {"VOR-VST-09"}


@clause("VOR-VRD-01", "VOR-VRD-02", "VOR-VRD-03", "VOR-GAP-20", "VOR-ORD-07")
def test_reductions_of_vehicles() -> None:
    data = {"rc": 5, "stats": {"POW": 8}}  # 55 + 15 + 4 = 74 for a combat walker
    assert statistics("Combat Walker", **data) == 74
    assert statistics("Combat Walker", restricted=True, **data) == 44  # 44.4
    # 96 statistics: 57.6
    assert statistics("Battle Tank", stats={"AR": 10, "SHD": 1}, restricted=True) == 58
    gun = {"name": "Gun", "power": 8, "range": "10/20/30"}  # 35
    assert price(vehicle("Drone", weapons=[gun])) == 20 + 35  # beyond: 28, and a quarter more
    assert price(vehicle("Battle Tank", weapons=[gun])) == 80 + 28
    assert price(vehicle("Battle Tank", weapons=[gun], restricted=True)) == 48 + 21
    apart = settings(base_reduced=False)
    assert statistics("Combat Walker", apart, restricted=True, **data) == 55 + 11  # 11.4


@clause("VOR-VCL-04", "VOR-GAP-20")
def test_more_capacity() -> None:
    assert price(vehicle("Light Transport", capacity=3)) == 40 + 15
    restricted = vehicle("Light Transport", capacity=3, restricted=True)
    assert price(restricted) == 24 + 15
    assert price(restricted, settings(capacity_reduced=True)) == 24 + 9
    assert broken(vehicle("Battle Tank", capacity=1)) == {"VOR-VCL-04"}
    assert repaired(vehicle("Battle Tank", capacity=1)).capacity == 0


@clause("VOR-VCL-01", "VOR-VCL-03", "VOR-AOL-09", "VOR-ORD-05", "VOR-GAP-18")
def test_weapons_beyond_the_allotment_cost_a_quarter_more() -> None:
    two = vehicle("Light Transport", weapons=[GUN, GUN])
    three = vehicle("Light Transport", weapons=[GUN, GUN, GUN])
    assert price(two) == 40 + 2 + 2
    assert price(three) == 40 + 2 + 2 + 3  # 2.5, at least 1 more
    # 44 in all, 20% off: 35.2 -> 35, and a quarter more: 43.75
    dear = {"name": "Dear", "power": 8, "am": -1, "range": "15/30/45", "short": 1}  # 40 + 3 + 1
    assert price(vehicle("Light Transport", weapons=[dear])) == 40 + 44
    # the dearest fills a place
    guns = [GUN, {**GUN, "power": 5, "am": -2}, GUN]  # 12: 9.6 -> 10; beyond: 12.5 -> 13
    assert price(vehicle("Light Transport", weapons=guns)) == 40 + 2 + 10 + 3
    last = settings(weapon_places="entry")
    assert price(vehicle("Light Transport", weapons=guns[::-1]), last) == 40 + 2 + 10 + 3
    assert price(vehicle("Light Transport", weapons=[GUN, GUN, guns[1]]), last) == 40 + 2 + 2 + 13


@pytest.mark.parametrize(
    ("field", "value"),
    [("rc", 3), ("rc", 1), ("cc", 1), ("capacity", 1), ("count", 2), ("least", 2), ("most", 2),
     ("coherency", 2), ("cap", 1), ("restricted", True), ("squad", True)],
)  # fmt: skip
def test_vehicles_are_written_as_they_are(field: str, value: object) -> None:
    made = vehicle("Light Transport", weapons=[{**GUN, "additional": False}], **{field: value})
    plain = BUILDER.write(made)
    assert BUILDER.read(Document(plain)) == made
    assert plain[field] == value
    usual = {"system", "design", "name", "base", "stats", "weapons"}
    assert set(plain) == {*usual, field}
    assert plain["weapons"][0]["additional"] is False
    assert "additional" not in BUILDER.write(vehicle(weapons=[GUN]))["weapons"][0]


def test_what_a_catalogue_shows_of_a_vehicle() -> None:
    made = army(("Mule", 1), ("Fort", 1), types=[
        {"name": "Mule", "base": "Light Transport", "rc": 4, "capacity": 2},
        {"name": "Fort", "base": "Battle Tank", "cc": 5, "restricted": True, "weapons": [GUN, BIG]},
    ])  # fmt: skip
    mule, fort = (made.catalogue.entries[key].profile for key in ("mule", "fort"))
    assert (mule["RC"], mule["CC"], mule["Carries"], mule["Weapons"]) == (4, "-", 10, "none")
    assert (fort["RC"], fort["CC"], fort["Weapons"]) == ("-", 5, "Gun, Big Gun")
    assert "Carries" not in fort
    assert (fort["Class"], fort["MP"], fort["Deployment"]) == ("tracked", 10, "restricted")
    assert "Deployment" not in mule


@clause("VOR-GAP-31", "VOR-VCL-01")
def test_what_only_parries_needs_no_place() -> None:
    shield = {"name": "Shield", "kind": "item", "parry_ranged": 0}  # 8, and 20% off: 6.4
    made = vehicle("Light Transport", weapons=[shield, GUN, shield, GUN])
    assert price(made) == 40 + 2 * 6 + 2 * 2
    assert not breaches(made)


@clause("VOR-VCL-01", "VOR-GAP-18")
def test_a_heavy_weapon_takes_no_standard_place() -> None:
    assert additional(vehicle("Light Transport", weapons=[BIG, GUN]), RULINGS) == {0}
    assert additional(vehicle("Combat Walker", weapons=[BIG, GUN]), RULINGS) == set()
    # of two heavy ones the dearer has the place; a standard one may take a heavy place
    assert additional(vehicle("Combat Walker", weapons=[FIST, BIG]), RULINGS) == {0}
    assert additional(vehicle("Combat Walker", weapons=[GUN, GUN]), RULINGS) == set()
    assert additional(vehicle("Combat Walker", weapons=[GUN, GUN, BIG]), RULINGS) == {1}


@clause("VOR-VCL-02")
def test_a_transport_walker_may_swap_for_a_heavy_fist() -> None:
    assert additional(vehicle("Transport Walker", weapons=[GUN, FIST]), RULINGS) == set()
    assert price(vehicle("Transport Walker", weapons=[GUN, FIST])) == 45 + 2 + 28
    assert additional(vehicle("Transport Walker", weapons=[GUN, BIG]), RULINGS) == {1}
    assert len(additional(vehicle("Transport Walker", weapons=[FIST, FIST]), RULINGS)) == 1
    assert additional(vehicle("Transport Walker", weapons=[GUN, GUN, FIST]), RULINGS) in ({0}, {1})
    assert additional(vehicle("Light Transport", weapons=[GUN, FIST]), RULINGS) == {1}


@clause("VOR-VCL-03", "VOR-GAP-18")
def test_additional_weapons_may_be_marked() -> None:
    marked = vehicle("Light Transport", weapons=[{**GUN, "additional": True}, GUN, GUN])
    assert additional(marked, RULINGS) == {0}
    assert not breaches(marked)
    wrong = vehicle("Light Transport", weapons=[{**GUN, "additional": False}, GUN, GUN])
    assert broken(wrong) == {"VOR-VCL-01"}
    assert price(repaired(wrong)) == 40 + 2 + 2 + 3


@clause("VOR-GAP-52", "VOR-GAP-21")
def test_what_is_special_about_mounted_weapons() -> None:
    primary = vehicle("Battle Tank", weapons=[{**BIG, "primary": True}])
    assert price(primary) == 80 + 41 - 4 - 8  # 36.9 -> 37; 32.8 -> 33
    assert not breaches(primary)
    assert breaches(primary, settings(vehicle_primaries=False))
    assert breaches(vehicle("Battle Tank", weapons=[{**GUN, "mpc": 1}]))


@clause("VOR-GAP-22", "VOR-MIN-01")
def test_no_vehicle_costs_less_than_five(tmp_path) -> None:
    cheap = vehicle("Drone", stats={"MP": 7, "TC": 5, "POW": 1, "BOD": 3, "AR": 3})
    # 20 - 12 - 20 - 4 - 6 - 6 is less than nothing
    assert not breaches(cheap)
    assert statistics_of_vehicle(cheap, RULINGS).value == 0
    assert price(cheap) == 5


@clause("VOR-FS-17", "VOR-SQD-03", "VOR-GAP-12")
def test_vehicle_squads() -> None:
    drones = vehicle("Drone", squad=True, count=3, most=4)
    assert price(drones) == 60
    assert price(vehicle("Drone", squad=True, count=3, most=4, coherency=2)) == 54
    assert not breaches(drones)
    assert broken(vehicle("Drone", squad=True, count=5, most=4)) == {"VOR-FS-17"}
    assert broken(vehicle("Drone", count=2)) == {"VOR-FS-17"}
    assert broken(vehicle("Drone", coherency=4)) == {"VOR-GAP-12"}


def test_base_vehicles_of_ones_own(tmp_path) -> None:
    file = tmp_path / "units.toml"
    file.write_text(
        'vehicles = [{ name = "Battle Tank", class = "tracked", standard = 2, heavy = 1, pv = 70, '
        "MP = 9, TC = 1, POW = 6, BOD = 8, LIF = 4, AR = 8, SHD = 1, house = false }]\n"
    )
    own = load_tables(file).vehicles
    assert own["battle tank"].pv == 70
    assert not own["battle tank"].house
    assert own["drone"].house
    file.write_text('vehicles = [{ name = "X", class = "boat" }]\n')
    with pytest.raises(Malformed, match=r"units\.toml:1: vehicles\[0\]\.class: 'boat' is not"):
        load_tables(file)


weapons = st.lists(st.sampled_from([GUN, BIG, FIST, {**GUN, "power": 5}]), max_size=5)
bases = st.sampled_from(sorted(HOUSE))


@clause("VOR-GAP-18", "VOR-VCL-03")
@given(bases, weapons, st.randoms())
def test_the_places_are_filled_as_cheaply_as_can_be(
    base: str, chosen: list[dict[str, object]], random: object
) -> None:
    made = vehicle(base, rc=5, cc=5, weapons=chosen)
    shuffled = list(chosen)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert price(vehicle(base, rc=5, cc=5, weapons=shuffled)) == price(made)
    for bits in range(2 ** len(chosen)):  # every way to mark them
        marked = [{**w, "additional": bool(bits >> n & 1)} for n, w in enumerate(chosen)]
        if not marked:
            continue
        other = vehicle(base, rc=5, cc=5, weapons=marked)
        if not breaches(other):
            assert price(other) >= price(made)
    assert not breaches(made)


@given(bases, st.dictionaries(st.sampled_from(OF_VEHICLES), st.integers(0, 30)), st.booleans())
def test_repairs_make_every_vehicle_legal(
    base: str, stats: dict[str, int], restricted: bool
) -> None:
    made = repaired(vehicle(base, stats=stats, restricted=restricted))
    assert price(made) >= 5
