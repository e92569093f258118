"""The hardest mechanism of each other system, built on the kernel to prove that it fits them all.

These are probes, not the systems: small, but they play real matches and answer real questions.
They cite clauses in words only; the `clause` marker belongs to the systems' own tests.
"""
