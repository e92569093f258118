"""Armies: what their units cost together, and every limit on how many of what there may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.forces.bounds import Bound, its_price, of_entry, of_role
from grognard.forces.catalogue import Catalogue, Pick, Roster
from grognard.forces.choosing import set_option
from grognard.forces.ledger import Priced, Tally
from grognard.forces.limits import agreed, check_limits
from grognard.forces.verdict import Breach, Edit, Repair, add, put, remove
from grognard.systems.vor.attacks import BASIC, ELITE, INDIVIDUAL, LEADER, VEHICLE
from grognard.systems.vor.entries import Types, fielded
from grognard.systems.vor.legality import SIZE_CLAUSES, check_unit
from grognard.systems.vor.pricing import unit_price
from grognard.systems.vor.refills import Refill, check_refills, limited, refill_price
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.units import VEHICLE_SQUAD, Squad, Unit, Vehicle

RESTRICTED: Final = 500
"""PV for each Restricted Deployment vehicle."""

SQUADS: Final = of_role(BASIC, ELITE)


# -- prices ------------------------------------------------------------------------------


def _army(roster: Roster, settings: Settings, t: Tally) -> int:
    price = 0
    for pick, name in zip(roster.units, roster.names()):
        price = t.include(price, pick_price(roster, pick, name, settings), "VOR-ORD-06")
    return price


def army_price(roster: Roster, settings: Settings) -> Priced:
    """All units of an army."""
    return Priced(roster.name or "army", _army, (roster, settings))


def pick_price(roster: Roster, pick: Pick, name: str, settings: Settings) -> Priced:
    """What was chosen as one unit; worked out once."""
    types: Types = roster.catalogue.source
    key = (_key(roster, pick), name, settings)
    known = types.prices.get(key)
    if known is None:
        types.forget()
        known = unit_price(unit_of(roster, pick), settings, name)
        if carried(roster, pick, name):
            known = Priced(name, _laden, (known, carried(roster, pick, name), settings))
        types.prices[key] = known
    return known


def _laden(unit: Priced, refills: Sequence[Refill], settings: Settings, t: Tally) -> int:
    """A unit, and the refills that it carries (VOR-LIM-05)."""
    price = unit.rule(*unit.args, t)
    for refill in refills:
        part = refill_price(refill.stock, refill.uses, settings)
        price = t.include(int(price), part, "VOR-LIM-05")
    return int(price)


def carried(roster: Roster, pick: Pick, name: str) -> list[Refill]:
    """The refills that a unit carries."""
    types: Types = roster.catalogue.source
    return [
        Refill(types.stock[key], int(uses), name)
        for key, uses in pick.options.items()
        if uses and key in types.stock
    ]


def unit_of(roster: Roster, pick: Pick) -> Unit:
    return fielded(roster.catalogue, pick, roster.models(pick))


def _key(roster: Roster, pick: Pick) -> Any:
    return (pick.entry, roster.models(pick), tuple(pick.options.items()))


# -- limits ------------------------------------------------------------------------------


def type_of(roster: Roster, pick: Pick) -> Unit:
    types: Types = roster.catalogue.source
    return types.units[pick.entry]


def _demand(roster: Roster, pick: Pick, price: int) -> int:
    """The basic squads that an elite squad needs."""
    unit = type_of(roster, pick)
    return unit.demand if isinstance(unit, Squad) and unit.role == ELITE else 0


def _restricted(roster: Roster, pick: Pick, price: int) -> int:
    """PV that the army must spend for the restricted vehicles of a unit: each one counts, vehicles
    without the limitation do not (VOR-RES-03). One for every full 500 PV: none to 499, one to 999,
    two to 1499 (VOR-RES-02, VOR-RES-04).
    """
    unit = type_of(roster, pick)
    if isinstance(unit, Vehicle) and unit.restricted:
        return RESTRICTED * roster.models(pick)
    return 0


def bounds(roster: Roster, settings: Settings) -> list[Bound]:
    """Every limit of an army that can be counted, for this force list."""
    types: Types = roster.catalogue.source
    found = [Bound("leaders", "VOR-FS-02", of_role(LEADER), most=1)]
    if settings.leader_required:
        found.append(Bound("leaders wanted", "VOR-GAP-14", _none, of_role(LEADER), most=-1))
    if settings.elite_demands == "sum":
        elites = [u for u in types.units.values() if isinstance(u, Squad) and u.role == ELITE]
        clause = "VOR-FS-08" if any(unit.demand > 1 for unit in elites) else "VOR-FS-07"
        label = "basic squads that the elite squads need"
        found.append(Bound(label, clause, _demand, of_role(BASIC)))
    else:
        found.append(Bound("elite squads", "VOR-FS-07", of_role(ELITE), of_role(BASIC)))
        for key, unit in types.units.items():
            if isinstance(unit, Squad) and unit.role == ELITE and unit.demand > 1:
                label = f"basic squads that {unit.name} need"
                found.append(Bound(label, "VOR-FS-08", _demand_of(key), of_role(BASIC)))
    found += _individuals(types, settings)
    # A vehicle squad counts once, not for each of its models (VOR-FS-19).
    found.append(Bound("vehicles", "VOR-FS-18", of_role(VEHICLE, VEHICLE_SQUAD), SQUADS))
    if settings.restricted_total == "spent":
        found.append(Bound("restricted vehicles", "VOR-RES-01", _restricted, its_price, 0, 500))
    else:
        agreed = roster.limit
        found.append(Bound("restricted vehicles", "VOR-GAP-48", _restricted, most=agreed, each=500))
    for key, unit in types.units.items():
        if unit.cap:
            found.append(Bound(unit.name, "VOR-FS-09", of_entry(key), most=unit.cap))
    if roster.limit:
        found.append(Bound("PV", "VOR-GEN-02", its_price, most=roster.limit))
    return found


def _none(roster: Roster, pick: Pick, price: int) -> int:
    return 0


def _demand_of(key: str) -> Any:
    def weight(roster: Roster, pick: Pick, price: int) -> int:
        return _demand(roster, pick, price) if pick.entry == key else 0

    return weight


def _individuals(types: Types, settings: Settings) -> list[Bound]:
    """No more individuals than squads, small units counting once (VOR-FS-14); and one small unit
    of each type (VOR-GAP-50).
    """
    roles = (INDIVIDUAL, VEHICLE) if settings.vehicles_as_individuals else (INDIVIDUAL,)
    found = [Bound("individuals", "VOR-FS-11", of_role(*roles), SQUADS)]
    small = [k for k, u in types.units.items() if isinstance(u, Squad) and u.small_unit]
    if settings.small_units == "all":
        found.append(Bound("small units", "VOR-GAP-50", of_entry(*small), most=1))
    else:
        for key in small:
            name = f"units of {types.units[key].name}"
            found.append(Bound(name, "VOR-FS-13", of_entry(key), most=1))
    return found


# -- legality ----------------------------------------------------------------------------


def check_army(roster: Roster, settings: Settings) -> list[Breach]:
    """Each unit by itself, and then all of them together."""
    names = roster.names()
    prices: list[int] = []
    found: list[Breach] = []
    for index, (pick, name) in enumerate(zip(roster.units, names)):
        prices.append(pick_price(roster, pick, name, settings).value)
        found += [
            _of_army(roster, index, breach, name) for breach in _checked(roster, pick, settings)
        ]
        _more_than_there_are(roster, index, name, found)
    _nobodys(roster, names, found)
    if not roster.units:
        found.append(Breach("no units", "VOR-GEN-02", ("units",), Repair("add a unit")))
    for bound in bounds(roster, settings):
        breach = bound.breach(roster, prices)
        if breach is None:
            continue
        if bound.clause == "VOR-GAP-14":
            breach = Breach("no leader", bound.clause, ("units",), _a_leader(roster.catalogue))
        elif bound.clause == "VOR-GEN-02":
            breach = _too_dear(roster, names, prices, settings)
        found.append(breach)
    found += check_limits(roster, agreed(roster), prices)
    leaders = sum(1 for pick in roster.units if roster.entry(pick).role == LEADER)
    if roster.units and not leaders and not settings.leader_required:
        repair = _a_leader(roster.catalogue)
        found.append(Breach("no leader", "VOR-GAP-14", ("units",), repair, True))
    if settings.strict_source:
        _strict(roster, names, settings, found)
    return found


def _checked(roster: Roster, pick: Pick, settings: Settings) -> list[Breach]:
    types: Types = roster.catalogue.source
    key = (_key(roster, pick), settings)
    known = types.breaches.get(key)
    if known is None:
        types.forget()
        known = check_unit(unit_of(roster, pick), settings)
        types.breaches[key] = known
    return known


def _of_army(roster: Roster, index: int, breach: Breach, name: str) -> Breach:
    """A breach of a unit, seen from the army: what can be mended there by choosing otherwise."""
    pick = roster.units[index]
    where = ("units", index)
    repair = Repair(f"leave out {name}", [remove("units", index)])
    counted = breach.where[:1] == ("models",) and breach.where[-1:] == ("count",)
    sizes = {clause for pair in SIZE_CLAUSES.values() for clause in pair}
    if breach.repair is not None and breach.repair.edits:
        edit = breach.repair.edits[0]
        if breach.where == ("count",):
            repair = Repair(breach.repair.words, [put(*where, "models", value=edit.value)])
        elif counted and breach.clause in sizes:
            squad = unit_of(roster, pick)
            assert isinstance(squad, Squad)
            models = squad.size - squad.models[squad.main].count + int(edit.value)
            repair = Repair(breach.repair.words, [put(*where, "models", value=models)])
        elif counted:
            mended = _fewer_of(roster, index, int(breach.where[1]), int(edit.value))
            repair = Repair(breach.repair.words, mended) if mended else repair
    return Breach(f"{name}: {breach.what}", breach.clause, where, repair, breach.advisory)


def _fewer_of(roster: Roster, index: int, model: int, count: int) -> list[Edit]:
    """The edit that leaves so many of a model in a unit, if that can be chosen."""
    pick = roster.units[index]
    types: Types = roster.catalogue.source
    for key, group in types.groups[pick.entry].items():
        choice = roster.entry(pick).choice(key)
        if group == model and choice is not None and choice.least <= count:
            return [set_option(index, choice, count)]
    return []


def _more_than_there_are(roster: Roster, index: int, name: str, found: list[Breach]) -> None:
    """The models that were chosen one by one fit into the squad."""
    pick = roster.units[index]
    unit = unit_of(roster, pick)
    models = roster.models(pick)
    if isinstance(unit, Squad) and unit.size > models:
        repair = Repair(f"make it {unit.size}", [put("units", index, "models", value=unit.size)])
        what = f"{name}: {unit.size} models were chosen for a squad of {models}"
        found.append(Breach(what, "VOR-AOL-04", ("units", index, "models"), repair))


def _nobodys(roster: Roster, names: list[str], found: list[Breach]) -> None:
    """Refills for what nobody of the army has."""
    laden = [(n, carried(roster, pick, names[n])) for n, pick in enumerate(roster.units)]
    if not any(refills for _, refills in laden):
        return
    known = {attack for pick in roster.units for attack, _ in limited(unit_of(roster, pick))}
    keys = {stock: key for key, stock in roster.catalogue.source.stock.items()}
    for index, refills in laden:
        for breach in check_refills(refills, known):
            (n,) = breach.where
            where = ("units", index, "options", keys[refills[int(n)].stock])
            repair = Repair("leave them out", [remove(*where)])
            found.append(Breach(breach.what, breach.clause, where, repair))


def _a_leader(catalogue: Catalogue) -> Repair:
    """The first leader of the list."""
    for entry in catalogue.entries.values():
        if entry.role == LEADER:
            return Repair(f"add {entry.name}", [add("units", value={"entry": entry.key})])
    return Repair("add a leader to the force list")


def _too_dear(roster: Roster, names: list[str], prices: list[int], settings: Settings) -> Breach:
    """More PV than were agreed: the smallest change that is enough."""
    excess = sum(prices) - roster.limit
    what = f"{sum(prices)} PV of {roster.limit}: {excess} too many"
    ways: list[tuple[int, str, list[Edit]]] = []
    for index, pick in enumerate(roster.units):
        if prices[index] >= excess:
            words = f"leave out {names[index]}"
            ways.append((prices[index], words, [remove("units", index)]))
        for models in range(roster.models(pick) - 1, roster.entry(pick).least - 1, -1):
            fewer = Pick(pick.entry, pick.name, models, pick.options)
            saved = prices[index] - pick_price(roster, fewer, names[index], settings).value
            if saved >= excess:
                words = f"{names[index]}: {models} models instead of {roster.models(pick)}"
                ways.append((saved, words, [put("units", index, "models", value=models)]))
                break
    if ways:
        _, words, edits = min(ways, key=lambda way: way[0])
        return Breach(what, "VOR-GEN-02", ("limit",), Repair(words, edits))
    bound = Bound("PV", "VOR-GEN-02", its_price, most=roster.limit)
    breach = bound.breach(roster, prices)
    repair = breach.repair if breach is not None else None
    return Breach(what, "VOR-GEN-02", ("limit",), repair)


def _strict(roster: Roster, names: list[str], settings: Settings, found: list[Breach]) -> None:
    """Nothing may rest on numbers of the house (VOR-GAP-01)."""
    for index, (pick, name) in enumerate(zip(roster.units, names)):
        if pick_price(roster, pick, name, settings).house:
            repair = Repair(f"leave out {name}", [remove("units", index)])
            what = f"{name} is priced with numbers of the house"
            found.append(Breach(what, "VOR-GAP-01", ("units", index), repair))
