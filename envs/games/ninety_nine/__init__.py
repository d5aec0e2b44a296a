"""Ninety-Nine: David Parlett's trick game of exact prediction."""
