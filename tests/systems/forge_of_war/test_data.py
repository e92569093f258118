"""The shipped data against the tables of the document, whose numbers stand here a second time."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.rules.clauses import deciding, load_index
from grognard.systems.forge_of_war import profiles
from grognard.systems.forge_of_war.points import force_points
from grognard.systems.forge_of_war.profiles import (
    Catalogue,
    DataError,
    check_catalogue,
    force_notices,
    load_catalogue,
    size_notices,
)
from grognard.systems.forge_of_war.settings import Settings

ROOM = Path(profiles.__file__).parents[1]

clause = pytest.mark.clause


@pytest.fixture(scope="module")
def rows() -> Catalogue:
    return load_catalogue()


def raw(file: str) -> dict[str, Any]:
    return tomllib.loads((ROOM / "data" / file).read_text("utf-8"))


# ---------------------------------------------------------------- the rule index


def test_rule_index_is_complete_and_its_ids_are_unique() -> None:
    index = yaml.safe_load((ROOM / "clauses.yaml").read_text("utf-8"))
    assert sorted(index) == ["clauses", "gaps", "source", "summary", "system", "title"]
    assert index["system"] == "forge_of_war"
    clauses, gaps = index["clauses"], index["gaps"]
    assert len({c["id"] for c in clauses}) == len(clauses) == 318
    assert [g["id"] for g in gaps] == [f"FOW-GAP-{n:02}" for n in range(1, 91)]
    for c in clauses:
        assert {"id", "heading", "kind", "says"} <= set(c) <= {
            "id", "heading", "kind", "says", "check"
        }, c["id"]  # fmt: skip
    for g in gaps:
        assert set(g) - {"no_setting"} == {
            "id", "where", "problem", "evidence", "ruling", "alternatives", "confidence"
        }  # fmt: skip


def test_every_clause_that_data_and_code_cite_exists() -> None:
    index = yaml.safe_load((ROOM / "clauses.yaml").read_text("utf-8"))
    known = {item["id"] for item in index["clauses"] + index["gaps"]}
    files = [*(ROOM / "data").glob("*.toml"), *(ROOM / "profiles").glob("*.py"), ROOM / "points.py"]
    for file in files:
        cited = set(re.findall(r"FOW-(?:GAP-\d+|[\d.]+-\d+)", file.read_text("utf-8")))
        assert cited <= known, file.name


def test_every_shipped_row_cites_a_clause() -> None:
    for file in sorted((ROOM / "data").glob("*.toml")):
        for table, entries in raw(file.name).items():
            for entry in entries if isinstance(entries, list) else []:
                assert entry.get("clause"), (file.name, table, entry["name"])


def test_shipped_data_has_no_faults_and_nothing_to_remark() -> None:
    assert check_catalogue() == []
    assert load_catalogue().notices == []


# ---------------------------------------------------------------- 3 attributes, 5.1, 6.1

ARMOUR = {
    "None": 0,
    "Flak/Chitin/Tough Hide": 1,
    "Mesh/Light Carapace": 2,
    "Thick Chitin/Carapace": 3,
    "Power Armour": 4,
    "Heavy Power Armour": 5,
    "Dreadnought Armour": 6,
    "Fast Vehicles": 6,
    "Armoured Vehicles": 7,
    "Armoured Fighting Vehicles": 8,
    "Heavy Armoured Vehicles": 9,
}


@clause("FOW-3.4-01")
def test_armour_table(rows: Catalogue) -> None:
    assert {a.name: a.av for a in rows.armours.values()} == ARMOUR
    assert not any(a.house for a in rows.armours.values())


@clause("FOW-3.4-01")
@pytest.mark.parametrize(
    ("name", "av"),
    [
        ("Heavy Power Armour", 5),
        ("Main Battle Tank", 9),
        ("tough hide", 1),
        ("Light Carapace", 2),
        ("Carapace", 3),
        ("Star Marines", 4),
        ("Light Mecha", 6),
        ("jet-bike", 6),
        ("Armoured Personnel Carrier", 7),
        ("upgraded APCs", 8),
        ("Light Tank", 8),
        ("Civilians", 0),
    ],
)
def test_armour_is_found_by_kind_and_by_example(name: str, av: int) -> None:
    assert profiles.armour_value(name) == av


@clause("FOW-3.4-02")
def test_nothing_above_nine_is_listed(rows: Catalogue) -> None:
    assert max(a.av for a in rows.armours.values()) == 9 == profiles.HIGHEST_LISTED_AV
    for name in ("Super-heavy Armoured Vehicles", "Battle Mecha"):
        with pytest.raises(DataError, match="no armour is called"):
            profiles.armour_value(name)


@clause("FOW-3.2-01")
def test_five_bands_best_first(rows: Catalogue) -> None:
    assert list(rows.trainings) == ["Elite", "Veteran", "Professional", "Militia", "Horde"]


@clause("FOW-3.2-01")
def test_spellings_of_militia_and_no_such_thing_as_regular(rows: Catalogue) -> None:
    for spelling in ("Militia", "Militia/Conscript", "Conscript", "militia"):
        assert rows.training(spelling).name == "Militia"
    with pytest.raises(DataError, match="Elite, Veteran, Professional, Militia, Horde") as refused:
        rows.training("Regular")
    assert refused.value.clause == "FOW-3.2-01"


@clause("FOW-5.1-05")
@pytest.mark.parametrize(
    ("training", "markers"),
    [("Elite", 5), ("Veteran", 4), ("Professional", 3), ("Militia/Conscript", 2), ("Horde", 1)],
)
def test_marker_maximum(rows: Catalogue, training: str, markers: int) -> None:
    assert rows.training(training).markers == markers


@clause("FOW-6.1-01")
def test_base_moves(rows: Catalogue) -> None:
    assert rows.base_move("infantry", False) == 6
    assert rows.base_move("cavalry", False) == 12
    assert rows.base_move("armour", True) == 8


def test_monstrous_creatures_move_six_by_the_house(rows: Catalogue) -> None:
    assert rows.base_move("monstrous", False) == 6  # FOW-GAP-67
    (row,) = [m for m in raw("movement.toml")["movement"] if m["type"] == "monstrous"]
    assert row["house"] is True
    assert row["clause"] == "FOW-GAP-67"


@clause("FOW-10.4-01")
def test_vehicles_move_twelve_unless_they_are_armour(rows: Catalogue) -> None:
    assert rows.base_move("cavalry", True) == 12
    assert rows.profile("Armoured Personnel Carrier").move == 12
    assert rows.base_move("armour", True) == 8  # stated otherwise: FOW-GAP-23


# ---------------------------------------------------------------- 15 troops

HUMANS = [
    ("Special Forces Assault Troops", "Elite", 10, 7, 8, 3),
    ("Special Forces Field Troops", "Elite", 9, 7, 7, 2),
    ("Special Forces Recon Troops", "Elite", 9, 8, 7, 2),
    ("Paratroops", "Veteran", 8, 7, 7, 2),
    ("Heavily Armoured Close Assault Teams", "Veteran", 8, 7, 8, 4),
    ("Line Infantry Troops", "Professional", 7, 7, 6, 1),
    ("Garrison and Conscript Troops", "Militia", 6, 5, 5, 1),
    ("Citizen Militias", "Militia", 5, 4, 4, 0),
    ("Rioters, Zombies", "Horde", 3, 2, 4, 0),
    ("Insurgents", "Professional", 8, 6, 6, 0),
]
MODIFIED = [
    ("Human Brutes", "Veteran", 7, 5, 8, 1),
    ("Marines", "Veteran", 8, 7, 8, 4),
    ("Assault Marines", "Elite", 9, 8, 8, 5),
    ("Marine Leaders", "Elite", 10, 8, 8, 4),
]
ALIENS = [
    ("Brute Troopers", "Professional", 7, 5, 8, 1),
    ("Brute Leaders", "Veteran", 8, 5, 8, 2),
    ("Brute Generals", "Elite", 9, 5, 9, 3),
    ("Brute Minions", "Militia", 6, 5, 4, 0),
    ("Tech Alien Troopers", "Professional", 8, 7, 5, 2),
    ("Tech Alien Elites", "Veteran", 8, 8, 5, 3),
    ("Tech Alien Battle suits", "Elite", 9, 9, 6, 4),
    ("Hivers, small", "Horde", 5, 4, 5, 1),
    ("Hivers, large", "Horde", 5, 4, 7, 2),
    ("Hive Leaders", "Horde", 7, 4, 8, 3),
    ("Hive Monsters", "Horde", 6, 3, 9, 4),
]


def table_of(rows: Catalogue, listing: str) -> list[tuple[str, str, int, int, int, int]]:
    return [
        (t.name, t.base.training.name, t.base.cv, t.base.sv, t.base.fv, t.base.av)
        for t in rows.troops.values()
        if t.listing == listing
    ]


@clause("FOW-15-02")
def test_human_troops(rows: Catalogue) -> None:
    assert table_of(rows, "human") == HUMANS


@clause("FOW-15-07")
def test_modified_human_troops(rows: Catalogue) -> None:
    assert table_of(rows, "modified") == MODIFIED


@clause("FOW-15-08")
def test_alien_troops(rows: Catalogue) -> None:
    assert table_of(rows, "alien") == ALIENS
    assert len(rows.troops) == 10 + 4 + 11


@clause("FOW-15-05")
@pytest.mark.parametrize(
    "name",
    [
        "Line Infantry Troops",
        "Line Infantry",
        "Tank Crews",
        "Artillerymen",
        "Military Police",
        "Civilian Police SWAT Teams",
        "SWAT",
        "Naval Officers",
        "naval officer",
    ],
)
def test_every_name_of_the_line_infantry_row_finds_it(rows: Catalogue, name: str) -> None:
    found = rows.profile(name)
    assert found.training.name == "Professional"
    assert (found.cv, found.sv, found.fv, found.av) == (7, 7, 6, 1)


@clause("FOW-15-02")
@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("Commandos", "Paratroops"),
        ("Rangers", "Paratroops"),
        ("Close Protection Teams", "Paratroops"),
        ("Naval Boarding Parties", "Paratroops"),
        ("Rear Echelon Troops", "Garrison and Conscript Troops"),
        ("Territorials", "Garrison and Conscript Troops"),
        ("Reservists", "Garrison and Conscript Troops"),
        ("Naval Ratings", "Garrison and Conscript Troops"),
        ("Civilian Police", "Citizen Militias"),
        ("Planetary Defence Forces", "Citizen Militias"),
        ("Rioters", "Rioters, Zombies"),
        ("Zombies", "Rioters, Zombies"),
    ],
)
def test_printed_names_find_their_row(rows: Catalogue, name: str, row: str) -> None:
    assert rows.troop(name).name == row


@clause("FOW-15-08")
def test_dashes_and_word_order_of_the_hivers(rows: Catalogue) -> None:
    for name in ("Hivers – small", "Hivers - small", "Hivers, small", "small hivers"):
        assert rows.troop(name).name == "Hivers, small"


@clause("FOW-15-04")
def test_close_assault_teams_choose_veteran_or_elite(rows: Catalogue) -> None:
    teams = "Heavily Armoured Close Assault Teams"
    assert rows.profile(teams).markers == 4
    assert rows.profile(teams, "Veteran").markers == 4
    elite = rows.profile(teams, "Elite")
    assert (elite.markers, elite.cv, elite.sv, elite.fv, elite.av) == (5, 8, 7, 8, 4)
    for other in ("Professional", "Militia", "Horde"):
        with pytest.raises(DataError, match="only Veteran or Elite"):
            rows.profile(teams, other)


@clause("FOW-15-04")
def test_nobody_else_has_a_choice(rows: Catalogue) -> None:
    assert [t.name for t in rows.troops.values() if len(t.trainings) > 1] == [
        "Heavily Armoured Close Assault Teams"
    ]
    with pytest.raises(DataError, match="only Professional"):
        rows.profile("Line Infantry", "Elite")


@clause("FOW-15-03")
def test_usual_equipment_is_in_the_values(rows: Catalogue) -> None:
    assault = rows.profile("Special Forces Assault Troops")
    recon = rows.profile("Special Forces Recon Troops")
    assert assault.av - recon.av == 1  # breaching buildings
    assert recon.sv - assault.sv == 1  # good sights


@clause("FOW-15-06")
def test_rioters_are_a_horde_without_upper_size(rows: Catalogue) -> None:
    mob = rows.profile("Zombies")
    assert mob.horde
    assert mob.markers == 1
    assert size_notices(mob, 80) == []


@clause("FOW-15-09")
def test_alien_families(rows: Catalogue) -> None:
    families = {t.name: t.family for t in rows.troops.values() if t.family}
    assert {f: [n for n in families if families[n] == f] for f in families.values()} == {
        "Brutes": ["Brute Troopers", "Brute Leaders", "Brute Generals", "Brute Minions"],
        "Tech Aliens": ["Tech Alien Troopers", "Tech Alien Elites", "Tech Alien Battle suits"],
        "Hivers": ["Hivers, small", "Hivers, large", "Hive Leaders", "Hive Monsters"],
    }


@clause("FOW-15-10")
def test_all_hivers_are_horde_leaders_and_monsters_too(rows: Catalogue) -> None:
    for name in ("Hivers, small", "Hivers, large", "Hive Leaders", "Hive Monsters"):
        assert rows.profile(name).horde
        assert rows.profile(name).markers == 1


@clause("FOW-15-11")
def test_what_the_document_does_not_give_is_marked(rows: Catalogue) -> None:
    for entry in raw("troops.toml")["troop"]:
        given = set(entry) - {"name", "aliases", "list", "family", "clause", "house"}
        assert given == {"training", "cv", "sv", "fv", "av"}, entry["name"]
    for troop in rows.troops.values():
        marked = set(troop.base.house)
        assert marked >= {"type", "wounds", "attacks", "move", "size", "base", "weapon"}, troop.name
        assert not marked & {"training", "cv", "sv", "fv", "av"}
        assert ("leader" in marked) == troop.base.leader


LOADOUTS = {  # FOW-GAP-59
    "Special Forces Assault Troops": "Sub-machine Gun (SMG)",
    "Special Forces Field Troops": "Advanced Assault Rifle",
    "Special Forces Recon Troops": "Advanced Assault Rifle",
    "Paratroops": "Advanced Assault Rifle",
    "Heavily Armoured Close Assault Teams": "Sub-machine Gun (SMG)",
    "Line Infantry Troops": "Assault Rifle",
    "Garrison and Conscript Troops": "Assault Rifle",
    "Citizen Militias": "Shotgun (Solid shot)",
    "Rioters, Zombies": "none",
    "Insurgents": "Assault Rifle",
    "Human Brutes": "Shotgun (Man-stopper)",
    "Marines": "Advanced Assault Rifle",
    "Assault Marines": "Automatic Pistol",
    "Marine Leaders": "Automatic Pistol",
    "Brute Troopers": "Shotgun (Man-stopper)",
    "Brute Leaders": "Automatic Pistol",
    "Brute Generals": "Automatic Pistol",
    "Brute Minions": "Shotgun (Solid shot)",
    "Tech Alien Troopers": "Advanced Assault Rifle",
    "Tech Alien Elites": "Advanced Assault Rifle",
    "Tech Alien Battle suits": "Plasma Rifle",
    "Hivers, small": "none",
    "Hivers, large": "none",
    "Hive Leaders": "none",
    "Hive Monsters": "none",
}


def test_house_columns_of_the_troops(rows: Catalogue) -> None:
    leaders = {"Marine Leaders", "Brute Leaders", "Brute Generals", "Hive Leaders"}
    for name, weapon in LOADOUTS.items():
        troop = rows.profile(name)
        assert [w.name for w in troop.weapons] == ([] if weapon == "none" else [weapon])
        assert (troop.wounds, troop.attacks, troop.move) == (1, 1, 6)
        assert troop.type == ("monstrous" if name == "Hive Monsters" else "infantry")
        assert troop.leader == (name in leaders)
        size = (1, 1) if name in leaders else (5, 0) if troop.horde else (5, 20)
        assert (troop.size_min, troop.size_max) == size
        assert not any(v for trait, v in troop.traits().items() if trait != "leader")
        assert (troop.base, troop.width) == (40 if name == "Hive Monsters" else 25, 0)


# ---------------------------------------------------------------- 10.6 the sample vehicle


@clause("FOW-10.6-01")
def test_armoured_personnel_carrier(rows: Catalogue) -> None:
    apc = rows.profile("APC")
    assert (apc.cv, apc.sv, apc.fv, apc.av, apc.facing, apc.wounds) == (7, 6, 0, 7, 1, 1)
    assert [w.name for w in apc.weapons] == [
        "Heavy Flame Thrower",
        "Heavy Machine Gun",
        "Heavy Machine Gun",
    ]
    assert apc.vehicle
    assert not set(apc.house) & {"cv", "sv", "fv", "av", "facing", "wounds", "weapons", "transport"}


@clause("FOW-10.5-01")
def test_the_carrier_holds_ten(rows: Catalogue) -> None:
    assert rows.profile("APC").transport == 10


@clause("FOW-10.2-01")
def test_each_weapon_of_the_carrier_has_a_mount(rows: Catalogue) -> None:
    apc = rows.profile("APC")
    assert apc.mounts == ("turret", "turret", "turret")  # FOW-GAP-50, FOW-GAP-89
    assert {"training", "type", "mounts"} <= set(apc.house)
    assert apc.training.name == "Professional"
    assert (apc.base, apc.width) == (110, 65)


# ---------------------------------------------------------------- 16 weapons

RIFLE = {"near": 2, "far": 1, "reach": 12, "far_needs_still": True}


def against(infantry: int, horde: int, vehicle: int) -> dict[str, int]:
    return {"infantry": infantry, "horde": horde, "vehicle": vehicle}


WEAPONS: list[tuple[str, str, float, int, Any, bool]] = [
    ("FOW-16-05", "20mm Minigun", 24, 4, 4, True),
    ("FOW-16-06", "40mm Cannon", 48, 4, 2, True),
    ("FOW-16-07", "Advanced Assault Rifle", 24, 2, RIFLE, False),
    ("FOW-16-08", "Assault Rifle", 24, 1, RIFLE, False),
    ("FOW-16-09", "Automatic Pistol", 12, 2, 1, False),
    ("FOW-16-11", "Flame Thrower", 12, 1, None, False),
    ("FOW-16-12", "Rocket-Propelled Grenade Launcher (HE)", 24, 0, against(2, 3, 1), False),
    ("FOW-16-13", "Rocket-Propelled Grenade Launcher (HEAP)", 24, 4, 1, False),
    ("FOW-16-14", "Heavy Machine Gun", 36, 2, 3, True),
    ("FOW-16-15", "Howitzer", 120, 7, against(6, 8, 1), False),
    ("FOW-16-16", "Laser Cannon", 48, 6, 1, True),
    ("FOW-16-17", "Light Support Weapon", 36, 1, 3, False),
    ("FOW-16-18", "Missile Launcher (HE)", 48, 1, against(2, 3, 1), True),
    ("FOW-16-19", "Missile Launcher (HEAP)", 48, 6, 1, True),
    ("FOW-16-20", "Mortar, Heavy", 48, 1, against(3, 4, 1), True),
    ("FOW-16-21", "Mortar, Light", 24, 1, against(3, 4, 1), True),
    ("FOW-16-22", "Plasma Rifle", 24, 6, RIFLE, False),
    ("FOW-16-24", "Shotgun (Man-stopper)", 12, 1, 2, False),
    ("FOW-16-25", "Shotgun (Solid shot)", 12, 0, 2, False),
    ("FOW-16-26", "Sniper Rifle", 36, 2, 1, True),
    ("FOW-16-29", "Sub-machine Gun (SMG)", 12, 1, 2, False),
    ("FOW-16-30", "Tank Cannon", 72, 6, against(4, 6, 1), False),
]


@pytest.mark.parametrize(
    ("name", "reach", "value", "fire", "heavy"),
    [pytest.param(*row[1:], marks=clause(row[0]), id=row[1]) for row in WEAPONS],
)
def test_weapon_list(
    rows: Catalogue, name: str, reach: float, value: int, fire: Any, heavy: bool
) -> None:
    weapon = rows.weapon(name)
    assert weapon.name == name
    assert (weapon.range, weapon.wv) == (reach, value)
    if fire is None:
        assert weapon.area == 3  # inches around the point aimed at
    else:
        assert weapon.area == 0
        assert weapon.fire.to_data() == fire
    # the howitzer is heavy only by the house (FOW-GAP-40)
    assert (weapon.heavy and "heavy" not in weapon.house) == heavy
    assert "*" not in weapon.house


@clause("FOW-16.1-03")
def test_the_list_has_twenty_two_rows_and_four_of_the_house(rows: Catalogue) -> None:
    listed = [w.name for w in rows.weapons.values() if w.house != ("*",)]
    assert listed == [row[1] for row in WEAPONS]
    assert len(listed) == 22
    house = [w.name for w in rows.weapons.values() if w.house == ("*",)]
    assert house == ["Heavy Flame Thrower", "Laser Rifle", "Rail Gun", "Power Weapon"]


def test_house_weapons(rows: Catalogue) -> None:  # FOW-GAP-54, FOW-GAP-64
    flame, laser = rows.weapon("Heavy Flame Thrower"), rows.weapon("Laser Rifle")
    rail, power = rows.weapon("Rail Gun"), rows.weapon("Power Weapon")
    assert (flame.range, flame.wv, flame.area, flame.heavy) == (18, 2, 3, True)
    assert (laser.range, laser.wv, laser.fire) == (24, 0, rows.weapon("Assault Rifle").fire)
    assert (rail.range, rail.wv, rail.fire.to_data(), rail.heavy) == (48, 6, 1, True)
    assert (power.cc_value, power.ranged) == (2, False)
    assert rows.weapon("Missile Launcher") is rows.weapon("Missile Launcher (HEAP)")


@clause("FOW-4.2-04")
def test_which_weapons_are_heavy(rows: Catalogue) -> None:
    assert rows.weapon("Heavy Machine Gun").heavy
    assert not rows.weapon("Light Support Weapon").heavy
    assert not rows.weapon("RPG (HEAP)").heavy


@clause("FOW-16.1-02")
def test_heavy_weapons_need_no_deploying_on_vehicles_and_in_power_armour(rows: Catalogue) -> None:
    gun = rows.weapon("HMG")
    assert rows.profile("Line Infantry").must_deploy(gun)
    assert rows.profile("Special Forces Assault Troops").must_deploy(gun)  # AV 3
    assert not rows.profile("Marines").must_deploy(gun)  # AV 4: FOW-GAP-33
    assert not rows.profile("APC").must_deploy(gun)
    assert not rows.profile("Line Infantry").must_deploy(rows.weapon("LSW"))


@clause("FOW-8.4-05")
def test_light_support_weapon_is_as_in_the_table(rows: Catalogue) -> None:
    weapon = rows.weapon("Light Machine Gun")
    assert (weapon.wv, weapon.dice("infantry", 30, True)) == (1, 3)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Advanced Assault Rifle", marks=clause("FOW-16-07")),
        pytest.param("Assault Rifle", marks=clause("FOW-16-08")),
        pytest.param("Plasma Rifle", marks=clause("FOW-16-22")),
    ],
)
def test_rifles_fire_by_range(rows: Catalogue, name: str) -> None:
    rifle = rows.weapon(name)
    assert 10 * rifle.dice("infantry", 12.0, False) == 20
    assert 10 * rifle.dice("infantry", 18.0, True) == 10
    assert 10 * rifle.dice("infantry", 18.0, False) == 0  # FOW-GAP-34
    assert rifle.dice("horde", 5.0, True) == rifle.dice("vehicle", 5.0, True) == 2


@clause("FOW-16-31")
def test_up_to_twelve_inches_includes_twelve(rows: Catalogue) -> None:
    rifle = rows.weapon("Assault Rifle")
    assert rifle.dice("infantry", 12.0, True) == 2
    assert rifle.dice("infantry", 12.0 + 1 / 1024, True) == 1


@clause("FOW-16-32")
def test_weight_of_fire_by_target(rows: Catalogue) -> None:
    cannon = rows.weapon("Tank Cannon")

    def dice(name: str) -> int:
        return cannon.dice(rows.profile(name).target_kind(), 20.0, False)

    assert dice("Zombies") == 6
    assert dice("Marines") == 4
    assert dice("APC") == 1
    bikes = replace(profiles.parse_profile("CV8-SV6-FV6-AV6-W1", "Bikes"), type="cavalry")
    assert cannon.dice(bikes.target_kind(), 20.0, False) == 4
    assert dice("Hive Monsters") == 6  # FOW-GAP-35: horde before anything else


@clause("FOW-16-15")
def test_howitzer_adds_two_against_vehicles(rows: Catalogue) -> None:
    howitzer = rows.weapon("Howitzer")
    assert (howitzer.value_against(True), howitzer.value_against(False)) == (9, 7)


@clause("FOW-16-30")
def test_tank_cannon_adds_two_against_vehicles(rows: Catalogue) -> None:
    cannon = rows.weapon("Tank Cannon")
    assert (cannon.value_against(True), cannon.value_against(False)) == (8, 6)
    others = [w.name for w in rows.weapons.values() if w.wv_vehicle]
    assert others == ["Howitzer", "Tank Cannon"]


@clause("FOW-16-10")
def test_pistols_add_one_to_fv(rows: Catalogue) -> None:
    six = rows.profile("Line Infantry")
    assert six.fv_with(rows.weapon("Automatic Pistol")) == 7
    assert six.fv_with(rows.weapon("Assault Rifle")) == 6
    assert six.fv_with(None) == 6
    assert [w.name for w in rows.weapons.values() if w.fv_bonus] == ["Automatic Pistol"]


def test_special_rules_are_on_the_right_weapons(rows: Catalogue) -> None:
    def having(field: str) -> set[str]:
        return {w.name for w in rows.weapons.values() if getattr(w, field)}

    assert having("overheat") == {"Plasma Rifle"}
    assert rows.weapon("Plasma Rifle").overheat == 1
    assert having("auto_marker") == {"Sniper Rifle"}
    assert having("area") == {"Flame Thrower", "Heavy Flame Thrower"}
    assert rows.weapon("Howitzer").heavy  # FOW-GAP-40
    assert having("anti_tank") == {  # FOW-GAP-32, and the rail gun of FOW-8.2-02
        "40mm Cannon",
        "Rocket-Propelled Grenade Launcher (HEAP)",
        "Howitzer",
        "Laser Cannon",
        "Missile Launcher (HE)",
        "Missile Launcher (HEAP)",
        "Tank Cannon",
        "Rail Gun",
    }
    assert having("indirect") == {"Mortar, Heavy", "Mortar, Light", "Howitzer"}
    assert having("accurate") == set()  # FOW-GAP-42
    assert {n: rows.weapon(n).blast for n in having("blast")} == {  # FOW-GAP-41
        "Mortar, Light": 2,
        "Mortar, Heavy": 3,
        "Howitzer": 5,
    }
    assert {w.name for w in rows.weapons.values() if not w.direct} == {
        "Mortar, Heavy",
        "Mortar, Light",
    }


# ---------------------------------------------------------------- 6.2 and 7 terrain


@clause("FOW-6.2-03")
def test_difficult_terrain(rows: Catalogue) -> None:
    outdoors = {t.name for t in rows.terrains.values() if t.difficult and not t.building}
    assert outdoors == {
        "Woods",
        "Boggy Ground",
        "Shallow River",
        "Ash Plain",
        "Steep Hillside",
        "Rock Strewn Ground",
        "Scree",
        "Deep Snow",
    }
    for name, row in (("Forests", "Woods"), ("Ford", "Shallow River"), ("Rock Strewn", None)):
        assert rows.terrain(name).difficult
        assert row is None or rows.terrain(name).name == row


def test_obstacles(rows: Catalogue) -> None:
    listed = {t.name for t in rows.terrains.values() if t.obstacle and "obstacle" not in t.house}
    assert listed == {"Hedge", "Low Wall", "Barbed Wire", "Fence"}
    assert not any(rows.terrain(name).difficult for name in listed)


@pytest.mark.parametrize(
    ("name", "passages"),
    [
        pytest.param("Lava Flow", {"bridge"}, marks=clause("FOW-6.2-08")),
        pytest.param("Deep Water", {"raft", "boat", "bridge"}, marks=clause("FOW-6.2-09")),
        pytest.param("City Wall", {"gate", "ladder"}, marks=clause("FOW-6.2-10")),
    ],
)
def test_impassable_terrain(rows: Catalogue, name: str, passages: set[str]) -> None:
    kind = rows.terrain(name)
    assert kind.impassable
    assert set(kind.passages) == passages


def test_nothing_else_is_impassable_to_all(rows: Catalogue) -> None:
    assert [t.name for t in rows.terrains.values() if t.impassable] == [
        "Lava Flow",
        "Deep Water",
        "City Wall",
    ]


@clause("FOW-6.2-11")
def test_streets_are_no_hindrance(rows: Catalogue) -> None:
    street = rows.terrain("Street")
    assert street.road
    hindrances = [street.difficult, street.obstacle, street.impassable, street.impassable_for]
    assert not any(hindrances)


@clause("FOW-6.2-12")
@clause("FOW-6.2-13")
@pytest.mark.parametrize("name", ["Building", "Ruined Building", "Ruins"])
def test_buildings_are_difficult_and_closed_to_riders(rows: Catalogue, name: str) -> None:
    building = rows.terrain(name)
    assert building.building
    assert building.difficult
    assert not building.impassable
    assert building.impassable_for == ("cavalry",)


@clause("FOW-7.1-01")
@pytest.mark.parametrize("name", ["Vegetation", "Hedges", "Fences", "Shallow River", "Deep Snow"])
def test_soft_cover(rows: Catalogue, name: str) -> None:
    kind = rows.terrain(name)
    assert (kind.cover, kind.value, kind.blocks_sight) == ("soft", 1, True)


@clause("FOW-7.2-01")
@pytest.mark.parametrize(
    "name",
    ["Wall", "Building", "Ruined Building", "Woods", "Forest", "Barricade", "Large Boulders"],
)
def test_hard_cover(rows: Catalogue, name: str) -> None:
    kind = rows.terrain(name)
    assert (kind.cover, kind.value, kind.blocks_sight) == ("hard", 2, True)


@clause("FOW-7.2-02")
@pytest.mark.parametrize("name", ["Trench", "Fortified Wall"])
def test_purpose_built_cover(rows: Catalogue, name: str) -> None:
    kind = rows.terrain(name)
    assert (kind.cover, kind.value, kind.blocks_sight) == ("purpose-built", 3, True)


@clause("FOW-7.2-03")
def test_bunkers_are_worth_four_or_what_was_agreed_above_it(rows: Catalogue) -> None:
    bunker = rows.terrain("Bunker")
    assert (bunker.cover, bunker.value, bunker.blocks_sight) == ("bunker", 4, True)
    assert [bunker.with_value(n).value for n in (4, 5, 6)] == [4, 5, 6]
    with pytest.raises(DataError, match="3 is not in 4") as refused:
        bunker.with_value(3)
    assert refused.value.clause == "FOW-7.2-03"
    with pytest.raises(DataError):
        rows.terrain("Trench").with_value(5)
    assert bunker.value == 4


@clause("FOW-7.2-04")
def test_cover_table(rows: Catalogue) -> None:
    assert rows.cover_values == {"none": 0, "soft": 1, "hard": 2, "purpose-built": 3, "bunker": 4}
    for kind in rows.terrains.values():
        assert kind.value == rows.cover_values[kind.cover]
        assert kind.blocks_sight or kind.cover == "none"


def test_what_the_house_says_of_terrain(rows: Catalogue) -> None:
    def having(field: str) -> set[str]:
        return {t.name for t in rows.terrains.values() if getattr(t, field)}

    assert having("see_over") == {"Shallow River", "Deep Snow", "Trench"}
    assert having("obstacle") == {"Hedge", "Low Wall", "Barbed Wire", "Fence", "Barricade"}
    assert having("building") == {"Building", "Ruined Building", "Bunker"}
    assert having("road") == {"Road", "Street", "Bridge"}
    bare = {t.name for t in rows.terrains.values() if t.blocks_sight and t.cover == "none"}
    assert bare == {"Hill", "Steep Hillside"}
    bunker = rows.terrain("Bunker")
    assert bunker.difficult
    assert bunker.impassable_for == ("cavalry",)
    for name in having("see_over") | {"Barricade"}:
        assert rows.terrain(name).house == (("obstacle",) if name == "Barricade" else ("see_over",))


# ---------------------------------------------------------------- ready forces


def test_ready_forces(rows: Catalogue) -> None:
    quick = [f for f in rows.forces.values() if f.key != "benchmark"]
    assert len(quick) >= 6
    for force in rows.forces.values():
        assert force.house == ("*",)
        assert force_notices(force) == []
        assert 4 <= len(force.units) <= 7
        assert sum(u.profile.commander for u in force.units) == 1
        for unit in force.units:
            carried = sum(count for _, count in unit.arms)
            if unit.profile.vehicle:
                assert carried == len(unit.profile.weapons)
            else:
                assert carried == (unit.figures if unit.profile.weapons else 0)
    assert sum(any(u.profile.vehicle for u in force.units) for force in quick) >= 4
    for force in quick:
        assert 360 <= force_points(force).value <= 410, force.name  # fit to meet each other


def test_benchmark_force(rows: Catalogue) -> None:
    benchmark = rows.force("benchmark")
    assert [u.figures for u in benchmark.units] == [10] * 6
    assert {u.profile.name for u in benchmark.units} == {"Line Infantry Troops"}
    assert [f.key for f in rows.forces.values()].count("benchmark") == 1


def test_special_weapons_replace_the_usual_one(rows: Catalogue) -> None:
    squad = rows.force("Line Company").units[1]
    assert {w.name: n for w, n in squad.arms} == {
        "Assault Rifle": 6,
        "Light Support Weapon": 1,
        "Rocket-Propelled Grenade Launcher (HEAP)": 1,
    }


def test_every_gap_has_a_setting_or_says_why_there_is_none() -> None:
    index = load_index(ROOM / "clauses.yaml")
    for gap in index.gaps.values():
        assert deciding(Settings, gap) or gap.no_setting, gap.id
