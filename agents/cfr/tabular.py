"""The CFR family on a tree: CFR, CFR+, LCFR, DCFR, PCFR+, CFR-BR, and MMD.

All of them walk through the whole tree for one seat after the other and change the policy at each
information set by the counterfactual values of its actions. With r the instantaneous regrets (an
action's counterfactual value minus the policy's), R what is kept of them, t the iteration:

    cfr     R += r                              average weight 1    Zinkevich et al., NIPS 2007
    cfr+    R = max(R + r, 0)                   weight t            Tammelin, arXiv 1407.5042 (2014)
    lcfr    R = (R + r) t / (t + 1)             weight t            Brown and Sandholm, AAAI 2019
    dcfr    R = (R + r) t^a / (t^a + 1) where   weight t^c          the same; a, b, c = 1.5, 0, 2
            it is positive, else with b
    pcfr+   R = max(R + r, 0), policy by R + r  weight t^2          Farina et al., AAAI 2021
    cfr-br  as cfr, the other seat plays a      weight 1            Johanson et al., AAAI 2012
            best response to the policy
    mmd     see `_pull`                         the last policy     Sokota et al., ICLR 2023

The next policy is max(R, 0) / sum of max(R, 0), uniform where that is 0; PCFR+ takes R + r for R.
The average counts the policy of iteration t with its weight and the seat's own reach. Updates
alternate, as in Tammelin's paper: seat 1's step meets seat 0's new policy. With `alternates=False`
all seats answer the same old policies, as in the first paper; MMD and CFR-BR do so anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs.engine.errors import BadOptions, PrikupError, nearest
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import make_record

from .best_response import respond
from .passes import collect, spread, write_average

if TYPE_CHECKING:
    from .tree import Tree


class Diverged(PrikupError):
    """A solver's numbers are no numbers any more."""


@dataclass(frozen=True)
class Rule:
    """An algorithm as numbers."""

    name: str
    """What users call it."""
    is_floored: bool = False
    """Whether regrets below 0 are set to 0 (regret matching+)."""
    is_predictive: bool = False
    """Whether the last regrets are added when the policy is made (a prediction of the next)."""
    is_discounted: bool = False
    """Whether kept regrets are multiplied by t^x / (t^x + 1)."""
    positive: float = 0.0
    """The exponent x of positive regrets, alpha of DCFR."""
    negative: float = 0.0
    """The exponent x of negative regrets, beta of DCFR; minus infinity forgets them."""
    weight: float = 0.0
    """Iteration t counts t to this power in the average; gamma of DCFR."""
    alternates: bool = True
    """Whether a seat's step meets the new policies of the seats before it."""
    meets_best: bool = False
    """Whether the other seat plays a best response (CFR-BR)."""
    is_magnetic: bool = False
    """Whether the policy is changed by magnetic mirror descent; it is then the last that counts."""
    step: float = 1.0
    """MMD: the step of iteration t is this / sqrt(t)."""
    magnet: float = 0.0
    """MMD: the pull towards uniform is this / sqrt(t); 0: a quarter of the payoff range."""


RULES = {
    rule.name: rule
    for rule in (
        Rule("cfr"),
        Rule("cfr+", is_floored=True, weight=1.0),
        Rule("lcfr", is_discounted=True, positive=1.0, negative=1.0, weight=1.0),
        Rule("dcfr", is_discounted=True, positive=1.5, negative=0.0, weight=2.0),
        Rule("pcfr+", is_floored=True, is_predictive=True, weight=2.0),
        Rule("cfr-br", meets_best=True, alternates=False),
        Rule("mmd", is_magnetic=True, alternates=False),
    )
}

PLAN = make_record(
    [
        ("iteration", np.int64),  # done so far
        ("is_floored", np.int64),
        ("is_predictive", np.int64),
        ("is_discounted", np.int64),
        ("positive", np.float64),
        ("negative", np.float64),
        ("weight", np.float64),
        ("is_magnetic", np.int64),
        ("step", np.float64),
        ("magnet", np.float64),
        ("alternates", np.int64),
    ]
)


class TabularSolver:
    """Runs one of the algorithms on a tree.

    Example:
        >>> from prikup.envs import load_game
        >>> from prikup.agents.cfr.best_response import nash_conv
        >>> from prikup.agents.cfr.tree import Tree
        >>> tree = Tree.of(load_game("kuhn_poker"))
        >>> solver = TabularSolver(tree, "cfr+")
        >>> solver.run(100)
        >>> round(nash_conv(tree, solver.policy()), 6)
        0.002389
    """

    def __init__(self, tree: Tree, rule: str | Rule = "dcfr", **numbers: float | bool) -> None:
        """Start at the uniform policy.

        Args:
            tree: The game.
            rule: A name of RULES, or a rule.
            **numbers: Fields of the rule that shall differ.

        Raises:
            BadOptions: on an unknown name, or CFR-BR with other than two seats.
        """
        if isinstance(rule, str):
            if rule not in RULES:
                raise BadOptions(f"no algorithm {rule!r}; {nearest(rule, RULES)}")
            rule = RULES[rule]
        self.tree = tree
        self.rule = replace(rule, **numbers)  # type: ignore[arg-type]
        if self.rule.meets_best and (tree.players != 2 or self.rule.alternates):
            raise BadOptions(f"{tree.name}: cfr-br is for two seats that do not alternate")
        if self.rule.is_magnetic and self.rule.magnet == 0.0:
            self.rule = replace(self.rule, magnet=tree.payoff_range() / 4.0)
        self._plan = np.zeros(1, PLAN)
        for name in PLAN.names or ():
            if hasattr(self.rule, name):
                self._plan[name] = getattr(self.rule, name)
        self.regrets = np.zeros(tree.slots)
        self.sums = np.zeros(tree.slots)
        self.current = tree.uniform()
        self.hints = np.zeros(tree.slots)
        self._own, self._gains = np.zeros(tree.slots), np.zeros(tree.slots)
        self._reach, self._values = np.zeros(tree.nodes), np.zeros(tree.nodes)

    @property
    def iteration(self) -> int:
        """The number of iterations done; in one of them every seat is updated once."""
        return int(self._plan["iteration"][0])

    def run(self, iterations: int) -> None:
        """Do so many more iterations.

        Raises:
            Diverged: if a regret or probability is not finite.
        """
        with np.errstate(all="ignore"):  # the check below speaks of overflow
            if self.rule.meets_best:
                self._run_against_best(iterations)
            else:
                iterate(
                    self.tree.arrays,
                    self._plan,
                    iterations,
                    self.regrets,
                    self.sums,
                    self.current,
                    self.hints,
                    self._own,
                    self._reach,
                    self._values,
                    self._gains,
                )
        for array in (self.regrets, self.sums, self.current):
            if not np.isfinite(array).all():
                raise Diverged(
                    f"{self.tree.name}: {self.rule.name} has diverged by iteration "
                    f"{self.iteration}: a number is not finite"
                )

    def _run_against_best(self, iterations: int) -> None:
        tree, lines = self.tree, self.tree.lines
        for _ in range(iterations):
            self._plan["iteration"] += 1
            answers = []
            for seat in (0, 1):
                answer = self.current.copy()
                respond(
                    tree.arrays,
                    self.current,
                    seat,
                    lines[2 * seat],
                    lines[2 * seat + 1],
                    self._reach,
                    self._values,
                    self._gains,
                    answer,
                )
                answers.append(answer)
            for seat in (0, 1):  # the other seat's answer holds this seat's policy beside its own
                update_seat(
                    tree.arrays,
                    self._plan,
                    seat,
                    answers[1 - seat],
                    self.regrets,
                    self.sums,
                    self.hints,
                    self._own,
                    self._reach,
                    self._values,
                    self._gains,
                )
            for seat in (0, 1):
                choose_policy(tree.arrays, self._plan, seat, self.regrets, self.hints, self.current)

    def policy(self) -> np.ndarray:
        """Return the policy that is meant to be played, float64[S]: the average; MMD: the last."""
        if self.rule.is_magnetic:
            return self.current.copy()
        average = np.empty(self.tree.slots)
        write_average(self.tree.arrays, self.sums, average)
        return average

    def state(self) -> dict[str, Any]:
        """Return everything that the next iteration depends on."""
        return {
            "iteration": np.int64(self.iteration),
            "regrets": self.regrets,
            "sums": self.sums,
            "current": self.current,
            "hints": self.hints,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take up what `state` returned; going on gives the same numbers to the last bit."""
        for name in ("regrets", "sums", "current", "hints"):
            if state[name].shape != self.regrets.shape:
                raise BadOptions(f"{self.tree.name}: the saved solver has another tree")
            getattr(self, name)[:] = state[name]
        self._plan["iteration"] = state["iteration"]


@compiled
def iterate(arrays, plans, iterations, regrets, sums, policy, hints, own, reach, values, gains):
    """Do iterations in which every seat is updated once.

    Args:
        arrays: The tree's arrays.
        plans: Plan records [1].
        iterations: Their number.
        regrets: float64[S].
        sums: float64[S], of the average policy.
        policy: float64[S], the current one.
        hints: float64[S], the last regrets.
        own: float64[S], scratch.
        reach: float64[N], scratch.
        values: float64[N], scratch.
        gains: float64[S], scratch.
    """
    plan = plans[0]
    players = arrays.payoffs.shape[1]
    for _ in range(iterations):
        plan.iteration += 1
        for seat in range(players):
            update_seat(
                arrays, plans, seat, policy, regrets, sums, hints, own, reach, values, gains
            )
            if plan.alternates:
                choose_policy(arrays, plans, seat, regrets, hints, policy)
        if not plan.alternates:
            for seat in range(players):
                choose_policy(arrays, plans, seat, regrets, hints, policy)


@compiled
def update_seat(arrays, plans, seat, policy, regrets, sums, hints, own, reach, values, gains):
    """Add a seat's policy to its average and update its regrets; MMD: its logits.

    Args:
        arrays: The tree's arrays.
        plans: Plan records [1].
        seat: The seat.
        policy: float64[S], of the seat and of those that it meets.
        regrets: float64[S], the seat's slots are updated.
        sums: float64[S], the seat's slots are updated.
        hints: float64[S], the seat's slots are written.
        own: float64[S], scratch.
        reach: float64[N], scratch.
        values: float64[N], scratch.
        gains: float64[S], scratch.
    """
    plan = plans[0]
    spread(arrays, policy, seat, reach)
    collect(arrays, policy, seat, reach, values, gains)
    _count_policy(arrays, seat, policy, float(plan.iteration) ** plan.weight, own, sums)
    if plan.is_magnetic:
        _pull(arrays, plan, seat, reach, gains, regrets)
        return
    keep_positive, keep_negative = 1.0, 1.0
    if plan.is_discounted:
        keep_positive = _discount(plan.iteration, plan.positive)
        keep_negative = _discount(plan.iteration, plan.negative)
    for where in range(len(arrays.seat)):
        if arrays.seat[where] != seat:
            continue
        start, stop = arrays.first[where], arrays.first[where + 1]
        value = 0.0
        for slot in range(start, stop):
            value += policy[slot] * gains[slot]
        for slot in range(start, stop):
            hints[slot] = gains[slot] - value
            regret = regrets[slot] + hints[slot]
            if plan.is_floored:
                regret = max(regret, 0.0)
            regrets[slot] = regret * (keep_positive if regret >= 0.0 else keep_negative)


@compiled
def _discount(iteration, exponent):
    power = float(iteration) ** exponent
    return power / (power + 1.0)


@compiled
def _count_policy(arrays, seat, policy, weight, own, sums):
    """Add a seat's policy to its sums: weight times own reach times probability.

    A set comes after the seat's earlier sets, so own reach is there when it is wanted.
    """
    for where in range(len(arrays.seat)):
        if arrays.seat[where] != seat:
            continue
        before = arrays.before[where]
        reach = own[before] if before >= 0 else 1.0
        for slot in range(arrays.first[where], arrays.first[where + 1]):
            own[slot] = reach * policy[slot]
            sums[slot] += weight * own[slot]


@compiled
def _pull(arrays, plan, seat, reach, gains, logits):
    """Magnetic mirror descent with entropy and a uniform magnet.

    With q the counterfactual values divided by the reach of the set, step e and pull a, the next
    policy is proportional to (policy * exp(e q)) ** (1 / (1 + e a)). Kept are its logarithms.
    """
    mass = np.zeros(len(arrays.seat))
    for node in range(len(arrays.mover)):
        if arrays.mover[node] == seat:
            mass[arrays.infoset[node]] += reach[node]
    root = np.sqrt(float(plan.iteration))
    step, magnet = plan.step / root, plan.magnet / root
    for where in range(len(arrays.seat)):
        if arrays.seat[where] == seat and mass[where] > 0.0:
            for slot in range(arrays.first[where], arrays.first[where + 1]):
                value = gains[slot] / mass[where]
                logits[slot] = (logits[slot] + step * value) / (1.0 + step * magnet)


@compiled
def choose_policy(arrays, plans, seat, regrets, hints, policy):
    """Write a seat's next policy: regret matching; MMD: the softmax of the logits."""
    plan = plans[0]
    for where in range(len(arrays.seat)):
        if arrays.seat[where] != seat:
            continue
        start, stop = arrays.first[where], arrays.first[where + 1]
        largest, total = 0.0, 0.0
        if plan.is_magnetic:
            largest = regrets[start]
            for slot in range(start + 1, stop):
                largest = max(largest, regrets[slot])
        for slot in range(start, stop):
            if plan.is_magnetic:
                policy[slot] = np.exp(regrets[slot] - largest)
            else:
                hint = hints[slot] if plan.is_predictive else 0.0
                policy[slot] = max(regrets[slot] + hint, 0.0)
            total += policy[slot]
        for slot in range(start, stop):
            policy[slot] = policy[slot] / total if total > 0.0 else 1.0 / (stop - start)
