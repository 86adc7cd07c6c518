"""A whole core in one process, fed one event after another, and everything that can be observed of it meanwhile."""
