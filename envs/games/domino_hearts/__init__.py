"""Domino Hearts: who cannot follow suit draws until he can; hearts taken cost a point each."""
