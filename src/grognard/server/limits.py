"""How often somebody may ask: buckets that fill up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_KNOWN = 20_000


class Buckets:
    """One bucket for each who asks: `burst` at once, `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, now: float | None = None) -> bool:
        """Whether there is something left for him; takes it."""
        now = time.monotonic() if now is None else now
        left, then = self._known.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        granted = left >= 1
        self._known[who] = (left - 1 if granted else left, now)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return granted


class Limits:
    """What a server grants to an address and to a visitor; `scale` 0 grants everything.

    Requests that make something or run a whole match are dearer than others; what is said at a
    table is kept for ever, and nobody says that much.
    """

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.address = Buckets(500 * scale, 3000 * scale)
        self.visitor = Buckets(60 * scale, 400 * scale)
        self.dear = Buckets(2 * scale, 60 * scale)
        self.talk = Buckets(1 * scale, 60 * scale)

    def refuses(self, address: str, visitor: str, method: str, path: str) -> bool:
        if not self.scale or not path.startswith("/api/"):
            return False
        if not self.address.take(address) or (visitor and not self.visitor.take(visitor)):
            return True
        if method == "POST" and path.endswith("/chat"):
            return not self.talk.take(visitor or address)
        return dear(method, path) and not self.dear.take(visitor or address)


def dear(method: str, path: str) -> bool:
    """Whether this makes a match or runs one from its beginning."""
    if method == "POST":
        return path in ("/api/matches", "/api/records") or path.endswith("/continue")
    return path.endswith(("/verify", "/luck", "/record"))
