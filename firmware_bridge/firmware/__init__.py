"""The reference shoe's firmware, for MicroPython; the host imports its wire format, :mod:`shoe1`, from here."""
