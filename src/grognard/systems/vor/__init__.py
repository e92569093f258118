"""VOR: custom force creation. Points and legality of armies; it has no battle of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.rules.effects import Rules
from grognard.rules.questions import Question
from grognard.rules.refusal import Refusal, Refused
from grognard.rules.system import State
from grognard.systems.vor.builder import VorBuilder
from grognard.systems.vor.own import own_changes
from grognard.systems.vor.questions import QUESTIONS
from grognard.systems.vor.settings import Settings

NO_BATTLE = Refusal("VOR builds forces and has no battle", "VOR-GEN-01", "grognard army vor")


class Vor:
    """The system object: everything above finds VOR through it."""

    name = "vor"
    title = "VOR: Custom Force Creation"
    aliases: tuple[str, ...] = ("vor_forces",)
    credits = (
        "Custom force creation for VOR: expanded point costs and force-building rules, which "
        "replace a part of the rulebook's own chapter. Numbers that the document takes from the "
        "rulebook are of the house, marked as such, and can be replaced."
    )
    rules_version = "1"
    can = frozenset({"forces"})
    settings: type[Any] = Settings
    clauses = Path(__file__).with_name("clauses.yaml")
    questions: tuple[Question, ...] = QUESTIONS
    builder = VorBuilder()

    def setup(
        self, scenario: str, forces: Sequence[Any], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        return [NO_BATTLE]

    def start(self, setup: Mapping[str, Any], settings: Any) -> State | list[Refusal]:
        return [NO_BATTLE]

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> State:
        raise Refused([NO_BATTLE])

    def play(self, state: Any) -> Rules[None]:
        raise Refused([NO_BATTLE])

    def check_data(self, folder: Path) -> tuple[list[str], list[str], list[str]]:
        """What own data in this folder change, what is unusual, and what is wrong with them."""
        return own_changes(folder)

    def judgement(self) -> None:
        """There is nothing to judge."""
        return None


SYSTEM = Vor()
