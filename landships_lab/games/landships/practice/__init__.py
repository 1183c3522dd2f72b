"""The kinds of question about Twelve Point Facing."""
