"""Numbers with their parts, and distributions as bars: how odds look in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.bar import Bar
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.odds.asking import Answered
from grognard.odds.comparing import Reading, differ
from grognard.odds.distribution import Distribution
from grognard.rules.explained import Explained
from grognard.rules.settings import Setting

LEAST = 0.0005
"""Outcomes less likely than this are left out where there are many."""
MANY = 12


def answered(answer: Answered, choosers: bool = True) -> RenderableType:
    """A question's numbers and the distribution of every outcome."""
    parts: list[RenderableType] = [Text(answer.question.title, "bold"), Text()]
    for number in answer.numbers:
        parts.append(explained(number))
    for outcome, distribution in answer.outcomes:
        parts += [Text(), bars(distribution, outcome.label)]
    if answer.rounds:
        parts += [Text(), Text(f"It lasts {answer.rounds:.2f} rounds on average.")]
    if choosers and answer.policy:
        parts += [Text(), Text(f"Choices on the way: {answer.policy}.", "dim")]
    return Group(*parts)


def compared(readings: Sequence[Reading], option: Setting) -> RenderableType:
    """The odds under each reading of a disputed place, a column for each."""
    told = [r.answer for r in readings if r.answer is not None]
    parts: list[RenderableType] = [
        Text(told[0].question.title, "bold"),
        Text.assemble((option.name, "green"), f": {option.help} ", (option.gap, "dim cyan")),
        Text(),
    ]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("")
    for r in readings:
        table.add_column(_value(r.value) + (" (ruling)" if r.ruling else ""), justify="right")
    for what in dict.fromkeys(n.what for answer in told for n in answer.numbers):
        values = []
        for r in readings:
            found = [n.value for n in r.answer.numbers if n.what == what] if r.answer else []
            values.append(", ".join(map(str, found)) or "-")
        table.add_row(what, *values)
    for n, outcome in enumerate(told[0].question.outcomes):
        odds = [r.answer.outcomes[n][1] if r.answer else None for r in readings]
        for label, of in _rows(outcome.label, [d for d in odds if d is not None]):
            table.add_row(label, *[of(d) if d is not None else "-" for d in odds])
    if any(answer.rounds for answer in told):
        rounds = [f"{r.answer.rounds:.2f}" if r.answer else "-" for r in readings]
        table.add_row("rounds, mean", *rounds)
    parts.append(table)
    for r in readings:
        if r.refusals:
            words = "; ".join(map(str, r.refusals))
            parts += [Text(), Text(f"{_value(r.value)}: not possible: {words}", "yellow")]
    if not differ(list(readings)):
        parts += [Text(), Text("Here all readings come to the same.", "dim")]
    policies = dict.fromkeys(answer.policy for answer in told if answer.policy)
    if policies:
        parts += [Text(), Text(f"Choices on the way: {', '.join(policies)}.", "dim")]
    return Group(*parts)


def _value(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _rows(
    label: str, odds: Sequence[Distribution[Any]]
) -> list[tuple[str, Callable[[Distribution[Any]], str]]]:
    """What is compared of one outcome: its chance, or its mean and chances of at least as much."""
    if all(set(d) <= {0, 1} for d in odds):
        return [(label, lambda d: percent(d.at_least(1)))]
    rows: list[tuple[str, Callable[[Distribution[Any]], str]]] = [
        (f"{label}, mean", lambda d: f"{d.mean:.2f}")
    ]
    every = sorted({value for d in odds for value in d})[1:]
    likely = [v for v in every if max(d.at_least(v) for d in odds) >= LEAST]
    for value in likely[:MANY]:
        rows.append((f"  at least {value}", lambda d, v=value: percent(d.at_least(v))))  # type: ignore[misc]
    return rows


def explained(number: Explained) -> RenderableType:
    """A number and where every part of it comes from."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column()
    table.add_column()
    for i, part in enumerate(number.parts):
        amount = str(part.amount) if i == 0 else f"{part.amount:+d}"
        table.add_row(amount, part.label, Text(part.clause, "dim cyan"))
    head = Text.assemble(number.what, " ", (str(number.value), "bold"))
    return Group(head, Padding(table, (0, 0, 0, 2)))


def brief(number: Explained) -> Text:
    """The same in one line."""
    text = Text.assemble(number.what, " ", (str(number.value), "bold"))
    for i, part in enumerate(number.parts):
        amount = str(part.amount) if i == 0 else f"{part.amount:+d}"
        text.append(": " if i == 0 else ", ", "dim")
        text.append(f"{part.label} {amount}", "dim")
    return text


def percent(p: float) -> str:
    """A chance in words of five characters; certain and impossible only when they are."""
    if p <= 0 or p >= 1 - 1e-12:  # sums of floats may miss the one by a hair
        return "0%" if p <= 0 else "100%"
    if p < 0.0005:
        return "<0.1%"
    return f"{min(100 * p, 99.9):.1f}%"


def bars(distribution: Distribution[Any], label: str) -> RenderableType:
    """Outcome, chance, chance of at least as much, and a bar; the mean and percentiles below."""
    if set(distribution) <= {0, 1}:
        return _whether(distribution.at_least(1), label)
    rows = distribution.items()
    shown = [r for r in rows if len(rows) <= MANY or float(r[1]) >= LEAST]
    top = max(float(p) for _, p in rows)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", justify="right", style="bold", min_width=4)
    table.add_column("chance", justify="right")
    table.add_column("at least", justify="right", style="dim")
    table.add_column("", width=36)
    for outcome, p in shown:
        bar = Bar(top, 0, float(p), width=36, color="cyan")
        more = percent(distribution.at_least(outcome))
        table.add_row(str(outcome), percent(float(p)), more, bar)
    foot = Text()
    foot.append("mean ", "dim")
    foot.append(f"{distribution.mean:.2f}", "bold")
    foot.append(f"   deviation {distribution.deviation:.2f}", "dim")
    for share, name in ((0.1, "10%"), (0.5, "half"), (0.9, "90%")):
        foot.append(f"   {name} ≤ {distribution.percentile(share)}", "dim")
    if len(shown) < len(rows):
        foot.append(f"   {len(rows) - len(shown)} rarer outcomes not shown", "dim")
    return Group(Text(label, "underline"), table, foot)


def _whether(p: float, label: str) -> RenderableType:
    """What happens or does not, in one line."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row(
        Text(label, "underline"), Text(percent(p), "bold"), Bar(1, 0, p, width=36, color="cyan")
    )
    return grid


def hint(distribution: Distribution[int], label: str) -> str:
    """The odds of one option in a few words: the mean and the chance of at least one."""
    if set(distribution) <= {0, 1}:
        return f"{percent(distribution.at_least(1))} {label}"
    return f"{distribution.mean:.1f} {label}, {percent(distribution.at_least(1))} any"


def faces(thrown: Sequence[int], good: Sequence[str]) -> Text:
    """Dice as thrown, each in the style of what it counts for ('': for nothing)."""
    text = Text()
    for i, (face, style) in enumerate(zip(thrown, good)):
        if i:
            text.append(" ")
        text.append(f" {face} " if style else f"{face}", style or "dim")
    return text
