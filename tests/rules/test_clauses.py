"""The rule index: found by id or by words."""

from pathlib import Path

import pytest

from grognard.rules.clauses import Clause, Gap, load_index

INDEX = """
title: Toy
summary: A toy.
clauses:
  - id: TOY-1-01
    heading: Shooting
    kind: mechanic
    says: ' One die for each figure. '
    check: 5 dice
  - {id: TOY-1-02, heading: Shooting, kind: narrative, says: Volleys are loud.}
gaps:
  - id: TOY-GAP-01
    where: shooting
    problem: who throws first is not said
    ruling: the attacker
    alternatives: both together
    no_setting: nobody can throw twice
"""


@pytest.fixture
def index(tmp_path):
    path = Path(tmp_path, "clauses.yaml")
    path.write_text(INDEX)
    return load_index(path)


def test_clauses_and_gaps_are_read(index):
    assert (index.title, index.summary) == ("Toy", "A toy.")
    assert index.clauses["TOY-1-01"] == Clause(
        "TOY-1-01", "Shooting", "mechanic", "One die for each figure.", "5 dice"
    )
    assert index.clauses["TOY-1-02"].check == ""
    assert index.gaps["TOY-GAP-01"].ruling == "the attacker"
    assert index.gaps["TOY-GAP-01"].no_setting == "nobody can throw twice"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("TOY-1-02", ["TOY-1-02"]),
        (" toy-gap-01 ", ["TOY-GAP-01"]),
        ("shooting", ["TOY-1-01", "TOY-1-02", "TOY-GAP-01"]),
        ("Shooting loud", ["TOY-1-02"]),
        ("together", ["TOY-GAP-01"]),
        ("toy-1", ["TOY-1-01", "TOY-1-02"]),
        ("cavalry", []),
    ],
)
def test_it_is_found_by_id_or_by_all_of_the_words(index, words, found):
    hits = index.find(words)
    assert [hit.id for hit in hits] == found
    assert all(isinstance(hit, (Clause, Gap)) for hit in hits)
