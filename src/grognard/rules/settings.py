"""Settings: one typed option for each disputed reading; the default is the ruling.

A system declares a frozen dataclass whose fields are made with `setting`. It is part of a
match's record and, being hashable, a fit argument of a `Call`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from grognard.rules.refusal import Refusal

S = TypeVar("S")


def setting(
    default: Any, gap: str, help: str, choices: tuple[Any, ...] = (), low: int = 0, high: int = 0
) -> Any:
    """A field of a settings class; `gap` names the disputed place it decides."""
    return dataclasses.field(
        default=default,
        metadata={"gap": gap, "help": help, "choices": choices, "low": low, "high": high},
    )


@dataclasses.dataclass(slots=True)
class Setting:
    """One option, as a person sees it."""

    name: str
    default: Any
    gap: str
    help: str
    choices: tuple[Any, ...]
    low: int
    high: int

    def refuse(self, value: Any) -> Refusal | None:
        """Why the value will not do."""
        if type(value) is not type(self.default):
            return Refusal(
                f"setting {self.name}: {value!r} is of the wrong type", self.gap, self.legal
            )
        if self.choices and value not in self.choices:
            return Refusal(f"setting {self.name}: no reading {value!r}", self.gap, self.legal)
        if self.low < self.high and not self.low <= value <= self.high:
            return Refusal(f"setting {self.name}: {value} is out of range", self.gap, self.legal)
        return None

    @property
    def legal(self) -> str:
        if self.choices:
            return "one of " + ", ".join(map(str, self.choices))
        if isinstance(self.default, bool):
            return "true or false"
        if self.low < self.high:
            return f"{self.low} to {self.high}"
        return f"a {type(self.default).__name__}"

    def parse(self, text: str) -> Any:
        """The value that a typed text means; the text itself when it means nothing."""
        if isinstance(self.default, bool):
            return {
                "true": True,
                "yes": True,
                "on": True,
                "false": False,
                "no": False,
                "off": False,
            }.get(text.lower(), text)
        if isinstance(self.default, int):
            try:
                return int(text)
            except ValueError:
                return text
        return text


def settings_of(cls: type[Any]) -> list[Setting]:
    """All options of a settings class."""
    return [
        Setting(
            f.name,
            f.default,
            f.metadata["gap"],
            f.metadata["help"],
            f.metadata["choices"],
            f.metadata["low"],
            f.metadata["high"],
        )
        for f in dataclasses.fields(cls)
    ]


def make_settings(cls: type[S], values: Mapping[str, Any]) -> S | list[Refusal]:
    """Settings with these values; texts are understood as typed on a command line."""
    known = {s.name: s for s in settings_of(cls)}
    refusals: list[Refusal] = []
    made: dict[str, Any] = {}
    for name, value in values.items():
        option = known.get(name)
        if option is None:
            refusals.append(Refusal(f"no setting {name!r}", "", "one of " + ", ".join(known)))
            continue
        if isinstance(value, str) and not isinstance(option.default, str):
            value = option.parse(value)
        refusal = option.refuse(value)
        if refusal is not None:
            refusals.append(refusal)
        made[name] = value
    return refusals or cls(**made)


def settings_to_dict(settings: Any) -> dict[str, Any]:
    """Every option with its value, for a record."""
    return {f.name: getattr(settings, f.name) for f in dataclasses.fields(settings)}


def changed(settings: Any) -> dict[str, Any]:
    """The options that differ from the rulings."""
    return {
        f.name: getattr(settings, f.name)
        for f in dataclasses.fields(settings)
        if getattr(settings, f.name) != f.default
    }
