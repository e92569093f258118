"""Opponents. A bot answers effects; it needs to know no system."""
