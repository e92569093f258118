"""What matters about dice: a `Reading` turns the faces thrown into the answer a rule wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mypy_extensions import mypyc_attr


class Bin:
    """The faces `low` to `high`, under one name. A bin with low > high holds no face."""

    def __init__(self, name: str, low: int, high: int) -> None:
        self.name = name
        self.low = low
        self.high = high

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Bin)
            and self.name == other.name
            and self.low == other.low
            and self.high == other.high
        )

    def __hash__(self) -> int:
        return hash((self.name, self.low, self.high))

    def __repr__(self) -> str:
        return f"{self.name}: {self.low}-{self.high}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Reading:
    """How thrown faces are read."""

    def read(self, faces: Sequence[int]) -> Any:
        raise NotImplementedError


class InBin(Reading):
    """How many dice show `low` to `high`."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def read(self, faces: Sequence[int]) -> int:
        low = self.low
        high = self.high
        n = 0
        for face in faces:
            if low <= face <= high:
                n += 1
        return n


class InBins(Reading):
    """How many dice fall into each of several bins that do not overlap."""

    def __init__(self, bins: tuple[Bin, ...]) -> None:
        self.bins = bins

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        counts = [0] * len(self.bins)
        for face in faces:
            for i, b in enumerate(self.bins):
                if b.low <= face <= b.high:
                    counts[i] += 1
                    break
        return tuple(counts)


class Tally(InBins):
    """What like dice come to together: `step(so_far, bin, *args)` for each die that falls into a
    bin, from `start` on. It must not matter which of them is told first."""

    def __init__(
        self, bins: tuple[Bin, ...], step: Callable[..., Any], start: Any, args: tuple[Any, ...]
    ) -> None:
        super().__init__(bins)
        self.step = step
        self.start = start
        self.args = args

    def read(self, faces: Sequence[int]) -> Any:
        so_far = self.start
        step = self.step
        for face in faces:
            for i, b in enumerate(self.bins):
                if b.low <= face <= b.high:
                    so_far = step(so_far, i, *self.args)
                    break
        return so_far


class Total(Reading):
    """The sum of the faces."""

    def read(self, faces: Sequence[int]) -> int:
        n = 0
        for face in faces:
            n += face
        return n


class Each(Reading):
    """Every face, in the order thrown."""

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        return tuple(faces)


class Single(Reading):
    """The face of the one die."""

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]


class Mapped(Reading):
    """What a function makes of another reading: all that matters about the dice."""

    def __init__(self, inner: Reading, of: Callable[[Any], Any]) -> None:
        self.inner = inner
        self.of = of

    def read(self, faces: Sequence[int]) -> Any:
        return self.of(self.inner.read(faces))
