"""How forces look in a terminal: ledgers, verdicts, offers, two forces side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.forces.ledger import number

if TYPE_CHECKING:
    from grognard.armies import Army
    from grognard.forces.faces import Offer
    from grognard.forces.ledger import Priced
    from grognard.forces.verdict import Breach, Verdict

HOUSE = "* rests on numbers of the house: the rules do not give them"
DEEPEST = 8
MOST_OFFERS = 400


def heading(force: Army) -> Text:
    """What it is, whose rules, and what it costs."""
    total = force.price().value
    limit = force.limit
    text = Text.assemble((force.name or "(no name)", "bold"), (f"  {force.system.title}", "dim"))
    roster = force.roster
    if roster is not None:
        text.append(f", {roster.catalogue.name}", "dim")
    text.append(f"  {total}", "bold red" if limit and total > limit else "bold green")
    text.append(f" of {limit}" if limit else "")
    text.append(f" {force.builder.currency}")
    return text


def priced(force: Army, full: bool = False) -> RenderableType:
    """The whole ledger: each unit with its steps; all steps of all parts when `full`."""
    price = force.price()
    table = _steps_table()
    roster = force.roster
    names = roster.names() if roster is not None else []
    for n, step in enumerate(price.steps):
        if step.of is None or n >= len(names):
            _step(table, step, "", 0, full)
            continue
        table.add_row(
            Text(f"{n + 1}  {names[n]}", "bold"),
            Text(number(step.before), "dim"),
            Text(number(step.after)),
            Text(f"+{step.of.value}", "bold"),
            _clause(step.clause, step.house),
        )
        for inner in step.of.steps:
            _step(table, inner, "   ", 1, full)
    parts: list[RenderableType] = [heading(force), Text(), table]
    if price.house:
        parts += [Text(), Text(HOUSE, "yellow")]
    return Group(*parts)


def one(price: Priced) -> RenderableType:
    """One price with all its steps."""
    return Group(Text.assemble((price.what, "bold"), f" {price.value}"), steps(price))


def steps(price: Priced) -> RenderableType:
    table = _steps_table()
    for step in price.steps:
        _step(table, step, "", 0, True)
    return table


def _steps_table() -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("step")
    for head in ("before", "after", ""):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("clause", no_wrap=True)
    return table


def _step(table: Table, step: Any, inset: str, depth: int, full: bool) -> None:
    label = Text(inset + step.label)
    if step.exact != step.after:
        label.append(f"  {number(step.exact)}, {step.rounding}", "dim")
    amount = step.amount
    table.add_row(
        label,
        Text(number(step.before), "dim"),
        number(step.after),
        Text(("+" if amount >= 0 else "-") + number(abs(amount)), "cyan"),
        _clause(step.clause, step.house),
    )
    if full and step.of is not None and depth < DEEPEST:
        for inner in step.of.steps:
            _step(table, inner, inset + "   ", depth + 1, full)


def _clause(clause: str, house: bool) -> Text:
    text = Text(clause, "dim cyan")
    return text.append(" *", "yellow") if house else text


# -- verdicts -----------------------------------------------------------------------------------


def judged(force: Army) -> RenderableType:
    """Legal or not, and everything that is wrong or worth a word."""
    return Group(heading(force), Text(), verdict(force.verdict()))


def verdict(found: Verdict) -> RenderableType:
    word = Text("legal", "bold green") if found.legal else Text("not legal", "bold red")
    return Group(word, *(breach(b, n + 1) for n, b in enumerate(_ordered(found))))


def _ordered(found: Verdict) -> list[Breach]:
    """As they are numbered: what is wrong first, then what is worth a word."""
    return [*found.breaches, *found.advisories]


def breach(found: Breach, place: int = 0) -> Text:
    """One line: what, the clause, and the smallest repair."""
    text = Text(f"{place:>2} " if place else "", "bold cyan")
    text.append("! " if not found.advisory else "· ", "dim" if found.advisory else "bold red")
    text.append(found.what, "" if not found.advisory else "dim")
    if found.clause:
        text.append(f" {found.clause}", "dim cyan")
    if found.repair is not None:
        text.append(f"  fix: {found.repair.words}", "green")
    return text


# -- offers -------------------------------------------------------------------------------------


def offered(found: Sequence[Offer], start: int = 1) -> RenderableType:
    """Numbered: what each would cost, and what would be wrong with it."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    table.add_column()
    for n, offer in enumerate(found[:MOST_OFFERS], start):
        wrong = [b for b in offer.breaches if not b.advisory]
        style = "dim" if wrong else ""
        amount = f"{offer.amount:+d}" if offer.amount else "0"
        note = Text(wrong[0].what, "yellow") if wrong else Text(offer.further.clause, "dim cyan")
        if len(wrong) > 1:
            note.append(f" and {len(wrong) - 1} more", "yellow")
        colour = "red" if offer.amount > 0 else "green" if offer.amount < 0 else "dim"
        label = Text(offer.further.label, style)
        table.add_row(Text(str(n), "bold cyan"), Text(amount, colour), label, note)
    rest = len(found) - MOST_OFFERS
    return Group(table, Text(f"and {rest} more", "dim")) if rest > 0 else table


# -- side by side -------------------------------------------------------------------------------


def readings(told: Sequence[tuple[str, bool, Army]], label: str) -> RenderableType:
    """The same force under each reading of a disputed place."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    table.add_column(label)
    for value, ruling, _ in told:
        table.add_column(value + (" (ruling)" if ruling else ""), justify="right")
    forces = [force for _, _, force in told]
    prices = [force.price() for force in forces]
    roster = forces[0].roster
    if roster is not None:
        for n, name in enumerate(roster.names()):
            row = [price.parts[n].value if n < len(price.parts) else 0 for price in prices]
            table.add_row(name, *map(str, row))
    table.add_row(Text("together", "bold"), *(Text(str(p.value), "bold") for p in prices))
    verdicts = [force.verdict() for force in forces]
    table.add_row("", *("legal" if v.legal else "not legal" for v in verdicts))
    parts: list[RenderableType] = [table]
    known: set[str] = set.intersection(*({str(b) for b in v.breaches} for v in verdicts))
    for (value, _, _), found in zip(told, verdicts):
        own = [b for b in found.breaches if str(b) not in known]
        if own:
            parts += [Text(), Text(f"{value}:", "bold"), *(breach(b) for b in own)]
    if len({p.value for p in prices}) == 1 and len({str(v) for v in verdicts}) == 1:
        parts += [Text(), Text("Here all readings come to the same.", "dim")]
    return Group(*parts)


def compared(forces: Sequence[Army]) -> RenderableType:
    """Forces side by side, unit by unit: those of one name in one row."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    table.add_column("")
    for force in forces:
        table.add_column(force.name or "?", justify="right")
    rows: dict[str, list[str]] = {}
    for column, force in enumerate(forces):
        for label, said in _lines(force):
            row = rows.setdefault(label, [""] * len(forces))
            row[column] = f"{row[column]}, {said}" if row[column] else said
    for label, row in rows.items():
        same = len(set(row)) == 1
        table.add_row(Text(label, "dim" if same else ""), *(Text(s, "dim" * same) for s in row))
    totals = [force.price().value for force in forces]
    table.add_row(Text("together", "bold"), *(Text(str(t), "bold") for t in totals))
    words = ["legal" if force.verdict().legal else "not legal" for force in forces]
    table.add_row("", *words)
    return table


def _lines(force: Army) -> list[tuple[str, str]]:
    """Each unit in a few words: what it is, and so many models, options and points."""
    price = force.price()
    roster = force.roster
    if roster is None:
        return [(step.label, f"{number(step.amount):>5}") for step in price.steps]
    found: list[tuple[str, str]] = []
    for pick, name, part in zip(roster.units, roster.names(), price.parts):
        entry = roster.entry(pick)
        words = [c.in_words(pick.option(c)) for c in entry.choices if c.key in pick.options]
        inside = [f"{roster.models(p)} x {roster.entry(p).name}" for p in pick.parts]
        told = f"{roster.models(pick)} x {entry.name}" if name != entry.name else ""
        found.append((name, "; ".join(filter(None, [told, *words, *inside, str(part.value)]))))
    return found
