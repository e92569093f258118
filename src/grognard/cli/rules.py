"""`grognard rules`: look up a clause or a gap of a rulebook, by id or by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.cli.common import Stop, console, find, near, write_json
from grognard.rules.clauses import Clause, Gap, Index, deciding, gaps_of, load_index

if TYPE_CHECKING:
    from rich.console import RenderableType

    from grognard.rules.system import System

MOST = 40
"""More findings than these are counted, not shown."""


def rules(
    system: str, /, *words: str, coverage: bool = False, guide: bool = False, json: bool = False
) -> int:
    """Look up the rules: a clause or gap by its id, or whatever holds all the words.

    Parameters
    ----------
    system
        A rule system, as `grognard systems` lists them.
    words
        A clause id, or words to search for; none: an overview.
    coverage
        Show where each clause is implemented and which tests hold it.
    guide
        Write the guide to its rulings and settings, in Markdown.
    json
        Print it for machines.
    """
    found = find(system)
    if coverage:
        from grognard.cli import coverage as covered

        if not json:
            return covered.show(found)
        write_json(covered.coverage(found))
        return 0
    if guide:
        from grognard.cli.guide import guide as guided

        print(guided(found), end="")
        return 0
    index = load_index(found.clauses)
    if not words:
        _overview(found, index, json)
        return 0
    text = " ".join(words)
    hits = index.find(text)
    if not hits:
        ids = [*index.clauses, *index.gaps]
        raise Stop(
            f"{found.name} has no rule with {text!r}{near(text, [i.lower() for i in ids])};"
            " try fewer words",
            1,
        )
    if json:
        write_json([entry(found, index, hit) for hit in hits])
        return 0
    screen = console()
    for line in lines(found, index, hits):
        screen.print(line)
    return 0


def lines(system: System, index: Index, hits: list[Clause | Gap]) -> list[RenderableType]:
    """What was found, to be printed; in full when it is little."""
    from rich.text import Text

    if len(hits) == 1:
        return _whole(system, index, hits[0])
    out: list[RenderableType] = []
    for hit in hits[:MOST]:
        said = hit.says if isinstance(hit, Clause) else hit.problem
        text = Text(overflow="ellipsis", no_wrap=len(hits) > 6)
        text.append(f"{hit.id:<12} ", "bold cyan" if isinstance(hit, Clause) else "bold yellow")
        text.append(" ".join(said.split()))
        out.append(text)
    if len(hits) > MOST:
        out.append(Text(f"and {len(hits) - MOST} more: add a word", "dim"))
    return out


def entry(system: System, index: Index, hit: Clause | Gap) -> dict[str, Any]:
    """A clause or a gap as plain data."""
    if isinstance(hit, Gap):
        return {
            "id": hit.id, "kind": "gap", "where": hit.where, "problem": hit.problem,
            "evidence": hit.evidence, "ruling": hit.ruling, "alternatives": hit.alternatives,
            "confidence": hit.confidence, "no_setting": hit.no_setting,
            "settings": [
                {"name": s.name, "default": s.default, "help": s.help, "legal": s.legal}
                for s in deciding(system.settings, hit)
            ],
        }  # fmt: skip
    return {
        "id": hit.id, "kind": hit.kind, "heading": hit.heading, "says": hit.says,
        "check": hit.check, "gaps": [entry(system, index, g) for g in gaps_of(index, hit)],
    }  # fmt: skip


def _whole(system: System, index: Index, hit: Clause | Gap) -> list[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    if isinstance(hit, Gap):
        out: list[RenderableType] = [
            Text.assemble((hit.id, "bold yellow"), ("  gap", "dim"), f"  {hit.where}")
        ]
        for label, said in (
            ("open", hit.problem),
            ("evidence", hit.evidence),
            ("ruling", hit.ruling),
            ("else", hit.alternatives),
            ("no setting", hit.no_setting),
        ):
            if said.strip():
                text = Text.assemble((f"{label}: ", "dim"), " ".join(said.split()))
                out.append(Padding(text, (0, 0, 0, 2)))
        for s in deciding(system.settings, hit):
            text = Text.assemble(
                ("setting: ", "dim"), (f"{s.name}={s.default}", "green"), f"  ({s.legal})"
            )
            out.append(Padding(text, (0, 0, 0, 2)))
        return out
    out = [
        Text.assemble((hit.id, "bold cyan"), (f"  {hit.kind}", "dim"), f"  {hit.heading}"),
        Padding(Text(" ".join(hit.says.split())), (0, 0, 0, 2)),
    ]
    if hit.check:
        check = Text.assemble(("for example: ", "dim"), " ".join(hit.check.split()))
        out.append(Padding(check, (0, 0, 0, 2)))
    for gap in gaps_of(index, hit):
        out += [Text(), *(Padding(line, (0, 0, 0, 2)) for line in _whole(system, index, gap))]
    return out


def _overview(system: System, index: Index, json: bool) -> None:
    heads: dict[str, list[Clause]] = {}
    for clause in index.clauses.values():
        heads.setdefault(clause.heading, []).append(clause)
    if json:
        write_json({
            "system": system.name, "title": index.title, "summary": index.summary,
            "clauses": list(index.clauses), "gaps": list(index.gaps),
        })  # fmt: skip
        return
    from rich.text import Text

    screen = console()
    screen.print(Text(index.title, "bold"))
    screen.print(Text(" ".join(index.summary.split())))
    screen.print()
    for heading, clauses in heads.items():
        ids = clauses[0].id + (f" to {clauses[-1].id}" if len(clauses) > 1 else "")
        screen.print(
            Text.assemble((f"{ids:<26} ", "cyan"), heading), no_wrap=True, overflow="ellipsis"
        )
    screen.print()
    screen.print(
        Text(
            f"{len(index.clauses)} clauses, {len(index.gaps)} gaps with their rulings. "
            f"grognard rules {system.name} WORDS searches.",
            "dim",
        )
    )
