"""`grognard ask`: the exact odds of a situation, with every number explained."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from grognard.cli.common import Stop, console, find, make, near, write_json

if TYPE_CHECKING:
    from grognard.rules.questions import Given, Question
    from grognard.rules.system import System

TRUE = ("true", "yes", "on", "false", "no", "off")

System_ = Annotated[str, Parameter(help="A rule system, as `grognard systems` lists them.")]
Question_ = Annotated[
    str, Parameter(allow_leading_hyphen=True, help="One of its questions; --list shows them.")
]
Situation_ = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="The situation: --name value or name=value for each given.",
    ),
]
Set_ = Annotated[
    list[str] | None,
    Parameter(name="--set", negative=(), help="A setting, as name=value; may be repeated."),
]
Json_ = Annotated[
    str, Parameter(allow_leading_hyphen=True, help="The situation as a JSON object; - reads it.")
]
Help_ = Annotated[
    bool, Parameter(name=("--help", "-h"), negative=(), help="Say what the question takes.")
]
Flag_ = Annotated[bool, Parameter(negative=())]


def ask(
    system: System_ = "",
    question: Question_ = "",
    /,
    *situation: Situation_,
    set: Set_ = None,
    compare: str = "",
    policy: str = "first",
    json: Json_ = "",
    json_out: Flag_ = False,
    list: Flag_ = False,
    help: Help_ = False,
) -> int:
    """Exact odds and explained numbers of a situation.

    grognard ask SYSTEM QUESTION --help lists what a question takes.

    Parameters
    ----------
    compare
        A setting: show the odds side by side under each of its readings.
    policy
        Who makes the choices inside: first or last allowed option, or best for the chooser.
    json_out
        Print the answer for machines.
    list
        List the system's questions.
    """
    if not system:
        return usage("ask")
    found = find(system)
    if list or not question or question in ("--help", "-h"):
        questions(found, "ask", json_out)
        return 0
    from grognard.odds.asking import Asker, find_question, situate

    asked = find_question(found, question)
    if help:
        givens(found, asked, "ask")
        return 0
    settings = make(found, set or [])
    values = situation_from(asked, situation, json)
    if compare:
        return _compared(found, asked, values, settings, compare, policy, json_out)
    answer = Asker().ask(asked, situate(asked, values, settings), settings, policy)
    if json_out:
        write_json({"system": found.name, **answer.to_dict()})
        return 0
    from rich.text import Text

    from grognard.cli.show import answered

    screen = console()
    screen.print(Text(f"{found.title}: {stated(asked, values)}", "dim"))
    tell_settings(screen, settings)
    screen.print(answered(answer))
    return 0


def _compared(
    system: System,
    question: Question,
    values: dict[str, Any],
    settings: Any,
    name: str,
    policy: str,
    json_out: bool,
) -> int:
    """The same question under each reading of one setting."""
    from grognard.odds.asking import Asker
    from grognard.odds.comparing import compare
    from grognard.rules.settings import settings_of

    known = {s.name: s for s in settings_of(system.settings)}
    name = name.replace("-", "_")
    if name not in known:
        raise Stop(f"no setting {name!r}{near(name, known)}; one of {', '.join(known)}")
    readings = compare(Asker(), question, values, settings, name, policy)
    if json_out:
        write_json({
            "system": system.name, "question": question.name, "setting": name,
            "gap": known[name].gap, "readings": [r.to_dict() for r in readings],
        })  # fmt: skip
        return 0
    from rich.text import Text

    from grognard.cli.show import compared

    screen = console()
    screen.print(Text(f"{system.title}: {stated(question, values)}", "dim"))
    tell_settings(screen, settings)
    screen.print(compared(readings, known[name]))
    return 0


# -- what both `ask` and `resolve` need ---------------------------------------------


def situation_from(question: Question, tokens: Sequence[str], json: str) -> dict[str, Any]:
    """The values that flags and JSON give; flags go before JSON."""
    return {**_from_json(json), **_from_flags(question, tokens)}


def _from_json(text: str) -> dict[str, Any]:
    import json

    if not text:
        return {}
    try:
        data = json.loads(sys.stdin.read() if text == "-" else text)
    except ValueError as error:
        raise Stop(f"--json: this is not JSON ({error})") from None
    if not isinstance(data, dict):
        raise Stop('--json: an object is needed, such as {"dice": 4}')
    return data


def _from_flags(question: Question, tokens: Sequence[str]) -> dict[str, Any]:
    """`--name value`, `--name=value`, `name=value`, `--flag`, `--no-flag`."""
    known = {g.name: g for g in question.givens()}
    values: dict[str, Any] = {}
    todo = [*tokens]
    while todo:
        token = todo.pop(0)
        name, sign, value = token.removeprefix("--").partition("=")
        name = name.replace("-", "_")
        given = known.get(name)
        if given is None and token.startswith("--no-") and not sign:
            given = known.get(name.removeprefix("no_"))
            if given is not None and given.type is bool:
                values[given.name] = False
                continue
            given = None
        if given is None:
            if not token.startswith("--") and not sign:
                raise Stop(f"{token!r} belongs to nothing: write --name value or name=value")
            raise Stop(
                f"{question.name} has no {name!r}{near(name, known)}; it takes {', '.join(known)}"
            )
        if not sign:
            if given.type is bool and (not todo or todo[0].lower() not in TRUE):
                values[given.name] = True
                continue
            if not todo or todo[0].startswith("--"):
                raise Stop(f"--{flag(given)} needs a value: {given.legal}")
            value = todo.pop(0)
        values[given.name] = value
    return values


def flag(given: Given) -> str:
    return given.name.replace("_", "-")


def stated(question: Question, values: dict[str, Any]) -> str:
    """The situation in a few words: what was said of it."""
    said = ", ".join(k if v is True else f"{k} {_plainly(v)}" for k, v in values.items())
    return f"{question.name}, {said}" if said else f"{question.name}, all as usual"


def _plainly(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def tell_settings(screen: Any, settings: Any) -> None:
    """The settings that differ from the rulings."""
    from rich.text import Text

    from grognard.rules.settings import changed

    if differ := changed(settings):
        said = ", ".join(f"{k}={v}" for k, v in differ.items())
        screen.print(Text(f"Settings: {said}", "dim"))


def usage(command: str) -> int:
    """The command's own help."""
    from grognard.cli.app import app

    app.help_print([command])
    return 0


def questions(system: System, command: str, json: bool) -> None:
    """All questions of a system."""
    if json:
        write_json([_question(q) for q in system.questions])
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for q in system.questions:
        table.add_row(Text(q.name, "bold cyan"), Text(q.title))
    screen = console()
    screen.print(Text(f"Questions of {system.title}:", "dim"))
    screen.print(table)
    screen.print(
        Text(f"grognard {command} {system.name} QUESTION --help says what it takes.", "dim")
    )


def _question(question: Question) -> dict[str, Any]:
    return {
        "name": question.name,
        "title": question.title,
        "help": question.help,
        "givens": [
            {"name": g.name, "type": g.type.__name__, "default": g.default, "help": g.help,
             "legal": g.legal, "choices": [*g.choices]}
            for g in question.givens()
        ],
        "outcomes": [{"name": o.name, "label": o.label} for o in question.outcomes],
    }  # fmt: skip


def givens(system: System, question: Question, command: str) -> None:
    """What a question takes."""
    from rich.table import Table
    from rich.text import Text

    screen = console()
    screen.print(
        Text(
            f"Usage: grognard {command} {system.name} {question.name} [GIVENS] [OPTIONS]\n", "bold"
        ),
        soft_wrap=True,
    )
    screen.print(Text(question.title))
    if question.help:
        screen.print(Text(" ".join(question.help.split()), "dim"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("given", "", "range", "usually"):
        table.add_column(head)
    for g in question.givens():
        # --dice means the dice rolled where those are given: such a given goes by name=value.
        name = f"{g.name}=" if command == "resolve" and g.name in TAKEN else f"--{flag(g)}"
        legal = ", ".join(g.choices) or g.legal
        usual = _plainly(g.default) or "-"
        table.add_row(Text(name, "bold cyan"), Text(g.help), Text(legal, "dim"), Text(usual))
    screen.print()
    screen.print(table)
    counted = ", ".join(o.label for o in question.outcomes)
    screen.print(Text(f"\nTold of: {counted}", "dim"))
    own = (
        "--dice 7,3,1 --choose OPTION"
        if command == "resolve"
        else "--compare SETTING --policy first|last|best"
    )
    screen.print(Text(f"Options: {own} --set name=value --json '{{...}}' --json-out", "dim"))


TAKEN = ("dice", "choose", "set", "json", "help", "list")
