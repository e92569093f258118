"""Runs a record through the rules again, line by line, and says where it is not true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.play.answers import from_plain
from grognard.play.dice import FairDice, commitment
from grognard.play.record import FORMAT, Damaged, Record, seal
from grognard.play.registry import find_system
from grognard.play.session import DICE, Session
from grognard.rules.effects import Roll, Stable, Tell
from grognard.rules.plain import digest
from grognard.rules.refusal import Refused
from grognard.rules.settings import make_settings
from grognard.rules.system import Outcome, State, System


class Replay:
    """`step` applies one line; `session` is the game as it stands after it.

    When the rules have changed since, it starts at the record's last turn, from the state
    written there, and `since` names that line.
    """

    def __init__(self, record: Record, listen: Callable[[Tell], None] | None = None) -> None:
        self.record = record
        self.at = 0
        self.since = 0
        self.thrown = 0
        self.nonces: list[str] = []
        self.wants_undo = -1
        self.ended: Outcome | None = None
        self._listen = listen
        self._turns: list[tuple[int, str]] = []
        self._sealed: list[tuple[int, str]] = []
        header = record.lines[0]
        if header.get("format") != FORMAT:
            raise Damaged(1, f"format {header.get('format')!r} is not known here")
        try:
            self.system: System = find_system(header["system"])
        except Refused as refused:
            raise Damaged(1, str(refused)) from None
        settings = make_settings(self.system.settings, header["settings"])
        if isinstance(settings, list):
            raise Damaged(1, "; ".join(map(str, settings)))
        self.settings = settings
        self.session: Session
        self._dice: FairDice | None = None
        self._open()

    def _open(self) -> None:
        lines = self.record.lines
        header = lines[0]
        self.at = 1
        while self.at < len(lines) and lines[self.at]["kind"] == "nonce":
            self.nonces.append(lines[self.at]["nonce"])
            self.at += 1
        last = lines[-1]
        if last["kind"] == "end":
            secret = bytes.fromhex(last["secret"])
            if commitment(secret) != header["commitment"]:
                raise Damaged(len(lines), "the secret shown is not the one committed to")
            self._dice = FairDice(secret, header["match"], self.nonces)
        state: State
        if header["rules"] != self.system.rules_version:
            for i in range(len(lines) - 1, 0, -1):
                if lines[i]["kind"] == "turn":
                    self.since = i + 1
                    break
            else:
                raise Damaged(1, f"written under rules {header['rules']}, with no state to go on")
            self.thrown = max((ln["n"] for ln in lines[: self.since] if ln["kind"] == "roll"),
                              default=0)
            state = self.system.thaw(lines[self.since - 1]["state"], header["setup"],
                                     self.settings)
            self.at = self.since
        else:
            started = self.system.start(header["setup"], self.settings)
            if isinstance(started, list):
                raise Damaged(1, "; ".join(map(str, started)))
            state = started
        self.session = Session(self.system.play, state, listen=self._listen,
                               settled=self._settled)
        if self.since:
            self._turns.clear()

    def _settled(self, mark: Stable, state: State) -> None:
        if mark.turn:
            self._turns.append((mark.turn, digest(state.to_dict())))

    def seats(self, make: Callable[..., Any]) -> Sequence[Any]:
        return [make(**seat) for seat in self.record.lines[0]["seats"]]

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
        try:
            self._line(line)
        except KeyError as missing:
            raise Damaged(self.at, f"the line lacks {missing}") from None
        return True

    def _line(self, line: dict[str, Any]) -> None:
        kind = line["kind"]
        if self._turns and kind != "turn":
            raise Damaged(self.at, f"turn {self._turns[0][0]} began here, and the record omits it")
        if kind == "answer":
            self.apply(line["seat"], line["answer"])
        elif kind == "sealed":
            self._sealed.append((line["seat"], line["commitment"]))
        elif kind == "opened":
            committed = (line["seat"], seal(line["answer"], line["salt"]))
            if committed not in self._sealed:
                raise Damaged(self.at, "this is not the answer that was sealed")
            self._sealed.remove(committed)
            self.apply(line["seat"], line["answer"])
        elif kind == "roll":
            self._roll(line)
        elif kind == "turn":
            if not self._turns or self._turns[0] != (line["turn"], line["digest"]):
                raise Damaged(self.at, "the state is not what the rules make of the record")
            if digest(line["state"]) != line["digest"]:
                raise Damaged(self.at, "the state does not fit its hash")
            self._turns.pop(0)
        elif kind == "event":
            self._event(line)
        elif kind == "end":
            self._end(line)
        else:
            raise Damaged(self.at, f"no line is a {kind!r}")

    def _roll(self, line: dict[str, Any]) -> None:
        effect = self.session.pending
        if not isinstance(effect, Roll):
            raise Damaged(self.at, "no dice were asked for")
        self.thrown += 1
        if line["n"] != self.thrown:
            raise Damaged(self.at, f"roll {self.thrown} was due, not {line['n']}")
        faces = line["faces"]
        if line["sides"] != effect.sides or effect.refuse_faces(faces) is not None:
            raise Damaged(self.at, f"the rules ask for {effect.pool}d{effect.sides}")
        if self._dice is not None and faces != self._dice.throw(
            self.thrown, effect.pool, effect.sides
        ):
            raise Damaged(self.at, "these are not the dice that were committed to")
        self.session.accept(DICE, faces)

    def _event(self, line: dict[str, Any]) -> None:
        event = line["event"]
        if event == "undo":
            self.wants_undo = -1
            if type(line["keep"]) is not int or not 0 <= line["keep"] <= len(self.session.log):
                raise Damaged(self.at, "an undo to nowhere")
            self.session.rewind(line["keep"])
        elif event == "undo-wanted":
            self.wants_undo = line["seat"]

    def _end(self, line: dict[str, Any]) -> None:
        outcome = line["outcome"]
        self.ended = Outcome(outcome["winner"], tuple(outcome["scores"]), outcome["reason"])
        if line["digest"] != digest(self.session.state.to_dict()):
            raise Damaged(self.at, "the last state is not what the rules make of the record")
        won = self.session.state.outcome()
        if self.session.done and (won is None or won.to_dict() != outcome):
            raise Damaged(self.at, "the outcome is not what the rules make of the record")
