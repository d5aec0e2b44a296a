"""King as a sound club player plays it, compiled.

Where points are to be avoided each card has a danger: the chance that it will take a later trick,
from the cards of its suit that are still out above and below it and the own lower ones that can
go before it. A card is played for what the trick will cost if it wins, and for the danger that
goes with it. Where tricks are to be won the same sum is turned. An order is chosen by what such
dangers have cost in simulated deals, an otygrysh by the tricks that the hand is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    above,
    add,
    card_set,
    count,
    first_cards,
    has,
    highest,
    is_allowed,
    lowest,
    remove,
    suit_of,
    without,
    without_lowest,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.games.king.common import next_active, penalty_cards, suit_in_play
from prikup.envs.games.king.layout import (
    AUCTION,
    BID_1,
    BY_LAST,
    CAPOT,
    CAPOT_CALL,
    DISCARDING,
    NAME_SUIT,
    NAMING,
    NAMING_SUIT,
    ORDER,
    ORDERING,
    OTYGRYSH,
    PASS,
    PASSING,
    SHEDDING,
    STATE,
    TETKA,
)
from prikup.envs.games.king.scoring import cost_of_cards, cost_of_trick
from prikup.envs.games.king.tricks import winning

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

_POLICY = policy_record(
    "king_heuristic",
    __file__,
    guard=0.75,  # share of a card's danger that is left for each own lower card of its suit
    last_of_suit=0.3,  # danger of a card whose suit is out: it takes a trick if led
    relief=0.55,  # weight of the danger that goes with a card
    own_cost=0.2,  # share of an own penalty card's cost that it is worth to be rid of it
    gifts=0.6,  # share of the unseen penalty cards that fall to a winner when they can
    willing=0.2,  # share of higher cards that are played without need, where tricks cost
    keen=0.9,  # the same where tricks are to be won
    lead_cost=0.25,  # of an average trick: what being on lead costs
    void=0.3,  # of an average trick: a short suit becomes void sooner
    later_best=0.75,  # chance of the best card of a suit to win later
    later_higher=0.6,  # the same for each higher card that is out
    ruff=0.45,  # least chance of a trump to win later
    too_many=0.45,  # tricks by which the sum of such chances is too high for a hand
    spite=0.1,  # more for a penalty card given to who leads the match
    draw=0.6,  # tricks: the namer with four trumps or more leads them
    share_eight=0.41,  # share of the tricks from which on otygrysh is ordered
    bid_share=0.6,  # share of what naming a suit saves that is bid
    row_own=3.0,  # fantan: for each own card beyond, the next card an own one or another's, no more
    row_next=2.0,
    row_freed=-2.0,
    row_end=4.0,
    keep_queen=4.0,  # spades with which the queen and what is above are not passed
    general=0.5,  # chance to win all tricks from which on the general is announced
)


@compiled
def choose(policy, state, actions, rng):
    """Return the card, order, suit, call or bid of a careful player."""
    phase = state.phase
    if phase == ORDERING:
        return _order(policy, state, actions)
    if phase == NAMING:
        return _name_trump(policy, state, actions)
    if phase == NAMING_SUIT:
        return state.opt.cards + NAME_SUIT + state.opt.suit_codes[_safest_suit(policy, state)]
    if phase == AUCTION:
        return _bid(policy, state, actions)
    if phase == CAPOT:
        is_sure = _chance_of_general(policy, state) >= policy.general
        return state.opt.cards + (CAPOT_CALL if is_sure else PASS)
    if phase == PASSING or phase == DISCARDING:
        return _give_away(policy, state, actions)
    if phase == SHEDDING:
        return _lay_on(policy, state, actions)
    return _play(policy, state, actions[0])


# --- what is about --------------------------------------------------------------------------------


@compiled
def _unseen(state):
    """Return the cards that the mover has not seen, or seen to lie in another hand."""
    seat = state.player
    cards = without(state.opt.deck_set, state.hands[seat])
    for other in range(state.opt.players):
        cards = without(cards, state.played[other])
    if state.taker == seat:
        cards = without(cards, state.discard)
    return cards


@compiled
def _cost_so_far(state):
    """Return what the running trick costs as it lies."""
    trick = cost_of_trick(state, state.contract, state.tricks_done + 1)
    return trick + cost_of_cards(state, state.contract, state.trick_set)


@compiled
def _cost_of_deal(state, contract, cards):
    """Return what the tricks from now on cost, all together, with these cards in them."""
    opt = state.opt
    total = cost_of_cards(state, contract, cards)
    for number in range(state.tricks_done + 1, opt.hand + 1):
        total += cost_of_trick(state, contract, number)
    return total + 1 if contract == TETKA else total


@compiled
def _cost_left(state, unseen):
    """Return what an average trick from now on costs."""
    cards = unseen | state.hands[state.player] | state.trick_set
    total = _cost_of_deal(state, state.contract, cards)
    return total / (state.opt.hand - state.tricks_done)


@compiled
def _danger(policy, card, own, others):
    """Return the chance that a card takes a later trick unwanted; own and unseen of its suit."""
    higher = count(above(others, card))
    lower = count(others) - higher
    below = count(own) - count(above(own, card)) - 1
    if count(others) == 0:
        return policy.last_of_suit
    return lower / (count(others) + 0.5) * policy.guard**below


@compiled
def _strength(policy, state, card, others):
    """Return the chance that a card takes a trick later where that is wanted."""
    chance = policy.later_best * policy.later_higher ** count(above(others, card))
    if state.trump != NONE and suit_of(card, state.opt.ranks) == state.trump:
        chance = max(chance, policy.ruff)
    return chance


@compiled
def _holding(policy, state, card, hand, unseen, average):
    """Return what it costs to keep a card: its danger, and its own cost."""
    suit = state.opt.suit_sets[suit_in_play(state.opt, card)]
    danger = _danger(policy, card, hand & suit, unseen & suit)
    cost = cost_of_cards(state, state.contract, card_set(card))
    return danger * (average + cost) + policy.own_cost * cost


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def _chance_to_win(policy, state, card, unseen, keen):
    """Return the chance that a card takes the running trick."""
    opt = state.opt
    suit = suit_in_play(opt, card)
    if state.trick_size > 0 and winning(state, state.player, card) != state.player:
        return 0.0
    same = unseen & opt.suit_sets[suit]
    led = suit if state.trick_size == 0 else state.led
    is_trump = suit == state.trump
    wins = 1.0
    seat = state.player
    for _ in range(opt.active_players - state.trick_size - 1):
        seat = next_active(state, seat)
        wins *= 1.0 - _beaten_by(state, seat, card, same, unseen, led, is_trump, keen)
    return wins


@compiled
def _beaten_by(state, seat, card, same, unseen, led, is_trump, keen):
    """Return the chance that a seat behind beats a card, the best so far."""
    opt = state.opt
    share = 1.0 / (opt.active_players - 1)
    possible = without(same, state.lacked[seat])
    higher = count(above(possible, card))
    lower = count(possible) - higher
    some = 1.0 - (1.0 - share) ** higher
    if led != suit_in_play(opt, card):  # a trump on another suit: only a ruff beats it
        following = count(without(unseen & opt.suit_sets[led], state.lacked[seat]))
        return some * (1.0 - share) ** following
    forced = some * (1.0 - share) ** lower
    beaten = forced + keen * (some - forced)
    if state.trump != NONE and not is_trump:
        trumps = count(without(unseen & opt.suit_sets[state.trump], state.lacked[seat]))
        void = (1.0 - share) ** (higher + lower)
        beaten += void * (1.0 - (1.0 - share) ** trumps)
    return beaten


@compiled
def _play(policy, state, legal):
    """Return the card that costs least, or where points are won back brings most."""
    if without_lowest(legal) == 0:
        return lowest(legal)
    is_general = state.announcer != NONE and state.tricks[state.announcer] == state.tricks_done
    if state.contract == OTYGRYSH or state.mirror or is_general:
        return _play_to_win(policy, state, legal)
    opt, hand = state.opt, state.hands[state.player]
    unseen = _unseen(state)
    average = _cost_left(state, unseen)
    own_trick = _cost_so_far(state)
    behind = opt.active_players - state.trick_size - 1
    share = behind / (opt.active_players - 1)
    is_leaders = state.trick_size > 0 and _leads_match(state, state.best)
    best, choice, rest = -1e9, lowest(legal), legal
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        suit = opt.suit_sets[suit_in_play(opt, card)]
        wins = _chance_to_win(policy, state, card, unseen, policy.willing)
        cost = (
            own_trick
            + cost_of_cards(state, state.contract, card_set(card))
            + policy.lead_cost * average
        )
        if wins > 0.0 and behind > 0:
            under = unseen & suit & first_cards(card)
            cost += (
                policy.gifts
                * share
                * (cost_of_cards(state, state.contract, under) + 0.25 * average)
            )
        score = policy.relief * _holding(policy, state, card, hand, unseen, average)
        score += policy.void * average / count(hand & suit)
        if is_leaders and wins == 0.0:
            score += policy.spite * cost_of_cards(state, state.contract, card_set(card))
        score -= wins * cost
        if score > best or (score == best and wins == 1.0):
            best, choice = score, card
    return choice


@compiled
def _leads_match(state, seat):
    """Return whether no other seat has a better total than this one, and some a worse."""
    match, is_ahead = state.match, False
    own = match.gains[seat] - match.penalties[seat]
    for other in range(state.opt.players):
        points = match.gains[other] - match.penalties[other]
        if points > own:
            return False
        if points < own:
            is_ahead = True
    return is_ahead and seat != state.player


@compiled
def _play_to_win(policy, state, legal):
    """Return the card that wins most for what it spends."""
    opt = state.opt
    unseen = _unseen(state)
    average, here = 1.0, 1.0
    if state.mirror:
        average = _cost_left(state, unseen)
        here = _cost_so_far(state)
    own_trumps = np.int64(0)
    if state.trump != NONE:
        own_trumps = count(state.hands[state.player] & opt.suit_sets[state.trump])
    draws = state.trick_size == 0 and state.player == state.namer and own_trumps >= 4
    best, choice, rest = -1e9, lowest(legal), legal
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        suit = suit_in_play(opt, card)
        wins = _chance_to_win(policy, state, card, unseen, policy.keen)
        worth = here
        if state.mirror:
            worth += cost_of_cards(state, state.contract, card_set(card))
        score = wins * worth
        score -= _strength(policy, state, card, unseen & opt.suit_sets[suit]) * average
        if state.mirror:
            score -= (1.0 - wins) * cost_of_cards(state, state.contract, card_set(card)) * 0.5
        if draws and suit == state.trump:
            score += policy.draw
        if score > best:
            best, choice = score, card
    return choice


@compiled
def _lay_on(policy, state, actions):
    """Fantan: lay on what frees most own cards and fewest of others, or pass."""
    opt = state.opt
    if is_allowed(actions, opt.cards + PASS):
        return opt.cards + PASS
    hand, rest = state.hands[state.player], actions[0] & first_cards(opt.cards)
    best, choice = -1e9, lowest(rest)
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        suit = suit_of(card, opt.ranks)
        rank = card - suit * opt.ranks
        own = remove(hand & opt.suit_sets[suit], card)
        founder = state.founder if state.founder != NONE else rank
        score = 0.0
        if rank >= founder:
            upper = above(own, card)
            score += _side(policy, count(upper), has(upper, card + 1), opt.ranks - 1 - rank)
        if rank <= founder:
            under = own & first_cards(card)
            score += _side(policy, count(under), rank > 0 and has(under, card - 1), rank)
        if score > best:
            best, choice = score, card
    return choice


@compiled
def _side(policy, own, is_next, beyond):
    """Score a side of a row: own cards beyond a card, whether the next is one, and all ranks."""
    if beyond == 0:
        return policy.row_end
    return policy.row_own * own + (policy.row_next if is_next else policy.row_freed)


# --- passes and discards --------------------------------------------------------------------------


@compiled
def _give_away(policy, state, actions):
    """Return the lowest card still to be passed or laid aside of those that a hand is best without.

    The whole choice is made anew for each card, from the hand as it was.
    """
    opt, seat = state.opt, state.player
    is_pass = state.phase == PASSING
    gone = state.given[seat] if is_pass else state.discard
    whole = state.hands[seat] | gone
    allowed = whole
    if not is_pass and opt.discard_rule == 0:
        allowed = without(whole, penalty_cards(state))
    unseen = without(opt.deck_set, whole)
    chosen = np.int64(0)
    for _ in range(opt.pass_count if is_pass else opt.talon):
        best, choice, rest = -1e9, np.int64(NONE), without(allowed, chosen)
        while rest:
            card = lowest(rest)
            rest = without_lowest(rest)
            score = _worth_losing(policy, state, card, without(whole, chosen), unseen)
            if score > best:
                best, choice = score, card
        if choice != NONE:
            chosen = add(chosen, choice)
    rest = without(chosen, gone) & actions[0]
    return lowest(rest) if rest else lowest(actions[0])


@compiled
def _worth_losing(policy, state, card, hand, unseen):
    """Return how glad a hand is to be without a card before the first trick.

    A bonus card is kept: passing it from a suit without three higher cards cost 0.4 a deal.
    """
    opt = state.opt
    suit = opt.suit_sets[suit_in_play(opt, card)]
    length = count(hand & suit)
    if state.contract == OTYGRYSH or state.mirror:
        return -_strength(policy, state, card, unseen & suit) - 0.05 * length
    average = _cost_of_deal(state, state.contract, opt.deck_set) / opt.hand
    score = _holding(policy, state, card, hand, unseen, average) + policy.void * average / length
    if state.phase == PASSING:
        queen = opt.black_queen
        if queen != NONE and has(suit, queen) and card >= queen:
            return score + average if length < policy.keep_queen else -1.0  # a long suit guards it
    return score


# --- orders, suits, bids --------------------------------------------------------------------------


@compiled
def _tricks_with(policy, state, trump):
    """Return the tricks that the own hand is worth with a trump suit."""
    opt, hand = state.opt, state.hands[state.player]
    unseen = without(opt.deck_set, hand)
    total = 0.0
    for suit in range(opt.suits):
        own = hand & opt.suit_sets[suit]
        others = unseen & opt.suit_sets[suit]
        length = count(own)
        place = 0
        while own:
            card = highest(own)
            own = remove(own, card)
            higher = count(above(others, card))
            if suit == trump:
                total += 0.95 if higher <= place else (0.75 if place >= 2 else 0.5)
            else:
                total += (
                    policy.later_best * policy.later_higher**higher * (0.9 if length > 4 else 1)
                )
            place += 1
    return total - policy.too_many


@compiled
def _best_trump(policy, state):
    """Return the suit that is worth most tricks as trump, and how many."""
    best, choice = -1.0, np.int64(0)
    for suit in range(state.opt.suits):
        tricks = _tricks_with(policy, state, suit)
        if tricks > best:
            best, choice = tricks, np.int64(suit)
    return best, choice


@compiled
def _name_trump(policy, state, actions):
    """Name the best suit; of three cards of three suits rather take the last card's."""
    opt, hand = state.opt, state.hands[state.player]
    if is_allowed(actions, opt.cards + BY_LAST):
        longest, number = np.int64(0), np.int64(0)
        for suit in range(opt.suits):
            length = count(hand & opt.suit_sets[suit])
            if length > number:
                longest, number = np.int64(suit), length
        if number == 1:
            return opt.cards + BY_LAST
        return opt.cards + NAME_SUIT + opt.suit_codes[longest]
    _, suit = _best_trump(policy, state)
    return opt.cards + NAME_SUIT + opt.suit_codes[suit]


@compiled
def features(policy, state, contract):
    """Return what a hand's loss in a contract is estimated from: its danger, and that of its costs.

    Returns:
        The chances of the own cards to take a trick, a card of the hand; the same times the cost of
        the card and of the lower ones of its suit that are out, and the cost of the own cards,
        as shares of what all cards cost in the contract.
    """
    opt, hand = state.opt, state.hands[state.player]
    unseen = without(opt.deck_set, hand)
    load, costs = 0.0, 0.0
    kept = hand
    total = max(1, cost_of_cards(state, contract, opt.deck_set))
    while kept:
        card = lowest(kept)
        kept = without_lowest(kept)
        suit = opt.suit_sets[suit_in_play(opt, card)]
        danger = _danger(policy, card, hand & suit, unseen & suit)
        load += danger
        taken = add(unseen & suit & first_cards(card), card)
        worth = cost_of_cards(state, contract, taken)
        costs += danger * worth / total
    return load / opt.hand, costs, cost_of_cards(state, contract, hand) / total


# Share of a contract's points that eldest loses: constant, and for each of the three features;
# fitted to deals that the policy played against itself, with four and with three players.
_SHARES = np.array(
    [
        [  # 4 players
            [-0.25, 1.47, 0.00, 0.00],  # no_tricks
            [-0.15, 0.61, 0.44, 0.01],  # no_jacks
            [-0.15, 0.70, 0.42, 0.01],  # no_queens
            [-0.10, 1.19, 0.06, -0.43],  # no_hearts
            [-0.20, 1.18, 0.00, 0.00],  # last_two
            [-0.14, 1.26, -0.04, -0.21],  # no_king
            [-0.21, 1.53, 0.01, -0.29],  # eralash
        ],
        [  # 3 players
            [-0.24, 1.86, 0.00, 0.00],
            [-0.24, 1.03, 0.50, 0.12],
            [-0.24, 1.11, 0.48, 0.19],
            [0.05, 1.23, 0.15, -0.57],
            [-0.11, 1.27, 0.00, 0.00],
            [-0.05, 1.47, 0.00, -0.28],
            [-0.18, 1.93, -0.04, -0.23],
        ],
    ]
)


@compiled
def expected_share(policy, state, contract):
    """Return the share of a contract's points that the mover expects to lose."""
    load, costs, own = features(policy, state, contract)
    table = _SHARES[0 if state.opt.active_players == 4 else 1, contract]
    return max(0.0, table[0] + table[1] * load + table[2] * costs + table[3] * own)


@compiled
def _order(policy, state, actions):
    """Order otygrysh with a hand of many tricks, else what costs least below the average."""
    opt, first = state.opt, state.opt.cards + ORDER
    tricks, _ = _best_trump(policy, state)
    wants = is_allowed(actions, first + OTYGRYSH)
    if wants and tricks >= policy.share_eight * opt.hand:
        return first + OTYGRYSH
    best, choice = -1e9, np.int64(NONE)
    for contract in range(OTYGRYSH):
        if is_allowed(actions, first + contract):
            share = expected_share(policy, state, contract)
            gain = (1.0 / opt.active_players - share) * _cost_of_deal(state, contract, opt.deck_set)
            if gain > best:
                best, choice = gain, first + contract
    return choice if choice != NONE else first + OTYGRYSH


@compiled
def _chance_of_general(policy, state):
    """Return the chance to win every trick, also the first where another seat leads.

    A suit whose best cards are own loses no trick if no other seat holds more of it than they are.
    """
    opt, hand = state.opt, state.hands[state.player]
    unseen = without(opt.deck_set, hand)
    share = min(0.99, 1.0 / (opt.active_players - 1))
    chance, answered = 1.0, 0.0
    for suit in range(opt.suits):
        own, others = hand & opt.suit_sets[suit], unseen & opt.suit_sets[suit]
        tops = count(above(own, highest(others))) if others else count(own)
        answered += count(others) if tops else 0.0
        if tops < count(own):
            short, out = 0.0, count(others)
            term = (1.0 - share) ** out
            for number in range(tops + 1):  # chance that a seat holds so many of them
                short += term
                term *= (out - number) / (number + 1.0) * share / (1.0 - share)
            chance *= max(0.0, 1.0 - (1.0 - short) / share)
    return chance if state.player == state.leader else chance * answered / count(unseen)


@compiled
def _danger_of_suit(policy, state, suit):
    """Return the cards of a suit that the own hand is expected to take in tricks."""
    opt = state.opt
    own = state.hands[state.player] & opt.suit_sets[suit]
    others = without(opt.suit_sets[suit], own)
    total, rest = 0.0, own
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        total += _danger(policy, card, own, others) * opt.active_players * 0.5
    return total + 0.5


@compiled
def _safest_suit(policy, state):
    """Return the suit of which the own hand takes fewest cards."""
    best, choice = 1e9, np.int64(0)
    for suit in range(state.opt.suits):
        danger = _danger_of_suit(policy, state, suit)
        if danger < best:
            best, choice = danger, np.int64(suit)
    return choice


@compiled
def _bid(policy, state, actions):
    """Bid a share of what naming the safest suit saves, else pass."""
    opt = state.opt
    suit = _safest_suit(policy, state)
    average = opt.ranks / opt.active_players
    saved = average - _danger_of_suit(policy, state, suit)
    bid = opt.cards + BID_1 + state.bid  # one more than the highest
    if state.bid + 1 <= policy.bid_share * saved and is_allowed(actions, bid):
        return bid
    return opt.cards + PASS


register_policy(_POLICY, STATE, choose)


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record, an array of length 1; one for all presets."""
    return _POLICY
