"""How a match stands for one seat, as it goes over the wire."""

from __future__ import annotations

from typing import Any

from grognard.play.match import Match
from grognard.rules.effects import Choose, Effect, Place, Secretly
from grognard.rules.settings import changed, make_settings, settings_of
from grognard.rules.system import Outcome, System
from grognard.server import wire
from grognard.server.problems import refusal
from grognard.server.reckoning import force_named
from grognard.server.store.store import MatchRow
from grognard.server.telling import Story


class Viewer:
    """Who looks: the players whose seats are his, and the one he looks from if he said so."""

    def __init__(self, you: tuple[int, ...], host: bool = False, look: int | None = None) -> None:
        self.you = you
        self.host = host
        self.look = look if look in you else None

    @property
    def key(self) -> tuple[tuple[int, ...], int | None]:
        """Those with the same key are shown the same."""
        return self.you, self.look


class Showing:
    """All that a match shows at one moment; whatever is worked out is kept till the next."""

    def __init__(
        self, match: Match, story: Story, names: dict[int, str], still: bool = False
    ) -> None:
        self.still = still  # a record from elsewhere: nobody is asked anything
        self.match = match
        self.story = story
        self.names = names
        self._asked: dict[int, wire.Asked] = {}
        self._views: dict[int | None, dict[str, Any]] = {}
        self._states: dict[Any, wire.State] = {}

    def state(self, viewer: Viewer) -> wire.State:
        found = self._states.get(viewer.key)
        if found is None:
            found = self._states[viewer.key] = self._state(viewer)
        return found

    def _state(self, viewer: Viewer) -> wire.State:
        match = self.match
        waiting = match.waiting()
        seat = viewer.look
        if seat is None and viewer.you:
            seat = next((p for p, _ in waiting if p in viewer.you), viewer.you[0])
        return wire.State(
            seq=seen_seq(match, viewer.you),
            turn=self.story.turn,
            seat=seat,
            view=self._view(seat),
            asked=[] if self.still else self._asks(waiting, viewer),
            wish=wish(match),
            outcome=None if match.ended is None else outcome(match.ended),
        )

    def _view(self, seat: int | None) -> dict[str, Any]:
        if seat not in self._views:
            self._views[seat] = named(self.match.state.view(seat), self.names)
        return self._views[seat]

    def _asks(self, waiting: list[tuple[int, Effect]], viewer: Viewer) -> list[wire.Asked]:
        asked: list[wire.Asked] = []
        pending = None if self.match.done else self.match.session.pending
        for player, effect in waiting:
            if player in viewer.you:
                if player not in self._asked:
                    self._asked[player] = ask(player, effect)
                asked.append(self._asked[player])
            elif not isinstance(pending, Secretly):
                asked.append(wire.Awaited(player, getattr(effect, "title", ""), False))
        if isinstance(pending, Secretly):  # whether they have answered is secret, too
            for player in pending.procedures:
                if player not in viewer.you:
                    asked.append(wire.Awaited(player, pending.why, True))
        return asked


def hidden_lines(match: Match) -> list[int]:
    """Whose lines at the end of the record are secret, line by line; the last `len()` of it."""
    whose: list[int] = []
    if match.session.sealed and not match.done:
        for line in reversed(match.record.lines):
            if line["kind"] != "sealed" and line.get("event") != "fallback":
                break
            whose.insert(0, line["seat"])
    return whose


def seen_seq(match: Match, you: tuple[int, ...]) -> int:
    """How far the match has come for these players: others' sealed answers do not count."""
    hidden = sum(1 for player in hidden_lines(match) if player not in you)
    return len(match.record.lines) - hidden


def ask(player: int, effect: Effect) -> wire.Asked:
    if isinstance(effect, Choose):
        return wire.AskedToChoose(
            player,
            effect.kind,
            effect.title,
            list(effect.at),
            [
                wire.OptionShown(
                    o.label,
                    list(o.at),
                    None if o.refusal is None else refusal(o.refusal),
                    o.ask is not None,
                )
                for o in effect.options
            ],
        )
    assert isinstance(effect, Place)
    movement = effect.movement
    return wire.AskedToPlace(
        player,
        effect.kind,
        effect.title,
        list(effect.movers),
        list(movement.bounds()),
        [wire.GoalShown(g.x, g.y, g.facing) for g in movement.goals()],
        not movement.check(tuple(() for _ in effect.movers)),
    )


def named(view: dict[str, Any], names: dict[int, str]) -> dict[str, Any]:
    """A view whose players go by the names of their seats."""
    if "players" not in view:
        return view
    players = [
        {**p, "name": names.get(p.get("player", -1), p.get("name", ""))} for p in view["players"]
    ]
    return {**view, "players": players}


def wish(match: Match) -> wire.Wish | None:
    found = match.wish
    if found is None or match.done:
        return None
    changes = [wire.Change(list(path), value) for path, value in found.changes]
    return wire.Wish(found.kind, found.player, sorted(match.agreed), changes)


def outcome(found: Outcome) -> wire.Outcome:
    return wire.Outcome(found.winner, list(found.scores), found.reason)


def header(
    row: MatchRow, system: System, match: Match | None, viewer: Viewer, visitor: str, here: set[int]
) -> wire.Header:
    from grognard.play.dice import commitment

    made = make_settings(system.settings, row.settings)
    lines = [] if match is None else match.record.lines
    secret = lines[-1]["secret"] if lines and lines[-1]["kind"] == "end" else ""
    return wire.Header(
        match=row.id,
        system=row.system,
        title=system.title,
        rules=system.rules_version,
        scenario=row.scenario,
        settings=row.settings,
        changed={} if isinstance(made, list) else changed(made),
        status=row.status,
        created=row.created,
        commitment=lines[0]["commitment"] if lines else commitment(row.secret),
        secret=secret,
        parent=row.parent,
        imported=row.imported,
        spectators=row.spectators,
        host=viewer.host,
        seats=[
            wire.Seat(
                s.player,
                s.side,
                s.name,
                s.bot,
                s.taken,
                s.player in viewer.you,
                bool(s.bot) or s.player in here,
            )
            for s in row.seats
        ],
    )


def system_shown(system: System) -> wire.System:
    forces: list[str] = getattr(system, "forces", list)()
    return wire.System(
        system.name,
        system.title,
        system.credits,
        system.rules_version,
        sorted(system.can),
        list(getattr(system, "scenarios", ())),
        [force_named(key) for key in forces],
    )


def system_in_full(system: System) -> wire.SystemInFull:
    brief = system_shown(system)
    return wire.SystemInFull(
        brief.name,
        brief.title,
        brief.credits,
        brief.rules,
        brief.can,
        brief.scenarios,
        brief.forces,
        settings=[
            wire.Setting(
                s.name,
                type(s.default).__name__,
                s.default,
                s.help,
                s.gap,
                s.legal,
                list(s.choices),
                s.low,
                s.high,
            )
            for s in settings_of(system.settings)
        ],
        questions=[
            wire.Question(
                q.name,
                q.title,
                " ".join(q.help.split()),
                [
                    wire.Given(
                        g.name,
                        g.type.__name__,
                        g.default,
                        g.help,
                        g.legal,
                        list(g.choices),
                        g.low,
                        g.high,
                    )
                    for g in q.givens()
                ],
                [wire.Counted(o.name, o.label) for o in q.outcomes],
                ["first", "last", *(["best"] if q.gain is not None else [])],
            )
            for q in system.questions
        ],
        ground=list(getattr(system, "ground", list)()),
        first_battle=first_battle(system),
    )


def first_battle(system: System) -> wire.FirstBattle:
    said: dict[str, Any] = getattr(system, "first_battle", dict)()
    battle = said.get("battle", {})
    return wire.FirstBattle(
        battle.get("about", ""),
        battle.get("scenario", ""),
        list(battle.get("forces", ())),
        dict(battle.get("settings", {})),
        [
            wire.Lesson(row["on"], row["text"], row.get("clause", ""))
            for row in said.get("lesson", ())
        ],
    )
