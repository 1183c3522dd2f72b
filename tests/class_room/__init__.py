"""A whole class at one server: what it costs, and whether everybody is answered. `make class` measures, and a test tries a small one."""
