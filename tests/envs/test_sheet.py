"""Score sheets: small matches played and added up by hand from the pages, and matches at random."""

from __future__ import annotations

import random

import pytest

from helpers.matches import match_of
from prikup.envs import game_names, load_game
from prikup.envs.engine.game import State
from prikup.envs.sheet import score_sheet


def play(state: State, text: str) -> State:
    """Deal, written `deal eldest's cards / the others' / next of the deck`, say, and play cards."""
    for word in text.split(";"):
        words = word.split()
        if words[0] == "deal":
            hands = " ".join(words[1:]).split("/")
            *columns, rest = [[state.game.parse_card(card) for card in h.split()] for h in hands]
            deck = [card for row in zip(*columns, strict=True) for card in row] + rest
            left = [card for card in state.game.pack.tolist() if card not in deck]
            state.deal(deck=deck + left)
        elif words[0] == "say":
            state.apply_action(state.string_to_action(" ".join(words[1:])))
        else:
            for card in words:
                state.apply_action(state.string_to_action(card))
    return state


def lines(text: str) -> list[str]:
    """Return the lines without the blanks around them."""
    return [line.strip() for line in text.strip().splitlines()]


def test_sheet_of_king():
    """Two penalty contracts and two deals that win points back, four points a queen, two a heart.

    The cards of each deal stand in the order of dealing, eldest first.
    """
    game = load_game(
        "king:players=2,deck=SH/QKA,sequence=no_queens/no_hearts,otygrysh_rounds=1,"
        "trump_view=whole_hand,first_dealer=1,episode=match"
    )
    state = play(
        game.new_initial_state(),
        # Eldest is 0. 1 takes QS with its ace and QH with its king: -8.
        "deal QS KS QH / AS KH AH / ;QS AS KH QH AH KS;"
        # Eldest is 1. 0 takes KH and QH, then AH: -6.
        "deal QS KS QH / AS KH AH / ;QS AS KH QH AH KS;"
        # 1 deals, 0 on its right names spades, draws them, and loses QH to the ace: 2 tricks, 1.
        "deal AS KS QH / QS KH AH / ;say name S;AS QS KS KH QH AH;"
        # The namer deals, 1 names spades and takes all three.
        "deal QS KS AS / QH KH AH / ;say name S;QS QH KS KH AS AH",
    )

    assert state.is_terminal()
    assert lines(
        """
        deal dealer                 | player 0 | player 1
        ----------------------------+----------+---------
           1      1 no queens       |     0  0 |    -8 -8
           2      0 no hearts       |    -6 -6 |     0 -8
           3      1 otygrysh S by 0 |    +6  0 |    +3 -5
           4      0 otygrysh S by 1 |     0  0 |    +9  4
        ----------------------------+----------+---------
                    penalties       |       -6 |       -8
                    won back        |        6 |       12
        """
    ) == lines(score_sheet(state).text(["player 0", "player 1"]))


def test_sheet_of_joker_poker():
    """1, 2, 2, 1 cards and a misere: exact 10 a trick, a pass 5, above 1, below -10 a trick.

    The third text of a deal is the card turned for the trump.
    """
    game = load_game(
        "joker_poker:players=2,deck=SH/QKA,jokers=none,max_hand=2,specials=misere,"
        "special_repeat=once,first_dealer=1,episode=match"
    )
    state = play(
        game.new_initial_state(),
        # 0 bids and makes 1: 10. 1 may not bid 0, which would make the bids add up: it misses 1.
        "deal AS / KS / QH;say bid 1;say bid 1;AS KS;"
        # Trump hearts. Eldest 1 bids 0 and takes none: 5. 0 bids 1 and takes both: 2.
        "deal QS KS / AS KH / QH;say bid 0;say bid 1;QS AS KH KS;"
        # Trump spades. 0 bids 2 and takes both: 20. 1 bids 1: -10.
        "deal AS KS / QH KH / QS;say bid 2;say bid 1;AS QH KS KH;"
        # Trump hearts. 1 bids 1 and loses to the ace: -10; 0 bids 1: 10.
        "deal QS / AS / QH;say bid 1;say bid 1;QS AS;"
        # Misere, trump hearts: 0 takes one trick, 1 the other.
        "deal QS AH / AS KS / QH;QS AS KS AH",
    )

    assert state.is_terminal()
    assert lines(
        """
        deal dealer            |   player 0 |    player 1
        -----------------------+------------+------------
           1      1 1 H        | 1/1 +10 10 | 1/0 -10 -10
                    1 x 1      |     +10 10 |     -10 -10
        -----------------------+------------+------------
           2      0 2 H        | 1/2  +2 12 | 0/0  +5  -5
           3      1 2 S        | 2/2 +20 32 | 1/0 -10 -15
                    2 x 2      |     +22 32 |      -5 -15
        -----------------------+------------+------------
           4      0 1 H        | 1/1 +10 42 | 1/0 -10 -25
                    1 x 1      |     +10 42 |     -10 -25
        -----------------------+------------+------------
           5      1 2 H misere | -/1 -10 32 | -/1 -10 -35
                    misere     |     -10 32 |     -10 -35
        """
    ) == lines(score_sheet(state).text(["player 0", "player 1"]))


@pytest.mark.parametrize("name", game_names())
def test_sheets_add_up(name):
    """In matches at random the points of a sheet's rows add up to its totals and to the scores."""
    game, rng = match_of(name), random.Random(name)
    state = game.new_initial_state()
    for _ in range(5_000):
        if state.is_terminal():
            break
        if state.wants_deck():
            state.deal(seed=3)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    sheet = score_sheet(state)
    totals = [0.0] * game.num_players()
    for row in sheet.rows:
        if not row.is_sum:
            totals = [total + (own or 0) for total, own in zip(totals, row.points)]
        assert pytest.approx(totals) == row.totals

    assert pytest.approx(totals) == state.scores().tolist()
    assert int(state.record.match.deals) == len([row for row in sheet.rows if row.number])


def test_compensation_and_orders_have_their_rows():
    """The 4 points that everybody is down stand after the first deal; orders are crossed off."""
    game = load_game("king:preset=atomic3,episode=match,first_dealer=2")
    state, rng = game.new_initial_state(), random.Random(1)
    while int(state.record.match.deals) < 1:
        if state.wants_deck():
            state.deal(seed=1)
        elif state.string_to_action("order no_tricks") in state.legal_actions():
            state.apply_action(state.string_to_action("order no_tricks"))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    sheet = score_sheet(state)
    closing = dict(sheet.closing)

    assert ["no tricks by 0", "compensation"] == [row.label for row in sheet.rows]
    assert -20 == sum(sheet.rows[0].points)
    assert (-4, -4, -4) == sheet.rows[1].points
    assert ("x", ".", ".") == closing["no tricks"]
    assert ("0 of 3", "0 of 3", "0 of 3") == closing["otygrysh"]


def test_a_dealer_who_sits_out_has_no_points():
    """With four seats and three players the dealer's cell of the deal stays empty."""
    game = load_game("king:preset=atomic4,episode=match,first_dealer=3")
    state, rng = game.new_initial_state(), random.Random(2)
    while int(state.record.match.deals) < 1:
        if state.wants_deck():
            state.deal(seed=1)
        else:
            state.apply_action(rng.choice(state.legal_actions()))

    assert score_sheet(state).rows[0].points[3] is None


def test_a_match_that_goes_on_brings_its_scores():
    """A state whose match has scores already begins with them."""
    game = load_game("nines:episode=match")
    state = game.new_initial_state({"dealer": 0, "gained": [1, 2, 0, 0]})

    assert (1, 2, 0) == score_sheet(state).rows[0].totals
