"""Screenshots of every page and state: `make screenshots`."""
