"""Finds the installed systems and bots. Anybody's wheel can add one by an entry point."""

from __future__ import annotations

import functools
from importlib.metadata import entry_points
from typing import Any

from grognard.rules.refusal import Refusal, Refused
from grognard.rules.system import System

SYSTEMS = "grognard.systems"
BOTS = "grognard.bots"


@functools.cache
def _points(group: str) -> dict[str, Any]:
    return {point.name: point for point in entry_points(group=group)}


def system_names() -> list[str]:
    """All installed systems, by name."""
    return sorted(_points(SYSTEMS))


def find_system(name: str) -> System:
    """The system of this name or alias; raises Refused when there is none."""
    key = name.strip().lower().replace("-", "_").replace(" ", "_")
    points = _points(SYSTEMS)
    system: System
    if key in points:
        system = _load(SYSTEMS, key)
        return system
    for point in points:
        system = _load(SYSTEMS, point)
        if key in system.aliases:
            return system
    raise Refused([Refusal(f"no rule system {name!r}", "", "installed: " + ", ".join(points))])


@functools.cache
def _load(group: str, name: str) -> Any:
    return _points(group)[name].load()


def bot_names() -> list[str]:
    """All installed bots, by name."""
    return sorted(_points(BOTS))


def find_bot(name: str) -> Any:
    """The class of this bot; raises Refused when there is none."""
    if name not in _points(BOTS):
        raise Refused([Refusal(f"no bot {name!r}", "", "installed: " + ", ".join(bot_names()))])
    return _load(BOTS, name)
