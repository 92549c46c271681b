"""Filters and tags for the pages."""
