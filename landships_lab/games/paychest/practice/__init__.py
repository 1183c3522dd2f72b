"""The kinds of question about Paychest."""
