"""A match looked back upon: its timeline, any point of it, its record, its dice."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from litestar import Response, Router
from litestar.params import JSONBody, PathParameter, RawBody

from grognard.odds.luck import lucks
from grognard.play.looking_back import At, at, start_at
from grognard.play.record import Damaged, Record, parse_record
from grognard.play.registry import find_system
from grognard.play.replay import Replay
from grognard.play.verify import verify_record
from grognard.rules.plain import canonical
from grognard.rules.refusal import Refusal
from grognard.server import messages, wire
from grognard.server.making import imported, seat_them
from grognard.server.problems import Denied
from grognard.server.rooms import MOST_LINES, Room, talk_shown
from grognard.server.routes.common import (
    Ask,
    LookFrom,
    MatchId,
    TheHub,
    get_,
    known_visitor,
    post_,
    visitor_of,
)
from grognard.server.routes.matches import begin
from grognard.server.showing import named, outcome

T = TypeVar("T")
Point = Annotated[int, PathParameter(ge=0, le=(1 << 31) - 1)]
LARGEST = 16_000_000
PATIENCE = 60.0
"""Seconds that a record from elsewhere may take to run through the rules."""


@get_("/matches/{match:str}/replay")
async def timeline(request: Ask, hub: TheHub, match: MatchId) -> messages.Timeline:
    """Everything that has happened, in order."""
    room = await hub.room(match)
    visitor = visitor_of(request)
    async with room.lock:
        await room.fresh()
        viewer = room.viewer(visitor)
        said = [talk_shown(t) for t in await hub.store.talk(match)]
        last = room.seq(viewer.you)
        return messages.Timeline(room.header(viewer, visitor), last, room.story.since(0), said)


@get_("/matches/{match:str}/replay/{seq:int}")
async def point(
    request: Ask, hub: TheHub, match: MatchId, seq: Point, look: LookFrom = None
) -> wire.State:
    """How it stood after that line, for you."""
    room = await hub.room(match)
    visitor = visitor_of(request)

    def do(record: Record, you: tuple[int, ...]) -> wire.State:
        found = at(record, _within(room, record, you, seq))
        seat = look if look in you else next(iter(you), None)
        view = named(found.state.view(seat), room.names)
        return wire.State(seq, found.turn, seat, view, [], None, _ended(found))

    return await _looked_back(room, visitor, do)


def _ended(found: At) -> wire.Outcome | None:
    ended = found.replay.ended
    return None if ended is None else outcome(ended)


def _within(room: Room, record: Record, you: tuple[int, ...], seq: int) -> int:
    """Lines up to which a viewer may look; the match begins after the nonces."""
    if seq > room.seq(you):
        raise Denied(404, Refusal(f"the match has not come to {seq}", "", f"to {room.seq(you)}"))
    return min(max(seq, len(record.lines[0]["seats"]) + 1), len(record.lines))


async def _looked_back(room: Room, visitor: str, do: Callable[[Record, tuple[int, ...]], T]) -> T:
    async with room.lock:
        await room.fresh()
        you = room.viewer(visitor).you
        whole = room.begun.record
        record = Record()
        record.lines, record.hash = whole.lines[:], whole.hash
    try:
        return await room.hub.work(functools.partial(do, record, you))
    except Damaged as damaged:
        raise Denied(409, f"the rules have changed since: {damaged}") from None


@post_("/matches/{match:str}/continue", status_code=201)
async def go_on(
    request: Ask, hub: TheHub, match: MatchId, data: JSONBody[messages.ContinueBody]
) -> wire.Created:
    """A new match that begins at that point of this one."""
    visitor = known_visitor(request)
    room = await hub.room(match)
    _must_be_open(room, visitor)
    name = await hub.store.name_of(visitor)

    def do(record: Record, you: tuple[int, ...]) -> Any:
        header = record.lines[0]
        start = start_at(record, _within(room, record, you, data.seq))
        return seat_them(
            room.system,
            header["setup"],
            header["settings"],
            data.seats,
            [s["side"] for s in header["seats"]],
            visitor,
            name,
            scenario=room.row.scenario,
            spectators=room.row.spectators,
            start=start,
            parent=match,
        )

    return await begin(hub, *await _looked_back(room, visitor, do))


def _must_be_open(room: Room, visitor: str) -> None:
    room.viewer(visitor)
    if not room.open_to(visitor):
        raise Denied(
            409, Refusal("a record shows what others may not see yet", "", "when the match is over")
        )


@get_("/matches/{match:str}/record", media_type="application/x-ndjson")
async def record_of(request: Ask, hub: TheHub, match: MatchId) -> Response[bytes]:
    """The record, as a file."""
    room = await hub.room(match)
    visitor = visitor_of(request)
    _must_be_open(room, visitor)
    data = await _looked_back(room, visitor, lambda record, _: record.text().encode())
    return Response(
        data,
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{match}.grog"'},
    )


@get_("/matches/{match:str}/verify")
async def verify(request: Ask, hub: TheHub, match: MatchId) -> messages.Verified:
    """Whether its dice are those committed to, and every act was by the rules."""
    room = await hub.room(match)
    said = await _looked_back(room, visitor_of(request), lambda record, _: verify_record(record))
    return messages.Verified(
        said["ok"],
        said.get("lines", 0),
        said.get("rolls", 0),
        said.get("line", 0),
        said.get("why", ""),
    )


@get_("/matches/{match:str}/luck")
async def luck(request: Ask, hub: TheHub, match: MatchId) -> list[messages.Luck]:
    """How far everybody's dice strayed from what was to be expected."""
    room = await hub.room(match)
    async with room.lock:
        await room.fresh()
        room.viewer(visitor_of(request))
        throws = room.story.throws[:]

    def do() -> list[messages.Luck]:
        return [
            messages.Luck(
                found.player, found.sides, found.dice, found.faces, found.chi_squared, found.p,
                found.good, found.expected, found.good_p,
            )
            for found in lucks(throws)
        ]  # fmt: skip

    return await hub.work(do)


@post_("/records", status_code=201, request_max_body_size=LARGEST)
async def upload(request: Ask, hub: TheHub, body: RawBody) -> wire.Created:
    """A record from elsewhere: to look at, and to continue."""
    visitor = known_visitor(request)
    row, lines = await hub.work(functools.partial(_read, body, visitor))
    await hub.store.create(row, lines)
    return wire.Created(row.id, [])


def _read(data: bytes, visitor: str) -> Any:
    """Runs it through the rules; raises Denied where it is not true."""
    till = time.monotonic() + PATIENCE
    try:
        record = parse_record(data)
        if len(record.lines) > MOST_LINES:
            raise Denied(413, "the record is too long")
        row = imported(record, visitor)
        replay = Replay(record)
        while replay.step():
            if time.monotonic() > till:
                raise Denied(413, "the record takes too long to check")
        row.turn = max((x["turn"] for x in record.lines if x["kind"] == "turn"), default=0)
        row.outcome = None if replay.ended is None else replay.ended.to_dict()
        find_system(row.system)
        replay.session.state.view(None)
    except Damaged as damaged:
        raise Denied(400, str(damaged)) from None
    except Denied:
        raise
    except Exception as error:  # whatever the rules make of what they never wrote
        raise Denied(400, f"the rules cannot follow this: {error!r}"[:300]) from None
    return row, [canonical(line) for line in record.lines]


router = Router(
    "/",
    route_handlers=[timeline, point, go_on, record_of, verify, luck, upload],
)
