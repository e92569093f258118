"""Chapter 4.2: what an activated unit does with its two actions."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.rules.effects import Choose, Judge, Option, Rules, Tell
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.combat import Charge, first_round
from grognard.systems.forge_of_war.contact import THICKEST, boxes_near, refresh
from grognard.systems.forge_of_war.cover import learn
from grognard.systems.forge_of_war.covering import (
    AFTER_MOVING,
    declare_covering,
    refuse_covering,
)
from grognard.systems.forge_of_war.driving import immobilised, no_blows
from grognard.systems.forge_of_war.interrupts import journey
from grognard.systems.forge_of_war.losses import attach, detach, gain_markers, guest
from grognard.systems.forge_of_war.movement import (
    March,
    allowance,
    closed,
    overlaps,
    pay_for,
)
from grognard.systems.forge_of_war.pace import JUMP as LEAP
from grognard.systems.forge_of_war.shooting import (
    ALL,
    ANTI_TANK,
    OTHERS,
    armed,
    can_fire,
    harmless,
    moved_class,
    needs_deploying,
    refuse_target,
    shoot,
)
from grognard.systems.forge_of_war.stance import (
    CAUTIOUS,
    HIDING,
    NORMAL,
    STANCES,
    capped,
    cost,
    head_down,
    lies_low,
    refuse_stance,
    settle,
    take_stance,
)
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.systems.forge_of_war.strides import begins_to_move, distance_moved
from grognard.systems.forge_of_war.transport import alight, embark, running, transports
from grognard.systems.forge_of_war.volley import OVER_SIX, STILL, UP_TO_SIX
from grognard.table.lattice import square

JOINING: Final = 2.0
"""Inches within which a leader joins a unit (FOW-GAP-05)."""

MOVE: Final = "move"
JUMP: Final = "jump"
CHARGE: Final = "charge"
SHOOT: Final = "shoot"
DEPLOY: Final = "deploy weapons"
MOUNT: Final = "mount"
DISMOUNT: Final = "dismount"
JOIN: Final = "join"
LEAVE: Final = "leave"
EMBARK: Final = "embark"
DISEMBARK: Final = "disembark"
COVER: Final = "covering fire"
STANCE: Final = "stance"
END: Final = "end"


class Action(NamedTuple):
    """One action, with what it is aimed at."""

    what: str
    unit: int = -1
    push: bool = False
    force: bool = False
    lead: bool = False
    stance: int = 0
    double: bool = False


class Doing:
    """An activation in progress: what is left and what was declared."""

    def __init__(self, actions: int, no_contact: bool) -> None:
        self.left = actions
        self.no_contact = no_contact
        self.done: list[str] = []
        self.most = 1e9  # inches any figure may have moved this turn, as declared (FOW-8.3-11)
        self.over = False
        self.owes = False  # it has not closed up yet, as it must (FOW-3.5-03)
        self.changes = 0  # of stance
        self.moved = False
        self.pushed = False  # it has paid for difficult ground
        self.stepped = False  # it has taken a move action
        self.covered = False  # it was on covering fire when it activated


def act(
    b: Battle, u: Unit, actions: int = 2, no_contact: bool = False, covered: bool = False
) -> Rules[None]:
    """Up to two actions, in any order (FOW-4.2-01, FOW-4.2-03); fewer if it likes (FOW-GAP-86).
    Of vehicles too (FOW-10.1-01)."""
    doing = Doing(actions, no_contact)
    doing.covered = covered
    doing.owes = not u.coherent(b.settings)
    while doing.left > 0 and u.in_play and not doing.over:
        learn(b)
        what = yield from Choose(
            u.player,
            "action",
            f"{u.name}: what does it do? ({doing.left} left)",
            menu(b, u, doing, closing_up(b, u, doing)),
            about=u.index,
            at=(u.key,),
        )
        if what.what == END:
            break
        doing.left -= price(b, u, what)
        doing.done.append(what.what)
        yield from carry_out(b, u, what, doing)
    if doing.left == 0 and not doing.over:
        yield from settle(b, u, doing.changes)
    if b.settings.cohesion_marker != "each_move" or not doing.stepped:  # FOW-GAP-16
        yield from finish(b, u, doing)


def price(b: Battle, u: Unit, what: Action) -> int:
    """In actions."""
    if what.what == STANCE:
        return cost(u.stance, what.stance)
    if what.what in (EMBARK, DISEMBARK) and b.settings.embarking == "free":  # FOW-GAP-52
        return 0
    return 2 if what.double else 1


def closing_up(b: Battle, u: Unit, doing: Doing) -> int:
    """FOW-3.5-03: how much movement a scattered unit needs to close up, which it must do before
    it moves elsewhere; STILL: nothing, or it cannot, or may not (FOW-GAP-16)."""
    most = doing.most
    if u.coherent(b.settings) or tired(b, u, doing) or not March(b, u, most=most).gathers():
        return STILL
    return UP_TO_SIX if March(b, u, most=min(most, 6.0)).gathers() else OVER_SIX


def finish(b: Battle, u: Unit, doing: Doing) -> Rules[None]:
    """FOW-3.5-04: at the end of its activation a unit still scattered takes a marker.

    Not one that lost its cohesion only now, in the combat that it began: its turn comes.
    """
    if not u.on_table:
        return
    u.regrouping = not u.coherent(b.settings)
    if u.regrouping and doing.owes:
        yield from gain_markers(b, u, 1, "it has not closed up", "FOW-3.5-04")


def carry_out(b: Battle, u: Unit, what: Action, doing: Doing) -> Rules[None]:
    if what.what in (MOVE, JUMP, CHARGE):
        yield from move(b, u, what, doing)
    elif what.what == SHOOT:
        yield from shoot_action(b, u, b.unit(what.unit), doing)
    elif what.what == DEPLOY:  # FOW-4.2-05: until it moves (FOW-GAP-33)
        u.set_up = True
        yield from Tell(
            "deploy", "{} deploys its heavy weapons", u.name, clause="FOW-4.2-05", at=(u.key,)
        )
    elif what.what == COVER:
        yield from declare_covering(u, doing.moved)
    elif what.what == STANCE:
        doing.changes += 1
        yield from take_stance(u, what.stance)
    elif what.what == DISMOUNT:
        dismount(u, b.settings.holders == "up")
        refresh(b, u)
    elif what.what == MOUNT:
        u.ride(True)
        u.stance = NORMAL  # FOW-12-02
        refresh(b, u)
    elif what.what == JOIN:
        host = b.unit(what.unit)
        attach(u, host)
        refresh(b, u)
        refresh(b, host)
        doing.over = True
    elif what.what == EMBARK:
        yield from embark(b, u, b.unit(what.unit))
        doing.over = True
    elif what.what == DISEMBARK:
        doing.moved = True
        if not (yield from alight(b, u)):
            doing.over = True
    elif what.what == LEAVE:
        i = next(i for i in range(u.figures) if u.kinds[u.kind[i]].leader == what.unit)
        detach(b, u, i)


# ---------------------------------------------------------------- the menu


def menu(b: Battle, u: Unit, doing: Doing, closing: int) -> list[Option[Action]]:
    """Everything it might do, with the reason where it may not."""
    out: list[Option[Action]] = []
    if u.aboard >= 0:
        return _inside(b, u)
    scattered = None
    if closing != STILL:
        scattered = Refusal(f"{u.name} must close up first", "FOW-3.5-03", "move")
    out += _moves(b, u, doing)
    out += _charges(b, u, doing, scattered)
    # What is no move may come before it, while an action for the move is left.
    still = scattered if doing.left < 2 else None
    out += _shots(b, u, doing, still, closing)
    out += _deploying(b, u, still)
    out += _special(b, u, doing, scattered)
    if b.settings.covering_fire:
        out.append(_covering(b, u, doing, still))
    if b.settings.stance:
        out += _stances(b, u, doing, scattered, still)
    out.append(Option(Action(END), "nothing more", (), scattered))
    return out


def _inside(b: Battle, u: Unit) -> list[Option[Action]]:
    """FOW-GAP-52: passengers get out, or stay where they are."""
    v = b.unit(u.aboard)
    refusal = None
    if not running(v):
        refusal = Refusal(f"{v.name} does not run", "FOW-10.7-16", "bale out")
    elif v.engaged:
        refusal = Refusal(f"{v.name} is in close combat", "FOW-GAP-52", "when it is out of it")
    return [
        Option(Action(DISEMBARK, v.index), f"get out of {v.name}", (u.key, v.key), refusal),
        Option(Action(END), "stay inside", (u.key,)),
    ]


def _moves(b: Battle, u: Unit, doing: Doing) -> list[Option[Action]]:
    left = doing.most - u.most_moved
    refusal = lies_low(u) or immobilised(u)
    if left <= 0.0:
        refusal = Refusal(
            f"{u.name} shot without declaring this move",
            "FOW-8.3-11",
            "as much movement as was declared",
        )
    refusal = refusal or tired(b, u, doing)
    inches = allowance(b, u)
    out: list[Option[Action]] = [Option(Action(MOVE), f'move {inches:g}"', (u.key,), refusal)]
    difficult, obstacle = _rough(b, u, inches)
    full = None
    if not _may_force(b, u):
        full = Refusal(
            "the unit carries its maximum of markers", "FOW-6.2-06", 'go over slowly: 2" less'
        )
    if any(u.holds):
        out.append(
            Option(Action(MOVE, lead=True), f'lead the mounts along {inches:g}"', (u.key,), refusal)
        )  # FOW-6.2-13
    if difficult:
        out.append(
            Option(Action(MOVE, push=True), "push on through difficult ground", (u.key,), refusal)
        )
    if obstacle:
        out.append(
            Option(Action(MOVE, force=True), "force the obstacle", (u.key,), refusal or full)
        )
    if difficult and obstacle:
        out.append(
            Option(
                Action(MOVE, push=True, force=True),
                "push on and force the obstacle",
                (u.key,),
                refusal or full,
            )
        )
    if b.settings.double_move and doing.left >= 2:
        out += _doubled(b, u, refusal)
    if u.profile.jump or (u.profile.hover and b.settings.hover == "jump"):  # FOW-10.5-02
        twice = None
        if JUMP in doing.done:
            twice = Refusal("one jump an activation", "FOW-6.3-04", "move on foot")
        far = capped(u, LEAP)
        out.append(Option(Action(JUMP), f'jump {far:g}"', (u.key,), refusal or twice))
    return out


def _doubled(b: Battle, u: Unit, refusal: Refusal | None) -> list[Option[Action]]:
    """By another reading of FOW-GAP-79 two moves may be one of double length."""
    if _slowed_by_markers(b, u):
        refusal = refusal or Refusal(f"{u.name} carries D-markers", "FOW-GAP-13", "one move")
    inches = 2.0 * allowance(b, u)
    return [
        Option(
            Action(MOVE, -1, push, force, double=True),
            f'move {inches:g}" in one{how}',
            (u.key,),
            refusal,
        )
        for push, force, how in _paces(b, u, inches)
    ]


def tired(b: Battle, u: Unit, doing: Doing) -> Refusal | None:
    """By another reading of FOW-GAP-13 nobody who carries a marker moves twice."""
    if not _slowed_by_markers(b, u):
        return None
    if not any(what in (MOVE, JUMP) for what in doing.done):
        return None
    return Refusal(f"{u.name} carries D-markers", "FOW-GAP-13", "one move")


def _slowed_by_markers(b: Battle, u: Unit) -> bool:
    return u.markers > 0 and b.settings.marked_moves == "one"


def _may_force(b: Battle, u: Unit) -> bool:
    """FOW-6.2-06, FOW-GAP-14: an obstacle costs a marker and never a figure."""
    return u.markers < u.most_markers or b.settings.force_at_maximum != "refused"


def _rough(b: Battle, u: Unit, inches: float) -> tuple[bool, bool]:
    """Whether difficult ground or an obstacle lies within a move."""
    x0, y0, x1, y1 = u.box()

    def near(pieces: list[Piece]) -> bool:
        for p in pieces:
            s = p.shape
            if (
                s.min_x <= x1 + inches
                and s.max_x >= x0 - inches
                and s.min_y <= y1 + inches
                and s.max_y >= y0 - inches
            ):
                return True
        return False

    difficult = b.board.difficult
    if u.vehicle:  # FOW-6.2-14
        difficult = [p for p in difficult if not p.kind.building]
    return near(difficult), near(b.board.obstacles)


def _charges(b: Battle, u: Unit, doing: Doing, scattered: Refusal | None) -> list[Option[Action]]:
    out: list[Option[Action]] = []
    inches = allowance(b, u)
    singly = [False]
    if b.settings.double_move and doing.left >= 2 and not _slowed_by_markers(b, u):
        singly.append(True)
    most = inches * len(singly)
    far = most + THICKEST if b.board.obstacles else most  # contact across (FOW-GAP-29)
    for v in b.enemies(u.player):
        if not _within(u, v, far):
            continue
        refusal = lies_low(u) or immobilised(u) or scattered or tired(b, u, doing)
        if doing.no_contact:
            refusal = Refusal(f"{u.name} has just disengaged", "FOW-9.5-03", "contact next turn")
        elif doing.most - u.most_moved <= 0.0:
            refusal = Refusal(
                f"{u.name} shot without declaring this move",
                "FOW-8.3-11",
                "as much movement as was declared",
            )
        refusal = refusal or no_blows(b, u, v)
        if refusal is not None:
            out.append(Option(Action(CHARGE, v.index), f"charge {v.name}", (v.key,), refusal))
            continue
        reached = False
        for double in singly:
            if reached:
                break
            for push, force, how in _paces(b, u, 2.0 * inches if double else inches):
                # What can be reached picking one's way can be reached pushing on.
                if (reached and not force) or _reaches(b, u, v, doing.most, push, force, double):
                    reached = True
                    once = ", in one move" if double else ""
                    out.append(
                        Option(
                            Action(CHARGE, v.index, push, force, double=double),
                            f"charge {v.name}{how}{once}",
                            (v.key,),
                            ask=questions_of.charging(b, u, v),
                        )
                    )
        if not reached:
            out.append(
                Option(
                    Action(CHARGE, v.index),
                    f"charge {v.name}",
                    (v.key,),
                    Refusal(
                        f"{v.name} cannot be reached",
                        "FOW-9.1-01",
                        f'within {most:g}" of the way',
                    ),
                )
            )
    return out


def _reaches(
    b: Battle, u: Unit, v: Unit, most: float, push: bool, force: bool, double: bool
) -> bool:
    march = March(b, u, push=push, force=force, target=v, most=most, double=double)
    return not isinstance(march.propose(questions_of.at(v)), list)


def _paces(b: Battle, u: Unit, inches: float) -> list[tuple[bool, bool, str]]:
    """How it may charge: picking its way, pushing, forcing, or both; the owner's choice."""
    difficult, obstacle = _rough(b, u, inches)
    out = [(False, False, "")]
    if difficult:
        out.append((True, False, ", pushing on"))
    if obstacle and _may_force(b, u):
        out.append((False, True, ", forcing the obstacle"))
        if difficult:
            out.append((True, True, ", pushing on and forcing the obstacle"))
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
    b: Battle, u: Unit, doing: Doing, scattered: Refusal | None, closing: int
) -> list[Option[Action]]:
    if not any(k.weapon is not None and k.weapon.ranged for k in u.kinds):
        return []
    out: list[Option[Action]] = []
    moved = max(moved_class(distance_moved(u, b.settings)), closing)
    for v in b.enemies(u.player):
        refusal: Refusal | Judge | None = scattered
        ask = None
        warning = ""
        if COVER in doing.done:
            refusal = Refusal(f"{u.name} is on covering fire", "FOW-GAP-55", "wait for the enemy")
        elif SHOOT in doing.done:
            refusal = Refusal(f"{u.name} has shot", "FOW-4.2-02", "once an activation")
        elif scattered is None:
            refusal = Judge(refuse_target, b, u, v, moved)
            ask = questions_of.aimed(b, u, v, moved)
            if v.vehicle and refuse_target(b, u, v, moved) is None and harmless(b, u):
                warning = " (it cannot be hurt)"  # FOW-GAP-39
        words = f"shoot at {v.name}{warning}"
        out.append(Option(Action(SHOOT, v.index), words, (v.key,), refusal, ask))
    return out


def _deploying(b: Battle, u: Unit, scattered: Refusal | None) -> list[Option[Action]]:
    """FOW-4.2-05: only infantry's heavy weapons need it (FOW-4.2-04)."""
    if not any(
        k.weapon is not None and needs_deploying(b, k, k.weapon)
        for k in (u.kinds[n] for n in set(u.kind))
    ):
        return []
    refusal = scattered
    if u.set_up:
        refusal = Refusal("the heavy weapons are deployed", "FOW-4.2-05", "shoot")
    if u.engaged:
        refusal = Refusal(f"{u.name} is in close combat", "FOW-9.1-03", "fight on or disengage")
    return [Option(Action(DEPLOY), "deploy the heavy weapons", (u.key,), refusal)]


def _covering(b: Battle, u: Unit, doing: Doing, still: Refusal | None) -> Option[Action]:
    """FOW-11-01; who was on covering fire may remain so (FOW-11.1-02)."""
    refusal = still or head_down(u) or refuse_covering(b, u, SHOOT in doing.done)
    if u.covering:
        refusal = Refusal(f"{u.name} is on covering fire", "FOW-11.1-01", "wait for the enemy")
    words = "remain on covering fire" if doing.covered else "covering fire"
    return Option(Action(COVER), words, (u.key,), refusal)


def _stances(
    b: Battle, u: Unit, doing: Doing, scattered: Refusal | None, still: Refusal | None
) -> list[Option[Action]]:
    """Chapter 12: from any stance into any other; who must close up does not lie low, and gets up
    with his last action too, for that costs none."""
    return [
        Option(
            Action(STANCE, stance=to),
            STANCES[to],
            (u.key,),
            refuse_stance(b, u, to, doing.left, doing.changes)
            or (scattered if to == HIDING else still if cost(u.stance, to) else None),
        )
        for to in (NORMAL, CAUTIOUS, HIDING)
        if to != u.stance
    ]


def _special(b: Battle, u: Unit, doing: Doing, scattered: Refusal | None) -> list[Option[Action]]:
    """Mounting, dismounting (FOW-GAP-77), leaders who come and go (FOW-GAP-05)."""
    out: list[Option[Action]] = []
    moving = None
    if doing.most - u.most_moved <= 0.0:
        moving = Refusal(f"{u.name} shot without declaring a move", "FOW-8.3-11")
    if u.mounted.type == "cavalry" and not u.mounted.vehicle and not u.mounted.leader:
        if u.dismounted:
            out.append(
                Option(
                    Action(MOUNT), "mount", (u.key,), scattered or moving or _why_not_mount(b, u)
                )
            )
        else:
            out.append(Option(Action(DISMOUNT), "dismount", (u.key,), scattered or moving))
    if u.profile.leader and u.kinds[0].leader == u.index and u.figures == 1:
        for v in b.own(u.player):
            if (
                v is not u
                and b.settings.leaders == "attached"
                and any(k.leader == u.index for k in v.kinds)
                and not v.engaged
                and _within(u, v, JOINING)
            ):
                # Else he would act twice, or the unit would lose its attempt.
                waits = (
                    None
                    if v.attempted
                    else Refusal(
                        f"{v.name} has not been attempted this turn",
                        "FOW-4.1-16",
                        "attempt it first",
                    )
                )
                out.append(Option(Action(JOIN, v.index), f"join {v.name}", (v.key,), waits))
    if b.hulls:
        for v, full in transports(b, u):
            out.append(
                Option(
                    Action(EMBARK, v.index),
                    f"get into {v.name}",
                    (v.key,),
                    scattered or moving or full,
                )
            )
    for i in range(u.figures):
        if guest(u, u.kind[i]):
            leader = u.kinds[u.kind[i]].leader
            out.append(
                Option(
                    Action(LEAVE, leader),
                    f"{b.unit(leader).name} goes his own way",
                    (u.key,),
                    scattered or _why_not_leave(b, u, i),
                )
            )
    return out


def _why_not_leave(b: Battle, u: Unit, i: int) -> Refusal | None:
    """A leader who holds the unit together stays."""
    rest = u.clone()
    rest.remove(i)
    if rest.coherent(b.settings):
        return None
    return Refusal(
        f"{u.name} would lose its cohesion",
        "FOW-6.1-04",
        f'figures within {u.gap:g}" of each other',
    )


# ---------------------------------------------------------------- moving


def move(b: Battle, u: Unit, what: Action, doing: Doing) -> Rules[None]:
    """A move, a jump or a charge: chapters 6 and 9.1."""
    target = b.unit(what.unit) if what.what == CHARGE else None
    march = March(
        b,
        u,
        push=what.push,
        force=what.force,
        jump=what.what == JUMP,
        target=target,
        most=doing.most,
        lead=what.lead,
        double=what.double,
    )
    charge = Charge(b, u) if target is not None else None
    begins_to_move(u, b.settings)
    trip = yield from journey(b, u, march, what.what)
    doing.stepped = True
    if not u.on_table:
        return
    if trip.far > 0.0:
        doing.moved = True
        if u.covering:
            u.covering = AFTER_MOVING  # it had declared before it moved (FOW-11-02)
    u.regrouping = not u.coherent(b.settings)
    doing.owes = doing.owes and u.regrouping
    yield from Tell("move", '{} moves {:.1f}"', u.name, trip.far, clause="FOW-6.1-02", at=(u.key,))
    if doing.pushed and b.settings.difficult_pays == "activation":  # FOW-GAP-66
        trip.footing.difficult = False
    doing.pushed = doing.pushed or (march.push and trip.footing.difficult)
    yield from pay_for(b, u, march, trip.footing)
    if b.settings.cohesion_marker == "each_move" and u.on_table:  # FOW-GAP-16
        yield from finish(b, u, doing)
    doing.over = doing.over or trip.over
    if charge is not None and trip.charged and u.on_table:
        doing.over = True
        if b.settings.charge_round == "action" and doing.left == 0:  # FOW-GAP-28
            return
        yield from first_round(b, u, charge)


def dismount(u: Unit, up: bool = False) -> None:
    """FOW-3.3-04: every fourth figure holds the mounts, rounded down or up (FOW-GAP-77)."""
    riders = [i for i in range(u.figures) if not guest(u, u.kind[i])]
    u.ride(False)
    holders = -(-len(riders) // 4) if up else len(riders) // 4
    for i in riders[len(riders) - holders :]:
        u.holds[i] = True


def _why_not_mount(b: Battle, u: Unit) -> Refusal | None:
    """Riders come back to their mounts to mount (house reading of FOW-GAP-77)."""
    mounted = u.clone()
    mounted.ride(True)
    if not mounted.coherent(b.settings):
        return Refusal(
            "the riders are not with their mounts",
            "FOW-GAP-77",
            f'all within {u.gap:g}" of each other',
        )
    everybody = list(range(u.figures))
    ends = [(u.x[i], u.y[i], u.level[i]) for i in everybody]
    if any(level for _, _, level in ends) or any(
        closed(mounted, p) and p.shape.contains(x, y) for p in b.board.pieces for x, y, _ in ends
    ):
        return Refusal("no mount comes here", "FOW-6.2-13", "outside")
    return overlaps(b, mounted, everybody, ends)


# ---------------------------------------------------------------- shooting


def shoot_action(b: Battle, u: Unit, v: Unit, doing: Doing) -> Rules[None]:
    """One target for all (FOW-8.2-01), or one for each part of them (FOW-8.2-03)."""
    moved = moved_class(distance_moved(u, b.settings))
    free = b.settings.move_after_shot == "free"  # FOW-GAP-81
    if doing.left > 0 and moved != OVER_SIX and not free:
        moved = yield from declare(b, u, v, moved, doing)
    for target, part in (yield from targets(b, u, v, moved)):
        if target.on_table and u.on_table:
            yield from shoot(b, u, target, moved, part)


def declare(b: Battle, u: Unit, v: Unit, moved: int, doing: Doing) -> Rules[int]:
    """FOW-8.3-11, FOW-GAP-81: movement after the shot is declared before the dice.

    Who would have no dice at all after such a move may not announce it (FOW-GAP-34), and who
    must close up afterwards announces that (FOW-3.5-03).
    """
    closing = closing_up(b, u, doing)
    scattered = Refusal(f"{u.name} must close up", "FOW-3.5-03", "move") if closing else None
    words = {
        STILL: "it will not move",
        UP_TO_SIX: 'it will move, 6" at most in all',
        OVER_SIX: 'it may move over 6"',
    }
    said = yield from Choose(
        u.player,
        "declare",
        f"{u.name}: will it move after shooting?",
        [
            Option(
                m,
                words[m],
                refusal=scattered if m < closing else Judge(refuse_target, b, u, v, m),
            )
            for m in words
            if m >= moved
        ],
        about=u.index,
        at=(u.key,),
    )
    doing.most = {STILL: 0.0, UP_TO_SIX: 6.0}.get(said, 1e9)
    return said


AT_IT_TOO: Final = -1
HOLD: Final = -2
ALONE: Final = -3


def targets(b: Battle, u: Unit, v: Unit, moved: int) -> Rules[list[tuple[Unit, str]]]:
    """Who is shot at with what: anti-tank weapons may be aimed at a target of their own, and
    either part may hold its fire (FOW-8.2-02, FOW-8.2-03, FOW-GAP-32); those of vehicles too, as
    long as they work (FOW-8.2-04).

    The anti-tank part comes first: what the others do to their own unit comes after all shots.
    """
    if not armed(b, u, ANTI_TANK) or not can_fire(b, u, v, moved, OTHERS):
        return [(v, ALL)]
    options: list[Option[int]] = []
    if can_fire(b, u, v, moved, ANTI_TANK):
        options.append(Option(AT_IT_TOO, f"at {v.name} too", (v.key,)))
        options.append(Option(ALONE, f"at {v.name}, and the others hold their fire", (v.key,)))
    for w in b.enemies(u.player):
        if w is not v and not w.engaged and can_fire(b, u, w, moved, ANTI_TANK):
            options.append(Option(w.index, f"at {w.name}", (w.key,)))
    if not options:
        return [(v, OTHERS)]
    options.append(Option(HOLD, "they hold their fire"))
    index = yield from Choose(
        u.player,
        "second target",
        f"{u.name}: the anti-tank weapons?",
        options,
        about=(u.index, v.index, moved),
        at=(u.key,),
    )
    if index == AT_IT_TOO:
        return [(v, ALL)]
    if index == ALONE:
        return [(v, ANTI_TANK)]
    if index == HOLD:
        return [(v, OTHERS)]
    return [(b.unit(index), ANTI_TANK), (v, OTHERS)]
