"""A user's own tables over the shipped ones, and attacks in files and in shorthand."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest

from grognard.forces.document import Document, Malformed, parse
from grognard.forces.ledger import DEAF
from grognard.forces.own import VARIABLE
from grognard.systems.vor.attack_files import read_attack, write_attack
from grognard.systems.vor.attack_price import price_attack, priced, total
from grognard.systems.vor.attack_tables import NO_TEST, Tables, load_tables, own_file, tables
from grognard.systems.vor.attacks import ANYBODY, Attack, Bearer
from grognard.systems.vor.heavy import RULINGS
from grognard.systems.vor.notation import read_shorthand, shorthand
from grognard.systems.vor.sheets import shapes_of

clause = pytest.mark.clause


def own_tables(folder: Path, text: str) -> Tables:
    file = folder / "attacks.toml"
    file.write_text(text, "utf-8")
    return load_tables(file)


def test_every_table_is_filled() -> None:
    made = load_tables()
    empty = [name for name, table in vars_of(made).items() if not table]
    assert empty == ["close", "others"]


def vars_of(made: Tables) -> dict[str, Any]:
    return {name: getattr(made, name) for name in dir(made) if not name.startswith("_")}


def test_what_the_document_does_not_hold_is_marked() -> None:
    house = [
        (name, key)
        for name, table in vars_of(load_tables()).items()
        for key, row in table.items()
        if row.house
    ]
    assert house == [("possible_hits", "small"), ("possible_hits", "medium")]


def test_own_rows_replace_and_add(tmp_path: Path) -> None:
    own = own_tables(
        tmp_path,
        """
        [[ranged]]
        power = 3
        am = 0
        mpc = 2
        pv = 9

        [[ranges]]
        range = "50/100/150"
        short = 1
        medium = 0
        long = -2
        pv = 70
        house = false

        [[others]]
        option = "Multiple hits 2"
        pv = 15
        multiple = true

        [[others]]
        option = "Damage x2"
        times = "1.5"
        least = 10
        heavy = true
        damage = true
        """,
    )
    bearer = Bearer(own=own)
    assert own.ranged[3, 0].house
    assert not own.ranged[3, -1].house
    rifle = Attack(power=3, range="10/20/30")
    assert total(rifle, bearer, RULINGS, DEAF) == 9
    assert priced(rifle, bearer).house
    assert not priced(dataclasses.replace(rifle, power=4, range="50/100/150"), bearer).house
    # 9 + 15 = 24, x 1.5 = 36
    more = dataclasses.replace(rifle, others=("Damage x2", "Multiple hits 2"))
    assert total(more, bearer, RULINGS, DEAF) == 36
    # What is shipped stays as it was.
    assert total(rifle, ANYBODY, RULINGS, DEAF) == 2


def test_a_close_combat_table_of_ones_own(tmp_path: Path) -> None:
    row = "[[close_combat]]\npower = 3\nam = -1\nmpc = 2\npv = 11\nhouse = false\n"
    bearer = Bearer(own=own_tables(tmp_path, row))
    claw = Attack(kind="melee", am=-1)
    assert total(claw, bearer, RULINGS, DEAF) == 11
    assert not priced(claw, bearer).house
    assert priced(dataclasses.replace(claw, am=0), bearer).house


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("[[ranged]]\npower = 3\nam = 0\nmpc = 2\npv = 'much'", 5, "is not a whole number"),
        ("[[blast]]\ninches = 1.3\npv = 4", 2, "steps of a half"),
        ("[[charges]]\ncharges = 1\ntimes = '1e9999999'", 3, "is no multiplier"),
        ("[[ranges]]\nrange = '1/2/3'\nshort = 1\npv = 1", 2, "as many bands"),
        ("[[rangs]]\nrange = '1/2/3'", 1, "did you mean range"),
        ("[[knockdown]]\nbonus = 1\npv = 2\nsucceds = 3", 4, "no such field"),
        ("[[damage]\n", 1, ""),
    ],
)
def test_what_is_wrong_with_own_tables_is_said(
    tmp_path: Path, text: str, line: int, why: str
) -> None:
    with pytest.raises(Malformed) as caught:
        own_tables(tmp_path, text)
    fault = caught.value.faults[0]
    assert fault.line == line
    assert fault.file.endswith("attacks.toml")
    assert why in fault.why


def test_a_file_in_its_place_is_all_that_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert VARIABLE == "GROGNARD_DATA"
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))
    assert own_file("attacks.toml") is None
    (tmp_path / "vor").mkdir()
    file = tmp_path / "vor" / "attacks.toml"
    file.write_text("[[blast]]\ninches = 1\npv = 5\n")
    assert own_file("attacks.toml") == file
    file.write_text(
        "[[blast]]\ninches = 1\npv = 5\n"
        '[[templates]]\ntemplate = "6x9"\ntimes = "7"\n'
        '[[templates]]\ntemplate = "9xlong"\ntimes = "8"\n'
        '[[templates]]\ntemplate = "wide"\ntimes = "9"\n'
    )
    tables.cache_clear()
    try:
        assert tables().blast[2].pv == 5
        zones = {s.name: (s.size, s.width) for s in shapes_of() if s.name.startswith("Full-auto")}
        assert zones["Full-auto 6x9"] == (9.0, 6.0)
        assert len(zones) == 5  # what says no size cannot be drawn
    finally:
        monkeypatch.delenv("GROGNARD_DATA")
        tables.cache_clear()
    assert tables().blast[2].pv == 4


# -- files -------------------------------------------------------------------------------


def read(text: str) -> Attack:
    document = parse(text, "army.toml")
    attack = read_attack(document.row)
    document.close()
    return attack


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(Malformed) as caught:
        read(text)
    return [(fault.line, fault.field) for fault in caught.value.faults]


@clause("VOR-BLA-03")
def test_an_attack_in_a_file() -> None:
    attack = read(
        """
        name = "Storm"
        power = 5
        am = "no test"
        range = "12 / 24 / 35"
        blast = 3.5
        area_of_effect = true
        damage = 2
        point_blank = 0
        """
    )
    assert attack == Attack(
        "Storm",
        power=5,
        am=NO_TEST,
        range="12/24/35",
        blast=7,
        no_knockdown=True,
        no_structures=True,
        no_shielding=True,
        damage="2",
        point_blank="0",
    )
    assert read_attack(Document(write_attack(attack)).row) == attack
    assert write_attack(Attack()) == {}


def test_words_may_be_written_as_the_document_prints_them() -> None:
    for text, field, value in (
        ('range = "3/ 5/ -"', "range", "3/5"),
        ('range = "12/ 24/ 35"', "range", "12/24/35"),
        ('range = "None"', "range", "none"),
        ("template = '4\"x6\"'", "template", "4x6"),
        ('template = "4 x 6"', "template", "4x6"),
        ('damage = "Auto-Kill"', "damage", "auto-kill"),
        ("damage = 2", "damage", "2"),
        ('am = "No Test"', "am", NO_TEST),
        ('indirect = "Long  Blind Fire"', "indirect", "long blind fire"),
    ):
        assert getattr(read(text), field) == value, text
    for wrong in ('range = "-"', 'range = "3/5/9"', 'base_am = "no test"', 'am = "test"'):
        assert faults(wrong), wrong


def test_what_is_wrong_in_a_file_is_said_with_its_line() -> None:
    assert faults('power = 5\nrange = "12/24/36"\nusess = 2') == [(2, "range"), (3, "usess")]
    odd = faults('damage = "1d7"\nam = 1.5\nknockdown = "5"')
    assert sorted(odd) == [(1, "damage"), (2, "am"), (3, "knockdown")]
    assert faults("blast = 2.25") == [(1, "blast")]
    assert faults('others = ["Multiple hits 2"]') == [(1, "others")]


def test_an_attack_in_a_line_of_a_file() -> None:
    attack = read('line = "Pitbull: POW 5, AM -1, 12/24/35, F-A (*1/+2), primary"')
    assert attack == Attack(
        "Pitbull", power=5, am=-1, range="12/24/35", full_auto=1, hits=2, primary=True
    )
    assert faults('line = "POW 5, AM -1, 12/24/36, primery"') == [(1, "line"), (1, "line")]
    assert faults('line = "POW 5"\npower = 5') == [(2, "power")]


# -- shorthand ---------------------------------------------------------------------------


@clause("VOR-PAR-06")
@pytest.mark.parametrize(
    ("text", "parries"),
    [
        ("Parry(CC/+0//RC/-1)", (0, -1)),
        ("parry (cc/2//rc/+1)", (2, 1)),
        ("Parry(CC/-3)", (-3, None)),
        ("Parry(RC/+2)", (None, 2)),
    ],
)
def test_parries_in_shorthand(text: str, parries: tuple[int | None, int | None]) -> None:
    found = read_shorthand(f"item, {text}")
    assert isinstance(found, Attack)
    assert (found.parry, found.parry_ranged) == parries
    assert read_shorthand(shorthand(found)) == found


@clause("VOR-FA-10")
def test_full_auto_in_shorthand() -> None:
    line = shorthand(Attack(power=5, range="10/20/30", uses=2, full_auto=2, hits=2))
    assert "F-A (*2/+2)" in line
    found = read_shorthand("POW 5, 10/20/30, f-a(*2/+2) 3x5, 2 uses/turn")
    assert isinstance(found, Attack)
    assert (found.full_auto, found.hits, found.template, found.uses) == (2, 2, "3x5", 2)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("POW five", "not understood"),
        ("POW 5, POW 6", "has that already"),
        ("POW 5, [Laser]", "in no table"),
        ("POW 5, Parry()", "not understood"),
        ("POW 5, F-A (*2/+2) 9x9", "not understood"),
        ("x" * 2000, "more than 1000"),
    ],
)
def test_a_line_that_says_nothing_is_refused(line: str, what: str) -> None:
    found = read_shorthand(line)
    assert isinstance(found, list)
    assert what in found[0].what


def test_the_guide_to_shorthand_is_true() -> None:
    guide = Path(__file__).parents[3].joinpath("docs", "vor-attacks.md").read_text("utf-8")
    rows = [row.split("|")[1] for row in guide.splitlines() if row.startswith("| `")]
    parts = [part for row in rows for part in re.findall(r"`([^`]+)`", row)]
    parts += re.findall(r'--attack "([^"]+)"', guide) + re.findall(r'line = "([^"]+)"', guide)
    assert len(parts) > 50
    for part in parts:
        if not part.startswith("["):
            assert isinstance(read_shorthand(part), Attack), part
    example = guide.rpartition("```toml")[2].partition("```")[0]
    assert "close_combat" in parse(example).data


def test_an_item_is_told_apart() -> None:
    shield = read_shorthand("Buckler: item, parry(cc/+2), breaks")
    assert shield == Attack("Buckler", "item", parry=2, breakable=True)
    assert isinstance(shield, Attack)
    assert price_attack(shield, ANYBODY, RULINGS, DEAF) == 2
