"""A match: a session at a table, with seats, fair dice, a record, undo and an end."""

from __future__ import annotations

import json
import os
import secrets as tokens
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.play.answers import from_plain, to_plain
from grognard.play.dice import FairDice, commitment, new_nonce, new_secret
from grognard.play.record import FORMAT, Damaged, Record, read_record, seal
from grognard.play.registry import find_system
from grognard.play.replay import Replay, begun
from grognard.play.session import DICE, Session
from grognard.play.wishes import (
    DRAW,
    OVERRULE,
    UNDO,
    Change,
    Wish,
    agreement,
    changes_to_plain,
    handles,
    overruled,
    resignation,
)
from grognard.play.witness import Witness
from grognard.rules.effects import Effect, Roll, Stable, Tell
from grognard.rules.plain import digest
from grognard.rules.refusal import Refusal, Refused
from grognard.rules.settings import settings_to_dict
from grognard.rules.system import Handle, Outcome, State, System


class Seat:
    """Who sits where: a player of the game, the side he is on, and what answers for him."""

    def __init__(self, player: int, side: int, name: str, bot: str = "", seed: int = 0) -> None:
        self.player = player
        self.side = side
        self.name = name
        self.bot = bot
        self.seed = seed

    def to_dict(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "side": self.side,
            "name": self.name,
            "bot": self.bot,
            "seed": self.seed,
        }


class Match:
    """Everything that happens goes through `answer`, `undo`, `draw`, `overrule`, `consent`,
    `decline` and `resign`.
    """

    def __init__(
        self,
        system: System,
        seats: Sequence[Seat],
        record: Record,
        listen: Callable[[Tell], None] | None,
        witness: Witness | None = None,
    ) -> None:
        self.system = system
        self.seats = list(seats)
        self.record = record
        self.listen = listen
        self.witness = witness
        self.thrown = 0
        self.wish: Wish | None = None
        self.agreed: set[int] = set()
        self.settings: Any = None
        self.ended: Outcome | None = None
        self._sealed: list[tuple[int, Any, str]] = []
        self._asked: list[tuple[int, Effect]] = []  # what the sealed answers answer
        self._salts: list[str] = []  # those that another has drawn already
        self._secret = b""
        self._dice: FairDice
        self.session: Session

    # -- beginning ------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        system: System,
        setup: Mapping[str, Any],
        settings: Any,
        seats: Sequence[Seat],
        path: Path | None = None,
        secret: bytes | None = None,
        nonces: Sequence[str] | None = None,
        listen: Callable[[Tell], None] | None = None,
        match_id: str = "",
        parent: str = "",
        witness: Witness | None = None,
        start: Mapping[str, Any] | None = None,
    ) -> Match:
        """A new match. Secret and nonces are drawn at random unless given.

        `start` is the point of another match to go on from (`looking_back.start_at`).
        """
        if path is not None and path.exists() and path.stat().st_size:
            raise FileExistsError(f"{path} holds a match already")
        state: State | list[Refusal]
        if start is not None:
            state = system.thaw(start["state"], setup, settings)
        else:
            state = system.start(setup, settings)
        if isinstance(state, list):
            raise ValueError("; ".join(map(str, state)))
        secret = secret if secret is not None else new_secret()
        nonces = list(nonces) if nonces is not None else [new_nonce() for _ in seats]
        match_id = match_id or tokens.token_hex(8)
        match = cls(system, seats, Record(path), listen, witness)
        match.settings = settings
        match._secret = secret
        match._dice = FairDice(secret, match_id, nonces)
        match._keep_private()
        more: dict[str, Any] = {} if start is None else {"start": dict(start)}
        match._write(
            "header",
            format=FORMAT,
            match=match_id,
            system=system.name,
            rules=system.rules_version,
            settings=settings_to_dict(settings),
            setup=dict(setup),
            seats=[s.to_dict() for s in seats],
            commitment=commitment(secret),
            parent=parent,
            **more,
        )
        for seat, nonce in zip(seats, nonces, strict=True):
            match._write("nonce", seat=seat.player, nonce=nonce)
        match.session = begun(
            Session(
                system.play,
                state,
                listen=match._told,
                settled=match._settled,
                opening=match._opening,
            ),
            start,
        )
        match._go_on()
        return match

    @classmethod
    def load(cls, path: Path, listen: Callable[[Tell], None] | None = None) -> Match:
        """Take up a match from its record; raises Damaged when it is not what was written.

        It may have been broken off anywhere: what the last line began is brought to its end.
        """
        return cls.resume(read_record(path, mend=True), None, listen)

    @classmethod
    def resume(
        cls,
        record: Record,
        private: Mapping[str, Any] | None,
        listen: Callable[[Tell], None] | None = None,
        witness: Witness | None = None,
        look: bool = False,
    ) -> Match:
        """The same from a record that is kept elsewhere; `private` is what `Match.private` was.

        With `look` nothing goes on: it is only to be looked at.
        """
        replay = Replay(record, witness=witness)
        while replay.step():
            pass
        match = cls(replay.system, replay.seats(Seat), record, listen, witness)
        match.settings = replay.settings
        match.thrown = replay.thrown
        match.wish = replay.wish
        match.agreed = replay.agreed
        match.ended = replay.ended
        match.session = replay.session
        match.session.listen = match._told
        match.session.settled = match._settled
        match.session.opening = match._opening
        if not record.closed and not look:
            match._take_up(replay, private)
        return match

    def _take_up(self, replay: Replay, private: Mapping[str, Any] | None) -> None:
        self._read_private(replay, private)
        if self.record.torn:
            assert self.record.path is not None
            os.truncate(self.record.path, len(self.record.text().encode()))
            self.record.torn = False
        for seat in self.seats[len(replay.nonces) :]:
            replay.nonces.append(new_nonce())
            self._write("nonce", seat=seat.player, nonce=replay.nonces[-1])
        self._dice = FairDice(self._secret, self.id, replay.nonces)
        for turn, text in replay.owed:
            frozen = json.loads(text)
            self._write("turn", turn=turn, state=frozen, digest=digest(frozen))
        if replay.rules != self.system.rules_version:
            self._write("event", event="rules", rules=self.system.rules_version, since=replay.since)
        for player, plain, _ in self._sealed[:]:
            self._remember(player)
            replay.apply(player, plain)
        if replay.resigned >= 0:
            self._end(resignation(self.record.lines[0]["seats"], replay.resigned))
        elif replay.drawn:
            self._end(agreement(self.record.lines[0]["seats"]))
        else:
            if replay.consented:
                self._grant()
            self._go_on()

    def follow(self, lines: Sequence[dict[str, Any]]) -> None:
        """Go on with lines that were written elsewhere, by the same rules."""
        replay = Replay(self.record, witness=self.witness, going=self.session)
        replay.settings = self.settings
        replay.thrown = self.thrown
        replay.wish = self.wish
        replay.agreed = self.agreed
        self.record.lines.extend(lines)
        self.record.hash = self.record.lines[-1]["hash"]
        while replay.step():
            pass
        self.thrown = replay.thrown
        self.wish = replay.wish
        self.agreed = replay.agreed
        self.ended = replay.ended
        self.session.listen = self._told
        self.session.settled = self._settled
        self.session.opening = self._opening

    # -- asking ---------------------------------------------------------------

    @property
    def wants_undo(self) -> int:
        """Who asks to take an answer back; -1: nobody."""
        return -1 if self.wish is None or self.wish.kind != UNDO else self.wish.player

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def id(self) -> str:
        name: str = self.record.lines[0]["match"]
        return name

    @property
    def done(self) -> bool:
        return self.ended is not None

    def waiting(self) -> list[tuple[int, Effect]]:
        """Which player must answer what."""
        return [] if self.done else self.session.waiting()

    # -- playing --------------------------------------------------------------

    def answer(self, player: int, answer: Any, fallback: str = "") -> list[Refusal]:
        """Check, record, apply. `fallback` says why this is not the bot's own answer."""
        if self.done:
            return [Refusal("the match is over")]
        refusals = self.session.refuse(player, answer) or self._unwritable(player, answer)
        if refusals:
            return refusals
        self.wish = None
        if fallback:
            self._write("event", event="fallback", seat=player, why=fallback)
        if self.session.sealed:
            self._seal(player, answer)
        else:
            self._write("answer", seat=player, answer=to_plain(answer))
            self.session.accept(player, answer)
        self._go_on()
        return []

    def undo(self, player: int) -> list[Refusal]:
        """Take back this player's last answer.

        At once if no die, no revealed information and nobody else's act lies after it;
        otherwise it is offered, and happens when every other person at the table consents.
        """
        if self.done:
            return [Refusal("the match is over")]
        keep = self.session.last_answer(player)
        if keep < 0:
            return [Refusal("there is nothing of yours to take back")]
        if self.session.sealed:
            return [Refusal("sealed answers cannot be taken back")]
        if self.session.is_last(keep):
            self._take_back(player)
            return []
        if not self._others(player):
            return [Refusal("dice were thrown or a bot has acted since then")]
        self._want(Wish(UNDO, player))
        return []

    def draw(self, player: int) -> list[Refusal]:
        """Offer a draw: the match is over when every other person at the table consents."""
        refusals = self._not_seated(player)
        if refusals:
            return refusals
        if any(s.bot for s in self.seats):
            return [Refusal("a bot agrees to no draw", "", "resign")]
        if self.session.sealed and self._sealed:
            return [Refusal("there are sealed answers on the table", "", "when they are open")]
        if not self._others(player):
            return [Refusal("there is nobody to agree with")]
        self._want(Wish(DRAW, player))
        return []

    def handles(self, player: int) -> list[Handle]:
        """What this player may ask to be changed by hand just now."""
        if self.done or not self.session.between_acts:
            return []
        return handles(self.system, self.state, player)

    def overrule(self, player: int, changes: Sequence[Change]) -> list[Refusal]:
        """Ask that the referee be overruled; at once if nobody else sits at the table."""
        refusals = self._not_seated(player)
        if refusals:
            return refusals
        made = self._overruled(player, changes)
        if isinstance(made, list):
            return made
        self._want(Wish(OVERRULE, player, changes))
        if not self._others(player):
            self._grant()
            self._go_on()
        return []

    def consent(self, player: int) -> list[Refusal]:
        """Agree to what another player wishes."""
        refusals = self._asked_of(player)
        if refusals:
            return refusals
        assert self.wish is not None
        if self._others(self.wish.player) <= self.agreed | {player} and self.wish.kind == OVERRULE:
            made = self._overruled(self.wish.player, self.wish.changes)
            if isinstance(made, list):
                return made
        self._write("event", event="consent", seat=player)
        self.agreed.add(player)
        if self._others(self.wish.player) <= self.agreed:
            self._grant()
            self._go_on()
        return []

    def decline(self, player: int) -> list[Refusal]:
        """Do not agree to what another player wishes, or let go of a wish of one's own."""
        if self.wish is None or self.wish.player != player:
            refusals = self._asked_of(player)
            if refusals:
                return refusals
        self._write("event", event="decline", seat=player)
        self.wish = None
        return []

    def resign(self, player: int) -> list[Refusal]:
        """Give up."""
        refusals = self._not_seated(player)
        if refusals:
            return refusals
        self._write("event", event="resign", seat=player)
        self._end(resignation(self.record.lines[0]["seats"], player))
        return []

    # -- inside ---------------------------------------------------------------

    def _go_on(self) -> None:
        """Throw what dice are asked for, until a player is asked or the game is over."""
        while True:
            effect = self.session.pending
            if isinstance(effect, Roll):
                self.thrown += 1
                faces = self._dice.throw(self.thrown, effect.pool, effect.sides)
                self._write(
                    "roll",
                    n=self.thrown,
                    sides=effect.sides,
                    faces=faces,
                    why=effect.why,
                    seat=effect.player,
                )
                self.session.accept(DICE, faces)
                continue
            if self.session.done and not self.done:
                outcome = self.state.outcome()
                assert outcome is not None
                self._end(outcome)
            return

    def _write(self, kind: str, **fields: Any) -> None:
        line = self.record.append(kind, **fields)
        if self.witness is not None:
            self.witness.line(len(self.record.lines), line, self._answered(line))

    def _answered(self, line: dict[str, Any]) -> Effect | None:
        """What a line answers that is just being written."""
        kind = line["kind"]
        if kind == "roll":
            return self.session.pending
        if kind == "opened":
            for i, (player, effect) in enumerate(self._asked):
                if player == line["seat"]:
                    del self._asked[i]
                    return effect
        elif kind in ("answer", "sealed"):
            for player, effect in self.session.waiting():
                if player == line["seat"]:
                    return effect
        return None

    def _remember(self, player: int) -> None:
        self._asked.extend(asked for asked in self.session.waiting() if asked[0] == player)

    def _told(self, tell: Tell) -> None:
        if self.listen is not None:
            self.listen(tell)
        if self.witness is not None:
            self.witness.told(tell)

    def _settled(self, mark: Stable, state: State) -> None:
        if mark.turn:
            frozen = state.to_dict()
            self._write("turn", turn=mark.turn, state=frozen, digest=digest(frozen))
            if self.witness is not None:
                self.witness.turned(len(self.record.lines), mark.turn)

    def _seal(self, player: int, answer: Any) -> None:
        """Keep it under a salted hash until all are in."""
        salt = self._salts.pop(0) if self._salts else tokens.token_hex(16)
        plain = to_plain(answer)
        self._remember(player)
        self._sealed.append((player, plain, salt))
        self._keep_private()
        self._write("sealed", seat=player, commitment=seal(plain, salt))
        self.session.accept(player, answer)

    def _opening(self) -> None:
        """All sealed answers are in: show them, before the rules go on."""
        for player, plain, salt in self._sealed:
            self._write("opened", seat=player, answer=plain, salt=salt)
        self._sealed = []
        self._keep_private()

    def _end(self, outcome: Outcome) -> None:
        self.ended = outcome
        frozen = self.state.to_dict()
        self._write(
            "end",
            lines=len(self.record.lines) + 1,
            outcome=outcome.to_dict(),
            digest=digest(frozen),
            secret=self._secret.hex(),
        )
        if self.record.path is not None:
            self._private.unlink(missing_ok=True)

    def _unwritable(self, player: int, answer: Any) -> list[Refusal]:
        """Why a legal answer could not be read again from the record."""
        for who, effect in self.session.waiting():
            if who == player:
                try:
                    from_plain(effect, to_plain(answer))
                except Refused as refused:
                    return refused.refusals
        return []

    def _not_seated(self, player: int) -> list[Refusal]:
        if self.done:
            return [Refusal("the match is over")]
        if player not in [s.player for s in self.seats]:
            return [Refusal(f"player {player} has no seat here")]
        return []

    def _asked_of(self, player: int) -> list[Refusal]:
        """Why nobody waits for this player's consent."""
        if self.done:
            return [Refusal("the match is over")]
        if self.wish is None or player not in self._others(self.wish.player) - self.agreed:
            return [Refusal("nobody asks for your consent")]
        return []

    def _want(self, wish: Wish) -> None:
        if wish.kind == OVERRULE:
            plain = changes_to_plain(wish.changes)
            self._write("event", event="overrule-wanted", seat=wish.player, changes=plain)
        else:
            self._write("event", event=f"{wish.kind}-wanted", seat=wish.player)
        self.wish = wish
        self.agreed = set()

    def _grant(self) -> None:
        """All have consented."""
        wish = self.wish
        assert wish is not None
        if wish.kind == UNDO:
            self._take_back(wish.player)
            return
        if wish.kind == DRAW:
            self.wish = None
            self._write("event", event="draw", seat=wish.player)
            self._end(agreement(self.record.lines[0]["seats"]))
            return
        made = self._overruled(wish.player, wish.changes)
        self.wish = None
        if isinstance(made, list):  # only a match taken up again may find this
            self._write("event", event="decline", seat=wish.player)
            return
        self._write("event", event="overrule", seat=wish.player,
                    changes=changes_to_plain(wish.changes))  # fmt: skip
        self.session.put(made)

    def _overruled(self, player: int, changes: Sequence[Change]) -> State | list[Refusal]:
        if not self.session.between_acts:
            return [Refusal("the rules are in the middle of an act", "", "when it is over")]
        setup = self.record.lines[0]["setup"]
        return overruled(self.system, setup, self.settings, self.state, player, changes)

    def _others(self, player: int) -> set[int]:
        return {s.player for s in self.seats if s.player != player and not s.bot}

    def _take_back(self, player: int) -> None:
        keep = self.session.last_answer(player)
        self.wish = None
        self._write("event", event="undo", seat=player, keep=keep)
        self.session.rewind(keep)

    # -- what only this side of the table may know ----------------------------

    @property
    def _private(self) -> Path:
        assert self.record.path is not None
        return self.record.path.with_name(self.record.path.name + ".secret")

    def _keep_private(self) -> None:
        if self.record.path is None:
            return
        new = self._private.with_suffix(".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(json.dumps(self.private))
        new.replace(self._private)

    @property
    def private(self) -> dict[str, Any]:
        """What must be kept beside the record, and from everybody, until the match is over."""
        return {"secret": self._secret.hex(), "sealed": self._sealed[:]}

    def _read_private(self, replay: Replay, private: Mapping[str, Any] | None) -> None:
        try:
            data = private if private is not None else json.loads(self._private.read_text())
            self._secret = bytes.fromhex(data["secret"])
            sealed = [(int(p), a, str(s)) for p, a, s in data["sealed"]]
        except FileNotFoundError:
            raise Damaged(
                len(self.record.lines),
                f"the match is not over, and the dice secret {self._private.name} is not here",
            ) from None
        except (KeyError, TypeError, ValueError):
            where = "" if self.record.path is None else f" {self._private.name}"
            raise Damaged(len(self.record.lines), f"the dice secret{where} is spoilt") from None
        if commitment(self._secret) != self.record.lines[0]["commitment"]:
            raise Damaged(1, "the dice secret is not the one committed to")
        # An answer kept here is sealed once the record says so, until it has been opened.
        self._sealed = [(p, a, s) for p, a, s in sealed if (p, seal(a, s)) in replay.sealed]
        if len(self._sealed) != len(replay.sealed):
            raise Damaged(len(self.record.lines), "an answer that was sealed is not here")


def continue_from(path: Path, system: str = "") -> Match:
    """The match in this file; `system` must be its own if it is given."""
    match = Match.load(path)
    if system and find_system(system).name != match.system.name:
        raise Damaged(1, f"this is a match of {match.system.name}")
    return match
