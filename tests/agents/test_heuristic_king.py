"""The heuristic of King: legal, blind to what is hidden, better than chance, as on its page."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.policies import advantage, assert_legal_throughout, decide
from prikup.agents import heuristic, uniform
from prikup.envs import load_game
from prikup.envs.check import check_policy
from prikup.envs.engine.cards import make_set
from prikup.envs.engine.game import Game
from prikup.envs.engine.rng import stream
from prikup.envs.games.king.layout import CAPOT, NAMING, ORDERING, PASSING, PLAYING
from prikup.envs.games.king.options import ALL_CONTRACTS, KingOptions

GAMES = [f"preset={preset}" for preset in KingOptions.PRESETS] + [
    "sequence=fantan,positive_phase=none,deck=52",
    "preset=polignac3,capot=true",
    "preset=auction3,auction_settlement=sweepstake",
    "preset=atomic3,discard_rule=counts_to_discarder",
    "preset=king14,sequence=eralash,episode=match",
    "preset=tetka,bum_source=cut",
]


def load(text: str) -> Game:
    """Return a form of King."""
    return load_game(f"king:{text}")


def chosen(text: str, hand: str, on_table: str = "", **fields: int | str) -> str:
    """Return the heuristic's action, as text, with a hand and cards on the table.

    Args:
        text: Options of the game.
        hand: The mover's cards; the other seats keep theirs, for nobody looks at them.
        on_table: Cards of the seats before it, the first of them led.
        **fields: Further fields of the state; the contract by its name.
    """
    game = load(text)
    state = game.deal(deck=game.pack, match={"dealer": game.num_players() - 1})
    record = state.record
    record.phase = PLAYING
    trick = [game.parse_card(word) for word in on_table.split()]
    seat = len(trick)
    for other, card in enumerate(trick):
        record.trick[other] = card
        record.played[other] = 1 << card
        record.trick_set |= 1 << card
    if trick:
        record.led = trick[0] // len(game.options.the_pack().ranks)
        same = [card for card in trick if card // len(game.options.the_pack().ranks) == record.led]
        record.best = trick.index(max(same))
    record.leader, record.player, record.trick_size = 0, seat, len(trick)
    record.hands[seat] = make_set([game.parse_card(word) for word in hand.split()])
    for name, value in fields.items():
        record[name] = ALL_CONTRACTS.index(value) if isinstance(value, str) else value
    return state.action_to_string(decide(state, heuristic.policy(game), stream(0)))


@pytest.mark.parametrize("text", GAMES)
def test_every_action_is_legal(text):
    """In every preset and variant it plays whole episodes with legal actions."""
    assert_legal_throughout(load(text))


@pytest.mark.parametrize("text", GAMES)
def test_decides_by_what_the_mover_knows(text):
    """It decides alike in the true state and in worlds sampled from the mover's view."""
    game = load(text)
    check_policy(game, heuristic.policy(game))


@pytest.mark.parametrize(
    "preset",
    [
        *(f"single_{contract}" for contract in ALL_CONTRACTS[:8]),
        "ordered",
        "atomic3",
        "atomic4",
        "rifki",
        "omnibus",
        "polignac3",
        "polignac32",
        "jokers3",
        "jokers4",
        "auction3",
        "auction4",
        "black_donka",
        "black_maria",
        "tetka",
        "hearts_openspiel",
    ],
)
def test_beats_chance(preset):
    """Against uniform players it scores above the table's mean, by four standard errors."""
    points = advantage(load(f"preset={preset}"), 150)

    assert points.mean() > 4 * points.std() / len(points) ** 0.5


# Kings are high: K Q J A T 9 8 7. Eldest, to speak first, leads the first trick.
GENERAL = "preset=polignac32,capot=true"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("KS QS KH QH KD QD KC QC", "capot"),  # nothing can beat a card of it
        ("KS QS JS AS TS 9S KH KD", "capot"),  # the long suit draws the last two spades
        ("KS QS KH QH KD QD KC 7C", "pass"),  # the seven loses
        ("KS JS KH QH KD QD KC QC", "pass"),  # the queen of spades is out with six cards
    ],
)
def test_general_is_announced_with_winners_only(hand, expected):
    """The general needs a hand that loses no trick, whatever the others hold."""
    assert expected == chosen(GENERAL, hand, phase=CAPOT)


def test_general_is_not_announced_where_another_leads():
    """With a void the first lead may be lost, though every own card would win if led."""
    assert "pass" == chosen(GENERAL, "KS QS JS AS TS 9S 8S 7S", phase=CAPOT, leader=3)
    assert "capot" == chosen(GENERAL, "KS QS JS AS TS 9S 8S 7S", phase=CAPOT)


def test_announcer_leads_winners_and_the_others_try_to_win():
    """Who has announced leads what cannot be beaten; another takes the trick if he can."""
    assert "KS" == chosen(GENERAL, "KS 7H", announcer=0, contract="cards")
    assert "AH" == chosen(GENERAL, "AH 7H", "TH", announcer=0, contract="cards")
    # Once the announcer has lost a trick, jacks count as usual: the ten of hearts takes one.
    lost = {"announcer": 0, "contract": "cards", "tricks_done": 1}
    assert "7H" == chosen(GENERAL, "KH 7H", "JH", **lost)


@pytest.mark.parametrize("deck", ["32", "52"])
def test_beats_chance_at_what_has_no_preset(deck):
    """The same in a deal that is won back, and in a fantan."""
    for text in ("sequence=eralash,positive_phase=mirror", "positive_phase=fantan"):
        game = load(f"{text},deck={deck},otygrysh_rounds=1")
        rng, own, chance = stream(2), heuristic.policy(game), uniform.policy(game)
        points = []
        for seed in range(300):
            seat = seed % 4
            match = {"dealer": seed // 4 % 4, "deals": 1 if "mirror" in text else 7}
            state = game.deal(deck=game.deck(seed), match=match)
            while not state.is_terminal():
                policy = own if state.current_player() == seat else chance
                state.apply_action(decide(state, policy, rng))
            scores = state.scores()
            points.append(scores[seat] - scores.mean())

        assert np.mean(points) > 2 * np.std(points) / len(points) ** 0.5, text


def test_plays_the_highest_card_that_loses():
    """The highest card below the best one goes."""
    assert "TS" == chosen("", "7S 8S TS KS", "JS", contract="no_tricks")


def test_wins_with_the_highest_if_it_must():
    """Last to play, with nothing lower and nothing to lose but the trick: the highest."""
    assert "AS" == chosen("", "JS QS AS", "9S 8S 7S", contract="no_hearts")


@pytest.mark.parametrize(
    ("contract", "hand", "expected"),
    [
        ("no_queens", "QC AD 7H", "QC"),
        ("no_jacks", "JC AD KH", "JC"),
        ("no_hearts", "AC KH 7D", "KH"),
        ("no_tricks", "AC 8H 9D", "AC"),
    ],
)
def test_throws_what_costs(contract, hand, expected):
    """Void of the suit led, a penalty card goes, otherwise the most dangerous card."""
    assert expected == chosen("", hand, "9S TS", contract=contract)


def test_gives_no_queen_to_itself():
    """Under the king of another the queen goes; before an ace may come it does not win."""
    assert "QS" == chosen("", "QS 8S", "9S KS", contract="no_queens")
    assert "8S" == chosen("", "QS 8S", "9S TS JS", contract="no_queens")


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("7S 8S AD", "name S"), ("TD JD QD", "name D"), ("7S 8C AD", "by the last")],
)
def test_names_by_three_cards(hand, expected):
    """Two of a suit or more: it is named; three suits: the last card decides."""
    text = "preset=single_otygrysh,otygrysh_namer=dealer_left"

    assert expected == chosen(text, hand, contract="otygrysh", phase=NAMING)


def test_orders_by_the_strength_of_the_hand():
    """Otygrysh with a strong hand, with a weak one a contract of penalties."""
    strong, weak = "AS KS QS JS AD KD AC AH", "7S 8S 9S 7C 8C 7D 8D 7H"

    assert "order otygrysh" == chosen("preset=ordered", strong, phase=ORDERING, contract=-1)
    assert chosen("preset=ordered", weak, phase=ORDERING, contract=-1) in {
        f"order {name}" for name in ALL_CONTRACTS[:7]
    }


def test_passes_the_queen_of_short_spades():
    """Of three spades queen, king and ace are passed; with five spades below they stay."""
    rest = "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H"
    text = "preset=black_donka"

    assert "QS" == chosen(text, f"QS KS AS {rest}", contract="cards", phase=PASSING)
    assert "QS" != chosen(
        text, "QS 2S 3S 4S 5S 2C 3C AC KC QC 2D 2H 3H", contract="cards", phase=PASSING
    )
