"""Whether a force may be fielded: the house checks of FOW-GAP-63, each with its repair."""

from __future__ import annotations

import difflib
from typing import Final

from grognard.forces.bounds import Bound, its_price, nothing
from grognard.forces.catalogue import Pick, Roster
from grognard.forces.choosing import set_option
from grognard.forces.limits import agreed, check_limits
from grognard.forces.verdict import Breach, Edit, Repair, put, remove
from grognard.systems.forge_of_war.entries import ATTACH, COMMANDER
from grognard.systems.forge_of_war.mustering import force_of, unit_of
from grognard.systems.forge_of_war.points import unit_points
from grognard.systems.forge_of_war.profiles import Force, ForceUnit, notices, size_notices
from grognard.systems.forge_of_war.settings import Settings

HOUSE: Final = "FOW-GAP-63"
LEADERS: Final = "FOW-GAP-05"
SUPER_HEAVY: Final = "FOW-GAP-65"
RULINGS: Final = Settings()


def check_roster(roster: Roster, settings: Settings = RULINGS) -> list[Breach]:
    """Everything that is wrong, and what is unusual."""
    force = force_of(roster)
    found: list[Breach] = []
    _one_commander(roster, force, found)
    if 0 < len(force.units) < settings.least_units:
        what = f"{len(force.units)} units instead of {settings.least_units} at least"
        found.append(Breach(what, HOUSE, ("units",), Repair("add units")))
    for index, unit in enumerate(force.units):
        _size(roster, index, unit, found, settings)
        _arms(roster, index, unit, found)
        _host(roster, index, force, found)
    costs = [unit_points(unit).value for unit in force.units]
    found += check_limits(roster, agreed(roster), costs)
    _limit(roster, force, costs, found)
    return found


def bounds(roster: Roster, settings: Settings) -> list[Bound]:
    """The limits that can be counted: what a search keeps to from the start."""
    found = [*COMMANDERS, Bound("units wanted", HOUSE, nothing, _one, most=-settings.least_units)]
    if roster.limit:
        found.append(Bound("points", HOUSE, its_price, most=roster.limit))
    return found


def _one(roster: Roster, pick: Pick, price: int) -> int:
    return 1


def _commander(roster: Roster, pick: Pick, price: int) -> int:
    return int(unit_of(roster, pick, pick.name).profile.commander)


COMMANDERS: Final = (
    Bound("Force Commanders", HOUSE, _commander, most=1),
    Bound("Force Commander wanted", HOUSE, nothing, _commander, most=-1),
)
"""Exactly one Force Commander (FOW-GAP-69)."""


def _one_commander(roster: Roster, force: Force, found: list[Breach]) -> None:
    """Says which one it could be."""
    prices = [0] * len(roster.units)
    if all(bound.breach(roster, prices) is None for bound in COMMANDERS):
        return
    named = [n for n, unit in enumerate(force.units) if unit.profile.commander]
    if not force.units:
        found.append(Breach("no units", HOUSE, ("units",), Repair("add a unit")))
    elif not named:
        leaders = [n for n, unit in enumerate(force.units) if unit.profile.leader]
        index = leaders[0] if leaders else 0
        words = f"name {force.units[index].name} Force Commander"
        repair = Repair(words, [set_option(index, COMMANDER, True)])
        found.append(Breach("no Force Commander", HOUSE, ("units",), repair))
    else:
        edits = [set_option(n, COMMANDER, False) for n in named[1:]]
        words = f"keep {force.units[named[0]].name} alone"
        what = f"{len(named)} Force Commanders instead of exactly one"
        where = ("units", named[1], "options", COMMANDER.key)
        found.append(Breach(what, HOUSE, where, Repair(words, edits)))


def _size(
    roster: Roster, index: int, unit: ForceUnit, found: list[Breach], settings: Settings
) -> None:
    """Unusual sizes are worth a word, forbidden ones are breaches (FOW-3.3-03)."""
    profile = unit.profile
    for notice in notices(profile):
        super_heavy = notice.clause == SUPER_HEAVY and settings.super_heavy == "refused"
        leave = Repair(f"leave out {unit.name}", [remove("units", index)]) if super_heavy else None
        found.append(Breach(notice.why, notice.clause, ("units", index), leave, not super_heavy))
    entry = roster.entry(roster.units[index])
    binding = settings.size_limits == "binding"
    for notice in size_notices(profile, unit.figures):
        low, high = (1, 1) if profile.vehicle else (entry.least, entry.most)
        models = min(max(unit.figures, low), high)
        repair = Repair(f"make it {models}", [put("units", index, "models", value=models)])
        where = ("units", index, "models")
        what = f"{unit.name}: {notice.why}"
        found.append(Breach(what, notice.clause, where, repair, not (notice.hard or binding)))


def _arms(roster: Roster, index: int, unit: ForceUnit, found: list[Breach]) -> None:
    """No more weapons than figures."""
    special = _carried(roster.units[index])
    spare = sum(count for _, count in special) - unit.figures
    if spare <= 0 or unit.profile.vehicle:
        return
    edits: list[Edit] = []
    words: list[str] = []
    left = spare
    for key, count in reversed(special):
        less = min(left, count)
        if less:
            left -= less
            words.append(f"{less} x {key}")
            path = ("units", index, "options", key)
            edits.append(put(*path, value=count - less) if less < count else remove(*path))
    what = f"{unit.name}: {unit.figures + spare} weapons for {unit.figures} figures"
    repair = Repair("leave out " + " and ".join(words), edits)
    found.append(Breach(what, HOUSE, ("units", index, "options"), repair))


def _carried(pick: Pick) -> list[tuple[str, int]]:
    """How many figures carry something special, weapon by weapon."""
    return [(k, v) for k, v in pick.options.items() if type(v) is int and v > 0]


def _host(roster: Roster, index: int, force: Force, found: list[Breach]) -> None:
    """A leader starts with a unit of figures of his own force (FOW-GAP-05)."""
    unit = force.units[index]
    if not unit.attach:
        return
    hosts = [u.name for u in force.units if not u.profile.leader and not u.profile.vehicle]
    if unit.attach in hosts:
        return
    near = difflib.get_close_matches(unit.attach, hosts, 1)
    known = any(u.name == unit.attach for u in force.units)
    why = "can take no leader" if known else "is not in this force"
    if near:
        repair = Repair(f"start with {near[0]}", [set_option(index, ATTACH, near[0])])
    else:
        repair = Repair("let him stand alone", [set_option(index, ATTACH, "")])
    where = ("units", index, "options", ATTACH.key)
    found.append(Breach(f"{unit.name}: {unit.attach} {why}", LEADERS, where, repair))


def _limit(roster: Roster, force: Force, costs: list[int], found: list[Breach]) -> None:
    """Points within what was agreed."""
    excess = sum(costs) - roster.limit
    if roster.limit and excess > 0:
        what = f"{sum(costs)} points of {roster.limit}: {excess} too many"
        found.append(Breach(what, HOUSE, ("limit",), _cheaper(roster, force, costs, excess)))


class Saving:
    """One way to spend less."""

    def __init__(self, points: int, words: str, edit: Edit) -> None:
        self.points = points
        self.words = words
        self.edit = edit


def _cheaper(roster: Roster, force: Force, costs: list[int], excess: int) -> Repair:
    """The one change that gives up the fewest points, after leaving out the dearest units for as
    long as no single change is enough.
    """
    words: list[str] = []
    edits: list[Edit] = []
    units = list(roster.units)
    names = [unit.name for unit in force.units]
    costs = list(costs)
    while True:
        dearest = max(range(len(units)), key=lambda index: costs[index])
        if costs[dearest] >= excess:  # nothing saves more than leaving the unit out
            enough = [
                saving
                for index in range(len(units))
                if costs[index] >= excess
                for saving in _savings(
                    roster, units[index], index, names[index], costs[index], excess
                )
                if saving.points >= excess
            ]
            best = min(enough, key=lambda saving: saving.points)
            return Repair("; ".join([*words, best.words]), [*edits, best.edit])
        words.append(f"leave out {names[dearest]}")
        edits.append(remove("units", dearest))
        excess -= costs[dearest]
        del units[dearest]
        del names[dearest]
        del costs[dearest]


def _savings(
    roster: Roster, pick: Pick, index: int, name: str, cost: int, excess: int
) -> list[Saving]:
    """Fewer figures, fewer weapons, or none of it. Every figure and weapon costs the same."""
    found = [Saving(cost, f"leave out {name}", remove("units", index))]
    models = roster.models(pick)
    carried = _carried(pick)
    floor = max(roster.entry(pick).least, sum(count for _, count in carried))
    fewer = _enough(cost - _cost(roster, pick, name, models - 1), excess, models - floor)
    if fewer:
        left = models - fewer
        saved = cost - _cost(roster, pick, name, left)
        words = f"{name}: {left} figures instead of {models}"
        found.append(Saving(saved, words, put("units", index, "models", value=left)))
    for key, count in carried:
        each = cost - _cost(roster, _armed(pick, key, count - 1), name, models)
        less = _enough(each, excess, count)
        if less:
            left = count - less
            saved = cost - _cost(roster, _armed(pick, key, left), name, models)
            path = ("units", index, "options", key)
            edit = put(*path, value=left) if left else remove(*path)
            found.append(Saving(saved, f"{name}: {less} x {key} fewer", edit))
    return found


def _enough(each: int, excess: int, most: int) -> int:
    """How many have to go; 0: not even all would do."""
    count = -(-excess // each) if each > 0 else 0
    return count if count <= most else 0


def _armed(pick: Pick, key: str, count: int) -> Pick:
    return Pick(pick.entry, pick.name, pick.models, {**pick.options, key: count})


def _cost(roster: Roster, pick: Pick, name: str, models: int) -> int:
    """What the unit would cost with so many figures."""
    if models < 1:
        return 0
    changed = Pick(pick.entry, pick.name, models, pick.options)
    return unit_points(unit_of(roster, changed, name)).value
