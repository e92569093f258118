"""The matches that are being played or watched here: one room each, with all who listen.

Everything that changes a match goes through `Room.act`: the rules run in a thread, what they
wrote is made durable, and only then anybody hears of it.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from grognard.bots.battle import fallback
from grognard.odds.asking import Asker
from grognard.play.match import Match, Seat
from grognard.play.record import Record, check_line
from grognard.play.registry import find_bot, find_system
from grognard.rules.plain import canonical
from grognard.rules.refusal import Refusal, Refused
from grognard.rules.settings import make_settings
from grognard.rules.system import System
from grognard.server import messages, wire
from grognard.server.problems import Denied, not_now
from grognard.server.showing import Showing, Viewer, header
from grognard.server.store.store import MatchRow, Overtaken, Standing, Store, TalkRow
from grognard.server.telling import Story
from grognard.server.thinking import Thinking, Thought

log = logging.getLogger("grognard.server")
T = TypeVar("T")
MOST_LINES = 100_000
"""Lines of a record; the longest battles have some thousands."""
BACKLOG = 200
"""Messages that may wait for a slow listener."""


class Listener:
    """One socket: who looks through it, and what it has still to be sent."""

    def __init__(self, visitor: str, viewer: Viewer) -> None:
        self.visitor = visitor
        self.viewer = viewer
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(BACKLOG)
        self.slow = False
        self.cut = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Never waits: who falls too far behind is cut off, and comes again."""
        if self.slow:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.slow = True
            self.cut.set()


class Room:
    """A match, its story, and who listens. `match` is None until all seats are taken."""

    def __init__(self, hub: Hub, row: MatchRow) -> None:
        self.hub = hub
        self.row = row
        self.system: System = find_system(row.system)
        self.match: Match | None = None
        self.story = Story()
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.asker = Asker()
        self.stale = False
        self.talked = 0
        self._showing: Showing | None = None
        self._bots: asyncio.Task[None] | None = None
        self._closed = False

    # -- coming in ----------------------------------------------------------------

    async def load(self) -> None:
        """Everything as the store has it."""
        row = await self.hub.store.match(self.row.id)
        if row is None:
            raise Denied(404, "there is no such match")
        lines = await self.hub.store.lines(row.id)
        self.row = row
        self.talked = await self.hub.store.talk_count(row.id)
        self.match, self.story = await self.hub.work(functools.partial(_taken_up, row, lines))
        self._showing = None
        self.stale = False
        if self.match is not None and len(self.match.record.lines) > len(lines):
            await self._keep(len(lines))  # the rules have changed since

    async def fresh(self) -> None:
        """As the store has it, whoever wrote there."""
        if self.stale:
            await self.load()
        elif self.hub.store.shared:
            known = 0 if self.match is None else len(self.match.record.lines)
            if await self.hub.store.count(self.row.id) != known:
                await self._catch_up()

    async def catch_up(self) -> None:
        """Another process has written: take it in, and tell all who listen here."""
        async with self.lock:
            await self._catch_up()
            for said in await self.hub.store.talk(self.row.id, self.talked):
                self.tell_talk(said)
        self.mind_bots()

    async def _catch_up(self) -> None:
        before = 0 if self.match is None else len(self.match.record.lines)
        texts = await self.hub.store.lines(self.row.id, before)
        row = await self.hub.store.match(self.row.id)
        assert row is not None
        seated = [s.visitor for s in row.seats] != [s.visitor for s in self.row.seats]
        if texts:
            lines = [json.loads(text) for text in texts]
            if self.match is None or any(x["kind"] in ("sealed", "opened") for x in lines):
                await self.load()
            else:
                self.row = row
                self._showing = None
                await self.hub.work(functools.partial(self._follow, self.match, texts))
            await self.tell(before)
        self.row = row
        if seated:
            self.tell_seats()

    def _follow(self, match: Match, texts: Sequence[str]) -> None:
        lines: list[dict[str, Any]] = []
        hashed = match.record.hash
        for number, text in enumerate(texts, len(match.record.lines) + 1):
            lines.append(check_line(number, text.encode(), hashed, False))
            hashed = lines[-1]["hash"]
        try:
            match.follow(lines)
        except BaseException:
            self.stale = True
            raise

    def viewer(self, visitor: str, look: int | None = None) -> Viewer:
        """What this visitor may see; raises Denied if that is nothing."""
        you = tuple(s.player for s in self.row.seats if visitor and s.visitor == visitor)
        host = bool(visitor) and self.row.host == visitor
        if not you and not host and not self.row.spectators:
            raise Denied(403, "no spectators at this table")
        return Viewer(you, host, look)

    def seated(self, visitor: str, player: int) -> Viewer:
        """The same for somebody who speaks for a player; raises Denied if he may not."""
        if not visitor:
            raise Denied(401, "who are you? The first GET gives you a cookie")
        viewer = self.viewer(visitor)
        if player not in viewer.you:
            raise Denied(403, f"seat {player} is not yours")
        return viewer

    @property
    def playing(self) -> Match:
        if self.row.imported:
            raise Denied(409, Refusal("this is a record", "", "to be continued as a new match"))
        return self.begun

    @property
    def begun(self) -> Match:
        if self.match is None:
            raise Denied(409, Refusal("the match has not begun", "", "when all seats are taken"))
        return self.match

    def open_to(self, visitor: str) -> bool:
        """Whether all that has happened may be seen: it is over, or he holds every seat that
        is not a bot's.
        """
        if self.row.imported or self.match is None or self.match.done:
            return True
        return all(s.bot or (visitor and s.visitor == visitor) for s in self.row.seats)

    # -- showing --------------------------------------------------------------------

    @property
    def names(self) -> dict[int, str]:
        return {s.player: s.name or f"Player {s.player + 1}" for s in self.row.seats}

    @property
    def here(self) -> set[int]:
        return {p for listener in self.listeners for p in listener.viewer.you}

    def header(self, viewer: Viewer, visitor: str) -> wire.Header:
        return header(self.row, self.system, self.match, viewer, visitor, self.here)

    def state(self, viewer: Viewer) -> wire.State:
        """How it stands. Works; call it in a thread."""
        if self.match is None:
            return self._before(viewer)
        if self._showing is None:
            self._showing = Showing(self.match, self.story, self.names, self.row.imported)
        return self._showing.state(viewer)

    def _before(self, viewer: Viewer) -> wire.State:
        made = make_settings(self.system.settings, self.row.settings)
        if self.row.start is not None:
            state: Any = self.system.thaw(self.row.start["state"], self.row.setup, made)
        else:
            state = self.system.start(self.row.setup, made)
        seat = viewer.look if viewer.look is not None else next(iter(viewer.you), None)
        return wire.State(0, 0, seat, state.view(seat), [], None, None)

    async def snapshot(self, visitor: str, look: int | None = None) -> wire.Snapshot:
        async with self.lock:
            await self.fresh()
            return await self._snapshot(visitor, self.viewer(visitor, look))

    async def _snapshot(self, visitor: str, viewer: Viewer) -> wire.Snapshot:
        state = await self.hub.work(functools.partial(self.state, viewer))
        said = await self.hub.store.talk_count(self.row.id)
        return wire.Snapshot(self.header(viewer, visitor), list(viewer.you), state, said)

    # -- acting ---------------------------------------------------------------------

    async def act(
        self, do: Callable[[Match], Sequence[Refusal]], visitor: str = "", seq: int = -1
    ) -> wire.Done:
        """Run the rules, make it durable, tell everybody. Goes on if whoever asked has gone."""
        return await asyncio.shield(asyncio.ensure_future(self._act(do, visitor, seq)))

    async def _act(
        self,
        do: Callable[[Match], Sequence[Refusal]],
        visitor: str,
        seq: int,
        lines: int = -1,
    ) -> wire.Done:
        async with self.lock:
            # Whoever knows how far it has come knows that nothing was missed here.
            if self.stale or seq < 0 or seq != self.seq(self._you(visitor)):
                await self.fresh()
            match = self.playing
            if lines >= 0 and lines != len(match.record.lines):
                raise Overtaken
            if len(match.record.lines) >= MOST_LINES:
                raise Denied(409, "this match has become too long to go on")
            you = self._you(visitor)
            if seq >= 0 and seq != self.seq(you):
                raise Denied(
                    409, Refusal("the match has gone on since", "", f"seq {self.seq(you)}")
                )
            before = len(match.record.lines)
            try:
                refusals = await self.hub.work(functools.partial(do, match))
                if refusals:
                    raise not_now(refusals)
                await self._keep(before)
            except (Denied, Refused, Overtaken):
                if len(match.record.lines) != before:
                    self.stale = True
                raise
            except BaseException:
                self.stale = True
                raise
            done = wire.Done(self.seq(you))
        self.mind_bots()
        return done

    def _you(self, visitor: str) -> tuple[int, ...]:
        return self.viewer(visitor).you if visitor else ()

    def seq(self, you: tuple[int, ...]) -> int:
        from grognard.server.showing import seen_seq

        return 0 if self.match is None else seen_seq(self.match, you)

    async def _keep(self, before: int) -> None:
        """Write what is new behind the first `before` lines, then tell it."""
        match = self.playing
        self._showing = None
        lines = [canonical(line) for line in match.record.lines[before:]]
        if not lines:
            return
        standing = self._standing()
        try:
            await self.hub.store.append(self.row.id, before, lines, standing)
        except Overtaken:
            self.stale = True
            raise Denied(409, "somebody else was quicker: look again") from None
        self.row.status, self.row.turn = standing.status, standing.turn
        self.row.asked, self.row.outcome = standing.asked, standing.outcome
        await self.tell(before)

    def _standing(self) -> Standing:
        match = self.playing
        return Standing(
            status="over" if match.done else "live",
            turn=self.story.turn,
            asked=sorted(p for p, _ in match.waiting()),
            outcome=None if match.ended is None else match.ended.to_dict(),
            sealed=[list(s) for s in match.private["sealed"]],
        )

    async def tell(self, before: int) -> None:
        """What has happened since that line, to all who listen, each as he may see it."""
        if self.match is None or not self.listeners:
            return
        events = self.story.since(before)
        groups: dict[Any, list[Listener]] = {}
        for listener in self.listeners:
            groups.setdefault(listener.viewer.key, []).append(listener)
        for listeners in groups.values():
            viewer = listeners[0].viewer
            if not events and self.seq(viewer.you) <= before:
                continue  # somebody else's secret
            message = await self.hub.work(functools.partial(self._happened, events, viewer))
            for listener in listeners:
                listener.send(message)
        if self.match.done:
            self.tell_seats()

    def _happened(self, events: list[messages.Event], viewer: Viewer) -> bytes:
        return encode(messages.Happened(events, self.state(viewer)))

    def tell_seats(self) -> None:
        """The header has changed."""
        for listener in self.listeners:
            said = messages.Seated(self.header(listener.viewer, listener.visitor))
            listener.send(encode(said))

    def tell_talk(self, said: TalkRow) -> None:
        if said.n <= self.talked:
            return
        self.talked = said.n
        message = encode(messages.Spoken(talk_shown(said)))
        for listener in self.listeners:
            listener.send(message)

    # -- listening --------------------------------------------------------------------

    async def listen(self, visitor: str, since: int, talk: int, look: int | None) -> Listener:
        """From now on everything is heard; what was missed comes first."""
        async with self.lock:
            await self.fresh()
            listener = Listener(visitor, self.viewer(visitor, look))
            snapshot = await self._snapshot(visitor, listener.viewer)
            missed = await self.missed(since, talk)
            listener.send(encode(messages.Welcome(snapshot, missed)))
            self.listeners.add(listener)
        self.tell_seats()
        return listener

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.tell_seats()

    async def missed(self, since: int, talk: int) -> messages.Events:
        events = self.story.since(since)
        said = [talk_shown(t) for t in await self.hub.store.talk(self.row.id, talk)]
        return messages.Events(
            seq=max(since, self.story.events[-1].seq if self.story.events else 0),
            talk=said[-1].n if said else talk,
            events=events,
            said=said,
        )

    async def look(self, listener: Listener, seat: int | None) -> None:
        async with self.lock:
            await self.fresh()
            listener.viewer = self.viewer(listener.visitor, seat)
            if self.match is not None:
                listener.send(
                    await self.hub.work(functools.partial(self._happened, [], listener.viewer))
                )

    # -- beginning --------------------------------------------------------------------

    async def begin_if_full(self) -> None:
        """All seats are taken: let it begin. Safe if several try at once."""
        async with self.lock:
            await self.load()
            if self.match is None and all(s.taken for s in self.row.seats):
                self.match, self.story = await self.hub.work(functools.partial(_begun, self.row))
                try:
                    await self._keep(0)
                except Denied:
                    await self.load()
        self.tell_seats()
        self.mind_bots()

    async def close(self) -> None:
        """Whatever is being written is written to its end; bots think no more."""
        async with self.lock:
            bots, self._closed = self._bots, True
            if bots is not None:
                bots.cancel()
        if bots is not None:
            await asyncio.gather(bots, return_exceptions=True)

    # -- bots -------------------------------------------------------------------------

    def mind_bots(self) -> None:
        """Let bots answer while they are asked."""
        if not self._closed and (self._bots is None or self._bots.done()):
            self._bots = asyncio.ensure_future(self._answer_bots())
            self._bots.add_done_callback(_log_failure)

    def _bot_asked(self) -> tuple[int, str] | None:
        if self.match is None or self.match.done or self.row.imported:
            return None
        bots = {s.player: s.bot for s in self.row.seats if s.bot}
        for player, _ in self.match.waiting():
            if player in bots:
                return player, bots[player]
        return None

    async def _answer_bots(self) -> None:
        while True:
            async with self.lock:
                await self.fresh()
                asked = self._bot_asked()
                if asked is None:
                    return
                match = self.playing
                lines = len(match.record.lines)
                think = await self.hub.work(functools.partial(self._question, *asked, match))
            thought = await self.hub.thinking.ask((self.row.id, asked[0]), asked[1], think)
            do = functools.partial(self._bot_answer, *asked, thought)
            try:
                await self._act(do, "", -1, lines)
            except Overtaken:
                continue  # while it thought the match went on, or an answer was taken back
            except Denied:
                if not self.stale:
                    raise

    def _question(self, player: int, name: str, match: Match) -> Callable[[], Any]:
        """What a bot is asked, on a copy of the game that is its own."""
        seed = next(s.seed for s in self.row.seats if s.player == player)
        answers = len(match.session.log)
        copy = match.session.fork(player)
        effect = next(e for p, e in copy.waiting() if p == player)
        return lambda: find_bot(name)(seed + answers).answer(copy, self.system, player, effect)

    def _bot_answer(self, player: int, name: str, thought: Thought, match: Match) -> list[Refusal]:
        effect = next(e for p, e in match.waiting() if p == player)
        why = thought.why
        if not why:
            try:
                refusals = match.answer(player, thought.answer)
            except Exception as error:  # an answer may be anything
                refusals = [Refusal(f"{type(error).__name__}: {error}")]
            if not refusals:
                return []
            why = f"{name} failed: " + "; ".join(map(str, refusals))
        return match.answer(player, fallback(effect), fallback=why[:300])


class Hub:
    """All rooms of this process, the store and the threads in which the rules run."""

    def __init__(
        self, store: Store, threads: int = 4, most: int = 1000, bot_seconds: float = 10.0
    ) -> None:
        self.store = store
        self.thinking = Thinking(bot_seconds)
        self.most = most
        self.rooms: dict[str, Room] = {}
        self._threads = ThreadPoolExecutor(threads, "rules")
        self._opening: dict[str, asyncio.Lock] = {}
        self._waking: asyncio.Task[None] | None = None
        self._catching: set[asyncio.Task[None]] = set()

    async def work(self, do: Callable[[], T]) -> T:
        """Run the rules, off the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, do)

    async def room(self, match: str) -> Room:
        """The room of a match; raises Denied when there is no such match."""
        found = self.rooms.pop(match, None)
        if found is None:
            async with self._opening.setdefault(match, asyncio.Lock()):
                found = self.rooms.pop(match, None)
                if found is None:
                    row = await self.store.match(match)
                    if row is None:
                        self._opening.pop(match, None)
                        raise Denied(404, "there is no such match")
                    found = Room(self, row)
                    await found.load()
                    found.mind_bots()
                self.rooms[match] = found
            self._opening.pop(match, None)
        self.rooms[match] = found  # the latest come last
        self._tidy()
        return found

    def _tidy(self) -> None:
        """Rooms where nobody listens are closed, the longest unused first."""
        for name in list(self.rooms):
            if len(self.rooms) <= self.most:
                return
            room = self.rooms[name]
            if not room.listeners and not room.lock.locked():
                del self.rooms[name]

    async def open(self) -> None:
        await self.store.open()
        if self.store.waker is not None:
            self._waking = asyncio.ensure_future(self.store.waker.listen(self.wake, self._look_all))
            self._waking.add_done_callback(_log_failure)

    def wake(self, match: str) -> None:
        """Another process has written something of this match."""
        room = self.rooms.get(match)
        if room is not None and room.listeners:
            task = asyncio.ensure_future(room.catch_up())
            self._catching.add(task)
            task.add_done_callback(self._catching.discard)
            task.add_done_callback(_log_failure)

    def _look_all(self) -> None:
        """Notices may have been missed."""
        for match in list(self.rooms):
            self.wake(match)

    async def close(self) -> None:
        tasks = [t for t in (self._waking, *self._catching) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            await room.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        await self.store.close()


encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode


def talk_shown(said: TalkRow) -> messages.Talk:
    return messages.Talk(said.n, said.at, said.kind, said.player, said.name, said.text)


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a room could not go on", exc_info=task.exception())


def _taken_up(row: MatchRow, lines: Sequence[str]) -> tuple[Match | None, Story]:
    story = Story()
    if not lines:
        return None, story
    record = Record()
    for number, text in enumerate(lines, 1):
        record.lines.append(check_line(number, text.encode(), record.hash, record.closed))
        record.hash = record.lines[-1]["hash"]
    private = {"secret": row.secret.hex(), "sealed": row.sealed}
    return Match.resume(record, private, witness=story, look=row.imported), story


def _begun(row: MatchRow) -> tuple[Match, Story]:
    system = find_system(row.system)
    settings = make_settings(system.settings, row.settings)
    story = Story()
    match = Match.begin(
        system,
        row.setup,
        settings,
        [Seat(s.player, s.side, s.name, s.bot, s.seed) for s in row.seats],
        secret=row.secret,
        nonces=[s.nonce for s in row.seats],
        match_id=row.id,
        parent=row.parent,
        witness=story,
        start=row.start,
    )
    return match, story
