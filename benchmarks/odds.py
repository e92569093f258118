"""Exact odds beside icepool and dyce: the same chains of dice, in one run.

python -m benchmarks.odds [rounds]

Each chain is written for each library as its own documentation would write it. All three
must agree to 1e-12. The best of several rounds counts, the libraries taking turns.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import dyce
import icepool

from grognard.odds.chain import absorb
from grognard.odds.exact import Exact
from grognard.rules.effects import Roll, Then, count
from grognard.systems.forge_of_war.damage import (
    Damage,
    Hull,
    attack_vehicle,
    limits_of,
    onslaught,
    what_matters,
)
from grognard.systems.forge_of_war.hits import Struck, split
from grognard.systems.forge_of_war.melee import Side, meet
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.volley import Shot, attack

Chances = dict[Any, float]
RULINGS = Settings()


# ---------------------------------------------------------------- Forge of War: a volley


def our_volley(shots: int, value: int, target: int) -> Chances:
    shot = Shot(shots, sv=max(1, value), av=max(0, 1 - value))
    found = Exact().of(attack, (shot,), Struck(1, 0, 3, target), RULINGS)
    return {k: float(p) for k, p in found.map(lambda r: (r.wounds, r.markers)).items()}


def losses(hits: int, target: int) -> tuple[int, int]:
    """As many markers as there is room for: what our default policy does."""
    _, markers = split(hits, Struck(1, 0, 3, target))
    return min(hits - markers, target), markers


def icepool_volley(shots: int, value: int, target: int) -> Chances:
    d10 = icepool.d(10)
    if value > 0:
        hits = shots @ (d10 <= value)
    else:
        hits = (shots @ (d10 == 1)).map(lambda ones: ones @ (d10 <= 10 + value))
    return icepool_chances(hits.map(lambda n: losses(n, target)))


def dyce_volley(shots: int, value: int, target: int) -> Chances:
    if value > 0:
        hits = shots @ dyce.H({1: value, 0: 10 - value})
    else:
        ones = shots @ dyce.H({1: 1, 0: 9})
        hits = dyce_each(ones, dyce.H({1: 10 + value, 0: -value}))
    return dyce_chances(hits, lambda n: losses(n, target))


def dyce_each(pool: Any, die: Any) -> Any:
    """As many of these dice as the pool says; nothing truncated, and no dice count nothing."""
    return dyce.expand(
        lambda r: r.outcome @ die if r.outcome else 0, pool, min_path_probability=Fraction(0)
    )


# ---------------------------------------------------------------- Forge of War: at a vehicle

CARRIER = Hull(1, 0, 3, 1, ("flame thrower", "machine gun", "machine gun"))
HIT_BY = {0: (0, 0, 1), 1: (0, 0, 2), 2: (0, 1, 0), 3: (0, 2, 0)}
"""Destroyed, moderate and light damage by the margin of a hit; from 4 on it destroys."""


def our_damage(*pools: tuple[int, int]) -> Chances:
    """Pools of dice, each with its number to hit: what of their damage matters to a carrier."""
    shots = tuple(Shot(dice, value, wv=1) for dice, value in pools)
    limits = limits_of(CARRIER, RULINGS)
    found = Exact().of(onslaught, shots, (), limits, RULINGS, 0)
    return {damage: float(p) for damage, p in found.items()}


def icepool_damage(*pools: tuple[int, int]) -> Chances:
    limits = limits_of(CARRIER, RULINGS)
    whole = sum(dice @ icepool_hit(value) for dice, value in pools)
    return icepool_chances(
        whole.map(lambda d, m, n: icepool.Die([what_matters(Damage(n, 0, m, 0, d), limits)]))
    )


def icepool_hit(value: int) -> Any:
    faces: dict[Any, int] = {}
    for face in range(1, 11):
        hit = HIT_BY.get(value - face, (1, 0, 0)) if face <= value else (0, 0, 0)
        faces[icepool.Vector(hit)] = faces.get(icepool.Vector(hit), 0) + 1
    return icepool.Die(faces)


def our_attack(*pools: tuple[int, int]) -> Chances:
    """The same, and what its owner gives up for it."""
    shots = tuple(Shot(dice, value, wv=1) for dice, value in pools)
    found = Exact().of(attack_vehicle, shots, (), CARRIER, RULINGS, 0)
    return {harm: float(p) for harm, p in found.items()}


# ---------------------------------------------------------------- Paradox Wars: a melee


def melee(av: int, blocks: int, dv: int) -> Then[int]:
    return count(av, 6, 4, 6, "to hit").then(blocked, blocks).then(wounded).then(nullified, dv)


def blocked(hits: int, blocks: int) -> Roll[int]:
    return count(blocks, 6, 4, 6, "to block").map(lambda n: max(0, hits - n))


def wounded(left: int) -> Roll[int]:
    return count(left, 6, 4, 6, "to wound")


def nullified(wounds: int, dv: int) -> Roll[int]:
    return count(dv, 6, 5, 6, "to nullify").map(lambda n: max(0, wounds - n))


def our_melee(av: int, blocks: int, dv: int) -> Chances:
    return {k: float(p) for k, p in Exact().of(melee, av, blocks, dv).items()}


def icepool_melee(av: int, blocks: int, dv: int) -> Chances:
    d6 = icepool.d(6)
    left = (av @ (d6 >= 4) - blocks @ (d6 >= 4)).map(lambda n: max(0, n))
    hurt = left.map(lambda n: n @ (d6 >= 4))
    return icepool_chances((hurt - dv @ (d6 >= 5)).map(lambda n: max(0, n)))


def dyce_melee(av: int, blocks: int, dv: int) -> Chances:
    four = dyce.H({1: 3, 0: 3})
    five = dyce.H({1: 2, 0: 4})
    net = (av @ four) - (blocks @ four)
    left = dyce.expand(lambda r: max(0, r.outcome), net, min_path_probability=Fraction(0))
    hurt = dyce_each(left, four)
    return dyce_chances(hurt - (dv @ five), lambda n: max(0, n))


# ---------------------------------------------------------------- Forge of War: a duel


def our_duel(n: int) -> Chances:
    exact = Exact()
    a, b = Side(0, n, 4, most=0), Side(1, n, 3, most=0)
    ends = absorb(
        (a, b),
        lambda s: exact.call(meet, (s[0], s[1], 0, RULINGS)),
        lambda s: s[0].figures == 0 or s[1].figures == 0,
    ).ends
    out: Chances = {}
    for (x, y), p in ends.items():
        key = (x.figures, y.figures)
        out[key] = out.get(key, 0.0) + float(p)
    return out


def icepool_duel(n: int) -> Chances:
    d10 = icepool.d(10)

    def round_(state: tuple[int, int]) -> Any:
        a, b = state
        if a == 0 or b == 0:
            return state
        return icepool.map(
            lambda x, y: (max(0, a - y), max(0, b - x)), a @ (d10 <= 4), b @ (d10 <= 3)
        )

    return icepool_chances(icepool.Die([(n, n)]).map(round_, star=False, repeat="inf"))


# ---------------------------------------------------------------- measuring


def icepool_chances(die: Any) -> Chances:
    whole = die.denominator()
    return {k: q / whole for k, q in die.items()}


def dyce_chances(h: Any, of: Callable[[int], Any]) -> Chances:
    whole = h.total
    out: Chances = {}
    for k, c in h.items():
        out[of(k)] = out.get(of(k), 0.0) + c / whole
    return out


def differ(a: Chances, b: Chances) -> float:
    return max(abs(a.get(k, 0.0) - b.get(k, 0.0)) for k in {*a, *b})


Run = Callable[[], Chances]
CHAINS: list[tuple[str, Run, Run | None, Run | None]] = [
    (
        "volley 20 v 10, number 4",
        lambda: our_volley(20, 4, 10),
        lambda: icepool_volley(20, 4, 10),
        lambda: dyce_volley(20, 4, 10),
    ),
    (
        "volley 20 v 10, number -2",
        lambda: our_volley(20, -2, 10),
        lambda: icepool_volley(20, -2, 10),
        lambda: dyce_volley(20, -2, 10),
    ),
    (
        "melee 5/5/4",
        lambda: our_melee(5, 5, 4),
        lambda: icepool_melee(5, 5, 4),
        lambda: dyce_melee(5, 5, 4),
    ),
    (
        "melee 10/10/8",
        lambda: our_melee(10, 10, 8),
        lambda: icepool_melee(10, 10, 8),
        lambda: dyce_melee(10, 10, 8),
    ),
    (
        "melee 15/15/15",
        lambda: our_melee(15, 15, 15),
        lambda: icepool_melee(15, 15, 15),
        lambda: dyce_melee(15, 15, 15),
    ),
    (
        "melee 30/30/20",
        lambda: our_melee(30, 30, 20),
        lambda: icepool_melee(30, 30, 20),
        lambda: dyce_melee(30, 30, 20),
    ),
    (
        "vehicle, 4 dice",
        lambda: our_damage((4, 6)),
        lambda: icepool_damage((4, 6)),
        None,
    ),
    (
        "vehicle, 10 and 10 dice",
        lambda: our_damage((10, 6), (10, 4)),
        lambda: icepool_damage((10, 6), (10, 4)),
        None,
    ),
    ("vehicle, 1 die, and its loss", lambda: our_attack((1, 6)), None, None),
    ("vehicle, 4 dice, and its loss", lambda: our_attack((4, 6)), None, None),
    ("vehicle, 30 dice, and its loss", lambda: our_attack((30, 6)), None, None),
    ("vehicle, 10 + 10, and its loss", lambda: our_attack((10, 6), (10, 4)), None, None),
    (
        "vehicle, 5 x 20, and its loss",
        lambda: our_attack(*[(20, 3 + n) for n in range(5)]),
        None,
        None,
    ),
    ("duel 5 v 5 to the end", lambda: our_duel(5), lambda: icepool_duel(5), None),
    ("duel 10 v 10 to the end", lambda: our_duel(10), None, None),
]


def once(run: Callable[[], Chances]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def main(rounds: int) -> int:
    warnings.simplefilter("ignore")  # dyce calls its own `expand` experimental
    form = "interpreted" if hasattr(absorb, "__code__") else "compiled"
    print(f"exact odds, {form}, ms, best of {rounds} rounds taken in turns")
    print(
        f"{'chain':30} {'grognard':>9} {'icepool':>9} {'ratio':>7} {'dyce':>9} {'ratio':>7}  agree"
    )
    worst = 0.0
    for name, ours, pool, hist in CHAINS:
        runs = [r for r in (ours, pool, hist) if r is not None]
        best = [min(t) for t in zip(*[[once(r) for r in runs] for _ in range(rounds)])]
        found = ours()
        apart = max((differ(found, r()) for r in runs[1:]), default=0.0)
        worst = max(worst, apart)
        cells = [f"{best[0] * 1e3:9.3f}"]
        at = 1
        for run in (pool, hist):
            if run is None:
                cells += [f"{'-':>9}", f"{'-':>7}"]
            else:
                cells += [f"{best[at] * 1e3:9.3f}", f"{best[at] / best[0]:6.1f}x"]
                at += 1
        print(f"{name:30} " + " ".join(cells) + f"  {apart:.0e}")
    print(f"largest difference: {worst:.1e}")
    return 0 if worst < 1e-12 else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
