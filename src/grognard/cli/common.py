"""What the commands share: systems by name, settings as typed, one-line errors, output."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.rules.refusal import Refused

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.rules.system import System


class Stop(Exception):
    """A command cannot go on: one line that says why and what would help."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


def one_line(text: str) -> str:
    return " ".join(text.split())


def near(word: str, words: Iterable[str]) -> str:
    """A hint at the word that was probably meant, or nothing."""
    close = difflib.get_close_matches(word.casefold(), list(words), 1, 0.5)
    return f" (did you mean {close[0]}?)" if close else ""


def find(name: str) -> System:
    """The system of this name; stops with a suggestion when there is none."""
    from grognard.play.registry import find_system, system_names

    names = system_names()
    try:
        return find_system(name)
    except Refused:
        known = ", ".join(names) or "none"
        key = name.replace("-", "_").replace(" ", "_")
        raise Stop(f"no rule system {name!r}{near(key, names)}; installed: {known}") from None
    except (ImportError, AttributeError) as error:
        raise Stop(f"a rule system cannot be loaded: {error}", 1) from None


def make(system: System, pairs: Sequence[str]) -> Any:
    """Settings from `name=value` pairs; stops when they will not do."""
    from grognard.rules.settings import make_settings, settings_of

    values: dict[str, str] = {}
    names = [s.name for s in settings_of(system.settings)]
    for pair in pairs:
        name, sign, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not sign:
            raise Stop(f"--set {pair}: write --set name=value")
        if name not in names:
            raise Stop(f"no setting {name!r}{near(name, names)}; one of {', '.join(names)}")
        values[name] = value.strip()
    settings = make_settings(system.settings, values)
    if isinstance(settings, list):
        raise Refused(settings)
    return settings


def console() -> Console:
    """Where a command prints; as wide as the terminal."""
    from rich.console import Console

    return Console(highlight=False, emoji=False)


def write_json(data: Any) -> None:
    """For machines."""
    import json

    json.dump(data, sys.stdout, ensure_ascii=False, indent=2, default=str)
    sys.stdout.write("\n")


def existing(path: Path) -> Path:
    """The path of a file that can be read; stops when it cannot."""
    if path.is_dir():
        raise Stop(f"{path} is a folder; name a .grog file in it")
    if not path.exists():
        folder = path.parent if path.parent.is_dir() else Path()
        hint = near(path.name, [p.name for p in folder.glob("*.grog")])
        raise Stop(f"there is no file {path}{hint}")
    if not os.access(path, os.R_OK):
        raise Stop(f"{path} may not be read: see its permissions")
    return path


def data_dir() -> Path:
    """Where this user's own files live."""
    from grognard.forces import own

    return own.data_dir()


def use_data(folder: Path | None) -> None:
    """Own troops, weapons and the like from this folder; stops when there is none."""
    if folder is None:
        return
    if not folder.is_dir():
        raise Stop(f"{folder} is no folder; own data are TOML files in one")
    from grognard.forces.own import VARIABLE

    os.environ[VARIABLE] = str(folder.resolve())
