"""Chapter 4: attempts, initiative, and what a failure brings.

Units act one at a time, and only those that succeed (FOW-2.1-01).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.rules.effects import Ask, Choose, Option, Rules, Tell, die
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.actions import act
from grognard.systems.forge_of_war.circumstances import command
from grognard.systems.forge_of_war.combat import continue_combat, struck_while_leaving
from grognard.systems.forge_of_war.command import Rally, activate, disengage, rally
from grognard.systems.forge_of_war.cover import learn
from grognard.systems.forge_of_war.losses import gain_markers
from grognard.systems.forge_of_war.questions import Activation, Rallying
from grognard.systems.forge_of_war.questions_vehicles import BaleOut
from grognard.systems.forge_of_war.retreat import default_action, leave_combat, withdraw
from grognard.systems.forge_of_war.state import ATTEMPTS, OVER, ROLL_OFF, Battle, Unit
from grognard.systems.forge_of_war.transport import running, try_out

ACTIVATE: Final = "activate"
RALLY: Final = "rally"
CONTINUE: Final = "continue"
DISENGAGE: Final = "disengage"
BALE_OUT: Final = "bale out"
STAY: Final = "stay"
STAND: Final = "stand"
PASS: Final = "pass"


class Attempt(NamedTuple):
    """What the active player tries with which unit (-1: he passes)."""

    unit: int
    how: str


# ---------------------------------------------------------------- the turn


def roll_off(b: Battle) -> Rules[None]:
    """FOW-4.1-01: a d10 each, ties again; the higher chooses who begins."""
    first = b.scenario.begins(b)
    if first < 0:
        while True:
            mine = yield from die(10, "who begins", 0)
            yours = yield from die(10, "who begins", 1)
            if mine != yours:
                break
        winner = 0 if mine > yours else 1
        first = yield from Choose(
            winner,
            "first",
            "Go first or second this turn?",
            [Option(winner, "first"), Option(1 - winner, "second")],
            about=b.turn,
        )
    b.active = first
    yield from Tell(
        "initiative",
        "Turn {}: player {} has the initiative",
        b.turn,
        b.active + 1,
        clause="FOW-4.1-01",
    )
    b.phase = ATTEMPTS
    b.acted = False
    yield from pass_to_whoever_can(b)


def pass_to_whoever_can(b: Battle) -> Rules[None]:
    """FOW-4.1-18: a side with nothing left to attempt hands over; FOW-4.1-17: the turn ends."""
    if b.scenario.decided(b):
        b.phase = OVER
    elif not b.waiting(b.active):
        if b.waiting(1 - b.active):
            hand_over(b)
        else:
            yield from b.scenario.turn_ends(b)
            end_turn(b)


def hand_over(b: Battle) -> None:
    b.active = 1 - b.active
    b.acted = False


def end_turn(b: Battle) -> None:
    if b.turn >= b.scenario.turns or b.scenario.decided(b):
        b.phase = OVER
        return
    b.turn += 1
    b.phase = ROLL_OFF
    for u in b.units:
        u.attempted = False
        u.moved = [0.0] * u.figures
        u.stride = 0.0
        u.since = None
        if b.settings.obstacle_lasts:  # FOW-GAP-29
            u.shields = [k for k in u.shields if u.foes >> k & 1]
        else:
            u.shields = []  # FOW-7.4-03
        u.walls = []
        if b.settings.slaughter_lasts == "turn":  # FOW-GAP-70
            u.slaughtered = False
        u.reacted = 0  # its covering fire waits on, if it was not used (FOW-11.1-03)
        if b.settings.blown_cover == "turn_end":  # FOW-GAP-30
            u.blown = 0
            b.forget(u)


def attempt(b: Battle) -> Rules[None]:
    """One attempt of the active player: FOW-4.1-03, FOW-4.1-14 to FOW-4.1-19."""
    player = b.active
    learn(b)
    what = yield from Choose(player, "attempt", "Which unit do you attempt?", options(b, player))
    if what.how == PASS:
        hand_over(b)
        return
    u = b.unit(what.unit)
    u.attempted = True
    b.acted = True
    just = u.slaughtered
    u.slaughtered = False
    covered = u.covering
    u.covering = 0  # FOW-11.1-01
    if what.how == RALLY:
        keeps = yield from try_rally(b, u, just)
    elif what.how == CONTINUE:
        keeps = yield from try_continue(b, u)
    elif what.how == BALE_OUT:
        keeps = yield from try_out(b, u, b.unit(u.aboard))  # FOW-10.7-16: and nothing else
    elif what.how in (STAY, STAND):
        keeps = True
    elif what.how == DISENGAGE:
        keeps = yield from try_disengage(b, u)
    else:
        keeps = yield from try_activate(b, u, covered)
    if not keeps and b.waiting(1 - player):
        hand_over(b)  # FOW-4.1-15
        yield from Tell(
            "initiative", "The initiative passes to player {}", b.active + 1, clause="FOW-4.1-15"
        )
    yield from pass_to_whoever_can(b)


def options(b: Battle, player: int) -> list[Option[Attempt]]:
    """What may be attempted; units attempted already are shown with their refusal."""
    out: list[Option[Attempt]] = []
    for u in b.own(player):
        if u.attempted:
            out.append(
                Option(
                    Attempt(u.index, ACTIVATE),
                    u.name,
                    (u.key,),
                    Refusal(
                        f"{u.name} was attempted this turn", "FOW-4.1-16", "each unit once a turn"
                    ),
                )
            )
            continue
        if u.engaged:
            out.append(Option(Attempt(u.index, CONTINUE), f"{u.name}: fight on", (u.key,)))
            out.append(
                Option(
                    Attempt(u.index, DISENGAGE),
                    f"{u.name}: disengage",
                    (u.key,),
                    ask=Ask("disengage", _activation, b, u),
                )
            )
            out.append(
                Option(
                    Attempt(u.index, RALLY),
                    f"{u.name}: rally",
                    (u.key,),
                    Refusal(f"{u.name} is in close combat", "FOW-9.1-03", "fight on or disengage"),
                )
            )
            if b.settings.engaged_units == "free":  # FOW-GAP-68
                tests = None
                if at_a_third(b, u):
                    tests = Refusal(f"{u.name} must test", "FOW-4.4-05", "fight on or disengage")
                out.append(Option(Attempt(u.index, STAND), f"{u.name}: stand", (u.key,), tests))
            continue
        out.append(
            Option(
                Attempt(u.index, ACTIVATE),
                f"{u.name}: activate",
                (u.key,),
                ask=Ask("activation", _activation, b, u),
            )
        )
        if u.markers:
            refusal = None
            if u.withdrawing and not b.settings.withdrawing_rally:
                refusal = Refusal(f"{u.name} is withdrawing", "FOW-GAP-26", "it must activate")
            out.append(
                Option(
                    Attempt(u.index, RALLY),
                    f"{u.name}: rally",
                    (u.key,),
                    refusal,
                    Ask("rally", _rally, b, u),
                )
            )
    for u in b.riding(player):
        out += _inside(b, u)
    if b.settings.voluntary_pass and b.acted and b.waiting(1 - player):
        out.append(Option(Attempt(-1, PASS), "hand over the initiative"))
    return out


def _inside(b: Battle, u: Unit) -> list[Option[Attempt]]:
    """Passengers get out of a vehicle that runs, and bale out of one that does not (FOW-GAP-68);
    to stay seated takes no order (house reading)."""
    v = b.unit(u.aboard)
    if u.attempted:
        gone = Refusal(f"{u.name} was attempted this turn", "FOW-4.1-16", "each unit once a turn")
        return [Option(Attempt(u.index, ACTIVATE), u.name, (u.key,), gone)]
    if running(v):
        out = Option(
            Attempt(u.index, ACTIVATE),
            f"{u.name}: get out of {v.name}",
            (u.key, v.key),
            ask=Ask("activation", _activation, b, u),
        )
    else:
        out = Option(
            Attempt(u.index, BALE_OUT),
            f"{u.name}: bale out of {v.name}",
            (u.key, v.key),
            ask=Ask("bale-out", _baling, b, u),
        )
    return [out, Option(Attempt(u.index, STAY), f"{u.name}: stay inside", (u.key,))]


def _baling(b: Battle, u: Unit) -> BaleOut:
    return questions_of.baling(u, command(b, u))


def _activation(b: Battle, u: Unit) -> Activation:
    return questions_of.activation(u, command(b, u))


def _rally(b: Battle, u: Unit) -> Rallying:
    return questions_of.rally(u, command(b, u, u.slaughtered, True))


# ---------------------------------------------------------------- the four ways


def try_activate(b: Battle, u: Unit, covered: int = 0) -> Rules[bool]:
    """`covered`: the marker of covering fire that it had till now."""
    if not (yield from activate(command(b, u), b.settings, u.player)):
        yield from Tell("failed", "{} fails to activate", u.name, clause="FOW-4.3-01", at=(u.key,))
        if u.aboard >= 0:
            pass  # it stays inside
        elif at_a_third(b, u):
            yield from withdrawal(b, u)
        else:
            u.withdrawing = False
            before = u.most_moved
            if b.settings.covering_kept:  # FOW-GAP-55
                u.covering = covered
            yield from default_action(b, u)
            if u.most_moved > before:
                u.covering = 0
        failed_too = b.settings.cohesion_marker == "failed_too"  # FOW-GAP-16
        if failed_too and u.on_table and not u.coherent(b.settings):
            yield from gain_markers(b, u, 1, "it has not closed up", "FOW-3.5-04")
        return False
    u.withdrawing = False  # FOW-4.4-03
    yield from Tell("activated", "{} activates", u.name, clause="FOW-4.1-03", at=(u.key,))
    yield from act(b, u, covered=covered > 0)
    return True


def at_a_third(b: Battle, u: Unit) -> bool:
    """FOW-4.4-01: a third exactly, or 33 in a hundred (FOW-GAP-15)."""
    if b.settings.third == "percent":
        left, full = u.roll_call
        return (u.by_systems or not u.profile.vehicle) and 100 * left <= 33 * full
    return u.third


def withdrawal(b: Battle, u: Unit) -> Rules[None]:
    """FOW-4.4-01 to FOW-4.4-04."""
    if u.withdrawing:
        yield from gain_markers(b, u, 1, "it goes on withdrawing", "FOW-4.4-04")
    if u.on_table:
        u.withdrawing = True
        yield from withdraw(b, u)


def try_rally(b: Battle, u: Unit, just: bool) -> Rules[bool]:
    """FOW-5.2-01: instead of activating; markers go in no other way (FOW-2.2-06), and a crew
    repairs its vehicle so (FOW-10.7-10). True when the initiative is kept."""
    left, full = u.roll_call
    r = Rally(command(b, u, just, True), full, left, u.most_markers)
    done = yield from rally(r, b.settings, u.player)
    u.markers -= done.removed
    yield from Tell(
        "rally",
        "{} rallies: {} markers removed",
        u.name,
        done.removed,
        clause="FOW-5.2-09",
        at=(u.key,),
    )
    return not done.passes


def try_continue(b: Battle, u: Unit) -> Rules[bool]:
    """FOW-9.4-01: no roll, except at a third of strength or less (FOW-4.4-05)."""
    if at_a_third(b, u) and not (yield from activate(command(b, u), b.settings, u.player)):
        yield from flee_combat(b, u)
        return False
    u.withdrawing = False
    yield from continue_combat(b, u)
    return True


def try_disengage(b: Battle, u: Unit) -> Rules[bool]:
    """Chapter 9.5; FOW-GAP-46 for vehicles that cannot fight."""
    drives = b.settings.vehicle_leaves and u.vehicle and u.profile.fv <= 0
    if drives or (yield from disengage(command(b, u), b.settings, u.player)):
        yield from Tell("disengaged", "{} disengages", u.name, clause="FOW-9.5-02", at=(u.key,))
        u.withdrawing = False
        yield from leave_combat(b, u)
        if u.on_table:
            yield from act(b, u, actions=1, no_contact=True)
        return True
    if at_a_third(b, u):  # FOW-9.6-01 wins over FOW-9.5-04 (FOW-GAP-27)
        yield from flee_combat(b, u)
    else:
        yield from gain_markers(b, u, 1, "it could not disengage", "FOW-9.5-04")
        if b.settings.free_round:  # FOW-GAP-27
            yield from struck_while_leaving(b, u)
    return False


def flee_combat(b: Battle, u: Unit) -> Rules[None]:
    """FOW-4.4-06, FOW-9.6-01: the enemy strikes, the fleeing do not, then they withdraw."""
    yield from Tell("fleeing", "{} breaks and runs", u.name, clause="FOW-9.6-01", at=(u.key,))
    yield from struck_while_leaving(b, u)
    if u.on_table:
        yield from withdrawal(b, u)
