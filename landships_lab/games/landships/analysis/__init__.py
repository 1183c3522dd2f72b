"""The fire of a whole force, computed from the rules of Landships and printed nowhere."""
