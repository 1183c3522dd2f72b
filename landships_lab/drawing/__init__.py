"""Pictures as plain data: shapes with roles and names, where they go on a screen, how they look,
and how they read.
"""
