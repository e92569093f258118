"""Pricing, checking and filling armies of 1000 PV; and the solver beside its rival.

python -m benchmarks.forces [rounds]

`cold` is an army of a force list that was just read, where nothing was worked out before; `warm`
is the next keystroke. If OR-tools is installed (it is no dependency), CP-SAT solves the same
programs in a process of its own: the two cannot be loaded into one. Both must agree.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from grognard.forces.catalogue import Roster
from grognard.forces.document import Document
from grognard.forces.filling import fill
from grognard.forces.solving import Program, solve
from grognard.systems.vor.builder import VorBuilder
from grognard.systems.vor.entries import Types, catalogue_of
from grognard.systems.vor.settings import Settings

RULINGS = Settings()
LISTS = ("colonial-guard", "swarm")
SIZES = (487, 1000, 1777)
GOAL = 5.0
"""Milliseconds for pricing and checking an army of 1000 PV."""

RIVAL = """
import json, sys, time
from ortools.sat.python import cp_model
for program in json.load(sys.stdin):
    model = cp_model.CpModel()
    columns = [model.NewIntVar(0, end, "") for end in program["ends"]]
    for terms, low, high in program["rows"]:
        total = sum(k * columns[c] for c, k in terms)
        if terms:
            model.AddLinearConstraint(
                total, -10**9 if low is None else low, 10**9 if high is None else high
            )
    model.Maximize(sum(gain * column for gain, column in zip(program["gains"], columns)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 60
    began = time.perf_counter()
    solver.Solve(model)
    spent = time.perf_counter() - began
    print(json.dumps([round(solver.ObjectiveValue()), spent]), flush=True)
"""


def army(builder: VorBuilder, name: str, to: int = 0) -> Roster:
    made = builder.read(Document({"system": "vor", "catalogue": name, "limit": to, "units": []}))
    assert isinstance(made, Roster)
    return made


def fresh(roster: Roster) -> Roster:
    """The same army of a catalogue in which nothing was worked out yet."""
    types: Types = roster.catalogue.source
    catalogue = catalogue_of(types.forces, True)
    return Roster(roster.system, roster.name, catalogue, roster.limit, roster.units)


def judge(builder: VorBuilder, roster: Roster) -> None:
    builder.price(roster, RULINGS)
    builder.check(roster, RULINGS)


def best_of(rounds: int, make: Callable[[], Any], work: Callable[[Any], Any]) -> float:
    """The least time in milliseconds."""
    least = float("inf")
    for _ in range(rounds):
        given = make()
        began = time.perf_counter()
        work(given)
        least = min(least, time.perf_counter() - began)
    return 1000 * least


def programs(builder: VorBuilder) -> list[Program]:
    """What filling asks the solver."""
    asked: list[Program] = []

    def listen(program: Program, seconds: float) -> Any:
        kept = Program()
        kept.ends, kept.gains = list(program.ends), list(program.gains)
        kept.rows = list(program.rows)
        asked.append(kept)
        return solve(program, seconds)

    with patch("grognard.forces.filling.solve", listen):
        for name in LISTS:
            for to in SIZES:
                fill(builder, army(builder, name), to, RULINGS)
    return asked


def plain(program: Program) -> dict[str, Any]:
    rows = [[list(terms.items()), low, high] for terms, low, high in program.rows]
    return {"ends": program.ends, "gains": program.gains, "rows": rows}


def rival(asked: list[Program], python: str) -> list[tuple[int, float]]:
    """What CP-SAT makes of them; nothing where it is not installed."""
    done = subprocess.run(
        [python, "-c", RIVAL],
        input=json.dumps([plain(p) for p in asked]),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        return []
    return [(int(gain), spent) for gain, spent in map(json.loads, done.stdout.splitlines())]


def main(rounds: int = 20, python: str = sys.executable) -> None:
    builder = VorBuilder()
    for name in LISTS:
        filled = fill(builder, army(builder, name), 1000, RULINGS)
        made = filled.roster
        cold = best_of(rounds, lambda made=made: fresh(made), lambda a: judge(builder, a))
        warm = best_of(rounds, lambda made=made: made, lambda a: judge(builder, a))
        ledger = best_of(rounds, lambda made=made: fresh(made),
                         lambda a: builder.price(a, RULINGS).to_dict())  # fmt: skip
        print(
            f"{name:<15} {filled.price} PV, {len(made.units)} units: priced and checked in "
            f"{cold:.2f} ms cold ({cold / GOAL:.2f} of {GOAL:g} ms), {warm:.2f} ms warm; "
            f"whole ledger {ledger:.2f} ms; filled in {1000 * filled.seconds:.0f} ms"
        )
    asked = programs(builder)
    ours = []
    for program in asked:
        began = time.perf_counter()
        found = solve(program, 60)
        ours.append((found.gain, time.perf_counter() - began))
    total = sum(spent for _, spent in ours)
    print(f"HiGHS: {len(asked)} programs in {total:.2f} s")
    theirs = rival(asked, python)
    if not theirs:
        print("CP-SAT: not installed")
        return
    assert [gain for gain, _ in ours] == [gain for gain, _ in theirs]
    other = sum(spent for _, spent in theirs)
    print(f"CP-SAT: the same in {other:.2f} s, {other / total:.0f} times as long")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, *sys.argv[2:3])
