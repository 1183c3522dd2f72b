"""What is computed from the rules of Paychest and printed nowhere: what a battle leaves."""
