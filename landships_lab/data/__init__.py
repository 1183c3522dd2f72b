"""Tables, units, citations and readings as TOML, turned once into frozen, checked types."""
