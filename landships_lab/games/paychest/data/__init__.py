"""The data of Paychest, and the types it is read into."""
