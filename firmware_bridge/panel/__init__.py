"""The panel at the table: the NEXT button, the contacts at the shoe, the tower light and the buzzer, on GPIO pins."""
