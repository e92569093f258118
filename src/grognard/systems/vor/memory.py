"""What was read, priced and judged once need not be again: nobody changes a unit or an attack.

A force list is read anew on every keystroke, and all but one of its types are what they were.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from grognard.forces.document import Row
from grognard.systems.vor import attack_tables, unit_tables
from grognard.systems.vor.attacks import Attack, Bearer
from grognard.systems.vor.settings import Settings

T = TypeVar("T")

MOST: Final = 2000
MOST_LATELY: Final = 60
MOST_LEAVES: Final = 20_000
MOST_VALUES: Final = 150

_READ: Final[dict[Any, Any]] = {}
_MADE: Final[dict[Any, tuple[Any, Any, Any]]] = {}
_LATELY: Final[dict[Any, tuple[Any, Any, Any]]] = {}
_LEAVES: Final[dict[Any, tuple[Any, Any, Any]]] = {}
_VALUES: Final[dict[Any, Any]] = {}
_SETTINGS: Final[dict[Settings, Settings]] = {}


def the_same(settings: Settings) -> Settings:
    """One object for all equal settings, so that what was made by them is found again."""
    if len(_SETTINGS) >= MOST:
        _SETTINGS.clear()
    return _SETTINGS.setdefault(settings, settings)


def _tables() -> tuple[int, int]:
    return id(unit_tables.tables()), id(attack_tables.tables())


def read_once(row: Row, make: Callable[[Row], Any]) -> Any:
    """What is made of this table, if it was not made already; what is faulty is not kept."""
    key = json.dumps(row.values, default=str), _tables()
    known = _READ.get(key)
    if known is None:
        before = len(row.document.faults)
        known = make(row)
        if len(row.document.faults) == before:
            if len(_READ) >= MOST:
                _READ.clear()
            _READ[key] = known
    return known


def made_once(of: Any, settings: Settings, make: Callable[[Any, Any], Any]) -> Any:
    """What was worked out of this very object; it is kept alive, so that none takes its place."""
    key = make.__name__, id(of), id(settings), _tables()
    known = _MADE.get(key)
    if known is None:
        if len(_MADE) >= MOST:
            _MADE.clear()
        known = of, settings, make(of, settings)
        _MADE[key] = known
    return known[2]


def made_lately(of: Any, settings: Settings, make: Callable[[Any, Any], Any]) -> Any:
    """The same for what is large: only the last of them are kept."""
    key = make.__name__, id(of), id(settings), _tables()
    known = _LATELY.pop(key, None)
    if known is None:
        known = of, settings, make(of, settings)
        if len(_LATELY) >= MOST_LATELY:
            del _LATELY[next(iter(_LATELY))]
    _LATELY[key] = known
    return known[2]


def once_of(
    attack: Attack, bearer: Bearer, settings: Settings, make: Callable[[Attack, Bearer, Any], T]
) -> T:
    """The same for an attack and whoever bears it."""
    key = make.__name__, id(attack), bearer, id(settings), _tables()
    known = _LEAVES.get(key)
    if known is None:
        if len(_LEAVES) >= MOST_LEAVES:
            _LEAVES.clear()
        known = attack, settings, make(attack, bearer, settings)
        _LEAVES[key] = known
    made: T = known[2]
    return made


def known_of(
    attack: Attack, bearer: Bearer, settings: Settings, make: Callable[[Attack, Bearer, Any], T]
) -> T:
    """The same for all equal attacks: for what takes longer than to tell them apart."""
    key = make.__name__, attack, bearer, settings, _tables()
    known: T | None = _VALUES.get(key)
    if known is None:
        if len(_VALUES) >= MOST_VALUES:
            _VALUES.clear()
        known = _VALUES[key] = make(attack, bearer, settings)
    return known
