"""Two toy systems, installed as anybody's wheel would be: by their entry points."""

import sys

import pytest

from grognard.play import registry

ENTRY_POINTS = """
[grognard.systems]
toy = tests.toys.bidding:SYSTEM
script = tests.play.script:SYSTEM
[grognard.bots]
sleepy = tests.play.script:SYSTEM
"""


@pytest.fixture(scope="session", autouse=True)
def _toys_installed(tmp_path_factory):
    site = tmp_path_factory.mktemp("site")
    (site / "toys-1.dist-info").mkdir()
    (site / "toys-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\n")
    (site / "toys-1.dist-info" / "entry_points.txt").write_text(ENTRY_POINTS)
    sys.path.append(str(site))
    look_again()
    yield
    sys.path.remove(str(site))
    look_again()


def look_again():
    registry._points.cache_clear()
    registry._load.cache_clear()
