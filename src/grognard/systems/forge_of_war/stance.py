"""Chapter 12 (optional): light infantry stands, moves with caution, or lies low."""

from __future__ import annotations

from typing import Final

from grognard.rules.effects import Choose, Option, Rules, Tell
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.state import Battle, Unit

NORMAL: Final = 0
CAUTIOUS: Final = 1
HIDING: Final = 2
STANCES: Final = ("normal", "cautious", "hiding")
"""FOW-12-03: the first changes nothing."""

HEAVIEST: Final = 4
CREEP: Final = 3.0


def armour(u: Unit) -> int:
    """What the stance adds to AV against fire: FOW-12-04, FOW-12-09."""
    return u.stance


def capped(u: Unit, inches: float) -> float:
    """FOW-12-06: 3\" at most for each move action (FOW-GAP-56); before the ground (FOW-GAP-66)."""
    return min(inches, CREEP) if u.stance == CAUTIOUS else inches


def lies_low(u: Unit) -> Refusal | None:
    """FOW-GAP-56: who hides does not move."""
    if u.stance != HIDING:
        return None
    return Refusal(f"{u.name} is hiding", "FOW-12-13", "leave the stance first, at no cost")


def head_down(u: Unit) -> Refusal | None:
    """FOW-12-10: nor shoot."""
    if u.stance != HIDING:
        return None
    return Refusal(f"{u.name} is hiding", "FOW-12-10", "leave the stance first, at no cost")


def cost(old: int, new: int) -> int:
    """FOW-12-08: an action into or out of Cautious. FOW-12-13: Hiding is free."""
    return 1 if CAUTIOUS in (old, new) else 0


def refuse_stance(b: Battle, u: Unit, to: int, left: int, changes: int) -> Refusal | None:
    """Why u may not go over to this stance with so many actions left, after so many changes in
    this activation (none and 0 for a unit that failed to activate)."""
    if not b.settings.stance:
        return Refusal("stances are not in use", "FOW-12-01", "switch the chapter on")
    if u.profile.type != "infantry" or u.profile.vehicle or u.profile.av > HEAVIEST:
        return Refusal(
            f"{u.name} cannot change its stance", "FOW-12-02", f"infantry of AV {HEAVIEST} or less"
        )
    if u.engaged:
        return Refusal(f"{u.name} is in close combat", "FOW-12-07", "stances are for firefights")
    if changes and b.settings.stance_changes == "once":
        return Refusal(f"{u.name} has changed its stance", "FOW-GAP-56", "once an activation")
    if cost(u.stance, to) > left:
        return Refusal(
            f"{u.name} has no action for it", "FOW-12-08", "one action, after a successful roll"
        )
    return None


def take_stance(u: Unit, to: int) -> Rules[None]:
    u.stance = to
    yield from Tell("stance", "{}: {}", u.name, STANCES[to], clause=STANCE_CLAUSES[to], at=(u.key,))


STANCE_CLAUSES: Final = ("FOW-12-03", "FOW-12-04", "FOW-12-09")


def stand_up(units: list[Unit]) -> None:
    """FOW-12-07: in close combat everybody is upright; who hid, after the initial round."""
    for u in units:
        u.stance = NORMAL


def drop_caution(u: Unit) -> None:
    """FOW-12-07: at once, and at no cost."""
    if u.stance == CAUTIOUS:
        u.stance = NORMAL


def settle(b: Battle, u: Unit, changes: int) -> Rules[None]:
    """FOW-12-13: lie low, or get up, when all else is done; after a failed roll too
    (FOW-4.3-05)."""
    if not b.settings.stance or not u.on_table:
        return
    to = NORMAL if u.stance == HIDING else HIDING
    if refuse_stance(b, u, to, 0, changes) is not None:
        return
    chosen = yield from Choose(
        u.player,
        "stance",
        f"{u.name}: does it {'get up' if to == NORMAL else 'lie low'}?",
        [
            Option(u.stance, f"stay {STANCES[u.stance]}", (u.key,)),
            Option(to, STANCES[to], (u.key,)),
        ],
        about=u.index,
        at=(u.key,),
    )
    if chosen != u.stance:
        yield from take_stance(u, chosen)
