"""A dealer who touches the real screen, before the real core, with the shoe's firmware on a pseudo-terminal."""
