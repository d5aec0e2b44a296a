"""Which options of King exclude each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .presets import SHEDDING

if TYPE_CHECKING:
    from .options import KingOptions

RANKS = "23456789TJQKA"


def check(options: KingOptions) -> None:
    """Raise BadOptions where options exclude each other."""
    _check_cards(options)
    _check_contracts(options)
    _check_talon(options)
    options.require(
        options.mode != "repeat" or options.active_players == options.players,
        "mode=repeat needs that all seats play",
    )
    options.require(
        options.players - 1 <= options.active_players <= options.players,
        f"active_players must be players={options.players} or one less, "
        f"got {options.active_players}",
    )
    options.require(
        options.first_dealer < options.players,
        f"first_dealer must be below players={options.players}, got {options.first_dealer}",
    )
    options.require(
        options.pass_cycle == ("random",) or "random" not in options.pass_cycle,
        "pass_cycle=random stands alone",
    )
    options.require(
        options.pass_count == 0 or options.active_players == options.players,
        "pass_count needs that all seats play",
    )
    crosses = "X" in options.pass_cycle or options.pass_cycle == ("random",)
    options.require(
        options.pass_count == 0 or options.players == 4 or not crosses,
        f"passing across needs players=4, got {options.players}",
    )
    options.require(
        options.pass_count < options.hand_size(),
        f"pass_count must be below the {options.hand_size()} cards of a hand",
    )
    options.require(
        options.trump_view == "three_cards" or not options.by_last,
        "by_last needs trump_view=three_cards",
    )
    options.require(
        options.heart_lead_ban == ("none",) or "none" not in options.heart_lead_ban,
        "heart_lead_ban=none stands alone",
    )


def _check_cards(options: KingOptions) -> None:
    own = options.the_pack()
    odd = [rank for rank in own.ranks if rank in ("11", "12")]
    options.require(not odd, f"deck has ranks 2 to A only, got {options.deck}")
    options.require(
        options.talon != 1 and (options.talon == 0 or options.hand_size() >= 4),
        f"talon must be 0 or 2 and leave hands of four cards, got {options.talon}",
    )
    options.require(options.hand_size() >= 2, f"deck={options.deck} has too few cards")
    names = options.positive_phase == "otygrysh" or "otygrysh" in options.sequence
    options.require(
        options.trump_view == "whole_hand" or not names or options.hand_size() >= 4,
        f"trump_view=three_cards needs four cards a hand, got {options.hand_size()}",
    )
    options.require(
        len(options.card_penalties) == len(options.card_points),
        f"card_points must have an entry for each of card_penalties, got "
        f"{len(options.card_points)} for {len(options.card_penalties)}",
    )
    options.require(
        options.card_penalties == ("none",) or "none" not in options.card_penalties,
        "card_penalties=none stands alone",
    )
    options.require(
        not own.jokers or options.contract_list() == ["cards"],
        f"deck={options.deck} has jokers, which only mode=repeat with card_penalties knows",
    )
    options.require(
        options.lead_rule != "two_clubs" or bool(options.cards_named("2", "C")),
        f"lead_rule=two_clubs: deck={options.deck} has no 2C",
    )
    options.require(
        options.lead_rule != "two_clubs" or not options.left_over(),
        "lead_rule=two_clubs needs that all cards are dealt",
    )


def _check_talon(options: KingOptions) -> None:
    if options.talon == 0:
        return
    options.require(
        options.mode != "repeat"
        and (options.mode == "ordered" or options.trump_view == "whole_hand"),
        "talon=2 needs mode=ordered, or mode=sequence with trump_view=whole_hand",
    )
    counts = {
        "no_jacks": len(options.cards_named("JK" if options.kings_with_jacks else "J")),
        "no_queens": len(options.cards_named("Q")),
        "no_hearts": len(options.cards_named(RANKS, "H")),
        "eralash": len({*options.cards_named("JQ"), *options.cards_named(RANKS, "H")}),
    }
    for name in options.contract_list():
        options.require(
            options.discard_rule != "forbidden" or counts.get(name, 0) <= options.hand_size(),
            f"discard_rule=forbidden: in {name} there may be nothing to lay aside",
        )


def _check_contracts(options: KingOptions) -> None:
    chosen = [options.auction != "none", options.bum_card, options.costs_cards()]
    options.require(sum(chosen) <= 1, "auction, bum_card and card_penalties exclude each other")
    options.require(
        options.mode == "repeat" or not any(chosen),
        f"auction, bum_card and card_penalties need mode=repeat, got {options.mode}",
    )
    options.require(
        options.mode != "repeat" or options.repeated() not in ("otygrysh", SHEDDING),
        f"mode=repeat repeats no {options.repeated()}",
    )
    options.require(bool(options.contract_list()), "sequence must have a contract")
    options.require(
        (options.match_end == "schedule") == (options.mode != "repeat"),
        f"match_end={options.match_end} does not go with mode={options.mode}",
    )
    options.require(
        options.mode == "sequence" or options.positive_phase not in ("mirror", SHEDDING),
        f"positive_phase={options.positive_phase} needs mode=sequence, got {options.mode}",
    )
    options.require(
        options.mode != "repeat" or options.positive_phase == "none",
        f"mode=repeat needs positive_phase=none, got {options.positive_phase}",
    )
    options.require(
        options.positive_phase != "mirror" or not {"otygrysh", SHEDDING} & {*options.sequence},
        "positive_phase=mirror turns penalties, not otygrysh or fantan",
    )
    options.require(
        SHEDDING not in (options.positive_phase, *options.contract_list())
        or (options.left_over() == 0 and options.talon == 0 and options.pass_count == 0),
        "fantan needs that all cards are dealt, without talon and passes",
    )
    options.require(
        options.auction == "none" or "H" in options.the_pack().suits,
        f"auction=penalty_suit: deck={options.deck} has no hearts",
    )
    options.require(
        not options.bum_card or (options.deck == "52" and options.active_players == 4),
        "bum_card needs deck=52 and active_players=4",
    )
    options.require(not options.capot or options.costs_cards(), "capot needs card_penalties")
    options.require(
        options.lead_rule != "bid_winner" or options.auction != "none",
        "lead_rule=bid_winner needs an auction",
    )
    options.require(
        options.lead_rule != "orderer" or options.mode == "ordered",
        "lead_rule=orderer needs mode=ordered",
    )
    options.require(
        options.mode != "ordered" or options.trump_view == "whole_hand",
        "mode=ordered needs trump_view=whole_hand",
    )
    if options.mode == "ordered":
        _check_orders(options)


def _check_orders(options: KingOptions) -> None:
    number = len(options.contract_list())
    limit = options.contract_per_match
    wanted = options.players * options.orders_of_each()
    options.require(
        options.orders_of_each() <= number if not limit else wanted <= limit * number,
        f"negatives_per_player must leave something to order, got {options.negatives_per_player}",
    )
    options.require(
        options.positive_phase == "otygrysh" or options.otygrysh_per_player == 0,
        "mode=ordered wins points back by otygrysh_per_player alone",
    )
