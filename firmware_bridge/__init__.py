"""The shoe on a wire: bytes become sightings of cards, each once and in order, and nothing is lost in silence."""
