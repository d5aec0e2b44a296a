"""The referee of Thousand: the page's vectors, what holds in every game, and worked cases."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.referees.thousand import PRESETS, Referee, options_for
from tests.referees.thousand_fuzz import Chooser, random_deck, random_match, random_options
from tests.referees.thousand_play import dealing_order
from tests.referees.thousand_tables import check
from tests.referees.thousand_vectors import T5_DECK, VECTORS, Script

# The page: deals, decision nodes and terminal histories.
MINI_COUNTS = {
    "mini2": (2_520, 1_077_264, 335_232),
    "mini2_plus": (2_520, 2_154_528, 670_464),
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.__name__)
def test_page_vector(vector):
    """The referee answers the page's test vectors."""
    for what, expected, actual in vector(Referee):
        assert expected == actual, what


# --- what holds in every game ---------------------------------------------------------------------


def play_out(options: dict, rng: random.Random, match: dict | None = None) -> None:
    """Play an episode and look at each step."""
    engine, chooser = Referee(options), Chooser(rng, options)
    engine.set_match(**(match or {}))
    start = list(engine.state.total)
    points = engine.cards.value(engine.pack())
    while engine.player != -4:
        if engine.wants_deck():
            engine.deal(random_deck(rng, options))
        else:
            legal = engine.legal()

            assert legal == sorted(set(legal)) and legal

            engine.play(chooser.choose(engine))
        gained = [now - then for now, then in zip(engine.state.total, start, strict=True)]

        places = engine.places()
        hands = [places[f"hand {p}"] for p in range(engine.players)]

        assert gained == engine.state.gained
        assert sorted(sum(places.values(), [])) in ([], engine.pack())

        if places["played"] and not any(hands) and options["leftover_to"] != "nobody":
            assert points == sum(engine.card_points)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_keeps_cards_and_points(preset):
    """Cards and points are kept, somebody can always move, and the limit of deals ends a match."""
    for seed in range(6):
        rng = random.Random(f"{preset} {seed}")
        single = "mini2" in preset
        episode = "deal" if single or seed % 2 else "match"
        options = options_for(preset, episode=episode, deal_limit=0 if single else 6)
        play_out(options, rng, random_match(rng, options) if seed % 3 else None)


def test_random_options_keep_cards_and_points():
    """The same holds under random combinations of options, none of which is refused."""
    for seed in range(80):
        rng = random.Random(seed)
        options = random_options(rng)
        check(options)
        play_out(options, rng, random_match(rng, options) if seed % 3 else None)


def mini_decks(preset: str):
    """Yield a deck for every distinct deal."""
    root = Referee(options_for(preset))
    slots = dealing_order(root.options, root.seats())

    def filled(cards: list[int], places: list[str]):
        if not places:
            yield {}
            return
        for chosen in combinations(cards, slots.count(places[0])):
            for others in filled([card for card in cards if card not in chosen], places[1:]):
                yield {places[0]: list(chosen), **others}

    for heaps in filled(root.pack(), sorted(set(slots))):
        left = {place: list(cards) for place, cards in heaps.items()}
        yield [left[place].pop() for place in slots]


def count_mini(preset: str) -> tuple[int, int, int]:
    """Walk every history; return deals, decision nodes and terminal histories."""
    deals = decisions = terminals = 0
    for deck in mini_decks(preset):
        deals += 1
        root = Referee(options_for(preset))
        root.deal(deck)
        nodes = [root]
        while nodes:
            node = nodes.pop()
            if node.player < 0:
                terminals += 1
                continue
            decisions += 1
            for action in node.legal():
                child = node.clone()
                child.play(action)
                nodes.append(child)
    return deals, decisions, terminals


@pytest.mark.long
@pytest.mark.parametrize("preset", MINI_COUNTS)
def test_mini_counts(preset):
    """Full enumeration gives the page's counts."""
    assert MINI_COUNTS[preset] == count_mini(preset)


def test_mini3_deals():
    """Nine cards in three hands of two and a talon of three make 7,560 deals."""
    assert 7_560 == sum(1 for _ in mini_decks("mini3"))


# --- cut and deal ---------------------------------------------------------------------------------


def ending_in(card: str, options: dict) -> list[int]:
    """Return a deck with this card at the bottom."""
    engine = Referee(options)
    bottom = engine.cards.card(card)
    return [other for other in engine.pack() if other != bottom] + [bottom]


def test_third_nine_at_the_bottom_fines_the_cutter():
    """Two nines are cut again, the third costs the seat at the dealer's right 120."""
    options = options_for("classic", first_dealer=0)
    engine = Referee(options)
    for suit in "SCD":
        engine.deal(ending_in(f"9{suit}", options))

        assert engine.wants_deck()

    assert [0, 0, -120] == engine.state.total

    engine.deal(ending_in("9S", options))  # no further ritual

    assert "auction" == engine.phase


def test_fine_takes_a_player_off_the_barrel():
    """A cutter who sits on the barrel falls by the fine, and it is no fall."""
    options = options_for("classic", first_dealer=0, cut_nine_limit=1)
    engine = Referee(options)
    engine.set_match(total=[0, 0, 880], on_barrel=[0, 0, 1], attempts=[0, 0, 2])
    engine.deal(ending_in("9S", options))
    seen = engine.state.total[2], engine.state.on_barrel[2], engine.state.falls[2]

    assert (760, False, 0) == seen


def test_dealer_chooses_what_to_do_with_a_nine():
    """The dealer always has a decision; a nine may be cut again or dealt."""
    options = options_for("classic", first_dealer=0, cut_ceremony="agent")
    table = Script(Referee, "classic", dealer=0, cut_ceremony="agent")
    table.engine.deal(ending_in("9S", options))

    assert [table.action("PASS"), table.action("RECUT")] == table.engine.legal()
    assert 0 == table.engine.player

    table.play("RECUT")
    table.engine.deal(ending_in("AS", options))

    assert [table.action("PASS")] == table.engine.legal()
    assert "auction" == table.play("PASS").engine.phase


def test_jack_is_dealt_among_the_middle_cards():
    """A jack from the bottom comes to one of the eight middle slots, drawn by lot."""
    options = options_for("agreements_app", first_dealer=2, cut_ceremony="auto")
    engine = Referee(options)
    deck = ending_in("JS", options)
    jack = deck[-1]
    engine.deal(deck)
    heap = engine.places()["middle"]

    assert sorted(deck[8:15] + [jack]) == sorted(heap)
    assert list(range(8)) == engine.legal() and -1 == engine.player
    assert engine.knows(2, "middle", jack) and not engine.knows(0, "middle", jack)

    engine.play(sorted(heap).index(jack))  # slot 8: seat 1

    assert engine.knows(1, "hand 1", jack) and not engine.knows(2, "hand 1", jack)

    lots = 1
    while engine.player == -1:
        engine.play(0)
        lots += 1

    assert 7 == lots  # the last card of the heap needs none
    assert deck[15:23] == [engine.at_slot[slot] for slot in range(16, 24)]


def test_dealer_who_sits_out_has_seen_the_last_card():
    """With four players the bottom card goes to the dealer's right, and the dealer knows it."""
    options = options_for("classic_4p", first_dealer=0)
    engine = Referee(options)
    deck = ending_in("AS", options)
    engine.deal(deck)

    assert engine.knows(0, "hand 3", deck[-1]) and not engine.knows(1, "hand 3", deck[-1])


@pytest.mark.parametrize(
    ("outcome", "phase", "totals"), [(9, "deck", [0, 0, -120]), (10, "auction", [0, 0, 0])]
)
def test_misdeal(outcome, phase, totals):
    """A card shown in dealing costs the dealer 120 and passes the deal on."""
    engine = Referee(options_for("agreements_app", first_dealer=2, misdeal_percent=10))
    engine.deal(engine.pack())

    assert list(range(100)) == engine.legal()

    engine.play(outcome)

    assert (phase, totals) == (engine.phase, engine.state.total)
    assert (0 if phase == "deck" else 2) == engine.state.dealer


# --- who has seen what ----------------------------------------------------------------------------


def seen_by(table: Script, seat: int, place: str) -> set[int]:
    """Return what a seat knows of a place."""
    cards = table.engine.places()[place]
    return {card for card in cards if table.engine.knows(seat, place, card)}


def test_shown_talon_is_known_until_a_closed_pass():
    """All know the talon in the declarer's hand until a card has left it face down."""
    for closed in (False, True):
        table = Script(Referee, pass_face_down=closed).deck(T5_DECK).play("100 PASS PASS")
        talon = {table.action(card) for card in ("TS", "9C", "JD")}

        assert talon == seen_by(table, 1, "hand 0")

        table.play("9D")
        gift = table.action("9D")

        assert gift in seen_by(table, 1, "hand 1")
        assert closed != (gift in seen_by(table, 2, "hand 1"))
        assert talon == seen_by(table, 1, "hand 0")
        assert (set() if closed else talon) == seen_by(table, 2, "hand 0")


def test_blind_forehand_sees_nothing_before_the_talon():
    """Forehand who may play blind has not looked; after BLIND he looks with the talon."""
    table = Script(Referee, blind=True, unblind=True).deck(T5_DECK)

    assert set() == seen_by(table, 0, "hand 0")
    assert 7 == len(seen_by(table, 1, "hand 1"))

    table.play("BLIND PASS")

    assert set() == seen_by(table, 0, "hand 0")

    table.play("PASS")

    assert 10 == len(seen_by(table, 0, "hand 0"))
    assert set() == seen_by(table, 1, "hand 0")


def test_unblinding_bid_reopens_the_auction():
    """Who cancels the blind has bid 125; a seat that passed before may bid on."""
    table = Script(Referee, blind=True, unblind=True).deck(T5_DECK).play("BLIND")

    assert [table.action("PASS")] == table.engine.legal()  # no pair

    table.play("PASS UNBLIND")

    assert 0 == table.engine.player
    assert 7 == len(seen_by(table, 0, "hand 0"))

    table.play("130")

    assert 1 == table.engine.player


def test_peeks():
    """Peeks are seen by their user only, are limited, and do not end the turn."""
    table = Script(Referee, peek_hands=1, peek_card=2).deck(T5_DECK)
    first = table.ids.TALON_CARD[0]
    table.play("SHOW_HANDS")

    assert table.engine.player == 0
    assert 7 == len(seen_by(table, 0, "hand 1")) and set() == seen_by(table, 2, "hand 1")
    assert table.ids.SHOW_HANDS not in table.engine.legal()

    table.engine.play(first)

    assert {table.action("TS")} == seen_by(table, 0, "talon 0")
    assert first not in table.engine.legal() and first + 1 in table.engine.legal()

    table.engine.play(first + 2)
    legal = set(table.engine.legal())

    assert not legal & set(table.ids.TALON_CARD)
    assert [2, 0, 0] == table.engine.state.peeks_card


def test_declared_marriage_shows_the_partner():
    """All know the queen that was not led."""
    table = Script(Referee).deck(T5_DECK).play("100 PASS PASS 9D JC PASS AS JS QS KH!")

    assert table.action("QH") in seen_by(table, 2, "hand 0")


# --- barrel, refusals -----------------------------------------------------------------------------


def test_earliest_on_the_barrel_takes_the_talon():
    """Without an auction the barrel player who mounted first is declarer at the need."""
    match = {"total": [0, 880, 880], "on_barrel": [0, 1, 1], "mount_order": [0, 2, 1]}
    table = Script(Referee, "classic", match=match).deck(T5_DECK)

    assert (2, 2, 121) == (table.engine.player, table.engine.declarer, table.engine.contract)


def test_two_cards_to_one_place_go_in_ascending_order():
    """The highest card cannot be laid aside first, nor a lower one second."""
    table = Script(Referee, "thirty_two", first_dealer=2)
    table.engine.deal(table.engine.pack())
    table.play("100 PASS PASS")
    hand = sorted(table.engine.places()["hand 0"])
    cards = [action for action in table.engine.legal() if action < 32]

    assert hand[:-1] == cards

    table.engine.play(hand[4])

    assert hand[5:] == [action for action in table.engine.legal() if action < 32]


@pytest.mark.parametrize(
    "wrong",
    [
        {"silence": True, "forced_opening": "none"},
        {"forced_opening": "dealer", "players": 4},
        {"hand_size": 6},
        {"discard_count": 1},
        {"seven_points": 7},
        {"barrel_at": 1000},
        {"deck": "SC/9TJQKA"},
    ],
)
def test_contradictions_are_refused(wrong):
    """Options that contradict each other are refused with one line."""
    with pytest.raises(ValueError, match="^thousand: .*expected"):
        Referee(options_for("agreements_app", **wrong))


def test_illegal_action_changes_nothing():
    """An illegal action raises, and the position stays."""
    table = Script(Referee).deck(T5_DECK)
    before = table.engine.legal()
    with pytest.raises(ValueError, match="^thousand: expected one of"):
        table.engine.play(0)

    assert before == table.engine.legal()
