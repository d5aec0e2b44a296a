"""Joker poker: exact bids with a joker over a fixed sheet of deals; Oh Hell without one."""
