"""Readers that tell which tags lie in their field: each a bounded decoder and a driver, without a port or a clock."""
