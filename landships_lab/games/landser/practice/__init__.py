"""The kinds of question about Landser."""
