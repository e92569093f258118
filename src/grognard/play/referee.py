"""The referee: the same rules, with dice that people rolled on a real table and the choices
they made there. He says what they come to, and what is still to be rolled or chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.rules.effects import (
    Choose,
    Effect,
    Place,
    Procedure,
    Roll,
    Secretly,
    Stable,
    Tell,
)
from grognard.rules.machine import Machine
from grognard.rules.refusal import Refusal, Refused


class Happening:
    """One thing that happened: a roll with its faces, a choice with its index, a telling."""

    def __init__(self, effect: Effect, answer: Any = None) -> None:
        self.effect = effect
        self.answer = answer

    def to_dict(self) -> dict[str, Any]:
        effect = self.effect
        if isinstance(effect, Roll):
            said: dict[str, Any] = {
                "kind": "roll",
                "why": effect.why,
                "dice": effect.pool,
                "sides": effect.sides,
                "faces": self.answer,
                "answer": effect.reading.read(self.answer),
            }
            if effect.target is not None:
                said["target"] = effect.target.to_dict()
            return said
        if isinstance(effect, Choose):
            return {
                "kind": "choice",
                "title": effect.title,
                "index": self.answer,
                "label": effect.options[self.answer].label,
            }
        if isinstance(effect, Tell):
            return {"kind": "tell", "text": effect.text, "clause": effect.clause}
        return {"kind": "move", "title": getattr(effect, "title", "")}


class Resolved:
    """How far the dice and choices led. `needed` is what the rules ask for next, if anything;
    `lacking` how many of its dice are not there yet.
    """

    def __init__(self) -> None:
        self.happened: list[Happening] = []
        self.needed: Effect | None = None
        self.lacking = 0
        self.done = False
        self.result: Any = None

    @property
    def need(self) -> str:
        """What is still needed, in words."""
        effect = self.needed
        if isinstance(effect, Roll):
            dice = f"{self.lacking}d{effect.sides} {effect.why}"
            if self.lacking < effect.pool:
                return f"{dice} ({effect.pool - self.lacking} of {effect.pool} given)"
            return dice
        if isinstance(effect, Choose):
            return f"a choice, {effect.title}: {_listed(effect, effect.allowed())}"
        return ""

    def need_to_dict(self) -> dict[str, Any] | None:
        effect = self.needed
        if isinstance(effect, Roll):
            return {
                "kind": "roll",
                "why": effect.why,
                "dice": self.lacking,
                "sides": effect.sides,
                "text": self.need,
            }
        if isinstance(effect, Choose):
            return {
                "kind": "choice",
                "title": effect.title,
                "text": self.need,
                "options": [
                    {"label": o.label, "refusal": o.refusal.to_dict() if o.refusal else None}
                    for o in effect.options
                ],
            }
        return None


class _Short(Exception):
    """The dice or the choices are used up."""


class Referee:
    """Answers a procedure from given dice and choices, in the order they are asked for."""

    def __init__(self, dice: Sequence[int], choices: Sequence[Any] = ()) -> None:
        self._dice = list(dice)
        self._choices = list(choices)
        self.resolved = Resolved()

    def resolve(self, procedure: Procedure[Any]) -> Resolved:
        """Run the rules as far as they go; raises Refused for dice or choices that cannot be."""
        resolved = self.resolved
        try:
            resolved.result = self._run(procedure)
            resolved.done = True
        except _Short:
            return resolved
        left: list[Refusal] = []
        if self._dice:
            left.append(
                Refusal(
                    "dice left over: " + ", ".join(map(str, self._dice)),
                    "",
                    f"only {self._thrown()} were to be rolled",
                )
            )
        if self._choices:
            left.append(
                Refusal(
                    "choices left over: " + ", ".join(map(str, self._choices)),
                    "",
                    "nothing more was to be chosen",
                )
            )
        if left:
            raise Refused(left)
        return resolved

    def _thrown(self) -> int:
        return sum(h.effect.pool for h in self.resolved.happened if isinstance(h.effect, Roll))

    def _run(self, procedure: Procedure[Any]) -> Any:
        machine = Machine(procedure)
        while not machine.done:
            effect = machine.pending
            if isinstance(effect, Secretly):
                machine.send({p: self._run(make()) for p, make in effect.procedures.items()})
            else:
                machine.send(self._answer(effect))
        return machine.result

    def _answer(self, effect: Effect | None) -> Any:
        if isinstance(effect, Roll):
            return self._roll(effect)
        if isinstance(effect, Choose):
            return self._choose(effect)
        if isinstance(effect, Tell):
            self.resolved.happened.append(Happening(effect))
            return None
        if isinstance(effect, Place):
            legs = effect.movement.fallback()
            self.resolved.happened.append(Happening(effect, legs))
            return legs
        assert isinstance(effect, Stable)
        return None

    def _roll(self, roll: Roll[Any]) -> Any:
        for face in self._dice[: roll.pool]:
            if not 1 <= face <= roll.sides:
                raise Refused(
                    [
                        Refusal(
                            f"{roll.why}: a d{roll.sides} has no face {face}",
                            "",
                            f"1 to {roll.sides}",
                        )
                    ]
                )
        if len(self._dice) < roll.pool:
            self.resolved.needed = roll
            self.resolved.lacking = roll.pool - len(self._dice)
            raise _Short
        faces = self._dice[: roll.pool]
        del self._dice[: roll.pool]
        self.resolved.happened.append(Happening(roll, faces))
        return roll.reading.read(faces)

    def _choose(self, choose: Choose[Any]) -> int:
        if not self._choices:
            self.resolved.needed = choose
            raise _Short
        index = self._pick(choose)
        refusals = choose.refuse(index)
        if refusals:
            raise Refused(refusals)
        self.resolved.happened.append(Happening(choose, index))
        return index

    def _pick(self, choose: Choose[Any]) -> int:
        """The next choice; several may stand in one text, with commas between them."""
        said = self._choices.pop(0)
        try:
            return pick(choose, said)
        except Refused:
            first, comma, rest = str(said).partition(",")
            if not comma:
                raise
            try:
                index = pick(choose, first)
            except Refused:
                pass
            else:
                self._choices.insert(0, rest)
                return index
            raise


def _listed(choose: Choose[Any], which: Sequence[int]) -> str:
    """Options by the numbers that find them: `#2` where a bare 2 is the value of another one."""
    values = [str(o.value).casefold() for o in choose.options]
    out = []
    for i in which:
        number = str(i + 1)
        taken = number in values and values.index(number) != i
        out.append(f"{'#' if taken else ''}{number} {choose.options[i].label}")
    return ", ".join(out)


def pick(choose: Choose[Any], said: Any) -> int:
    """The option that is meant: by its label or value, its number from 1 (`#2` is always the
    second), or the beginning of its label. Raises Refused when it is none, or several.
    """
    word = str(said).strip().casefold()
    options = choose.options
    tests = (
        [i for i, o in enumerate(options) if o.label.casefold() == word],
        [i for i, o in enumerate(options) if str(o.value).casefold() == word],
        [i for i in range(len(options)) if word.removeprefix("#") == str(i + 1)],
        [i for i, o in enumerate(options) if word and o.label.casefold().startswith(word)],
    )
    for found in tests[2:3] if word.startswith("#") else tests:
        if len(found) > 1:
            allowed = [i for i in found if options[i].refusal is None]
            found = allowed if len(allowed) == 1 else found
        if len(found) == 1:
            return found[0]
        if found:
            raise Refused(
                [
                    Refusal(
                        f"{choose.title}: {said!r} may mean several things",
                        "",
                        ", ".join(f"#{i + 1} {options[i].label}" for i in found),
                    )
                ]
            )
    raise Refused(
        [
            Refusal(
                f"{choose.title}: no option {said!r}",
                "",
                _listed(choose, range(len(options))),
            )
        ]
    )
