"""What can be designed, field by field: forms are made of it, on whatever screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from grognard.forces.catalogue import Choice
from grognard.forces.faces import Design, Part
from grognard.systems.vor import attack_tables, unit_tables
from grognard.systems.vor.attack_files import COVERS, NO_TEST_WORD
from grognard.systems.vor.attack_tables import ARCS, BLAST_MODIFIERS, NO_TEST, SIZES
from grognard.systems.vor.attacks import BASIC, INDIVIDUAL, KINDS, RANGED, ROLES
from grognard.systems.vor.choosing import RIFLE
from grognard.systems.vor.things import ATTACK, LIST, MODEL, SQUAD, VEHICLE_KIND
from grognard.systems.vor.unit_files import MOST_COUNT, SQUAD_ROLES
from grognard.systems.vor.unit_tables import OF_VEHICLES, STATISTICS
from grognard.systems.vor.units import COHERENCY

HIGH: Final = 15
BEARER, OF_SQUAD, ABILITY, WEAPON = "bearer", "squad-model", "ability", "weapon"
MAN: Final[dict[str, Any]] = {"name": "Trooper", "count": 5, "stats": {}, "attacks": [RIFLE]}


def designs() -> list[Design]:
    """All kinds of things, the largest first, then what they consist of."""
    bases = [base.name for base in unit_tables.tables().vehicles.values()]
    squad = {"name": "New squad", "role": BASIC, "models": [MAN]}
    vehicle = {"name": "New vehicle", "base": bases[0], "weapons": []}
    model = {"name": "New model", "role": INDIVIDUAL, "attacks": [RIFLE]}
    attacks = Part("attacks", "Attacks", ATTACK, clause="VOR-AOL-01")
    abilities = Part("abilities", "Abilities", ABILITY, clause="VOR-GAP-51")
    return [
        Design(SQUAD, "Squad", squad, _squad(), (Part("models", "Models", OF_SQUAD),),
               "a basic or elite squad, a leader, individuals"),
        Design(VEHICLE_KIND, "Vehicle", vehicle, _vehicle(bases),
               (Part("weapons", "Weapons", WEAPON),), "made from a base vehicle"),
        Design(MODEL, "Model", model, (_name(), _role(SQUAD_ROLES, INDIVIDUAL), *_model()),
               (attacks, abilities), "one model by itself"),
        Design(ATTACK, "Attack", dict(RIFLE), _attack(),
               (Part("bearer", "Carried by", BEARER, many=False),), "a weapon, priced by itself"),
        Design(LIST, "Force list", {"name": "New list", "units": [squad]}, (_name(),),
               (Part("units", "Squads", SQUAD, clause="VOR-GEN-02"),
                Part("units", "Vehicles", VEHICLE_KIND, clause="VOR-GEN-02", mark="base")),
               "what a faction may use: armies are chosen from it", carried="list"),
        Design(OF_SQUAD, "Model", MAN, (_name(), *_counts(0), _flag("leads", "leads the squad"),
               *_model()), (attacks, abilities), alone=False),
        Design(ABILITY, "Ability", {"name": "Ability", "pv": 5},
               (_name(), _count("pv", "PV", 0, 0, 1000, "VOR-GAP-51")), alone=False),
        Design(WEAPON, "Weapon", dict(RIFLE), _attack(mounted=True), alone=False),
        Design(BEARER, "Bearer", {}, _bearer(), alone=False),
    ]  # fmt: skip


def _name() -> Choice:
    return Choice("name", "name", "")


def _flag(key: str, label: str, clause: str = "") -> Choice:
    return Choice(key, label, False, clause=clause)


def _count(
    key: str, label: str, usual: int, least: int, most: int, clause: str = "", help: str = ""
) -> Choice:
    return Choice(key, label, usual, (), least, most, clause, help)


def _one_of(key: str, label: str, values: Iterable[Any], usual: Any, clause: str = "") -> Choice:
    """One of several words or numbers."""
    return Choice(key, label, usual, tuple(map(str, values)), clause=clause)


def _maybe(
    key: str, label: str, values: Iterable[int], clause: str = "", empty: str = "none"
) -> Choice:
    """A number, or nothing of the kind: then it is as `empty` says."""
    known = sorted(values)
    return Choice(key, label, "", ("", *map(str, known)), known[0], known[-1] + 1, clause, empty)


def _role(known: Iterable[str], usual: str) -> Choice:
    return _one_of("role", "role", known, usual, "VOR-FS-01")


def _counts(least: int) -> tuple[Choice, ...]:
    return (
        _count("count", "how many", 1, least, MOST_COUNT),
        _count("least", "at least", least, least, MOST_COUNT),
        _count("most", "at most", least, least, MOST_COUNT),
    )


def _squad() -> tuple[Choice, ...]:
    return (
        _name(),
        _role(SQUAD_ROLES, BASIC),
        _count("coherency", "coherency in inches", COHERENCY, 2, 4, "VOR-SQD-03"),
        _count("least", "models at least (0: by its role)", 0, 0, MOST_COUNT),
        _count("most", "models at most (0: by its role)", 0, 0, MOST_COUNT),
        _count("demand", "basic squads for each", 1, 1, 20, "VOR-FS-08"),
        _count("cap", "of them in an army (0: no end)", 0, 0, 99, "VOR-FS-09"),
    )


def _model() -> tuple[Choice, ...]:
    stats = [
        _maybe(f"stats.{name}", name, range(HIGH + 1), "VOR-STA-01", "as usual")
        for name in STATISTICS
    ]
    return (_one_of("size", "size", SIZES, "medium", "VOR-STA-02"), *stats)


def _vehicle(bases: list[str]) -> tuple[Choice, ...]:
    known = unit_tables.tables()
    stats = [
        _maybe(f"stats.{name}", name, range(50 if name == "MP" else HIGH + 1),
               known.changes[name].clause if name in known.changes else "VOR-VST-01", "as usual")
        for name in OF_VEHICLES
    ]  # fmt: skip
    return (
        _name(),
        _one_of("base", "base vehicle", bases, "", "VOR-GAP-20"),
        *stats,
        _one_of("rc", "RC", (0, *known.combat), 0, "VOR-VCS-01"),
        _one_of("cc", "CC", (0, *known.combat), 0, "VOR-VCS-02"),
        _count("capacity", "models carried beyond the base", 0, 0, 50, "VOR-VCL-04"),
        _flag("restricted", "restricted deployment", "VOR-VRD-03"),
        _flag("squad", "acts in squads", "VOR-FS-17"),
        _count("coherency", "coherency in inches", COHERENCY, 2, 4, "VOR-SQD-03"),
        *_counts(1),
        _count("cap", "of them in an army (0: no end)", 0, 0, 99, "VOR-FS-09"),
    )


def _bearer() -> tuple[Choice, ...]:
    return (
        _role(ROLES, INDIVIDUAL),
        _one_of("size", "size", SIZES, "medium"),
        _count("power", "POW", 3, 0, HIGH),
        _flag("restricted", "under restricted deployment", "VOR-VRD-03"),
        _flag("surplus", "beyond the vehicle's allotment"),
    )


def _inches(halves: Iterable[int]) -> list[str]:
    return ["0", *(f"{n / 2:g}" for n in sorted(halves))]


def _attack(mounted: bool = False) -> tuple[Choice, ...]:
    k = attack_tables.tables()
    powers = sorted({0, *(power for power, _ in k.ranged)})
    ams = sorted({*(n for n in k.armour if n != NO_TEST), 0, -1, -2}, reverse=True)
    changes = [
        _count(band, f"{band} range modifier", 0, -9, 9, "VOR-RMD-03")
        for band in attack_tables.BANDS
    ]
    blasts = [_flag(m, f"blast: {m.replace('_', ' ')}", "VOR-BLA-02") for m in BLAST_MODIFIERS]
    own = [_flag("additional", "marked as additional")] if mounted else []
    return (
        _name(),
        _one_of("kind", "kind", KINDS, RANGED),
        _flag("primary", "primary attack", "VOR-PRI-01"),
        _one_of("power", "POW (0: the bearer's)", powers, 0, "VOR-RC-01"),
        _one_of("am", "AM", (*ams, NO_TEST_WORD), 0, "VOR-AM-02"),
        _one_of("range", "range", ("", *k.ranges), "", "VOR-RNG-01"),
        *changes,
        _one_of("mpc", "MPC", sorted({*k.mpc, 0}), 0, "VOR-MPC-01"),
        _count("reach", "reach in inches", 0, 0, 5, "VOR-REA-01"),
        _one_of("uses", "uses per turn", (1, *k.uses), 1, "VOR-UPT-01"),
        _one_of("charges", "uses per game (0: no end)", (0, *k.charges), 0, "VOR-LIM-01"),
        _one_of("blast", "blast radius", _inches(k.blast), 0, "VOR-BLA-01"),
        *blasts,
        _one_of("sweep", "sweep", _inches({n for n, _ in k.sweep}), 0, "VOR-SWP-01"),
        _one_of("sweep_arc", "degrees of the sweep", (180, 270), 180, "VOR-SWP-01"),
        _flag("sweep_reach", "sweep with reach", "VOR-SWP-14"),
        _maybe("knockdown", "knockdown", k.knockdown, "VOR-KD-01"),
        _flag("light_knockdown", "large models at -2", "VOR-KD-02"),
        _maybe("parry", "parry", k.parry, "VOR-PAR-01"),
        _maybe("parry_ranged", "parry ranged attacks", k.parry, "VOR-PAR-04"),
        _flag("breakable", "breaks when its parry fails", "VOR-PAR-02"),
        _one_of("full_auto", "full-auto uses per turn", (0, *k.full_auto), 0, "VOR-FA-01"),
        _one_of("hits", "possible hits more", (0, *k.hits), 0, "VOR-FA-02"),
        Choice("template", "full-auto template", "2x4", tuple(k.templates), clause="VOR-FA-03"),
        _flag("anti_structure", "anti-structure", "VOR-AS-03"),
        Choice("damage", "damage", "1", ("1", *k.damage), clause="VOR-DMG-01"),
        _one_of("arc", "arc in degrees", ARCS, 180, "VOR-ARC-07"),
        Choice("blind", "blind side of a 270 degree arc", "", ("", "rear", "left", "right"),
               clause="VOR-ARC-04"),
        Choice("point_blank", "point blank", "", ("", *k.hands, *k.heavy_hands),
               clause="VOR-PB-01"),
        _maybe("persistent", "persistent, more turns", k.persistent, "VOR-PER-01"),
        _flag("blocks_sight", "blocks line of sight", "VOR-PER-03"),
        Choice("indirect", "indirect or blind fire", "", ("", *k.indirect), clause="VOR-IND-01"),
        _flag("dodge", "may be dodged", "VOR-DOD-01"),
        Choice("splash", "splash", "", ("", *k.splash), clause="VOR-SPL-01"),
        _flag("split", "split template", "VOR-SPL-07"),
        Choice("ignores_cover", "ignores cover", "", ("", *COVERS), clause="VOR-SPL-03"),
        _one_of("flambe", "flambe on so much or less", (0, *k.flambe), 0, "VOR-SPL-06"),
        _flag("ball_of_flames", "ball of flames", "VOR-SPL-08"),
        *own,
    )  # fmt: skip
