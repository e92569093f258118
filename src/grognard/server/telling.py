"""The story of a match, told for screens: as it is played, or read again from its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.odds.luck import Throw
from grognard.play.answers import from_plain
from grognard.play.wishes import WANTED
from grognard.play.witness import Witness
from grognard.rules.dice import Bin, InBin, InBins, Mapped, Reading
from grognard.rules.effects import Choose, Effect, Place, Roll, Tell
from grognard.rules.refusal import Refused
from grognard.server import messages, wire

INCH = 1024


class Story(Witness):
    """Collects events and dice. `turn` is the one that runs.

    Sealed answers are no events before they are opened.
    """

    def __init__(self) -> None:
        self.events: list[messages.Event] = []
        self.throws: list[Throw] = []
        self.turn = 0
        self._seats = 0
        self._nonces = 0
        self._given = 0  # another match's answers, that come behind the turn it begins with
        self._answers = 0
        self._turns: list[tuple[int, int]] = [(0, 0)]  # how many answers lay before each turn
        self._held: list[tuple[int, messages.FellBack]] = []  # while it would betray a secret

    def since(self, seq: int) -> list[messages.Event]:
        """The events after this line."""
        low, high = 0, len(self.events)
        while low < high:
            mid = (low + high) // 2
            if self.events[mid].seq <= seq:
                low = mid + 1
            else:
                high = mid
        return self.events[low:]

    # -- what is heard ----------------------------------------------------------

    def line(self, number: int, line: dict[str, Any], effect: Effect | None) -> None:
        kind = line["kind"]
        if self._given and kind not in ("header", "nonce", "turn"):
            self._answers += self._given
            self._given = 0
        if self._held and kind != "sealed" and line.get("event") != "fallback":
            for at, fell in self._held:
                self._keep(at if kind == "answer" else number, fell)
            self._held = []
        if kind == "header":
            self._seats = len(line["seats"])
            if "start" in line:
                self.turn = line["start"]["turn"]
                self._given = len(line["start"]["answers"])
                self._turns = [(0, self.turn)]
        elif kind == "nonce":
            self._nonces += 1
            if self._nonces == self._seats:
                self._keep(number, messages.Begun())
        elif kind in ("answer", "opened"):
            self._answers += 1
            self._answer(number, line, effect)
        elif kind == "roll":
            self._answers += 1
            if isinstance(effect, Roll):
                self._keep(number, rolled(line, effect))
                self.throws.append(throw(line, effect))
        elif kind == "event":
            self._event(number, line)
        elif kind == "end":
            self._keep(number, messages.Ended(outcome(line["outcome"])))

    def told(self, tell: Tell) -> None:
        if self.events:
            said = messages.Tell(tell.kind, tell.text, tell.clause, list(tell.at))
            self.events[-1].tells.append(said)

    def turned(self, number: int, turn: int) -> None:
        self.turn = turn
        self._turns.append((self._answers, turn))
        self._keep(number, messages.Turned())

    # -- inside -------------------------------------------------------------------

    def _keep(self, number: int, what: messages.What) -> None:
        self.events.append(messages.Event(number, self.turn, what, []))

    def _answer(self, number: int, line: dict[str, Any], effect: Effect | None) -> None:
        try:
            answer: Any = () if effect is None else from_plain(effect, line["answer"])
        except Refused:
            return
        player = line["seat"]
        if isinstance(effect, Choose):
            option = effect.options[answer]
            at = list(dict.fromkeys([*effect.at, *option.at]))
            self._keep(
                number,
                messages.Answered(player, effect.kind, effect.title, option.label, at, []),
            )
        elif isinstance(effect, Place):
            ends = [[leg.x / INCH, leg.y / INCH] for legs in answer for leg in legs[-1:]]
            hows = list(dict.fromkeys(leg.how for legs in answer for leg in legs if leg.how))
            label = ", ".join(hows) if ends else "stays"
            self._keep(
                number,
                messages.Answered(
                    player, effect.kind, effect.title, label, list(effect.movers), ends
                ),
            )

    def _event(self, number: int, line: dict[str, Any]) -> None:
        what = line["event"]
        player = line.get("seat", -1)
        if what == "undo":
            self._answers = line["keep"]
            self._turns = [t for t in self._turns if t[0] <= self._answers]
            self.turn = self._turns[-1][1]
            self._keep(number, messages.Undone(player))
        elif what == "fallback":
            self._held.append((number, messages.FellBack(player, line["why"])))
        elif what in WANTED:
            changes = changed(line.get("changes", ()))
            self._keep(number, messages.Wished(player, WANTED[what], changes))
        elif what == "consent":
            self._keep(number, messages.Consented(player))
        elif what == "decline":
            self._keep(number, messages.Declined(player))
        elif what == "overrule":
            self._keep(number, messages.Overruled(player, changed(line["changes"])))
        elif what == "resign":
            self._keep(number, messages.Resigned(player))
        elif what == "rules":
            self._keep(number, messages.NewRules(line["rules"]))


def outcome(plain: dict[str, Any]) -> wire.Outcome:
    return wire.Outcome(plain["winner"], list(plain["scores"]), plain["reason"])


def rolled(line: dict[str, Any], roll: Roll[Any]) -> messages.Rolled:
    """A roll with what each face counts for."""
    reading: Reading = roll.reading
    result = reading.read(line["faces"])
    bins = bins_of(reading)
    into = [
        next((i for i, b in enumerate(bins) if b.low <= face <= b.high), -1)
        for face in line["faces"]
    ]
    return messages.Rolled(
        player=line["seat"],
        n=line["n"],
        sides=line["sides"],
        faces=line["faces"],
        why=line["why"],
        names=[b.name for b in bins],
        bins=into,
        result=plain(result),
        target=None if roll.target is None else explained(roll.target),
    )


def throw(line: dict[str, Any], roll: Roll[Any]) -> Throw:
    """The same for those who ask about luck: were they wanted in a bin, and with what chance?"""
    bins = bins_of(roll.reading)
    wanted = {f for b in bins for f in range(max(1, b.low), min(b.high, line["sides"]) + 1)}
    good = sum(1 for face in line["faces"] if face in wanted)
    return Throw(line["seat"], line["sides"], line["faces"], good, len(wanted) / line["sides"])


def bins_of(reading: Reading) -> Sequence[Bin]:
    """What faces are sorted into, before anything is made of it."""
    while isinstance(reading, Mapped):
        reading = reading.inner
    if isinstance(reading, InBin):
        return [Bin("", reading.low, reading.high)]
    return reading.bins if isinstance(reading, InBins) else ()


def changed(plain_changes: Any) -> list[wire.Change]:
    return [wire.Change(path, value) for path, value in plain_changes]


def explained(number: Any) -> wire.Explained:
    parts = [wire.Part(p.amount, p.label, p.clause) for p in number.parts]
    return wire.Explained(number.what, number.value, parts)


def plain(value: Any) -> Any:
    """Whatever a rule makes of dice, as JSON can say it."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return str(value)
