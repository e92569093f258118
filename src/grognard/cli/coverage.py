"""Which clause of a rulebook is implemented where, and which tests hold it.

Found without running anything: the system's sources and data are read for clause ids, the
tests for their `@pytest.mark.clause("ID", ...)`. What is narrative or still planned stands
in the system's `coverage.toml`:

    [narrative]
    "FOW-2.1-03" = "an example without numbers"

    [planned]
    "Forge of War, whole" = ["FOW-10*"]
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from grognard.rules.clauses import load_index
from grognard.rules.system import System

PLAN = "coverage.toml"
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]")


def coverage(system: System) -> list[dict[str, Any]]:
    """For every clause: `id`, `code` places, `tests`, and why it is `narrative` or what it is
    `planned` for (None: neither).
    """
    ids = set(load_index(system.clauses).clauses)
    package = system.clauses.parent
    root = checkout(package)
    code = places(package, ids, root or package.parent)
    held = marked(root / "tests", root) if root is not None else {}
    narrative, planned = plan(package)
    return [
        {
            "id": id,
            "code": code.get(id, []),
            "tests": held.get(id, []),
            "narrative": narrative.get(id),
            "planned": _planned(id, planned),
        }
        for id in load_index(system.clauses).clauses
    ]


def strays(system: System) -> list[str]:
    """What is cited but is no clause or gap, and what the plan says of nothing."""
    index = load_index(system.clauses)
    known = set(index.clauses) | set(index.gaps)
    head = {id.partition("-")[0] for id in known}
    package = system.clauses.parent
    root = checkout(package)
    held = marked(root / "tests", root) if root is not None else {}
    narrative, planned = plan(package)
    out = [
        f"{tests[0]} cites {id}, which is no clause"
        for id, tests in held.items()
        if id.partition("-")[0] in head and id not in known
    ]
    out += [
        f"{PLAN} calls {id} narrative, which is no clause"
        for id in narrative
        if id not in index.clauses
    ]
    out += [
        f"{PLAN} plans {pattern}, which fits no clause"
        for patterns in planned.values()
        for pattern in patterns
        if not any(fnmatchcase(id, pattern) for id in index.clauses)
    ]
    return out


def missing(rows: list[dict[str, Any]]) -> list[str]:
    """The clauses that are neither implemented and tested, nor narrative, nor planned."""
    return [
        r["id"]
        for r in rows
        if not (r["code"] and r["tests"]) and r["narrative"] is None and r["planned"] is None
    ]


# -- reading ---------------------------------------------------------------------


def checkout(package: Path) -> Path | None:
    """The source checkout that a package lies in, or the one we stand in; None: there is none."""
    for folder in [*package.resolve().parents, Path.cwd()]:
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder
    return None


def places(package: Path, ids: set[str], base: Path) -> dict[str, list[str]]:
    """Where each clause is named in the sources and data of a package: `path:line`."""
    out: dict[str, list[str]] = {}
    for file in sorted([*package.rglob("*.py"), *package.rglob("*.toml")]):
        if file.name == PLAN:
            continue
        path = _below(file, base)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for word in dict.fromkeys(_WORD.findall(line)):
                if word in ids:
                    out.setdefault(word, []).append(f"{path}:{number}")
    return out


def marked(tests: Path, base: Path) -> dict[str, list[str]]:
    """Which tests carry the mark of which clause: `path::name`."""
    out: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("*.py")):
        text = file.read_text("utf-8")
        if "clause" not in text:
            continue
        path = _below(file, base)
        for id, name in _marks(ast.parse(text).body, "", []):
            names = out.setdefault(id, [])
            if f"{path}::{name}" not in names:
                names.append(f"{path}::{name}")
    return out


def _marks(body: list[ast.stmt], prefix: str, around: list[str]) -> Iterator[tuple[str, str]]:
    """Each mark with the test that carries it; marks of a module or class hold all its tests."""
    around = around[:]
    for node in body:
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets
        ):
            around += _ids(node.value)
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name.startswith("test"):
                for decorator in node.decorator_list:
                    for id in _ids(decorator):
                        yield id, prefix + node.name
                for id in around:
                    yield id, prefix + node.name
        elif isinstance(node, ast.ClassDef):
            own = around + [id for d in node.decorator_list for id in _ids(d)]
            yield from _marks(node.body, f"{prefix}{node.name}::", own)


def _ids(node: ast.expr) -> list[str]:
    """The ids in every `...mark.clause("ID", ...)` below this node, or `clause(...)` for short."""
    return [
        argument.value
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
        and (
            (isinstance(call.func, ast.Attribute) and call.func.attr == "clause")
            or (isinstance(call.func, ast.Name) and call.func.id == "clause")
        )
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def plan(package: Path) -> tuple[dict[str, str], dict[str, list[str]]]:
    """The narrative clauses with their reasons, and the planned ones by issue."""
    file = package / PLAN
    if not file.is_file():
        return {}, {}
    data = tomllib.loads(file.read_text("utf-8"))
    return data.get("narrative", {}), data.get("planned", {})


def _planned(id: str, planned: dict[str, list[str]]) -> str | None:
    for issue, patterns in planned.items():
        if any(fnmatchcase(id, pattern) for pattern in patterns):
            return issue
    return None


def _below(file: Path, base: Path) -> str:
    file = file.resolve()
    base = base.resolve()
    return file.relative_to(base).as_posix() if file.is_relative_to(base) else file.name


# -- showing ---------------------------------------------------------------------


def show(system: System) -> int:
    """A readable table and totals; 1 when something is missing or astray."""
    from rich.table import Table
    from rich.text import Text

    from grognard.cli.common import console

    rows = coverage(system)
    screen = console()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    widest = max((len(r["id"]) for r in rows), default=6)
    table.add_column("clause", width=widest)
    table.add_column("code", justify="right", width=4)
    table.add_column("tests", justify="right", width=5)
    room = max(12, screen.width - widest - 4 - 5 - 8)
    table.add_column("where", overflow="ellipsis", no_wrap=True, width=room)
    gone = set(missing(rows))
    for row in rows:
        first = ", ".join(row["code"][:1] + row["tests"][:1])
        if row["narrative"] is not None:
            where = Text(f"narrative: {row['narrative']}", style="dim")
        elif row["id"] in gone:
            where = Text(f"missing {first and f'({first})'}", style="red")
        elif row["planned"] is not None:
            where = Text(f"planned: {row['planned']}", style="yellow")
        else:
            where = Text(first)
        table.add_row(row["id"], str(len(row["code"]) or "-"), str(len(row["tests"]) or "-"), where)
    screen.print(table)
    both = sum(1 for r in rows if r["code"] and r["tests"])
    told = sum(1 for r in rows if r["narrative"] is not None)
    later = sum(1 for r in rows if r["planned"] is not None)
    screen.print()
    screen.print(
        f"{len(rows)} clauses: {both} implemented and tested, {told} narrative, "
        f"{later} planned, {len(gone)} missing",
        soft_wrap=True,
    )
    astray = strays(system)
    for line in astray:
        screen.print(Text(line, style="red"), soft_wrap=True)
    if checkout(system.clauses.parent) is None:
        screen.print("This is no source checkout: tests could not be read.", style="dim")
    return 1 if gone or astray else 0
