"""Random legal play, and what must hold at every single answer of it, whatever the system."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from grognard.play.dice import LabDice
from grognard.play.match import Match, Seat
from grognard.play.record import read_record
from grognard.play.replay import Replay
from grognard.play.session import DICE, Session
from grognard.play.verify import verify
from grognard.rules.effects import Choose, Effect, Goal, Leg, Place, Roll
from grognard.rules.plain import digest

LONGEST = 3000
"""No probe asks more questions than this before it ends."""


def random_answer(rng: random.Random, effect: Effect) -> Any:
    """A legal answer: any allowed option, or a move towards a spot that may or may not be near."""
    if isinstance(effect, Choose):
        return rng.choice(effect.allowed())
    assert isinstance(effect, Place)
    movement = effect.movement
    x0, y0, x1, y1 = movement.bounds()
    goals = movement.goals()
    goals.append(Goal(rng.uniform(x0, x1), rng.uniform(y0, y1)))
    goals.append(Goal(rng.uniform(x0, x1), rng.uniform(y0, y1), rng.uniform(0, 360)))
    legs = movement.propose(rng.choice(goals))
    if isinstance(legs, list):
        assert legs, "no legs and no reason why not"
        return movement.fallback()
    assert effect.refuse(legs) == [], "a proposal must be legal"
    return legs


def wrong_answers(effect: Effect) -> list[Any]:
    """Answers that must be refused."""
    if isinstance(effect, Choose):
        refused = [i for i, o in enumerate(effect.options) if o.refusal is not None]
        return [-1, len(effect.options), True, "0", None, *refused]
    if isinstance(effect, Place):
        far = tuple((Leg(1 << 21, 1 << 21),) for _ in effect.movers)
        return [None, 0, (), far, far + far]
    assert isinstance(effect, Roll)
    return [[], [0] * effect.pool + [1], [effect.sides + 1] * effect.pool]


def where(session: Session) -> tuple[str, str, bool]:
    """All that can be seen of a session from outside."""
    return digest(session.state.to_dict()), repr(session.waiting()), session.done


def play_session(system: Any, setup: dict[str, Any], settings: Any, seed: int) -> Session:
    """Play to the end by chance; check refusals, invariants, forks, snapshots and rewinding."""
    rng = random.Random(seed)
    dice = LabDice(seed)
    stables: list[tuple[int, dict[str, Any]]] = []
    seen: list[tuple[str, str, bool]] = []

    session: Session | None = None

    def settled(mark: Any, state: Any) -> None:
        assert state.invariants() == []
        frozen = json.loads(json.dumps(state.to_dict()))
        assert digest(system.thaw(frozen, setup, settings).to_dict()) == digest(frozen)
        assert state.clone().to_dict() == state.to_dict()
        stables.append((0 if session is None else len(session.log), frozen))

    session = Session(system.play, system.start(setup, settings), settled=settled)
    thrown = 0
    while not session.done:
        assert len(session.log) < LONGEST, "this game does not end"
        seen.append(where(session))
        who, effect = rng.choice(session.waiting())
        if len(session.log) % 7 == 0:
            assert where(session.fork()) == seen[-1] or session.sealed
        for wrong in wrong_answers(effect):
            assert session.submit(who, wrong), f"{effect!r} took {wrong!r}"
            assert session.submit(who + 17, wrong), "answered for somebody else"
        assert where(session) == seen[-1], "a refused answer changed something"
        if who == DICE:
            assert isinstance(effect, Roll)
            thrown += 1
            answer: Any = dice.throw(thrown, effect.pool, effect.sides)
        else:
            answer = random_answer(rng, effect)
        assert session.submit(who, answer) == []
    seen.append(where(session))
    assert session.state.outcome() is not None
    _rewound(session, seen)
    _thawed(system, setup, settings, session, stables, seen[-1], rng)
    return session


def _rewound(session: Session, seen: list[tuple[str, str, bool]]) -> None:
    """Restarting before any answer comes back to what was there before it."""
    log = session.log[:]
    for keep in range(len(log) - 1, -1, -1):
        session.rewind(keep)
        assert where(session) == seen[keep], f"rewound to {keep}, and it is another game"
    for who, answer in log:
        session.accept(who, answer)
    assert where(session) == seen[-1]


def _thawed(
    system: Any,
    setup: dict[str, Any],
    settings: Any,
    session: Session,
    stables: list[tuple[int, dict[str, Any]]],
    end: tuple[str, str, bool],
    rng: random.Random,
) -> None:
    """From what a record keeps of a stable point the same answers lead to the same end."""
    for at, frozen in rng.sample(stables, min(5, len(stables))):
        again = Session(system.play, system.thaw(frozen, setup, settings))
        for who, answer in session.log[at:]:
            assert again.submit(who, answer) == []
        assert where(again) == end


def play_match(
    system: Any, setup: dict[str, Any], settings: Any, sides: list[int], seed: int, path: Path
) -> Match:
    """Play a recorded match by chance; undo, leave and come back, then replay and verify it."""
    rng = random.Random(seed)
    seats = [Seat(p, side, f"player {p}") for p, side in enumerate(sides)]
    match = Match.begin(
        system,
        setup,
        settings,
        seats,
        path=path,
        secret=bytes([seed % 256]) * 32,
        nonces=[f"nonce {p}" for p in range(len(sides))],
        match_id="probe",
    )
    while not match.done:
        assert len(match.session.log) < LONGEST
        before = where(match.session)
        player, effect = rng.choice(match.waiting())
        for wrong in wrong_answers(effect):
            assert match.answer(player, wrong)
        assert where(match.session) == before
        assert match.answer(player, random_answer(rng, effect)) == []
        if rng.random() < 0.15:
            _undone(match, player, before, rng)
        if rng.random() < 0.05:
            here = where(match.session)
            match = Match.load(path)
            assert where(match.session) == here
    report = verify(path)
    assert report["ok"], report
    replay = Replay(read_record(path))
    while replay.step():
        pass
    assert digest(replay.session.state.to_dict()) == digest(match.state.to_dict())
    return match


def _undone(match: Match, player: int, before: tuple[str, str, bool], rng: random.Random) -> None:
    """Take the last answer back, alone or by everybody's consent; nothing else changes anything."""
    after = where(match.session)
    if match.undo(player):
        assert where(match.session) == after
        return
    if match.wants_undo < 0:
        assert where(match.session) == before
        return
    others = [s.player for s in match.seats if s.player != player]
    for n, other in enumerate(others):
        assert match.wants_undo == player, f"undone with {n} of {len(others)} consents"
        assert where(match.session) == after
        if rng.random() < 0.3:
            return
        assert match.consent(other) == []
    assert match.wants_undo < 0
    assert where(match.session) == before
