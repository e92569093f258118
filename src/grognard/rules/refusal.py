"""Refusals are values: what was wrong, the clause it breaks, and what would be legal."""

from __future__ import annotations


class Refusal:
    """Why something is not allowed just now."""

    def __init__(self, what: str, clause: str = "", legal: str = "") -> None:
        self.what = what
        self.clause = clause
        self.legal = legal

    def to_dict(self) -> dict[str, str]:
        return {"what": self.what, "clause": self.clause, "legal": self.legal}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.what, self.clause, self.legal) == (
            other.what,
            other.clause,
            other.legal,
        )

    def __hash__(self) -> int:
        return hash((self.what, self.clause))

    def __str__(self) -> str:
        text = self.what
        if self.clause:
            text += f" [{self.clause}]"
        if self.legal:
            text += f"; {self.legal}"
        return text

    def __repr__(self) -> str:
        return f"Refusal({self})"


class Refused(Exception):
    """Raised where a caller broke in without asking first; carries the refusals."""

    def __init__(self, refusals: list[Refusal]) -> None:
        super().__init__("; ".join(str(r) for r in refusals))
        self.refusals = refusals
