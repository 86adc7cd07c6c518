"""The product's benchmarks: each compares in one run, since machines are noisy."""
