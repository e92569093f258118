"""A battle between bots, with its record: what `grognard.battle` gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.play.match import Match, Seat
from grognard.play.registry import find_bot, find_system
from grognard.rules.effects import Choose, Effect, Place
from grognard.rules.refusal import Refused
from grognard.rules.settings import make_settings
from grognard.rules.system import Outcome, State


class Battle:
    """A match whose seats are all bots'. `told` collects what happens, in words."""

    def __init__(self, match: Match, bots: Mapping[int, Any], told: list[str]) -> None:
        self.match = match
        self.bots = bots
        self.told = told

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self.match.ended

    def step(self) -> bool:
        """One answer of whoever is asked; False when the battle is over."""
        if self.match.done:
            return False
        player, effect = self.match.waiting()[0]
        answer_for(self.match, self.bots[player], player, effect)
        return True

    def play(self) -> Outcome:
        """To the end."""
        while self.step():
            pass
        assert self.match.ended is not None
        return self.match.ended

    def save(self, path: str | Path) -> Path:
        """Write the record; `grognard replay` and `grognard verify` read it."""
        file = Path(path)
        file.write_text(self.match.record.text(), encoding="utf-8")
        return file


def answer_for(match: Match, bot: Any, player: int, effect: Effect) -> None:
    """The bot's answer, or a legal fallback when it fails; the record says so."""
    why = ""
    try:
        answer = bot.answer(match.session, match.system, player, effect)
        refusals = match.answer(player, answer)
        if not refusals:
            return
        why = "; ".join(map(str, refusals))
    except Exception as error:  # somebody else's bot may raise anything
        why = f"{type(error).__name__}: {error}"
    match.answer(player, fallback(effect), fallback=f"{bot.name} failed: {why}"[:400])


def fallback(effect: Effect) -> Any:
    """An answer that is always legal."""
    if isinstance(effect, Choose):
        return effect.allowed()[0]
    assert isinstance(effect, Place)
    return effect.movement.fallback()


def new_battle(
    system: str,
    bots: Sequence[str],
    seed: int = 0,
    scenario: str = "",
    forces: Sequence[Any] = (),
    settings: Mapping[str, Any] | None = None,
) -> Battle:
    """Bot against bot; the same seed gives the same battle, dice included."""
    found = find_system(system)
    made = make_settings(found.settings, settings or {})
    if isinstance(made, list):
        raise Refused(made)
    setup = found.setup(scenario, forces, seed, made)
    if isinstance(setup, list):
        raise Refused(setup)
    told: list[str] = []
    seats = [Seat(p, p, f"{name} {p + 1}", name, seed) for p, name in enumerate(bots)]
    match = Match.begin(
        found,
        setup,
        made,
        seats,
        secret=f"battle {seed}".encode(),
        nonces=["" for _ in seats],
        match_id=f"seed-{seed}",
        listen=lambda tell: told.append(tell.text),
    )
    return Battle(match, {p: find_bot(name)(seed + p) for p, name in enumerate(bots)}, told)
