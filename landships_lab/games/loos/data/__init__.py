"""The data of Loos: The Big Push, and the types it is read into."""
