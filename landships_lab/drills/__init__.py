"""Questions: those that end a lesson, and as many more as a reader wants, all marked by the rules themselves."""
