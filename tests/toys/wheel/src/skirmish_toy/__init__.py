"""Two squads on a road: a small rule system for Grognard."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.rules.effects import Rules
from grognard.rules.questions import Question
from grognard.rules.refusal import Refusal

from .play import play
from .questions import VOLLEY
from .settings import Settings
from .state import Battle


class SkirmishToy:
    """What Grognard finds by the entry point."""

    name = "skirmish_toy"
    title = "Two squads on a road"
    aliases: tuple[str, ...] = ("road",)
    credits = "written for the guide"
    rules_version = "1"
    can = frozenset({"battle"})
    settings: type[Any] = Settings
    clauses = Path(__file__).with_name("clauses.yaml")
    questions: tuple[Question, ...] = (VOLLEY,)

    def setup(
        self, scenario: str, forces: Sequence[str], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        if scenario:
            return [Refusal(f"no scenario {scenario!r}", "", "there is only the road")]
        return {"men": [5, 5]}

    def start(self, setup: Mapping[str, Any], settings: Any) -> Battle | list[Refusal]:
        return Battle(settings, men=list(setup["men"]))

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> Battle:
        return Battle(settings, **data).clone()

    def play(self, state: Any) -> Rules[None]:
        return play(state)

    def judgement(self) -> None:
        """No sense of its own for bots: they look ahead instead."""
        return None


SYSTEM = SkirmishToy()
