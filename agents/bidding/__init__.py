"""Bidders by statistics of hands: tables of what followed, and the bid of the best expectation."""
