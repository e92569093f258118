"""The commands by name, and what becomes of errors: one line with the fix, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from grognard.cli.common import Stop, one_line
from grognard.rules.refusal import Refused

NAME = "grognard"
HELP = "Tabletop miniatures wargames whose rules the computer knows, so the players can play."


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(NAME)
    except PackageNotFoundError:
        return "unknown (not installed)"


app = App(name=NAME, help=HELP, version=_version, help_format="plaintext")
"""Commands are named by where they live: none is imported before it is called."""

COMMANDS = {
    "serve": ("serve:serve", "Open a table in the browser, for people and bots."),
    "backup": ("keeping:backup", "Keep all matches of the service in one file."),
    "restore": ("keeping:restore", "Bring the matches of such a file back."),
    "battle": ("battle:battle", "Play a battle against a bot, here in the terminal."),
    "ask": ("ask:ask", "Exact odds and explained numbers of a situation."),
    "resolve": ("resolve:resolve", "What the dice rolled on a real table come to."),
    "price": ("price:price", "What a force or a design costs, step by step."),
    "check": ("price:check", "Whether a force or a design is legal, and what would mend it."),
    "rules": ("rules:rules", "Look up a rule, its rulings, and where it is implemented."),
    "replay": ("records:replay", "Tell a recorded battle turn by turn."),
    "verify": ("records:verify", "Check that a record is true: hashes, dice and rules."),
    "data": ("data:data", "Check your own troops, weapons and the like, and say what they change."),
    "systems": ("lists:systems", "The rule systems that are installed."),
    "bots": ("lists:bots", "The bots that are installed."),
}

ARMY = {
    "new": ("army:new", "Begin an army."),
    "edit": ("army:edit", "Build an army here in the terminal."),
    "fill": ("search:fill", "Fill an army up: the best legal one, proven."),
    "best": ("search:best", "The best design within a price, proven."),
    "export": ("army:export", "Write a force in another form."),
    "import": ("army:import_", "Take over a force or a catalogue from another program."),
    "print": ("army:print_", "A force on paper, as PDF and true to scale."),
    "copy": ("army:copy", "Duplicate a force under another name."),
    "compare": ("army:compare", "Forces or designs side by side."),
    "catalogue": ("army:catalogue", "What armies are chosen from."),
    "schema": ("army:schema", "The JSON Schema of a system's army files."),
}
army = App(
    name="army",
    help="Make, edit, fill, export, import, print and compare forces.",
    help_format="plaintext",
    version_flags=[],
)
for name, (where, summary) in ARMY.items():
    army.command(f"grognard.cli.{where}", name=name, help=summary, version_flags=[])
app.command(army)

for name, (where, summary) in COMMANDS.items():
    if name in ("ask", "resolve"):  # their help depends on the question
        app.command(
            f"grognard.cli.{where}", name=name, help=summary, help_flags=[], version_flags=[]
        )
    else:
        app.command(f"grognard.cli.{where}", name=name, help=summary, version_flags=[])


def run(arguments: Sequence[str]) -> int:
    """Run one command; its exit code: 0 fine, 1 failed or not true, 2 not understood."""
    try:
        code = app(
            list(arguments),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except CycloptsError as error:
        return _complain(str(error), 2)
    except Stop as stop:
        return _complain(stop.text, stop.code)
    except Refused as refused:
        return _complain(str(refused), 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        from grognard.play.record import Damaged  # only now: its hashes take a while to load

        if isinstance(error, Damaged):
            return _complain(str(error), 1)
        raise
    return code if isinstance(code, int) else 0


def _complain(text: str, code: int) -> int:
    print(f"{NAME}: {one_line(text)}", file=sys.stderr)
    return code
