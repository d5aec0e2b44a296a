"""Thousand (Тысяча): an auction for the talon, marriages, and a barrel before the thousand."""
