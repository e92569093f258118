"""Chapter 13 (optional): reaction tests of those in whose sight somebody moves in the open."""

from __future__ import annotations

from typing import Final

from grognard.rules.effects import Choose, Option, Rules, Tell, die
from grognard.rules.explained import Explained
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.circumstances import command
from grognard.systems.forge_of_war.combat import Charge, first_round
from grognard.systems.forge_of_war.command import Command, activation_value
from grognard.systems.forge_of_war.contact import apart, boxes_near
from grognard.systems.forge_of_war.cover import across, sheltering
from grognard.systems.forge_of_war.driving import no_blows
from grognard.systems.forge_of_war.interrupts import journey
from grognard.systems.forge_of_war.movement import March, allowance, pay_for
from grognard.systems.forge_of_war.retreat import give_up, home, middle, nearest_figure, shift
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.shooting import refuse_target, shoot
from grognard.systems.forge_of_war.stance import HIDING
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.systems.forge_of_war.strides import begins_to_move
from grognard.systems.forge_of_war.volley import REACTING

NEAR: Final = 12.0
COWARDS: Final = 5

TESTED: Final = 2
FLED: Final = 4
SHOT: Final = 8
"""In `Unit.reacted`, beside `covering.COVERED`: what it has done by reaction this turn."""

NOTHING: Final = "nothing"
PASSED: Final = "passed"
FLEES: Final = "flees"

FIRE: Final = "fire"
CHARGE: Final = "charge"
HOLD: Final = "hold"


# ---------------------------------------------------------------- the test


def reaction(c: Command, settings: Settings, player: int = -1) -> Rules[str]:
    """FOW-13-02: the test of an activation; FOW-13-09: what a bad failure brings."""
    need = Explained("to react", activation_value, (c,))
    face = yield from die(10, "reaction", player, need)
    fails = face == 10 and settings.natural_ten != "activation_only"  # FOW-GAP-04
    if face <= need.value and not fails:
        return PASSED
    if need.value < COWARDS and _bad(face, c.markers, settings):
        return FLEES
    return NOTHING


def _bad(face: int, markers: int, settings: Settings) -> bool:
    """The 'modified roll of 10 or 11' (FOW-GAP-57)."""
    if settings.flee_roll == "with_markers":
        return face + markers >= 10
    return face >= (9 if settings.flee_roll == "nine_or_ten" else 10)


# ---------------------------------------------------------------- who tests, and when


def may_react(b: Battle, w: Unit) -> bool:
    """Nobody in close combat (FOW-GAP-58), nobody who hides (FOW-13-05) or covers (FOW-13-06),
    nor who has shot (FOW-13-07), fled (FOW-13-08) or tested (FOW-13-10) this turn already."""
    return (
        b.settings.reaction_tests
        and w.on_table
        and not w.engaged
        and w.stance != HIDING
        and w.covering == 0
        and w.reacted == 0
    )


def triggers(b: Battle, w: Unit, u: Unit) -> bool:
    """FOW-13-01: whether u, as it stands here, is in the open within 12\" of w (FOW-GAP-83).

    One figure in the open is enough, or all of them must be, at least one so near.
    """
    if not boxes_near(w, u, NEAR + 6.0):
        return False
    everybody = b.settings.reaction_open == "whole_unit"
    near = False
    for j in range(u.figures):
        seen = False
        for i in range(w.figures):
            reach = NEAR + u.kinds[u.kind[j]].radius + w.kinds[w.kind[i]].radius
            dx = u.x[j] - w.x[i]
            dy = u.y[j] - w.y[i]
            close = dx * dx + dy * dy <= reach * reach
            if close and (u.boxed or w.boxed):
                close = apart(w, i, u, j) <= NEAR
            if (close or everybody) and in_open(b, w, i, u, j):
                seen = True
                if close:
                    near = True
                    if not everybody:
                        return True
        if everybody and not seen:
            return False
    return near


def in_open(b: Battle, w: Unit, i: int, u: Unit, j: int) -> bool:
    """Neither in a piece of cover nor behind one on the line to figure i of w."""
    inside = sheltering(b, u)[j]
    own = sheltering(b, w)[i]
    for piece in b.board.shelters:
        if not piece.cover:
            continue
        bit = 1 << piece.id
        if inside & bit and not piece.obstacle:
            return False
        if not own & bit and across(piece, w.x[i], w.y[i], u.x[j], u.y[j]):
            return False
    return True


# ---------------------------------------------------------------- reacting


def react(b: Battle, w: Unit, u: Unit) -> Rules[bool]:
    """One unit's test because of u's move; whether it did anything (FOW-13-10: once a turn)."""
    w.reacted |= TESTED
    outcome = yield from reaction(command(b, w), b.settings, w.player)
    yield from Tell(
        "reaction",
        "{} tests its reaction to {}: {}",
        w.name,
        u.name,
        outcome,
        clause="FOW-13-02",
        at=(w.key, u.key),
    )
    if outcome == FLEES:
        w.reacted |= FLED
        yield from flee(b, w)
        return True
    if outcome == PASSED:
        return (yield from respond(b, w, u))
    return False


def respond(b: Battle, w: Unit, u: Unit) -> Rules[bool]:
    """FOW-13-03: fire at the unit that moved, and at no other; FOW-13-04: or charge it."""
    options: list[Option[str]] = []
    if not melee_only(w):
        refusal = refuse_target(b, w, u, REACTING)
        ask = None
        if refusal is None:
            ask = questions_of.aimed(b, w, u, REACTING)
        options.append(Option(FIRE, f"fire at {u.name}", (u.key,), refusal, ask))
    else:
        out_of_reach = no_blows(b, w, u)
        if out_of_reach is not None:
            pass
        elif u.engaged or isinstance(March(b, w, target=u).propose(questions_of.at(u)), list):
            out_of_reach = Refusal(
                f"{u.name} cannot be reached", "FOW-GAP-58", "contact within one move"
            )
        options.append(
            Option(
                CHARGE,
                f"charge {u.name}",
                (u.key,),
                out_of_reach,
                questions_of.charging(b, w, u),
            )
        )
    options.append(Option(HOLD, "do nothing"))
    what = yield from Choose(
        w.player,
        "reaction",
        f"{w.name} may react to {u.name}",
        options,
        about=(w.index, u.index),
        at=(w.key, u.key),
    )
    if what == FIRE:
        w.reacted |= SHOT
        yield from shoot(b, w, u, REACTING)
        return True
    if what == CHARGE:
        yield from charge_back(b, w, u)
        return True
    return False


def melee_only(w: Unit) -> bool:
    """Whether none of its figures carries anything but close combat weapons."""
    for k in range(len(w.kinds)) if w.vehicle else w.kind:
        weapon = w.kinds[k].weapon
        if weapon is not None and weapon.ranged and not w.lost >> k & 1:
            return False
    return True


def charge_back(b: Battle, w: Unit, u: Unit) -> Rules[None]:
    """FOW-13-04: one move into contact, and the initial round at once (FOW-GAP-58)."""
    march = March(b, w, target=u)
    charge = Charge(b, w)
    begins_to_move(w, b.settings)
    trip = yield from journey(b, w, march, "charge", activation=False)
    if not w.on_table:
        return
    w.regrouping = not w.coherent(b.settings)
    yield from pay_for(b, w, march, trip.footing)
    if w.engaged:
        yield from first_round(b, w, charge)


def flee(b: Battle, w: Unit) -> Rules[None]:
    """FOW-13-09: one normal move away from the enemy, towards the own side if that leads away;
    as far as it can (FOW-GAP-84)."""
    yield from Tell("fleeing", "{} flees", w.name, clause="FOW-13-09", at=(w.key,))
    away_from = nearest_figure(b, w, b.enemies(w.player), seen=False)
    if away_from is None:
        return
    mx, my = middle(w)
    ax, ay = mx - away_from[0], my - away_from[1]
    hx, hy = home(b, w)
    if hx * ax + hy * ay > 0.0:
        ax, ay = hx, hy
    begins_to_move(w, b.settings)
    before = list(zip(w.x, w.y, strict=True))
    yield from shift(b, w, ax, ay, allowance(b, w), terrain=True, activation=False)
    yield from give_up(b, w, before)
