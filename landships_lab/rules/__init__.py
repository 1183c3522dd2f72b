"""The rule sets. Each answers with steps and citations; none imports another."""
