"""Matches: made, joined, looked at, played."""

from __future__ import annotations

import functools
from typing import Any

from litestar import Router
from litestar.params import JSONBody

from grognard.play.answers import from_plain
from grognard.play.match import Match
from grognard.rules.effects import Effect, Leg, Legs
from grognard.rules.refusal import Refusal, Refused
from grognard.server import messages, wire
from grognard.server.making import new_match
from grognard.server.problems import Denied
from grognard.server.rooms import Hub, talk_shown
from grognard.server.routes.common import (
    Ask,
    LookFrom,
    MatchId,
    Player,
    Since,
    TheHub,
    get_,
    known_visitor,
    post_,
    put_,
    visitor_of,
)
from grognard.server.store.store import MatchRow, SeatRow
from grognard.server.visitors import hashed, new_token

# -- mine -------------------------------------------------------------------------------------


@get_("/me")
async def me(request: Ask, hub: TheHub) -> messages.Me:
    """Who you are here, and your matches."""
    visitor = visitor_of(request)
    if not visitor:
        return messages.Me("", [])
    return await _me(hub, visitor)


@put_("/me")
async def rename(request: Ask, hub: TheHub, data: JSONBody[wire.NameBody]) -> messages.Me:
    """Go by another name from now on."""
    visitor = known_visitor(request)
    await hub.store.rename(visitor, data.name)
    return await _me(hub, visitor)


async def _me(hub: Hub, visitor: str) -> messages.Me:
    mine = [_mine(hub, row, visitor) for row in await hub.store.matches_of(visitor)]
    mine.sort(key=lambda m: (not m.your_turn, m.status == "over"))
    return messages.Me(await hub.store.name_of(visitor), mine)


def _mine(hub: Hub, row: MatchRow, visitor: str) -> messages.Mine:
    from grognard.play.registry import find_system
    from grognard.server import telling

    you = [s.player for s in row.seats if s.visitor == visitor]
    room = hub.rooms.get(row.id)
    here = room.here if room is not None else set()
    try:
        title = find_system(row.system).title
    except Refused:
        title = row.system
    asked = row.asked
    if row.sealed:  # who of the others has answered already is a secret
        asked = [s.player for s in row.seats if s.player not in you or s.player in row.asked]
    return messages.Mine(
        match=row.id,
        system=row.system,
        title=title,
        scenario=row.scenario,
        status=row.status,
        turn=row.turn,
        seats=[
            wire.Seat(
                s.player, s.side, s.name, s.bot, s.taken, s.player in you,
                bool(s.bot) or s.player in here,
            )
            for s in row.seats
        ],
        you=you,
        asked=asked,
        your_turn=row.status == "live" and any(p in you for p in row.asked),
        updated=row.updated,
        outcome=None if row.outcome is None else telling.outcome(row.outcome),
    )  # fmt: skip


# -- made and joined ----------------------------------------------------------------------------


@post_("/matches", status_code=201)
async def create(request: Ask, hub: TheHub, data: JSONBody[wire.NewMatch]) -> wire.Created:
    """Set up a table. The secrets of its open seats are told here and never again."""
    visitor = known_visitor(request)
    name = await hub.store.name_of(visitor)
    row, invitations = await hub.work(functools.partial(new_match, data, visitor, name))
    return await begin(hub, row, invitations)


async def begin(hub: Hub, row: MatchRow, invitations: list[wire.Invitation]) -> wire.Created:
    await hub.store.create(row)
    room = await hub.room(row.id)
    await room.begin_if_full()
    return wire.Created(row.id, invitations)


@post_("/matches/{match:str}/claim")
async def claim(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.ClaimBody]
) -> wire.Claimed:
    """Sit down on the seat that this secret is for."""
    from grognard.play.dice import new_nonce

    visitor = known_visitor(request)
    room = await hub.room(match)
    row = await hub.store.match(match)
    assert row is not None
    token = hashed(data.token)
    for seat in row.seats:
        if seat.token == token:
            taken = {s.name for s in row.seats}
            name = data.name
            while name in taken:
                name = f"{name[: wire.LONGEST_NAME - 1]}′"
            sat = SeatRow(
                seat.player, seat.side, name, nonce=data.nonce or new_nonce(), visitor=visitor,
                token=token,
            )  # fmt: skip
            if await hub.store.take_seat(match, sat):
                await room.begin_if_full()
                return wire.Claimed(match, seat.player)
    raise Denied(403, Refusal("this link is void", "", "ask for a new one"))


@post_("/matches/{match:str}/link")
async def link(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.LinkBody]
) -> wire.Invitation:
    """A new secret for a seat that is still free; the old one is void."""
    visitor = known_visitor(request)
    room = await hub.room(match)
    if room.row.host != visitor:
        raise Denied(403, "only who made the match may do this")
    if all(s.player != data.player for s in room.row.seats):
        raise Denied(404, f"no seat {data.player}")
    token = new_token()
    if not await hub.store.new_token(match, data.player, hashed(token)):
        raise Denied(409, "this seat is taken")
    return wire.Invitation(data.player, token)


# -- looked at ------------------------------------------------------------------------------------


@get_("/matches/{match:str}")
async def snapshot(
    request: Ask, hub: TheHub, match: MatchId, look: LookFrom = None
) -> wire.Snapshot:
    """How it stands."""
    return await (await hub.room(match)).snapshot(visitor_of(request), look)


@get_("/matches/{match:str}/events")
async def events(
    request: Ask, hub: TheHub, match: MatchId, since: Since = 0, talk: Since = 0
) -> messages.Events:
    """What happened since."""
    room = await hub.room(match)
    async with room.lock:
        await room.fresh()
        room.viewer(visitor_of(request))
        return await room.missed(since, talk)


# -- played ---------------------------------------------------------------------------------------


@post_("/matches/{match:str}/answer")
async def answer(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.AnswerBody]
) -> wire.Done:
    """Answer what a seat of yours is asked. It is durable when this comes back."""
    visitor = known_visitor(request)
    room = await hub.room(match)
    room.seated(visitor, data.player)

    def do(played: Match) -> list[Refusal]:
        effect = asked_of(played, data.player)
        return played.answer(data.player, answer_from(effect, data.answer))

    return await room.act(do, visitor, data.seq)


@post_("/matches/{match:str}/act")
async def act(request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.ActBody]) -> wire.Done:
    """Undo, draw, resign; consent to what another wishes, or decline."""
    visitor = known_visitor(request)
    room = await hub.room(match)
    room.seated(visitor, data.player)
    others = [p for p in room.viewer(visitor).you if p != data.player]

    def do(played: Match) -> list[Refusal]:
        if data.act == "undo":
            refusals = played.undo(data.player)
        elif data.act == "resign":
            refusals = played.resign(data.player)
        elif data.act == "consent":
            refusals = played.consent(data.player)
        elif data.act == "draw":
            refusals = played.draw(data.player)
        else:
            refusals = played.decline(data.player)
        return refusals or agree(played, others)

    return await room.act(do, visitor)


def agree(played: Match, players: list[int]) -> list[Refusal]:
    """Whoever holds several seats need not ask himself."""
    for player in players:
        if played.wish is not None and player != played.wish.player and player not in played.agreed:
            refusals = played.consent(player)
            if refusals:
                return refusals
    return []


@get_("/matches/{match:str}/handles")
async def handles(request: Ask, hub: TheHub, match: MatchId, player: Player) -> list[wire.Handle]:
    """What of the state may be changed by hand, if all agree. Nothing in the middle of an act."""
    room = await hub.room(match)
    async with room.lock:
        await room.fresh()
        room.seated(known_visitor(request), player)
        played = room.playing
        found = await hub.work(lambda: played.handles(player))
    return [wire.Handle(h.label, h.at, list(h.path), h.value, h.kind, h.low, h.high) for h in found]


@post_("/matches/{match:str}/overrule")
async def overrule(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.OverruleBody]
) -> wire.Done:
    """Ask the others to overrule the referee."""
    visitor = known_visitor(request)
    room = await hub.room(match)
    room.seated(visitor, data.player)
    others = [p for p in room.viewer(visitor).you if p != data.player]
    changes = [(tuple(c.path), c.value) for c in data.changes]

    def do(played: Match) -> list[Refusal]:
        return played.overrule(data.player, changes) or agree(played, others)

    return await room.act(do, visitor)


@post_("/matches/{match:str}/chat")
async def chat(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[wire.ChatBody]
) -> messages.Talk:
    """Say something at the table."""
    visitor = known_visitor(request)
    room = await hub.room(match)
    viewer = room.viewer(visitor)
    if viewer.you:
        player = viewer.you[0]
        name, kind = room.names[player], "player"
    else:
        player, kind = -1, "spectator"
        name = await hub.store.name_of(visitor) or "A spectator"
    said = await hub.store.say(match, kind, player, name, data.text)
    room.tell_talk(said)
    return talk_shown(said)


def asked_of(played: Match, player: int) -> Effect:
    for who, effect in played.waiting():
        if who == player:
            return effect
    raise Denied(409, f"player {player} is not asked just now")


def answer_from(effect: Effect, said: wire.Pick | wire.Go | wire.Idle) -> Any:
    """What the rules take for an answer."""
    from grognard.rules.effects import Place

    if isinstance(said, wire.Pick):
        return said.option
    if not isinstance(effect, Place):
        raise Denied(409, Refusal("a choice is asked for", "", "pick an option"))
    if isinstance(said, wire.Idle):
        stay: Legs = tuple(() for _ in effect.movers)
        return stay if not effect.movement.check(stay) else effect.movement.fallback()
    return legs_from(effect, said.legs)


def legs_from(effect: Effect, legs: list[list[wire.Leg]]) -> Any:
    plain = [[[p.x, p.y, p.level, p.facing, p.how] for p in way] for way in legs]
    try:
        return from_plain(effect, plain)
    except Refused as refused:
        raise Denied(400, *refused.refusals) from None


def leg_shown(leg: Leg) -> wire.LegShown:
    return wire.LegShown(leg.x, leg.y, leg.level, leg.facing, leg.how)


router = Router(
    "/",
    route_handlers=[
        me, rename, create, claim, link, snapshot, events, answer, act, handles, overrule, chat,
    ],
)  # fmt: skip
