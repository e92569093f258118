"""Chains of figures, against all paths by brute force."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.coherency import coherent, every_pair, groups, linked
from tests.table.oracles import coordinates

small = st.tuples(coordinates(0, 8), coordinates(0, 8), st.sampled_from([0.25, 0.5, 1.0]))
gaps = st.sampled_from([0.0, 1.0, 2.0])


def test_chains_by_hand() -> None:
    # Discs of radius 1/2 at 0, 3, 6 and 9.5: gaps 2, 2 and 2.5.
    xs, ys, radii = [0.0, 3.0, 6.0, 9.5], [0.0] * 4, [0.5] * 4
    assert groups(xs, ys, radii, 2.0) == [[0, 1, 2], [3]]
    assert groups(xs, ys, radii, 2.5) == [[0, 1, 2, 3]]
    assert not coherent(xs, ys, radii, 2.0)
    assert coherent(xs[:3], ys[:3], radii[:3], 2.0)
    assert not every_pair(xs[:3], ys[:3], radii[:3], 2.0)  # 0 to 6 is a gap of 5
    assert every_pair(xs[:3], ys[:3], radii[:3], 5.0)
    # Slantwise: 3, 4, 5 less two radii is 4; one lattice step more is too much.
    assert linked([0.0, 3.0], [0.0, 4.0], [0.5, 0.5], 0, 1, 4.0)
    assert not linked([0.0, 3.0], [0.0, 4.0 + 1 / 1024], [0.5, 0.5], 0, 1, 4.0)


def test_nobody_and_one_alone_are_coherent() -> None:
    assert coherent([], [], [], 2.0)
    assert coherent([5.0], [5.0], [0.5], 2.0)
    assert every_pair([], [], [], 2.0)
    assert groups([], [], [], 2.0) == []
    assert groups([5.0], [5.0], [0.5], 2.0) == [[0]]


@given(st.lists(small, max_size=7), gaps)
def test_groups_agree_with_brute_force(men: list[tuple[float, float, float]], gap: float) -> None:
    xs, ys, radii = ([m[k] for m in men] for k in range(3))
    n = len(men)

    def near(i: int, j: int) -> bool:
        # On the lattice and with whole gaps no rounding is left: rational numbers decide.
        d2 = (Fraction(xs[i]) - Fraction(xs[j])) ** 2 + (Fraction(ys[i]) - Fraction(ys[j])) ** 2
        return d2 <= (Fraction(radii[i]) + Fraction(radii[j]) + Fraction(gap)) ** 2

    # The closure of "near", by n rounds of joining.
    joined = [[i == j or near(i, j) for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                joined[i][j] |= joined[i][k] and joined[k][j]
    want = sorted({tuple(j for j in range(n) if joined[i][j]) for i in range(n)})
    got = groups(xs, ys, radii, gap)
    assert sorted(tuple(g) for g in got) == want
    assert coherent(xs, ys, radii, gap) == (len(want) <= 1)
    assert every_pair(xs, ys, radii, gap) == all(near(i, j) for i in range(n) for j in range(i))
