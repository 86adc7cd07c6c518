"""Practice: the dealer's screen on a virtual shoe, its scenarios, a payout drill, and shoes of the log as lessons."""
