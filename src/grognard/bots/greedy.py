"""A bot that takes what looks best now.

It goes by the system's own judgement if there is one; else by the exact odds of what an
option asks, and where nothing is asked by playing on at random a few times.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.bots.random import RandomBot
from grognard.odds.exact import Exact
from grognard.play.dice import LabDice
from grognard.play.session import DICE, Session
from grognard.rules.effects import Choose, Effect, Place, Roll

MOST_OPTIONS = 8
PLAYOUTS = 3
LONGEST_PLAYOUT = 3000


class GreedyBot:
    """Repeatable by its seed, which only breaks ties and guides its playouts."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(f"greedy bot {seed}")
        self._exact = Exact()
        self._gains: dict[Any, float] = {}

    def answer(self, session: Session, system: Any, player: int, effect: Effect) -> Any:
        """The best-looking option, or legs to the best-looking spot."""
        judgement = system.judgement()
        if isinstance(effect, Choose):
            allowed = effect.allowed()
            if len(allowed) == 1:
                return allowed[0]
            scores = None
            if judgement is not None:
                scores = judgement.options(session.state, effect, self._gain_in(session, system))
            if scores is None:
                scores = self._odds(session, system, effect)
            if scores is None:
                return self._play_on(session, system, player, allowed)
            return max(allowed, key=lambda i: (scores[i], -i))
        if isinstance(effect, Place):
            if judgement is None:
                return self._somewhere(effect)
            return self._best_place(session, system, effect, judgement)
        raise TypeError(f"a bot cannot answer {effect!r}")

    # -- odds -----------------------------------------------------------------

    def gain(self, system: Any, settings: Any, ask: Any) -> float:
        """What a question's situation is worth on average to whoever asks, exactly."""
        key = (ask.question, ask.situation, settings)
        found = self._gains.get(key)
        if found is None:
            question = next(q for q in system.questions if q.name == ask.question)
            found = 0.0
            if question.gain is not None:
                results = self._exact.of(question.procedure, ask.situation, settings)
                found = results.expect(lambda r: question.gain(r, ask.situation))
            self._gains[key] = found
        return found

    def _gain_in(self, session: Session, system: Any) -> Any:
        settings = getattr(session.state, "settings", None)
        return lambda ask: self.gain(system, settings, ask)

    def _odds(self, session: Session, system: Any, effect: Choose[Any]) -> list[float] | None:
        if all(option.ask is None for option in effect.options):
            return None
        gain = self._gain_in(session, system)
        return [gain(o.ask) if o.ask is not None else 0.0 for o in effect.options]

    # -- playing on -------------------------------------------------------------

    def _play_on(self, session: Session, system: Any, player: int, allowed: list[int]) -> int:
        """The option after which random play goes best."""
        if session.sealed:
            return allowed[int(self._random.random() * len(allowed))]
        tried = allowed
        if len(allowed) > MOST_OPTIONS:
            tried = sorted(self._random.sample(allowed, MOST_OPTIONS))
        best, found = -1.0, tried[0]
        for index in tried:
            total = 0.0
            for _ in range(PLAYOUTS):
                total += self._playout(session, system, player, index)
            if total > best:
                best, found = total, index
        return found

    def _playout(self, session: Session, system: Any, player: int, index: int) -> float:
        fork = session.fork(player)
        seed = self._random.randrange(1 << 30)
        dice = LabDice(seed)
        bot = RandomBot(seed)
        fork.accept(player, index)
        for _ in range(LONGEST_PLAYOUT):
            if fork.done:
                break
            who, effect = fork.waiting()[0]
            if isinstance(effect, Roll):
                fork.accept(DICE, dice.throw(0, effect.pool, effect.sides))
            else:
                fork.accept(who, bot.answer(fork, system, who, effect))
        outcome = fork.state.outcome()
        if outcome is None:
            return 0.5
        if outcome.winner < 0:
            return 0.5
        scores = outcome.scores
        return 1.0 if player < len(scores) and scores[player] == max(scores) else 0.0

    # -- moves ------------------------------------------------------------------

    def _best_place(self, session: Session, system: Any, effect: Place, judgement: Any) -> Any:
        """Of the places that the likeliest spots lead to, the one that looks best."""
        movement = effect.movement
        gain = self._gain_in(session, system)
        best = float("-inf")
        found: Any = None
        for goal in judgement.spots(session.state, effect)[:MOST_OPTIONS]:
            legs = movement.propose(goal)
            if isinstance(legs, list):
                continue
            score = judgement.place(session.state, effect, legs, gain)
            if score > best:
                best, found = score, legs
        return movement.fallback() if found is None else found

    def _somewhere(self, effect: Place) -> Any:
        """Without a system's judgement: any spot that somebody might point at."""
        movement = effect.movement
        goals = movement.goals()
        self._random.shuffle(goals)
        for goal in goals[:MOST_OPTIONS]:
            legs = movement.propose(goal)
            if not isinstance(legs, list):
                return legs
        return movement.fallback()
