"""How an attack may be varied in a search for the best one, and what that is worth.

What is worth how much the document does not say: these weights are of the house, and whoever
searches gives his own. That nothing is cheaper than the first steps is held by a test.
"""

from __future__ import annotations

from typing import Any

from grognard.forces.seeking import Step, Way
from grognard.forces.verdict import put, remove
from grognard.systems.vor.attack_files import NO_TEST_WORD
from grognard.systems.vor.attack_tables import NO_TEST, inches
from grognard.systems.vor.attacks import MELEE, RANGED
from grognard.systems.vor.things import Borne

NO_TEST_WORTH = 8


def ways_of(borne: Borne) -> list[Way]:
    """POW, AM, range, uses, damage, and what else may be added to this kind of attack."""
    attack, k = borne.attack, borne.bearer.tables
    tips = attack.anti_structure  # it costs heavy attacks a smaller share (VOR-AS-02)
    found: list[Way] = []
    if attack.kind not in (RANGED, MELEE):
        return found
    powers = sorted({power for power, _ in k.ranged})
    steps = [_step(f"POW {p}", "power", p, p) for p in powers]
    found.append(Way("power", "POW", steps, 4, True, tips))
    ams = sorted({am for _, am in k.ranged} | set(k.armour), key=lambda am: (am == NO_TEST, -am))
    found.append(Way("am", "AM", [_am(am) for am in ams], 3, True, tips))
    if attack.kind == RANGED and not attack.splash and not attack.sweep:
        rows = sorted(k.ranges.values(), key=lambda row: row.pv)
        steps = [
            _step(row.name, "range", row.name, int(row.name.split("/")[0]))
            for row in rows
            if row.modifiers
        ]
        found.append(Way("range", "inches at short range", steps))
    uses = [_step("1 use", "uses", 1, 0)]
    uses += [_step(f"{n} uses", "uses", n, n - 1) for n in sorted(k.uses)]
    found.append(Way("uses", "further uses in a turn", uses, weight=8))
    damage = [Step("damage 1", (remove("damage"),), 0)]
    damage += [_step(f"damage {d}", "damage", d, int(d) - 1) for d in k.damage if d.isdigit()]
    found.append(Way("damage", "further damage", damage, 8, True, tips))
    if not attack.sweep and not attack.splash:
        blast = [Step("no blast", (remove("blast"),), 0)]
        for radius in sorted(k.blast):
            value: Any = radius // 2 if radius % 2 == 0 else radius / 2
            blast.append(_step(f"blast {inches(radius)}", "blast", value, radius))
        found.append(Way("blast", "half inches of blast", blast, 3, False))
    knockdown = [Step("no knockdown", (remove("knockdown"),), 0)]
    knockdown += [_step(f"knockdown +{n}", "knockdown", n, n + 1) for n in sorted(k.knockdown)]
    found.append(Way("knockdown", "knockdown", knockdown, 2, False))
    return found


def _step(label: str, field: str, value: Any, worth: int) -> Step:
    return Step(label, (put(field, value=value),), worth)


def _am(am: int) -> Step:
    if am == NO_TEST:
        return _step("no armour test", "am", NO_TEST_WORD, NO_TEST_WORTH)
    return Step(f"AM {am}", (put("am", value=am), remove("base_am")), -am)
