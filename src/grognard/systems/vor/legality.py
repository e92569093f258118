"""Models, squads and force lists: what their role allows, each breach with its repair.

Paths begin at the table of the thing itself: put `within` around them.
"""

from __future__ import annotations

from typing import Final

from grognard.forces.verdict import Breach, Repair, put, remove
from grognard.systems.vor.attack_check import check_attack
from grognard.systems.vor.attacks import BASIC, ELITE, INDIVIDUAL, LEADER, Attack
from grognard.systems.vor.heavy import counts, is_heavy
from grognard.systems.vor.memory import made_once, once_of
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.statistics import check_statistics
from grognard.systems.vor.units import ALONE, COHERENCY, ForceList, Model, Squad, Unit, Vehicle
from grognard.systems.vor.vehicles import check_vehicle

COHERENCIES: Final = (2, COHERENCY, 4)
SIZES: Final = {BASIC: (4, 15), ELITE: (1, 10), INDIVIDUAL: (1, 5), LEADER: (1, 1)}
SIZE_CLAUSES: Final = {
    BASIC: ("VOR-SQD-01", "VOR-SQD-02"),
    ELITE: ("VOR-SQD-04", "VOR-SQD-05"),
    INDIVIDUAL: ("VOR-FS-12", "VOR-FS-12"),
    LEADER: ("VOR-FS-02", "VOR-FS-02"),
}
HEAVY: Final = {
    LEADER: (3, "VOR-AOL-02"),
    ELITE: (1, "VOR-AOL-07"),
    INDIVIDUAL: (2, "VOR-AOL-08"),
}
"""How many Heavy attacks a model of each role may have. Attacks have no limit (VOR-AOL-01), and
every model of an elite squad may have its own (VOR-AOL-06).
"""

DIFFERENT: Final = 2
"""Models of a basic squad that may have a different attack (VOR-AOL-04)."""

USUAL_BASIC: Final = 5
MOST_CAP: Final = 2


# -- models ------------------------------------------------------------------------------


def check_model(model: Model, settings: Settings) -> list[Breach]:
    """Statistics, each attack, and how many of them may be heavy."""
    found = check_statistics(model, settings)
    bearer = model.bearer
    heavy: list[int] = []
    for index, attack in enumerate(model.attacks):
        wrong = once_of(attack, bearer, settings, check_attack)
        found += [b.within("attacks", index) for b in wrong]
        if is_heavy(attack, bearer, settings):
            heavy.append(index)
    most, clause = HEAVY.get(model.role, (len(heavy), ""))
    if len(heavy) > most:
        spare = heavy[most:]
        edits = [remove("attacks", index) for index in reversed(spare)]
        names = " and ".join(model.attacks[index].name or "an attack" for index in spare)
        what = f"{len(heavy)} heavy attacks; a model of this role may have {most}"
        where = ("attacks", spare[0])
        found.append(Breach(what, clause, where, Repair(f"leave out {names}", edits)))
    return found


def heavies(model: Model, settings: Settings) -> int:
    """How many of its attacks are heavy."""
    bearer = model.bearer
    return sum(1 for attack in model.attacks if is_heavy(attack, bearer, settings))


# -- squads ------------------------------------------------------------------------------


def check_squad(squad: Squad, settings: Settings) -> list[Breach]:
    """A squad as it stands, or one of its type with the usual numbers."""
    found: list[Breach] = []
    if not squad.models:
        found.append(Breach("no models", SIZE_CLAUSES[squad.role][0], ("models",)))
        return found
    for index, model in enumerate(squad.models):
        found += [b.within("models", index) for b in check_model(model, settings)]
    _range(squad, found)
    _size(squad, settings, found)
    _coherency(squad, found)
    if squad.role == BASIC:
        _arms(squad, settings, found)
    return found


def sizes(squad: Squad, settings: Settings) -> tuple[int, int]:
    """How many models it may have: as its type says, or its role (VOR-SQD-01 to 05)."""
    low, high = SIZES[squad.role]
    if squad.role == BASIC:
        low = settings.basic_minimum
    elif squad.role == INDIVIDUAL:
        high = 1  # unless the type is a small unit
    return squad.least or low, squad.most or high


def _range(squad: Squad, found: list[Breach]) -> None:
    """The sizes of a type lie within those of its role."""
    low, high = SIZES[squad.role]
    least, most = SIZE_CLAUSES[squad.role]
    if squad.least and squad.least < low:
        repair = Repair(f"make it {low}", [put("least", value=low)])
        found.append(Breach(f"may be as small as {squad.least}", least, ("least",), repair))
    if squad.most > high:
        repair = Repair(f"make it {high}", [put("most", value=high)])
        found.append(Breach(f"may be as large as {squad.most}", most, ("most",), repair))


def _size(squad: Squad, settings: Settings, found: list[Breach]) -> None:
    low, high = sizes(squad, settings)
    have = squad.size
    clause = SIZE_CLAUSES[squad.role][have > high]
    main = squad.main
    others = have - squad.models[main].count
    where = ("models", main, "count")
    if not low <= have <= high:
        nearest = low if have < low else high
        count = nearest - others
        edits = [put(*where, value=count)] if count >= 0 else []
        repair = Repair(f"make it {nearest}", edits)
        what = f"{_models(have)} instead of {low} to {high}" if low < high else _instead(have, low)
        soft = settings.sizes == "advisory" and squad.role in (BASIC, ELITE)
        found.append(Breach(what, clause, where, repair, soft))
    elif squad.role == BASIC and have < USUAL_BASIC:
        edit = put(*where, value=USUAL_BASIC - others)
        repair = Repair(f"make it {USUAL_BASIC}", [edit])
        what = f"only {_models(have)}: 4 or 5 are the least"
        found.append(Breach(what, "VOR-SQD-01", where, repair, True))


def _models(count: int) -> str:
    return "1 model" if count == 1 else f"{count} models"


def _instead(have: int, wanted: int) -> str:
    return f"{_models(have)} instead of {wanted}"


def _coherency(squad: Squad, found: list[Breach]) -> None:
    """2, 3 or 4 inches for the whole squad (VOR-SQD-03); nothing of it alone (VOR-GAP-12)."""
    repair = Repair("keep 3 inches", [remove("coherency")])
    if squad.role in ALONE and squad.coherency != COHERENCY:
        what = "only squads keep coherency: leaders and individuals are priced without it"
        found.append(Breach(what, "VOR-GAP-12", ("coherency",), repair))
    elif squad.coherency not in COHERENCIES:
        what = f"a coherency of {squad.coherency} inches; there are 2, 3 and 4"
        found.append(Breach(what, "VOR-SQD-03", ("coherency",), repair))


def _arms(squad: Squad, settings: Settings, found: list[Breach]) -> None:
    """All models of a basic squad carry the same attacks, but two and the leader (VOR-AOL-03)."""
    usual = _usual(squad)
    common = squad.models[usual]
    heavy = heavies(common, settings)
    if heavy and not settings.shared_heavy:
        index = next(
            n for n, a in enumerate(common.attacks) if is_heavy(a, common.bearer, settings)
        )
        name = common.attacks[index].name or "it"
        where = ("models", usual, "attacks", index)
        repair = Repair(f"leave {name} to two models", [remove(*where)])
        found.append(Breach(f"a heavy attack for all: {name}", "VOR-GAP-17", where, repair))
    _leaders(squad, found)
    places = 0
    for index, model in enumerate(squad.models):
        if index == usual or not model.count:
            continue
        if model.leads:
            if heavies(model, settings) and not settings.heavy_squad_leader:
                places += model.count
                _places(squad, index, places, found)
            continue
        more, less = difference(common.attacks, model.attacks)
        if more or less:
            _different(squad, index, more, less, found)
        elif heavies(model, settings) <= heavy:  # its own POW may make one heavy
            continue
        places += model.count
        _places(squad, index, places, found)


def _usual(squad: Squad) -> int:
    """The model whose attacks most of the others have, whatever the leader has."""
    led = [n for n, model in enumerate(squad.models) if not model.leads]
    alike = {
        n: sum(
            squad.models[m].count
            for m in led
            if difference(squad.models[n].attacks, squad.models[m].attacks) == ([], [])
        )
        for n in led
    }
    return max(led, key=lambda n: (alike[n], -n)) if led else 0


def _leaders(squad: Squad, found: list[Breach]) -> None:
    """One model leads a squad."""
    leading = [n for n, model in enumerate(squad.models) if model.leads and model.count]
    have = sum(squad.models[n].count for n in leading)
    if have > 1:
        index = leading[0]
        others = have - squad.models[index].count
        edits = [put("models", n, "count", value=int(n == index)) for n in leading]
        words = "leave 1 of them" if not others else "leave one of them"
        where = ("models", index)
        found.append(Breach(f"{have} squad leaders", "VOR-AOL-05", where, Repair(words, edits)))


def difference(common: list[Attack], own: list[Attack]) -> tuple[list[Attack], list[Attack]]:
    """Which attacks a model has besides the shared ones, and which of them it lacks. What only
    parries is none (VOR-GAP-31).
    """
    less = [attack for attack in common if counts(attack)]
    more: list[Attack] = []
    for attack in own:
        if not counts(attack):
            continue
        if attack in less:
            less.remove(attack)
        else:
            more.append(attack)
    return more, less


def _different(
    squad: Squad, index: int, more: list[Attack], less: list[Attack], found: list[Breach]
) -> None:
    """One attack more, or one replaced that is not a shared primary (VOR-AOL-04, VOR-GAP-17)."""
    model = squad.models[index]
    name = model.name or "a model"
    where = ("models", index, "attacks")
    if len(more) > 1 or len(less) > len(more):
        what = f"{name}: {len(more)} attacks more and {len(less)} fewer than the others"
        found.append(Breach(what, "VOR-AOL-03", where, Repair("one more, or one replaced")))
    for attack in less:
        if attack.primary:
            what = f"{name}: {attack.name or 'a primary attack'} is shared by all and stays"
            found.append(Breach(what, "VOR-PRI-02", where, Repair(f"keep {attack.name} as well")))


def _places(squad: Squad, index: int, places: int, found: list[Breach]) -> None:
    """Two models may have a different attack."""
    spare = places - DIFFERENT
    count = squad.models[index].count
    if 0 < spare <= count:
        what = f"{places} models with attacks of their own instead of {DIFFERENT}"
        where = ("models", index, "count")
        found.append(Breach(what, "VOR-AOL-04", where, _fewer(index, count - spare)))


def _fewer(index: int, count: int) -> Repair:
    return Repair(f"leave {count} of them", [put("models", index, "count", value=count)])


# -- vehicles in squads, and force lists ---------------------------------------------------


def check_unit(unit: Unit, settings: Settings) -> list[Breach]:
    """A squad or a vehicle."""
    if isinstance(unit, Squad):
        return check_squad(unit, settings)
    found = check_vehicle(unit, settings)
    low, high = (max(1, unit.least), max(1, unit.most)) if unit.squad else (1, 1)
    if not low <= unit.count <= high:
        nearest = min(max(unit.count, low), high)
        what = f"{unit.count} vehicles instead of {low} to {high}"
        repair = Repair(f"make it {nearest}", [put("count", value=nearest)])
        found.append(Breach(what, "VOR-FS-17", ("count",), repair))
    if unit.coherency not in COHERENCIES or not (unit.squad or unit.coherency == COHERENCY):
        clause = "VOR-SQD-03" if unit.squad else "VOR-GAP-12"
        what = f"a coherency of {unit.coherency} inches"
        repair = Repair("keep 3 inches", [remove("coherency")])
        found.append(Breach(what, clause, ("coherency",), repair))
    return found


def check_list(forces: ForceList, settings: Settings) -> list[Breach]:
    """Every type of a force list, and what the list itself may say of it."""
    found: list[Breach] = []
    names: dict[str, int] = {}
    for index, unit in enumerate(forces.units):
        found += [of_type(unit, index, b) for b in made_once(unit, settings, check_unit)]
        if unit.name in names:
            what = f"two types are called {unit.name}"
            found.append(Breach(what, "VOR-GEN-02", ("units", index, "name"), Repair("rename it")))
        names.setdefault(unit.name, index)
        _availability(unit, index, found)
    return found


def of_type(unit: Unit, index: int, breach: Breach) -> Breach:
    """A breach of a type, seen from its list."""
    seen = breach.within("units", index)
    seen.what = f"{unit.name}: {breach.what}"
    return seen


def _availability(unit: Unit, index: int, found: list[Breach]) -> None:
    """Basic types should have no cap (VOR-FS-06); only elite types make demands (VOR-FS-08), and
    their caps are one or two (VOR-FS-09).
    """
    where = ("units", index)
    if unit.role == BASIC and unit.cap:
        what = f"{unit.name}: basic squads should be of unlimited availability"
        repair = Repair("take away its cap", [remove(*where, "cap")])
        found.append(Breach(what, "VOR-FS-06", (*where, "cap"), repair, True))
    if isinstance(unit, Vehicle):
        return
    if unit.role == ELITE and unit.cap > MOST_CAP:
        what = f"{unit.name}: a cap of {unit.cap}; caps are one or two squads"
        repair = Repair(f"make it {MOST_CAP}", [put(*where, "cap", value=MOST_CAP)])
        found.append(Breach(what, "VOR-FS-09", (*where, "cap"), repair, True))
    if unit.role != ELITE and unit.demand != 1:
        what = f"{unit.name}: only elite squads demand basic ones"
        repair = Repair("take away its demand", [remove(*where, "demand")])
        found.append(Breach(what, "VOR-FS-08", (*where, "demand"), repair))
