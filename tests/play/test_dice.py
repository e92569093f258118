"""Fair dice: committed to, recomputable, and without bias."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.play.dice import (
    Dice,
    FairDice,
    LabDice,
    commitment,
    new_nonce,
    new_secret,
)

SECRET = bytes(range(32))
SIDES = st.integers(1, 1 << 32)


def recomputed(secret, match, nonces, n, pool, sides):
    """The same dice from the description alone: whole runs of a face, the rest thrown away."""
    out = []
    block = 0
    while len(out) < pool:
        text = f"{'|'.join([match, *nonces])}|{n}|{block}"
        data = hmac.new(secret, text.encode(), hashlib.sha256).digest()
        words = [int.from_bytes(data[i : i + 4], "big") for i in range(0, 32, 4)]
        out += [word % sides + 1 for word in words if word < sides * ((1 << 32) // sides)]
        block += 1
    return out[:pool]


@given(
    st.binary(min_size=1, max_size=40),
    st.text(max_size=8),
    st.lists(st.text(max_size=8), max_size=3),
    st.integers(1, 10_000),
    st.integers(0, 30),
    SIDES,
)
def test_anybody_can_recompute_them(secret, match, nonces, n, pool, sides):
    dice = FairDice(secret, match, nonces)
    thrown = dice.throw(n, pool, sides)
    assert thrown == recomputed(secret, match, nonces, n, pool, sides)
    assert len(thrown) == pool
    assert all(1 <= face <= sides for face in thrown)
    assert dice.throw(n, pool, sides) == thrown


def test_the_dice_of_a_known_roll():
    # Changing these changes every record ever written.
    dice = FairDice(SECRET, "m", ["a", "b"])
    assert dice.throw(1, 12, 6) == [3, 3, 2, 3, 1, 4, 6, 4, 2, 4, 3, 4]
    assert dice.throw(2, 3, 10) == recomputed(SECRET, "m", ["a", "b"], 2, 3, 10)


def test_every_part_of_the_agreement_matters():
    rolls = [
        FairDice(SECRET, "m", ["a", "b"]).throw(1, 20, 10),
        FairDice(SECRET, "m", ["a", "b"]).throw(2, 20, 10),
        FairDice(bytes(32), "m", ["a", "b"]).throw(1, 20, 10),
        FairDice(SECRET, "n", ["a", "b"]).throw(1, 20, 10),
        FairDice(SECRET, "m", ["a", "c"]).throw(1, 20, 10),
        FairDice(SECRET, "m", ["b", "a"]).throw(1, 20, 10),
    ]
    assert len({tuple(roll) for roll in rolls}) == len(rolls)


def blocks_of(words):
    """An hmac.digest that gives these words, whatever it is asked."""
    given_ = iter(words)

    def digest(key, message, name):
        return b"".join(next(given_).to_bytes(4, "big") for _ in range(8))

    return digest


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10, 100, (1 << 31) + 1, 3 << 30, 1 << 32])
def test_words_that_would_favour_low_faces_are_thrown_away(sides, monkeypatch):
    limit = sides * ((1 << 32) // sides)  # just above the last whole run of all faces
    last = [limit - 1] if limit == 1 << 32 else [limit, limit - 1, (1 << 32) - 1]
    words = [0, *last, sides - 1, *([0] * 16)]
    monkeypatch.setattr(hmac, "digest", blocks_of(words))
    assert FairDice(SECRET, "m", []).throw(1, 3, sides) == [1, sides, sides]


def test_each_face_comes_equally_often():
    thrown = Counter(FairDice(SECRET, "m", []).throw(1, 60_000, 6))
    # 10000 each, six standard deviations (91) either way
    assert all(abs(thrown[face] - 10_000) < 550 for face in range(1, 7))
    assert sum(thrown.values()) == 60_000


def test_the_commitment_binds_and_tells_nothing():
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert FairDice(SECRET, "m", []).commitment == commitment(SECRET)
    assert commitment(bytes(32)) != commitment(SECRET)


def test_secrets_and_nonces_are_long_and_new():
    assert len({new_secret() for _ in range(50)}) == 50
    assert {len(new_secret()), len(bytes.fromhex(new_nonce()))} == {32, 16}
    assert len({new_nonce() for _ in range(50)}) == 50


def test_lab_dice_repeat_themselves_by_their_seed():
    one, same, other = LabDice(7), LabDice(7), LabDice(8)
    rolls = [one.throw(n, 5, 6) for n in range(40)]
    assert rolls == [same.throw(n, 5, 6) for n in range(40)]
    assert rolls != [other.throw(n, 5, 6) for n in range(40)]
    assert {face for roll in rolls for face in roll} == {1, 2, 3, 4, 5, 6}
    assert LabDice("game 7").throw(1, 5, 6) == LabDice("game 7").throw(1, 5, 6)


def test_dice_are_an_interface():
    with pytest.raises(NotImplementedError):
        Dice().throw(1, 1, 6)
