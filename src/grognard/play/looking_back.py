"""A match at any point of its record: to look at, and to go on from as a new match."""

from __future__ import annotations

from typing import Any

from grognard.play.answers import to_plain
from grognard.play.record import Damaged, Record
from grognard.play.replay import Replay, counted
from grognard.play.session import DICE
from grognard.play.witness import Witness
from grognard.rules.system import State


class At:
    """A match after the first so many lines of its record."""

    def __init__(self, replay: Replay, turn: int) -> None:
        self.replay = replay
        self.turn = turn

    @property
    def state(self) -> State:
        return self.replay.session.state


def at(record: Record, lines: int) -> At:
    """Runs the rules from the last turn before that point; raises Damaged beyond the record."""
    if not len(record.lines[0]["seats"]) < lines <= len(record.lines):
        raise Damaged(lines, "the record has no such line")
    part = Record()
    part.lines = record.lines[:lines]
    begin, turn = _nearest_turn(part)
    marks = _Turns(turn)
    replay = Replay(part, witness=marks, begin=begin)
    while replay.step():
        pass
    return At(replay, marks.turn)


class _Turns(Witness):
    def __init__(self, turn: int) -> None:
        self.turn = turn

    def turned(self, number: int, turn: int) -> None:
        self.turn = turn


def start_at(record: Record, lines: int) -> dict[str, Any]:
    """Where another match may begin: the state at the last Stable, and the answers since."""
    found = at(record, lines)
    session = found.replay.session
    state, answers = session.since_stable()
    return {
        "state": state.to_dict(),
        "answers": [[who, answer if who == DICE else to_plain(answer)] for who, answer in answers],
        "turn": found.turn,
    }


def _nearest_turn(record: Record) -> tuple[int, int]:
    """The line of the last turn that nothing was taken back across, and the turn's number.

    Line 0, the beginning, if there is none.
    """
    marks: list[tuple[int, int, int]] = []  # line, turn, answers before it
    for number, (line, answers) in enumerate(counted(record.lines), 1):
        if line["kind"] == "turn":
            marks.append((number, line["turn"], answers))
        elif line["kind"] == "event":
            if line["event"] == "undo":
                marks = [mark for mark in marks if mark[2] <= answers]
            elif line["event"] == "rules":
                marks = [mark for mark in marks if mark[0] >= line["since"]]
    start = record.lines[0].get("start")
    return marks[-1][:2] if marks else (0, 0 if start is None else start["turn"])
