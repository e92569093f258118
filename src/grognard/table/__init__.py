"""The table: geometry in inches. No rules in here.

Inches from a corner, x right, y up; facings in degrees, 0 along x, counter-clockwise. What is at
rest lies on a lattice of 1/1024 inch.

=============  =============================================================================
`lattice`      places and facings on the lattice, how far towards a point
`base`         round and square bases: gap, contact, overlap
`terrain`      polygons with a kind and a height; lines and bases on them
`sight`        how much of a base is visible, and what hides the rest
`shade`        what one eye surely sees or surely does not, for many targets at once
`fan`          the visible area, to draw
`walk`         where a figure may go: straight, round obstacles, how far, why not, into contact
`cost`         what a path costs, and points along it
`herd`         moves of loose units: formation kept, or into contact
`coherency`    who hangs together
`templates`    who lies under a disc, a flame, a rectangle, a sector
`arcs`         arcs of vision, and which side is hit
`formation`    a formed unit as one pose: ranks, files, wheels
=============  =============================================================================

>>> from grognard.table.base import Base
>>> from grognard.table.sight import Scene
>>> from grognard.table.terrain import rectangle
>>> man = Base.round_mm(25)
>>> scene = Scene([rectangle(3, "wood", 12.0, 11.0, 6.0, 2.0)])
>>> print(scene.sight(4.0, 10.0, 20.0, 10.0, man))
50% visible, hidden by wood 3
"""
