"""The small edits that benchmarks.mutants makes: which there are, which are drawn, how one is made.

An edit is known by where it is in words (file, function, source text, how often before), never by
line numbers: what is written elsewhere hardly changes which edits a seed draws.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
HUGE, TINY = 1e6, 1e-5  # farther than any table, thinner than the lattice: sentinels and hairs

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.RShift: ast.LShift,
    ast.LShift: ast.RShift,
}


class Mutant(NamedTuple):
    """One edit: its id, the n-th that can be made in a file, where, and what it does."""

    id: str
    file: str
    n: int
    line: int
    function: str
    what: str
    source: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line} {self.function}"
        return f"{self.id} {where}\n        {self.source}\n        {self.what}"


class Found(NamedTuple):
    """An edit that can be made: on which line, in which function, of what, and what it does."""

    line: int
    function: str
    text: str
    what: str


class Editor(ast.NodeTransformer):
    """Counts the edits that can be made in a file, and makes one of them."""

    def __init__(self, make: int = -1) -> None:
        self.make = make
        self.found: list[Found] = []
        self.within: list[str] = []

    def _here(self, node: ast.AST, what: str) -> bool:
        function = ".".join(self.within) or "-"
        self.found.append(Found(getattr(node, "lineno", 0), function, ast.unparse(node), what))
        return len(self.found) - 1 == self.make

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for i, op in enumerate(node.ops):
            swap = COMPARE[type(op)]
            if self._here(node, f"{type(op).__name__} -> {swap.__name__}"):
                node.ops[i] = swap()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        swap = BINARY.get(type(node.op))
        if isinstance(node.op, ast.BitOr) and not self.within:  # this type or that
            return node
        if swap is not None and self._here(node, f"{type(node.op).__name__} -> {swap.__name__}"):
            node.op = swap()
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        swap = BINARY.get(type(node.op))
        if swap is not None and self._here(node, f"{type(node.op).__name__}= -> {swap.__name__}="):
            node.op = swap()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._here(node, "and <-> or"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if isinstance(node.op, ast.USub) and sentinel(node.operand):
            return node
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self._here(node, "not x -> x"):
            return node.operand
        if isinstance(node.op, ast.USub) and self._here(node, "-x -> x"):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, bool):
            if self._here(node, f"{value} -> {not value}"):
                return ast.copy_location(ast.Constant(not value), node)
        elif not isinstance(value, (int, float)) or sentinel(node):
            return node
        elif self._here(node, f"{value} -> {value + 1}"):
            return ast.copy_location(ast.Constant(value + 1), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and self._here(node, f"return {node.value.id} -> None"):
            node.value = ast.Constant(None)
        return node

    # Types, how a class is built, what cannot be otherwise and what only shows things decide
    # nothing.
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return node if node.arg == "strict" else self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.within.append(node.name)
        node.body = [self.visit(s) for s in node.body]
        self.within.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name in ("__repr__", "__str__"):
            return node
        self.within.append(node.name)
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        node.args.kw_defaults = [d and self.visit(d) for d in node.args.kw_defaults]
        node.body = [self.visit(s) for s in node.body]
        self.within.pop()
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node
        self.generic_visit(node)
        return node


def sentinel(node: ast.AST) -> bool:
    """Whether this number stands for "beyond everything" or "less than anything"."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, float):
        return False
    return node.value >= HUGE or 0 < node.value <= TINY


def edits(folders: list[str], root: Path = ROOT) -> list[Mutant]:
    """All edits that can be made in these folders, bots' judgement and what is only shown aside."""
    out: list[Mutant] = []
    for folder in folders:
        for file in sorted((root / "src/grognard" / folder).rglob("*.py")):
            if not file.name.startswith(("judgement", "view")):
                out += edits_of(file.relative_to(root / "src").as_posix(), file.read_text("utf-8"))
    return out


def edits_of(name: str, text: str) -> list[Mutant]:
    """All edits that can be made in one file."""
    editor = Editor()
    editor.visit(ast.parse(text))
    lines = text.splitlines()
    before: Counter[str] = Counter()
    out = []
    for n, found in enumerate(editor.found):
        words = "\n".join((name, found.function, found.text, found.what))
        known = digest(f"{words}\n{before[words]}")[:10]
        before[words] += 1
        source = lines[found.line - 1].strip()
        what = found.what
        if " ".join(source.split()) != found.text:
            what += f"   in   {found.text[:100]}"
        out.append(Mutant(known, name, n, found.line, found.function, what, source))
    return out


def drawn(everything: list[Mutant], sample: int, seed: int) -> list[Mutant]:
    """A fixed sample: every edit has a rank of its own under this seed."""
    ranked = sorted(everything, key=lambda m: digest(f"{seed} {m.id}"))
    return sorted(ranked[:sample], key=lambda m: (m.file, m.n))


def edited(text: str, n: int) -> ast.Module:
    """This source with its n-th edit made."""
    tree = Editor(n).visit(ast.parse(text))
    assert isinstance(tree, ast.Module)
    return ast.fix_missing_locations(tree)


def digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()
