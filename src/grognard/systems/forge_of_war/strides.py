"""FOW-GAP-74: how far a unit has moved this turn, for the rows on movement of chapter 8.3."""

from __future__ import annotations

from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.state import Unit


def distance_moved(u: Unit, settings: Settings) -> float:
    """The most that any figure has gone in all; by other readings in one action, or what they
    have gone on average."""
    if settings.distance_moved == "sum" or not u.moved:
        return u.most_moved
    if settings.distance_moved == "average":
        return sum(u.moved) / len(u.moved)
    return max(u.stride, _this_action(u))


def _this_action(u: Unit) -> float:
    since = u.since
    if since is None:
        return u.most_moved
    return max([u.moved[i] - since[i] for i in range(len(since))], default=0.0)


def begins_to_move(u: Unit, settings: Settings) -> None:
    """Another action that moves it: what it did before is an action of its own."""
    if settings.distance_moved == "one_action":
        u.stride = max(u.stride, _this_action(u))
        u.since = u.moved[:]
