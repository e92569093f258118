"""A battle told in plain words: it follows a record through the rules, line by line.

The same for a battle in progress and for a finished one. The rules are run again beside the
record, so that a roll can be told with its target and a choice with its label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from grognard.cli.show import brief, faces
from grognard.play.answers import from_plain
from grognard.play.record import Record
from grognard.play.replay import Replay
from grognard.rules.dice import Bin, InBin, InBins, Mapped, Total
from grognard.rules.effects import Choose, Effect, Place, Roll, Stable, Tell
from grognard.rules.system import State

GOOD = "bold black on green"
BINS = (GOOD, "bold black on yellow", "bold white on magenta", "bold white on blue")
MANY_BINS = 3
SIDES = ("bright_blue", "bright_red", "bright_green", "bright_magenta")
"""The colour of each side, here and on the drawn table."""


def side_style(side: int) -> str:
    return SIDES[side % len(SIDES)]


class Event:
    """One thing that happened: what kind, its words for a screen, and plainly for machines."""

    def __init__(
        self, kind: str, turn: int, line: int, text: Text, about: dict[str, Any] | None = None
    ) -> None:
        self.kind = kind
        self.turn = turn
        self.line = line
        self.text = text
        self.about = about or {}

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "turn": self.turn, "line": self.line,
                "text": self.text.plain, **self.about}  # fmt: skip

    def drawn(self) -> RenderableType:
        if self.kind == "turn":
            return Rule(Text(self.text.plain, "bold"), style="dim", align="left")
        return self.text

    def show(self, screen: Console) -> None:
        """Print it; a line stays a line where nobody sees how wide the screen is."""
        screen.print(self.drawn(), soft_wrap=not screen.is_terminal)


class Story:
    """Tells what a record says; call `news` again when the record has grown."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.turn = 0
        self.events: list[Event] = []
        self.rolls: list[Roll[Any]] = []
        self._said = 0
        self._told: list[Tell | int] = []  # tellings, and the turns that began between them
        self.replay = Replay(record, listen=self._told.append)
        self._settled = self.replay.session.settled
        self.replay.session.settled = self._turn
        self.names = {s["player"]: s["name"] for s in record.lines[0]["seats"]}
        self.sides = {s["player"]: s["side"] for s in record.lines[0]["seats"]}
        at = self.replay.at
        if at < len(record.lines) and record.lines[at]["kind"] == "turn":
            self._begin(record.lines[at]["turn"])
        self._tellings()

    @property
    def view(self) -> dict[str, Any]:
        """The table as a spectator sees it at this point of the story."""
        return self.named(self.replay.session.state.view(None))

    def named(self, view: dict[str, Any]) -> dict[str, Any]:
        """A view whose players go by the names of their seats."""
        players = [
            {**p, "name": self.names.get(p.get("player", -1), p.get("name", ""))}
            for p in view.get("players") or ()
        ]
        return {**view, "players": players}

    def news(self) -> Iterator[Event]:
        """What has happened since: yields each event as the rules come to it."""
        while True:
            while self._said < len(self.events):
                self._said += 1
                yield self.events[self._said - 1]
            if not self._step():
                return

    def _step(self) -> bool:
        asked = self.replay.session.waiting()
        pending = self.replay.session.pending
        if not self.replay.step():
            return False
        self._line(self.record.lines[self.replay.at - 1], asked, pending)
        self._tellings()
        return True

    # -- line by line -----------------------------------------------------------

    def _line(
        self, line: dict[str, Any], asked: list[tuple[int, Effect]], pending: Effect | None
    ) -> None:
        kind = line["kind"]
        if kind == "turn":
            if line["turn"] != self.turn:
                self._begin(line["turn"])
        elif kind == "roll" and isinstance(pending, Roll):
            self.rolls.append(pending)
            self._keep(
                kind,
                self._whose(line["seat"], rolled(pending, line["faces"])),
                why=pending.why,
                faces=line["faces"],
                sides=line["sides"],
                player=line["seat"],
                answer=pending.reading.read(line["faces"]),
            )
        elif kind in ("answer", "opened"):
            for player, effect in asked:
                if player == line["seat"]:
                    self._answer(player, effect, line["answer"])
        elif kind == "event":
            self._event(line)
        elif kind == "end":
            self._keep(
                kind, ending(line["outcome"], self.names, self.sides), outcome=line["outcome"]
            )

    def _turn(self, mark: Stable, state: State) -> None:
        if self._settled is not None:
            self._settled(mark, state)
        if mark.turn:
            self._told.append(mark.turn)

    def _begin(self, turn: int) -> None:
        self.turn = turn
        self._keep("turn", Text(f"Turn {turn}"))

    def _tellings(self) -> None:
        for tell in self._told:
            if isinstance(tell, int):
                self._begin(tell)
            else:
                self._keep("tell", told(tell), clause=tell.clause)
        self._told.clear()

    def _keep(self, kind: str, text: Text, **about: Any) -> None:
        self.events.append(Event(kind, self.turn, self.replay.at, text, about))

    def _whose(self, player: int, text: Text, mark: str = "") -> Text:
        name = self.names.get(player)
        if name is None:
            return text
        return Text.assemble((f"{name}{mark} ", side_style(self.sides[player])), text)

    def _answer(self, player: int, effect: Effect, plain: Any) -> None:
        answer = from_plain(effect, plain)
        if isinstance(effect, Choose):
            text = chosen(effect, answer)
        elif isinstance(effect, Place):
            text = placed(effect, answer)
        else:
            return
        self._keep("answer", self._whose(player, text, ":"), player=player)

    def _event(self, line: dict[str, Any]) -> None:
        event, player = line["event"], line.get("seat", -1)
        words = {
            "undo": "takes an answer back", "undo-wanted": "asks to take an answer back",
            "consent": "agrees", "decline": "declines", "resign": "resigns",
            "draw-wanted": "offers a draw", "draw": "and the others agree to a draw",
            "overrule-wanted": "asks to overrule the referee",
            "overrule": "overrules the referee, by consent",
            "rules": "the rules have changed since; they go on under the new ones",
            "fallback": f"could not decide ({line.get('why', '')}): the rules choose",
        }  # fmt: skip
        self._keep(
            "event",
            self._whose(player, Text(words.get(event, event), "italic")),
            event=event,
            player=player,
        )


# -- single things in words -------------------------------------------------------


def rolled(roll: Roll[Any], thrown: Sequence[int]) -> Text:
    """A roll with every face; those that count stand out, and the target says why."""
    text = Text.assemble(("⚄ ", "dim"), f"{roll.why}: ")
    reading = roll.reading
    while isinstance(reading, Mapped):  # what the faces say, before anything is made of it
        reading = reading.inner
    if isinstance(reading, InBin):
        styles = [GOOD if reading.low <= f <= reading.high else "" for f in thrown]
        text.append_text(faces(thrown, styles))
        text.append(f" = {reading.read(thrown)}", "bold")
        span = f"{reading.low}-{reading.high}" if reading.low != reading.high else reading.low
        text.append(f"  (d{roll.sides}: {span})" if reading.low <= reading.high
                    else f"  (d{roll.sides}: none can)", "dim")  # fmt: skip
    elif isinstance(reading, InBins):
        styles = [
            next((BINS[i % len(BINS)] for i, b in enumerate(reading.bins)
                  if b.low <= f <= b.high), "")
            for f in thrown
        ]  # fmt: skip
        text.append_text(faces(thrown, styles))
        counts = list(zip(reading.bins, reading.read(thrown), strict=True))
        if len(counts) > MANY_BINS:  # only what was thrown
            counts = [(b, n) for b, n in counts if n] or [(Bin("nothing", 1, 0), 0)]
        for i, (b, n) in enumerate(counts):
            text.append(" = " if i == 0 else ", ")
            text.append(f"{b.name} {n}" if n or b.low <= b.high else b.name, "bold" if n else "dim")
        text.append(f"  (d{roll.sides})", "dim")
    else:
        text.append_text(faces(thrown, ["bold reverse"] * len(thrown)))
        if isinstance(reading, Total) and len(thrown) > 1:
            text.append(f" = {reading.read(thrown)}", "bold")
        text.append(f"  (d{roll.sides})", "dim")
    if not thrown:
        text.append("no dice", "dim")
    if roll.target is not None:
        text.append("  ")
        text.append_text(brief(roll.target))
    return text


def chosen(choose: Choose[Any], index: int) -> Text:
    return Text.assemble(_lead(choose.title), (choose.options[index].label, "bold"))


def _lead(title: str) -> str:
    return f"{title} " if title.endswith(("?", ".", ":")) else f"{title}: "


def placed(place: Place, legs: Any) -> Text:
    """A move: where the leader's path ends."""
    text = Text(_lead(place.title))
    moving = [way for way in legs if way]
    if not moving:
        return text.append("stays", "bold")
    leader = legs[0] or moving[0]
    end = leader[-1]
    text.append(f"to {end.x / 1024:.1f} {end.y / 1024:.1f}", "bold")
    ways = list(dict.fromkeys(leg.how for leg in leader if leg.how))
    if ways:
        text.append(f" ({', '.join(ways)})", "dim")
    if len(moving) < len(legs):
        text.append(f", {len(moving)} of {len(legs)} move", "dim")
    return text


def told(tell: Tell) -> Text:
    text = Text(tell.text)
    if tell.clause:
        text.append(f"  {tell.clause}", "dim cyan")
    return text


def ending(outcome: dict[str, Any], names: dict[int, str], sides: dict[int, int]) -> Text:
    """How it ended, in one line."""
    winner = outcome["winner"]
    who = " and ".join(name for player, name in names.items() if sides[player] == winner)
    text = Text.assemble((f"Winner: {who}" if who else "A draw", "bold"), f", {outcome['reason']}")
    scores = outcome["scores"]
    said = ", ".join(
        f"{name} {scores[player]:g}" for player, name in names.items() if player < len(scores)
    )
    return text.append(f"  ({said})", "dim") if said else text
