"""Sense for bots about vehicles: which side to show, what to lose, whom to carry where."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, Final

from grognard.rules.effects import Ask, Choose, Goal, Legs
from grognard.systems.forge_of_war import actions, attempts, questions_of
from grognard.systems.forge_of_war.damage import PROPULSION, WOUND, Hull
from grognard.systems.forge_of_war.judgement_errands import runs
from grognard.systems.forge_of_war.places import ends_of, facing_after, moved_copy
from grognard.systems.forge_of_war.retreat import middle
from grognard.systems.forge_of_war.shooting import ANTI_TANK
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.systems.forge_of_war.transport import running
from grognard.systems.forge_of_war.vehicles import side_hit
from grognard.table.lattice import facing_of, square

Gain = Callable[[Ask], float]

DROP: Final = 14.0
"""Inches from the enemy at which troops had better get out."""

STAND_OFF: Final = 18.0
"""Armour keeps this far off: few infantry weapons that hurt it reach so far well."""

WALLS: Final = 4.0
"""What it costs to drive through a building."""

TURN_AWAY: Final = 1.5
"""What it is worth to show the enemy a better side."""


def wanted(b: Battle, v: Unit) -> float:
    """The distance at which this vehicle likes its enemies: near with troops inside, at half of
    its best range else."""
    if b.passengers(v) and running(v):
        return DROP - 4.0
    ranges = [k.weapon.range for n, k in enumerate(v.kinds) if k.weapon and not v.lost >> n & 1]
    if v.profile.fv > 0 and not ranges:
        return 0.0
    return max(STAND_OFF, max(ranges, default=0.0) / 2.0)


def threat(b: Battle, w: Unit, av: int) -> float:
    """How many dice of w could hurt this armour, more or less."""
    total = 0.0
    for k in range(len(w.kinds)) if w.vehicle else w.kind:
        weapon = w.kinds[k].weapon
        if weapon is None or (w.vehicle and w.lost >> k & 1):
            continue
        value = w.kinds[k].profile.sv - max(0, av - weapon.value_against(True))
        if weapon.value_against(True) > 0 and value > 0:
            total += min(value, 10) / 10.0 * (1.0 if weapon.area else weapon.fire.vehicle)
    return total


def exposed(b: Battle, v: Unit) -> float:
    """What all enemies could do to it as it stands, side by side."""
    total = 0.0
    for w in b.enemies(v.player):
        x, y = middle(w)
        total += threat(b, w, v.profile.av_at(side_hit(v, x, y, b.settings)))
    return total


def facing_to(b: Battle, v: Unit, x: float, y: float) -> float:
    """The enemy that could do most to it, seen from a spot."""
    best = -1.0
    facing = v.facing
    for w in b.enemies(v.player):
        wx, wy = middle(w)
        away = sqrt(square(wx - x) + square(wy - y))
        worth = (0.05 + threat(b, w, v.profile.av)) / (6.0 + away)
        if worth > best and away > 0.0:
            best = worth
            facing = facing_of(wx - x, wy - y)
    return facing


def goals(b: Battle, v: Unit, given: list[Goal]) -> list[Goal]:
    """Each with the facing that is best there; and where it stands, turned."""
    here = Goal(v.x[0], v.y[0])
    return [Goal(g.x, g.y, facing_to(b, v, g.x, g.y)) for g in [here, *given]]


def shown(b: Battle, v: Unit, legs: Legs) -> float:
    """How good the pose is at which these legs end."""
    moved = moved_copy(v, [0], ends_of(v, [0], legs), facing_after(v, legs))
    return -TURN_AWAY * exposed(b, moved)


def turns(b: Battle, v: Unit) -> float:
    """What turning on the spot would better."""
    better = v.clone()
    better.facing = facing_to(b, v, v.x[0], v.y[0])
    return exposed(b, v) - exposed(b, better)


# ---------------------------------------------------------------- choices


def lost(effect: Choose[Any]) -> list[float]:
    """The least of its weapons first; what drives it and what may save it later."""
    hull: Hull = effect.about
    spare = len(hull.left()) > 1
    out = []
    for option in effect.options:
        if option.value == WOUND:
            out.append(-2.5)
        elif option.value == PROPULSION:
            out.append(-3.0 if hull.left() else -1.0)
        else:
            # Of several weapons the last is the least, more or less.
            out.append(-2.0 + 0.1 * option.value if spare else -4.0)
    return out


def spent(effect: Choose[Any]) -> list[float]:
    """Wounds are for destruction, and for what no marker takes any more."""
    hull: Hull = effect.about
    if any(option.value is True for option in effect.options):
        return [1.0 if option.value is True else 0.0 for option in effect.options]
    n = len(effect.options) - 1
    over = max(0, n - (hull.most - hull.markers))
    return [-abs(float(option.value) - over) for option in effect.options]


def rides(b: Battle, effect: Choose[Any], near: float) -> list[float]:
    """Who wants to be close rides, and who only wants to get through."""
    far = runs(b, b.unit(effect.about))
    return [(1.0 if near < DROP or far else -1.0) if o.value >= 0 else 0.0 for o in effect.options]


def inside(b: Battle, u: Unit, option: Any, near: float, gain: Gain) -> float:
    """Get out where there is something to do; out of what does not run if it is likely to work."""
    v = b.unit(u.aboard)
    if option.value.how == attempts.STAY or option.ask is None:
        return -1.0
    if option.value.how == attempts.BALE_OUT:
        return 2.0 * gain(option.ask) if v.off or near < DROP else -2.0
    if near > DROP or runs(b, u):
        return -2.0
    return 5.0 * gain(option.ask) if v.attempted else 3.0 * gain(option.ask)


def aboard(b: Battle, v: Unit, near: float) -> bool:
    """Whether it still has somewhere to bring somebody."""
    return bool(b.passengers(v)) and running(v) and near > DROP - 2.0


def boards(b: Battle, u: Unit, v: Unit, near: float) -> float:
    """Only for a long way, and in a vehicle that has not gone yet."""
    return 6.0 if near > 30.0 and not v.attempted and not u.kinds[u.kind[0]].profile.jump else -2.0


def second(b: Battle, effect: Choose[Any], gain: Gain, hurts: Any) -> list[float]:
    """Each weapon where it does most."""
    who, at, moved = effect.about
    u = b.unit(who)
    out = []
    for option in effect.options:
        if option.value == actions.HOLD:
            out.append(-0.5)
            continue
        w = b.unit(option.value if option.value >= 0 else at)
        worth = hurts(w, gain(questions_of.aimed(b, u, w, moved, ANTI_TANK)))
        out.append(worth - (100.0 if option.value == actions.ALONE else 0.0))
    return out
