"""The games, one folder each; the tiny ones are one module."""
