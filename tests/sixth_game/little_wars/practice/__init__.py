"""Questions about Little Wars, marked by its rules."""
