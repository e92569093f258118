"""What was read, priced and judged once need not be again: nobody changes a unit.

A force list is read anew on every keystroke, and all but one of its types are what they were.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from grognard.forces.document import Row
from grognard.systems.vor import attack_tables, unit_tables

MOST: Final = 2000

_READ: Final[dict[Any, Any]] = {}
_MADE: Final[dict[Any, tuple[Any, Any]]] = {}


def read_once(row: Row, make: Callable[[Row], Any]) -> Any:
    """What is made of this table, if it was not made already; what is faulty is not kept."""
    tables = id(unit_tables.tables()), id(attack_tables.tables())
    key = json.dumps(row.values, default=str), tables
    known = _READ.get(key)
    if known is None:
        before = len(row.document.faults)
        known = make(row)
        if len(row.document.faults) == before:
            if len(_READ) >= MOST:
                _READ.clear()
            _READ[key] = known
    return known


def made_once(of: Any, settings: Any, make: Callable[[Any, Any], Any]) -> Any:
    """What was worked out of this very object; it is kept alive, so that none takes its place."""
    key = make.__name__, id(of), settings
    known = _MADE.get(key)
    if known is None:
        if len(_MADE) >= MOST:
            _MADE.clear()
        known = of, make(of, settings)
        _MADE[key] = known
    return known[1]
