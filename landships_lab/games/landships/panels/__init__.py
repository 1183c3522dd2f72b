"""The panels of Landships!: positions, ranges, fire arcs, movement, terrain on hexsides, the
Brickyard, counters to print.
"""
