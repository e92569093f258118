"""`grognard systems` and `grognard bots`."""

from __future__ import annotations

import sys
from typing import Any

from grognard.cli.common import Stop, console, find, write_json


def systems(*, json: bool = False) -> int:
    """List the rule systems that are installed.

    Parameters
    ----------
    json
        Print it for machines.
    """
    from grognard.play.registry import system_names

    found, broken = [], []
    for name in system_names():
        try:
            found.append(find(name))
        except Stop as stop:
            broken.append(f"{name}: {stop.text}")
    for line in broken:
        print(line, file=sys.stderr)
    if json:
        write_json([_system(s) for s in found])
        return int(bool(broken))
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("system", "title", "can", "also called"):
        table.add_column(head, header_style="dim", no_wrap=head != "also called")
    for s in found:
        table.add_row(
            f"[bold]{s.name}[/]",
            s.title,
            ", ".join(sorted(s.can)),
            ", ".join(s.aliases),
        )
    console().print(table if found else "No rule system is installed.")
    return int(bool(broken))


def _system(system: Any) -> dict[str, Any]:
    return {
        "name": system.name,
        "title": system.title,
        "aliases": list(system.aliases),
        "can": sorted(system.can),
        "rules_version": system.rules_version,
        "questions": [q.name for q in system.questions],
        "credits": system.credits,
    }


def bots(*, json: bool = False) -> None:
    """List the bots that are installed.

    Parameters
    ----------
    json
        Print it for machines.
    """
    from grognard.play.registry import bot_names, find_bot

    found = {name: _first_line(find_bot(name)) for name in bot_names()}
    if json:
        write_json([{"name": name, "about": about} for name, about in found.items()])
        return
    screen = console()
    for name, about in found.items():
        screen.print(f"[bold]{name:<10}[/] {about}", soft_wrap=True)
    if not found:
        screen.print("No bot is installed.")


def _first_line(bot: Any) -> str:
    return (bot.__doc__ or "").strip().partition("\n")[0]
