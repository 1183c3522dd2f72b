"""What is computed from the rules of Landships and printed nowhere: the fire of a whole force."""
