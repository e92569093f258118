"""Sense for bots: what looks good in Forge of War. Not a rule in here; all odds are asked for."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin, sqrt
from typing import Any

from grognard.rules.effects import Ask, Choose, Goal, Legs, Place
from grognard.systems.forge_of_war import actions, attempts, questions_of
from grognard.systems.forge_of_war import judgement_errands as errands
from grognard.systems.forge_of_war import judgement_vehicles as armour
from grognard.systems.forge_of_war.deployment import set_up, take_cover
from grognard.systems.forge_of_war.hits import kept
from grognard.systems.forge_of_war.judgement_danger import incoming
from grognard.systems.forge_of_war.movement import March
from grognard.systems.forge_of_war.retreat import middle
from grognard.systems.forge_of_war.shooting import moved_class, refuse_target
from grognard.systems.forge_of_war.sighting import go
from grognard.systems.forge_of_war.stance import HIDING, NORMAL
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.systems.forge_of_war.strides import distance_moved
from grognard.systems.forge_of_war.volley import STILL
from grognard.table.lattice import from_grid, square

Gain = Callable[[Ask], float]
"""The exact mean worth of a question's situation."""

COSY = 11.0
"""Inches at which rifles do best: two dice, and no penalty for range."""


CHARGED = 12.0
"""Inches from which most troops may charge in one turn."""

WORTHY = 0.4
"""What fire inside an enemy's move must promise: in markers, a figure being worth two."""

DIRECTIONS = 16
HALF_GONE = 6.0
MARKER = 0.4
EAGER = 8.0
"""How much the shots that a unit has count when it is chosen to act."""

PRESSING = 40.0
"""An errand that cannot wait comes before any shot."""

DUTY = 2.0
LEISURE = 0.5
"""What an inch nearer to its errand is worth to a unit, and then one nearer to its best range."""

FEAR = 2.0
"""What the enemy's fire at a place counts, beside what a unit can do from there itself."""

RUSH = 8.0
"""What an inch counts when it is now or never: more than any fire."""

HURRY = 12.0
"""What comes first of units that must get on."""

TRIED = 3
"""Spots tried out before a unit moves and shoots instead of shooting from where it stands."""


def _apart(u: Unit, v: Unit) -> float:
    """From the middle of one unit to that of the other."""
    ux, uy = middle(u)
    vx, vy = middle(v)
    return sqrt(square(ux - vx) + square(uy - vy))


class Tactics:
    """Shoots what hurts most, charges what it beats, rallies what is shaken, keeps to cover."""

    def options(self, state: Any, effect: Choose[Any], gain: Gain) -> list[float] | None:
        """How good each option looks; None where it has no opinion."""
        b: Battle = state
        if effect.kind == "attempt":
            return [self._attempt(b, o, gain) for o in effect.options]
        if effect.kind == "action":
            return [self._action(b, effect, o, gain) for o in effect.options]
        if effect.kind == "hits":
            return self._hits(b, effect)
        if effect.kind == "pay":
            return [2.0 if o.value == "marker" else 1.0 for o in effect.options]
        if effect.kind == "default":
            order = {"cover": 3.0, "stay": 2.0, "back": 1.0}
            return [order[o.value] for o in effect.options]
        if effect.kind == "covering":
            return self._cover(b, effect, gain)
        if effect.kind == "reaction":
            return [self._react(o, gain) for o in effect.options]
        if effect.kind == "stance":
            return [self._settle(b, b.unit(effect.about), o.value) for o in effect.options]
        if effect.kind == "second target":
            return armour.second(b, effect, gain, self._hurts)
        if effect.kind == "system":
            return armour.lost(effect)
        if effect.kind == "wounds":
            return armour.spent(effect)
        if effect.kind == "ride":
            return armour.rides(b, effect, self._wanted(b, b.unit(effect.about)))
        if effect.kind == "bale out":
            worth = gain(effect.options[0].ask) if effect.options[0].ask is not None else 0.0
            return [worth, 0.0]
        if effect.kind == "deploy":
            return [float(b.unit(o.value).profile.transport > 0) for o in effect.options]
        if effect.kind == "flame":
            return self._flame(b, effect)
        if effect.kind == "aim":
            return [o.value.enemies - 2.0 * o.value.friends for o in effect.options]
        # Everything else: the first option is the sensible one.
        return [-float(i) for i in range(len(effect.options))]

    # -- which unit ---------------------------------------------------------------

    def _attempt(self, b: Battle, option: Any, gain: Gain) -> float:
        what: attempts.Attempt = option.value
        if what.unit < 0:
            return -5.0
        u = b.unit(what.unit)
        if what.how == attempts.STAND:
            return -4.0
        if what.how == attempts.CONTINUE:
            return 20.0  # needs no roll and keeps the initiative
        if u.aboard >= 0:
            near = self._nearest(b, u, *middle(b.unit(u.aboard)))
            return armour.inside(b, u, option, near, gain)
        if option.ask is None:
            return 0.0
        chance = gain(option.ask)
        if what.how == attempts.DISENGAGE:
            return -1.0
        weight = 1.0 + u.cost / 200.0
        if what.how == attempts.RALLY:
            # Markers lower every number: two gone are worth a turn's shooting.
            return 6.0 * chance * weight * (u.markers / u.most_markers) - 2.0
        spot = errands.errand(b, u)
        if spot is not None and errands.pressing(b, u, spot):
            return HURRY * chance * weight
        if u.markers >= u.most_markers and u.markers > 1:
            return 2.0 * chance
        return chance * (6.0 * weight + EAGER * self._best_shot(b, u, STILL, gain))

    def _best_shot(self, b: Battle, u: Unit, how: int, gain: Gain) -> float:
        """What its best shot is worth from where it stands."""
        best = 0.0
        for v in b.enemies(u.player):
            if refuse_target(b, u, v, how) is None:
                ask = questions_of.aimed(b, u, v, how)
                best = max(best, self._hurts(v, gain(ask)))
        return best

    # -- which action -------------------------------------------------------------

    def _action(self, b: Battle, effect: Choose[Any], option: Any, gain: Gain) -> float:
        what: actions.Action = option.value
        if option.refusal is not None:
            return -1e9
        u = b.unit(effect.about)
        if what.what == actions.SHOOT:
            worth = gain(option.ask) if option.ask is not None else 1.0
            # Shots that can do nothing only tell the enemy where to shoot.
            return 10.0 + self._hurts(b.unit(what.unit), worth) if worth > 0.0 else -1.0
        if what.what == actions.CHARGE:
            worth = gain(option.ask) if option.ask is not None else 0.0
            return 10.0 + 2.0 * worth if worth > 0.0 else -1.0
        if what.what == actions.END:
            return 0.0
        if what.what == actions.COVER:
            return self._watch(b, u, effect)
        if what.what == actions.STANCE:
            return self._take(b, u, what.stance)
        if what.what == actions.DEPLOY:
            return 6.0 if self._heavy_share(u) >= 0.3 and b.enemies(u.player) else -1.0
        if what.what == actions.DISEMBARK:
            return 10.0
        if what.what == actions.EMBARK:
            v = b.unit(what.unit)
            return armour.boards(b, u, v, self._nearest(b, u, *middle(u)))
        if what.what in (actions.MOVE, actions.JUMP):
            if what.push or what.force:
                return -1.0
            if u.vehicle and u.most_moved <= 0.0:
                if armour.aboard(b, u, self._nearest(b, u, *middle(u))):
                    return 200.0
                if what.what == actions.MOVE and armour.turns(b, u) > 0.2:
                    return 100.0
            spot = errands.errand(b, u)
            if spot is not None and errands.pressing(b, u, spot):
                return PRESSING
            return max(self._move(b, u), self._better_shot(b, effect, gain))
        return -2.0

    def _watch(self, b: Battle, u: Unit, effect: Choose[Any]) -> float:
        """Covering fire where there is nobody to shoot at, but might be soon."""
        for o in effect.options:
            if o.refusal is None and o.value.what == actions.SHOOT:
                return -1.0
        longest = 0.0
        for k in range(len(u.kinds)) if u.vehicle else u.kind:
            weapon = u.kinds[k].weapon
            if weapon is not None:
                longest = max(longest, weapon.range)
        return 3.0 if self._nearest(b, u, *middle(u)) < longest + CHARGED else 0.2

    def _cover(self, b: Battle, effect: Choose[Any], gain: Gain) -> list[float]:
        """Fire when it does something, and will hardly do more; wait; never let anybody pass."""
        who, at, last = effect.about
        ask = effect.options[0].ask
        worth = gain(ask) if ask is not None else 0.0
        close = _apart(b.unit(who), b.unit(at)) < COSY
        fire = 1.0 if worth >= (WORTHY if last or close else 4.0 * WORTHY) else -1.0
        return [fire, 0.0, -2.0]

    def _react(self, option: Any, gain: Gain) -> float:
        if option.refusal is not None or option.ask is None:
            return 0.0
        return gain(option.ask) - WORTHY

    def _take(self, b: Battle, u: Unit, to: int) -> float:
        """Up before anything else; down when all is done. Caution costs more than it gives."""
        if to == NORMAL and b.enemies(u.player):
            return 1000.0 if u.stance == HIDING else 4.0
        return -1.0

    def _settle(self, b: Battle, u: Unit, to: int) -> float:
        """Lie low, unless somebody might come and charge."""
        if to == HIDING and u.covering == 0:
            return 1.0 if self._nearest(b, u, *middle(u)) > CHARGED else -1.0
        return -0.5 if to == HIDING else 0.0

    def _hurts(self, v: Unit, worth: float) -> float:
        """What a shot is worth: dear figures first, and those units that have not many left."""
        dear = 1.0 + v.cost / max(1, v.start) / 10.0
        return worth * dear * (5.0 - 4.0 * v.strength / max(1, v.start))

    def _better_shot(self, b: Battle, effect: Choose[Any], gain: Gain) -> float:
        """What the shot after a move is worth, where it could shoot at once."""
        u = b.unit(effect.about)
        if u.most_moved > 0.0 or not any(
            o.refusal is None and o.value.what == actions.SHOOT for o in effect.options
        ):
            return -1.0
        march = March(b, u)
        best = -1.0
        here = FEAR * incoming(b, u, gain)
        for goal in self._ranked(b, u, march)[:TRIED]:
            legs = march.propose(goal)
            if not isinstance(legs, list):
                best = max(best, 10.0 + here + self._outlook(b, u, march, legs, gain))
        return best

    def _outlook(self, b: Battle, u: Unit, march: March, legs: Legs, gain: Gain) -> float:
        """What the best shot is worth once it has gone there, less what it has to fear there:
        tried out on a copy."""
        there = b.clone()
        moved = there.unit(u.index)
        go(there, moved, march.figures, legs, march.footing(legs).obstacles)
        how = moved_class(distance_moved(moved, b.settings))
        return self._best_shot(there, moved, how, gain) - FEAR * incoming(there, moved, gain)

    def _nearest(self, b: Battle, u: Unit, x: float, y: float) -> float:
        """How far the nearest enemy unit is, by the box round it."""
        best = 1e9
        for v in b.enemies(u.player):
            x0, y0, x1, y1 = v.box()
            dx = max(0.0, x0 - x, x - x1)
            dy = max(0.0, y0 - y, y - y1)
            best = min(best, sqrt(dx * dx + dy * dy))
        return best

    def _heavy_share(self, u: Unit) -> float:
        heavy = 0
        for k in u.kind:
            weapon = u.kinds[k].weapon
            if weapon is not None and u.kinds[k].profile.must_deploy(weapon):
                heavy += 1
        return heavy / u.figures

    def _move(self, b: Battle, u: Unit) -> float:
        """Better than nothing while the enemy is further off than it should be."""
        enemies = b.enemies(u.player)
        if not enemies:
            return -1.0
        if u.set_up and self._heavy_share(u) >= 0.3:
            return -0.5
        near = self._nearest(b, u, *middle(u))
        return 5.0 if near > self._wanted(b, u) + 1.0 or not u.kinds[u.kind[0]].weapon else 0.5

    def _wanted(self, b: Battle, u: Unit) -> float:
        """The distance at which this unit likes its enemies."""
        if u.vehicle:
            return armour.wanted(b, u)
        ranges = [w.range for w in (u.kinds[k].weapon for k in u.kind) if w is not None]
        if not ranges:
            return 0.0
        return min(COSY, sorted(ranges)[len(ranges) // 2] / 2.0)

    # -- the rest -------------------------------------------------------------------

    def _hits(self, b: Battle, effect: Choose[Any]) -> list[float]:
        """Markers lower every number and cost a rally; figures only count when they make half."""
        hits, struck = kept(effect)
        u = next(v for v in b.units if v.key == struck.key)
        out = []
        for option in effect.options:
            lost = min(hits - option.value, struck.seen)
            left = max(0, u.strength - lost)
            score = -10.0 * lost / max(1, u.strength)
            if 2 * left <= u.start < 2 * u.strength:
                score -= HALF_GONE
            markers = u.markers + option.value
            score -= MARKER * markers * (markers + 1) / 2.0
            out.append(score)
        return out

    def _flame(self, b: Battle, effect: Choose[Any]) -> list[float]:
        return [float(o.label.split(":")[-1].split()[0]) for o in effect.options]

    # -- where to -------------------------------------------------------------------

    def spots(self, state: Any, effect: Place) -> list[Goal]:
        """Goals, the best-looking first."""
        b: Battle = state
        goals = effect.movement.goals()
        if isinstance(effect.movement, March) and effect.movement.target is None:
            goals = self._ranked(b, b.unit(effect.about), effect.movement)
        elif effect.kind == "alight":
            u = b.unit(effect.about)
            goals = sorted(goals, key=lambda g: -self._nearest(b, u, g.x, g.y))
        elif effect.kind == "set-up":
            u = b.unit(effect.about)
            ranked = [(-self._start(b, u, g.x, g.y), n) for n, g in enumerate(goals)]
            ranked.sort()
            goals = [goals[n] for _, n in ranked]
        return goals

    def _ranked(self, b: Battle, u: Unit, march: March) -> list[Goal]:
        """Spots all round, the best-looking first."""
        goals = march.goals()
        x, y = middle(u)
        for k in range(DIRECTIONS):
            a = 2.0 * pi * k / DIRECTIONS
            goals.append(Goal(x + march.inches * cos(a), y + march.inches * sin(a)))
        spot = errands.errand(b, u)
        if spot is not None:
            goals.append(Goal(spot[0], spot[1]))
        if u.vehicle:
            goals = armour.goals(b, u, goals)
        ranked = [(-self._spot(b, u, g.x, g.y), n) for n, g in enumerate(goals)]
        ranked.sort()
        return [goals[n] for _, n in ranked]

    def place(self, state: Any, effect: Place, legs: Legs, gain: Gain) -> float:
        """How good it looks to stand there."""
        b: Battle = state
        movement = effect.movement
        if effect.kind == "set-up":
            return self._begin(b, b.unit(effect.about), legs, gain)
        if not isinstance(movement, March) or movement.target is not None:
            return float(sum(len(way) > 0 for way in legs))
        u = b.unit(effect.about)
        x = y = 0.0
        for n, i in enumerate(movement.figures):
            if legs[n]:
                x += from_grid(legs[n][-1].x)
                y += from_grid(legs[n][-1].y)
            else:
                x += u.x[i]
                y += u.y[i]
        count = len(movement.figures)
        score = self._spot(b, u, x / count, y / count)
        if u.vehicle:
            if armour.aboard(b, u, self._nearest(b, u, *middle(u))) and not errands.runs(b, u):
                near = self._nearest(b, u, x / count, y / count)
                score = -2.0 * abs(near - self._wanted(b, u))
            score += armour.shown(b, u, legs)
            if movement.footing(legs).buildings:
                score -= armour.WALLS
        return score + self._outlook(b, u, movement, legs, gain)

    def _spot(self, b: Battle, u: Unit, x: float, y: float) -> float:
        spot = errands.errand(b, u)
        enemies = b.enemies(u.player)
        score = 0.0
        if spot is not None:
            hurry = errands.urgency(b, u, spot)
            duty = LEISURE + DUTY * hurry * hurry
            if errands.runs(b, u) and errands.pressing(b, u, spot):
                duty = RUSH
            score = -duty * errands.to_go(spot, x, y)
        if not enemies:
            return score
        near = self._nearest(b, u, x, y)
        score -= abs(near - self._wanted(b, u)) * (1.0 if spot is None else LEISURE)
        if self._wanted(b, u) > 0.0:
            for piece in b.board.shelters:
                if piece.cover and piece.shape.contains(x, y):
                    return score + 1.5 * piece.cover
        return score

    def _begin(self, b: Battle, u: Unit, legs: Legs, gain: Gain) -> float:
        """How good it looks to begin there, with those on the table who are set up already."""
        there = b.clone()
        placed = there.unit(u.index)
        set_up(there, placed, legs)
        take_cover(there, placed)
        x, y = middle(placed)
        return self._start(b, u, x, y) - FEAR * incoming(there, placed, gain)

    def _start(self, b: Battle, u: Unit, x: float, y: float) -> float:
        """Near the middle of the table, or where it may get through; in cover, with elbow room."""
        score = -errands.far_from_work(b, u, x, y)
        for piece in b.board.shelters:
            if piece.cover and piece.shape.contains(x, y):
                score += 4.0
        room = errands.elbow_room(b, u)
        for v in b.units:
            if v.on_table:
                mx, my = middle(v)
                if square(mx - x) + square(my - y) < room * room:
                    score -= 8.0
        return score
