"""New matches: a table set up, a seat for every player, secrets drawn."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from typing import Any

from grognard.forces.document import Malformed, parse
from grognard.play.dice import new_nonce, new_secret
from grognard.play.record import Damaged, Record, check_fields
from grognard.play.registry import bot_names, find_system
from grognard.rules.refusal import Refusal, Refused
from grognard.rules.settings import settings_to_dict
from grognard.rules.system import System
from grognard.server import wire
from grognard.server.problems import Denied
from grognard.server.routes.common import settings_from
from grognard.server.store.store import MatchRow, SeatRow
from grognard.server.visitors import hashed, new_token


def new_match(
    asked: wire.NewMatch, visitor: str, name: str
) -> tuple[MatchRow, list[wire.Invitation]]:
    """The row of a new match, and the secrets of its open seats. Works; call it in a thread."""
    try:
        system = find_system(asked.system)
    except Refused as refused:
        raise Denied(400, *refused.refusals) from None
    if "battle" not in system.can:
        raise Denied(400, f"{system.title} has no battles")
    settings = settings_from(system, asked.settings)
    seed = asked.seed if asked.seed is not None else secrets.randbelow(1 << 31)
    forces = [force_from(system, force) for force in asked.forces]
    setup = system.setup(asked.scenario, forces, seed, settings)
    if isinstance(setup, list):
        raise Denied(400, *setup)
    if asked.table is not None:
        setup = laid(system, setup, asked.table, seed, settings)
    state = system.start(setup, settings)
    if isinstance(state, list):
        raise Denied(400, *state)
    return seat_them(
        system,
        setup,
        settings_to_dict(settings),
        asked.seats,
        sides_of(state.view(None)),
        visitor,
        name,
        scenario=asked.scenario or _scenario(setup),
        spectators=asked.spectators,
    )


def force_from(system: System, asked: str | dict[str, Any]) -> Any:
    """A ready force's key as it is; a roster as the system's builder reads it."""
    if isinstance(asked, str):
        return asked
    builder = getattr(system, "builder", None)
    if builder is None:
        raise Denied(400, f"{system.title} builds no forces")
    try:
        thing = builder.read(parse(json.dumps(asked), "roster.json"))
    except Malformed as malformed:
        raise Denied(
            400, *[Refusal(f"{f.field}: {f.why}".removeprefix(": "), f.clause)
                   for f in malformed.faults]
        ) from None  # fmt: skip
    roster = builder.roster(thing)
    if roster is None:
        raise Denied(400, "this is no roster")
    return roster


def laid(
    system: System, setup: dict[str, Any], table: wire.Table, seed: int, settings: Any
) -> dict[str, Any]:
    """The same on a table of one's own."""
    lay = getattr(system, "lay", None)
    if lay is None:
        raise Denied(400, f"{system.title} has its own table")
    terrain = None
    if table.terrain is not None:
        terrain = [(piece.kind, list(piece.points)) for piece in table.terrain]
    made: dict[str, Any] | list[Refusal] = lay(
        setup, table.width, table.height, terrain, seed, settings
    )
    if isinstance(made, list):
        raise Denied(400, *made)
    return made


def imported(record: Record, visitor: str) -> MatchRow:
    """The row of a record from elsewhere; raises Damaged where its header will not do."""
    header = record.lines[0]
    check_fields(1, header)
    try:
        system = find_system(header["system"])
    except Refused as refused:
        raise Damaged(1, str(refused)) from None
    seats = header["seats"]
    if [s["player"] for s in seats] != list(range(len(seats))) or len(seats) > wire.MOST_PLAYERS:
        raise Damaged(1, "its seats are not those of players 0, 1 and so on")
    if not all(0 <= s["side"] < wire.MOST_PLAYERS for s in seats):
        raise Damaged(1, "there are no such sides")
    now = time.time()
    return MatchRow(
        id=secrets.token_hex(8),
        system=system.name,
        scenario=_scenario(header["setup"]),
        parent=_printable(header["parent"], 80),
        host=visitor,
        spectators=True,
        imported=True,
        created=now,
        updated=now,
        status="over",
        turn=0,
        asked=[],
        outcome=None,
        setup=header["setup"],
        settings=header["settings"],
        start=header.get("start"),
        secret=b"",
        sealed=[],
        seats=[
            SeatRow(
                s["player"],
                s["side"],
                _printable(s["name"], wire.LONGEST_NAME),
                _printable(s["bot"], wire.LONGEST_NAME),
                visitor=ELSEWHERE,
            )
            for s in seats
        ],
    )


ELSEWHERE = "elsewhere"
"""Who sits at a match that was played elsewhere: nobody who could ask here."""


def _printable(text: str, most: int) -> str:
    return "".join(c for c in text if c.isprintable())[:most]


def seat_them(
    system: System,
    setup: dict[str, Any],
    settings: dict[str, Any],
    wanted: Sequence[wire.NewSeat],
    sides: Sequence[int],
    visitor: str,
    name: str,
    *,
    scenario: str,
    spectators: bool = True,
    start: dict[str, Any] | None = None,
    parent: str = "",
) -> tuple[MatchRow, list[wire.Invitation]]:
    if len(wanted) != len(sides):
        raise Denied(
            400, Refusal(f"{len(wanted)} seats at this table", "", f"exactly {len(sides)}")
        )
    seats: list[SeatRow] = []
    invitations: list[wire.Invitation] = []
    for player, (side, seat) in enumerate(zip(sides, wanted, strict=True)):
        row = SeatRow(player, side, seat.name, nonce=seat.nonce or new_nonce())
        if seat.who == "bot":
            bot = seat.bot or "greedy"
            if bot not in bot_names():
                legal = "one of " + ", ".join(bot_names())
                raise Denied(400, Refusal(f"no bot {bot!r}", "", legal))
            row.bot, row.seed = bot, secrets.randbelow(1 << 31)
            row.name = row.name or bot.capitalize()
        elif seat.who == "me":
            row.visitor = visitor
            row.name = row.name or name or f"Player {player + 1}"
        else:
            token = new_token()
            row.token = hashed(token)
            invitations.append(wire.Invitation(player, token))
        seats.append(row)
    _tell_apart(seats)
    now = time.time()
    match = MatchRow(
        id=secrets.token_hex(8),
        system=system.name,
        scenario=scenario,
        parent=parent,
        host=visitor,
        spectators=spectators,
        imported=False,
        created=now,
        updated=now,
        status="open",
        turn=0,
        asked=[],
        outcome=None,
        setup=setup,
        settings=settings,
        start=start,
        secret=new_secret(),
        sealed=[],
        seats=seats,
    )
    return match, invitations


def _tell_apart(seats: Sequence[SeatRow]) -> None:
    """Nobody has another's name."""
    taken: set[str] = set()
    for seat in seats:
        name, n = seat.name, 1
        while seat.name and seat.name in taken:
            n += 1
            seat.name = f"{name[: wire.LONGEST_NAME - 3]} {n}"
        taken.add(seat.name)


def sides_of(view: dict[str, Any]) -> list[int]:
    """The side of every player at this table."""
    players = view.get("players") or [{"player": 0}, {"player": 1}]
    sides = {u.get("player"): u.get("side") for u in view.get("units") or ()}
    found: list[int] = []
    for i, plain in enumerate(players):
        player = plain.get("player", i)
        side = plain.get("side", sides.get(player))
        found.append(player if side is None else side)
    return found


def _scenario(setup: dict[str, Any]) -> str:
    said = setup.get("scenario", "")
    if isinstance(said, dict):
        said = said.get("name", "")
    return str(said)[:80] if isinstance(said, str) else ""
