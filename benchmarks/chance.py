"""Settings and forces made up at random, for whoever wants everything tried together."""

from __future__ import annotations

import random
from typing import Any

from grognard.forces.document import Document
from grognard.forces.verdict import apply
from grognard.rules.settings import make_settings, settings_of

CHANGED = 0.3
"""How likely a setting is to be played by another reading."""

ROSTERS = 0.6
"""How often a force is made up of single units; else it is a ready one."""

MOST_UNITS = 6
MOST_MODELS = 12
REPAIRS = 40
TRIES = 20


def some_settings(system: Any, rnd: random.Random) -> Any:
    """Each reading by chance; no long games."""
    values: dict[str, Any] = {}
    for option in settings_of(system.settings):
        if option.name == "game_length":
            values[option.name] = rnd.randint(1, 3)
        elif rnd.random() >= CHANGED:
            continue
        elif isinstance(option.default, bool):
            values[option.name] = not option.default
        elif option.choices:
            values[option.name] = rnd.choice(option.choices)
        else:
            values[option.name] = rnd.randint(option.low, min(option.high, option.low + 3))
    made = make_settings(system.settings, values)
    assert not isinstance(made, list), made
    return made


def some_force(system: Any, rnd: random.Random, settings: Any) -> Any:
    """A ready force, or one that somebody might have put together."""
    ready = list(system.forces())
    if rnd.random() >= ROSTERS or getattr(system, "builder", None) is None:
        return rnd.choice(ready)
    made = some_roster(system.builder, system.name, rnd, settings)
    return made if made is not None else rnd.choice(ready)


def some_roster(builder: Any, system: str, rnd: random.Random, settings: Any) -> Any | None:
    """Units, sizes and options by chance, then repaired until it may be fielded."""
    catalogue = builder.catalogues()[0]
    keys = list(catalogue.entries)
    units = []
    for n in range(rnd.randint(2, MOST_UNITS)):
        entry = catalogue.entries[rnd.choice(keys)]
        models = rnd.randint(entry.least, max(entry.least, min(entry.most, MOST_MODELS)))
        options: dict[str, Any] = {}
        for choice in rnd.sample(entry.choices, min(len(entry.choices), rnd.randint(0, 3))):
            if choice.values:
                options[choice.key] = rnd.choice(choice.values)
            elif isinstance(choice.default, bool):
                options[choice.key] = True
            elif isinstance(choice.default, int):
                options[choice.key] = rnd.randint(1, 2)
        units.append(
            {"entry": entry.key, "name": f"Unit {n + 1}", "models": models, "options": options}
        )
    document: dict[str, Any] = {
        "system": system,
        "name": "By chance",
        "catalogue": catalogue.key,
        "units": units,
    }
    roster = builder.read(Document(document))
    for _ in range(REPAIRS):
        breaches = [b for b in builder.check(roster, settings) if not b.advisory]
        if not breaches:
            return roster
        if breaches[0].repair is None or not breaches[0].repair.edits:
            return None
        roster = builder.read(Document(apply(builder.write(roster), breaches[0].repair.edits)))
    return None


def some_setup(system: Any, seed: int) -> tuple[Any, Any]:
    """Settings and a set-up that can be played."""
    rnd = random.Random(f"chance {seed}")
    for _ in range(TRIES):
        settings = some_settings(system, rnd)
        forces = [some_force(system, rnd, settings) for _ in range(2)]
        setup = system.setup(rnd.choice(system.scenarios), forces, seed, settings)
        if not isinstance(setup, list) and not isinstance(system.start(setup, settings), list):
            return settings, setup
    raise ValueError(f"seed {seed}: nothing that can be played in {TRIES} tries")
