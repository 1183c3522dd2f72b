"""The data of Little Wars."""
