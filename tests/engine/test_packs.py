"""Packs and the text of cards."""

import pytest

from prikup.envs.engine.errors import BadOptions, BadText
from prikup.envs.engine.packs import pack


@pytest.mark.parametrize(
    "text, size, first, last",
    [
        ("24", 24, "9S", "AH"),
        ("32", 32, "7S", "AH"),
        ("36", 36, "6S", "AH"),
        ("52", 52, "2S", "AH"),
        ("54", 54, "2S", "JOKER2"),
        ("60", 60, "2S", "AH"),
        ("SCDH/KA", 8, "KS", "AH"),
        ("dhs/89t", 9, "8S", "TH"),
    ],
)
def test_packs_have_their_cards(text, size, first, last):
    """Every pack has the cards its name says, suits in the order S C D H."""
    cards = pack(text).cards

    assert size == len(cards) == len(set(cards))
    assert (first, last) == (cards[0], cards[-1])


@pytest.mark.parametrize("text", ["24", "36", "54", "60", "S/A", "CD/9TJ"])
def test_card_text_goes_both_ways(text):
    """Each card's text names that card, in small letters too."""
    cards = pack(text)
    for number in range(len(cards.cards)):
        assert number == cards.card(cards.text(number))
        assert number == cards.card(cards.text(number).lower())

    assert list(range(len(cards.cards))) == cards.parse(" ".join(cards.cards))


def test_pack_of_60_has_elevens_and_twelves():
    """Between ten and jack lie eleven and twelve."""
    spades = [text for text in pack("60").cards if text.endswith("S")]

    assert ["9S", "TS", "11S", "12S", "JS"] == spades[7:12]


@pytest.mark.parametrize("text", ["", "40", "SCDH", "/KA", "SS/KA", "SX/KA", "SC/KK", "SC/1K"])
def test_unknown_pack_is_an_error(text):
    """The message shows what is possible and what came."""
    with pytest.raises(BadOptions, match="a pack must be 24, 32, 36, 52, 54, 60 or SUITS/RANKS"):
        pack(text)


def test_unknown_card_is_an_error():
    """The message names the pack's first and last card and what came."""
    with pytest.raises(BadText, match=r"one of this pack \(9S to AH\), got '8S'"):
        pack("24").card("8S")
