"""The JAX twins and their driver."""
