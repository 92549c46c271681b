"""English, as it is read everywhere."""
