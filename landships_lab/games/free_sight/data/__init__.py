"""The data of sight that the base game leaves open, and the types it is read into."""
