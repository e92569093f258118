"""A user's own tables and force lists, looked over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from grognard.forces.document import Malformed, read
from grognard.systems.vor import attack_tables, unit_tables
from grognard.systems.vor.entries import OWN_LIST, own_lists


def _lists(file: Path) -> Any:
    return own_lists(file)


READERS: Final[dict[str, Callable[[Path], Any]]] = {
    attack_tables.FILE: attack_tables.load_tables,
    unit_tables.FILE: unit_tables.load_tables,
    OWN_LIST: _lists,
}


def own_changes(folder: Path) -> tuple[list[str], list[str], list[str]]:
    """What own data in this folder change, what is unusual, and what is wrong with them."""
    rows: list[str] = []
    notices: list[str] = []
    faults: list[str] = []
    for file in sorted(folder.glob("*.toml")):
        make = READERS.get(file.name)
        if make is None:
            notices.append(f"{file.name} is not read; files are called {', '.join(READERS)}")
            continue
        try:
            make(file)
            data = read(file).data
        except Malformed as error:
            faults += map(str, error.faults)
            continue
        for table, values in data.items():
            rows.append(f"{file.name}: {len(values)} rows of {table}")
    return rows, notices, faults
