"""The service, in a house where the toy systems and bots are installed."""

import secrets
from collections.abc import Iterator

import pytest

from tests.cli.conftest import forget
from tests.server import postgres

POINTS = """\
[grognard.systems]
skirmish = tests.cli.skirmish:SYSTEM
toy = tests.toys.bidding:SYSTEM
[grognard.bots]
broken = tests.cli.skirmish.bots:Broken
cheat = tests.cli.skirmish.bots:Cheat
sleepy = tests.server.bots:Sleepy
"""


@pytest.fixture(autouse=True)
def house(tmp_path, monkeypatch) -> Iterator[None]:
    """The toys are found by their entry points."""
    info = tmp_path / "site" / "toys-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture(scope="session")
def cluster(needs) -> Iterator[str]:
    with postgres.cluster(needs) as url:
        yield url


@pytest.fixture
def db(tmp_path) -> str:
    return f"sqlite:///{tmp_path / 'matches.db'}"


@pytest.fixture
def shared(cluster) -> str:
    """A database that several processes may share."""
    return postgres.database(cluster, f"d{secrets.token_hex(4)}")


@pytest.fixture(params=["sqlite", "postgresql"])
def any_db(request) -> str:
    """The same on both engines."""
    found: str = request.getfixturevalue("db" if request.param == "sqlite" else "shared")
    return found
