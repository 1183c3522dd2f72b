"""A whole class at one server: what it costs, and that everybody is answered.

`make class` measures it, and a test tries a small one.
"""
