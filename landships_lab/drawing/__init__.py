"""Pictures as plain data: shapes with roles and names, their place on a screen, their look, and the
words for them.
"""
