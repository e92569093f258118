"""A game in progress, as the rules see it: a state, what has been answered, what is asked.

It knows nothing of files, seats or where dice come from. It goes back (undo, look-ahead,
recovery) by running the rules again from the last stable snapshot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.rules.effects import Choose, Effect, Place, Roll, Rules, Secretly, Stable, Tell
from grognard.rules.machine import Machine
from grognard.rules.refusal import Refusal
from grognard.rules.system import State

DICE = -1
"""Who answers a Roll, in the log."""


class Session:
    """`log` holds (who, answer) for every answer; for a Roll the answer is the faces thrown.

    With `history` every stable snapshot is kept, else only the last: simulations need no
    undo. Without `forks` not even that: nobody will look ahead. `listen` hears every Tell,
    `settled` every Stable with the state as it is then, `opening` is told when the last
    secret answer is in, before the rules see any.
    `forgotten` says how many answers had been given before `state`, if it is not the first.
    The first `given` answers are another match's and are never taken back.
    """

    def __init__(
        self,
        play: Callable[[Any], Rules[None]],
        state: State,
        history: bool = True,
        listen: Callable[[Tell], None] | None = None,
        settled: Callable[[Stable, State], None] | None = None,
        opening: Callable[[], None] | None = None,
        forgotten: int = 0,
        forks: bool = True,
    ) -> None:
        self._play = play
        self.state = state
        self.history = history
        self.forks = forks or history
        self.listen = listen
        self.settled = settled
        self.opening = opening
        self.log: list[tuple[int, Any]] = []
        self.forgotten = forgotten  # entries before log[0]
        self._openings: list[int] = []  # how many entries there were when secrets were shown
        self._snapshots: list[tuple[int, State]] = []
        if self.forks:
            self._snapshots.append((forgotten, state.clone()))
        self.given = forgotten
        self._quiet = False
        self._echo = 0  # Stables till the rules say anything that they have not said before
        self._secrets: dict[int, Machine] = {}
        self._sealed_at = 0
        self._machine: Machine
        self._begin()

    # -- asking ---------------------------------------------------------------

    @property
    def done(self) -> bool:
        return self._machine.done

    @property
    def pending(self) -> Effect | None:
        """What is asked just now; `waiting` says of whom."""
        return self._machine.pending

    def waiting(self) -> list[tuple[int, Effect]]:
        """Who must answer what. Several at once only while something is secret."""
        effect = self._machine.pending
        if effect is None:
            return []
        if isinstance(effect, Secretly):
            return [(p, m.pending) for p, m in self._secrets.items() if m.pending is not None]
        if isinstance(effect, Roll):
            return [(DICE, effect)]
        if isinstance(effect, (Choose, Place)):
            return [(effect.player, effect)]
        raise TypeError(f"{effect!r} waits for nobody")

    def refuse(self, who: int, answer: Any) -> list[Refusal]:
        """Why this answer of this player is not accepted. Changes nothing."""
        for player, effect in self.waiting():
            if player == who:
                if isinstance(effect, Roll):
                    refusal = effect.refuse_faces(answer)
                    return [] if refusal is None else [refusal]
                if isinstance(effect, (Choose, Place)):
                    return effect.refuse(answer)
        return [Refusal(f"player {who} is not asked just now")]

    # -- going on -------------------------------------------------------------

    def submit(self, who: int, answer: Any) -> list[Refusal]:
        """Check the answer and go on with it; refusals leave everything as it was."""
        refusals = self.refuse(who, answer)
        if not refusals:
            self.accept(who, answer)
        return refusals

    def accept(self, who: int, answer: Any) -> None:
        """Go on with an answer that is known to be legal."""
        self.log.append((who, answer))
        self._apply(who, answer)

    def _apply(self, who: int, answer: Any) -> None:
        effect = self._machine.pending
        if isinstance(effect, Roll):
            self._machine.send(effect.reading.read(answer))
        elif isinstance(effect, Secretly):
            self._secrets[who].send(answer)
            self._pass_tells(self._secrets[who])
            if not all(m.done for m in self._secrets.values()):
                return
            self._openings.append(self.forgotten + len(self.log))
            if self.opening is not None and not self._quiet:
                self.opening()
            results = {p: m.result for p, m in self._secrets.items()}
            self._secrets = {}
            self._machine.send(results)
        else:
            self._machine.send(answer)
        self._run()

    def _run(self) -> None:
        """To the next open question."""
        machine = self._machine
        while True:
            effect = machine.pending
            if isinstance(effect, Tell):
                if self.listen is not None and not self._quiet and not self._echo:
                    self.listen(effect)
                machine.send(None)
            elif isinstance(effect, Stable):
                self._snapshot(effect)
                machine.send(None)
            elif isinstance(effect, Secretly) and not self._secrets:
                self._sealed_at = self.forgotten + len(self.log)
                self._secrets = {p: Machine(make()) for p, make in effect.procedures.items()}
                for secret in self._secrets.values():
                    self._pass_tells(secret)
                if all(m.done for m in self._secrets.values()):
                    results = {p: m.result for p, m in self._secrets.items()}
                    self._secrets = {}
                    machine.send(results)
                    continue
                return
            else:
                return

    def _pass_tells(self, machine: Machine) -> None:
        """What is told inside a secret stays inside it."""
        while isinstance(machine.pending, (Tell, Stable)):
            machine.send(None)
        if isinstance(machine.pending, (Roll, Secretly)):
            raise TypeError(f"{machine.pending!r} inside a secret: dice come when all is open")

    def _snapshot(self, mark: Stable) -> None:
        at = self.forgotten + len(self.log)
        if self.history:
            if self._snapshots[-1][0] == at:
                self._snapshots.pop()
            self._snapshots.append((at, self.state.clone()))
        else:
            if self.forks:
                self._snapshots = [(at, self.state.clone())]
            self.log = []
            self.forgotten = at
            self._openings = []
        if self._echo:
            self._echo -= 1
            if self._echo:
                return  # this one was there before
        if self.settled is not None and not self._quiet:
            self.settled(mark, self.state)

    # -- going back -----------------------------------------------------------

    def _begin(self) -> None:
        self._secrets = {}
        self._machine = Machine(self._play(self.state))
        self._run()

    def rewind(self, keep: int) -> None:
        """Back to where only the first `keep` answers had been given."""
        if not self.forks:
            raise ValueError("nothing is remembered to go back to")
        at, snapshot = self._snapshots[0]
        for n, s in self._snapshots:
            if n <= keep:
                at, snapshot = n, s
        if at > keep:
            raise ValueError("that far back nothing is remembered")
        again = self.log[at - self.forgotten : keep - self.forgotten]
        self.log = self.log[: at - self.forgotten]
        self._snapshots = [s for s in self._snapshots if s[0] <= at]
        self._openings = [n for n in self._openings if n <= at]
        self.state = snapshot.clone()
        self._quiet = True
        self._begin()
        for who, answer in again:
            self.accept(who, answer)
        self._quiet = False

    @property
    def between_acts(self) -> bool:
        """Whether nothing has been answered since the last Stable."""
        return (
            self.forks
            and not self.done
            and self._snapshots[-1][0] == self.forgotten + len(self.log)
        )

    def take(self, who: int, answer: Any) -> list[Refusal]:
        """One more of the answers that this game begins with."""
        refusals = self.submit(who, answer)
        self.given = self.forgotten + len(self.log)
        return refusals

    def since_stable(self) -> tuple[State, list[tuple[int, Any]]]:
        """The state at the last Stable, and what was answered since; nothing that is sealed."""
        if not self.forks:
            raise ValueError("nothing is remembered to begin at")
        at, snapshot = self._snapshots[-1]
        end = self._sealed_at if self.sealed else self.forgotten + len(self.log)
        return snapshot.clone(), self.log[at - self.forgotten : end - self.forgotten]

    def put(self, state: State) -> None:
        """Go on from another state than the last Stable's. Only between acts."""
        at = self.forgotten + len(self.log)
        self._snapshots[-1] = (at, state.clone())
        self._openings.append(at)  # nobody goes back behind this by himself
        self.state = state
        self._echo = 2
        self._begin()
        self._echo = 0

    def last_answer(self, who: int) -> int:
        """How many answers had been given before this player's last one; -1: he gave none."""
        for i in range(len(self.log) - 1, max(0, self.given - self.forgotten) - 1, -1):
            if self.log[i][0] == who:
                return self.forgotten + i
        return -1

    def is_last(self, keep: int) -> bool:
        """Whether nothing has happened since the answer after the first `keep`: no die was
        thrown, nobody else has acted and nothing secret was shown.
        """
        return keep == self.forgotten + len(self.log) - 1 and all(n <= keep for n in self._openings)

    @property
    def sealed(self) -> bool:
        """Whether answers are secret just now."""
        return isinstance(self._machine.pending, Secretly)

    def fork(self, player: int = DICE) -> Session:
        """The same game once more, to look ahead in. Silent, without history.

        While answers are secret, the copy holds those of `player` only.
        """
        if not self.forks:
            raise ValueError("nothing is remembered to look ahead from")
        at, snapshot = self._snapshots[-1]
        other = Session(self._play, snapshot.clone(), history=False)
        for n in range(at - self.forgotten, len(self.log)):
            who, answer = self.log[n]
            if self.sealed and self.forgotten + n >= self._sealed_at and who != player:
                continue
            other.accept(who, answer)
        return other
