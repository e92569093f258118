"""What the table is asked before anything is done: odds, reach, places, sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from litestar import Router
from litestar.params import JSONBody

from grognard.odds.asking import find_question
from grognard.play.match import Match
from grognard.rules.effects import Choose, Effect, Goal, Place
from grognard.rules.refusal import Refused
from grognard.server import wire
from grognard.server.asking import answered
from grognard.server.problems import Denied, refusal
from grognard.server.rooms import Room
from grognard.server.routes.common import Ask, MatchId, TheHub, known_visitor, post_, visitor_of
from grognard.server.routes.matches import asked_of, leg_shown, legs_from

T = TypeVar("T")


async def looked(
    room: Room, visitor: str, player: int, seq: int, do: Callable[[Match, Effect], T]
) -> T:
    """Ask the rules about what a player is asked; nothing changes."""
    room.seated(visitor, player)
    async with room.lock:
        await room.fresh()
        match = room.playing
        if seq != room.seq(room.viewer(visitor).you):
            raise Denied(409, "the match has gone on since")
        effect = asked_of(match, player)
        return await room.hub.work(lambda: do(match, effect))


def move(effect: Effect) -> Place:
    if not isinstance(effect, Place):
        raise Denied(409, "no move is asked for")
    return effect


@post_("/matches/{match:str}/odds")
async def odds(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.OddsBody]
) -> wire.Odds:
    """What an option may come to."""
    room = await hub.room(match)

    def do(played: Match, effect: Effect) -> wire.Odds:
        if not isinstance(effect, Choose) or data.option >= len(effect.options):
            raise Denied(409, "no such option")
        asked = effect.options[data.option].ask
        if asked is None:
            raise Denied(409, "nothing is left to chance here")
        question = find_question(played.system, asked.question)
        settings = getattr(played.state, "settings", None)
        try:
            return answered(room.asker.ask(question, asked.situation, settings, data.policy))
        except Refused as refused:
            raise Denied(409, *refused.refusals) from None

    return await looked(room, known_visitor(request), data.player, data.seq, do)


@post_("/matches/{match:str}/reach")
async def reach(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.MoveBody]
) -> wire.Reach:
    """Where a move may end."""
    room = await hub.room(match)

    def do(_: Match, effect: Effect) -> wire.Reach:
        return wire.Reach([[(x, y) for x, y in ring] for ring in move(effect).movement.reach()])

    return await looked(room, known_visitor(request), data.player, data.seq, do)


@post_("/matches/{match:str}/propose")
async def propose(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.ProposeBody]
) -> wire.Proposal:
    """Legs for every mover towards a goal of the leader, the formation kept."""
    room = await hub.room(match)

    def do(_: Match, effect: Effect) -> wire.Proposal:
        goal = Goal(data.x, data.y, data.facing, data.level)
        found = move(effect).movement.propose(goal)
        if isinstance(found, list):
            return wire.Proposal(None, [refusal(r) for r in found])
        return wire.Proposal([[leg_shown(leg) for leg in way] for way in found], [])

    return await looked(room, known_visitor(request), data.player, data.seq, do)


@post_("/matches/{match:str}/check")
async def check(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.CheckBody]
) -> wire.Checked:
    """Whether these legs are legal, and why not."""
    room = await hub.room(match)

    def do(_: Match, effect: Effect) -> wire.Checked:
        place = move(effect)
        return wire.Checked([refusal(r) for r in place.refuse(legs_from(place, data.legs))])

    return await looked(room, known_visitor(request), data.player, data.seq, do)


@post_("/matches/{match:str}/sight")
async def sight(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.SightBody]
) -> wire.Sight:
    """What one piece sees of another, as far as the system says."""
    room = await hub.room(match)
    viewer = room.viewer(visitor_of(request))
    async with room.lock:
        await room.fresh()
        state = room.playing.state
        see = getattr(room.system, "sight", None)
        if see is None:
            return wire.Sight(False, 0.0, [], [])
        seat = viewer.you[0] if viewer.you else None
        said = await hub.work(lambda: see(state, seat, data.start, data.to))
    if said is None:
        return wire.Sight(False, 0.0, [], [])
    return wire.Sight(
        True,
        said["seen"],
        [wire.Line(*map(float, line)) for line in said["lines"]],
        [wire.Note(text, clause) for text, clause in said["notes"]],
    )


router = Router("/", route_handlers=[odds, reach, propose, check, sight])
