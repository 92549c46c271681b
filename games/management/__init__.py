"""Django's commands for the site."""
