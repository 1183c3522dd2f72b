"""The state of a unit after a battle, computed from the rules of Paychest and printed nowhere."""
