"""Where a user's own data live: troops, weapons and the like beside those that a system ships."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

VARIABLE: Final = "GROGNARD_DATA"
"""Names another folder for own data; empty: none at all."""


def data_dir() -> Path:
    """Where this user's own files live."""
    if home := os.environ.get("XDG_DATA_HOME"):
        return Path(home) / "grognard"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "grognard"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "grognard"
    return Path.home() / ".local" / "share" / "grognard"


def own_data(system: str) -> Path | None:
    """The folder with this user's own data for a system; None: there is none.

    Of the folder named it is the one called like the system, or the folder itself.
    """
    named = os.environ.get(VARIABLE)
    if named is None:
        usual = data_dir() / "own" / system
        return usual if usual.is_dir() else None
    if not named:
        return None
    folder = Path(named)
    return folder / system if (folder / system).is_dir() else folder
