"""Somebody who follows a match as it is played, or played again from its record."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from grognard.rules.effects import Effect, Tell


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Hears the same from a match in progress (`Match`) and from its record (`Replay`).

    `line` is called before the rules go on with what the line says: `effect` is what it answers.
    `turned` names the line that a new turn has in the record.
    """

    def line(self, number: int, line: dict[str, Any], effect: Effect | None) -> None:
        """A line of the record, numbered from 1."""

    def told(self, tell: Tell) -> None:
        """A sentence."""

    def turned(self, number: int, turn: int) -> None:
        """A turn began."""
