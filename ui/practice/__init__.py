"""A practice at the screen: what it tells, how that is shown, its texts; what is practised is in deploy/practice."""
