"""The disputed readings: the default is the ruling."""

import dataclasses

from grognard.rules.settings import setting


@dataclasses.dataclass(frozen=True)
class Settings:
    turns: int = setting(6, "SKT-GAP-01", "turns to play", low=1, high=20)
    helmets: str = setting("six", "SKT-GAP-02", "what stops a hit", ("never", "six", "five"))
