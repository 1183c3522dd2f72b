"""The kinds of question about *Loos: The Big Push*."""
