"""The rig in three parts: what is plugged in (``resources``), the wire (``proxy``), and the host (``driver``)."""
