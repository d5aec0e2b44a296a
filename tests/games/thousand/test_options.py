"""Options of Thousand: what is refused, what follows from others, the dealing order."""

from __future__ import annotations

import pytest

from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions
from prikup.envs.games.thousand.options import ThousandOptions
from prikup.envs.games.thousand.tables import dealing_slots

REFUSED = [
    ({"silence": True, "forced_opening": "none"}, "silence=true needs forced_opening"),
    ({"forced_opening": "dealer", "players": 4}, "forced_opening=dealer is for 2 or 3"),
    ({"seven_points": 7}, "seven_points must be 0, or 7 with sevens"),
    ({"hand_size": 6}, "need 21 cards, deck=24 has 24"),
    ({"discard_count": 1}, "talon_size must be pass_each"),
    ({"round_to": 4}, "round_to must be 1, 5 or 10"),
    ({"bid_step": 7}, "bid_step must be a multiple of 5"),
    ({"opening_bid": 62}, "opening_bid must be a multiple of 5 or 66"),
    ({"opening_bid": 30}, "bids must be 40 or more"),
    ({"highest_bid": 95}, "highest_bid must be at least"),
    ({"barrel_at": 1000}, "barrel_at must be below target"),
    ({"barrel_at": 0, "barrel_auction": "barrel_takes_talon"}, "needs barrel_at above 0"),
    ({"first_dealer": 3}, "first_dealer must be below players=3"),
    ({"deck": "36"}, "deck has ranks 7 to A only"),
    ({"deck": "SCDH/789TJA"}, "deck has ranks 7 to A only"),
    ({"deal_score": "contract_against_taken"}, "needs episode=deal and writeoff=false"),
    ({"suit_marriages": "40/60/80"}, "suit_marriages needs four values"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_contradictions_are_refused_in_one_line(options, message):
    """Options that exclude each other raise BadOptions with one line that names them."""
    with pytest.raises(BadOptions, match=message) as caught:
        load_game("thousand", **options)

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "layout"),
    [
        ({}, (7, 1, 3, 1, 0)),
        ({"players": 4}, (7, 1, 3, 1, 0)),
        ({"players": 2}, (10, 2, 2, 1, 0)),
        ({"players": 2, "two_player_equalise": "discard_two"}, (10, 2, 2, 0, 2)),
        ({"deck": "32"}, (10, 1, 2, 0, 2)),
        ({"deck": "32", "players": 2}, (14, 2, 2, 1, 0)),
    ],
)
def test_layout_follows_players_and_pack(options, layout):
    """Hands, talons and exchange are as in the page's table of layouts."""
    made = ThousandOptions.make(**options)

    assert layout == (
        made.hand_size,
        made.talons,
        made.talon_size,
        made.pass_each,
        made.discard_count,
    )


@pytest.mark.parametrize(
    ("options", "talons"),
    [
        ({}, {4: [6, 10, 14]}),
        ({"players": 2}, {4: [4, 7], 5: [10, 13]}),
        ({"deck": "32"}, {4: [6, 10]}),
        ({"deck": "32", "players": 2}, {4: [4, 7], 5: [10, 13]}),
    ],
)
def test_talon_lies_at_the_pages_places_of_the_pack(options, talons):
    """The talon's cards are those that the page's dealing order names."""
    slots = dealing_slots(ThousandOptions.make(**options))
    found = {to: [i for i, slot in enumerate(slots) if slot == to] for to in talons}

    assert talons == found


@pytest.mark.parametrize(
    ("preset", "bids"),
    [
        ("agreements_app", [100, 105, 110]),
        ("five_hundred_one", [66, 70, 75]),
        ("thousand_after_1001", [60, 70, 80]),
        ("mini2", [30, 60]),
    ],
)
def test_bids_begin_with_the_opening_and_go_on_in_steps(preset, bids):
    """The grid is the opening bid and the multiples of the step above it."""
    assert bids == ThousandOptions.make(preset=preset).bids()[:3]


def test_presets_of_the_page_and_the_minis_are_there():
    """All presets of the rules page by its names, and three small versions."""
    assert [
        "agreements_app",
        "agreements_app_all",
        "online_club",
        "online_club_golden",
        "classic",
        "classic_2p",
        "classic_4p",
        "classic_900",
        "pagat",
        "thirty_two",
        "thousand_one",
        "thousand_after_1001",
        "five_hundred_one",
        "mini2",
        "mini2_plus",
        "mini3",
    ] == list(ThousandOptions.PRESETS)
