"""The rule index of a system: every clause of its document, and every gap with its ruling."""

from __future__ import annotations

import dataclasses
import functools
import re
from pathlib import Path
from typing import Any

from grognard.rules.settings import Setting, settings_of


@dataclasses.dataclass(slots=True)
class Clause:
    """One sentence of a rulebook, in this project's words."""

    id: str
    heading: str
    kind: str
    says: str
    check: str = ""

    def matches(self, words: str) -> bool:
        text = f"{self.id} {self.heading} {self.says}".lower()
        return all(w in text for w in words.lower().split())


@dataclasses.dataclass(slots=True)
class Gap:
    """A place where the document is silent or contradicts itself, and the ruling."""

    id: str
    where: str
    problem: str
    evidence: str
    ruling: str
    alternatives: str
    confidence: str
    no_setting: str = ""  # why some of the alternatives, or all of them, are none of the settings

    def matches(self, words: str) -> bool:
        text = f"{self.id} {self.where} {self.problem} {self.ruling} {self.alternatives}".lower()
        return all(w in text for w in words.lower().split())


@dataclasses.dataclass(slots=True)
class Index:
    """All clauses and gaps of a system."""

    title: str
    summary: str
    clauses: dict[str, Clause]
    gaps: dict[str, Gap]

    def find(self, words: str) -> list[Clause | Gap]:
        """By id, or else all that hold every one of the words."""
        key = words.strip().upper()
        if key in self.clauses:
            return [self.clauses[key]]
        if key in self.gaps:
            return [self.gaps[key]]
        return [c for c in self.clauses.values() if c.matches(words)] + [
            g for g in self.gaps.values() if g.matches(words)
        ]


def gaps_of(index: Index, clause: Clause) -> list[Gap]:
    """The gaps that a clause speaks of, or that speak of it."""
    named = f"{clause.says} {clause.check}"
    out = []
    for gap in index.gaps.values():
        about = f"{gap.where} {gap.problem} {gap.evidence} {gap.ruling}"
        if _names(named, gap.id) or _names(about, clause.id):
            out.append(gap)
    return out


def _names(text: str, id: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(id)}(?![\w-])", text) is not None


def deciding(settings: type[Any], gap: Gap) -> list[Setting]:
    """The settings by which a group decides a gap."""
    return [s for s in settings_of(settings) if s.gap == gap.id]


@functools.cache
def load_index(path: Path) -> Index:
    """Read a `clauses.yaml`."""
    import yaml  # heavy, and only the index needs it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=loader)
    return Index(
        title=data["title"],
        summary=data["summary"],
        clauses={
            c["id"]: Clause(
                c["id"], c["heading"], c["kind"], str(c["says"]).strip(), str(c.get("check", ""))
            )
            for c in data["clauses"]
        },
        gaps={
            g["id"]: Gap(
                g["id"],
                g["where"],
                g["problem"],
                str(g.get("evidence", "")),
                g["ruling"],
                str(g.get("alternatives", "")),
                str(g.get("confidence", "")),
                str(g.get("no_setting", "")),
            )
            for g in data["gaps"]
        },
    )
