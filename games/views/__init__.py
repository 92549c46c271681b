"""Views: parse, call one use-case, render."""
