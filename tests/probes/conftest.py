"""Installs the probes as somebody else's wheel would: by entry points found on the path."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from grognard.play import registry

PROBES = ("swordpoint", "sythopian", "paradox")


@pytest.fixture(scope="session", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records name their system: replay and verify must find it."""
    wheel = tmp_path_factory.mktemp("wheel")
    info = wheel / "probes-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: probes\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        f"[{registry.SYSTEMS}]\n"
        + "".join(f"probe_{name} = tests.probes.{name}:SYSTEM\n" for name in PROBES)
    )
    sys.path.insert(0, str(wheel))
    registry._points.cache_clear()
    yield
    sys.path.remove(str(wheel))
    registry._points.cache_clear()
