"""A small system with a table, for the command line's tests: two squads, a wood and a flag."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.rules.dice import Bin
from grognard.rules.effects import (
    Ask,
    Call,
    Choose,
    Goal,
    Leg,
    Legs,
    Movement,
    Option,
    Place,
    Rules,
    Stable,
    Tell,
    count,
    sort,
)
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import Chain, Question, given
from grognard.rules.questions import Outcome as Counted
from grognard.rules.refusal import Refusal
from grognard.rules.settings import setting
from grognard.rules.system import Outcome

INCH = 1024
WIDTH, HEIGHT = 36, 24
WOOD = [[14, 8], [22, 7], [23, 15], [15, 16]]


@dataclasses.dataclass(frozen=True)
class Settings:
    turns: int = setting(3, "SK-GAP-01", "turns to play", low=1, high=50)
    range: int = setting(12, "SK-GAP-02", "range of all weapons in inches", low=1, high=48)
    cover: str = setting("one", "SK-GAP-02", "what a wood is worth", ("none", "one"))


@dataclasses.dataclass(frozen=True)
class Shot:
    dice: int = given(4, "dice thrown", low=0, high=20)
    skill: int = given(4, "skill of the shooters", low=1, high=6)
    cover: bool = given(False, "the target is in the wood")
    armour: str = given("none", "what the target wears", choices=("none", "plate"))


def to_hit(shot: Shot, settings: Settings, say: Say) -> int:
    """SK-2-01 and SK-2-02."""
    value = say.part(shot.skill, "skill", "SK-2-01")
    if shot.cover and settings.cover == "one":
        value += say.part(-1, "target in cover", "SK-2-02")
    return value


def shoot(shot: Shot, settings: Settings) -> Rules[tuple[int, int]]:
    """Hits and kills: sixes kill, plate lets its wearer choose to lose one hit less."""
    need = Explained("to hit", to_hit, (shot, settings))
    bins = (Bin("one", 1, 1), Bin("hit", 2, max(1, min(need.value, 6))))
    ones, others = yield from sort(shot.dice, 6, bins, "shooting", 0, need)
    hits: int = ones + others
    if hits and shot.armour == "plate":
        options = [Option(1, "shrug one off"), Option(0, "take them all")]
        hits -= yield from Choose(1, "plate", "plate armour", options)
    yield from Tell("shot", "{} of {} hit", hits, shot.dice, clause="SK-2-01")
    return hits, ones


SHOOT = Question(
    name="shoot",
    title="One squad shoots at another",
    situation=Shot,
    numbers=lambda s, settings: [Explained("to hit", to_hit, (s, settings))],
    procedure=shoot,
    outcomes=(
        Counted("hits", "hits", lambda r: r[0]),
        Counted("kills", "kills", lambda r: r[1]),
    ),
    refuse=lambda s, settings: (
        [Refusal("plate is for those who stand in the open", "SK-2-03", "cover or plate")]
        if s.cover and s.armour == "plate"
        else []
    ),
    gain=lambda r, s: float(r[0]),
    help="The more skill the better.",
)


@dataclasses.dataclass(frozen=True)
class Siege:
    guns: int = given(1, "guns that fire each round", low=0, high=9)
    walls: int = given(1, "hits the walls stand", low=1, high=9)


def salvo(guns: int) -> Rules[int]:
    return (yield from count(guns, 6, 6, 6, "salvo", 0))


BREACH = Chain(
    start=lambda s: (s.guns, s.walls),
    parts=lambda state, settings: [Call(salvo, state[0])],
    after=lambda state, results: (state[0], max(0, state[1] - results[0])),
    over=lambda state: state[1] == 0,
)

SIEGE = Question(
    name="siege",
    title="Guns against walls, until they fall",
    situation=Siege,
    numbers=lambda s, settings: [],
    procedure=BREACH.play,
    outcomes=(Counted("walls", "walls left", lambda state: state[1]),),
    chain=BREACH,
)


@dataclasses.dataclass
class Battle:
    settings: Settings
    names: tuple[str, str]
    turn: int = 0
    men: list[list[list[int]]] = dataclasses.field(
        default_factory=lambda: [
            [[6 * INCH + n * INCH, 4 * INCH] for n in range(4)],
            [[26 * INCH + n * INCH, 19 * INCH] for n in range(4)],
        ]
    )
    acted: int = 0

    def clone(self) -> Battle:
        men = [[p[:] for p in squad] for squad in self.men]
        return Battle(self.settings, self.names, self.turn, men, self.acted)

    def to_dict(self) -> dict[str, Any]:
        return {"turn": self.turn, "men": self.men, "acted": self.acted}

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "table": {"width": WIDTH, "height": HEIGHT},
            "turn": self.turn + 1,
            "phase": "actions",
            "active": self.acted % 2,
            "terrain": [{"id": 0, "kind": "wood", "label": "wood 1", "points": WOOD}],
            "units": [
                {
                    "key": f"unit:{p}",
                    "name": f"{name} squad",
                    "player": p,
                    "side": p,
                    "short": "A",
                    "figures": [[x / INCH, y / INCH, 0, 0.5] for x, y in self.men[p]],
                    "badges": ["D1"] if p else [],
                    "values": {"SK": 4, "Q": 2},
                    "status": "" if self.men[p] else "gone",
                    "off": not self.men[p],
                }
                for p, name in enumerate(self.names)
            ],
            "objectives": [{"label": "flag", "x": 18.0, "y": 20.0, "held": None}],
            "scores": [len(self.men[0]), len(self.men[1])],
            "players": [
                {"player": p, "name": name, "points": 100} for p, name in enumerate(self.names)
            ],
            "zones": [{"label": "south", "points": [[0, 0], [36, 0], [36, 4], [0, 4]], "side": 0}],
            "mystery": object,
        }

    def outcome(self) -> Outcome | None:
        if self.turn < self.settings.turns and all(self.men):
            return None
        a, b = map(len, self.men)
        return Outcome(-1 if a == b else int(b > a), (float(a), float(b)), "counted heads")

    def invariants(self) -> list[Refusal]:
        return []


class March(Movement):
    """Up to six inches, nobody off the table."""

    def __init__(self, men: list[list[int]]) -> None:
        self.men = men

    def leader(self) -> list[int]:
        return self.men[(len(self.men) - 1) // 2]

    def check(self, legs: Legs) -> list[Refusal]:
        wrong = []
        for n, (own, (x, y)) in enumerate(zip(legs, self.men, strict=True), 1):
            for leg in own:
                if math.hypot(leg.x - x, leg.y - y) > 6 * INCH + 2:
                    wrong.append(Refusal(f"figure {n} goes too far", "SK-1-01", "six inches"))
                if not (0 <= leg.x <= WIDTH * INCH and 0 <= leg.y <= HEIGHT * INCH):
                    wrong.append(Refusal(f"figure {n} leaves the table", "SK-1-02", "stay on it"))
        return wrong

    def reach(self) -> list[list[tuple[float, float]]]:
        x, y = (v / INCH for v in self.leader())
        return [[(x + 6 * math.cos(a / 8), y + 6 * math.sin(a / 8)) for a in range(50)]]

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        if not (0 <= goal.x <= WIDTH and 0 <= goal.y <= HEIGHT):
            return [Refusal("that is not on the table", "SK-1-02")]
        x, y = self.leader()
        dx, dy = goal.x * INCH - x, goal.y * INCH - y
        share = min(1.0, 6 * INCH / max(1.0, math.hypot(dx, dy)))
        return tuple(
            (Leg(round(a + dx * share), round(b + dy * share), how="walk"),) for a, b in self.men
        )

    def fallback(self) -> Legs:
        return tuple(() for _ in self.men)

    def goals(self) -> list[Goal]:
        x, y = (v / INCH for v in self.leader())
        return [Goal(x, min(HEIGHT, y + 3)), Goal(18, 12)]

    def bounds(self) -> tuple[float, float, float, float]:
        x, y = (v / INCH for v in self.leader())
        return x - 6, y - 6, x + 6, y + 6


class Skirmish:
    name = "skirmish"
    title = "Skirmish"
    aliases = ("brawl",)
    credits = "nobody"
    rules_version = "1"
    can = frozenset({"battle"})
    settings: type[Any] = Settings
    clauses = Path(__file__).with_name("clauses.yaml")
    questions = (SHOOT, SIEGE)
    scenarios = ("meeting",)

    def setup(
        self, scenario: str, forces: Sequence[str], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        if scenario not in ("", "meeting"):
            return [Refusal(f"no scenario {scenario!r}", "", "meeting")]
        names = [name or default for name, default in zip(forces, ("Reds", "Blues"))]
        return {"names": names or ["Reds", "Blues"], "seed": seed}

    def start(self, setup: Mapping[str, Any], settings: Any) -> Battle | list[Refusal]:
        return Battle(settings, tuple(setup["names"]))

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> Battle:
        return Battle(settings, tuple(setup["names"]), data["turn"], data["men"], data["acted"])

    def judgement(self) -> None:
        return None

    def play(self, state: Any) -> Rules[None]:
        battle: Battle = state
        while battle.outcome() is None:
            yield from Stable(battle.turn + 1)
            yield from Tell("turn", "the drums of turn {}", battle.turn + 1)
            for player in (0, 1):
                yield from Stable()
                yield from act(battle, player)
                battle.acted += 1
                if not all(battle.men):
                    return
            battle.turn += 1


def act(battle: Battle, player: int) -> Rules[None]:
    own, foes = battle.men[player], battle.men[1 - player]
    away = math.hypot(own[0][0] - foes[0][0], own[0][1] - foes[0][1]) / INCH
    cover = 14 <= foes[0][0] / INCH <= 23 and 7 <= foes[0][1] / INCH <= 16
    shot = Shot(len(own), 4, cover)
    far = Refusal(f"{away:.1f} inches away", "SK-2-01", f"up to {battle.settings.range}")
    what = yield from Choose(
        player,
        "action",
        f"{battle.names[player]} act",
        [
            Option("move", "move"),
            Option(
                "shoot",
                "shoot",
                (f"unit:{1 - player}",),
                far if away > battle.settings.range else None,
                Ask("shoot", shot),
            ),
            Option("wait", "wait"),
        ],
        at=(f"unit:{player}",),
    )
    if what == "move":
        legs = yield from Place(
            player,
            "move",
            f"{battle.names[player]} move",
            tuple(f"unit:{player}:{n}" for n in range(len(own))),
            March([p[:] for p in own]),
        )
        for man, way in zip(own, legs, strict=True):
            if way:
                man[:] = [way[-1].x, way[-1].y]
    elif what == "shoot":
        hits, _ = yield from shoot(shot, battle.settings)
        del foes[max(0, len(foes) - hits) :]


SYSTEM = Skirmish()
