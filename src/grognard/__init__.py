"""Grognard knows the rules of tabletop miniatures games, so that people can play them.

A battle in three lines:

>>> import grognard
>>> battle = grognard.battle("forge_of_war", bots=("greedy", "random"), seed=7)
>>> outcome = battle.play()

Odds in one:

>>> print(grognard.ask("forge_of_war", "shooting", shooters=4, sv=7, av=2, wv=0)["hits"])
0    6.2%  ###
1   25.0%  #############
2   37.5%  ####################
3   25.0%  #############
4    6.2%  ###
mean 2.00

(Four dice against 7 - 2 = 5 on a d10: four tosses of a coin.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.armies import Army
    from grognard.bots.battle import Battle
    from grognard.odds.asking import Answered

__version__ = "0.1.0"
__all__ = ["army", "ask", "battle", "installed"]


def installed() -> list[str]:
    """The names of all installed rule systems."""
    from grognard.play.registry import system_names

    return system_names()


def battle(
    system: str,
    bots: tuple[str, str] = ("greedy", "greedy"),
    *,
    seed: int = 0,
    scenario: str = "",
    forces: tuple[str | Army, ...] = (),
    **settings: Any,
) -> Battle:
    """A battle between two bots, ready to be played, stepped through and saved.

    Forces are ready ones by their keys, or what `army` read. Settings are the system's own
    options, by name.
    """
    from grognard.bots.battle import new_battle

    raised = [force if isinstance(force, str) else force.thing for force in forces]
    return new_battle(system, bots, seed, scenario, raised, settings)


def army(file: Path | str, *, system: str = "", **settings: Any) -> Army:
    """The force in a file of any form: `.price()` explains itself, `.verdict()` says what is wrong
    and what would mend it, `.offers()` what more could be chosen.
    """
    from grognard.armies import Army

    return Army.load(file, system, settings)


def ask(system: str, question: str, *, policy: str = "first", **values: Any) -> Answered:
    """What a situation comes to, exactly: `numbers` explain themselves, `["hits"]` and the like
    are distributions that print themselves in a shell and draw themselves in a notebook.

    Settings of the system may be given among the values.
    """
    from grognard.odds.asking import ask as answer
    from grognard.play.registry import find_system
    from grognard.rules.refusal import Refused
    from grognard.rules.settings import make_settings, settings_of

    found = find_system(system)
    known = {s.name for s in settings_of(found.settings)}
    settings = make_settings(found.settings, {k: v for k, v in values.items() if k in known})
    if isinstance(settings, list):
        raise Refused(settings)
    situation = {k: v for k, v in values.items() if k not in known}
    return answer(found, question, situation, settings, policy)
