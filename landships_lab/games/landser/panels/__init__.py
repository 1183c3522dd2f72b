"""The panels of Landser: fire as a tree, spotting, templates, assault, the squad."""
