"""The table itself, without I/O: its log, who sits where, clocks, and who may do what."""
