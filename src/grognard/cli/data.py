"""`grognard data`: a user's own troops, weapons and the like: what they change, what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from grognard.cli.common import Stop, console, data_dir, find, use_data, write_json
from grognard.forces.own import VARIABLE, own_data

Flag_ = Annotated[bool, Parameter(negative=())]


def data(system: str = "", folder: Path | None = None, /, *, json: Flag_ = False) -> int:
    """Check your own data for a system.

    Parameters
    ----------
    system
        A rule system, as `grognard systems` lists them.
    folder
        The folder with your TOML files; usually the one that all commands use.
    json
        Print it for machines.
    """
    if not system:
        raise Stop("which rule system? grognard data SYSTEM [FOLDER]")
    found = find(system)
    check = getattr(found, "check_data", None)
    if check is None:
        raise Stop(f"{found.title} takes no data of your own")
    use_data(folder)
    where = own_data(found.name)
    if where is None:
        usual = data_dir() / "own" / found.name
        raise Stop(
            f"there are no data of your own yet: put TOML files into {usual}, name a folder, "
            f"or set {VARIABLE}"
        )
    if not where.is_dir():
        raise Stop(f"{where} is no folder; own data are TOML files in one")
    rows, notices, faults = check(where)
    if json:
        write_json({"folder": str(where), "rows": rows, "notices": notices, "faults": faults})
        return int(bool(faults))
    screen = console()
    for line in rows:
        screen.print(line, soft_wrap=True, markup=False)
    for line in notices:
        screen.print(f"note: {line}", soft_wrap=True, markup=False, style="dim")
    for line in faults:
        print(line, file=sys.stderr)
    if faults:
        return 1
    if not rows:
        screen.print(f"nothing is changed by {where}", soft_wrap=True, markup=False)
    return 0
