"""The data of One-Hour Wargames WWII, and the types it is read into."""
