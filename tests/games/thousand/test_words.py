"""The words of Thousand: stable texts, and the table with its score sheet as a seat sees it."""

from __future__ import annotations

import pytest

from prikup.envs import load_game
from prikup.envs.engine.game import State
from prikup.envs.games.thousand import layout, words
from prikup.envs.games.thousand.options import ThousandOptions

# The page's deal T5: dealer 2, forehand 0.
PACK = "AH TH JH KH AD 9H TS QH TD KD 9C AS TC QD JD 9S KS AC JC QC KC 9D JS QS"


def page_deal(played: str = "", options: str = "", **match: object) -> State:
    """Return the page's deal after some actions, with commas between them."""
    game = load_game(f"thousand:{options}")
    deck = [game.parse_card(word) for word in PACK.split()]
    state = game.deal(deck=deck, match={"dealer": 2, **match})
    for word in filter(None, played.split(",")):
        state.apply_action(state.string_to_action(word.strip()))
    return state


@pytest.mark.parametrize("preset", ["agreements_app", "thirty_two", "mini3"])
def test_action_texts_differ_and_read_back(preset):
    """Every action of a pack has a text of its own, from which it is found again."""
    game = load_game(f"thousand:preset={preset}")
    texts = [game.action_to_string(action) for action in range(game.num_distinct_actions())]

    assert len(set(texts)) == len(texts)
    assert ["bid 40", "bid 100", "bid 400"] == [
        texts[len(game.pack) + layout.BID_40 + step] for step in (0, 12, 72)
    ]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (layout.CUT_FINE + 2, "player 2 pays for the nines"),
        (layout.BOTTOM + 0, "the last card is 9S"),
        (layout.TALON_SUIT + 32 * 3 + 2, "2 of the talon are hearts"),
        (layout.HELD_NINES + 1, "player 1 had four nines"),
        (layout.SAT_OUT + 105, "the dealer writes 105"),
        (layout.TOOK + 2048 * 2 + 169, "player 2 took 169"),
    ],
)
def test_words_of_the_log(word, text):
    """A word with a number in it says the seat, the card, the suit, the points."""
    assert text == words.word_text(ThousandOptions.make(), word)


def test_table_shows_the_own_hand_by_suits_and_counts_the_others():
    """The own hand is sorted by suit, strongest first; other hands are backs."""
    table = page_deal().view(1).table()

    assert ("KS", "JS", "TC", "QC", "AD", "TD", "TH") == table.seats[1].cards
    assert ((), 7) == (table.seats[0].cards, table.seats[0].hidden)


def test_table_shows_the_talon_to_all_and_face_down_passes_to_two():
    """All see the talon that was shown; a card passed face down is seen by giver and receiver."""
    state = page_deal("bid 100, pass, pass, 9D, JC", "pass_face_down=true")
    rows = [dict(state.view(seat).table().rows) for seat in range(3)]

    assert [("TS", "9C", "JD")] * 3 == [row["talon was"] for row in rows]
    assert [True, True, False] == ["to player 1" in row for row in rows]
    assert [True, False, True] == ["to player 2" in row for row in rows]


def test_table_counts_the_talon_before_it_is_taken():
    """During the auction the highest bid and who passed are on the table, no card of the talon."""
    table = page_deal("bid 100, bid 105, pass").view(0).table()

    assert () == table.rows
    assert any("highest bid 105 by player 1" in line for line in table.lines)
    assert "passed" in table.seats[2].notes


def test_score_sheet():
    """Totals, barrel, bolts, write-offs and falls of each player are in the score sheet."""
    state = page_deal(
        total=[880, 300, -120], on_barrel=[1, 0, 0], attempts=[1, 0, 0], bolts=[0, 2, 0],
        writeoffs=[0, 0, 1], falls=[0, 1, 0],
    )  # fmt: skip
    sheet = [line for line in state.view(0).table().lines if line.startswith("score")]

    assert [
        "score: player 0: 880 on the barrel, attempt 2 | player 1: 300, bolts 2, falls 1"
        " | player 2: -120, written off 1"
    ] == sheet


def test_table_of_the_play():
    """Contract, trump with its setter, marriage, and points taken are said of the running play."""
    state = page_deal("bid 100, pass, pass, 9D, JC, bid 150, AS, JS, QS, declare KH")
    table = state.view(1).table()

    assert (("player 0", "KH"),) == table.center
    assert any("player 0 plays 150; trump hearts (player 0)" in line for line in table.lines)
    assert {"marriage H", "tricks 1, points 116"} <= set(table.seats[0].notes)
    assert ("QH",) == table.seats[0].cards[-1:]


def test_blind_forehand_sees_only_backs():
    """Before forehand has looked at its cards its own hand is backs to itself."""
    seat = page_deal(options="blind=true").view(0).table().seats[0]

    assert ((), 7) == (seat.cards, seat.hidden)
