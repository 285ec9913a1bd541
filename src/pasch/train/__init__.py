"""Learning to play: the networks of the bots are trained here, by self-play in the JAX twins of the games."""
