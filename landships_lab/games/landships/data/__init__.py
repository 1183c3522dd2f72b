"""The data of Twelve Point Facing, and the types it is read into."""
