"""Playing and replaying in a terminal, in pictures or in plain lines."""
