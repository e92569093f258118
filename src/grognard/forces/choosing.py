"""What more can be chosen for a roster, one thing at a time: the same for every catalogue."""

from __future__ import annotations

from grognard.forces.catalogue import Choice, Entry, Pick, Roster, Value
from grognard.forces.faces import Further
from grognard.forces.verdict import Edit, Path, add, put, remove


def furthers(roster: Roster, member: str = "model") -> list[Further]:
    """Another unit of each entry; for each unit a model more or fewer, every other value of
    every option, and the same for what it holds.
    """
    entries = list(roster.catalogue.entries.values())
    found = [_added(("units",), entry, f"add {entry.name}") for entry in entries if entry.alone]
    for index, (pick, name) in enumerate(zip(roster.units, roster.names())):
        found += _of_unit(roster, ("units", index), pick, name, member)
    return found


def _of_unit(roster: Roster, path: Path, pick: Pick, name: str, member: str) -> list[Further]:
    entry = roster.entry(pick)
    models = roster.models(pick)
    found: list[Further] = []
    if models < entry.most:
        found.append(_models(path, models + 1, f"{name}: one {member} more"))
    if models > entry.least:
        found.append(_models(path, models - 1, f"{name}: one {member} fewer"))
    for choice in entry.choices:
        for value in _others(choice, pick):
            label = f"{name}: {choice.in_words(value)}"
            found.append(Further(label, [set_option(path, choice, value)], choice.clause))
    if entry.holds:
        for other in roster.catalogue.entries.values():
            if entry.takes(other):
                found.append(_added((*path, "parts"), other, f"{name}: add {other.name}"))
    for index, part in enumerate(pick.parts):
        inner = f"{name}, {part.name or roster.entry(part).name}"
        found += _of_unit(roster, (*path, "parts", index), part, inner, member)
    found.append(Further(f"{name}: leave it out", [remove(*path)]))
    return found


def set_option(unit: int | Path, choice: Choice, value: Value) -> Edit:
    """The edit that gives an option this value: of the unit of this number, or of what stands at
    this path.
    """
    path = ("units", unit) if isinstance(unit, int) else unit
    if value == choice.default:
        return remove(*path, "options", choice.key)
    return put(*path, "options", choice.key, value=value)


def _added(path: Path, entry: Entry, label: str) -> Further:
    return Further(label, [add(*path, value={"entry": entry.key})], entry.clause)


def _models(path: Path, models: int, label: str) -> Further:
    return Further(label, [put(*path, "models", value=models)])


def _others(choice: Choice, pick: Pick) -> list[Value]:
    value = pick.option(choice)
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [n for n in (value + 1, value - 1) if choice.least <= n <= choice.most]
    return [other for other in choice.values if other != value]
