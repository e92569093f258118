"""The builder in the terminal: every change is priced and judged at once, and can be undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.bar import Bar
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.armies import Army
from grognard.cli import ledger
from grognard.cli.armies import render, save
from grognard.cli.common import Stop, make, near
from grognard.forces.catalogue import Pick, Roster, plain_word
from grognard.forces.choosing import set_option
from grognard.forces.document import Malformed
from grognard.forces.faces import Offer
from grognard.forces.formats import form_of
from grognard.forces.plaintext import meant, plain_value
from grognard.forces.verdict import Edit, add, put, remove
from grognard.forces.verdict import Path as Place
from grognard.rules.refusal import Refused

HELP = """\
a [WORDS]      what can be added; with words only what they name
N              unit N: every change with its price
N WORDS        change unit N: 2 Light Support Weapon 3 · 2 no jump packs · 2 8 models
fix [N|all]    do the repair of breach N
u, r           undo, redo
name [N] WORDS the army's name, or that of unit N
limit N        the points that were agreed
most WHAT N    agree on at most N units (or N%) of what counts so; most WHAT drops it
set NAME=VALUE another reading of a disputed rule
dup N, drop N, move N M
why [N]        every step of the price
s [FILE]       save       q    leave       h    this help
In a list a number takes what it names; Enter goes back."""

MOST_UNDONE = 1000
ENOUGH = 24
"""Rows of a list at once; more words make it shorter."""


class Leave(Exception):
    """The player has done."""


class Wrong(Exception):
    """What was typed cannot be done: why, in a line."""


class Editor:
    """One sitting over one force. Its plain data is all there is: edits change it, the system
    reads it again, and what it cannot read does not happen.
    """

    def __init__(self, force: Army, screen: Console, read: Callable[[], str]) -> None:
        self.force = force
        self.screen = screen
        self.past: list[dict[str, Any]] = []
        self.future: list[dict[str, Any]] = []
        self.saved = force.plain
        self.listed: list[Offer] = []
        self.where: Place | None = None
        self._read = read

    def run(self) -> int:
        self.draw()
        self.say("h says what you can type.", "dim")
        try:
            while True:
                try:
                    self.obey(self._read().strip())
                except (Wrong, Stop) as wrong:
                    self.say(str(wrong), "yellow")
                except Refused as refused:
                    self.say(str(refused), "yellow")
                except Malformed as error:
                    self.say(error.faults[0].why, "yellow")
        except Leave:
            return 0
        except (EOFError, KeyboardInterrupt) as error:
            self.keep()
            return 130 if isinstance(error, KeyboardInterrupt) else 0

    def say(self, text: str | Text, style: str = "") -> None:
        self.screen.print(text if isinstance(text, Text) else Text(text, style), soft_wrap=True)

    @property
    def roster(self) -> Roster | None:
        return self.force.roster

    # -- what is typed ---------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if not line:
            self.back()
        elif self.listed and line.isdecimal():
            self.take(int(line))
        elif word.isdecimal():
            self.unit(int(word), rest)
        elif word in COMMANDS:
            COMMANDS[word](self, rest)
        else:
            raise Wrong(f"{word!r} means nothing here{near(word, COMMANDS)}; h helps")

    def back(self) -> None:
        self.listed, self.where = [], None
        self.draw()

    def help(self, rest: str) -> None:
        self.say(HELP, "dim")

    def adding(self, words: str) -> None:
        """What can be added; straight away when the words name one thing."""
        where: Place | None = ("units",) if self.roster is not None else None
        found = self.found(where, words)
        exact = [o for o in found if plain_word(o.further.label) == plain_word(f"add {words}")]
        if words and (len(found) == 1 or len(exact) == 1):
            self.do((exact or found)[0])
            return
        self.offer(found, where, words)

    def unit(self, number: int, words: str) -> None:
        """A unit with all that could be changed, or one change of it."""
        index = self.index(number)
        where: Place = ("units", index)
        if not words:
            self.offer(self.found(where, ""), where, "")
            return
        edits = self.said(index, words)
        if edits:
            self.change(edits)
            return
        found = self.found(where, words)
        if len(found) == 1:
            self.do(found[0])
            return
        self.offer(found, where, words)

    def said(self, index: int, words: str) -> list[Edit]:
        """An option in words, or a number of models."""
        assert self.roster is not None
        entry = self.roster.entry(self.roster.units[index])
        first, _, second = words.partition(" ")
        if first.isdecimal() and second.casefold() in ("", "model", "models", "figures", "stands"):
            return [put("units", index, "models", value=int(first))]
        found = meant(entry, words)
        return [set_option(index, *found)] if found is not None else []

    def fix(self, rest: str) -> None:
        verdict = self.force.verdict()
        broken = [*verdict.breaches, *verdict.advisories]
        if rest == "all":
            self.fix_all()
            return
        number = int(rest) if rest.isdecimal() else 1
        if not 1 <= number <= len(broken):
            raise Wrong("nothing is wrong" if not broken else f"there is no breach {number}")
        repair = broken[number - 1].repair
        if repair is None or not repair.edits:
            raise Wrong(f"that takes a decision: {repair.words if repair else 'yours'}")
        self.change(list(repair.edits))

    def fix_all(self) -> None:
        """One repair after the other, as one change."""
        before = self.force
        for _ in range(100):
            mended = [b.repair.edits for b in self.force.verdict().breaches if b.repair]
            mended = [edits for edits in mended if edits]
            if not mended:
                break
            self.force = self.force.with_edits(mended[0])
        if self.force.plain == before.plain:
            raise Wrong("nothing is left that can be mended without a decision")
        self.past.append(before.plain)
        self.future.clear()
        self.show()

    def undo(self, rest: str) -> None:
        if not self.past:
            raise Wrong("there is nothing to undo")
        self.future.append(self.force.plain)
        self.force = self.force.with_plain(self.past.pop())
        self.show()

    def redo(self, rest: str) -> None:
        if not self.future:
            raise Wrong("there is nothing to do again")
        self.past.append(self.force.plain)
        self.force = self.force.with_plain(self.future.pop())
        self.show()

    def name(self, rest: str) -> None:
        first, _, words = rest.partition(" ")
        if first.isdecimal() and words:
            self.change([put("units", self.index(int(first)), "name", value=words.strip())])
        elif rest:
            self.change([put("name", value=rest)])
        else:
            raise Wrong("name WORDS, or name N WORDS")

    def limit(self, rest: str) -> None:
        if not rest.isdecimal():
            raise Wrong("limit N; 0: none agreed")
        self.change([put("limit", value=int(rest))])

    def most(self, rest: str) -> None:
        """What the players agreed on: most vehicle 1, most horde 25%."""
        what, _, number = rest.rpartition(" ")
        if what and (number.isdecimal() or number.rstrip("%").isdecimal()):
            self.change([put("limits", what, value=plain_value(number))])
        elif rest in (self.force.plain.get("limits") or {}):
            self.change([remove("limits", rest)])
        else:
            raise Wrong("most WHAT N, or most WHAT N%: most vehicle 1")

    def setting(self, rest: str) -> None:
        name, sign, _ = rest.partition("=")
        if not sign:
            raise Wrong("set NAME=VALUE")
        made = make(self.force.system, [rest])
        name = name.strip().replace("-", "_")
        self.change([put("settings", name, value=getattr(made, name))])

    def duplicate(self, rest: str) -> None:
        index = self.index_in(rest)
        unit = dict(self.force.plain["units"][index])
        unit.pop("name", None)
        self.change([add("units", value=unit)])

    def drop(self, rest: str) -> None:
        self.change([remove("units", self.index_in(rest))])

    def move(self, rest: str) -> None:
        first, _, second = rest.partition(" ")
        here, there = self.index_in(first), self.index_in(second.strip())
        units = list(self.force.plain["units"])
        units.insert(there, units.pop(here))
        self.change([put("units", value=units)])

    def why(self, rest: str) -> None:
        if rest:
            self.screen.print(ledger.one(self.force.price().parts[self.index_in(rest)]))
        else:
            self.screen.print(ledger.priced(self.force))

    def save(self, rest: str) -> None:
        path = Path(rest) if rest else self.force.file
        if path is None:
            raise Wrong("s FILE: where to?")
        save(path, render(self.force, form_of(str(path))), over=path == self.force.file)
        self.force.file = path
        self.saved = self.force.plain
        self.say(f"Saved: {path}", "green")

    def leave(self, rest: str) -> None:
        if self.force.plain != self.saved:
            self.say("Save first? yes/no, or Enter to stay", "bold")
            answer = self._read().strip().casefold()
            if answer in ("y", "yes"):
                self.save("")
            elif answer not in ("n", "no"):
                return
        raise Leave

    def keep(self) -> None:
        """Nothing that was done is lost when the terminal goes."""
        if self.force.plain == self.saved:
            return
        base = self.force.file or Path("army.toml")
        path = base.with_name(f"{base.stem}.unsaved.toml")
        save(path, render(self.force, "toml"), over=True)
        self.say(f"Not saved; what you did is in {path}", "yellow")

    # -- changes ---------------------------------------------------------------------------------

    def change(self, edits: list[Edit]) -> None:
        """Do it, if the system can read what comes of it."""
        before = self.force.plain
        self.force = self.force.with_edits(edits)
        if self.force.plain != before:
            self.past.append(before)
            del self.past[:-MOST_UNDONE]
            self.future.clear()
        self.show()

    def do(self, offer: Offer) -> None:
        self.change(list(offer.further.edits))

    def take(self, number: int) -> None:
        if not 1 <= number <= len(self.listed):
            raise Wrong(f"there is no {number} in this list")
        self.do(self.listed[number - 1])

    def found(self, where: Place | None, words: str) -> list[Offer]:
        """What could be done there; with words what they name."""
        every = self.force.offers(where)
        wanted = plain_word(words).split()
        if not wanted:
            return every
        return [o for o in every if all(w in plain_word(o.further.label) for w in wanted)]

    def offer(self, found: list[Offer], where: Place | None, words: str) -> None:
        if not found:
            raise Wrong(f"nothing here is called {words!r}")
        self.listed, self.where = found, where
        shown = self.room()
        self.screen.print(ledger.offered(found[:shown]))
        if len(found) > shown:
            self.say(f"and {len(found) - shown} more: name some words, or type their number", "dim")

    def room(self) -> int:
        return max(ENOUGH, self.screen.height - 6) if self.screen.is_terminal else len(self.listed)

    def index(self, number: int) -> int:
        units = len(self.roster.units) if self.roster is not None else 0
        if not 1 <= number <= units:
            raise Wrong(f"there is no unit {number}; there are {units}")
        return number - 1

    def index_in(self, text: str) -> int:
        if not text.isdecimal():
            raise Wrong("the number of a unit is wanted")
        return self.index(int(text))

    # -- showing ---------------------------------------------------------------------------------

    def show(self) -> None:
        """The army, and below it the list that was open, at its new prices."""
        where = self.where
        self.draw()
        units = len(self.roster.units) if self.roster is not None else 0
        if self.listed and where is not None and len(where) == 2 and int(where[1]) < units:
            self.offer(self.found(where, ""), where, "")
            return
        self.listed, self.where = [], None

    def draw(self) -> None:
        force = self.force
        price = force.price()
        if self.screen.is_terminal:
            self.screen.clear()
        self.screen.print(ledger.heading(force))
        if force.limit:
            colour = "red" if price.value > force.limit else "green"
            self.screen.print(Bar(force.limit, 0, min(price.value, force.limit), color=colour))
        roster = self.roster
        if roster is None:
            self.screen.print(ledger.steps(price))
        else:
            self.screen.print(_units(roster, [part.value for part in price.parts]))
        for words in _agreed(force):
            self.say(words, "dim")
        verdict = force.verdict()
        self.screen.print(ledger.verdict(verdict))
        if price.house:
            self.say(ledger.HOUSE, "dim yellow")


def _units(roster: Roster, costs: list[int]) -> Table | Text:
    if not roster.units:
        return Text("\nNo units yet: a lists what can be added.\n", "dim")
    table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="dim", show_edge=False)
    table.add_column("", justify="right", style="bold cyan")
    for head in ("unit", "models", "chosen"):
        table.add_column(head)
    table.add_column("", justify="right", style="bold")
    for n, (pick, name, cost) in enumerate(zip(roster.units, roster.names(), costs), 1):
        entry = roster.entry(pick)
        told = Text(name, "bold")
        if name != entry.name:
            told.append(f"  {entry.name}", "dim")
        if entry.house:
            told.append(" *", "yellow")
        chosen = Text("; ".join(_options(roster, pick)))
        for part in pick.parts:
            inside = [f"{roster.models(part)} x {roster.entry(part).name}", *_options(roster, part)]
            chosen.append(("\n" if chosen else "") + "; ".join(inside), "dim")
        table.add_row(str(n), told, str(roster.models(pick)), chosen, str(cost))
    return table


def _options(roster: Roster, pick: Pick) -> list[str]:
    entry = roster.entry(pick)
    return [
        choice.in_words(pick.option(choice))
        for choice in entry.choices
        if pick.option(choice) != choice.default
    ]


def _agreed(force: Army) -> list[str]:
    """Settings and limits that differ from the usual."""
    plain = force.plain
    found: list[str] = []
    for table, word in (("settings", "reading"), ("limits", "at most")):
        for name, value in (plain.get(table) or {}).items():
            found.append(f"{word} {name}: {value}")
    return found


COMMANDS: dict[str, Callable[[Editor, str], None]] = {
    "a": Editor.adding,
    "add": Editor.adding,
    "fix": Editor.fix,
    "u": Editor.undo,
    "undo": Editor.undo,
    "r": Editor.redo,
    "redo": Editor.redo,
    "name": Editor.name,
    "limit": Editor.limit,
    "most": Editor.most,
    "set": Editor.setting,
    "dup": Editor.duplicate,
    "drop": Editor.drop,
    "move": Editor.move,
    "why": Editor.why,
    "s": Editor.save,
    "save": Editor.save,
    "q": Editor.leave,
    "quit": Editor.leave,
    "h": Editor.help,
    "help": Editor.help,
}
