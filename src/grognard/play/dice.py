"""Where dice come from.

Fair dice: before the first roll the table publishes the hash of its secret, and each seat
adds a nonce of its own. Roll n is derived by HMAC-SHA256 from secret, match, nonces and n,
so nobody can choose it and, once the secret is shown, anybody can recompute it
(`docs/verify_record.py` does, without this package).
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Sequence

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """A source of dice; `n` is the number of the roll in its match."""

    def throw(self, n: int, pool: int, sides: int) -> list[int]:
        raise NotImplementedError


class FairDice(Dice):
    """Committed before the match, revealed after it."""

    def __init__(self, secret: bytes, match: str, nonces: Sequence[str]) -> None:
        self.secret = secret
        self._salt = "|".join([match, *nonces]).encode()

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    def throw(self, n: int, pool: int, sides: int) -> list[int]:
        """Words of 32 bits; those that would favour low faces are thrown away."""
        limit = (1 << 32) - (1 << 32) % sides
        out: list[int] = []
        block = 0
        while len(out) < pool:
            message = self._salt + f"|{n}|{block}".encode()
            digest = hmac.digest(self.secret, message, "sha256")
            for i in range(0, 32, 4):
                word = int.from_bytes(digest[i : i + 4], "big")
                if word < limit and len(out) < pool:
                    out.append(word % sides + 1)
            block += 1
        return out


class LabDice(Dice):
    """Quick and repeatable, for simulations. One seed a game, never a seed a worker."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed).random

    def throw(self, n: int, pool: int, sides: int) -> list[int]:
        rnd = self._random
        return [int(rnd() * sides) + 1 for _ in range(pool)]


def commitment(secret: bytes) -> str:
    """What is published of a secret before the first roll."""
    return hashlib.sha256(secret).hexdigest()


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def new_nonce() -> str:
    return secrets.token_hex(16)
