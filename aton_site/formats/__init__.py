"""How dates and numbers are written, where Django's own way does not do."""
