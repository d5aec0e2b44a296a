"""What the deals of King and its relatives score, for its referee.

Everywhere points are signed: penalties are negative. `taken` holds the cards that each seat has
won (or is charged with), `tricks` pairs of a winner and the cards of a trick in order.
"""

from __future__ import annotations

from referees.king_tables import Cards, points_of_cards

Trick = tuple[int, list[tuple[int, int]]]

SLAM = 26
BUM_NUMBERS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}


# --- contracts of King --------------------------------------------------------------------------


def value_of_king(options: dict) -> int:
    """Return what the king of hearts costs."""
    return 24 if options["compensation"] == "king24" else options["v_king"]


def card_values(options: dict, cards: Cards, contract: str) -> dict[int, int]:
    """Return the penalty of each card that has one in a contract, as a positive number."""
    parts = [contract]
    if contract == "eralash":
        parts = ["no_jacks", "no_queens", "no_hearts", "no_king"]
    values: dict[int, int] = {}
    for card in cards.pack:
        rank, suit = cards.rank(card), cards.suit(card)
        value = 0
        if "no_jacks" in parts:
            is_counted = rank == "J" or (rank == "K" and options["kings_with_jacks"])
            value += options["v_jack"] if is_counted else 0
        if "no_queens" in parts and rank == "Q":
            value += options["v_queen"]
        if "no_hearts" in parts and suit == "H":
            value += options["v_heart"]
        if "no_king" in parts and rank + suit == "KH":
            value += value_of_king(options)
        if value:
            values[card] = value
    return values


def contract_points(
    options: dict,
    cards: Cards,
    contract: str,
    tricks: list[Trick],
    taken: list[list[int]],
    last: int,
) -> list[int]:
    """Return the points of a deal of King; `last` is the number of tricks in a whole deal."""
    values = card_values(options, cards, contract)
    points = [-sum(values.get(card, 0) for card in won) for won in taken]
    for number, (winner, _) in enumerate(tricks, start=1):
        if contract == "otygrysh":
            points[winner] += options["v_otygrysh"]
        if contract in ("no_tricks", "eralash"):
            points[winner] -= options["v_trick"]
        if contract in ("last_two", "eralash") and number >= last - 1:
            points[winner] -= options["v_last"]
    return points


def preliminary_points(tricks: list[Trick], players: int) -> list[float]:
    """Return the points of a deal before the match: the most tricks cost four, shared by ties."""
    counts = trick_counts(tricks, players)
    most = [seat for seat in range(players) if counts[seat] == max(counts)]
    return [-4 / len(most) if seat in most else 0 for seat in range(players)]


def trick_counts(tricks: list[Trick], players: int) -> list[int]:
    """Return the tricks of each seat."""
    return [len([winner for winner, _ in tricks if winner == seat]) for seat in range(players)]


def proportional(total: list[float]) -> list[float]:
    """Return final results in which the winners share what the losers lose."""
    lost = -sum(points for points in total if points < 0)
    won = sum(points for points in total if points > 0)
    return [lost * points / won if points > 0 else points for points in total]


# --- the Hearts family ----------------------------------------------------------------------------


def hearts_values(options: dict, cards: Cards) -> dict[int, int]:
    """Return the signed points of each card that has any; a card's own entry outdoes its suit's."""
    given = points_of_cards(options["card_penalties"])
    values = {}
    for card in cards.pack:
        if card in cards.jokers:
            values[card] = -options["joker_penalty"]
        else:
            values[card] = given.get(cards.name(card), given.get(cards.suit(card), 0))
    return {card: value for card, value in values.items() if value}


def hearts_points(
    options: dict, cards: Cards, tricks: list[Trick], taken: list[list[int]], seats: list[int]
) -> list[int]:
    """Return the points of a deal in which only cards count."""
    values = hearts_values(options, cards)
    points = [sum(values.get(card, 0) for card in won) for won in taken]
    if options["slam_rule"] != "none":
        in_play = {card for won in taken for card in won}
        needed = {
            card
            for card in in_play
            if values.get(card, 0) < 0 or (values.get(card, 0) > 0 and options["slam_needs_bonus"])
        }
        for seat in seats:
            if needed and needed <= set(taken[seat]):
                return slam_points(options, values, taken, seat, seats)
    if options["avoid_all_tricks_bonus"]:
        counts = trick_counts(tricks, len(taken))
        points = [p + (5 if s in seats and not counts[s] else 0) for s, p in enumerate(points)]
    return points


def slam_points(
    options: dict, values: dict[int, int], taken: list[list[int]], seat: int, seats: list[int]
) -> list[int]:
    """Return the points after one seat has taken every penalty card."""
    gains = options["slam_rule"] == "self_gains"
    points = [0] * len(taken)
    for other in seats:
        if other == seat:
            points[other] = SLAM if gains else 0
        else:
            points[other] = 0 if gains else -SLAM
        if not options["slam_needs_bonus"]:
            # The bonus is no part of the slam, so it counts beside it.
            points[other] += sum(max(values.get(card, 0), 0) for card in taken[other])
    return points


def capot_points(value: int, announcer: int, made: bool, seats: list[int], points: list[int]):
    """Return the points after a general was announced."""
    if made:
        return [-value if s in seats and s != announcer else 0 for s in range(len(points))]
    return [p - value if s == announcer else p for s, p in enumerate(points)]


# --- the auction ----------------------------------------------------------------------------------


def auction_points(
    settlement: str, counts: list[int], bid: int, bidder: int, pool: int, seats: list[int]
) -> tuple[list[int], int, bool]:
    """Return the points of a deal with a penalty suit, the pool left, and whether it stays over.

    Args:
        settlement: The option `auction_settlement`.
        counts: Cards of the suit that each seat has taken.
        bid: What the bidder pays in this deal, 0 if nothing.
        bidder: The highest bidder, -1 if nobody has bid.
        pool: What lay in the pool before.
        seats: The seats that played.
    """
    points = [0 if settlement == "fewest" else -count for count in counts]
    if bidder >= 0:
        points[bidder] -= bid
    if settlement == "minus_points":
        return points, pool, False
    if settlement == "fewest":
        pool += bid
        fewest = min(counts[seat] for seat in seats)
        sharing = [seat for seat in seats if counts[seat] == fewest]
    else:
        pool += bid + sum(counts)
        sharing = [seat for seat in seats if counts[seat] == 0]
        if not sharing or max(counts) == sum(counts):
            return points, pool, True
    for seat in sharing:
        points[seat] += pool // len(sharing)
    return points, pool % len(sharing), False


# --- Tetka ----------------------------------------------------------------------------------------


def tetka_points(
    cards: Cards, bum: int, tricks: list[Trick], taken: list[list[int]], seats: list[int]
) -> list[int]:
    """Return the penalties of a deal of Tetka; `bum` is the card that names suit and rank."""
    suit, rank = cards.suit(bum), cards.rank(bum)
    points = [0] * len(taken)
    for seat in seats:
        for card in taken[seat]:
            is_queen = cards.rank(card) == "Q"
            points[seat] -= is_queen + (is_queen and cards.suit(card) == suit) + (card == bum)
    number = BUM_NUMBERS.get(rank) or int(rank)
    if number <= len(tricks):
        points[tricks[number - 1][0]] -= 1
    points[tricks[-1][0]] -= 1
    counts = trick_counts(tricks, len(taken))

    def rate(seat: int) -> tuple[int, int, int, int]:
        of_suit = [cards.strength(card) for card in taken[seat] if cards.suit(card) == suit]
        return counts[seat], len(of_suit), max(of_suit, default=-1), -seats.index(seat)

    points[max(seats, key=rate)] -= 1
    return points
