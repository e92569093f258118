"""Grognard knows the rules of tabletop miniatures games, so that people can play them.

A battle in three lines:

>>> import grognard
>>> battle = grognard.battle("forge_of_war", bots=("greedy", "random"), seed=7)
>>> outcome = battle.play()

Odds in one:

>>> print(grognard.odds("forge_of_war", "shooting", "lost", dice=4, sv=7, av=2, wv=0))
0   45.9%  ####################
1   12.5%  #####
2   16.6%  #######
3   18.8%  ########
4    6.2%  ###
mean 1.27
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.bots.battle import Battle
    from grognard.odds.asking import Answered
    from grognard.odds.distribution import Distribution
    from grognard.rules.explained import Explained

__version__ = "0.1.0"
__all__ = ["battle", "explain", "odds", "systems"]


def systems() -> list[str]:
    """The names of all installed rule systems."""
    from grognard.play.registry import system_names

    return system_names()


def battle(
    system: str,
    bots: tuple[str, str] = ("greedy", "greedy"),
    *,
    seed: int = 0,
    scenario: str = "",
    forces: tuple[str, ...] = (),
    **settings: Any,
) -> Battle:
    """A battle between two bots, ready to be played, stepped through and saved.

    Settings are the system's own options, by name.
    """
    from grognard.bots.battle import new_battle

    return new_battle(system, bots, seed, scenario, forces, settings)


def odds(
    system: str, question: str, outcome: str = "", *, policy: str = "first", **values: Any
) -> Distribution[int]:
    """The exact distribution of one outcome (the first, unless named) of a question.

    It prints itself in a shell and draws itself in a notebook. Settings of the system may be
    given among the values.
    """
    answered = _ask(system, question, values, policy)
    if not outcome:
        return answered.first
    return dict((o.name, d) for o, d in answered.outcomes)[outcome]


def explain(system: str, question: str, **values: Any) -> list[Explained]:
    """The numbers the rules ask for in a situation, part by part with their clauses."""
    return _ask(system, question, values, "first").numbers


def _ask(system: str, question: str, values: dict[str, Any], policy: str) -> Answered:
    from grognard.odds.asking import ask
    from grognard.play.registry import find_system
    from grognard.rules.refusal import Refused
    from grognard.rules.settings import make_settings, settings_of

    found = find_system(system)
    known = {s.name for s in settings_of(found.settings)}
    settings = make_settings(found.settings, {k: v for k, v in values.items() if k in known})
    if isinstance(settings, list):
        raise Refused(settings)
    situation = {k: v for k, v in values.items() if k not in known}
    return ask(found, question, situation, settings, policy)
