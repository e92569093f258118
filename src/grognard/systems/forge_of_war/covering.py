"""Chapter 11 (optional): covering fire: declared with an action, fired inside an enemy's move."""

from __future__ import annotations

from typing import Final

from grognard.rules.effects import Choose, Option, Rules, Tell
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.shooting import may_fire, refuse_target, shoot
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.systems.forge_of_war.vehicles import gunners
from grognard.systems.forge_of_war.volley import COVERING, COVERING_MOVED

NO_ORDER: Final = 0
STEADY: Final = 1
AFTER_MOVING: Final = 2
MARKERS: Final = ("", "covering fire", "covering fire -2")
"""FOW-11-02: the marker shows how the unit moved before it declared."""

COVERED: Final = 1
"""In `Unit.reacted`: it has fired by covering fire this turn."""

FIRE: Final = "fire"
WAIT: Final = "wait"
LET_PASS: Final = "let it pass"


def row(u: Unit) -> int:
    """The marker takes the place of the rows on movement (FOW-GAP-55)."""
    return COVERING_MOVED if u.covering == AFTER_MOVING else COVERING


def refuse_covering(b: Battle, u: Unit, shot: bool) -> Refusal | None:
    """Why u may not declare covering fire now; `shot`: it has shot in this activation."""
    if not b.settings.covering_fire:
        return Refusal("covering fire is not in use", "FOW-11-01", "switch the chapter on")
    if shot:
        return Refusal(f"{u.name} has shot", "FOW-GAP-55", "shoot or cover, not both")
    if u.engaged:
        return Refusal(f"{u.name} is in close combat", "FOW-9.1-03", "fight on or disengage")
    guns = gunners(b, u)
    if not any(_direct(guns, i) and may_fire(b, guns, i, "all") for i in range(guns.figures)):
        return Refusal(
            f"{u.name} has no weapon ready for direct fire", "FOW-11.2-04", "deploy it first"
        )
    return None


def _direct(u: Unit, i: int) -> bool:
    weapon = u.kinds[u.kind[i]].weapon
    return weapon is not None and weapon.direct


def declare_covering(u: Unit, moved: bool) -> Rules[None]:
    """FOW-11-01, FOW-11-02."""
    u.covering = AFTER_MOVING if moved else STEADY
    yield from Tell(
        "covering", "{}: {}", u.name, MARKERS[u.covering], clause="FOW-11-02", at=(u.key,)
    )


def may_cover(w: Unit) -> bool:
    """FOW-11.1-01: ordered and not used up; FOW-11.2-03: once a turn."""
    return w.covering != NO_ORDER and not w.engaged and not w.reacted & COVERED


def ask_cover(b: Battle, w: Unit, u: Unit, last: bool) -> Rules[str]:
    """FOW-11.2-02: whether w opens fire at u here, waits, or lets it pass."""
    return (
        yield from Choose(
            w.player,
            "covering",
            f"{w.name}: open fire at {u.name}?",
            [
                Option(
                    FIRE,
                    f"fire at {u.name}",
                    (u.key,),
                    ask=questions_of.aimed(b, w, u, row(w)),
                ),
                Option(WAIT, "wait"),
                Option(LET_PASS, "let this move pass"),
            ],
            about=(w.index, u.index, last),
            at=(w.key, u.key),
        )
    )


def can_cover(b: Battle, w: Unit, u: Unit) -> bool:
    """FOW-11.2-01, FOW-11.2-04: whether u stands where w may fire at it."""
    return may_cover(w) and u.on_table and refuse_target(b, w, u, row(w)) is None


def cover(b: Battle, w: Unit, u: Unit) -> Rules[None]:
    """The order is used up (FOW-11.1-01), and with it the fire of this turn (FOW-11.2-03)."""
    how = row(w)
    w.covering = NO_ORDER
    w.reacted |= COVERED
    yield from Tell("covering", "{} opens fire", w.name, clause="FOW-11.2-01", at=(w.key, u.key))
    yield from shoot(b, w, u, how)
