"""Runs a record through the rules again, line by line, and says where it is not true."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from grognard.play.answers import from_plain
from grognard.play.dice import FairDice, commitment
from grognard.play.record import FORMAT, Damaged, Record, check_fields, seal
from grognard.play.registry import find_system
from grognard.play.session import DICE, Session
from grognard.play.wishes import (
    DRAW,
    OVERRULE,
    UNDO,
    WANTED,
    Wish,
    agreement,
    changes_from_plain,
    overruled,
    resignation,
)
from grognard.play.witness import Witness
from grognard.rules.effects import Effect, Roll, Stable, Tell
from grognard.rules.plain import canonical, digest
from grognard.rules.refusal import Refused
from grognard.rules.settings import make_settings
from grognard.rules.system import Outcome, State, System


def begun(session: Session, start: Mapping[str, Any] | None) -> Session:
    """A session brought to where the match begins; raises Damaged if it cannot be.

    `start` has the state of another match's last Stable and the answers given since, each as
    (who, answer); for dice the answer is the faces.
    """
    if start is not None:
        for who, plain in start["answers"]:
            for player, effect in session.waiting():
                if player == who:
                    try:
                        answer = plain if who == DICE else from_plain(effect, plain)
                        refusals = session.take(who, answer)
                    except Refused as refused:
                        refusals = refused.refusals
                    if refusals:
                        raise Damaged(1, "; ".join(map(str, refusals)))
                    break
            else:
                raise Damaged(1, f"player {who} was not asked")
    return session


def counted(lines: Sequence[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], int]]:
    """Every line, with how many answers had been given when it was written."""
    answers = 0
    given = len(lines[0].get("start", {}).get("answers", ()))
    begun = len(lines[0]["seats"]) + 1  # lines: header and nonces
    for n, line in enumerate(lines):
        kind = line["kind"]
        # Another match's answers come behind the turn that this one begins with, if it does.
        if n == begun and kind != "turn":
            answers += given
        if kind == "event" and line["event"] == "undo":
            answers = line["keep"]
        yield line, answers
        if kind in ("answer", "opened", "roll"):
            answers += 1
        if n == begun and kind == "turn":
            answers += given


class Replay:
    """`step` applies one line; `session` is the game as it stands after it.

    When the rules have changed since, it starts at the record's last turn, from the state
    written there, and `since` names that line; `rules` are those the record was last played
    under. `owed` are the turns that have begun and are
    not in the record yet, each with its state as canonical JSON.

    `begin` names a turn's line to begin at in any case; the lines before it are taken as they
    are. `going` is a session that the whole record has brought about already.
    """

    def __init__(
        self,
        record: Record,
        listen: Callable[[Tell], None] | None = None,
        witness: Witness | None = None,
        begin: int = 0,
        going: Session | None = None,
    ) -> None:
        self.record = record
        self.witness = witness
        self.at = 0
        self.since = 0
        self.thrown = 0
        self.nonces: list[str] = []
        self.wish: Wish | None = None
        self.agreed: set[int] = set()
        self.resigned = -1
        self.drawn = False
        self.ended: Outcome | None = None
        self.owed: list[tuple[int, str]] = []
        self.sealed: list[tuple[int, str]] = []
        self._listen = listen
        self._begin_at = begin
        header = record.lines[0]
        if going is None:
            self._check(header)
        self.rules: str = header["rules"]
        try:
            self.system: System = find_system(header["system"])
        except Refused as refused:
            raise Damaged(1, str(refused)) from None
        self.settings: Any = None
        self._dice: FairDice | None = None
        self.session: Session
        if going is not None:
            self.at = len(record.lines)
            self.session = going
            going.listen = self._told
            going.settled = self._settled
            going.opening = None
            return
        settings = make_settings(self.system.settings, header["settings"])
        if isinstance(settings, list):
            raise Damaged(1, "; ".join(map(str, settings)))
        self.settings = settings
        self._open()

    def _check(self, header: dict[str, Any]) -> None:
        if header.get("format") != FORMAT:
            raise Damaged(1, f"format {header.get('format')!r} is not known here")
        for number, line in enumerate(self.record.lines, 1):
            check_fields(number, line)

    def _open(self) -> None:
        lines = self.record.lines
        header = lines[0]
        self.at = 1
        self._witnessed(header, None)
        for seat in header["seats"]:
            if self.at == len(lines):
                break
            line = lines[self.at]
            self.at += 1
            if line["kind"] != "nonce" or line["seat"] != seat["player"]:
                raise Damaged(self.at, f"the nonce of seat {seat['player']} was due")
            self.nonces.append(line["nonce"])
            self._witnessed(line, None)
        last = lines[-1]
        if last["kind"] == "end":
            try:
                secret = bytes.fromhex(last["secret"])
            except ValueError:
                raise Damaged(len(lines), "the secret shown is none") from None
            if commitment(secret) != header["commitment"]:
                raise Damaged(len(lines), "the secret shown is not the one committed to")
            self._dice = FairDice(secret, header["match"], self.nonces)
        self.since, answers = self._begins()
        if self.since:
            turn = lines[self.since - 1]
            if digest(turn["state"]) != turn["digest"]:
                raise Damaged(self.since, "the state does not fit its hash")
            while self.at < self.since:
                line = lines[self.at]
                self.at += 1
                if line["kind"] == "roll":
                    self._dice_of(line)
        try:
            self.session = begun(
                Session(
                    self.system.play,
                    self._state(),
                    listen=self._told,
                    settled=self._settled,
                    forgotten=answers,
                ),
                None if answers else header.get("start"),
            )
        except Damaged:
            raise
        except Exception as error:  # whatever the rules make of a set-up that is none
            raise Damaged(self.since or 1, f"the rules cannot begin here: {error!r}") from error
        if self.since and self.owed and self.owed[0][0] == lines[self.since - 1]["turn"]:
            self.owed.pop(0)

    def _begins(self) -> tuple[int, int]:
        """The line of the turn to begin at, and how many answers lie before it; 0: the start."""
        lines = self.record.lines
        since = 0
        for number, line in enumerate(lines, 1):
            if line["kind"] == "event" and line["event"] == "rules":
                self.rules = line["rules"]
                since = line["since"]
                if not 0 < since < number or lines[since - 1]["kind"] != "turn":
                    raise Damaged(number, "new rules, but not since the beginning of a turn")
        known = self.rules == self.system.rules_version
        if self._begin_at:
            known, since = True, self._begin_at
        if known and not since:
            return 0, 0
        turns: list[tuple[int, int]] = []  # those that no undo has taken back
        for number, (line, answers) in enumerate(counted(lines), 1):
            if line["kind"] == "turn":
                turns.append((number, answers))
                if known and number == since:
                    return since, answers
            elif line["kind"] == "event" and line["event"] == "undo":
                turns = [t for t in turns if t[1] <= answers]
        if not turns:
            raise Damaged(1, f"written under rules {self.rules}, with no state to go on from")
        return turns[-1]

    def _state(self) -> State:
        setup = self.record.lines[0]["setup"]
        if self.since:
            state = self.record.lines[self.since - 1]["state"]
            return self.system.thaw(state, setup, self.settings)
        start = self.record.lines[0].get("start")
        if start is not None:
            return self.system.thaw(start["state"], setup, self.settings)
        started = self.system.start(setup, self.settings)
        if isinstance(started, list):
            raise Damaged(1, "; ".join(map(str, started)))
        return started

    def _settled(self, mark: Stable, state: State) -> None:
        if mark.turn:
            self.owed.append((mark.turn, canonical(state.to_dict())))
            if self.witness is not None:
                self.witness.turned(self.at + len(self.owed), mark.turn)

    def _told(self, tell: Tell) -> None:
        if self._listen is not None:
            self._listen(tell)
        if self.witness is not None:
            self.witness.told(tell)

    def _witnessed(self, line: dict[str, Any], effect: Effect | None) -> None:
        if self.witness is not None:
            self.witness.line(self.at, line, effect)

    def _answered(self, line: dict[str, Any]) -> Effect | None:
        if line["kind"] in ("answer", "sealed", "opened"):
            for player, effect in self.session.waiting():
                if player == line["seat"]:
                    return effect
        return self.session.pending if line["kind"] == "roll" else None

    def seats(self, make: Callable[..., Any]) -> Sequence[Any]:
        return [
            make(s["player"], s["side"], s["name"], s["bot"], s["seed"])
            for s in self.record.lines[0]["seats"]
        ]

    def apply(self, player: int, plain: Any) -> None:
        """One answer, checked; raises Damaged at the present line."""
        for who, effect in self.session.waiting():
            if who == player:
                try:
                    refusals = self.session.submit(player, from_plain(effect, plain))
                except Refused as refused:
                    refusals = refused.refusals
                if refusals:
                    raise Damaged(self.at, "; ".join(map(str, refusals)))
                return
        raise Damaged(self.at, f"player {player} was not asked")

    def step(self) -> bool:
        """The next line; False when there is none."""
        if self.at >= len(self.record.lines):
            return False
        line = self.record.lines[self.at]
        self.at += 1
        if self.witness is not None:
            self._witnessed(line, self._answered(line))
        self._line(line)
        return True

    def _line(self, line: dict[str, Any]) -> None:
        kind = line["kind"]
        if self.owed and kind != "turn":
            raise Damaged(self.at, f"turn {self.owed[0][0]} began here, and the record omits it")
        if kind == "answer":
            if self.session.sealed:
                raise Damaged(self.at, "this answer should have been sealed")
            self.apply(line["seat"], line["answer"])
            self.wish = None
        elif kind == "sealed":
            asked = [who for who, _ in self.session.waiting()]
            if not self.session.sealed or line["seat"] not in asked:
                raise Damaged(self.at, f"player {line['seat']} was asked for nothing secret")
            self.sealed.append((line["seat"], line["commitment"]))
            self.wish = None
        elif kind == "opened":
            committed = (line["seat"], seal(line["answer"], line["salt"]))
            if committed not in self.sealed:
                raise Damaged(self.at, "this is not the answer that was sealed")
            self.sealed.remove(committed)
            self.apply(line["seat"], line["answer"])
        elif kind == "roll":
            self._roll(line)
        elif kind == "turn":
            self._turn(line)
        elif kind == "event":
            self._event(line)
        elif kind == "end":
            self._end(line)
        else:
            raise Damaged(self.at, f"there is no place for a {kind} here")

    def _turn(self, line: dict[str, Any]) -> None:
        if not self.owed:
            raise Damaged(self.at, "no turn began here")
        turn, state = self.owed.pop(0)
        if (turn, hashlib.sha256(state.encode()).hexdigest()) != (line["turn"], line["digest"]):
            raise Damaged(self.at, "the state is not what the rules make of the record")
        if digest(line["state"]) != line["digest"]:
            raise Damaged(self.at, "the state does not fit its hash")

    def _roll(self, line: dict[str, Any]) -> None:
        effect = self.session.pending
        if not isinstance(effect, Roll):
            raise Damaged(self.at, "no dice were asked for")
        if line["sides"] != effect.sides or effect.refuse_faces(line["faces"]) is not None:
            raise Damaged(self.at, f"the rules ask for {effect.pool}d{effect.sides}")
        self._dice_of(line)
        self.session.accept(DICE, line["faces"])

    def _dice_of(self, line: dict[str, Any]) -> None:
        """Whether it is this roll's turn, and its dice are the ones committed to."""
        self.thrown += 1
        if line["n"] != self.thrown:
            raise Damaged(self.at, f"roll {self.thrown} was due, not {line['n']}")
        if line["sides"] < 1:
            raise Damaged(self.at, f"there is no d{line['sides']}")
        if self._dice is not None and line["faces"] != self._dice.throw(
            self.thrown, len(line["faces"]), line["sides"]
        ):
            raise Damaged(self.at, "these are not the dice that were committed to")

    def _event(self, line: dict[str, Any]) -> None:
        event = line["event"]
        if event == "undo":
            self._undo(line["seat"], line["keep"])
        elif event in WANTED:
            self._wanted(WANTED[event], line)
        elif event == "consent":
            self.agreed.add(line["seat"])
        elif event == "decline":
            self.wish = None
        elif event == "overrule":
            self._overrule(line)
        elif event == "draw":
            if not self._granted(DRAW, line["seat"]):
                raise Damaged(self.at, "a draw to which not all have agreed")
            self.wish = None
            self.drawn = True
        elif event == "resign":
            if line["seat"] not in [s["player"] for s in self.record.lines[0]["seats"]]:
                raise Damaged(self.at, f"player {line['seat']} has no seat")
            self.resigned = line["seat"]

    def _undo(self, player: int, keep: int) -> None:
        session = self.session
        if session.sealed or keep < 0 or keep != session.last_answer(player):
            raise Damaged(self.at, "there was no such answer to take back")
        if not session.is_last(keep) and not self._granted(UNDO, player):
            raise Damaged(self.at, "taken back without the others' consent")
        self.wish = None
        session.rewind(keep)

    def _wanted(self, kind: str, line: dict[str, Any]) -> None:
        changes = changes_from_plain(line.get("changes", []))
        if changes is None:
            raise Damaged(self.at, "it does not say what is to be changed")
        self.wish = Wish(kind, line["seat"], changes)
        self.agreed = set()

    def _overrule(self, line: dict[str, Any]) -> None:
        player = line["seat"]
        changes = changes_from_plain(line["changes"])
        wish = self.wish
        asked = wish is not None and wish.changes == changes
        alone = not self._others(player)
        if not asked or changes is None or not (alone or self._granted(OVERRULE, player)):
            raise Damaged(self.at, "overruled without the others' consent")
        if not self.session.between_acts:
            raise Damaged(self.at, "overruled in the middle of an act")
        setup = self.record.lines[0]["setup"]
        made = overruled(self.system, setup, self.settings, self.session.state, player, changes)
        if isinstance(made, list):
            raise Damaged(self.at, "; ".join(map(str, made)))
        self.wish = None
        self.session.put(made)

    def _granted(self, kind: str, player: int) -> bool:
        wish = self.wish
        return wish is not None and (wish.kind, wish.player) == (kind, player) and self.consented

    def _others(self, player: int) -> set[int]:
        seats = self.record.lines[0]["seats"]
        return {s["player"] for s in seats if s["player"] != player and not s["bot"]}

    @property
    def consented(self) -> bool:
        """Whether everybody else at the table agrees to what is wished."""
        if self.wish is None:
            return False
        others = self._others(self.wish.player)
        if not others:  # nobody to ask: an overruling that was broken off
            return self.wish.kind == OVERRULE
        return others <= self.agreed

    @property
    def wants_undo(self) -> int:
        return -1 if self.wish is None or self.wish.kind != UNDO else self.wish.player

    def _end(self, line: dict[str, Any]) -> None:
        outcome = line["outcome"]
        self.ended = Outcome(outcome["winner"], tuple(outcome["scores"]), outcome["reason"])
        if line["digest"] != digest(self.session.state.to_dict()):
            raise Damaged(self.at, "the last state is not what the rules make of the record")
        if self.resigned >= 0:
            won: Outcome | None = resignation(self.record.lines[0]["seats"], self.resigned)
        elif self.drawn:
            won = agreement(self.record.lines[0]["seats"])
        elif self.session.done:
            won = self.session.state.outcome()
        else:
            raise Damaged(self.at, "the match was not over here")
        if won is None or won.to_dict() != outcome:
            raise Damaged(self.at, "the outcome is not what the rules make of the record")
