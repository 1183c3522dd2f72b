"""The kinds of question about One-Hour Wargames WWII."""
