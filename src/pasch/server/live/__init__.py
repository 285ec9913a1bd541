"""The tables in use: who is at them, what they are told, bots and clocks."""
