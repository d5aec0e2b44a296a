"""Devyatka (Nine): cards laid out in suit rows from the nine; the last to hold cards loses."""
