"""Whole deals of Ninety-Nine from a few words: who bids what, who calls what, who takes how many.

`written_out` finds cards and plays in which a story happens, by random play of the referee;
`told` lets any engine play them. What an engine must offer: see `ninety_nine_vectors`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

from referees.ninety_nine import Names, Referee, options_for

NewEngine = Callable[[dict], object]


@dataclass
class Story:
    """What happens in one deal; None as a bid means three cards that miss the tricks told."""

    preset: str = "parlett_1990"
    overrides: dict = field(default_factory=dict)
    dealer: int = -1  # -1: the last seat, so that seat 0 is eldest
    match: dict = field(default_factory=dict)
    hands: dict = field(default_factory=dict)  # seat -> cards it holds among others
    turned: str = ""  # the card turned up; "": the joker (where a card is turned at all)
    bids: tuple = ()  # a seat: suits laid aside ("CCH"), their sum, or None
    calls: tuple = ()  # words of the premium phase, in order
    numbers: tuple = ()  # announced, in order from eldest
    tricks: tuple = ()  # of every hand, the dummy last

    def options(self) -> dict:
        return options_for(self.preset, **{"episode": "match", **self.overrides})

    def dealt_by(self) -> int:
        return self.dealer if self.dealer >= 0 else self.options()["players"] - 1


def deck_of(story: Story, rng: random.Random) -> list[int]:
    """Gives a deck that deals the named cards to the named hands, the others at random."""
    options = story.options()
    names = Names(options["deck"])
    live, dealer = options["players"], story.dealt_by()
    receivers = [(dealer + step) % live for step in range(1, live + 1)]
    receivers += [live] if options["dummy"] else []
    held = {seat: names.cards(story.hands.get(seat, "")) for seat in receivers}
    fixed = {card for cards in held.values() for card in cards}
    rest = [card for card in range(names.size) if card not in fixed]
    rng.shuffle(rest)
    for seat in receivers:
        while len(held[seat]) < options["hand_size"]:
            held[seat].append(rest.pop())
    deck = [held[seat][turn] for turn in range(options["hand_size"]) for seat in receivers]
    if options["trump_rule"] == "turn_up":
        joker = names.size
        turned = names.card(story.turned) if story.turned else joker
        deck = [joker if card == turned else card for card in deck] + [turned]
    return deck


def fitting_triple(names: Names, values, hand: list[int], bid, tricks: int, rng: random.Random):
    """Chooses cards to lay aside for a bid, or gives None."""
    triples = list(combinations(sorted(hand), 3))
    rng.shuffle(triples)
    for triple in triples:
        suits = "".join(sorted(names.suit(card) for card in triple))
        value = sum(values["SCDH".index(suit)] for suit in suits)
        if isinstance(bid, str) and suits == "".join(sorted(bid)):
            return triple
        if isinstance(bid, int) and value == bid:
            return triple
        if bid is None and value != tricks and (suits != "DDD" or tricks != 10):
            return triple
    return None


def opening(story: Story, referee: Referee, rng: random.Random) -> list[int] | None:
    """Plays bids, calls and numbers on the referee; gives the actions, None if no cards fit."""
    actions: list[int] = []
    numbers, calls = list(story.numbers), list(story.calls)
    names = referee.names
    plan: dict[int, list[int]] = {}
    while referee.phase != "play":
        seat = referee.player
        if referee.phase == "lay":
            if seat not in plan:
                bid = story.bids[seat] if story.bids else None
                values = referee.options["bid_values"]
                tricks = story.tricks[seat] if story.tricks else -1
                triple = fitting_triple(names, values, referee.hands[seat], bid, tricks, rng)
                if triple is None:
                    return None
                plan[seat] = list(triple)
            action = plan[seat].pop(0)
        elif referee.phase in ("announce", "number"):
            action = names.NUMBER + numbers.pop(0)
        elif referee.phase == "name":
            action = names.TRUMP[calls.pop(0)]
        else:
            action = getattr(names, calls.pop(0)) if calls else names.PASS
        referee.play(action)
        actions.append(action)
    return actions


def written_out(story: Story, seed: int = 0) -> tuple[list[int], list[int]]:
    """Finds a deck and a list of actions in which the story happens."""
    rng = random.Random(seed)
    options = story.options()
    for _ in range(3000):
        referee = Referee(options)
        referee.set_match(**{**story.match, "dealer": story.dealt_by()})
        deck = deck_of(story, rng)
        referee.deal(deck)
        actions = opening(story, referee, rng)
        if actions is None:
            continue
        if options["dummy"] and story.bids:
            if referee.value_of(referee.laid[referee.dummy]) != story.bids[-1]:
                continue
        for _ in range(30):
            attempt = referee.clone()
            played = []
            while attempt.phase == "play":
                played.append(rng.choice(attempt.legal()))
                attempt.play(played[-1])
            if tuple(attempt.tricks) == story.tricks:
                return deck, actions + played
    raise AssertionError(f"no cards found for {story}")


def begun(new: NewEngine, story: Story, deck: list[int]):
    engine = new(story.options())
    engine.set_match(**{**story.match, "dealer": story.dealt_by()})
    engine.deal(deck)
    return engine


def follow(engine, actions: list[int]) -> None:
    for action in actions:
        assert action in engine.legal()
        engine.play(action)


def told(new: NewEngine, story: Story) -> tuple[list[float], str]:
    """Plays the story; gives what each seat gained and the next trump."""
    deck, actions = written_out(story)
    engine = begun(new, story, deck)
    before = list(engine.scores())
    follow(engine, actions)
    return [after - then for after, then in zip(engine.scores(), before)], engine.trump


def at_first_lead(new: NewEngine, story: Story, seed: int = 0):
    """Brings an engine to the first lead of a story without tricks."""
    rng = random.Random(seed)
    options = story.options()
    while True:
        referee = Referee(options)
        referee.set_match(**{**story.match, "dealer": story.dealt_by()})
        deck = deck_of(story, rng)
        referee.deal(deck)
        actions = opening(story, referee, rng)
        if actions is not None:
            engine = begun(new, story, deck)
            follow(engine, actions)
            return engine
