"""`grognard battle`: a whole battle, person against bot or bot against bot."""

from __future__ import annotations

import contextlib
import hashlib
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from grognard.cli.common import (
    Stop,
    console,
    data_dir,
    existing,
    find,
    make,
    near,
    use_data,
    write_json,
)
from grognard.rules.refusal import Refusal, Refused

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.armies import Army
    from grognard.play.match import Match
    from grognard.rules.effects import Effect
    from grognard.rules.system import System

Flag_ = Annotated[bool, Parameter(negative=())]


def battle(
    system: str = "",
    /,
    *,
    bot: Annotated[list[str] | None, Parameter(negative=())] = None,
    watch: Flag_ = False,
    seed: int | None = None,
    scenario: str = "",
    force: str = "",
    against: str = "",
    set: Annotated[list[str] | None, Parameter(negative=())] = None,
    save: Path | None = None,
    resume: Path | None = None,
    delay: float = 0.4,
    data: Path | None = None,
    json: Flag_ = False,
    list: Flag_ = False,
) -> int:
    """Play a battle against a bot, here in the terminal.

    Parameters
    ----------
    system
        A rule system, as `grognard systems` lists them.
    bot
        Who plays against you; with --watch give it once or for every player.
    watch
        Bot against bot: watch them.
    seed
        The same seed gives the same table and the same dice.
    scenario
        What is fought for.
    force
        Your force: a file, or a ready one by its name.
    against
        The force of the other side.
    set
        A setting, as name=value; may be repeated.
    save
        The record's file; usually one in your data directory.
    resume
        Go on with the battle in this file.
    delay
        Seconds between two pictures, with --watch.
    data
        A folder with your own troops, weapons, forces and scenarios.
    json
        Bot against bot without watching: print the outcome for machines.
    """
    use_data(data)
    if list and system:
        return _choices(find(system), json)
    system = system or _system_of(force, against)
    if seed is not None and seed < 0:
        raise Stop("--seed: a whole number from 0 on")
    if resume is not None:
        match = _resumed(resume, system)
    else:
        if not system:
            raise Stop(f"which rule system? grognard battle SYSTEM{_installed()}")
        kept = save if json or save is not None else _new_file(system)
        match = _begun(
            find(system), bot or ["greedy"], watch or json, seed, scenario,
            [force, against], set or [], kept,
        )  # fmt: skip
    if json:
        if any(not s.bot for s in match.seats):
            raise Stop("--json is for bots: a person sits at this table; leave it out")
        _Bots(match).finish()
        write_json(_report(match, seed))
        return 0
    return Evening(match, console(), delay).play()


def _installed() -> str:
    from grognard.play.registry import system_names

    return f" (installed: {', '.join(system_names()) or 'none'})"


def _new_file(system: str) -> Path:
    folder = data_dir() / "battles"
    stamp = time.strftime("%Y%m%d-%H%M%S")
    file = folder / f"{find(system).name}-{stamp}.grog"
    n = 1
    while file.exists():
        n += 1
        file = folder / f"{find(system).name}-{stamp}-{n}.grog"
    return file


def _begun(
    system: System,
    bots: Sequence[str],
    watch: bool,
    seed: int | None,
    scenario: str,
    forces: Sequence[str],
    pairs: Sequence[str],
    path: Path | None,
) -> Match:
    """A new match at a table set up afresh."""
    import secrets

    from grognard.armies import Army
    from grognard.play.match import Match

    if "battle" not in system.can:
        raise Stop(f"{system.title} has no battles; it can: {', '.join(sorted(system.can))}")
    fixed = seed is not None
    number = seed if seed is not None else secrets.randbelow(1 << 31)
    raised = _both(system, forces, number)
    settings = make(system, [*_readings(raised, pairs), *pairs])
    chosen = [force.thing if isinstance(force, Army) else force for force in raised]
    setup = system.setup(scenario, chosen, number, settings)
    if isinstance(setup, list):
        raise Refused(setup)
    state = system.start(setup, settings)
    if isinstance(state, list):
        raise Refused(state)
    seats = _seats(state.view(None), bots, watch, number)
    if path is not None:
        if path.exists():
            raise Stop(f"{path} is there already: --resume it, or --save another file")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        except OSError as error:
            raise Stop(
                f"{path} cannot be written ({error.strerror}): --save another file"
            ) from None

    def drawn(what: str) -> bytes:
        return hashlib.sha256(f"grognard {what} {number}".encode()).digest()

    return Match.begin(
        system, setup, settings, seats, path,
        secret=drawn("dice") if fixed else None,
        nonces=[drawn(f"nonce {s.player}").hex()[:32] for s in seats] if fixed else None,
        match_id=drawn("match").hex()[:16] if fixed else "",
    )  # fmt: skip


def _both(system: System, named: Sequence[str], seed: int) -> list[Any]:
    """The forces to be raised, from files or ready ones by name; none for the system's choice."""
    if not any(named):
        return []
    ready: list[str] = getattr(system, "forces", list)()
    chosen = [name or (ready[seed % len(ready)] if ready else "") for name in named]
    return [_force(system, name) if _is_file(name) else name for name in chosen]


def _is_file(name: str) -> bool:
    """There is one, or its ending says that there should be."""
    from grognard.forces.formats import FORMS

    path = Path(name)
    return bool(name) and (path.suffix.lstrip(".").casefold() in FORMS or path.is_file())


def _force(system: System, name: str) -> Army:
    from grognard.cli.armies import load

    force = load(Path(name))
    if force.system.name != system.name:
        raise Stop(f"{name} is a force of {force.system.title}, not of {system.title}")
    return force


def _system_of(*named: str) -> str:
    """The rule system that the forces' files name."""
    from grognard.cli.armies import load

    for name in named:
        if _is_file(name):
            return load(Path(name)).system.name
    return ""


def _readings(forces: Sequence[Any], typed: Sequence[str]) -> list[str]:
    """The readings that the forces were built by, as --set takes them; what is typed decides."""
    from grognard.armies import Army
    from grognard.rules.settings import changed

    decided = {pair.partition("=")[0].strip().replace("-", "_") for pair in typed}
    found: dict[str, Any] = {}
    for force in forces:
        for name, value in (changed(force.settings) if isinstance(force, Army) else {}).items():
            if found.setdefault(name, value) != value and name not in decided:
                raise Stop(f"the forces were built by two readings of {name}: say --set {name}=...")
    return [f"{name}={value}" for name, value in found.items() if name not in decided]


def _choices(system: System, json: bool) -> int:
    """What a battle of this system may be about, as far as it says so."""
    found = {
        "scenarios": [*getattr(system, "scenarios", ())],
        "forces": [*getattr(system, "forces", tuple)()],
    }
    if json:
        write_json({"system": system.name, **found})
        return 0
    for what, names in found.items():
        print(f"{what}: {', '.join(names) or 'the system names none'}")
    return 0


def _seats(view: dict[str, Any], bots: Sequence[str], watch: bool, seed: int) -> list[Any]:
    """A seat for each player of the table: you first, bots for the rest."""
    from grognard.play.match import Seat
    from grognard.play.registry import bot_names

    for name in bots:
        if name not in bot_names():
            known = ", ".join(bot_names()) or "none"
            raise Stop(f"no bot {name!r}{near(name, bot_names())}; installed: {known}")
    players = view.get("players") or [{"player": 0}, {"player": 1}]
    sides = {u.get("player"): u.get("side") for u in view.get("units") or ()}
    seats = []
    for i, p in enumerate(players):
        player = p.get("player", i)
        side = p.get("side", sides.get(player))
        bot = "" if i == 0 and not watch else bots[(i if watch else i - 1) % len(bots)]
        several = watch or len(players) > 2
        name = f"{bot.capitalize()} {i + 1}" if bot and several else bot.capitalize() or "You"
        seats.append(Seat(player, player if side is None else side, name, bot, 2 * seed + i))
    return seats


def _resumed(path: Path, system: str) -> Match:
    from grognard.play.match import continue_from
    from grognard.play.record import Damaged

    if system:
        find(system)
    try:
        match = continue_from(existing(path), system)
    except Damaged as damaged:
        raise Stop(f"{path}: {damaged}", 1) from None
    if match.done:
        raise Stop(f"this battle is over; grognard replay {path} tells it")
    return match


def _report(match: Match, seed: int | None) -> dict[str, Any]:
    lines = match.record.lines
    assert match.ended is not None
    return {
        "system": match.system.name,
        "match": match.id,
        "seed": seed,
        "settings": lines[0]["settings"],
        "seats": lines[0]["seats"],
        "outcome": match.ended.to_dict(),
        "turns": max((ln["turn"] for ln in lines if ln["kind"] == "turn"), default=0),
        "rolls": match.thrown,
        "fallbacks": sum(1 for ln in lines if ln.get("event") == "fallback"),
        "record": str(match.record.path) if match.record.path is not None else None,
    }


# -- bots at the table ------------------------------------------------------------------


class _Bots:
    """Lets bots answer; what a bot gets wrong, the rules answer for it."""

    def __init__(self, match: Match) -> None:
        from grognard.play.registry import find_bot

        self.match = match
        try:
            self.bots = {s.player: find_bot(s.bot)(s.seed) for s in match.seats if s.bot}
        except (ImportError, AttributeError) as error:
            raise Stop(f"a bot cannot be loaded: {error}", 1) from None

    def finish(self) -> None:
        """Bots only, to the end."""
        while not self.match.done:
            self.answer(*self.match.waiting()[0])

    def answer(self, player: int, effect: Effect) -> None:
        match = self.match
        try:
            answer = self.bots[player].answer(match.session, match.system, player, effect)
        except Exception as error:  # a bot is somebody else's code
            self._instead(player, effect, f"{type(error).__name__}: {error}")
            return
        refusals = match.session.refuse(player, answer)
        if refusals:
            self._instead(player, effect, str(refusals[0]))
            return
        with uninterrupted():
            match.answer(player, answer)

    def _instead(self, player: int, effect: Effect, why: str) -> None:
        refusals = self.match.answer(player, fallback(effect), fallback=why[:200])
        if refusals:
            raise Stop(f"nothing is legal here: {refusals[0]}", 1)


def fallback(effect: Effect) -> Any:
    """An answer that is always legal: the first allowed option, or no move."""
    from grognard.rules.effects import Choose, Place

    if isinstance(effect, Choose):
        allowed = effect.allowed()
        return allowed[0] if allowed else 0
    assert isinstance(effect, Place)
    return effect.movement.fallback()


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the record is written."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


# -- an evening at the table --------------------------------------------------------------


class Evening:
    """One sitting: from the first question to the end, or until somebody leaves."""

    def __init__(self, match: Match, screen: Console, delay: float) -> None:
        from grognard.cli.story import Story
        from grognard.cli.table import Person
        from grognard.cli.watch import Watcher

        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - arrow keys and history for input()

        self.match = match
        self.screen = screen
        self.story = Story(match.record)
        self.bots = _Bots(match)
        self.people = {
            s.player: Person(screen, match, self.story, s.player, lambda: input("> "))
            for s in match.seats
            if not s.bot
        }
        self.watcher = Watcher(screen, self.story, delay) if not self.people else None

    def play(self) -> int:
        from grognard.cli.table import Changed, Leave

        try:
            self._greet()
            while not self.match.done:
                player, effect = self.match.waiting()[0]
                if player in self.people:
                    with contextlib.suppress(Changed):
                        self._person(player, effect)
                else:
                    with self._thinking(player):
                        self.bots.answer(player, effect)
                self._tell()
            self._end()
        except Leave:
            self._saved()
        except KeyboardInterrupt:
            self.screen.print()
            self._saved()
            return 130
        return 0

    def _person(self, player: int, effect: Effect) -> None:
        person = self.people[player]
        answer = person.answer(effect)
        with uninterrupted():
            refusals: list[Refusal] = self.match.answer(player, answer)
        person.refused(refusals)

    def _greet(self) -> None:
        from rich.text import Text

        header = self.match.record.lines[0]
        seats = " against ".join(s.name for s in self.match.seats)
        self.screen.print(Text(f"{self.match.system.title}: {seats}", "bold"))
        if self.match.record.path is not None:
            self.screen.print(Text(f"Record: {self.match.record.path}", "dim"), soft_wrap=True)
        self.screen.print(Text(f"Dice committed to: {header['commitment'][:16]}…", "dim"))
        going_on = sum(1 for ln in self.match.record.lines if ln["kind"] in ("answer", "opened"))
        if going_on:
            events = list(self.story.news())
            for event in events[-12:]:
                event.show(self.screen)
            return
        self._tell()

    def _tell(self) -> None:
        if self.watcher is not None:
            self.watcher.show(self.story.news())
            return
        for event in self.story.news():
            event.show(self.screen)

    def _end(self) -> None:
        from rich.text import Text

        for person in self.people.values():
            person.draw()
        path = self.match.record.path
        if path is not None:
            said = f"grognard verify {path} proves dice and moves, grognard replay tells it again."
            self.screen.print(Text(said, "dim"), soft_wrap=True)

    def _saved(self) -> None:
        from rich.text import Text

        path = self.match.record.path
        said = f"Saved. Go on with: grognard battle --resume {path}" if path else "Not saved."
        self.screen.print(Text(said, "bold"), soft_wrap=True)

    @contextlib.contextmanager
    def _thinking(self, player: int) -> Iterator[None]:
        """A spinner, once a bot has thought for a moment."""
        if not self.screen.is_terminal or self.watcher is not None:
            yield
            return
        status = self.screen.status(f"{self.story.names[player]} is thinking")
        timer = threading.Timer(0.3, status.start)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()
