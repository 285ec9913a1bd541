"""People over many evenings: circles, their seasons and club evenings, ratings. Pure: no I/O, no clock."""
