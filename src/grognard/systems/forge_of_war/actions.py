"""Chapter 4.2: what an activated unit does with its two actions."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from grognard.rules.effects import Ask, Choose, Legs, Option, Place, Rules, Tell
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.combat import Charge, first_round
from grognard.systems.forge_of_war.contact import boxes_near, refresh
from grognard.systems.forge_of_war.cover import hiding, unit_pieces
from grognard.systems.forge_of_war.losses import attach, detach, gain_markers
from grognard.systems.forge_of_war.movement import (
    March,
    allowance,
    apply_legs,
    footing_of,
    moved_copy,
    pay_for,
    still_crossing,
)
from grognard.systems.forge_of_war.shooting import (
    ALL,
    ANTI_TANK,
    OTHERS,
    armed,
    can_fire,
    moved_class,
    needs_deploying,
    refuse_target,
    shoot,
)
from grognard.systems.forge_of_war.sighting import MOMENT, Way, seen_on_the_way, settle_into_cover
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.systems.forge_of_war.volley import OVER_SIX, STILL, UP_TO_SIX
from grognard.table.lattice import from_grid, square, toward

MOVE = "move"
JUMP = "jump"
CHARGE = "charge"
SHOOT = "shoot"
DEPLOY = "deploy weapons"
MOUNT = "mount"
DISMOUNT = "dismount"
JOIN = "join"
LEAVE = "leave"
END = "end"


class Action(NamedTuple):
    """One action, with what it is aimed at."""

    what: str
    unit: int = -1
    push: bool = False
    force: bool = False


class Doing:
    """An activation in progress: what is left and what was declared."""

    def __init__(self, actions: int, no_contact: bool) -> None:
        self.left = actions
        self.no_contact = no_contact
        self.done: list[str] = []
        self.most = 1e9  # inches any figure may have moved this turn, as declared (FOW-8.3-11)
        self.over = False


def act(b: Battle, u: Unit, actions: int = 2, no_contact: bool = False) -> Rules[None]:
    """Up to two actions, in any order (FOW-4.2-01 to FOW-4.2-03)."""
    doing = Doing(actions, no_contact)
    # FOW-3.5-03: a scattered unit first closes up, if that is possible.
    must_close = u.regrouping and not u.coherent(b.settings) and March(b, u).gathers()
    while doing.left > 0 and u.on_table and not doing.over:
        what = yield from Choose(
            u.player, "action", f"{u.name}: what does it do? ({doing.left} left)",
            menu(b, u, doing, must_close and MOVE not in doing.done), about=u.index, at=(u.key,),
        )
        if what.what == END:
            break
        doing.left -= 1
        doing.done.append(what.what)
        yield from carry_out(b, u, what, doing)
    yield from finish(b, u)


def finish(b: Battle, u: Unit) -> Rules[None]:
    """FOW-3.5-04: at the end of its activation a unit still scattered takes a marker."""
    if not u.on_table:
        return
    if u.coherent(b.settings):
        u.regrouping = False
        return
    u.regrouping = True
    yield from gain_markers(b, u, 1, "it has not closed up")


def carry_out(b: Battle, u: Unit, what: Action, doing: Doing) -> Rules[None]:
    if what.what in (MOVE, JUMP, CHARGE):
        yield from move(b, u, what, doing)
    elif what.what == SHOOT:
        yield from shoot_action(b, u, b.unit(what.unit), doing)
    elif what.what == DEPLOY:
        u.set_up = True
        yield from Tell("deploy", "{} deploys its heavy weapons", u.name, clause="FOW-4.2-05",
                        at=(u.key,))
    elif what.what == DISMOUNT:
        dismount(u)
        refresh(b, u)
    elif what.what == MOUNT:
        u.dismounted = False
        u.holds = [False] * u.figures
    elif what.what == JOIN:
        host = b.unit(what.unit)
        attach(u, host)
        host.attempted = True
        refresh(b, host)
        doing.over = True
    elif what.what == LEAVE:
        i = next(i for i in range(u.figures) if u.kinds[u.kind[i]].leader == what.unit)
        detach(b, u, i)


# ---------------------------------------------------------------- the menu


def menu(b: Battle, u: Unit, doing: Doing, must_close: bool) -> list[Option[Action]]:
    """Everything it might do, with the reason where it may not."""
    out: list[Option[Action]] = []
    scattered = Refusal(f"{u.name} must close up first", "FOW-3.5-03", "move") if must_close \
        else None
    out += _moves(b, u, doing)
    out += _charges(b, u, doing, scattered)
    out += _shots(b, u, doing, scattered)
    out += _special(b, u, doing, scattered)
    out.append(Option(Action(END), "nothing more"))
    return out


def _moves(b: Battle, u: Unit, doing: Doing) -> list[Option[Action]]:
    left = doing.most - u.most_moved
    refusal = None
    if left <= 0.0:
        refusal = Refusal(f"{u.name} shot without declaring this move", "FOW-8.3-11")
    inches = allowance(b, u)
    out: list[Option[Action]] = [Option(Action(MOVE), f"move {inches:g}\"", (u.key,), refusal)]
    difficult, obstacle = _rough(b, u, inches)
    full = None
    if u.markers >= u.most_markers:  # FOW-6.2-06, FOW-GAP-14
        full = Refusal("the unit carries its maximum of markers", "FOW-6.2-06",
                       "go over slowly: 2\" less")
    if difficult:
        out.append(Option(Action(MOVE, push=True), "push on through difficult ground", (u.key,),
                          refusal))
    if obstacle:
        out.append(Option(Action(MOVE, force=True), "force the obstacle", (u.key,),
                          refusal or full))
    if difficult and obstacle:
        out.append(Option(Action(MOVE, push=True, force=True), "push on and force the obstacle",
                          (u.key,), refusal or full))
    if u.profile.jump:
        twice = None
        if JUMP in doing.done:
            twice = Refusal("one jump an activation", "FOW-6.3-04", "move on foot")
        out.append(Option(Action(JUMP), "jump 12\"", (u.key,), refusal or twice))
    return out


def _rough(b: Battle, u: Unit, inches: float) -> tuple[bool, bool]:
    """Whether difficult ground or an obstacle lies within a move."""
    x0, y0, x1, y1 = u.box()

    def near(pieces: list[object]) -> bool:
        for p in pieces:
            s = p.shape  # type: ignore[attr-defined]
            if (s.min_x <= x1 + inches and s.max_x >= x0 - inches
                    and s.min_y <= y1 + inches and s.max_y >= y0 - inches):
                return True
        return False

    return near(list(b.board.difficult)), near(list(b.board.obstacles))


def _charges(
    b: Battle, u: Unit, doing: Doing, scattered: Refusal | None
) -> list[Option[Action]]:
    out: list[Option[Action]] = []
    inches = allowance(b, u)
    for v in b.enemies(u.player):
        if not _within(u, v, inches):
            continue
        refusal = scattered
        if doing.no_contact:
            refusal = Refusal(f"{u.name} has just disengaged", "FOW-9.5-03",
                              "contact next turn")
        elif doing.most - u.most_moved <= 0.0:
            refusal = Refusal(f"{u.name} shot without declaring this move", "FOW-8.3-11")
        if refusal is not None:
            out.append(Option(Action(CHARGE, v.index), f"charge {v.name}", (v.key,), refusal))
            continue
        for push, force, how in ((False, False, ""), (True, False, ", pushing on"),
                                 (False, True, ", forcing the obstacle")):
            if force and u.markers >= u.most_markers:
                continue
            march = March(b, u, push=push, force=force, target=v, most=doing.most)
            if not isinstance(march.propose(questions_of.at(v)), list):
                out.append(Option(
                    Action(CHARGE, v.index, push, force), f"charge {v.name}{how}", (v.key,),
                    ask=Ask("close-combat", questions_of.charge, b, u, v)))
                break
        else:
            out.append(Option(Action(CHARGE, v.index), f"charge {v.name}", (v.key,), Refusal(
                f"{v.name} cannot be reached", "FOW-9.1-01", f"within {inches:g}\" of the way")))
    return out


def _within(u: Unit, v: Unit, inches: float) -> bool:
    """Whether some figures of the two are no further apart than this, edge to edge."""
    if not boxes_near(u, v, inches + 4.0):
        return False
    for i in range(u.figures):
        for j in range(v.figures):
            reach = inches + u.kinds[u.kind[i]].radius + v.kinds[v.kind[j]].radius
            if square(u.x[i] - v.x[j]) + square(u.y[i] - v.y[j]) <= reach * reach:
                return True
    return False


def _shots(
    b: Battle, u: Unit, doing: Doing, scattered: Refusal | None
) -> list[Option[Action]]:
    if not any(k.weapon is not None and k.weapon.ranged for k in u.kinds):
        return []
    out: list[Option[Action]] = []
    moved = moved_class(u.most_moved)
    for v in b.enemies(u.player):
        refusal = scattered
        ask = None
        if SHOOT in doing.done:
            refusal = Refusal(f"{u.name} has shot", "FOW-4.2-02", "once an activation")
        elif refusal is None:
            refusal = refuse_target(b, u, v, moved)
            if refusal is None:
                ask = Ask("shooting", questions_of.shooting, b, u, v, moved)
        out.append(Option(Action(SHOOT, v.index), f"shoot at {v.name}", (v.key,), refusal, ask))
    return out


def _special(
    b: Battle, u: Unit, doing: Doing, scattered: Refusal | None
) -> list[Option[Action]]:
    out: list[Option[Action]] = []
    heavy = any(k.weapon is not None and needs_deploying(b, k, k.weapon)
                for k in (u.kinds[n] for n in set(u.kind)))
    if heavy:
        refusal = scattered
        if u.set_up:
            refusal = Refusal("the heavy weapons are deployed", "FOW-4.2-05")
        out.append(Option(Action(DEPLOY), "deploy the heavy weapons", (u.key,), refusal))
    moving = None
    if doing.most - u.most_moved <= 0.0:
        moving = Refusal(f"{u.name} shot without declaring a move", "FOW-8.3-11")
    if u.profile.type == "cavalry" and not u.profile.vehicle and u.profile.leader is False:
        if u.dismounted:
            out.append(Option(Action(MOUNT), "mount", (u.key,),
                              scattered or moving or _mounts_near(u)))
        else:
            out.append(Option(Action(DISMOUNT), "dismount", (u.key,), scattered or moving))
    if u.profile.leader and u.kinds[0].leader == u.index and u.figures == 1:
        for v in b.own(u.player):
            if v is not u and any(k.leader == u.index for k in v.kinds) and not v.engaged \
                    and _within(u, v, 2.0):
                out.append(Option(Action(JOIN, v.index), f"join {v.name}", (v.key,), scattered))
    for k in sorted(set(u.kind)):
        leader = u.kinds[k].leader
        if leader >= 0 and leader != u.index and u.strength > 0:
            out.append(Option(Action(LEAVE, leader), f"{b.unit(leader).name} goes his own way",
                              (u.key,), scattered))
    return out


# ---------------------------------------------------------------- moving


def move(b: Battle, u: Unit, what: Action, doing: Doing) -> Rules[None]:
    """A move, a jump or a charge: chapters 6 and 9.1."""
    target = b.unit(what.unit) if what.what == CHARGE else None
    march = March(b, u, push=what.push, force=what.force, jump=what.what == JUMP, target=target,
                  most=doing.most)
    legs = yield from Place(
        u.player, what.what, f"{u.name}: where to?",
        tuple(f"{u.key}:{i}" for i in march.figures), march, about=u.index,
    )
    charge = Charge(b, u, target) if target is not None else None
    before = hiding(b, unit_pieces(b, u))
    footing = footing_of(march, legs)
    seen = _witnesses(b, u, march, legs, before)
    far = apply_legs(b, u, march.figures, legs)
    if far > 0.0:
        u.set_up = False  # FOW-GAP-33: any move limbers
    u.regrouping = not u.coherent(b.settings)
    refresh(b, u)
    u.paid = (u.paid | footing.obstacles) & still_crossing(b, u)
    settle_into_cover(b, u, before, seen)
    yield from Tell("move", "{} moves {:.1f}\"", u.name, far, clause="FOW-6.1-02", at=(u.key,))
    yield from pay_for(b, u, march, footing)
    if charge is not None and u.on_table:
        doing.over = True
        yield from first_round(b, u, charge)


def _witnesses(b: Battle, u: Unit, march: March, legs: Legs, before: int) -> int:
    """Who saw the unit on its way into a new piece of cover (FOW-7.3-04)."""
    ends = march._ends(legs)
    after = hiding(b, unit_pieces(b, moved_copy(u, march.figures, ends)))
    if not after & ~before:
        return 0
    way: Way = []
    for n, i in enumerate(march.figures):
        x, y = u.x[i], u.y[i]
        points = [(x, y)]
        for leg in legs[n]:
            lx, ly = from_grid(leg.x), from_grid(leg.y)
            length = sqrt(square(lx - x) + square(ly - y))
            for k in range(1, int(length / MOMENT) + 1):
                points.append(toward(x, y, lx, ly, k * MOMENT))
            points.append((lx, ly))
            x, y = lx, ly
        way.append(points)
    return seen_on_the_way(b, u, march.figures, way)


def dismount(u: Unit) -> None:
    """FOW-3.3-04: every fourth figure holds the mounts, rounded down."""
    u.dismounted = True
    holders = u.figures // 4
    for i in range(u.figures - holders, u.figures):
        u.holds[i] = True


def _mounts_near(u: Unit) -> Refusal | None:
    """Riders come back to their mounts to mount (house reading of FOW-GAP-77)."""
    holders = [i for i in range(u.figures) if u.holds[i]]
    if not holders:
        return None
    for i in range(u.figures):
        if u.holds[i]:
            continue
        for h in holders:
            reach = u.gap + u.kinds[u.kind[i]].radius + u.kinds[u.kind[h]].radius
            if square(u.x[i] - u.x[h]) + square(u.y[i] - u.y[h]) <= reach * reach:
                return None
    return Refusal("nobody is near the mounts", "FOW-GAP-77", f"within {u.gap:g}\" of a holder")


# ---------------------------------------------------------------- shooting


def shoot_action(b: Battle, u: Unit, v: Unit, doing: Doing) -> Rules[None]:
    """One target for the anti-personnel weapons and one for the anti-tank (FOW-8.2-01..03)."""
    moved = moved_class(u.most_moved)
    if doing.left > 0:
        moved = yield from declare(u, moved, doing)
    second = yield from second_target(b, u, v, moved)
    if second is None:
        yield from shoot(b, u, v, moved, ALL)
        return
    yield from shoot(b, u, v, moved, OTHERS)
    if second.on_table and u.on_table:
        yield from shoot(b, u, second, moved, ANTI_TANK)


def declare(u: Unit, moved: int, doing: Doing) -> Rules[int]:
    """FOW-8.3-11, FOW-GAP-81: movement after the shot is declared before the dice."""
    options: list[Option[int]] = []
    if moved == STILL:
        options.append(Option(STILL, "it will not move"))
    if moved <= UP_TO_SIX:
        options.append(Option(UP_TO_SIX, "it will move, 6\" at most in all"))
    options.append(Option(OVER_SIX, "it may move over 6\""))
    said = yield from Choose(
        u.player, "declare", f"{u.name}: will it move after shooting?", options, about=u.index,
        at=(u.key,),
    )
    doing.most = u.most_moved if said == moved and said == STILL else 6.0 if said == UP_TO_SIX \
        else 1e9
    return said


def second_target(b: Battle, u: Unit, v: Unit, moved: int) -> Rules[Unit | None]:
    """Anti-tank weapons may be aimed at a target of their own (FOW-8.2-02, FOW-GAP-32)."""
    if not armed(b, u, ANTI_TANK) or not armed(b, u, OTHERS):
        return None
    options: list[Option[int]] = [Option(-1, f"at {v.name} too", (v.key,))]
    for w in b.enemies(u.player):
        if w is not v and not w.engaged and can_fire(b, u, w, moved, ANTI_TANK):
            options.append(Option(w.index, f"at {w.name}", (w.key,)))
    if len(options) == 1:
        return None
    index = yield from Choose(
        u.player, "second target", f"{u.name}: the anti-tank weapons?", options, about=u.index,
        at=(u.key,),
    )
    return None if index < 0 else b.unit(index)
