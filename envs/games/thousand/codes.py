"""Words of the options whose number the rules read: an option is its place in the list."""

from __future__ import annotations

OFF, AUTO, AGENT = range(3)  # cut_ceremony
LAST_TRICK, DECLARER, NOBODY = range(3)  # leftover_to
NOT_WRITTEN, TALON_POINTS, TALON_AND_MARRIAGE, ACES_AND_MARRIAGE = range(4)  # sitout_scores
CUTTER = 0  # cut_fine_pays
NEXT = 1  # redeal_dealer
BY_FOREHAND, BY_DEALER, BY_NOBODY = range(3)  # forced_opening
FOREHAND_SPEAKS = 0  # auction_start
NO_CAP, CAP_120, CAP_MARRIAGES = range(3)  # bid_cap
AFTER_EXCHANGE, BEFORE_TALON = range(2)  # raise_timing
NEXT_DEALER = 0  # all_pass
FIRST_TALON = 1  # talon_choice
FROM_TALON = 1  # pass_source
REPLAY = 1  # golden_fail
BOLTS_NONE, BOLTS_DECLARER, BOLTS_ALL = range(3)  # blind_double_bolts
TAKEN, CONTRACT = 0, 1  # blind_scores, barrel_basis
SIXTY = 1  # writeoff_share
ANY_OWN_TURN = 1  # writeoff_window
ALLOWED, NOT_BARREL_PLAYER, NOBODY_WHILE_BARREL = range(3)  # writeoff_barrel, resolved
BY_LEAD_OF_FOREHAND = 1  # first_lead
HEAD_LED_SUIT, HEAD_ALL = 1, 2  # must_head
DECLARED_FIXED = 1  # trump_mode
FIXED_40_20 = 1  # marriage_values
WRITES_TAKEN = 1  # declarer_scores
ZERO_POINTS = 1  # bolt_when
TAKES_TALON = 1  # barrel_auction
DECLARER_DEALS = 1  # barrel_attempt_counts
LOSES_CONTRACT = 1  # barrel_fail_subtract
ALL_FALL, ONE_FALLS = 1, 2  # barrel_simultaneous
POINTS_GAINED, WIN_LOSS, BANK, SCORE_DIFF = range(4)  # payout
AGAINST_TAKEN = 1  # deal_score
MATCH = 1  # episode
