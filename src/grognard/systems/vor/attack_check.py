"""What is wrong with an attack: every breach with its clause and the smallest repair.

>>> for breach in check_attack(Attack(power=7, range="10/20/30", reach=2)):
...     print(breach)
a ranged attack has no reach [VOR-REA-03]; leave out the reach
"""

from __future__ import annotations

from typing import Any, Final

from grognard.forces.verdict import Breach, Edit, Repair, put, remove
from grognard.systems.vor.attack_price import priced
from grognard.systems.vor.attack_sum import (
    base_am,
    base_mpc,
    large_blast,
    least_mpc,
    modifiers_of,
    most_mpc,
    mpc_counts,
    range_changes,
    range_of,
    reach_of,
)
from grognard.systems.vor.attack_tables import BANDS, NO_TEST, inches
from grognard.systems.vor.attacks import ANYBODY, ITEM, MELEE, RANGED, Attack, Bearer
from grognard.systems.vor.heavy import RULINGS, is_heavy, power_of
from grognard.systems.vor.settings import Settings

TERRAIN_POWER: Final = 9
WORTH_A_WORD: Final = 3
ITEM_FIELDS: Final = ("name", "kind", "parry", "parry_ranged", "breakable", "primary")


def check_attack(
    attack: Attack, bearer: Bearer = ANYBODY, settings: Settings = RULINGS
) -> list[Breach]:
    """Everything that is wrong with it, and what is worth a word. Paths begin at its own table."""
    found: list[Breach] = []
    check = _Check(attack, bearer, settings, found)
    if attack.kind == ITEM:
        check.item()
    else:
        check.table()
        check.range()
        check.mpc()
        check.range_modifiers()
        check.pairs()
        check.blast()
        check.sweep_and_reach()
        check.uses()
        check.full_auto()
        check.shares()
        check.hands()
        check.persistent()
        check.indirect()
        check.splash()
    check.parry()
    check.bearer()
    return found


class _Check:
    """One chapter after the other; what is found goes into one list."""

    def __init__(self, a: Attack, b: Bearer, s: Settings, found: list[Breach]) -> None:
        self.a = a
        self.b = b
        self.s = s
        self.k = b.tables
        self.found = found

    def breach(
        self, what: str, clause: str, field: str, repair: str, *edits: Edit, word: bool = False
    ) -> None:
        self.found.append(Breach(what, clause, (field,), Repair(repair, edits), word))

    def word(self, what: str, clause: str, field: str, repair: str, *edits: Edit) -> None:
        """Legal, but worth a word."""
        self.breach(what, clause, field, repair, *edits, word=True)

    def known(self, field: str, clause: str, known: Any, usual: Any, legal: str) -> None:
        """A value that must stand in a table, or be the usual one."""
        value = getattr(self.a, field)
        if value != usual and value not in known:
            shown = inches(value) if field in ("blast", "sweep") else repr(value)
            self.breach(f"{_said(field)} {shown}", clause, field, legal, remove(field))

    # -- POW, AM, range, MPC ---------------------------------------------------------

    def table(self) -> None:
        a = self.a
        power = power_of(a, self.b)
        least, most = (1 if a.kind == MELEE else 3), 10
        if not least <= power <= most and (power, base_am(a, self.b)) not in self.k.ranged:
            near = max(least, min(most, power))
            clause = "VOR-GAP-27" if a.kind == MELEE else "VOR-RC-01"
            legal = f"{least} to {most}"
            self.breach(f"POW {power}", clause, "power", legal, put("power", value=near))
        option = self.k.armour.get(a.am)
        if option is None and not -2 <= a.am <= 0:
            clause = "VOR-AM-01" if a.am > 0 else "VOR-AM-02"
            gone = [remove("am"), remove("base_am")]
            self.breach(f"AM {a.am:+}", clause, "am", "no test, or -6 to +2", *gone)
            return
        base = base_am(a, self.b)
        needs = a.am if option is None else option.base
        if base == needs and -2 <= base <= 0:
            return
        if a.am == NO_TEST and self.s.no_test == "any" and -2 <= base <= 0:
            return
        if a.am == NO_TEST:
            clause = "VOR-GAP-23"
        elif option is None:
            clause = "VOR-RC-01"
        else:
            clause = "VOR-AM-03" if a.am > 0 else "VOR-AM-04"
        what = f"this AM from a base AM of {base}"
        self.breach(what, clause, "base_am", f"a base AM of {needs}", remove("base_am"))

    def range(self) -> None:
        a = self.a
        if not a.range:
            return
        leave_out = ("buy no range", remove("range"))
        if a.kind == MELEE:
            self.breach("close combat has no range", "VOR-GAP-28", "range", *leave_out)
        elif a.splash and a.range == "none":
            what = "a splash takes nothing back for having no range"
            self.breach(what, "VOR-RNG-06", "range", *leave_out)
        elif a.splash:
            self.breach("a splash buys no range", "VOR-SPL-09", "range", *leave_out)
        elif a.sweep and a.range != "none":
            self.breach("a sweep buys no range", "VOR-SWP-04", "range", *leave_out)
        else:
            self.known("range", "VOR-RNG-01", self.k.ranges, "", "a row of the range table")

    def mpc(self) -> None:
        a = self.a
        if not a.mpc:
            return
        if not mpc_counts(a, self.b, self.s):
            clause = "VOR-RC-03" if power_of(a, self.b) >= 10 else "VOR-GAP-21"
            what = "weapons on vehicles do not use their MPC"
            self.breach(what, clause, "mpc", "leave the MPC as it is", remove("mpc"))
            return
        base = base_mpc(a, self.b)
        bought = base + a.mpc
        least, most = least_mpc(a, self.b), most_mpc(a, self.b)
        if a.mpc < 0 and bought < least:
            change = min(0, least - base)
            clause = "VOR-BLA-11" if least > base // 2 else "VOR-MPC-03"
            repair = f"{least} at least"
            self.breach(f"MPC {bought} of {base}", clause, "mpc", repair, put("mpc", value=change))
        elif bought > most:
            edit = put("mpc", value=most - base)
            self.breach(f"MPC {bought} of {base}", "VOR-MPC-04", "mpc", f"{most} at most", edit)
        elif a.mpc not in self.k.mpc:
            clause = "VOR-MPC-01" if a.mpc < 0 else "VOR-MPC-02"
            near = min(self.k.mpc, key=lambda change: (abs(change - a.mpc), change))
            edit = put("mpc", value=near)
            self.breach(f"MPC {a.mpc:+}", clause, "mpc", f"{near:+} at most", edit)

    def range_modifiers(self) -> None:
        """Only at bands that there are, and bounded downwards (VOR-GAP-24)."""
        row = range_of(self.a, self.b, self.s)
        bands = 0 if row is None else len(row.modifiers)
        for n, change in enumerate(range_changes(self.a)):
            band = BANDS[n]
            lowest, highest = -self.s.range_worsen_cap, self.s.range_improve_cap
            if change and n >= bands:
                what = f"it has no {band} range to change"
                self.breach(what, "VOR-RNG-04", band, "leave it as it is", remove(band))
            elif change < lowest:
                edit = put(band, value=lowest) if lowest else remove(band)
                repair = f"{lowest} at worst"
                self.breach(f"{change} at {band} range", "VOR-GAP-24", band, repair, edit)
            elif highest and change > highest:
                repair, edit = f"+{highest} at best", put(band, value=highest)
                self.breach(f"+{change} at {band} range", "VOR-GAP-24", band, repair, edit)
            elif change > WORTH_A_WORD:
                repair, edit = f"+{WORTH_A_WORD}", put(band, value=WORTH_A_WORD)
                self.word(f"+{change} at {band} range", "VOR-GAP-24", band, repair, edit)

    # -- templates -------------------------------------------------------------------

    def pairs(self) -> None:
        """At most one of blast, sweep and splash, and no knockdown both ways (VOR-GAP-58)."""
        a = self.a
        advisory = self.s.template_pairs == "advisory"
        have = [f for f in ("blast", "sweep", "splash") if getattr(a, f)]
        for other in have[1:]:
            # A sweep is never a blast (VOR-SWP-06).
            clause = "VOR-SWP-06" if have[0] == "blast" and other == "sweep" else "VOR-GAP-58"
            repair, edit = f"leave out the {other}", remove(other)
            what = f"{have[0]} and {other} on one attack"
            self.breach(what, clause, other, repair, edit, word=advisory)
        if a.blast and a.no_knockdown and a.knockdown is not None:
            what = "a knockdown, and a blast without knockdown tests"
            repair, edit = "leave out the knockdown", remove("knockdown")
            self.breach(what, "VOR-GAP-58", "knockdown", repair, edit, word=advisory)

    def blast(self) -> None:
        a = self.a
        if not a.blast:
            for modifier in modifiers_of(a):
                what = f"{_said(modifier)} without a blast"
                self.breach(what, "VOR-BLA-05", modifier, "leave it out", remove(modifier))
            return
        self.known("blast", "VOR-BLA-01", self.k.blast, 0, '1" to 5" in steps of a half')
        power = power_of(a, self.b)
        if a.double_deviation and a.half_deviation:
            what = "double and half deviation: twice half the distance"
            repair, edit = "leave out the double deviation", remove("double_deviation")
            self.word(what, "VOR-GAP-25", "double_deviation", repair, edit)
        if a.destroys_terrain and power < TERRAIN_POWER:
            what = f"destroys terrain with POW {power}"
            repair, edit = f"POW {TERRAIN_POWER} or more", put("power", value=TERRAIN_POWER)
            self.breach(what, "VOR-BLA-21", "power", repair, edit)
        if not large_blast(a):
            return
        size = f"a blast of {inches(a.blast)}"
        if a.uses > 1:
            what = f"{size} with {a.uses} uses per turn"
            self.breach(what, "VOR-BLA-10", "uses", "1 use per turn", remove("uses"))
        least = -(-a.blast // 2)
        if power < least:
            what = f"{size} with POW {power}"
            repair, edit = f"POW {least} or more", put("power", value=least)
            self.breach(what, "VOR-BLA-12", "power", repair, edit)

    def sweep_and_reach(self) -> None:
        a = self.a
        if a.sweep:
            radii = [radius for radius, _ in self.k.sweep]
            self.known("sweep", "VOR-SWP-01", radii, 0, '1" to 5" in steps of a half')
            if a.arc < 180:
                what = f"a sweep with a firing arc of {a.arc} degrees"
                self.breach(what, "VOR-SWP-12", "arc", "180 degrees or more", remove("arc"))
            if a.kind == RANGED and not a.power:
                what = "a ranged sweep with the POW of close combat"
                repair, edit = "a POW of its own", put("power", value=3)
                self.breach(what, "VOR-SWP-05", "power", repair, edit)
        if a.sweep_reach and not (a.sweep and a.kind == RANGED):
            what = "only a ranged sweep buys reach as a part of its price"
            self.breach(what, "VOR-SWP-14", "sweep_reach", "leave it out", remove("sweep_reach"))
        if not a.reach:
            return
        if a.kind == RANGED:
            what, repair = "a ranged attack has no reach", "leave out the reach"
            edits = [remove("reach")]
            if a.sweep:
                repair, edits = (
                    "reach as an option of the sweep",
                    [
                        *edits,
                        put("sweep_reach", value=True),
                    ],
                )
            self.breach(what, "VOR-REA-03", "reach", repair, *edits)
        elif reach_of(a) > a.reach or 2 * a.reach == a.sweep:
            what = f"the sweep reaches {inches(a.sweep)} for nothing"
            self.word(what, "VOR-SWP-13", "reach", "leave out the reach", remove("reach"))

    # -- uses, knockdown, full-auto ----------------------------------------------------

    def uses(self) -> None:
        a = self.a
        self.known("uses", "VOR-UPT-01", self.k.uses, 1, "1, 2 or 3")
        self.known("charges", "VOR-LIM-01", self.k.charges, 0, "1 to 6, or without limit")
        if a.charges and a.uses > a.charges:
            what = f"{a.uses} uses per turn, but {a.charges} per game"
            repair, edit = f"{a.charges} per turn", put("uses", value=a.charges)
            self.word(what, "VOR-GAP-29", "uses", repair, edit)
        self.known("knockdown", "VOR-KD-01", self.k.knockdown, None, "+0 to +5")
        if a.light_knockdown and a.knockdown is None:
            what = "large models at -2 to no knockdown at all"
            edit = remove("light_knockdown")
            self.breach(what, "VOR-KD-02", "light_knockdown", "leave it out", edit)

    def full_auto(self) -> None:
        a = self.a
        self.known("full_auto", "VOR-FA-01", self.k.full_auto, 0, "1, 2 or 3 uses per turn")
        self.known("hits", "VOR-FA-02", self.k.hits, 0, "+1, +2 or +3")
        self.known("template", "VOR-FA-03", self.k.templates, "2x4", "one of the templates")
        if a.full_auto > a.uses:
            what = f"{a.full_auto} full-auto uses of {a.uses} per turn"
            edit = put("full_auto", value=a.uses)
            self.breach(what, "VOR-FA-04", "full_auto", f"{a.uses} at most", edit)
        if a.full_auto:
            return
        if a.hits and not self.s.hits_alone:
            what, repair = "possible hits without full-auto", "buy 1 use of full-auto"
            self.breach(what, "VOR-GAP-34", "hits", repair, put("full_auto", value=1))
        elif a.template != "2x4" and not a.hits:
            what = "a template without full-auto"
            self.breach(what, "VOR-FA-07", "template", "leave it out", remove("template"))

    # -- shares of the total -------------------------------------------------------------

    def shares(self) -> None:
        a = self.a
        if a.anti_structure and a.blast:
            what = "anti-structure on a blast"
            advisory = self.s.structure_blast == "advisory"
            repair, edit = "leave it out", remove("anti_structure")
            self.breach(what, "VOR-GAP-56", "anti_structure", repair, edit, word=advisory)
        self.known("damage", "VOR-DMG-01", self.k.damage, "1", "one of the kinds of damage")
        others = [self.k.others[n] for n in a.others if n in self.k.others]
        kinds = sum(o.damage for o in others) + (a.damage != "1")
        if kinds > 1:
            clause = "VOR-SPL-11" if a.splash else "VOR-GAP-39"
            what = f"{kinds} kinds of damage on one attack"
            self.breach(what, clause, "damage", "one of them", remove("damage"))
        for name in a.others:
            if name not in self.k.others:
                what = f"{name!r} is in no table"
                self.breach(what, "VOR-GAP-39", "others", "an option of the tables")
        if a.arc not in self.k.arcs:
            what = f"an arc of {a.arc} degrees"
            self.breach(what, "VOR-ARC-02", "arc", "90, 180, 270 or 360", remove("arc"))
        if a.arc == 270 and not a.blind and not a.sweep:
            what = "an arc of 270 degrees without its blind sector"
            self.breach(what, "VOR-ARC-04", "blind", "name it", put("blind", value="rear"))
        if a.arc == 90 and not self.b.mounted and not a.sweep:
            what = "half the price for an arc that a model turns as it likes"
            self.word(what, "VOR-GAP-45", "arc", "180 degrees", remove("arc"))

    # -- point blank, persistent, indirect -----------------------------------------------

    def hands(self) -> None:
        """A heavy attack takes one of its own modifiers, none better than 0 (VOR-PB-04)."""
        a = self.a
        if not a.point_blank:
            return
        heavy = is_heavy(a, self.b, self.s)
        own = self.k.heavy_hands if heavy else self.k.hands
        if a.kind == MELEE:
            what, repair = "point blank in close combat", "leave it out"
            edit = remove("point_blank")
            self.breach(what, "VOR-GAP-40", "point_blank", repair, edit)
        elif a.point_blank not in own:
            kind, clause = ("heavy", "VOR-PB-04") if heavy else ("standard", "VOR-PB-01")
            what = f"a {kind} attack at point blank with {a.point_blank!r}"
            near = next(iter(own))
            edit = put("point_blank", value=near)
            self.breach(what, clause, "point_blank", "one of " + ", ".join(own), edit)

    def persistent(self) -> None:
        a = self.a
        self.known("persistent", "VOR-PER-01", self.k.persistent, None, "0 to 5 extra turns")
        if a.blocks_sight and (not a.blast or a.persistent is None):
            what = "only a persistent blast blocks line of sight"
            edit = remove("blocks_sight")
            self.breach(what, "VOR-GAP-35", "blocks_sight", "leave it out", edit)

    def indirect(self) -> None:
        a = self.a
        if not a.indirect:
            return
        self.known("indirect", "VOR-IND-01", self.k.indirect, "", "one of the six")
        option = self.k.indirect.get(a.indirect)
        row = range_of(a, self.b, self.s)
        bands = 0 if row is None else len(row.modifiers)
        if not bands:
            what, repair = "indirect fire without a range", "leave it out"
            self.breach(what, "VOR-GAP-59", "indirect", repair, remove("indirect"))
        elif option is not None and option.bands > bands:
            what = f"{a.indirect} with {bands} range bands"
            shorter = f"{BANDS[bands - 1]} {a.indirect.partition(' ')[2]}"
            edit = put("indirect", value=shorter)
            advisory = self.s.far_indirect == "allowed"
            self.breach(what, "VOR-GAP-59", "indirect", shorter, edit, word=advisory)

    # -- splash ----------------------------------------------------------------------------

    def splash(self) -> None:
        a = self.a
        if not a.splash:
            for field in ("split", "ignores_cover", "flambe", "ball_of_flames"):
                if getattr(a, field):
                    what = f"{_said(field)} without a splash"
                    self.breach(what, "VOR-SPL-01", field, "leave it out", remove(field))
            return
        self.known("splash", "VOR-SPL-01", self.k.splash, "", "one of the templates")
        self.known("flambe", "VOR-SPL-06", self.k.flambe, 0, "5 or 7")
        size = self.k.splash.get(a.splash)
        if size is not None:
            if size.unpriced and not self.s.other_templates:
                what = f"the template {a.splash!r} has no price of its own"
                self.breach(what, "VOR-GAP-37", "splash", "large", put("splash", value="large"))
            if a.split and not size.splits:
                what = f"the {a.splash} template cannot be split"
                self.breach(what, "VOR-GAP-36", "split", "leave it whole", remove("split"))
            elif a.split and a.splash == "large":
                repair, edits = "normal splash", (put("splash", value="normal"), remove("split"))
                what = "a large template, split, works as the normal one"
                self.word(what, "VOR-GAP-36", "split", repair, *edits)
        if a.full_auto or a.hits:
            gone = [remove(f) for f in ("full_auto", "hits", "template")]
            what = "full-auto on a splash"
            self.breach(what, "VOR-SPL-10", "full_auto", "leave it out", *gone)
        for name in a.others:
            other = self.k.others.get(name)
            if other is not None and other.multiple:
                what = f"{name} on a splash"
                self.breach(what, "VOR-SPL-10", "others", "leave it out")

    # -- parry, items, bearers -------------------------------------------------------------

    def parry(self) -> None:
        a = self.a
        self.known("parry", "VOR-PAR-01", self.k.parry, None, "+2 to -3")
        self.known("parry_ranged", "VOR-PAR-04", self.k.parry, None, "+2 to -3")
        if a.breakable and a.parry is None and a.parry_ranged is None:
            what = "it breaks when a parry fails, and does not parry"
            self.breach(what, "VOR-PAR-02", "breakable", "leave it out", remove("breakable"))

    def item(self) -> None:
        """An item without an attack has a parry and nothing else (VOR-GAP-31)."""
        a = self.a
        plain = Attack()
        for field in Attack.__dataclass_fields__:
            if field not in ITEM_FIELDS and getattr(a, field) != getattr(plain, field):
                what = f"{_said(field)} on an item that only parries"
                self.breach(what, "VOR-GAP-31", field, "leave it out", remove(field))
        if a.parry is None and a.parry_ranged is None:
            what, repair = "an item that does not even parry", "buy a parry"
            self.breach(what, "VOR-GAP-31", "parry", repair, put("parry", value=2))

    def bearer(self) -> None:
        a = self.a
        if a.primary and self.b.mounted and not self.s.vehicle_primaries:
            what, repair = "a primary attack on a vehicle", "not primary"
            self.breach(what, "VOR-GAP-52", "primary", repair, remove("primary"))
        if self.s.strict_source and priced(a, self.b, self.s).house:
            what = "its price rests on numbers of the house"
            self.breach(what, "VOR-GAP-01", "kind", "your own table")


def _said(field: str) -> str:
    return field.replace("_", " ")
