"""Forge of War, Second Edition: small unit actions in a science fiction universe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.forces.catalogue import Roster
from grognard.rules.effects import Rules
from grognard.rules.questions import Question
from grognard.rules.refusal import Refusal
from grognard.rules.system import Handle
from grognard.systems.forge_of_war.board import Board
from grognard.systems.forge_of_war.builder import ForgeBuilder
from grognard.systems.forge_of_war.deployment import too_many
from grognard.systems.forge_of_war.forces import raise_units, roster
from grognard.systems.forge_of_war.ground import lay_ground, make_ground
from grognard.systems.forge_of_war.judgement import Tactics
from grognard.systems.forge_of_war.legality import check_roster
from grognard.systems.forge_of_war.mustering import force_of
from grognard.systems.forge_of_war.overruling import handles, settle
from grognard.systems.forge_of_war.play import play
from grognard.systems.forge_of_war.profiles import DataError, own_catalogue, own_changes
from grognard.systems.forge_of_war.questions import QUESTIONS
from grognard.systems.forge_of_war.questions_fire import FIRE_QUESTIONS
from grognard.systems.forge_of_war.questions_forces import FORCE_QUESTIONS
from grognard.systems.forge_of_war.questions_turn import TURN_QUESTIONS
from grognard.systems.forge_of_war.scenario import Scenario
from grognard.systems.forge_of_war.seeing import sight
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.state import Battle


class ForgeOfWar:
    """The system object: everything above finds Forge of War through it."""

    name = "forge_of_war"
    title = "Forge of War, Second Edition"
    aliases: tuple[str, ...] = ("fow", "forge")
    # FOW-1-01: free of charge, to be passed on with its authors' names, never sold.
    credits = (
        "Forge of War, Second Edition. Original game concept: Craig Cartmell. Authors: Craig "
        "Cartmell, Lance Bennett, Adam Isherwood, Jason Mastros, Andy Skinner, Dave Robinson and "
        "members of the Yahoo Group. The rules are free and may be passed on, but not sold."
    )
    rules_version = "1"
    can = frozenset({"battle", "forces"})
    settings: type[Any] = Settings
    clauses = Path(__file__).with_name("clauses.yaml")
    questions: tuple[Question, ...] = (
        *QUESTIONS,
        *FIRE_QUESTIONS,
        *TURN_QUESTIONS,
        *FORCE_QUESTIONS,
    )
    builder = ForgeBuilder()

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Keys of the scenarios on offer."""
        return tuple(p.key for p in own_catalogue().plans.values() if not p.hidden)

    def forces(self) -> list[str]:
        """Keys of the ready forces on offer."""
        return [f.key for f in own_catalogue().forces.values() if not f.hidden]

    def setup(
        self, scenario: str, forces: Sequence[str | Roster], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        """A table from the seed and two forces: rosters, or ready ones by key or name."""
        catalogue = own_catalogue()
        try:
            plan = catalogue.plan(scenario or "encounter")
        except DataError as error:
            return [Refusal(error.why, "FOW-GAP-62", "one of " + ", ".join(self.scenarios))]
        named: list[str | Roster] = list(forces) or list(self._some_forces(seed))
        if len(named) != 2:
            return [Refusal(f"{len(named)} forces given", "FOW-GAP-62", "two are needed")]
        rosters: list[dict[str, Any]] = []
        limit = 0
        try:
            for given in named:
                if isinstance(given, str):
                    rosters.append(roster(catalogue.force(given)))
                    continue
                breaches = [b.refusal() for b in check_roster(given, settings) if not b.advisory]
                if breaches:
                    return breaches
                rosters.append(roster(force_of(given)))
                limit = max(limit, given.limit)
        except DataError as error:
            return [Refusal(error.why, "FOW-GAP-63", "one of " + ", ".join(self.forces()))]
        limit = limit or max(sum(u["cost"] for u in r["units"]) for r in rosters)
        turns = settings.game_length or plan.turns
        return {
            "seed": seed,
            "scenario": Scenario(plan.key, turns, plan.depth, limit, plan).to_dict(),
            "board": make_ground(catalogue, plan, seed),
            "rosters": rosters,
        }

    def _some_forces(self, seed: int) -> list[str]:
        keys = self.forces()
        return [keys[seed % len(keys)], keys[(seed // len(keys) + seed + 1) % len(keys)]]

    def start(self, setup: Mapping[str, Any], settings: Any) -> Battle | list[Refusal]:
        units = raise_units(setup["rosters"], settings.leaders == "attached")
        if settings.cohesion != "chain":
            crowds = [u for u in units if too_many(u, settings)]
            if crowds:
                return [
                    Refusal(
                        f"{u.name}: {u.figures} figures cannot all stand within "
                        f'{u.gap:g}" of '
                        + ("each other" if settings.cohesion == "every_pair" else "their leader"),
                        "FOW-GAP-16",
                        "cohesion: chain",
                    )
                    for u in crowds
                ]
        return Battle(
            Board.from_dict(setup["board"]),
            Scenario.from_dict(setup["scenario"]),
            units,
            settings,
        )

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> Battle:
        battle = self.start(setup, settings)
        assert isinstance(battle, Battle)
        battle.fill(data)
        return battle

    def play(self, state: Any) -> Rules[None]:
        return play(state)

    def sight(self, state: Any, seat: int | None, start: str, to: str) -> dict[str, Any] | None:
        """What one piece of the view sees of another. Nothing is hidden from a seat."""
        return sight(state, start, to)

    def check_data(self, folder: Path) -> tuple[list[str], list[str], list[str]]:
        """What own data in this folder change, what is unusual, and what is wrong with them."""
        return own_changes(folder)

    def judgement(self) -> Tactics:
        return Tactics()

    def handles(self, state: Any, player: int) -> list[Handle]:
        """What may be changed by hand: nothing is hidden here, so every player may ask for all."""
        return handles(state)

    def settle(self, state: Any) -> None:
        settle(state)

    def first_battle(self) -> dict[str, Any]:
        """What is fought on somebody's first evening, and what is told on the way."""
        import tomllib

        file = Path(__file__).with_name("data") / "first_battle.toml"
        return tomllib.loads(file.read_text("utf-8"))

    def ground(self) -> list[str]:
        """The kinds of terrain that a table drawn by hand may have."""
        return sorted(kind.name for kind in own_catalogue().terrains.values())

    def lay(
        self,
        setup: Mapping[str, Any],
        width: float,
        height: float,
        terrain: Sequence[tuple[str, Sequence[tuple[float, float]]]] | None,
        seed: int,
        settings: Any,
    ) -> dict[str, Any] | list[Refusal]:
        """The same set-up on a table of another size, or on one that was drawn by hand."""
        catalogue = own_catalogue()
        plan = catalogue.plan(setup["scenario"]["name"])
        made = lay_ground(catalogue, plan, width, height, terrain, seed)
        return made if isinstance(made, list) else {**setup, "board": made}


SYSTEM = ForgeOfWar()
