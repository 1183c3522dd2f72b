"""The data on sight that the source leaves open, and the types it is read into."""
