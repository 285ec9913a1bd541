"""The adapters for learning, in the suites of those whose libraries they serve and in our own."""
