"""How far the numbers in a file may go: what lies within is read (and judged), what lies beyond is
refused. The bounds are of the house; they keep odd files from costing anybody anything.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from grognard.forces.document import Document, Malformed
from grognard.systems.vor import attack_tables, unit_tables
from tests.systems.vor.making import BUILDER, RULINGS

ATTACK = {"power": 5, "range": "10/20/30"}
SQUAD = {"name": "S", "models": [{"name": "M", "count": 5}]}
VEHICLE = {"name": "V", "base": "Battle Tank"}

FIELDS: list[tuple[str, tuple[str | int, ...], int, int]] = [
    ("attack", ("power",), 0, 20),
    ("attack", ("am",), -9, 9),
    ("attack", ("base_am",), -9, 9),
    ("attack", ("mpc",), -50, 50),
    ("attack", ("short",), -50, 50),
    ("attack", ("medium",), -50, 50),
    ("attack", ("long",), -50, 50),
    ("attack", ("blast",), 0, 50),
    ("attack", ("sweep",), 0, 50),
    ("attack", ("reach",), 0, 100),
    ("attack", ("uses",), 1, 50),
    ("attack", ("charges",), 0, 50),
    ("attack", ("knockdown",), 0, 50),
    ("attack", ("parry",), -50, 50),
    ("attack", ("parry_ranged",), -50, 50),
    ("attack", ("full_auto",), 0, 50),
    ("attack", ("hits",), 0, 50),
    ("attack", ("persistent",), 0, 50),
    ("attack", ("flambe",), 0, 50),
    ("attack", ("bearer", "power"), 0, 99),
    ("model", ("stats", "POW"), 0, 99),
    ("model", ("statistics",), 0, 10_000),
    ("squad", ("coherency",), 0, 99),
    ("squad", ("least",), 0, 100),
    ("squad", ("most",), 0, 100),
    ("squad", ("demand",), 1, 99),
    ("squad", ("cap",), 0, 99),
    ("squad", ("models", 0, "count"), 0, 100),
    ("squad", ("models", 0, "least"), 0, 100),
    ("squad", ("models", 0, "most"), 0, 100),
    ("vehicle", ("stats", "MP"), 0, 99),
    ("vehicle", ("rc",), 0, 99),
    ("vehicle", ("cc",), 0, 99),
    ("vehicle", ("capacity",), 0, 99),
    ("vehicle", ("count",), 1, 100),
    ("vehicle", ("least",), 1, 100),
    ("vehicle", ("most",), 1, 100),
    ("vehicle", ("coherency",), 0, 99),
    ("vehicle", ("cap",), 0, 99),
]
PLAIN: dict[str, dict[str, Any]] = {
    "attack": ATTACK, "model": {}, "squad": SQUAD, "vehicle": VEHICLE,
}  # fmt: skip


def with_value(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """The plain data with this value at this place."""
    if not path:
        return value
    key, *rest = path
    if isinstance(key, int):
        return [with_value(item, tuple(rest), value) if n == key else item
                for n, item in enumerate(data)]  # fmt: skip
    return {**(data or {}), key: with_value((data or {}).get(key), tuple(rest), value)}


def read(kind: str, path: tuple[str | int, ...], value: Any) -> Any:
    data = with_value({"system": "vor", "design": kind, **PLAIN[kind]}, path, value)
    made = BUILDER.read(Document(data))
    BUILDER.price(made, RULINGS)
    BUILDER.check(made, RULINGS)
    return BUILDER.write(made)


@pytest.mark.parametrize(("kind", "path", "low", "high"), FIELDS)
def test_the_numbers_of_designs(
    kind: str, path: tuple[str | int, ...], low: int, high: int
) -> None:
    for value in (low, high):
        read(kind, path, value)
    for value in (low - 1, high + 1):
        with pytest.raises(Malformed, match=str(path[-1])):
            read(kind, path, value)


@pytest.mark.parametrize(("kind", "path", "low", "high"), FIELDS)
def test_the_schema_knows_the_same_numbers(
    kind: str, path: tuple[str | int, ...], low: int, high: int
) -> None:
    schema = jsonschema_rs.validator_for(BUILDER.schema())

    def valid(value: int) -> bool:
        data = {"system": "vor", "design": kind, **PLAIN[kind]}
        return schema.is_valid(with_value(data, path, value))

    assert valid(low)
    assert valid(high)
    assert not valid(low - 1)
    assert not valid(high + 1)


def test_abilities_cost_what_is_written() -> None:
    for pv in (-10_000, 10_000):
        read("model", ("abilities",), [{"name": "A", "pv": pv}])
    for pv in (-10_001, 10_001):
        with pytest.raises(Malformed, match="pv"):
            read("model", ("abilities",), [{"name": "A", "pv": pv}])


@pytest.mark.parametrize(
    ("kind", "field", "item", "most"),
    [
        ("model", "attacks", ATTACK, 30),
        ("model", "abilities", {"name": "A", "pv": 1}, 30),
        ("squad", "models", {"name": "M", "count": 1}, 20),
        ("vehicle", "weapons", ATTACK, 30),
    ],
)
def test_how_many_there_may_be(kind: str, field: str, item: Any, most: int) -> None:
    assert len(read(kind, (field,), [item] * most)[field]) == most
    with pytest.raises(Malformed, match=f"at most {most}"):
        read(kind, (field,), [item] * (most + 1))


def test_a_list_has_so_many_types() -> None:
    def of(count: int) -> Any:
        units = [{**SQUAD, "name": f"S{n}"} for n in range(count)]
        return BUILDER.read(Document({"system": "vor", "design": "list", "units": units}))

    assert len(of(200).units) == 200
    with pytest.raises(Malformed, match="at most 200"):
        of(201)


def test_a_list_has_so_many_attacks_in_all() -> None:
    """However they are spread: 20 models with 20 attacks each make 400."""
    models = [{"name": f"M{n}", "count": 1, "attacks": [ATTACK] * 20} for n in range(20)]
    full = {"name": "Full", "role": "elite", "models": models}
    tank = {"name": "Tank", "base": "Battle Tank", "weapons": [ATTACK]}

    def of(*units: dict[str, Any]) -> Any:
        named = [{**unit, "name": f"U{n}"} for n, unit in enumerate(units)]
        return BUILDER.read(Document({"system": "vor", "design": "list", "units": named}))

    assert len(of(*[full] * 10).units) == 10
    with pytest.raises(Malformed, match=r"units\[10\]: more than 4000 attacks"):
        of(*[full] * 10, tank)
    with pytest.raises(Malformed, match=r"units\[10\]: more than 4000 attacks"):
        of(*[full] * 200)


# -- tables of one's own -------------------------------------------------------------------

OWN: list[tuple[str, str, dict[str, Any], str, int, int]] = [
    ("attacks", "ranged", {"power": 3, "am": 0, "mpc": 3, "pv": 2}, "power", 1, 20),
    ("attacks", "ranged", {"power": 3, "am": 0, "mpc": 3, "pv": 2}, "am", -9, 9),
    ("attacks", "ranged", {"power": 3, "am": 0, "mpc": 3, "pv": 2}, "mpc", 1, 50),
    ("attacks", "ranged", {"power": 3, "am": 0, "mpc": 3, "pv": 2}, "pv", -1000, 1000),
    ("attacks", "ranges", {"range": "5/9", "short": 0, "medium": 0, "pv": 2}, "short", -9, 9),
    ("attacks", "ranges", {"range": "5/9", "short": 0, "medium": 0, "pv": 2}, "pv", -1000, 1000),
    ("attacks", "knockdown", {"bonus": 1, "pv": 2}, "bonus", -50, 50),
    ("attacks", "knockdown", {"bonus": 1, "pv": 2}, "pv", -1000, 1000),
    ("attacks", "armour", {"am": 1, "base": 0, "pv": 2}, "am", -9, 9),
    ("attacks", "uses", {"uses": 2, "standard": 1, "heavy": 1}, "uses", 2, 20),
    ("attacks", "uses", {"uses": 2, "standard": 1, "heavy": 1}, "standard", -1000, 1000),
    ("attacks", "uses", {"uses": 2, "standard": 1, "heavy": 1}, "heavy", -1000, 1000),
    ("attacks", "range_modifiers", {"band": "short", "better": 1, "worse": 1}, "better",
     -1000, 1000),
    ("attacks", "range_modifiers", {"band": "short", "better": 1, "worse": 1}, "worse",
     -1000, 1000),
    ("attacks", "possible_hits", {"size": "small", "hits": 1}, "hits", 0, 50),
    ("attacks", "indirect", {"fire": "x", "bands": 1, "pv": 1}, "bands", 1, 3),
    ("attacks", "blast_modifiers", {"modifier": "no_shielding", "percent": 1}, "percent",
     -100, 1000),
    ("attacks", "damage", {"damage": "x", "times": "2", "least": 1}, "least", 0, 1000),
    ("attacks", "charges", {"charges": 1, "times": "2"}, "charges", 1, 50),
    ("attacks", "splash", {"template": "x", "pv": 1}, "pv", 0, 1000),
    ("attacks", "splash", {"template": "x", "split": 1}, "split", 1, 1000),
    ("attacks", "others", {"option": "x", "pv": 1}, "pv", -1000, 1000),
    *[
        ("units", "statistics", {"statistic": "MP", "size": "small", "base": 1, "squad": 1,
                                 "individual": 1, "pv": 1}, field, 0, most)
        for field, most in (("base", 20), ("squad", 20), ("individual", 20), ("pv", 1000))
    ],
    *[
        ("units", "vehicle_statistics", {"statistic": "MP", "better": 1, "worse": -1}, field,
         low, high)
        for field, low, high in (
            ("better", 0, 1000), ("worse", -1000, 0), ("percent", 0, 1000), ("points", 0, 50),
            ("least", 0, 50), ("most", 0, 50),
        )
    ],
    *[
        ("units", "vehicle_combat", {"value": 3, "rc": 1, "cc": 1}, field, low, high)
        for field, low, high in (("value", 1, 20), ("rc", 0, 1000), ("cc", 0, 1000))
    ],
    *[
        ("units", "vehicles", {"name": "X", "class": "hover", "pv": 1, "standard": 1, "heavy": 1,
                               "MP": 1, "TC": 1, "POW": 1, "BOD": 1, "LIF": 1, "AR": 1, "SHD": 1},
         field, 0, high)
        for field, high in (("pv", 1000), ("MP", 50), ("SHD", 50), ("transport", 100),
                            ("standard", 20), ("heavy", 20))
    ],
]  # fmt: skip


@pytest.mark.parametrize(("file", "table", "row", "field", "low", "high"), OWN)
def test_the_numbers_of_own_tables(
    file: str, table: str, row: dict[str, Any], field: str, low: int, high: int, tmp_path: Path
) -> None:
    load: Any = attack_tables.load_tables if file == "attacks" else unit_tables.load_tables
    own = tmp_path / f"{file}.toml"

    def loaded(value: int) -> Any:
        lines = [f"{name} = {said!r}" for name, said in {**row, field: value}.items()]
        own.write_text(f"[[{table}]]\n" + "\n".join(lines) + "\n")
        return load(own)

    for value in (low, high):
        assert loaded(value)
    for value in (low - 1, high + 1):
        with pytest.raises(Malformed, match=field):
            loaded(value)


def test_what_a_row_says_where_it_says_nothing(tmp_path: Path) -> None:
    own = tmp_path / "attacks.toml"
    own.write_text(
        '[[splash]]\ntemplate = "dragon"\n'
        '[[damage]]\ndamage = "9"\ntimes = "9"\n'
        '[[others]]\noption = "x"\npv = 1\n'
    )
    made = attack_tables.load_tables(own)
    dragon = made.splash["dragon"]
    assert (dragon.pv, dragon.split, dragon.unpriced, dragon.splits) == (8, 0, True, True)
    assert (made.damage["9"].least, made.damage["9"].clause) == (0, "VOR-GAP-39")
    other = made.others["x"]
    assert (other.heavy, other.damage, other.multiple, other.house) == (0, False, False, True)
    assert not made.splash["large"].unpriced
    units = tmp_path / "units.toml"
    units.write_text(
        '[[vehicle_statistics]]\nstatistic = "LIF"\nbetter = 1\nworse = -1\n'
        '[[vehicles]]\nname = "X"\nclass = "hover"\npv = 1\nstandard = 1\nheavy = 1\n'
        "MP = 1\nTC = 1\nPOW = 1\nBOD = 1\nLIF = 1\nAR = 1\nSHD = 1\n"
        "[[vehicle_combat]]\nvalue = 10\nrc = 40\ncc = 33\n"
    )
    known = unit_tables.load_tables(units)
    change = known.changes["LIF"]
    assert (change.percent, change.points, change.least, change.most) == (0, 0, 0, 50)
    assert (change.clause, change.house) == ("VOR-VST-01", True)
    assert known.vehicles["x"].transport == 0
    assert known.own_combat == {10}
