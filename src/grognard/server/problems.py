"""Why a request was not granted."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.rules.refusal import Refusal
from grognard.server import wire


class Denied(Exception):
    """Raised anywhere while a request is answered; becomes a `Problem`."""

    def __init__(self, code: int, *refusals: Refusal | str) -> None:
        self.code = code
        self.refusals = [Refusal(r) if isinstance(r, str) else r for r in refusals]
        super().__init__("; ".join(map(str, self.refusals)))


def not_now(refusals: Sequence[Refusal]) -> Denied:
    return Denied(409, *refusals)


def refusal(said: Refusal) -> wire.Refusal:
    return wire.Refusal(said.what, said.clause, said.legal)


def problem(code: int, refusals: Sequence[Refusal]) -> wire.Problem:
    return wire.Problem(code, [refusal(r) for r in refusals])
