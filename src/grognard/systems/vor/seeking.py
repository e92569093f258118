"""How a design may be varied in a search for the best one, and what that is worth.

An attack by itself is varied, or one that a model, a squad or a vehicle has: then for all who have
the same one, so that a squad stays a squad. What is worth how much the document does not say:
these weights are of the house, and whoever searches gives his own. That nothing is cheaper than
the first steps is held by a test.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.forces.seeking import Step, Way
from grognard.forces.verdict import Edit, Path, put, remove
from grognard.systems.vor.attack_files import NO_TEST_WORD
from grognard.systems.vor.attack_tables import ARCS, NO_TEST, Tables, inches
from grognard.systems.vor.attacks import MELEE, RANGED, Attack, Bearer
from grognard.systems.vor.things import Borne, Thing
from grognard.systems.vor.unit_files import slug
from grognard.systems.vor.units import Model, Squad, Vehicle

NO_TEST_WORTH: Final = 8
NO_END: Final = 10
"""What it is worth that an attack is not limited in its uses: as much as so many of them."""


def ways_of(thing: Thing) -> list[Way]:
    """Those of its first attack are usual; of others they are varied if somebody says so."""
    if isinstance(thing, Borne):
        return _ways(thing.attack, thing.bearer)
    found: list[Way] = []
    arms = [known for known in _arms(thing) if known[0].kind in (RANGED, MELEE)]
    taken: set[str] = set()
    for attack, bearer, places in arms:
        name = slug(attack.name) or "attack"
        key, n = name, 1
        while key in taken:
            n += 1
            key = f"{name}-{n}"
        taken.add(key)
        for way in _ways(attack, bearer):
            steps = [Step(s.label, _everywhere(s.edits, places), s.worth) for s in way.steps]
            label, of = way.label, way.key
            if len(arms) > 1:
                label, of = f"{label} ({attack.name or 'attack'})", f"{key}.{way.key}"
                steps = [Step(f"{key}: {s.label}", s.edits, s.worth) for s in steps]
            usual = way.usual and len(taken) == 1
            found.append(Way(of, label, steps, way.weight, usual, way.tips))
    return found


Arms = list[tuple[Attack, Bearer, list[Path]]]
"""Each attack that there is, who has it first, and everywhere it stands."""


def _arms(thing: Thing) -> Arms:
    found: Arms = []
    if isinstance(thing, Model):
        for index, attack in enumerate(thing.attacks):
            _also(found, attack, thing.bearer, ("attacks", index))
    elif isinstance(thing, Squad):
        for n, model in enumerate(thing.models):
            for index, attack in enumerate(model.attacks):
                _also(found, attack, model.bearer, ("models", n, "attacks", index))
    elif isinstance(thing, Vehicle):
        for index, weapon in enumerate(thing.weapons):
            _also(found, weapon.attack, thing.bearer(), ("weapons", index))
    return found


def _also(found: Arms, attack: Attack, bearer: Bearer, place: Path) -> None:
    for known, _, places in found:
        if known == attack:
            places.append(place)
            return
    found.append((attack, bearer, [place]))


def _everywhere(edits: tuple[Edit, ...], places: list[Path]) -> tuple[Edit, ...]:
    return tuple([Edit(e.how, (*place, *e.path), e.value) for place in places for e in edits])


# -- of one attack -------------------------------------------------------------------------


def _ways(attack: Attack, bearer: Bearer) -> list[Way]:
    """POW, AM, range, uses, damage, and what else may be added to this kind of attack."""
    k = bearer.tables
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
    damage = [_without("damage 1", "damage")]
    damage += [_step(f"damage {d}", "damage", d, int(d) - 1) for d in k.damage if d.isdigit()]
    found.append(Way("damage", "further damage", damage, 8, True, tips))
    if not attack.sweep and not attack.splash:
        blast = [_without("no blast", "blast")]
        blast += [_radius("blast", radius) for radius in sorted(k.blast)]
        found.append(Way("blast", "half inches of blast", blast, 3, False))
    knockdown = [_without("no knockdown", "knockdown")]
    knockdown += [_step(f"knockdown +{n}", "knockdown", n, n + 1) for n in sorted(k.knockdown)]
    found.append(Way("knockdown", "knockdown", knockdown, 2, False))
    return found + _rarer(attack, bearer, k)


def _rarer(a: Attack, b: Bearer, k: Tables) -> list[Way]:
    """What is varied only if somebody says so. A narrow arc halves the price of a model that turns
    as it likes (VOR-GAP-45), and uses that are limited are a matter of taste.
    """
    found: list[Way] = []
    if not b.mounted:
        steps = [_step(f"MPC {n:+}", "mpc", n, -n) for n in sorted({*k.mpc, 0}, reverse=True)]
        found.append(Way("mpc", "MP less for each use", steps, 3, False))
    arcs = [Step(f"arc {n}", _arc(n), n // 90) for n in ARCS]
    found.append(Way("arc", "quarters of the arc", arcs, 4, False))
    charges = [_step(f"{n} per game", "charges", n, n) for n in sorted(k.charges)]
    charges.append(Step("no limit", (remove("charges"),), NO_END))
    found.append(Way("charges", "uses per game", charges, 2, False))
    lasting = [_without("not persistent", "persistent")]
    lasting += [_step(f"persistent {n}", "persistent", n, n + 1) for n in sorted(k.persistent)]
    found.append(Way("persistent", "turns that it stays", lasting, 2, False))
    parries = [_without("no parry", "parry")]
    for worth, modifier in enumerate(sorted(k.parry, reverse=True), 1):
        parries.append(_step(f"parry {modifier:+}", "parry", modifier, worth))
    found.append(Way("parry", "parry", parries, 2, False))
    if a.kind == MELEE and not a.sweep:
        reaches = [_without("no reach", "reach")]
        reaches += [_step(f'reach {n}"', "reach", n, n) for n in range(1, 6)]
        found.append(Way("reach", "inches of reach", reaches, 2, False))
    if not a.splash:
        autos = [_without("no full-auto", "full_auto")]
        autos += [_step(f"full-auto *{n}", "full_auto", n, n) for n in sorted(k.full_auto)]
        found.append(Way("full_auto", "full-auto uses", autos, 6, False))
        hits = [_without("no more hits", "hits")]
        hits += [_step(f"possible hits +{n}", "hits", n, n) for n in sorted(k.hits)]
        found.append(Way("hits", "possible hits", hits, 4, False))
    if a.sweep:
        radii = sorted({radius for radius, _ in k.sweep})
        sweeps = [_radius("sweep", radius) for radius in radii]
        found.append(Way("sweep", "half inches of sweep", sweeps, 3, False))
    return found


def _step(label: str, field: str, value: Any, worth: int) -> Step:
    return Step(label, (put(field, value=value),), worth)


def _without(label: str, field: str) -> Step:
    return Step(label, (remove(field),), 0)


def _radius(field: str, radius: int) -> Step:
    value: Any = radius // 2 if radius % 2 == 0 else radius / 2
    return _step(f"{field} {inches(radius)}", field, value, radius)


def _arc(degrees: int) -> tuple[Edit, ...]:
    """With its blind sector, which has to be named (VOR-ARC-04)."""
    if degrees == 270:
        return put("arc", value=degrees), put("blind", value="rear")
    return (put("arc", value=degrees), remove("blind"))


def _am(am: int) -> Step:
    if am == NO_TEST:
        return _step("no armour test", "am", NO_TEST_WORD, NO_TEST_WORTH)
    return Step(f"AM {am}", (put("am", value=am), remove("base_am")), -am)
