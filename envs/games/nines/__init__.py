"""Nines: a trick game with a spare hand to exchange for, from nine points down to none."""
