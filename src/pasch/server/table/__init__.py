"""What a table is, without any I/O: its log, its seats and clocks, who may do what, and what is refused."""
