"""What lies over the boxes: each module makes one kind of pad from what was opened and from the view."""
