"""`grognard resolve`: the rules with dice from a real table. Says what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from grognard.cli.ask import (
    Flag_,
    Help_,
    Json_,
    Question_,
    Set_,
    Situation_,
    System_,
    givens,
    questions,
    situation_from,
    stated,
    tell_settings,
    usage,
)
from grognard.cli.common import Stop, console, find, make, write_json

if TYPE_CHECKING:
    from grognard.play.referee import Resolved
    from grognard.rules.questions import Question

Dice_ = Annotated[
    list[str] | None,
    Parameter(negative=(), help="The faces rolled, in order: 7,3,1; may be repeated."),
]
Choose_ = Annotated[
    list[str] | None,
    Parameter(
        negative=(),
        help="What was chosen, in order: a label, a value or a number from 1; may be repeated.",
    ),
]


def resolve(
    system: System_ = "",
    question: Question_ = "",
    /,
    *situation: Situation_,
    dice: Dice_ = None,
    choose: Choose_ = None,
    set: Set_ = None,
    json: Json_ = "",
    json_out: Flag_ = False,
    list: Flag_ = False,
    help: Help_ = False,
) -> int:
    """What dice rolled on a real table come to, and what is still to be rolled or chosen.

    A given that is itself called dice is written dice=4.

    Parameters
    ----------
    json_out
        Print the answer for machines.
    list
        List the system's questions.
    """
    if not system:
        return usage("resolve")
    found = find(system)
    if list or not question or question in ("--help", "-h"):
        questions(found, "resolve", json_out)
        return 0
    from grognard.odds.asking import find_question, situate
    from grognard.play.referee import Referee

    asked = find_question(found, question)
    if help:
        givens(found, asked, "resolve")
        return 0
    settings = make(found, set or [])
    values = situation_from(asked, situation, json)
    stands = situate(asked, values, settings)
    numbers = [*asked.numbers(stands, settings)]
    referee = Referee(faces(dice or []), choose or [])
    came = referee.resolve(asked.procedure(stands, settings))
    if json_out:
        write_json({
            "system": found.name, "question": asked.name,
            "numbers": [n.to_dict() for n in numbers],
            "happened": [h.to_dict() for h in came.happened],
            "done": came.done,
            "outcomes": counted(asked, came),
            "needed": came.need_to_dict(),
        })  # fmt: skip
        return 0
    from rich.text import Text

    from grognard.cli.show import explained
    from grognard.cli.story import chosen, rolled, told
    from grognard.rules.effects import Choose, Roll, Tell

    screen = console()
    screen.print(Text(f"{found.title}: {stated(asked, values)}", "dim"))
    tell_settings(screen, settings)
    screen.print(Text(asked.title, "bold"))
    for number in numbers:
        screen.print(explained(number))
    screen.print()
    for h in came.happened:
        if isinstance(h.effect, Roll):
            screen.print(rolled(h.effect, h.answer))
        elif isinstance(h.effect, Choose):
            screen.print(chosen(h.effect, h.answer))
        elif isinstance(h.effect, Tell):
            screen.print(told(h.effect))
    if came.done:
        for outcome in asked.outcomes:
            screen.print(
                Text.assemble(f"{outcome.label}: ", (str(outcome.of(came.result)), "bold green"))
            )
        return 0
    screen.print(Text.assemble(("still needed: ", "bold yellow"), came.need))
    return 0


def counted(question: Question, came: Resolved) -> dict[str, Any] | None:
    """Each outcome with what it came to; None while something is needed."""
    return {o.name: o.of(came.result) for o in question.outcomes} if came.done else None


def faces(texts: list[str]) -> list[int]:
    """Faces as typed: separated by commas or blanks."""
    out = []
    for word in " ".join(texts).replace(",", " ").split():
        if not word.isdecimal():
            raise Stop(f"--dice: {word!r} is no face of a die; write --dice 7,3,1")
        out.append(int(word))
    return out
