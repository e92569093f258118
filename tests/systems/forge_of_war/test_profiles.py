"""Reading, writing and refusing profiles and weapons; a user's own data over the shipped rows."""

import copy
import json
import os
import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.systems.forge_of_war.entries import figures_of
from grognard.systems.forge_of_war.profiles import (
    DataError,
    Fire,
    Force,
    ForceUnit,
    Profile,
    Terrain,
    Training,
    TroopType,
    Weapon,
    check_catalogue,
    dismounted,
    faults,
    force_notices,
    format_armour,
    format_profile,
    load_catalogue,
    notices,
    own_changes,
    parse_armour,
    parse_profile,
    size_notices,
)
from tests.systems.forge_of_war.field import profile

clause = pytest.mark.clause

TRAININGS = list(load_catalogue().trainings.values())
WEAPONS = list(load_catalogue().weapons.values())


def own(tmp_path: Path, **files: str) -> Path:
    """A user's data directory."""
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    return tmp_path


# ---------------------------------------------------------------- the short form


@clause("FOW-3.1-01")
def test_the_five_values_in_their_order() -> None:
    p = parse_profile("CV7-SV6-FV5-AV1-W1")
    assert (p.cv, p.sv, p.fv, p.av, p.wounds) == (7, 6, 5, 1, 1)
    assert format_profile(p) == "CV7-SV6-FV5-AV1-W1"


@clause("FOW-3.1-01")
@pytest.mark.parametrize(
    "text",
    [
        "cv7-sv6-fv5-av1-w1",
        "CV: 7 SV: 6 FV: 5 AV: 1 W: 1",
        "CV7, SV6, FV5, AV1, W1",
        "  CV 7 – SV 6 – FV 5 – AV 1 – W 1  ",
    ],
)
def test_other_ways_to_write_them(text: str) -> None:
    assert format_profile(parse_profile(text)) == "CV7-SV6-FV5-AV1-W1"


@clause("FOW-3.1-01")
@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "cv"),
        ("7/6/5/1/1", "cv"),
        ("SV6-CV7-FV5-AV1-W1", "cv"),
        ("CV7-FV5-SV6-AV1-W1", "sv"),
        ("CV7-SV6-AV1-W1", "fv"),
        ("CV7-SV6-FV5-AV1", "wounds"),
        ("CV7-SV6-FV5-AV1-W1-W1", "wounds"),
        ("CV7-SV6-FVx-AV1-W1", "fv"),
        ("CV7(2)-SV6-FV5-AV1-W1", "cv"),
        ("CV7-SV6-FV5-AV1-W1(1)", "wounds"),
        ("CV7-SV6-FV5()-AV1-W1", "av"),
    ],
)
def test_what_is_no_profile_is_refused_by_the_value_that_is_wrong(text: str, field: str) -> None:
    with pytest.raises(DataError) as refused:
        parse_profile(text)
    assert refused.value.field == field


@clause("FOW-3.1-05")
def test_number_of_attacks_in_brackets() -> None:
    p = parse_profile("CV7-SV6-FV6(2)-AV1-W1")
    assert (p.fv, p.attacks) == (6, 2)
    assert p.attack_dice(5) == 10
    assert format_profile(p) == "CV7-SV6-FV6(2)-AV1-W1"
    one = parse_profile("CV7-SV6-FV6-AV1-W1")
    assert one.attacks == 1
    assert one.attack_dice(5) == 5
    with pytest.raises(DataError) as refused:
        parse_profile("CV7-SV6-FV6(0)-AV1-W1")
    assert refused.value.field == "attacks"


@clause("FOW-3.1-07")
@pytest.mark.parametrize("value", ["CV", "SV", "FV"])
@pytest.mark.parametrize(
    ("number", "legal"), [(-1, False), (0, False), (1, True), (10, True), (11, False)]
)
def test_troops_have_values_from_one_to_ten(value: str, number: int, legal: bool) -> None:
    text = re.sub(value + r"\d", f"{value}{number}", "CV7-SV6-FV5-AV1-W1")
    if legal:
        assert format_profile(parse_profile(text)) == text
    else:
        with pytest.raises(DataError) as refused:
            parse_profile(text)
        assert (refused.value.field, refused.value.clause) == (value.lower(), "FOW-3.1-07")


@clause("FOW-3.1-07")
def test_fighting_value_of_nought_is_for_vehicles_only() -> None:
    assert parse_profile("CV7-SV6-FV0-AV7(1)-W1").fv == 0
    assert parse_profile("CV7-SV6-FV0-AV7-W1", vehicle=True).fv == 0
    with pytest.raises(DataError):
        parse_profile("CV7-SV6-FV0-AV7-W1")
    with pytest.raises(DataError):
        parse_profile("CV0-SV6-FV0-AV7(1)-W1")


@clause("FOW-3.1-08")
def test_wounds() -> None:
    assert Profile("ordinary", TRAININGS[0], 7, 6, 5, 1).wounds == 1
    assert parse_profile("CV7-SV6-FV5-AV1-W3").wounds == 3
    with pytest.raises(DataError) as refused:
        parse_profile("CV7-SV6-FV5-AV1-W0")
    assert refused.value.field == "wounds"


@clause("FOW-10.3-01", "FOW-10.3-02", "FOW-10.3-03")
def test_armour_of_a_vehicle_where_it_is_hit() -> None:
    assert parse_armour("7(1)") == (7, 1)
    apc = parse_profile("CV7-SV6-FV0-AV7(1)-W1")
    assert apc.vehicle
    assert (apc.av_at("side"), apc.av_at("top")) == (7, 7)
    assert apc.av_at("front") == 8
    assert apc.av_at("rear") == 6
    assert format_armour(apc) == "7(1)"
    assert format_profile(apc) == "CV7-SV6-FV0-AV7(1)-W1"


@clause("FOW-10.3-03")
def test_the_rear_is_never_below_nought() -> None:
    assert parse_profile("CV7-SV6-FV0-AV7(7)-W1").av_at("rear") == 0
    for text in ("CV7-SV6-FV0-AV7(8)-W1", "CV7-SV6-FV0-AV7(-1)-W1"):
        with pytest.raises(DataError) as refused:
            parse_profile(text)
        assert refused.value.field == "facing"
    for text in ("", "7(", "seven", "7(1)(1)", "-7"):
        with pytest.raises(DataError):
            parse_armour(text)


@clause("FOW-10.3-01")
def test_brackets_after_av_are_for_vehicles() -> None:
    assert parse_armour("7") == (7, 0)
    with pytest.raises(DataError) as refused:
        parse_profile("CV7-SV6-FV5-AV1(1)-W1", vehicle=False)
    assert refused.value.field == "facing"


# ---------------------------------------------------------------- types and sizes


@clause("FOW-3.3-01")
def test_a_profile_has_exactly_one_type(tmp_path: Path) -> None:
    for kind in ("infantry", "cavalry", "monstrous"):
        rows = load_catalogue(own(tmp_path, troops=row(f'type = "{kind}"')))
        assert rows.profile("Bold Ones").type == kind
    for wrong in ('type = "artillery"', 'type = ["infantry", "cavalry"]', 'type = "armour"'):
        refused = check_catalogue(own(tmp_path, troops=row(wrong)))
        assert [f.field for f in refused][:1] == ["type"]


def row(*fields: str) -> str:
    """A user's row of troops."""
    return "\n".join(
        [
            "[[troop]]",
            'name = "Bold Ones"',
            'training = "Veteran"',
            "cv = 8\nsv = 6\nfv = 7\nav = 2",
            *fields,
        ]
    )


@clause("FOW-3.3-01")
def test_vehicles_are_armour_or_cavalry(tmp_path: Path) -> None:
    tank = '[[vehicle]]\nname = "Tank"\ntraining = "Elite"\ncv = 8\nsv = 8\nfv = 0\nav = 9\n'
    for kind, move in (("armour", 8), ("cavalry", 12)):
        rows = load_catalogue(own(tmp_path, vehicles=tank + f'type = "{kind}"'))
        assert (rows.profile("Tank").type, rows.profile("Tank").move) == (kind, move)
    refused = check_catalogue(own(tmp_path, vehicles=tank + 'type = "infantry"'))
    assert [(f.field, f.clause) for f in refused] == [("type", "FOW-GAP-85")]


@clause("FOW-3.3-02")
def test_jump_infantry_is_infantry(tmp_path: Path) -> None:
    rows = load_catalogue(own(tmp_path, troops=row("jump = true")))
    jumpers = rows.profile("Bold Ones")
    assert (jumpers.type, jumpers.move, jumpers.jump) == ("infantry", 6, True)
    assert size_notices(jumpers, 20) == []
    refused = check_catalogue(own(tmp_path, troops=row("jump = true", 'type = "cavalry"')))
    assert [f.field for f in refused] == ["jump"]


@clause("FOW-3.3-03")
@pytest.mark.parametrize(
    ("name", "figures", "unusual"),
    [
        ("Line Infantry", 4, True),
        ("Line Infantry", 5, False),
        ("Line Infantry", 20, False),
        ("Garrison", 21, True),
        ("Zombies", 4, True),
        ("Zombies", 5, False),
        ("Zombies", 40, False),
    ],
)
def test_sizes_out_of_the_ordinary_are_warnings(name: str, figures: int, unusual: bool) -> None:
    found = size_notices(load_catalogue().profile(name), figures)
    assert [(n.clause, n.hard) for n in found] == [("FOW-3.3-03", False)] * unusual


@clause("FOW-3.3-03")
def test_a_list_may_set_hard_limits(tmp_path: Path) -> None:
    rows = load_catalogue(own(tmp_path, troops=row("size = [3, 6]", "size_hard = true")))
    bold = rows.profile("Bold Ones")
    assert [size_notices(bold, n) == [] for n in (2, 3, 6, 7)] == [False, True, True, False]
    assert size_notices(bold, 7)[0].hard
    assert "size" in [f.field for f in check_catalogue(own(tmp_path, troops=row("size = [6, 3]")))]


def test_leaders_and_vehicles_stand_alone() -> None:  # FOW-GAP-63, FOW-GAP-85
    rows = load_catalogue()
    for name in ("Marine Leaders", "Hive Leaders", "APC"):
        assert size_notices(rows.profile(name), 1) == []
        assert size_notices(rows.profile(name), 2) != []


@clause("FOW-3.3-05")
def test_dismounted_riders_keep_their_values_or_become_what_their_list_says(tmp_path: Path) -> None:
    rows = load_catalogue(own(tmp_path, troops=row('type = "cavalry"')))
    riders = rows.profile("Bold Ones")
    assert riders.move == 12
    on_foot = dismounted(riders)
    assert (on_foot.type, on_foot.move) == ("infantry", 6)  # FOW-GAP-77
    assert format_profile(on_foot) == format_profile(riders)
    listed = row('type = "cavalry"', 'dismount = "Garrison"')
    riders = load_catalogue(own(tmp_path, troops=listed)).profile("Bold Ones")
    on_foot = dismounted(riders)
    assert (on_foot.name, on_foot.cv, on_foot.sv) == ("Garrison and Conscript Troops", 6, 5)
    assert on_foot.training.name == "Veteran"  # one training for the whole unit
    for name in ("Line Infantry", "APC"):
        with pytest.raises(DataError, match="only cavalry"):
            dismounted(rows.profile(name))


@clause("FOW-3.3-05")
@pytest.mark.parametrize("name", ["Nobody", "Hive Monsters"])
def test_riders_become_infantry_that_exists(tmp_path: Path, name: str) -> None:
    listed = row('type = "cavalry"', f'dismount = "{name}"')
    refused = check_catalogue(own(tmp_path, troops=listed))
    assert [(f.field, f.clause) for f in refused] == [("dismount", "FOW-3.3-05")]


@clause("FOW-3.4-02")
def test_armour_above_nine_is_taken_with_a_notice(tmp_path: Path) -> None:
    nine, ten = (parse_profile(f"CV7-SV6-FV5-AV{av}-W1") for av in (9, 10))
    assert notices(nine) == []
    assert [n.clause for n in notices(ten)] == ["FOW-GAP-65"]
    titan = own(tmp_path, armour='[[armour]]\nname = "Titan"\nav = 12')
    rows = load_catalogue(titan)
    assert rows.armour_value("titan") == 12
    assert [n.entry for n in rows.notices] == ["Titan"]


@clause("FOW-10.1-02")
def test_thin_vehicles_are_noticed() -> None:
    assert notices(parse_profile("CV7-SV6-FV0-AV6(1)-W1")) == []
    assert [n.clause for n in notices(parse_profile("CV7-SV6-FV0-AV5(1)-W1"))] == ["FOW-10.1-02"]


# ---------------------------------------------------------------- a user's own rows


@clause("FOW-15.1-01")
def test_own_troops_stand_beside_the_shipped_ones(tmp_path: Path) -> None:
    rows = load_catalogue(own(tmp_path, troops=row('weapon = "HMG"', 'aliases = ["The Bold"]')))
    bold = rows.profile("the bold")
    assert (bold.cv, bold.sv, bold.fv, bold.av) == (8, 6, 7, 2)
    assert [w.name for w in bold.weapons] == ["Heavy Machine Gun"]
    assert len(rows.troops) == len(load_catalogue().troops) + 1
    # what neither he nor the document gives is the house's, and marked
    assert set(bold.house) == {"type", "wounds", "attacks", "move", "base", "size"}


@clause("FOW-15.1-01")
def test_own_row_of_the_same_name_changes_only_what_it_gives(tmp_path: Path) -> None:
    text = '[[troop]]\nname = "line infantry troop"\nsv = 8\nweapon = "SMG"\nwounds = 2'
    rows = load_catalogue(own(tmp_path, troops=text))
    changed = rows.profile("Naval Officers")
    assert format_profile(changed) == "CV7-SV8-FV6-AV1-W2"
    assert [w.name for w in changed.weapons] == ["Sub-machine Gun (SMG)"]
    assert changed.name == "Line Infantry Troops"
    assert not set(changed.house) & {"weapon", "wounds"}
    assert "type" in changed.house
    assert format_profile(load_catalogue().profile("Naval Officers")) == "CV7-SV7-FV6-AV1-W1"


@clause("FOW-15.1-01")
def test_own_row_may_take_over_one_of_several_names(tmp_path: Path) -> None:
    text = row('weapon = "none"').replace("Bold Ones", "Naval Officers")
    rows = load_catalogue(own(tmp_path, troops=text))
    assert rows.profile("Naval Officers").cv == 8
    assert rows.profile("Tank Crews").cv == 7


@clause("FOW-16.1-01")
def test_own_weapons(tmp_path: Path) -> None:
    text = """
        [[weapon]]
        name = "Gauss Gun"
        range = 30
        wv = 3
        fire = { infantry = 2, vehicle = 1 }

        [[weapon]]
        name = "Light Support Weapon"
        wv = 2  # as FOW-GAP-24 allows

        [[weapon]]
        name = "Flame Thrower"
        fire = 2
    """
    rows = load_catalogue(own(tmp_path, weapons=text))
    gauss = rows.weapon("gauss gun")
    assert (gauss.range, gauss.wv, gauss.fire) == (30, 3, Fire(2, 2, 1))
    light = rows.weapon("LSW")
    assert (light.wv, light.range, light.fire.to_data()) == (2, 36, 3)
    assert (rows.weapon("Flamer").area, rows.weapon("Flamer").fire) == (0, Fire(2, 2, 2))
    assert len(rows.weapons) == 27
    assert load_catalogue().weapon("LSW").wv == 1


LASER = {"name": '"Laser Musket"', "range": "24", "wv": "1", "fire": "1"}


@clause("FOW-16.1-04")
@pytest.mark.parametrize(
    ("field", "value", "named", "why"),
    [
        ("range", "-6", "range", "-6 is not in 0 (excluded) to 1000"),
        ("range", "0", "range", "0 is not in"),
        ("range", "nan", "range", "nan is not in"),
        ("range", "inf", "range", "inf is not in"),
        ("range", '"far"', "range", "is not a number"),
        ("range", None, "range", "is missing"),
        ("wv", "-1", "wv", "-1 is not in 0"),
        ("wv", "1.5", "wv", "is not a whole number"),
        ("wv", "true", "wv", "is not a whole number"),
        ("wv", None, "wv", "is missing"),
        ("fire", "0", "fire", "0 is not in 1"),
        ("fire", None, "fire", "is missing"),
        ("fire", '"many"', "fire", "is not a whole number"),
        ("fire", "{ near = 2, far = 1 }", "reach", "is missing"),
        ("fire", "{ horde = 3 }", "infantry", "is missing"),
        ("fire", "{ infantry = 2, tanks = 1 }", "tanks", "no such field"),
        ("area", "3", "fire", "no weight of fire"),
        ("ovrheat", "1", "ovrheat", "did you mean overheat"),
        ("smoke", "true", "smoke", "no such field"),
        ("name", None, "name", "needs a name"),
    ],
)
def test_a_wrong_weapon_is_refused_by_the_field(
    tmp_path: Path, field: str, value: str | None, named: str, why: str
) -> None:
    fields = {**LASER, field: value}
    text = "\n".join(f"{k} = {v}" for k, v in fields.items() if v is not None)
    found = check_catalogue(own(tmp_path, weapons="# mine\n\n[[weapon]]\n" + text))
    assert [f.field for f in found] == [named]
    assert why in found[0].why
    assert found[0].file.endswith("weapons.toml")
    assert found[0].entry == ("" if field == "name" else "Laser Musket")
    with pytest.raises(DataError) as refused:
        load_catalogue(tmp_path)
    assert str(refused.value) == str(found[0])


@clause("FOW-16.1-04")
def test_the_line_is_named(tmp_path: Path) -> None:
    text = '[[weapon]]\nname = "A"\nrange = 1\nwv = 1\nfire = 1\n'
    text += '\n[[weapon]]\nname = "B"\nfire = 1\n'
    found = check_catalogue(own(tmp_path, weapons=text + "wv = 0\nrange = -6\n"))
    assert [(f.entry, f.field, f.line) for f in found] == [("B", "range", 11)]
    found = check_catalogue(own(tmp_path, weapons=text + "wv = = 0"))
    assert [f.line for f in found] == [10]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        pytest.param(["sv = 11"], "sv", marks=clause("FOW-3.1-07")),
        pytest.param(["cv = 0"], "cv", marks=clause("FOW-3.1-07")),
        pytest.param(["fv = 0"], "fv", marks=clause("FOW-3.1-07")),
        (["av = -1"], "av"),
        (["wounds = 0"], "wounds"),
        (["attacks = 0"], "attacks"),
        (["move = -1"], "move"),
        (['weapon = "Blunderbuss"'], "weapon"),
        (['weapons = ["HMG", "Blunderbuss"]'], "weapons"),
        (['weapon = "HMG"', 'weapons = ["HMG"]'], "weapon"),
        (['weapon = "Power Weapon"'], "weapon"),
        (['cc_weapon = "HMG"'], "cc_weapon"),
        (['training = "Regular"'], "training"),
        (["facing = 1"], "facing"),
        (["transport = 4"], "transport"),
        (["hover = true"], "hover"),
        (['mounts = ["turret"]'], "mounts"),
        (["horde = true"], "horde"),
        (["size = []"], "size"),
        (['aliases = ["Marines"]'], "aliases"),
    ],
)
def test_wrong_troops_are_refused_by_the_field(
    tmp_path: Path, fields: list[str], field: str
) -> None:
    base = row()
    for text in fields:
        name = text.split(" = ")[0]
        base = "\n".join(line for line in base.splitlines() if not line.startswith(f"{name} = "))
    found = check_catalogue(own(tmp_path, troops="\n".join([base, *fields])))
    assert [f.field for f in found] == [field]
    assert found[0].entry == "Bold Ones"


FORCE = "[[force]]\nname = 'A'\n[[force.unit]]\nname = 'B'\n"


@pytest.mark.parametrize(
    ("file", "text", "field"),
    [
        ("weapons", "[[weapons]]\nname = 'A'", "weapons"),
        ("weapons", "weapon = 3", "weapon"),
        ("terrain", "[[terrain]]\nname = 'Moat'\ncover = 'wet'", "cover"),
        ("terrain", "[[terrain]]\nname = 'Moat'\nimpassable_for = ['ducks']", "impassable_for"),
        ("terrain", "[[terrain]]\nname = 'Moat'\ncover = 'hard'\nvalue = 5", "value"),
        ("terrain", "[[cover]]\nname = 'bunker'\nvalue = 3", "value"),
        ("terrain", "[[cover]]\nname = 'magic'\nvalue = 3", "name"),
        ("training", "[[training]]\nname = 'Legend'", "markers"),
        ("vehicles", "[[vehicle]]\nname = 'APC'\nfv = 0", "training"),
        ("forces", "[[force]]\nname = 'Nobody'", "unit"),
        ("forces", FORCE + "troop = 'C'\nfigures = 5", "troop"),
        ("forces", FORCE + "troop = 'Marines'", "figures"),
    ],
)
def test_other_wrong_files(tmp_path: Path, file: str, text: str, field: str) -> None:
    found = check_catalogue(own(tmp_path, **{file: text}))
    assert field in [f.field for f in found]
    with pytest.raises(DataError):
        load_catalogue(tmp_path)


@clause("FOW-7.2-03")
def test_a_bunker_of_ones_own_is_worth_four_or_more(tmp_path: Path) -> None:
    text = "[[terrain]]\nname = 'Fort'\ncover = 'bunker'\nvalue = {}"
    for value in (4, 5, 6):
        rows = load_catalogue(own(tmp_path, terrain=text.format(value)))
        assert rows.terrain("Fort").value == value
    found = check_catalogue(own(tmp_path, terrain=text.format(3)))
    assert {(f.field, f.clause) for f in found} == {("value", "FOW-7.2-03")}


def test_own_forces(tmp_path: Path) -> None:
    text = """
        [[force]]
        name = "My Two"

        [[force.unit]]
        name = "Ride"
        vehicle = "APC"
        commander = true

        [[force.unit]]
        name = "Breachers"
        troop = "Heavily Armoured Close Assault Teams"
        training = "Elite"
        figures = 6
        grenades = true
        cc_weapon = "Power Weapon"
        weapons = { "Flamer" = 1 }
    """
    force = load_catalogue(own(tmp_path, forces=text)).force("my-two")
    ride, breachers = force.units
    assert (ride.figures, [n for _, n in ride.arms]) == (1, [1, 2])
    assert breachers.profile.markers == 5
    assert breachers.profile.grenades
    assert breachers.profile.cc_weapon is not None
    assert [(w.name, n) for w, n in breachers.arms] == [
        ("Sub-machine Gun (SMG)", 5),
        ("Flame Thrower", 1),
    ]
    assert force_notices(force) == []
    assert Force.from_dict(json.loads(json.dumps(force.to_dict()))) == force


@pytest.mark.parametrize(
    ("change", "field", "line"),
    [
        (("commander = true", "comander = true"), "comander", 5),
        (('"HMG" = 1', '"HMG" = 6'), "weapons", 13),
        (('"HMG" = 1', '"HMG" = 0'), "weapons", 13),
        (('"HMG" = 1', '"Blunderbuss" = 1'), "weapons", 13),
        (('name = "Two"', 'name = "One"'), "name", 9),
        (("figures = 5", "figures = 5\nattach = 'Two'"), "attach", 1),
        (("figures = 5", "figures = 5\ntraining = 'Elite'"), "training", 7),
    ],
)
def test_wrong_units_of_own_forces(
    tmp_path: Path, change: tuple[str, str], field: str, line: int
) -> None:
    text = """[[force]]
name = "A"
[[force.unit]]
name = "One"
commander = true
figures = 5
troop = "Marines"
[[force.unit]]
name = "Two"
figures = 5
troop = "Marines"

weapons = { "HMG" = 1 }
"""
    assert check_catalogue(own(tmp_path, forces=text)) == []
    found = check_catalogue(own(tmp_path, forces=text.replace(*change, 1)))
    assert [(f.field, f.line) for f in found] == [(field, line)]


def test_a_force_needs_exactly_one_commander() -> None:  # FOW-GAP-63
    force = load_catalogue().force("Line Company")
    without = replace(force, units=force.units[1:])
    twice = replace(force, units=(force.units[0], *force.units))
    for wrong in (without, twice):
        assert [(n.clause, n.hard) for n in force_notices(wrong)] == [("FOW-GAP-63", True)]


def test_files_of_other_names_are_noticed_and_missing_directories_refused(tmp_path: Path) -> None:
    rows = load_catalogue(own(tmp_path, weapon=""))
    assert [n.entry for n in rows.notices] == ["weapon.toml"]
    with pytest.raises(DataError, match="not a directory"):
        load_catalogue(tmp_path / "nowhere")


def test_the_catalogue_is_read_once_until_a_file_changes(tmp_path: Path) -> None:
    assert load_catalogue() is load_catalogue()
    text = '[[weapon]]\nname = "LSW Mk II"\nrange = 36\nwv = {}\nfire = 3'
    first = load_catalogue(own(tmp_path, weapons=text.format(1)))
    assert load_catalogue(tmp_path) is first
    own(tmp_path, weapons=text.format(2))
    file = tmp_path / "weapons.toml"
    os.utime(file, ns=(1, 1))  # a clock that stands still would hide the change
    assert load_catalogue(tmp_path).weapon("LSW Mk II").wv == 2


def test_a_wrong_name_comes_back_with_the_nearest(tmp_path: Path) -> None:
    rows = load_catalogue()
    for find, wrong, meant in (
        (rows.weapon, "Asault Rifle", "Assault Rifle"),
        (rows.weapon, "HMGG", "Heavy Machine Gun"),
        (rows.troop, "Marine Leder", "Marine Leaders"),
        (rows.terrain, "Wods", "Woods"),
        (rows.force, "benchmrk", "Benchmark"),
    ):
        with pytest.raises(DataError, match=f"did you mean {meant}"):
            find(wrong)


# ---------------------------------------------------------------- round trips


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    vehicle = draw(st.booleans())
    av = draw(st.integers(0, 30))
    ranged = [w for w in WEAPONS if w.ranged]
    weapons = tuple(draw(st.lists(st.sampled_from(ranged), max_size=4)))
    on_foot: list[TroopType] = ["infantry", "cavalry", "monstrous"]
    driven: list[TroopType] = ["armour", "cavalry"]
    kind = draw(st.sampled_from(driven if vehicle else on_foot))
    size_min = draw(st.integers(1, 500))
    return Profile(
        draw(st.text(min_size=1, max_size=20)),
        draw(st.sampled_from(TRAININGS)),
        draw(st.integers(1, 10)),
        draw(st.integers(1, 10)),
        draw(st.integers(0 if vehicle else 1, 10)),
        av,
        wounds=draw(st.integers(1, 100)),
        attacks=draw(st.integers(1, 20)),
        type=kind,
        vehicle=vehicle,
        facing=draw(st.integers(0, av)) if vehicle else 0,
        move=draw(st.floats(0, 100)),
        base=draw(st.floats(1, 136 if vehicle else 500)),
        width=draw(st.sampled_from([0.0, 62.5])),
        weapons=weapons,
        mounts=tuple(draw(st.sampled_from(["turret", "sponson", "hull"])) for _ in weapons)
        if vehicle
        else (),
        transport=draw(st.integers(0, 200)) if vehicle else 0,
        hover=vehicle and draw(st.booleans()),
        jump=kind == "infantry" and draw(st.booleans()),
        grenades=draw(st.booleans()),
        terrifying=draw(st.booleans()),
        leader=draw(st.booleans()),
        commander=draw(st.booleans()),
        cc_weapon=draw(st.sampled_from([None, load_catalogue().weapon("Power Weapon")])),
        size_min=size_min,
        size_max=draw(st.sampled_from([0, size_min, 500])),
        size_hard=draw(st.booleans()),
        clause="FOW-15.1-01",
        house=("move",),
    )


@given(profiles())
@clause("FOW-3.1-01", "FOW-3.1-05", "FOW-10.3-01")
def test_short_form_round_trip(profile: Profile) -> None:
    text = format_profile(profile)
    again = parse_profile(text, profile.name, profile.training, profile.vehicle)
    assert format_profile(again) == text
    for field in ("cv", "sv", "fv", "av", "wounds", "attacks", "facing", "vehicle"):
        assert getattr(again, field) == getattr(profile, field)
    assert parse_profile(text).vehicle == profile.vehicle


@given(profiles())
def test_profiles_through_json_pickle_and_copy(profile: Profile) -> None:
    text = json.dumps(profile.to_dict())
    again = Profile.from_dict(json.loads(text))
    assert again == profile
    assert hash(again) == hash(profile)
    assert json.dumps(again.to_dict()) == text
    assert pickle.loads(pickle.dumps(profile)) == profile
    assert copy.deepcopy(profile) == profile
    assert replace(profile, cv=profile.cv % 10 + 1) != profile


def test_shipped_rows_through_json() -> None:
    rows = load_catalogue()
    for weapon in rows.weapons.values():
        assert Weapon.from_dict(json.loads(json.dumps(weapon.to_dict()))) == weapon
        assert pickle.loads(pickle.dumps(weapon)) == weapon
    for kind in rows.terrains.values():
        assert Terrain.from_dict(json.loads(json.dumps(kind.to_dict()))) == kind
    for force in rows.forces.values():
        assert Force.from_dict(json.loads(json.dumps(force.to_dict()))) == force
        assert pickle.loads(pickle.dumps(force)) == force
    for troop in [*rows.troops.values(), *rows.vehicles.values()]:
        assert Profile.from_dict(json.loads(json.dumps(troop.base.to_dict()))) == troop.base


def test_riders_carry_what_they_become(tmp_path: Path) -> None:
    listed = row('type = "cavalry"', 'dismount = "Garrison"')
    riders = load_catalogue(own(tmp_path, troops=listed)).profile("Bold Ones")
    again = Profile.from_dict(json.loads(json.dumps(riders.to_dict())))
    assert again == riders
    assert dismounted(again) == dismounted(riders)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"sv": 11}, "sv"),
        ({"fv": 0}, "fv"),
        ({"move": float("nan")}, "move"),
        ({"nonsense": 1}, "nonsense"),
        ({"name": 3}, "name"),
        ({"training": {"name": "Elite", "markers": -1, "horde": False}}, "markers"),
        ({"training": "Elite"}, "training"),
        ({"weapons": [3]}, "weapons"),
        ({"weapons": [{"name": "Gun", "range": -6, "wv": 1, "fire": 1}]}, "range"),
        ({"house": 3}, "house"),
        ({"cc_weapon": load_catalogue().weapon("HMG").to_dict()}, "cc_weapon"),
        ({"dismount": {}}, "dismount"),
    ],
)
def test_a_record_with_a_wrong_profile_is_refused(change: dict[str, Any], field: str) -> None:
    data = {**load_catalogue().profile("Marines").to_dict(), **change}
    with pytest.raises(DataError) as refused:
        Profile.from_dict(data)
    assert refused.value.field == field


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner,
                                                                max_size=3),
    max_leaves=5,
)  # fmt: skip


@given(st.data())
def test_whatever_stands_in_a_record_is_read_or_refused(data: st.DataObject) -> None:
    rows = load_catalogue()
    for good, read in (
        (rows.weapon("Howitzer").to_dict(), Weapon.from_dict),
        (rows.profile("APC").to_dict(), Profile.from_dict),
        (rows.terrain("Bunker").to_dict(), Terrain.from_dict),
        (rows.force("Benchmark").units[0].to_dict(), ForceUnit.from_dict),
        (TRAININGS[0].to_dict(), Training.from_dict),
    ):
        bad = dict(good)
        bad[data.draw(st.sampled_from(sorted(bad)) | st.text(min_size=1))] = data.draw(JSON)
        fields: list[str] = []
        try:
            read(bad)
        except DataError as error:
            fields.append(error.field)
        assert "" not in fields


def test_errors_travel() -> None:
    error = DataError("weapons.toml", "Gun", "range", "-6 is not in 0", "FOW-16.1-04", 3)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "weapons.toml:3: Gun: range: -6 is not in 0 [FOW-16.1-04]"
    assert (again.file, again.line, again.field) == ("weapons.toml", 3, "range")


def test_a_row_in_figures() -> None:
    made = profile(
        cv=8, sv=6, fv=5, av=2, wounds=3, move=5.5,
        weapons=(load_catalogue().weapon("Assault Rifle"), load_catalogue().weapon("RPG (HEAP)")),
    )  # fmt: skip
    assert figures_of(made) == {
        "Training": "Professional", "CV": 8, "SV": 6, "FV": "5", "AV": "2", "W": 3,
        "Move": '5.5"', "Weapons": "Assault Rifle, Rocket-Propelled Grenade Launcher (HEAP)",
    }  # fmt: skip
    carrier = profile(fv=4, attacks=3, vehicle=True, av=8, facing=2, transport=6)
    shown = figures_of(carrier)
    assert (shown["FV"], shown["AV"], shown["Transport"]) == ("4(3)", "8(2)", 6)
    assert shown["Weapons"] == "none"


# ---------------------------------------------------------------- a unit of a ready force


@pytest.mark.parametrize(
    ("weapons", "carried", "why"),
    [
        (["Assault Rifle"], 5, []),
        (["Assault Rifle"], 6, ["6 weapons for 5 figures"]),
        (["Assault Rifle", "Automatic Pistol"], 6, []),  # two each, as they are listed
        (["Assault Rifle", "Automatic Pistol", "Shotgun (Solid shot)"], 6, []),
    ],
)
def test_no_more_weapons_than_hands(weapons: list[str], carried: int, why: list[str]) -> None:
    rows = load_catalogue()
    made = profile(commander=True, weapons=tuple(rows.weapon(w) for w in weapons), size_max=9)
    for who, expected in (made, why), (replace(made, vehicle=True), []):
        unit = ForceUnit("unit", who, 5, ((rows.weapon("Assault Rifle"), carried),))
        force = replace(rows.force("Benchmark"), units=(unit,))
        assert [n.why for n in force_notices(force) if "weapons for" in n.why] == expected


def test_arms_of_a_record_are_weapons_and_numbers() -> None:
    unit = load_catalogue().force("Benchmark").units[0]
    gun = load_catalogue().weapon("Heavy Machine Gun").to_dict()
    good = {**unit.to_dict(), "arms": [[gun, 1]]}
    assert ForceUnit.from_dict(good).arms == ((load_catalogue().weapon("Heavy Machine Gun"), 1),)
    for wrong in (
        {"gun": 1}, [gun], ["gun"], [[gun]], [[gun, 1, 1]], [["gun", 1]], [[gun, 0]],
        [[gun, 501]], [[gun, True]], [[gun, 1.0]], [(gun, 1), 3],
    ):  # fmt: skip
        with pytest.raises(DataError) as refused:
            ForceUnit.from_dict({**good, "arms": wrong})
        assert refused.value.field == "arms"


def test_what_a_folder_changes_is_told_row_by_row(tmp_path: Path) -> None:
    text = """
[[armour]]
name = "Titan"
av = 8

[[armour]]
name = "Power Armour"
av = 5
"""
    rows, _, faults = own_changes(own(tmp_path, armour=text))
    assert faults == []
    assert rows == ["new armour: Titan", "changed armour: Power Armour"]


@clause("FOW-3.4-01")
def test_armour_goes_by_who_wears_it_too(tmp_path: Path) -> None:
    """That of a group's own too, and before that of the list."""
    text = '[[armour]]\nname = "Titan"\nav = 8\nexamples = ["Colossus", "Star Marines"]\n'
    for rows, marines in ((load_catalogue(), 4), (load_catalogue(own(tmp_path, armour=text)), 8)):
        for example, av in (("Commandos", 2), ("Main Battle Tanks", 9), ("Star Marines", marines)):
            assert rows.armour_value(example) == av
    assert rows.armour_value("Colossus") == 8


@clause("FOW-16.1-04")
@pytest.mark.parametrize(
    ("field", "shape", "least", "most", "step"),
    [
        ("fire", "{}", 1, 100, 1),
        ("fire", "{{ near = {}, far = 1, reach = 6 }}", 1, 100, 1),
        ("fire", "{{ near = 2, far = {}, reach = 6 }}", 0, 100, 1),
        ("fire", "{{ near = 2, far = 1, reach = {} }}", 1 / 1024, 1000, 1 / 2048),
        ("fire", "{{ infantry = {} }}", 1, 100, 1),
        ("fire", "{{ infantry = 2, horde = {} }}", 0, 100, 1),
        ("fire", "{{ infantry = 2, vehicle = {} }}", 0, 100, 1),
        ("range", "{}", 1 / 1024, 1000, 1 / 2048),
        ("wv", "{}", 0, 30, 1),
        ("area", "{}", 1 / 1024, 100, 1 / 2048),
        ("blast", "{}", 0, 100, 1),
        ("wv_vehicle", "{}", 0, 30, 1),
        ("fv_bonus", "{}", 0, 10, 1),
        ("overheat", "{}", 0, 10, 1),
        ("cc_value", "{}", 0, 20, 1),
    ],
)
def test_weapons_from_where_to_where(
    tmp_path: Path, field: str, shape: str, least: float, most: float, step: float
) -> None:
    for value, right in (
        (least, True), (most, True), (least - step, False), (most + step, False),
    ):  # fmt: skip
        fields = {**LASER, field: shape.format(value)}
        if field == "area":
            del fields["fire"]
        rows = "\n".join(f"{key} = {text}" for key, text in fields.items())
        found = check_catalogue(own(tmp_path, weapons="[[weapon]]\n" + rows))
        assert (found == []) is right, (value, found)


@clause("FOW-3.3-03")
def test_sizes_are_two_numbers_or_the_usual(tmp_path: Path) -> None:
    """5 to 20 figures, hordes without an end; a monster or a vehicle is a unit by itself."""

    def sizes(*lines: str) -> tuple[int, int]:
        made = load_catalogue(own(tmp_path, troops=row(*lines))).profile("Bold Ones")
        return made.size_min, made.size_max

    assert sizes() == sizes("size = [5, 20]") == (5, 20)
    assert (Profile("x", TRAININGS[0], 7, 7, 6, 1).size_min, sizes("size = [3]")) == (5, (3, 0))
    assert sizes('type = "monstrous"') == (1, 20)
    faulty = check_catalogue(own(tmp_path, troops=row("size = [1, 2, 3]")))
    assert [fault.field for fault in faulty] == ["size"]


@clause("FOW-10.1-02")
def test_only_vehicles_carry_anybody() -> None:
    for seats, wrong in ((0, []), (1, ["transport"]), (8, ["transport"])):
        assert [fault.field for fault in faults(profile(transport=seats))] == wrong
