"""What a browser has to fetch stays small."""

import gzip

import pytest

from grognard.server import frontend

pytestmark = pytest.mark.slow
MOST = 150_000


def test_all_script_of_all_pages_together_is_under_150_kb_compressed(built):
    scripts = list((frontend.STATIC / "assets").glob("*.js"))
    assert len(scripts) > 5
    assert sum(len(gzip.compress(s.read_bytes(), 9)) for s in scripts) < MOST
