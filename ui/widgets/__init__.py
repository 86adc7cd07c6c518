"""What is drawn: words, surfaces, signs, cards, and the regions made of them. No game in here."""
