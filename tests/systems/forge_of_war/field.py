"""A battle in a few lines, and a game on it that is played from a script.

    b = battle(
        unit(0, "Riflemen", (10, 10), (11, 10), weapon="Assault Rifle"),
        unit(1, "Brutes", (10, 20), cv=3),
        ground=[("Woods", 8, 8, 14, 14)],
    )
    game = Game(b)
    game.choose("Riflemen: activate").roll(3).choose("move 6").go(10, 15)
    assert game.told("move")

Bases are one inch across, so a gap is the distance of the centres less one inch. Dice and
choices are given in the order in which the rules ask; anything else that comes is an error that
says what was asked. Choices go by the value of an option or by the beginning of its label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.play.session import DICE, Session
from grognard.rules.effects import Choose, Effect, Goal, Leg, Legs, Place, Roll, Rules, Tell
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.board import Board, Piece
from grognard.systems.forge_of_war.contact import refresh
from grognard.systems.forge_of_war.cover import hiding, unit_pieces, witnesses
from grognard.systems.forge_of_war.losses import attach
from grognard.systems.forge_of_war.profiles import Profile, Weapon, load_catalogue
from grognard.systems.forge_of_war.scenario import Scenario
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.state import ATTEMPTS, Battle, Kind, Unit
from grognard.systems.forge_of_war.transport import stow
from grognard.table.lattice import snap, to_grid

INCH = 25.4
At = tuple[float, float]


# ---------------------------------------------------------------- setting it up


def profile(training: str = "Professional", **fields: Any) -> Profile:
    """CV7-SV7-FV6-AV1-W1 infantry on one inch bases, but for what is said otherwise."""
    values: dict[str, Any] = {"name": "troops", "cv": 7, "sv": 7, "fv": 6, "av": 1, "base": INCH}
    values.update(fields)
    kind = values.get("type", "infantry")
    if "move" not in values:
        values["move"] = load_catalogue().base_move(kind, bool(values.get("vehicle")))
    return Profile(training=load_catalogue().training(training), **values)


def weapon(what: str | Weapon | None) -> Weapon | None:
    return load_catalogue().weapon(what) if isinstance(what, str) else what


def unit(
    player: int,
    name: str,
    *at: At,
    weapon: str | Weapon | None = None,
    arms: Sequence[tuple[str | Weapon | None, int]] = (),
    start: int = 0,
    cost: int = 100,
    commander: bool = False,
    off: str = "",
    of: Profile | None = None,
    state: dict[str, Any] | None = None,
    **fields: Any,
) -> Unit:
    """A unit whose figures stand at these places.

    `weapon` for all, or `arms` for so many figures each; `start` when it began with more than
    stand here; `of` is its profile, else `fields` go to `profile`; `state` is set on the unit.
    """
    who = of or profile(**{"name": name, **fields})
    pairs = list(arms) or [(weapon, len(at))]
    kinds = [Kind(who, _armed(w), -1) for w, _ in pairs]
    made = Unit(-1, player, name, who, kinds, cost, commander or who.commander)
    place = iter(at)
    for k, (_, n) in enumerate(pairs):
        for _ in range(n):
            x, y = next(place)
            made.add(k, snap(x), snap(y))
    made.start = start or len(at)
    made.off = off
    made.deployed = True
    for key, value in (state or {}).items():
        setattr(made, key, value)
    return made


_armed = weapon


def vehicle(
    player: int,
    name: str,
    x: float,
    y: float,
    facing: float = 90.0,
    weapons: Sequence[str | Weapon] = (),
    mounts: Sequence[str] = (),
    state: dict[str, Any] | None = None,
    **fields: Any,
) -> Unit:
    """A carrier of AV 7(1), CV 7, SV 7, FV 0 and no wounds, four inches long and two wide, facing
    north. Its weapons stand in turrets unless `mounts` says otherwise."""
    values: dict[str, Any] = {
        "vehicle": True,
        "type": "cavalry",
        "fv": 0,
        "av": 7,
        "facing": 1,
        "wounds": 0,
        "base": 4 * INCH,
        "width": 2 * INCH,
    }
    who = profile(**{"name": name, **values, **fields})
    armed = [weapon(w) for w in weapons]
    on = list(mounts) or ["turret"] * len(armed)
    kinds = [Kind(who, w, -1, mount) for w, mount in zip(armed, on)] or [Kind(who, None)]
    made = Unit(-1, player, name, who, kinds, 100, who.commander)
    made.add(0, snap(x), snap(y))
    made.facing = facing
    made.start = 1
    made.deployed = True
    for key, value in (state or {}).items():
        setattr(made, key, value)
    return made


def row(x: float, y: float, n: int, step: float = 2.0) -> list[At]:
    """n places in a line to the east, so many inches between centres."""
    return [(x + i * step, y) for i in range(n)]


def block(x: float, y: float, files: int, ranks: int, step: float = 2.0) -> list[At]:
    """Ranks and files to the north-east of a corner."""
    return [(x + i * step, y + j * step) for j in range(ranks) for i in range(files)]


def battle(
    *units: Unit,
    ground: Sequence[tuple[str, float, float, float, float]] = (),
    size: At = (48.0, 48.0),
    active: int = 0,
    turn: int = 1,
    turns: int = 6,
    phase: str = ATTEMPTS,
    edges: tuple[int, int] = (0, 2),
    leaders: dict[str, str] | None = None,
    riding: dict[str, str] | None = None,
    **settings: Any,
) -> Battle:
    """Terrain by kind and rectangle (x0, y0, x1, y1). Player 0 comes from the south, 1 from
    the north. `leaders` are attached to the units named, who is `riding` sits in the vehicle
    named; other keywords are settings.
    """
    pieces = [
        Piece(n, load_catalogue().terrain(kind), [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        for n, (kind, x0, y0, x1, y1) in enumerate(ground)
    ]
    board = Board(size[0], size[1], pieces)
    for n, u in enumerate(units):
        u.index = n
    for u in units:
        if u.profile.leader:
            u.kinds[0].leader = u.index
            for v in units:
                if v is not u and v.player == u.player and not (v.profile.leader or v.vehicle):
                    v.kinds.append(u.kinds[0])
    b = Battle(board, Scenario("test", turns, 12.0, 1000), units, Settings(**settings))
    for leader, host in (leaders or {}).items():
        attach(named(b, leader), named(b, host))
    for rider, hull in (riding or {}).items():
        stow(named(b, rider), named(b, hull))
    b.turn = turn
    b.phase = phase
    b.active = active
    b.edges = list(edges)
    for u in b.units:
        refresh(b, u)
    for u in b.units:
        if u.on_table and hiding(b, unit_pieces(b, u)):
            u.seen_by = witnesses(b, u)
    b.looked.clear()
    wrong = b.invariants()
    assert not wrong, f"the test's own battle is impossible: {wrong}"
    return b


def named(b: Battle, name: str) -> Unit:
    return next(u for u in b.units if u.name == name)


# ---------------------------------------------------------------- playing it


class Unexpected(AssertionError):
    """The rules asked for something that the script does not say."""


class Game:
    """The whole game on a battle, or `rule(b)` alone, answered step by step."""

    def __init__(self, b: Battle, rule: Any = None) -> None:
        self.tells: list[Tell] = []
        self.session = Session(rule or SYSTEM.play, b, listen=self.tells.append)

    @property
    def b(self) -> Battle:
        state = self.session.state
        assert isinstance(state, Battle)
        return state

    def unit(self, name: str) -> Unit:
        return named(self.b, name)

    # -- what is asked

    @property
    def pending(self) -> Effect | None:
        return self.session.pending

    @property
    def done(self) -> bool:
        return self.session.done

    def asks(self, kind: str) -> Choose[Any]:
        """The choice that is open, which must be of this kind."""
        effect = self.pending
        if not isinstance(effect, Choose) or effect.kind != kind:
            raise Unexpected(f"no choice of {kind!r}: {self._describe()}")
        return effect

    def labels(self, allowed: bool = True) -> list[str]:
        """The labels of the open choice that may be taken (or may not)."""
        effect = self._choose("labels")
        return [o.label for o in effect.options if (o.refusal is None) == allowed]

    def refusal(self, what: Any) -> Refusal | None:
        """Why this option may not be taken."""
        effect = self._choose(what)
        return effect.options[self._find(effect, what)].refusal

    def has(self, what: Any) -> bool:
        """Whether the open choice offers this at all, refused or not."""
        effect = self._choose(what)
        return any(_fits(o, what) for o in effect.options)

    def need(self) -> int:
        """The number that the dice asked for are measured against."""
        effect = self.pending
        if not isinstance(effect, Roll) or effect.target is None:
            raise Unexpected(f"no roll against a number: {self._describe()}")
        return effect.target.value

    def parts(self) -> dict[str, int]:
        """Its parts, by the clause each cites."""
        effect = self.pending
        if not isinstance(effect, Roll) or effect.target is None:
            raise Unexpected(f"no roll against a number: {self._describe()}")
        return {p.clause: p.amount for p in effect.target.parts}

    def told(self, kind: str) -> list[Tell]:
        return [t for t in self.tells if t.kind == kind]

    def clauses(self) -> list[str]:
        """The clauses of all that was told."""
        return [t.clause for t in self.tells]

    # -- answering

    def choose(self, what: Any) -> Game:
        effect = self._choose(what)
        return self._submit(effect.player, self._find(effect, what))

    def roll(self, *faces: int) -> Game:
        effect = self.pending
        if not isinstance(effect, Roll):
            raise Unexpected(f"no dice are asked for: {self._describe()}")
        if effect.pool != len(faces):
            raise Unexpected(f"{len(faces)} dice given for {effect!r}")
        return self._submit(DICE, list(faces))

    def go(self, x: float, y: float) -> Game:
        """Move as proposed for this destination of the unit's leader."""
        effect = self._place()
        legs = effect.movement.propose(Goal(x, y))
        if isinstance(legs, list):
            raise Unexpected(f"{effect!r}: nothing to propose: {legs}")
        return self._submit(effect.player, legs)

    def legs(self, *ends: At | None) -> Legs:
        """Straight legs to these places, one for each mover (None: it stays)."""
        return tuple(
            () if end is None else (Leg(to_grid(snap(end[0])), to_grid(snap(end[1]))),)
            for end in ends
        )

    def by(self, dx: float, dy: float) -> Game:
        """Move every figure by so much."""
        return self._submit(self._place().player, self._shift(dx, dy))

    def _shift(self, dx: float, dy: float) -> Legs:
        out = []
        for key in self._place().movers:
            index, figure = key.removeprefix("unit:").split(":")
            u, i = self.b.units[int(index)], int(figure)
            out.append((u.x[i] + dx, u.y[i] + dy))
        return self.legs(*out)

    def to(self, *ends: At | None) -> Game:
        """Move straight to these places."""
        effect = self._place()
        return self._submit(effect.player, self.legs(*ends))

    def refused(self, *ends: At | None) -> Refusal:
        """The first reason why these ends are illegal."""
        effect = self._place()
        refusals = effect.refuse(self.legs(*ends))
        if not refusals:
            raise Unexpected(f"{effect!r}: {ends} are legal")
        return refusals[0]

    def stay(self) -> Game:
        effect = self._place()
        return self._submit(effect.player, tuple(() for _ in effect.movers))

    # -- inside

    def _submit(self, who: int, answer: Any) -> Game:
        refusals = self.session.submit(who, answer)
        if refusals:
            raise Unexpected(f"refused: {refusals[0]}")
        wrong = self.b.invariants()
        assert not wrong, wrong
        return self

    def _choose(self, what: Any) -> Choose[Any]:
        effect = self.pending
        if not isinstance(effect, Choose):
            raise Unexpected(f"{what!r} is scripted, but {self._describe()}")
        return effect

    def _place(self) -> Place:
        effect = self.pending
        if not isinstance(effect, Place):
            raise Unexpected(f"a move is scripted, but {self._describe()}")
        return effect

    def _find(self, effect: Choose[Any], what: Any) -> int:
        for i, option in enumerate(effect.options):
            if _fits(option, what):
                return i
        raise Unexpected(f"no option {what!r}: {self._describe()}")

    def _describe(self) -> str:
        effect = self.pending
        if effect is None:
            return "the rules are done"
        if isinstance(effect, Choose):
            options = "; ".join(
                o.label + (f" (refused: {o.refusal})" if o.refusal else "") for o in effect.options
            )
            return f"{effect!r} is asked: {effect.title} {options}"
        return f"{effect!r} is asked"


def _fits(option: Any, what: Any) -> bool:
    if isinstance(what, str):
        return bool(option.value == what or option.label.startswith(what))
    return bool(option.value == what)


def alone(rule: Any, *args: Any) -> Any:
    """One procedure by itself as the play of a `Game`: `Game(b, alone(withdraw, u))`."""

    def play(b: Battle) -> Rules[None]:
        yield from rule(b, *args)

    return play
