"""Who asks: a random token in a cookie, and no more than its hash on this side."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
from urllib.parse import urlsplit

COOKIE = "grognard"
A_YEAR = 366 * 24 * 3600


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def host_of(netloc: str) -> str:
    """The name without the port; empty when there is none."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").rstrip(".").lower()
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def same_origin(origin: str, host: str) -> bool:
    """Whether a page of this origin was served by this host, whatever the scheme."""
    try:
        return urlsplit(origin).netloc.lower() == host.lower() != ""
    except ValueError:
        return False
