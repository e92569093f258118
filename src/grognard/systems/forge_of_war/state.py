"""The state of a battle: plain data, cheap to copy. What never changes is shared by copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.rules.refusal import Refusal
from grognard.rules.system import Outcome
from grognard.systems.forge_of_war.board import Board
from grognard.systems.forge_of_war.profiles import Profile, Weapon, dismounted
from grognard.systems.forge_of_war.scenario import Scenario
from grognard.systems.forge_of_war.settings import Settings
from grognard.table.base import SLACK, Base, overlap
from grognard.table.coherency import coherent, every_pair, round_one
from grognard.table.lattice import facing_from_grid, facing_to_grid, from_grid, to_grid

IN_PLAY: Final = ""
DESTROYED: Final = "destroyed"
LEFT: Final = "left the table"

DEPLOY: Final = "deployment"
ROLL_OFF: Final = "roll-off"
ATTEMPTS: Final = "attempts"
OVER: Final = "over"


class Kind:
    """What a figure is: its profile, the one weapon it fires, and whose leader it is (-1: none).

    Of a vehicle there is one kind for each weapon system, with its mount (FOW-10.2-01).
    """

    def __init__(
        self, profile: Profile, weapon: Weapon | None, leader: int = -1, mount: str = ""
    ) -> None:
        self.profile = profile
        self.weapon = weapon
        self.leader = leader
        self.mount = mount
        if profile.vehicle and profile.width > 0.0:
            self.base = Base.box_mm(profile.width, profile.base)
        else:
            self.base = Base.round_mm(profile.base)
        self.radius = self.base.radius
        self.wounds = profile.wounds
        self.fv = profile.fv_with(weapon)
        self.cc_value = profile.cc_weapon.cc_value if profile.cc_weapon is not None else 0

    @property
    def name(self) -> str:
        if self.leader >= 0:
            return self.profile.name
        return self.weapon.name if self.weapon is not None else "close combat"

    def to_dict(self) -> dict[str, Any]:
        return {
            "profile": self.profile.to_dict(),
            "weapon": self.weapon.to_dict() if self.weapon is not None else None,
            "leader": self.leader,
            "mount": self.mount,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Kind:
        weapon = data["weapon"]
        return Kind(
            Profile.from_dict(data["profile"]),
            Weapon.from_dict(weapon) if weapon is not None else None,
            data["leader"],
            data.get("mount", ""),
        )


class Unit:
    """A unit, a leader or a vehicle. Lists run over its figures; `kinds` is shared by all copies.

    A vehicle is a single figure, whatever it carries (FOW-GAP-85).
    """

    def __init__(
        self,
        index: int,
        player: int,
        name: str,
        profile: Profile,
        kinds: list[Kind],
        cost: int,
        commander: bool = False,
    ) -> None:
        self.index = index
        self.player = player
        self.name = name
        self.profile = profile
        self.kinds = kinds
        self.mounted = profile  # what riders are while they ride
        self.riders = kinds
        self.cost = cost
        self.commander = commander
        self.start = 0
        # The figures.
        self.x: list[float] = []
        self.y: list[float] = []
        self.level: list[int] = []
        self.kind: list[int] = []
        self.wounded: list[int] = []
        self.moved: list[float] = []
        self.holds: list[bool] = []  # holds the mounts of the dismounted (FOW-3.3-04)
        # The unit.
        self.off = IN_PLAY
        self.deployed = False  # placed on the table
        self.host = -1  # the unit a leader is attached to (FOW-GAP-05)
        self.markers = 0
        self.attempted = False
        self.withdrawing = False
        self.set_up = False  # its heavy weapons are deployed (FOW-4.2-05)
        self.slaughtered = False
        self.dismounted = False
        self.regrouping = False  # casualties broke its cohesion (FOW-3.5-03)
        self.blown = 0  # pieces out of which it has shot, one bit each (FOW-7.3-01)
        self.seen_by = 0  # enemy units that saw it enter its cover, one bit each (FOW-7.3-04)
        self.paid = 0  # obstacles it is crossing and has paid for, one bit each (FOW-6.2-07)
        self.foes = 0  # units it is in contact with, one bit each
        self.shields: list[int] = []  # units against which it holds an obstacle this turn
        self.walls: list[int] = []  # and those against which hard cover adds to its armour
        self.stance = 0  # normal, cautious, hiding (chapter 12)
        self.covering = 0  # on covering fire, and with which marker (chapter 11)
        self.reacted = 0  # what it did in enemy moves this turn, one bit each (chapters 11, 13)
        # The vehicle, and who rides in one (chapter 10).
        self.vehicle = profile.vehicle
        self.boxed = profile.vehicle and profile.width > 0.0  # its base is a box
        self.facing = 0.0
        self.lost = 0  # weapon systems, one bit each (FOW-10.7-12)
        self.immobile = False
        self.aboard = -1  # the vehicle it rides in (FOW-10.5-01)
        self.gunnery = False  # a copy whose figures are the weapons of a vehicle
        # By other readings.
        self.aside = False  # those who hold the mounts do not count (FOW-GAP-77)
        self.by_systems = False  # a vehicle's strength is what works of it (FOW-GAP-50)
        self.stride = 0.0  # the longest of its actions this turn before this one (FOW-GAP-74)
        self.since: list[float] | None = None  # what its figures had moved before this one
        self.at: list[int] | None = None  # pieces that shelter each figure; None: look again
        self._box: tuple[float, float, float, float] | None = None
        self._bounds: tuple[float, float, float, float] | None = None
        self._radii: list[float] | None = None

    # -- asking ---------------------------------------------------------------

    @property
    def key(self) -> str:
        return f"unit:{self.index}"

    @property
    def figures(self) -> int:
        return len(self.x)

    @property
    def on_table(self) -> bool:
        return (
            self.deployed
            and self.off == IN_PLAY
            and self.host < 0
            and self.aboard < 0
            and len(self.x) > 0
        )

    @property
    def in_play(self) -> bool:
        """On the table, or in a vehicle."""
        return self.deployed and self.off == IN_PLAY and self.host < 0 and len(self.x) > 0

    @property
    def crippled(self) -> bool:
        """Immobilised, or all its weapons lost: worth half of its points (FOW-GAP-62)."""
        if not self.vehicle:
            return False
        armed = len([k for k in self.kinds if k.weapon is not None])
        return self.immobile or (armed > 0 and self.lost.bit_count() >= armed)

    @property
    def wounds_left(self) -> int:
        """Of a vehicle: what it can still spend (FOW-10.7-13)."""
        return self.profile.wounds - self.wounded[0] if self.wounded else 0

    @property
    def strength(self) -> int:
        """Figures that count for half and third strength: an attached leader does not."""
        n = 0
        for k in self.kind:
            if self.kinds[k].leader < 0 or self.kinds[k].leader == self.index:
                n += 1
        return n

    @property
    def half(self) -> bool:
        """FOW-4.1-07."""
        if self.profile.vehicle and not self.by_systems:
            return False
        left, full = self.roll_call
        return 2 * left <= full

    @property
    def third(self) -> bool:
        """FOW-4.4-01, FOW-GAP-15: a third exactly."""
        if self.profile.vehicle and not self.by_systems:
            return False
        left, full = self.roll_call
        return 3 * left <= full

    @property
    def roll_call(self) -> tuple[int, int]:
        """What counts for half and third strength, and what it began with; of a vehicle its
        systems and propulsion, where they count (FOW-GAP-50)."""
        if self.by_systems and self.profile.vehicle:
            full = 1 + len([k for k in self.kinds if k.weapon is not None])
            return full - self.lost.bit_count() - self.immobile, full
        left = self.strength
        if self.aside and left > 0:
            left = max(0, left - sum(self.holds))
        return left, self.start

    @property
    def most_markers(self) -> int:
        """FOW-5.1-05."""
        return self.profile.markers

    @property
    def engaged(self) -> bool:
        return self.foes != 0

    @property
    def fast(self) -> bool:
        """FOW-8.3-14, FOW-GAP-74: some figure has moved more than 6\" this turn."""
        return self.most_moved > 6.0

    @property
    def most_moved(self) -> float:
        most = 0.0
        for m in self.moved:
            if m > most:
                most = m
        return most

    @property
    def cv(self) -> int:
        """The unit's or its leader's, whichever is higher (FOW-2.1-02, FOW-GAP-05)."""
        best = self.profile.cv
        for k in self.kind:
            cv = self.kinds[k].profile.cv
            if self.kinds[k].leader >= 0 and cv > best:
                best = cv
        return best

    @property
    def gap(self) -> float:
        """How far apart linked figures may stand: FOW-3.5-01, FOW-3.5-02."""
        return 1.0 if self.profile.training.horde else 2.0

    def radii(self) -> list[float]:
        """Of the figures' bases. Remembered, so not to be changed."""
        found = self._radii
        if found is None:
            found = self._radii = [self.kinds[k].radius for k in self.kind]
        return found

    def box(self) -> tuple[float, float, float, float]:
        """Round all centres. Remembered until `touch`."""
        found = self._box
        if found is None:
            x0 = x1 = self.x[0]
            y0 = y1 = self.y[0]
            for i in range(1, len(self.x)):
                x = self.x[i]
                y = self.y[i]
                if x < x0:
                    x0 = x
                elif x > x1:
                    x1 = x
                if y < y0:
                    y0 = y
                elif y > y1:
                    y1 = y
            found = self._box = (x0, y0, x1, y1)
        return found

    def bounds(self) -> tuple[float, float, float, float]:
        """Round all bases."""
        found = self._bounds
        if found is None:
            x0, y0, x1, y1 = self.box()
            reach = max(self.radii())
            found = self._bounds = (x0 - reach, y0 - reach, x1 + reach, y1 + reach)
        return found

    def touch(self) -> None:
        """Figures stand elsewhere: what was worked out from their places is void."""
        self.at = None
        self._box = None
        self._bounds = None

    def coherent(self, settings: Settings) -> bool:
        """FOW-3.5-01, FOW-3.5-02; those who hold the mounts stay with the mounts."""
        xs, ys, radii = self.x, self.y, self.radii()
        if True in self.holds:
            walking = [i for i in range(len(xs)) if not self.holds[i]]
            xs = [self.x[i] for i in walking]
            ys = [self.y[i] for i in walking]
            radii = [radii[i] for i in walking]
        if settings.cohesion != "chain":  # FOW-GAP-16
            if settings.cohesion == "every_pair":
                return every_pair(xs, ys, radii, self.gap)
            return round_one(xs, ys, radii, self.gap)
        return coherent(xs, ys, radii, self.gap)

    # -- changing -------------------------------------------------------------

    def ride(self, mounted: bool) -> None:
        """On foot riders are what their list makes of them (FOW-3.3-05, FOW-GAP-77)."""
        self.dismounted = not mounted
        self._radii = None
        self._bounds = None
        if mounted:
            self.profile = self.mounted
            self.kinds = self.riders
            self.holds = [False] * self.figures
            return
        self.profile = dismounted(self.mounted)
        self.kinds = [k if k.leader >= 0 else Kind(self.profile, k.weapon) for k in self.riders]

    def add(self, kind: int, x: float = 0.0, y: float = 0.0) -> None:
        self.x.append(x)
        self.y.append(y)
        self.level.append(0)
        self.kind.append(kind)
        self.wounded.append(0)
        self.moved.append(0.0)
        if self.since is not None:
            self.since.append(0.0)
        self.holds.append(False)
        self._radii = None
        self.touch()

    def remove(self, i: int) -> None:
        for figures in (
            self.x,
            self.y,
            self.level,
            self.kind,
            self.wounded,
            self.moved,
            self.holds,
        ):
            del figures[i]
        if self.since is not None:
            del self.since[i]
        self._radii = None
        self.touch()

    def clone(self) -> Unit:
        u = Unit(
            self.index, self.player, self.name, self.profile, self.kinds, self.cost, self.commander
        )
        u.mounted = self.mounted
        u.riders = self.riders
        u.start = self.start
        u.x = self.x[:]
        u.y = self.y[:]
        u.level = self.level[:]
        u.kind = self.kind[:]
        u.wounded = self.wounded[:]
        u.moved = self.moved[:]
        u.holds = self.holds[:]
        u.off = self.off
        u.deployed = self.deployed
        u.host = self.host
        u.markers = self.markers
        u.attempted = self.attempted
        u.withdrawing = self.withdrawing
        u.set_up = self.set_up
        u.slaughtered = self.slaughtered
        u.dismounted = self.dismounted
        u.regrouping = self.regrouping
        u.blown = self.blown
        u.seen_by = self.seen_by
        u.paid = self.paid
        u.foes = self.foes
        u.shields = self.shields[:]
        if self.walls:
            u.walls = self.walls[:]
        u.stance = self.stance
        u.covering = self.covering
        u.reacted = self.reacted
        if self.vehicle:
            u.facing = self.facing
            u.lost = self.lost
            u.immobile = self.immobile
            u.gunnery = self.gunnery
        u.aboard = self.aboard
        u.aside = self.aside
        u.by_systems = self.by_systems
        if self.since is not None:
            u.stride = self.stride
            u.since = self.since[:]
        u.at = self.at
        u._box = self._box
        u._bounds = self._bounds
        u._radii = self._radii
        return u

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "start": self.start,
            "x": [to_grid(v) for v in self.x],
            "y": [to_grid(v) for v in self.y],
            "level": self.level[:],
            "kind": self.kind[:],
            "wounded": self.wounded[:],
            "moved": [to_grid(v) for v in self.moved],
            "holds": self.holds[:],
            "off": self.off,
            "deployed": self.deployed,
            "host": self.host,
            "markers": self.markers,
            "attempted": self.attempted,
            "withdrawing": self.withdrawing,
            "set_up": self.set_up,
            "slaughtered": self.slaughtered,
            "dismounted": self.dismounted,
            "regrouping": self.regrouping,
            "blown": self.blown,
            "seen_by": self.seen_by,
            "paid": self.paid,
            "foes": self.foes,
            "shields": self.shields[:],
        }
        # What only the optional chapters know is told when there is something to tell.
        if self.walls:
            out["walls"] = self.walls[:]
        if self.since is not None:
            out["stride"] = to_grid(self.stride)
            out["since"] = [to_grid(v) for v in self.since]
        if self.stance:
            out["stance"] = self.stance
        if self.covering:
            out["covering"] = self.covering
        if self.reacted:
            out["reacted"] = self.reacted
        if self.vehicle:
            out["facing"] = facing_to_grid(self.facing)
            out["lost"] = self.lost
            out["immobile"] = self.immobile
        if self.aboard >= 0:
            out["aboard"] = self.aboard
        return out

    def fill(self, data: Mapping[str, Any]) -> None:
        """Take over what `to_dict` wrote."""
        self.start = data["start"]
        self.x = [from_grid(v) for v in data["x"]]
        self.y = [from_grid(v) for v in data["y"]]
        self.level = list(data["level"])
        self.kind = list(data["kind"])
        self.wounded = list(data["wounded"])
        self.moved = [from_grid(v) for v in data["moved"]]
        self.holds = list(data["holds"])
        self.off = data["off"]
        self.deployed = data["deployed"]
        self.host = data["host"]
        self.markers = data["markers"]
        self.attempted = data["attempted"]
        self.withdrawing = data["withdrawing"]
        self.set_up = data["set_up"]
        self.slaughtered = data["slaughtered"]
        if data["dismounted"] != self.dismounted:
            self.ride(not data["dismounted"])
            self.holds = list(data["holds"])
        self.regrouping = data["regrouping"]
        self.blown = data["blown"]
        self.seen_by = data["seen_by"]
        self.paid = data["paid"]
        self.foes = data["foes"]
        self.shields = list(data["shields"])
        self.walls = list(data.get("walls", ()))
        since = data.get("since")
        self.since = None if since is None else [from_grid(v) for v in since]
        self.stride = from_grid(data.get("stride", 0))
        self.stance = data.get("stance", 0)
        self.covering = data.get("covering", 0)
        self.reacted = data.get("reacted", 0)
        self.facing = facing_from_grid(data.get("facing", 0))
        self.lost = data.get("lost", 0)
        self.immobile = data.get("immobile", False)
        self.aboard = data.get("aboard", -1)
        self._radii = None
        self.touch()


class Strip:
    """Where bases may come between two units: a box, and a band across it along their line."""

    def __init__(
        self,
        box: tuple[float, float, float, float],
        nx: float,
        ny: float,
        line: float,
        half: float,
    ) -> None:
        self.box = box
        self.nx = nx
        self.ny = ny
        self.line = line
        self.half = half

    def meets(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether bases that lie in this box may reach into it."""
        box = self.box
        if x0 > box[2] or x1 < box[0] or y0 > box[3] or y1 < box[1]:
            return False
        off = self.nx * (x0 + x1) / 2.0 + self.ny * (y0 + y1) / 2.0 - self.line
        wide = (abs(self.nx) * (x1 - x0) + abs(self.ny) * (y1 - y0)) / 2.0 + self.half
        return -wide <= off <= wide


class Look:
    """Whether one unit sees another, and where that could change (None: nowhere)."""

    def __init__(self, seen: bool, strip: Strip | None) -> None:
        self.seen = seen
        self.strip = strip


class Battle:
    """Forge of War at rest. Two players, 0 and 1, each his own side."""

    def __init__(
        self, board: Board, scenario: Scenario, units: Sequence[Unit], settings: Settings
    ) -> None:
        self.board = board
        self.scenario = scenario
        self.settings = settings
        self.units = list(units)
        self.hulls = [u for u in self.units if u.boxed]
        if not settings.holders_count or settings.vehicle_strength:
            for u in self.units:
                u.aside = not settings.holders_count
                u.by_systems = settings.vehicle_strength
        self.turn = 0
        self.phase = DEPLOY
        self.active = 0  # whose initiative it is
        self.acted = False  # he has attempted something since it came to him (FOW-GAP-86)
        self.edges: list[int] = [-1, -1]  # each player's own table edge
        self.attacker = -1  # where the scenario has one
        self.known = [0, 0]  # the enemies that each side has ever seen, one bit each (FOW-GAP-87)
        self.held = [-1] * len(scenario.plan.objectives)  # who holds each objective
        self.ground = [0, 0]  # how often each side has held one
        # Who sees whom, as far as it was asked; and the box round each unit that was told of.
        self.looked: dict[int, Look] = {}
        # Which figures last saw each other, to be asked first: copies may share this.
        self.witnesses: dict[int, int] = {}
        self.stood: dict[int, tuple[float, float, float, float]] = {}
        self.placed: list[Any] = []  # the places that `invariants` last found in order

    def unit(self, index: int) -> Unit:
        return self.units[index]

    def own(self, player: int) -> list[Unit]:
        """A player's units on the table."""
        return [u for u in self.units if u.player == player and u.on_table]

    def enemies(self, player: int) -> list[Unit]:
        """The units on the table that are not his."""
        return [u for u in self.units if u.player != player and u.on_table]

    def unknown(self, u: Unit, v: Unit) -> bool:
        """Whether v may be approached, nobody of u's side having seen it yet."""
        return self.settings.known_enemies == "seen" and not self.known[u.player] >> v.index & 1

    def waiting(self, player: int) -> list[Unit]:
        """His units that have not been attempted this turn (FOW-4.1-16), passengers too
        (FOW-GAP-68)."""
        return [u for u in self.units if u.player == player and u.in_play and not u.attempted]

    def passengers(self, v: Unit) -> list[Unit]:
        """The units that ride in this vehicle."""
        return [u for u in self.units if u.aboard == v.index and u.in_play]

    def riding(self, player: int) -> list[Unit]:
        """His units that ride in vehicles."""
        return [u for u in self.units if u.player == player and u.aboard >= 0 and u.in_play]

    def foes_of(self, unit: Unit) -> list[Unit]:
        return [u for u in self.units if unit.foes >> u.index & 1]

    # -- what was seen before ---------------------------------------------------

    def forget(self, u: Unit) -> None:
        """Who u sees and who sees u must be looked at again."""
        for v in self.units:
            self.looked.pop(u.index * 1000 + v.index, None)
            self.looked.pop(v.index * 1000 + u.index, None)

    def disturbed(self, u: Unit) -> None:
        """u stands elsewhere or has fewer figures: so must all looks past where it was or is."""
        self.forget(u)
        u.touch()
        old = self.stood.pop(u.index, None)
        new = u.bounds() if u.on_table else None
        if new is not None:
            self.stood[u.index] = new
        stale: list[int] = []
        for key, look in self.looked.items():
            # Who comes can only end a sight, who goes can only open one.
            box = new if look.seen else old
            strip = look.strip
            if box is not None and strip is not None and strip.meets(*box):
                stale.append(key)
        for key in stale:
            del self.looked[key]

    # -- what every state offers ----------------------------------------------

    def clone(self) -> Battle:
        b = Battle(self.board, self.scenario, [u.clone() for u in self.units], self.settings)
        b.turn = self.turn
        b.phase = self.phase
        b.active = self.active
        b.acted = self.acted
        b.edges = self.edges[:]
        b.attacker = self.attacker
        b.known = self.known[:]
        b.held = self.held[:]
        b.ground = self.ground[:]
        b.looked = self.looked.copy()
        b.witnesses = self.witnesses
        b.stood = self.stood.copy()
        return b

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "turn": self.turn,
            "phase": self.phase,
            "active": self.active,
            "acted": self.acted,
            "edges": self.edges[:],
            "units": [u.to_dict() for u in self.units],
        }
        if self.scenario.roles:
            out["attacker"] = self.attacker
        if self.known != [0, 0]:
            out["known"] = self.known[:]
        if self.held:
            out["held"] = self.held[:]
            out["ground"] = self.ground[:]
        return out

    def fill(self, data: Mapping[str, Any]) -> None:
        self.turn = data["turn"]
        self.phase = data["phase"]
        self.active = data["active"]
        self.acted = data["acted"]
        self.edges = list(data["edges"])
        self.attacker = data.get("attacker", -1)
        self.known = list(data.get("known", (0, 0)))
        self.held = list(data.get("held", []))
        self.ground = list(data.get("ground", [0, 0]))
        for unit, plain in zip(self.units, data["units"], strict=True):
            unit.fill(plain)
        self.looked = {}
        self.stood = {u.index: u.bounds() for u in self.units if u.on_table}

    def view(self, seat: int | None) -> dict[str, Any]:
        from grognard.systems.forge_of_war.view import view

        return view(self, seat)

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        return self.scenario.outcome(self)

    def invariants(self) -> list[Refusal]:
        """What can never be: overlaps, figures off the table, too many markers, stale contact.

        Places are looked at again only when some figure's has changed since the last time.
        """
        wrong: list[Refusal] = []
        snipers = [False, False]
        for u in self.units:
            for kind in u.kinds:
                if kind.weapon is not None and kind.weapon.auto_marker:
                    snipers[u.player] = True
        for u in self.units:
            if not u.on_table:
                continue
            if u.vehicle:
                wrong += self._wrong_vehicle(u)
            # A sniper's marker may exceed the maximum (FOW-16-27).
            over = u.markers > u.most_markers and not snipers[1 - u.player]
            if u.markers < 0 or over:
                wrong.append(Refusal(f"{u.name} carries {u.markers} markers", "FOW-5.1-05"))
            wounded = 0
            for i in range(u.figures):
                if u.wounded[i] and u.kinds[u.kind[i]].leader in (-1, u.index):
                    wounded += 1
            if wounded > 1 and not u.vehicle:
                wrong.append(Refusal(f"{u.name} has several wounded figures", "FOW-3.1-09"))
        places = [
            (u.x[:], u.y[:], u.level[:], u.foes, u.on_table, u.regrouping, u.facing)
            for u in self.units
        ]
        for u in self.units:
            if u.aboard >= 0:
                wrong += self._wrong_passenger(u)
        if places != self.placed:
            wrong += self._misplaced()
            self.placed = places if not wrong else []
        return wrong

    def _wrong_vehicle(self, v: Unit) -> list[Refusal]:
        """Too many inside, more lost than there is, more wounds than it had, several hulls."""
        wrong: list[Refusal] = []
        inside = sum(u.figures for u in self.passengers(v))
        if inside > v.profile.transport:
            wrong.append(Refusal(f"{inside} figures in {v.name}", "FOW-10.5-01"))
        if v.figures != 1:
            wrong.append(Refusal(f"{v.name} has {v.figures} hulls", "FOW-GAP-85"))
        if v.lost >> len(v.kinds) or not 0 <= v.wounded[0] <= v.profile.wounds:
            wrong.append(Refusal(f"{v.name} has lost what it never had", "FOW-10.7-12"))
        return wrong

    def _wrong_passenger(self, u: Unit) -> list[Refusal]:
        """Riders are inside a vehicle of their own side that is there, or its wreck."""
        v = self.units[u.aboard]
        if not v.profile.transport or v.player != u.player or (u.in_play and not v.figures):
            return [Refusal(f"{u.name} rides in nothing", "FOW-10.5-01")]
        return []

    def _misplaced(self) -> list[Refusal]:
        from grognard.systems.forge_of_war.contact import touching_units

        wrong: list[Refusal] = []
        present = [u for u in self.units if u.on_table]
        figures = [(u.x[i], u.index, i) for u in present for i in range(u.figures)]
        figures.sort()
        widest = max([r for u in present for r in u.radii()], default=0.0)
        for n, (x, at, i) in enumerate(figures):
            u = self.units[at]
            base = u.kinds[u.kind[i]].base
            r = base.radius
            # A hull is let off SLACK on each side (`slim`): askew that is up to root 2 of it.
            rx = base.reach_x(u.facing) - 1.5 * SLACK if u.boxed else r
            ry = base.reach_y(u.facing) - 1.5 * SLACK if u.boxed else r
            if not (rx <= x <= self.board.width - rx and ry <= u.y[i] <= self.board.height - ry):
                wrong.append(Refusal(f"{u.name} {i} is off the table"))
            for m in range(n + 1, len(figures)):
                other_x, other, j = figures[m]
                if other_x - x > r + widest:
                    break  # sorted from left to right: nobody further on can touch this one
                v = self.units[other]
                if u.level[i] == v.level[j] and overlap(
                    u.x[i],
                    u.y[i],
                    u.facing,
                    base,
                    v.x[j],
                    v.y[j],
                    v.facing,
                    v.kinds[v.kind[j]].base,
                ):
                    wrong.append(Refusal(f"{u.name} {i} overlaps {v.name} {j}"))
        for u in present:
            if touching_units(self, u) != u.foes:
                wrong.append(Refusal(f"{u.name} does not know whom it touches", "FOW-9.1-01"))
            if not u.coherent(self.settings) and not u.regrouping:
                wrong.append(Refusal(f"{u.name} has lost its cohesion unnoticed", "FOW-3.5-01"))
        return wrong
