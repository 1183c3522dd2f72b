"""The data of Landser, and the types it is read into."""
