"""The journal read by people: what happened in each coup, played again by the law from what may be known."""
