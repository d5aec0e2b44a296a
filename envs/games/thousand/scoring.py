"""The end of a deal: points, fines, the barrel, the goal, in the order in which they act."""

from __future__ import annotations

import numpy as np

from ...engine.cards import CHANCE, NONE, TERMINAL, add, count, has, next_seat
from ...engine.jit import compiled, inlined
from ...engine.log import ALL, NOTHING, WORD, tell
from .codes import (
    ACES_AND_MARRIAGE,
    AGAINST_TAKEN,
    ALL_FALL,
    BANK,
    BOLTS_ALL,
    BOLTS_DECLARER,
    CONTRACT,
    DECLARER_DEALS,
    LOSES_CONTRACT,
    MATCH,
    NOT_WRITTEN,
    ONE_FALLS,
    POINTS_GAINED,
    REPLAY,
    SIXTY,
    TALON_POINTS,
    WIN_LOSS,
    WRITES_TAKEN,
    ZERO_POINTS,
)
from .common import SITTING, fine, is_active, marriages_value, note_peeks, points_of
from .layout import BLIND_DEAL, DUE, GOLDEN_DEAL, HELD_NINES, NORMAL, SAT_OUT, TOOK

BLIND_POINTS = 240  # won and lost by a blind declarer
SHARE = 60  # of a written-off deal


@compiled
def finish(state):
    """Score the deal; the next is due, or the episode is over."""
    opt, match = state.opt, state.match
    note_peeks(state)
    _tell_taken(state)
    for seat in range(opt.players):
        if opt.deal_score == AGAINST_TAKEN:
            match.gained[seat] += _bare_points(state, seat)
        else:
            match.gained[seat] -= match.total[seat]
    for seat in range(opt.players):
        _write_points(state, seat)
    match.winner = _goal_reached(state)
    if match.winner == NONE:
        _fall(state)
        _mount(state)
        _dump(state)
        if state.kind == GOLDEN_DEAL:
            _end_golden_deal(state)
    if opt.deal_score != AGAINST_TAKEN:
        for seat in range(opt.players):
            match.gained[seat] += match.total[seat]
    match.deals += 1
    match.dealer = next_seat(state.dealer, opt.players)
    match.nines = 0
    match.ritual_over = 0
    if match.winner == NONE and 0 < opt.deal_limit <= match.deals:
        everybody = (np.int64(1) << opt.players) - 1
        match.winner = _best_of(state, everybody)
    is_over = opt.episode != MATCH or match.winner != NONE
    state.phase = DUE
    state.player = TERMINAL if is_over else CHANCE


@compiled
def _tell_taken(state):
    """Say what every active seat has taken, since cards laid aside may be among it."""
    if state.written_off or state.quiet:
        return
    for seat in range(state.opt.players):
        if is_active(state, seat):
            tell(state, ALL, WORD + TOOK + 2048 * seat + taken(state, seat), NOTHING)


# --- points of the deal ---------------------------------------------------------------------------


@inlined
def rounded(state, points):
    """Return points rounded to the nearest multiple of `round_to`, half of it up."""
    step = state.opt.round_to
    return (points + step // 2) // step * step


@inlined
def taken(state, seat):
    """Return the points that a seat has taken, marriages included."""
    return state.card_points[seat] + state.marriages[seat]


@inlined
def _written(state, seat):
    """Return the points taken, those of the cards rounded."""
    return rounded(state, state.card_points[seat]) + state.marriages[seat]


@inlined
def _doubled(state, seat):
    """Return what a golden deal makes of the points taken."""
    points = 2 * rounded(state, state.card_points[seat])
    return points + state.marriages[seat] * (1 + state.opt.golden_double_marriages)


@inlined
def _result(state):
    """Return what is compared with the contract."""
    seat = state.declarer
    return _written(state, seat) if state.opt.declarer_round else taken(state, seat)


@inlined
def is_made(state):
    """Return whether the declarer has made his contract; never doubled for this test."""
    return not state.written_off and _result(state) >= state.contract


@compiled
def _declarer_points(state):
    """Return what the deal writes to the declarer."""
    opt, seat, contract = state.opt, state.declarer, state.contract
    if state.kind == BLIND_DEAL:
        if not is_made(state):
            return np.int64(-BLIND_POINTS)
        if opt.blind_cap_240 or opt.blind_scores == CONTRACT:
            return np.int64(BLIND_POINTS)
        return 2 * _written(state, seat)
    if state.kind == GOLDEN_DEAL:
        if not is_made(state):
            return -2 * contract
        return _doubled(state, seat) if opt.declarer_scores == WRITES_TAKEN else 2 * contract
    if not is_made(state):
        return -contract
    return _written(state, seat) if opt.declarer_scores == WRITES_TAKEN else contract


@compiled
def _defender_points(state, seat):
    """Return what the deal writes to a defender."""
    if state.kind == GOLDEN_DEAL:
        return _doubled(state, seat)
    if state.kind == BLIND_DEAL and state.opt.blind_doubles_defenders:
        return 2 * _written(state, seat)
    return _written(state, seat)


@compiled
def _written_off_points(state, seat):
    """Return what a deal given up writes to an active seat."""
    opt, contract = state.opt, state.contract
    factor = 2 if state.kind == GOLDEN_DEAL else 1
    if seat != state.declarer:
        half = (contract + 9) // 10 * 10 // 2
        return factor * (np.int64(SHARE) if opt.writeoff_share == SIXTY else half)
    if state.kind == BLIND_DEAL:
        return np.int64(-BLIND_POINTS)
    return -factor * contract if opt.writeoff_subtract_bid else np.int64(0)


@compiled
def _deal_points(state, seat):
    """Return what the deal itself writes to a seat, bonuses aside."""
    if not is_active(state, seat):
        return np.int64(0)
    if state.written_off:
        return _written_off_points(state, seat)
    if seat == state.declarer:
        return _declarer_points(state)
    return _defender_points(state, seat)


@compiled
def _bare_points(state, seat):
    """Return plus or minus the contract for the declarer, the points taken for a defender."""
    if seat == state.declarer:
        return state.contract if is_made(state) else -state.contract
    return taken(state, seat)


@compiled
def _bonus(state, seat):
    """Return what a seat writes besides: for four nines, and for the talon if it sat out."""
    opt, points = state.opt, np.int64(0)
    if opt.four_nines_bonus and has(state.four_nines, seat):
        tell(state, ALL, WORD + HELD_NINES + seat, NOTHING)
        points += opt.four_nines_bonus
    if opt.players == SITTING and seat == state.dealer and opt.sitout_scores != NOT_WRITTEN:
        talon_points = _talon_points(state)
        tell(state, ALL, WORD + SAT_OUT + talon_points, NOTHING)
        points += talon_points * (2 if state.kind == GOLDEN_DEAL else 1)
    return points


@compiled
def _talon_points(state):
    """Return what the talon is worth to the dealer who sat out."""
    opt = state.opt
    cards = state.from_talon | state.talon[0] | state.talon[1]
    points = rounded(state, points_of(state, cards))
    if opt.sitout_scores == ACES_AND_MARRIAGE:
        points = 40 * count(cards & opt.aces)
    if opt.sitout_scores != TALON_POINTS:
        points += marriages_value(state, cards)
    return points


# --- totals, bolts, fines -------------------------------------------------------------------------


@compiled
def _write_points(state, seat):
    """Add the points of the deal to a total; on the barrel other things count. Then the fines."""
    match = state.match
    before = match.total[seat]
    on_barrel = match.on_barrel[seat]
    points = _deal_points(state, seat)
    if match.on_barrel[seat]:
        points = _barrel_points(state, seat, points)
    else:
        points += _bonus(state, seat)
    match.total[seat] = before + points
    if state.written_off:
        if seat == state.declarer:
            _count_write_off(state)
    elif is_active(state, seat):
        if state.opt.bolts_on_barrel or not on_barrel:
            _count_bolts(state, seat)
        if not on_barrel:
            _fine_late_zero(state, seat, before)


@compiled
def _barrel_points(state, seat, points):
    """Points do not count on the barrel: its player wins, spends an attempt, or leaves it."""
    opt, match = state.opt, state.match
    is_declarer = seat == state.declarer
    if is_declarer and is_made(state):
        basis = state.contract if opt.barrel_basis == CONTRACT else _result(state)
        if state.kind != NORMAL:
            basis *= 2
        if basis >= opt.need:
            state.barrel_winner = seat
            return opt.barrel_at + max(state.contract, basis) - match.total[seat]
    has_lost = is_declarer and not is_made(state)
    if state.written_off and not opt.writeoff_subtract_bid:
        has_lost = False
    if has_lost and opt.barrel_fail_subtract == LOSES_CONTRACT:
        match.on_barrel[seat] = 0
        match.attempts[seat] = 0
        state.leavers = add(state.leavers, seat)
        return points
    if is_active(state, seat) and (is_declarer or opt.barrel_attempt_counts != DECLARER_DEALS):
        match.attempts[seat] += 1
        if match.attempts[seat] >= opt.barrel_attempts:
            state.marked = add(state.marked, seat)
    return np.int64(0)


@inlined
def _fine_amount(state):
    """Return the fine for bolts and write-offs in this kind of deal."""
    doubles = state.kind == GOLDEN_DEAL and state.opt.golden_double_fines
    return state.opt.fine_amount * (2 if doubles else 1)


@compiled
def _count_bolts(state, seat):
    """Count an empty deal; the third is fined."""
    opt, match = state.opt, state.match
    is_declarer = seat == state.declarer
    if is_declarer and opt.bolt_exempt_declarer:
        return
    is_empty = state.tricks[seat] == 0
    if opt.bolt_when == ZERO_POINTS:
        is_empty = taken(state, seat) == 0
    if not is_empty:
        match.bolts_row[seat] = 0
        return
    bolts = 1
    if state.kind == GOLDEN_DEAL and opt.golden_double_bolts:
        bolts = 2
    if state.kind == BLIND_DEAL:
        covers = is_declarer and opt.blind_double_bolts == BOLTS_DECLARER
        if covers or opt.blind_double_bolts == BOLTS_ALL:
            bolts = 2
    match.bolts[seat] += bolts
    match.bolts_row[seat] += bolts
    is_third = opt.bolts_total and match.bolts[seat] >= 3
    if is_third or (opt.bolts_consecutive and match.bolts_row[seat] >= 3):
        fine(state, seat, _fine_amount(state))
        match.bolts[seat] = 0
        match.bolts_row[seat] = 0


@compiled
def _fine_late_zero(state, seat, before):
    """Near the goal, taking nothing costs a fine."""
    opt = state.opt
    if 0 < opt.late_zero_from <= before and taken(state, seat) == 0:
        state.match.total[seat] -= opt.late_zero_fine


@compiled
def _count_write_off(state):
    """Count a deal given up; every third may be fined."""
    opt, match, seat = state.opt, state.match, state.declarer
    match.writeoffs[seat] += 1
    is_third = match.writeoffs[seat] % 3 == 0
    if opt.writeoff_third_fine and is_third and not match.on_barrel[seat]:
        match.total[seat] -= _fine_amount(state)


# --- the goal -------------------------------------------------------------------------------------


@compiled
def _goal_reached(state):
    """Return the seat that has won the match, NONE where it goes on."""
    opt, match = state.opt, state.match
    candidates = np.int64(0)
    for seat in range(opt.players):
        is_free = opt.wins_directly and not match.on_barrel[seat]
        if seat == state.barrel_winner or (is_free and match.total[seat] >= opt.goal):
            candidates = add(candidates, seat)
    if candidates == 0:
        return np.int64(NONE)
    if has(candidates, state.declarer):
        return state.declarer
    return _best_of(state, candidates)


@compiled
def _best_of(state, seats):
    """Return the seat with the highest total; of equal ones the declarer, then from forehand."""
    match, players = state.match, state.opt.players
    best = np.int64(NONE)
    if has(seats, state.declarer):
        best = state.declarer
    seat = state.forehand
    for _ in range(players):
        if has(seats, seat) and (best == NONE or match.total[seat] > match.total[best]):
            best = seat
        seat = next_seat(seat, players)
    return best


# --- the barrel -----------------------------------------------------------------------------------


@compiled
def _count_fall(state, seat):
    match = state.match
    match.falls[seat] += 1
    if state.opt.three_falls_zero and match.falls[seat] >= 3:
        match.total[seat] = 0
        match.falls[seat] = 0


@compiled
def _throw_off(state, seat):
    """A player falls from the barrel."""
    match = state.match
    match.total[seat] = state.opt.barrel_at - state.opt.barrel_fall_penalty
    match.on_barrel[seat] = 0
    match.attempts[seat] = 0
    _count_fall(state, seat)


@compiled
def _fall(state):
    """Those fall who have used up their attempts, or left by a failed contract."""
    for seat in range(state.opt.players):
        if has(state.marked, seat) and state.match.on_barrel[seat]:
            _throw_off(state, seat)
            state.leavers = add(state.leavers, seat)
        elif has(state.leavers, seat):
            _count_fall(state, seat)


@compiled
def _mount(state):
    """Newcomers mount the barrel; they may throw others off, or each other."""
    opt, match = state.opt, state.match
    newcomers = np.int64(0)
    for seat in range(opt.players):
        is_free = not match.on_barrel[seat] and not has(state.leavers, seat)
        if is_free and opt.barrel_at > 0 and match.total[seat] >= opt.barrel_at:
            newcomers = add(newcomers, seat)
    if newcomers == 0:
        return
    stays = _one_that_stays(state, newcomers)
    for seat in range(opt.players):
        match.mounts = max(match.mounts, match.mount_order[seat])
    match.mounts += 1
    for seat in range(opt.players):
        if match.on_barrel[seat] and opt.barrel_evict:
            _throw_off(state, seat)
        if has(newcomers, seat):
            match.total[seat] = opt.barrel_at
            match.on_barrel[seat] = 1
            match.attempts[seat] = 0
            match.mount_order[seat] = match.mounts
    if count(newcomers) < 2:
        return
    for seat in range(opt.players):
        is_one_too_many = opt.barrel_simultaneous == ONE_FALLS and seat != stays
        if has(newcomers, seat) and (opt.barrel_simultaneous == ALL_FALL or is_one_too_many):
            _throw_off(state, seat)


@compiled
def _one_that_stays(state, newcomers):
    """Return who stays where only one may: the declarer, else the highest total."""
    if has(newcomers, state.declarer):
        return state.declarer
    return _best_of(state, newcomers)


# --- dump truck, golden round ---------------------------------------------------------------------


@compiled
def _dump(state):
    """A total of exactly plus or minus `dump_value` is lost."""
    opt, match = state.opt, state.match
    for seat in range(opt.players):
        total = match.total[seat]
        if (opt.dump_plus and total == opt.dump_value) or (
            opt.dump_minus and total == -opt.dump_value
        ):
            match.total[seat] = 0


@compiled
def _end_golden_deal(state):
    """After a golden deal a player: a round without a contract made may count for nothing."""
    opt, match = state.opt, state.match
    match.golden_index += 1
    if is_made(state):
        match.golden_made = 1
    if match.golden_index < opt.players:
        return
    match.golden_index = NONE
    if not match.golden_made:
        if opt.golden_fail_reset:
            _reset(state)
        if opt.golden_fail == REPLAY:
            match.golden_index = 0
    match.golden_made = 0


@compiled
def _reset(state):
    """Set all totals and counters to zero."""
    match = state.match
    for seat in range(state.opt.players):
        match.total[seat] = 0
        match.on_barrel[seat] = 0
        match.attempts[seat] = 0
        match.mount_order[seat] = 0
        match.falls[seat] = 0
        match.bolts[seat] = 0
        match.bolts_row[seat] = 0
        match.writeoffs[seat] = 0


# --- payoffs --------------------------------------------------------------------------------------


@compiled
def returns(state, out):
    """Points since the episode began; or, at the end of a match, what it pays."""
    opt, match = state.opt, state.match
    if opt.episode != MATCH or opt.payout == POINTS_GAINED:
        for seat in range(opt.players):
            out[seat] = match.gained[seat]
        return
    for seat in range(opt.players):
        out[seat] = 0.0
    if state.player != TERMINAL:
        return
    if opt.payout == WIN_LOSS:
        for seat in range(opt.players):
            out[seat] = 1.0 if seat == match.winner else -1.0 / (opt.players - 1)
    elif opt.payout == BANK:
        _pay_bank(state, out)
    else:
        _pay_differences(state, out)


@compiled
def _pay_bank(state, out):
    """The last pays the winner; those who are last together share it."""
    players, match = state.opt.players, state.match
    lowest, sharing = np.int64(0), np.int64(0)
    for seat in range(players):
        if seat == match.winner:
            continue
        if sharing == 0 or match.total[seat] < lowest:
            lowest, sharing = match.total[seat], np.int64(0)
        if match.total[seat] == lowest:
            sharing += 1
    for seat in range(players):
        if seat == match.winner:
            out[seat] = state.opt.stake
        elif match.total[seat] == lowest:
            out[seat] = -state.opt.stake / sharing


@compiled
def _pay_differences(state, out):
    """A total less the mean of the others'."""
    players, match = state.opt.players, state.match
    together = np.int64(0)
    for seat in range(players):
        together += match.total[seat]
    for seat in range(players):
        own = match.total[seat]
        out[seat] = own - (together - own) / (players - 1)
