"""Chapters 1 and 2: the turn, and advancing."""

from grognard.rules.effects import (
    Ask,
    Choose,
    Goal,
    Leg,
    Legs,
    Movement,
    Option,
    Place,
    Rules,
    Stable,
)
from grognard.rules.refusal import Refusal

from .shooting import RANGE, Volley, shoot
from .state import INCH, LENGTH, NAMES, WIDTH, Battle

PACE = 4 * INCH


def play(battle: Battle) -> Rules[None]:
    while battle.outcome() is None:
        yield from Stable(battle.turn if battle.acting == 0 else 0)
        yield from act(battle, battle.acting)
        battle.acting = 1 - battle.acting
        if battle.acting == 0:
            battle.turn += 1


def act(battle: Battle, player: int) -> Rules[None]:
    """SKT-1-02."""
    distance = battle.distance
    volley = Volley(battle.men[player], min(distance, RANGE), battle.aimed[player])
    far = Refusal(f'{distance:.1f}" away', "SKT-3-01", f'up to {RANGE:g}"')
    action = yield from Choose(
        player,
        "action",
        f"{NAMES[player]} act",
        [
            Option(
                "shoot",
                "shoot",
                at=(f"squad:{1 - player}",),
                refusal=far if distance > RANGE else None,
                ask=Ask("volley", volley),
            ),
            Option("advance", "advance"),
            Option("aim", "aim"),
        ],
        at=(f"squad:{player}",),
    )
    battle.aimed[player] = action == "aim"
    if action == "shoot":
        losses = yield from shoot(volley, battle.settings, player)
        battle.men[1 - player] = max(0, battle.men[1 - player] - losses)
    elif action == "advance":
        yield from advance(battle, player)


def advance(battle: Battle, player: int) -> Rules[None]:
    march = March(battle, player)
    legs = yield from Place(
        player, "advance", f"{NAMES[player]} advance", (f"squad:{player}",), march
    )
    if legs[0]:
        battle.at[player] = legs[0][-1].x


class March(Movement):
    """SKT-2-01: along the road, and not into the enemy."""

    def __init__(self, battle: Battle, player: int) -> None:
        here, there = battle.at[player], battle.at[1 - player]
        self.here = here
        self.y = WIDTH * INCH // 2
        self.low = max(0, here - PACE, there + INCH if there < here else 0)
        self.high = min(LENGTH * INCH, here + PACE, there - INCH if there > here else here + PACE)
        self.towards = 1 if there > here else -1

    def check(self, legs: Legs) -> list[Refusal]:
        for leg in legs[0]:
            if leg.y != self.y:
                return [Refusal("that leads off the road", "SKT-2-01", "along the road")]
            if not self.low <= leg.x <= self.high:
                low, high = self.low / INCH, self.high / INCH
                return [Refusal("too far", "SKT-2-01", f'from {low:g}" to {high:g}"')]
        return []

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        x = max(self.low, min(self.high, round(goal.x * INCH)))
        return ((Leg(x, self.y, how="march"),),)

    def fallback(self) -> Legs:
        return ((),)

    def goals(self) -> list[Goal]:
        return [Goal((self.here + self.towards * PACE) / INCH, WIDTH / 2)]

    def reach(self) -> list[list[tuple[float, float]]]:
        x0, y0, x1, y1 = self.bounds()
        return [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]]

    def bounds(self) -> tuple[float, float, float, float]:
        return self.low / INCH, WIDTH / 2 - 2, self.high / INCH, WIDTH / 2 + 3
