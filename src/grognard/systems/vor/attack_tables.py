"""The tables that attacks are bought from: the document's, the house's, and a user's own.

>>> t = tables()
>>> t.ranged[9, -2].pv, t.ranges["18/36/55"].pv, t.blast[7].pv
(60, 9, 24)
"""

from __future__ import annotations

import dataclasses
import functools
import re
from fractions import Fraction
from pathlib import Path
from typing import Final

from grognard.forces.document import Document, Row, read, shown
from grognard.forces.own import own_data

NO_TEST: Final = -99
"""The armour modifier of an attack that allows no armour test."""

SIZES: Final = ("small", "medium", "large")
ARCS: Final = (90, 180, 270, 360)

DATA: Final = Path(__file__).parent / "data"
FILE: Final = "attacks.toml"

ONE: Final = Fraction(1)
MOST: Final = 1000
BANDS: Final = ("short", "medium", "long")
BLAST_MODIFIERS: Final = (
    "no_knockdown",
    "no_structures",
    "no_shielding",
    "double_deviation",
    "half_deviation",
    "destroys_terrain",
)


@dataclasses.dataclass(slots=True)
class Shot:
    """A row of the table of POW and AM."""

    mpc: int
    pv: int
    kind: str
    house: bool


@dataclasses.dataclass(slots=True)
class Range:
    """A row of the range table: what is added at each band that there is."""

    name: str
    modifiers: tuple[int, ...]
    pv: int
    house: bool


@dataclasses.dataclass(slots=True)
class Option:
    """Anything else that is bought: a plain price, or a multiplier and the least that it adds."""

    pv: int = 0
    times: Fraction = ONE
    least: int = 0
    heavy: int = 0  # the price on heavy attacks; of others: 1 makes an attack heavy
    clause: str = ""
    house: bool = False
    bands: int = 0
    spotter: bool = False
    base: int = 0
    splits: bool = False
    split: int = 0  # what the split template costs if that is printed
    unpriced: bool = False
    damage: bool = False
    multiple: bool = False


class Tables:
    """All tables. Radii count half inches."""

    def __init__(self) -> None:
        self.ranged: dict[tuple[int, int], Shot] = {}
        self.close: dict[tuple[int, int], Shot] = {}
        self.ranges: dict[str, Range] = {}
        self.mpc: dict[int, Option] = {}
        self.armour: dict[int, Option] = {}
        self.better: dict[str, Option] = {}
        self.worse: dict[str, Option] = {}
        self.blast: dict[int, Option] = {}
        self.blast_modifiers: dict[str, Option] = {}  # `times` is the share that is added
        self.sweep: dict[tuple[int, int], Option] = {}
        self.uses: dict[int, Option] = {}
        self.knockdown: dict[int, Option] = {}
        self.parry: dict[int, Option] = {}
        self.full_auto: dict[int, Option] = {}
        self.hits: dict[int, Option] = {}
        self.templates: dict[str, Option] = {}
        self.possible_hits: dict[str, Option] = {}
        self.damage: dict[str, Option] = {}
        self.arcs: dict[int, Option] = {}
        self.charges: dict[int, Option] = {}
        self.hands: dict[str, Option] = {}
        self.heavy_hands: dict[str, Option] = {}
        self.persistent: dict[int, Option] = {}
        self.indirect: dict[str, Option] = {}
        self.splash: dict[str, Option] = {}
        self.cover: dict[str, Option] = {}
        self.flambe: dict[int, Option] = {}
        self.others: dict[str, Option] = {}


@functools.cache
def tables() -> Tables:
    """The shipped tables, with those of the user's own file over them if there is one."""
    return load_tables(own_file(FILE))


def own_file(name: str) -> Path | None:
    """The user's own file of this name, in the folder of his own data for VOR."""
    folder = own_data("vor")
    if folder is None:
        return None
    file = folder / name
    return file if file.is_file() else None


def load_tables(own: Path | None = None) -> Tables:
    """The shipped tables, with the rows of a file over them. Raises `Malformed`."""
    reader = _Reader()
    reader.fill(read(DATA / FILE), False)
    if own is not None:
        reader.fill(read(own), True)
    return reader.made


class _Reader:
    """Fills the tables from one file after the other."""

    def __init__(self) -> None:
        self.made = Tables()
        self.own = False

    def fill(self, document: Document, own: bool) -> None:
        self.own = own
        root = document.row
        self.shots(root)
        self.prices(root)
        self.prices_by_name(root)
        self.shares(root)
        self.templates(root)
        self.others(root)
        root.done()
        document.close()

    def house(self, row: Row) -> bool:
        return row.flag("house", self.own)

    def price(self, row: Row) -> Option:
        """The rest of a row whose key was read."""
        option = Option(row.whole("pv", -MOST, MOST), house=self.house(row))
        row.done()
        return option

    def multiplier(self, row: Row) -> Option:
        option = Option(times=_times(row), house=self.house(row))
        option.least = row.whole("least", 0, MOST, 0)
        option.clause = row.text("clause", "VOR-GAP-39")
        row.done()
        return option

    def shots(self, root: Row) -> None:
        made = self.made
        for name, shots in (("ranged", made.ranged), ("close_combat", made.close)):
            for row in root.tables(name, MOST):
                power, am = row.whole("power", 1, 20), row.whole("am", -9, 9)
                mpc, pv = row.whole("mpc", 1, 50), row.whole("pv", -MOST, MOST)
                shots[power, am] = Shot(mpc, pv, row.text("kind", ""), self.house(row))
                row.done()
        for row in root.tables("ranges", MOST):
            name, pv, house = row.text("range"), row.whole("pv", -MOST, MOST), self.house(row)
            modifiers = tuple(row.whole(b, -9, 9) for b in BANDS if row.has(b))
            if len(modifiers) != (0 if name == "none" else name.count("/") + 1):
                row.fault("range", f"{shown(name)} has not as many bands as there are modifiers")
            made.ranges[name] = Range(name, modifiers, pv, house)
            row.done()

    def prices(self, root: Row) -> None:
        made = self.made
        for name, field, table in (
            ("mpc", "change", made.mpc),
            ("knockdown", "bonus", made.knockdown),
            ("parry", "modifier", made.parry),
            ("full_auto", "uses", made.full_auto),
            ("hits", "hits", made.hits),
            ("persistent", "turns", made.persistent),
            ("flambe", "on", made.flambe),
        ):
            for row in root.tables(name, MOST):
                number = row.whole(field, -50, 50)
                table[number] = self.price(row)
        for row in root.tables("armour", MOST):
            am = NO_TEST if row.raw("am") == "no test" else row.whole("am", -9, 9)
            base = row.choice("base", [0, -2])
            made.armour[am] = self.price(row)
            made.armour[am].base = base
        for row in root.tables("blast", MOST):
            radius = half_inches(row, "inches")
            made.blast[radius] = self.price(row)
        for row in root.tables("sweep", MOST):
            radius, arc = half_inches(row, "inches"), row.choice("arc", [180, 270])
            made.sweep[radius, arc] = self.price(row)
        for row in root.tables("uses", MOST):
            option = Option(row.whole("standard", -MOST, MOST), house=self.house(row))
            option.heavy = row.whole("heavy", -MOST, MOST)
            made.uses[row.whole("uses", 2, 20)] = option
            row.done()

    def prices_by_name(self, root: Row) -> None:
        made = self.made
        for row in root.tables("range_modifiers", MOST):
            band, house = row.choice("band", BANDS), self.house(row)
            made.better[band] = Option(row.whole("better", -MOST, MOST), house=house)
            made.worse[band] = Option(row.whole("worse", -MOST, MOST), house=house)
            row.done()
        for row in root.tables("possible_hits", MOST):
            size = row.choice("size", SIZES)
            made.possible_hits[size] = Option(row.whole("hits", 0, 50), house=self.house(row))
            row.done()
        for row in root.tables("point_blank", MOST):
            hands = made.heavy_hands if row.flag("heavy") else made.hands
            hold = row.text("hold")
            hands[hold] = self.price(row)
        for row in root.tables("indirect", MOST):
            fire, bands, spotter = row.text("fire"), row.whole("bands", 1, 3), row.flag("spotter")
            option = made.indirect[fire] = self.price(row)
            option.bands, option.spotter = bands, spotter
        for row in root.tables("cover", MOST):
            cover = row.choice("ignores", ["soft", "hard"])
            made.cover[cover] = self.price(row)

    def shares(self, root: Row) -> None:
        made = self.made
        for row in root.tables("blast_modifiers", MOST):
            modifier = row.choice("modifier", BLAST_MODIFIERS)
            times = Fraction(row.whole("percent", -100, MOST), 100)
            made.blast_modifiers[modifier] = Option(times=times, house=self.house(row))
            row.done()
        for name, table in (("templates", made.templates), ("damage", made.damage)):
            for row in root.tables(name, MOST):
                word = row.text(name.removesuffix("s"))
                table[word] = self.multiplier(row)
        for row in root.tables("arcs", MOST):
            arc = row.choice("arc", ARCS)
            made.arcs[arc] = self.multiplier(row)
        for row in root.tables("charges", MOST):
            charges = row.whole("charges", 1, 50)
            made.charges[charges] = self.multiplier(row)

    def templates(self, root: Row) -> None:
        """Splash: templates of one's own can always be split (VOR-GAP-37)."""
        for row in root.tables("splash", MOST):
            option = Option(row.whole("pv", 0, MOST, 8), house=self.house(row))
            option.unpriced = not row.has("pv")
            option.splits = row.flag("splits", self.own)
            option.split = row.whole("split", 1, MOST) if row.has("split") else 0
            self.made.splash[row.text("template")] = option
            row.done()

    def others(self, root: Row) -> None:
        """Options of one's own: a price, or a multiplier (VOR-GAP-39)."""
        for row in root.tables("others", MOST):
            name = row.text("option")
            heavy, damage, multiple = (row.flag(f) for f in ("heavy", "damage", "multiple"))
            option = self.multiplier(row) if row.has("times") else self.price(row)
            option.heavy, option.damage, option.multiple = int(heavy), damage, multiple
            self.made.others[name] = option


def _times(row: Row) -> Fraction:
    """A multiplier, written as a text ("1.5") so that it is exact."""
    word = row.text("times")
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", word):
        row.fault("times", f'{shown(word)} is no multiplier; write "1.5"')
        return ONE
    return Fraction(word)


def half_inches(row: Row, field: str, default: int = 0) -> int:
    """A radius in steps of half an inch: 3, 3.5."""
    value = row.raw(field)
    if value is None:
        return default
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 50:
        double = value * 2
        if double == int(double):
            return int(double)
    row.fault(field, f"{shown(value)} is no number of inches in steps of a half")
    return default


def inches(halves: int) -> str:
    """As people write it.

    >>> inches(7), inches(6)
    ('3.5"', '3"')
    """
    return f'{halves // 2}{".5" if halves % 2 else ""}"'
