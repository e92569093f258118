"""Integer programs, solved to the proven optimum by HiGHS (the extra `solve`).

All numbers that go in are whole, and so is what comes out: values are rounded and held against
every row again in whole numbers, and the bound is rounded down.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from grognard.rules.refusal import Refusal, Refused

LARGE: Final = 1e15
SLACK: Final = 1e-6
"""What a proven bound may lie above a whole number and still mean it."""


class Program:
    """Columns of whole numbers from 0 to their end; rows that hold sums of them in; a sum to make
    as large as can be.
    """

    def __init__(self) -> None:
        self.ends: list[int] = []
        self.gains: list[int] = []
        self.rows: list[tuple[dict[int, int], int | None, int | None]] = []

    def column(self, end: int, gain: int = 0) -> int:
        """A new column from 0 to `end`; its number."""
        self.ends.append(end)
        self.gains.append(gain)
        return len(self.ends) - 1

    def row(self, terms: Mapping[int, int], low: int | None, high: int | None) -> None:
        """The sum of these columns, each so many times, is in `low` to `high`."""
        self.rows.append(({c: k for c, k in terms.items() if k}, low, high))

    def not_again(self, values: list[int]) -> None:
        """Cuts off exactly these values, and nothing else."""
        apart: dict[int, int] = {}
        for column, value in enumerate(values):
            if value == 0:
                apart[column] = 1  # one of those that are unused is used
                continue
            end = self.ends[column]
            less = self.column(1)  # 1 only if the column is lower
            self.row({column: 1, less: end - value + 1}, None, end)
            apart[less] = 1
            if value < end:
                more = self.column(1)  # 1 only if it is higher
                self.row({column: 1, more: -(value + 1)}, 0, None)
                apart[more] = 1
        self.row(apart, 1, None)

    def holds(self, values: list[int]) -> bool:
        """Whether these values keep to every end and row, in whole numbers."""
        if any(not 0 <= v <= end for v, end in zip(values, self.ends)):
            return False
        for terms, low, high in self.rows:
            total = sum(k * values[c] for c, k in terms.items())
            if (low is not None and total < low) or (high is not None and total > high):
                return False
        return True

    def gain(self, values: list[int]) -> int:
        return sum(g * v for g, v in zip(self.gains, values))


class Solution:
    """The best values found (None: there are none), and what no values can beat."""

    def __init__(self, values: list[int] | None, gain: int, bound: int) -> None:
        self.values = values
        self.gain = gain
        self.bound = bound

    @property
    def proven(self) -> bool:
        return self.values is not None and self.gain >= self.bound


def solve(program: Program, seconds: float) -> Solution:
    """The best values within this time; raises Refused without the solver."""
    highspy = _solver()
    model = highspy.Highs()
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("random_seed", 0),
        ("time_limit", float(seconds)),
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.5),  # gains are whole: less than one apart is the same
    ):
        model.setOptionValue(option, value)
    infinity = highspy.kHighsInf
    count = len(program.ends)
    model.addVars(count, [0.0] * count, [float(end) for end in program.ends])
    model.changeColsIntegrality(count, list(range(count)), [highspy.HighsVarType.kInteger] * count)
    model.changeColsCost(count, list(range(count)), [float(gain) for gain in program.gains])
    for terms, low, high in program.rows:
        model.addRow(
            -infinity if low is None else float(low),
            infinity if high is None else float(high),
            len(terms),
            list(terms),
            [float(k) for k in terms.values()],
        )
    model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return Solution(None, 0, 0)
    info = model.getInfo()
    most = sum(max(0, g) * end for g, end in zip(program.gains, program.ends))
    bound = most
    if abs(info.mip_dual_bound) < LARGE:
        bound = min(most, math.floor(info.mip_dual_bound + SLACK))
    if info.primal_solution_status != 2:
        return Solution(None, 0, bound)
    values = [round(value) for value in model.getSolution().col_value]
    if not program.holds(values):  # beyond what its tolerances allow
        return Solution(None, 0, bound)
    gain = program.gain(values)
    return Solution(values, gain, max(gain, bound))


def _solver() -> Any:
    try:
        import highspy
    except ImportError:
        words = "pip install 'grognard[solve]'"
        raise Refused([Refusal("the search needs a solver", "", words)]) from None
    return highspy
