"""A person at the terminal: what is asked of him, what he may answer, and why not."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from grognard.cli import show
from grognard.cli.draw import NOTHING, Marks, letters, picture
from grognard.cli.moves import Mover
from grognard.cli.story import Story, side_style
from grognard.odds.asking import Answered, Asker, find_question
from grognard.play.match import Match
from grognard.play.referee import pick
from grognard.rules.effects import Choose, Effect, Option, Place
from grognard.rules.refusal import Refusal, Refused

PATIENCE = 1.5
"""Seconds for the odds beside one list of options; what takes longer is worked out on `?`."""

LOWEST = 12
"""Rows that the drawn table has at least."""
LOW = 32
"""On a screen with fewer rows reasons are cut to one line each; ? and the number says all."""

HELP = """\
number     take that option (a word of its label will do)
? [n]      explain the numbers, of all options or of one
r WORDS    look up a rule
t          draw the table        l [n]    what happened lately
u          take back             s        save and leave
resign     give the battle up    h        this help"""


class Leave(Exception):
    """The player saves and leaves."""


class Changed(Exception):
    """Something else than an answer changed the match: ask anew."""


class Person:
    """Asks one player, draws what he may see, and hands back a legal answer."""

    def __init__(
        self, screen: Console, match: Match, story: Story, player: int, read: Callable[[], str]
    ) -> None:
        self.screen = screen
        self.match = match
        self.story = story
        self.player = player
        self.asker = Asker()
        self._read = read
        self._drawn: Any = None
        self._helped = False

    @property
    def view(self) -> dict[str, Any]:
        return self.story.named(self.match.state.view(self.player))

    @property
    def plain(self) -> bool:
        return self.screen.no_color or self.screen.color_system is None

    def answer(self, effect: Effect) -> Any:
        """His answer; raises Leave, or Changed when he undid or resigned instead."""
        if isinstance(effect, Choose):
            return self._choose(effect)
        assert isinstance(effect, Place)
        return Mover(self, effect).answer()

    # -- showing ----------------------------------------------------------------

    def draw(self, marks: Marks = NOTHING, below: int = 6) -> None:
        """The table, as high as leaves room for the lines below it."""
        self._drawn = self.view
        height = max(LOWEST, self.screen.height - below - 1)
        self.screen.print(picture(self._drawn, self.screen.width, height, marks, self.plain))

    def say(self, text: str | Text, style: str = "") -> None:
        self.screen.print(text if isinstance(text, Text) else Text(text, style))

    def refused(self, refusals: list[Refusal]) -> None:
        for refusal in refusals[:6]:
            self.say(_why(refusal))
        if len(refusals) > 6:
            self.say(f"and {len(refusals) - 6} more reasons", "dim")

    def ask(self, effect: Effect) -> str:
        """One line from the player that is no common command; '' for plain Enter."""
        if not self._helped:
            self._helped = True
            self.say("h says what you can type.", "dim")
        while True:
            try:
                line = self._read().strip()
            except EOFError:
                raise Leave from None
            if not self._command(line, effect):
                return line

    # -- common commands ----------------------------------------------------------

    def _command(self, line: str, effect: Effect) -> bool:
        word, _, rest = line.partition(" ")
        if word in ("h", "help"):
            self.say(HELP, "dim")
        elif word.startswith("?"):
            self._explain(effect, (word[1:] + rest).strip())
        elif word == "r":
            self._rules(rest)
        elif word == "t" and not rest:
            self.draw(_marks(effect))
        elif word == "l":
            for event in self.story.events[-(int(rest) if rest.isdecimal() else 30) :]:
                event.show(self.screen)
        elif word == "u" and not rest:
            refusals = self.match.undo(self.player)
            if not refusals:
                raise Changed
            self.refused(refusals)
        elif line in ("s", "save", "q", "quit", "exit"):
            raise Leave
        elif line == "resign":
            self.say("Give up this battle? yes/no", "bold")
            if self._read().strip().lower() in ("y", "yes"):
                self.match.resign(self.player)
                raise Changed
        else:
            return False
        return True

    def _rules(self, words: str) -> None:
        from grognard.cli.rules import lines
        from grognard.rules.clauses import load_index

        if not words:
            self.say("r and some words, or a clause: r difficult ground", "dim")
            return
        index = load_index(self.match.system.clauses)
        hits = index.find(words)
        if not hits:
            self.say(f"No rule speaks of {words}.", "yellow")
        for line in lines(self.match.system, index, hits):
            self.screen.print(line)

    def _explain(self, effect: Effect, which: str) -> None:
        """Every number: those of one option in full, of all in brief, and the latest rolls'."""
        options = effect.options if isinstance(effect, Choose) else ()
        if which:
            number = int(which) - 1 if which.isdecimal() else -1
            if not 0 <= number < len(options):
                self.say(f"There is no option {which}.", "yellow")
                return
            options = options[number : number + 1]
        told = False
        for option in options:
            answer = self._odds(option)
            if option.refusal is not None:
                self.say(Text.assemble((option.label, "bold"), " ", _why(option.refusal)))
                told = True
            elif isinstance(answer, Answered):
                told = True
                self.say(option.label, "bold")
                if which:
                    self.screen.print(show.answered(answer))
                else:
                    for number_ in answer.numbers:
                        self.screen.print(show.explained(number_))
            elif answer is not None:
                self.say(f"{option.label}: {answer}", "dim")
        if which and not told:
            self.say("No dice hang on this option.", "dim")
        if which or told:
            return
        targets = [r for r in self.story.rolls if r.target is not None][-3:]
        for roll in targets:
            assert roll.target is not None
            self.say(f"{roll.why} (last rolled)", "bold")
            self.screen.print(show.explained(roll.target))
        if not targets:
            self.say("No number has been asked for yet.", "dim")

    def _odds(self, option: Option[Any]) -> Answered | str | None:
        """The odds of an option, or why there are none; None when it names no question."""
        if option.ask is None:
            return None
        try:
            question = find_question(self.match.system, option.ask.question)
            return self.asker.ask(question, option.ask.situation, self.story.replay.settings)
        except Refused as refused:
            return str(refused)

    # -- choosing -------------------------------------------------------------------

    def _choose(self, choose: Choose[Any]) -> int:
        if self.view != self._drawn:
            self.draw(_marks(choose), len(choose.options) + 2)
        style = side_style(self.story.sides.get(self.player, 0))
        self.say(Text.assemble((f"{self.story.names[self.player]}: ", f"bold {style}"),
                               (choose.title, "bold")))  # fmt: skip
        self.screen.print(self._options(choose))
        allowed = choose.allowed()
        while True:
            line = self.ask(choose)
            if not line:
                if len(allowed) == 1:
                    return allowed[0]
                self.say("Type the number of an option.", "dim")
                continue
            if line.isdecimal() and 1 <= int(line) <= len(choose.options):
                index = int(line) - 1
            else:
                try:
                    index = pick(choose, line)
                except Refused:
                    self.say(f"{line!r} is none of these; h helps.", "yellow")
                    continue
            refusals = choose.refuse(index)
            if not refusals:
                return index
            self.refused(refusals)

    def _options(self, choose: Choose[Any]) -> Grid:
        """Numbered, with the odds beside; what is refused is dimmed, with the reason."""
        grid = Grid.grid(padding=(0, 1))
        low = self.screen.height < LOW
        wide = self.screen.width
        longest = max((len(o.label) + 3 + len(o.at) for o in choose.options), default=0)
        digits = len(str(len(choose.options)))
        words = min(longest, wide // 2)
        grid.add_column(justify="right", width=digits)
        grid.add_column(width=words)
        grid.add_column(width=wide - words - digits - 3, no_wrap=low, overflow="ellipsis")
        named = letters(self.view)
        until = time.monotonic() + PATIENCE
        for i, option in enumerate(choose.options):
            chips = "".join(named.get(key, "") for key in option.at if key not in choose.at)
            label = Text(option.label)
            if chips:
                label.append(f" ({chips})", "cyan")
            if option.refusal is not None:
                label.stylize("dim")
                grid.add_row(Text(str(i + 1), "dim"), label, _why(option.refusal, "dim"))
                continue
            grid.add_row(Text(str(i + 1), "bold cyan"), label, self._hint(option, until))
        return grid

    def _hint(self, option: Option[Any], until: float) -> Text:
        if option.ask is None:
            return Text()
        if time.monotonic() > until:
            return Text("? works out the odds", "dim")
        answer = self._odds(option)
        if not isinstance(answer, Answered):
            return Text()
        outcome = answer.question.outcomes[0]
        text = Text(show.hint(answer.first, outcome.label), "green")
        for number in answer.numbers[:1]:
            text.append(f"  {number.what} {number.value}", "dim")
        return text


def _marks(effect: Effect) -> Marks:
    if isinstance(effect, Choose):
        return Marks(effect.at)
    if isinstance(effect, Place):
        return Marks(effect.movers, goals=[(g.x, g.y) for g in effect.movement.goals()])
    return NOTHING


def _why(refusal: Refusal, style: str = "yellow") -> Text:
    text = Text(refusal.what, style)
    if refusal.clause:
        text.append(f" {refusal.clause}", "dim cyan")
    if refusal.legal:
        text.append(f"; {refusal.legal}", style)
    return text
