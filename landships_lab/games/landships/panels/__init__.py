"""The explorers of Landships!: positions, ranges, fire arcs, movement, terrain on hexsides, the Brickyard, counters to print."""
