"""What more could be bought for an attack, one thing at a time.

>>> [f.label for f in furthers_of(Attack(kind="item", parry=0))][:4]
['no parry', 'parry +2', 'parry +1', 'parry -1']
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any, Final

from grognard.forces.faces import Further
from grognard.forces.verdict import Edit, put, remove
from grognard.systems.vor.attack_files import COVERS, NO_TEST_WORD
from grognard.systems.vor.attack_sum import am_word, range_changes, range_of
from grognard.systems.vor.attack_tables import ARCS, BANDS, BLAST_MODIFIERS, NO_TEST, Tables, inches
from grognard.systems.vor.attacks import ANYBODY, ITEM, MELEE, RANGED, Attack, Bearer
from grognard.systems.vor.heavy import RULINGS, is_heavy
from grognard.systems.vor.notation import FLAGS
from grognard.systems.vor.settings import Settings

LONGEST_REACH: Final = 5
USUAL: Final = Attack()


def furthers_of(
    attack: Attack, bearer: Bearer = ANYBODY, settings: Settings = RULINGS
) -> list[Further]:
    """Every other value of every option that such an attack may have. Paths begin at its table."""
    found: list[Further] = []
    for field, values, label, clause in _options(attack, bearer, settings):
        now = getattr(attack, field)
        for value in values:
            if value != now:
                edits = [_edit(field, value)]
                if value == 270 and field == "arc" and not attack.blind:
                    edits.append(put("blind", value="rear"))  # VOR-ARC-04
                found.append(Further(_named(label, field, value), edits, clause))
    return found


def changed(attack: Attack, further: Further) -> Attack:
    """The attack with it, without a way through a file.

    >>> shield = Attack(kind="item", parry=0)
    >>> changed(shield, furthers_of(shield)[1]).parry
    2
    """
    values: dict[str, Any] = {}
    for edit in further.edits:
        field = str(edit.path[0])
        value = getattr(USUAL, field) if edit.how == "remove" else edit.value
        if field in ("blast", "sweep"):
            value = int(value * 2)
        elif value == NO_TEST_WORD:
            value = NO_TEST
        elif field == "others":
            value = tuple(value)
        values[field] = value
    return dataclasses.replace(attack, **values)


Options = list[tuple[str, Sequence[Any], str, str]]
"""Field, the values it may have, what it is called, clause."""


def _options(a: Attack, b: Bearer, s: Settings) -> Options:
    k = b.tables
    parries = [None, *k.parry]
    found: Options = []
    if a.kind != ITEM:
        found += _statistics(a, b, s, k)
        found += _templates(a, k)
        found += _plain(a, b, s, k)
        found += _shares(a, k)
    found += [
        ("parry", parries, "parry {:+}", "VOR-PAR-01"),
        ("parry_ranged", parries, "parry ranged attacks {:+}", "VOR-PAR-04"),
    ]
    if a.parry is not None or a.parry_ranged is not None:
        found.append(("breakable", FLAG, "breaks when its parry fails", "VOR-PAR-02"))
    if s.vehicle_primaries or not b.mounted:
        found.append(("primary", FLAG, "primary", "VOR-PRI-01"))
    return found


FLAG: Final = (False, True)


def _statistics(a: Attack, b: Bearer, s: Settings, k: Tables) -> Options:
    powers = sorted({power for power, _ in k.ranged})
    if a.kind == MELEE:
        powers = [0, *powers]
    ams = sorted({*k.armour, 0, -1, -2}, reverse=True)
    found: Options = [
        ("power", powers, "POW {}", "VOR-RC-01"),
        ("am", [am for am in ams if am > 0], "AM {}", "VOR-AM-01"),
        ("am", [am for am in ams if -2 <= am <= 0], "AM {}", "VOR-RC-01"),
        ("am", [am for am in ams if NO_TEST < am < -2], "AM {}", "VOR-AM-02"),
        ("am", [am for am in ams if am == NO_TEST], "AM {}", "VOR-AM-05"),
        ("mpc", sorted({*k.mpc, 0}), "MPC {:+}", "VOR-MPC-01"),
    ]
    if a.kind == RANGED and not a.splash and not a.sweep:
        found.append(("range", tuple(k.ranges), "range {}", "VOR-RNG-01"))
    row = range_of(a, b, s)
    if row is not None:
        for band, change in list(zip(BANDS, range_changes(a)))[: len(row.modifiers)]:
            steps = [n for n in (0, change - 1, change + 1) if n >= -s.range_worsen_cap]
            label = band + " range modifier {:+}"
            found.append((band, sorted(set(steps)), label, "VOR-RMD-03"))
    return found


def _templates(a: Attack, k: Tables) -> Options:
    found: Options = []
    if not a.sweep and not a.splash:
        found.append(("blast", (0, *k.blast), "blast {}", "VOR-BLA-01"))
    if not a.blast and not a.splash:
        radii = sorted({radius for radius, _ in k.sweep})
        found.append(("sweep", (0, *radii), "sweep {}", "VOR-SWP-01"))
    if not a.blast and not a.sweep and a.kind == RANGED:
        found.append(("splash", ("", *k.splash), "{} splash", "VOR-SPL-01"))
    if a.blast:
        words = {field: word for word, field in FLAGS.items()}
        found += [(m, FLAG, words[m], "VOR-BLA-02") for m in BLAST_MODIFIERS]
        if a.persistent is not None:
            found.append(("blocks_sight", FLAG, "blocks line of sight", "VOR-PER-03"))
    if a.sweep:
        found.append(("sweep_arc", (180, 270), "sweep of {} degrees", "VOR-SWP-01"))
        if a.kind == RANGED:
            found.append(("sweep_reach", FLAG, "sweep with reach", "VOR-SWP-14"))
    if a.splash:
        size = k.splash.get(a.splash)
        if size is not None and size.splits:
            found.append(("split", FLAG, "split template", "VOR-SPL-07"))
        found += [
            ("ignores_cover", ("", *COVERS), "ignores {} cover", "VOR-SPL-03"),
            ("flambe", (0, *k.flambe), "flambe on {} or less", "VOR-SPL-06"),
            ("ball_of_flames", FLAG, "ball of flames", "VOR-SPL-08"),
        ]
    return found


def _plain(a: Attack, b: Bearer, s: Settings, k: Tables) -> Options:
    found: Options = [
        ("uses", (1, *k.uses), "{} uses per turn", "VOR-UPT-01"),
        ("knockdown", (None, *k.knockdown), "knockdown +{}", "VOR-KD-01"),
        ("persistent", (None, *k.persistent), "persistent, {} extra turns", "VOR-PER-01"),
    ]
    if a.kind == MELEE:
        reaches = range(LONGEST_REACH + 1)
        found.append(("reach", reaches, 'reach {}"', "VOR-REA-01"))
    if a.kind == RANGED:
        hands = k.heavy_hands if is_heavy(a, b, s) else k.hands
        found.append(("point_blank", ("", *hands), "point blank, {}", "VOR-PB-01"))
        row = range_of(a, b, s)
        if row is not None and row.modifiers:
            fires = [f for f, o in k.indirect.items() if o.bands <= len(row.modifiers)]
            found.append(("indirect", ("", *fires), "{}", "VOR-IND-01"))
    if a.knockdown is not None:
        found.append(("light_knockdown", FLAG, "large models at -2", "VOR-KD-02"))
    if not a.splash:
        uses = [n for n in (0, *k.full_auto) if n <= a.uses]
        found.append(("full_auto", uses, "{} full-auto uses per turn", "VOR-FA-01"))
    if a.full_auto:
        found += [
            ("hits", (0, *k.hits), "possible hits +{}", "VOR-FA-02"),
            ("template", tuple(k.templates), "template {}", "VOR-FA-03"),
        ]
    return found


def _shares(a: Attack, k: Tables) -> Options:
    found: Options = [
        ("damage", ("1", *k.damage), "damage {}", "VOR-DMG-01"),
        ("arc", ARCS, "arc of {} degrees", "VOR-ARC-07"),
        ("charges", (0, *k.charges), "{} uses per game", "VOR-LIM-01"),
        ("dodge", FLAG, "may be dodged", "VOR-DOD-01"),
    ]
    if not a.blast:
        found.append(("anti_structure", FLAG, "anti-structure", "VOR-AS-03"))
    for name in k.others:
        if name not in a.others:
            found.append(("others", [_with(a.others, name)], name, "VOR-GAP-39"))
        else:
            left = tuple(other for other in a.others if other != name)
            found.append(("others", [left], f"no {name}", "VOR-GAP-39"))
    return found


def _with(names: Iterable[str], name: str) -> tuple[str, ...]:
    return tuple(sorted({*names, name}))


SPECIAL: Final[dict[tuple[str, Any], str]] = {
    ("power", 0): "the bearer's own POW",
    ("range", "none"): "no range",
    ("persistent", 0): "persistent, rest of the turn",
    ("persistent", 1): "persistent, 1 extra turn",
    ("charges", 0): "no limit to uses per game",
}

PLAIN: Final = ("uses", "template", "damage", "arc", "sweep_arc", "mpc", *BANDS)
"""What is told by its value even where that is the usual one."""


def _edit(field: str, value: Any) -> Edit:
    if value == getattr(USUAL, field):
        return remove(field)
    if field in ("blast", "sweep"):
        return put(field, value=value // 2 if value % 2 == 0 else value / 2)
    if field == "others":
        return put(field, value=list(value))
    return put(field, value=NO_TEST_WORD if value == NO_TEST else value)


def _named(label: str, field: str, value: Any) -> str:
    """ "no parry", "blast 3.5\"", "AM no test"."""
    if field == "am":
        return f"AM {am_word(value)}"
    special = SPECIAL.get((field, value))
    if special is not None:
        return special
    if field in ("blast", "sweep") and value:
        return label.format(inches(value))
    if field in ("uses", "charges", "full_auto") and value == 1:
        label = label.replace("uses", "use")
    if value is True or field == "others":
        return label
    if value is False:
        return f"without: {label}"
    if value == getattr(USUAL, field) and field not in PLAIN:
        return f"no {field.replace('_', ' ')}"
    return label.format(value)
