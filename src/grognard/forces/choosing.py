"""What more can be chosen for a roster, one thing at a time: the same for every catalogue."""

from __future__ import annotations

from grognard.forces.catalogue import Choice, Pick, Roster, Value
from grognard.forces.faces import Further
from grognard.forces.verdict import Edit, add, put, remove


def furthers(roster: Roster, member: str = "model") -> list[Further]:
    """Another unit of each entry; for each unit a model more or fewer, and every other value of
    every option.
    """
    found: list[Further] = []
    for entry in roster.catalogue.entries.values():
        found.append(
            Further(f"add {entry.name}", [add("units", value={"entry": entry.key})], entry.clause)
        )
    names = roster.names()
    for index, pick in enumerate(roster.units):
        entry = roster.entry(pick)
        models = roster.models(pick)
        if models < entry.most:
            found.append(_models(index, models + 1, f"{names[index]}: one {member} more"))
        if models > entry.least:
            found.append(_models(index, models - 1, f"{names[index]}: one {member} fewer"))
        for choice in entry.choices:
            for value in _others(choice, pick):
                label = f"{names[index]}: {in_words(choice, value)}"
                found.append(Further(label, [set_option(index, choice, value)], choice.clause))
        found.append(Further(f"{names[index]}: leave it out", [remove("units", index)]))
    return found


def set_option(index: int, choice: Choice, value: Value) -> Edit:
    """The edit that gives a unit's option this value."""
    if value == choice.default:
        return remove("units", index, "options", choice.key)
    return put("units", index, "options", choice.key, value=value)


def in_words(choice: Choice, value: Value) -> str:
    """An option at some value: "no jump packs", "Light Support Weapon 2", "training: Elite"."""
    if isinstance(value, bool):
        return choice.label if value else f"no {choice.label}"
    if isinstance(value, int):
        return f"{choice.label} {value}" if value else f"no {choice.label}"
    return f"{choice.label}: {value}" if value else f"no {choice.label}"


def _models(index: int, models: int, label: str) -> Further:
    return Further(label, [put("units", index, "models", value=models)])


def _others(choice: Choice, pick: Pick) -> list[Value]:
    value = pick.option(choice)
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [n for n in (value + 1, value - 1) if choice.least <= n <= choice.most]
    return [other for other in choice.values if other != value]
