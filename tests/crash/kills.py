"""Kills proxies and hosts in the middle of paid calls, and looks at what is left."""

from collections import Counter

from promises import Observations, host_breaches, is_good, ledger_breaches, text_of_answer
from schedule import STREAMS, Call
from session import Session

MOST_REPEATS = 3  # after the last kill; an honest server needs one
SLACK = 1.15  # kills come a little later than everything takes, too


class Broken(Exception):
    """A promise does not hold."""


class Measure:
    """How long a paid call takes and how many bytes of each stream it is, to aim kills at it."""

    def __init__(self, world, seen, copies):
        one, two = (self._clean(world, seen, copies, count) for count in (1, 2))
        self._seconds = max(one.seconds, 0.001)
        self._first = {name: 2 * one.bytes[name] - two.bytes[name] for name in STREAMS}
        self._each = {name: two.bytes[name] - one.bytes[name] for name in STREAMS}

    @staticmethod
    def _clean(world, seen, copies, count):
        calls = [Call("paid_echo", f"measure {count}.{i}") for i in range(count)]
        session = Session(world, calls)
        seen.note(session, calls)
        copies.update(call.text for call in calls)
        if not all(is_good(session.answers.get(i, {}), call.text) for i, call in enumerate(calls)):
            raise Broken(f"a call that nobody disturbs is not answered: {session.answers}")
        return session

    def aim(self, kill, calls):
        paid = sum(call.tool == "paid_echo" for call in calls)
        if kill.when == "time":
            kill.at = kill.where * SLACK * self._seconds * max(1, paid)
        else:
            size = self._each[kill.when] * max(1, paid)
            kill.at = max(1, round(self._first[kill.when] + kill.where * SLACK * size))


class Killing:
    """Plays rounds in one world."""

    def __init__(self, world, forget=False):
        """`forget`: the ledger of before the round comes back after each kill, with its mirror.
        That must be found: it shows that these checks can fail."""
        self.world = world
        self._forget = forget
        self.seen = Observations()
        self.copies = Counter()
        self.whom = Counter()
        self.when = Counter()
        self.declined = 0
        self.lost = 0  # results that a killed server settled and never kept
        self._measure = Measure(world, self.seen, self.copies)

    def play(self, one):
        for call in one.calls:
            if call.tool == "paid_echo":
                self.copies[call.text] += 1
        left = list(one.calls)
        if self._forget:
            self.world.keep_ledger()
        for kill in one.kills:
            self._measure.aim(kill, left)
            left = self._session(left, kill)
            if self._forget:
                self.world.restore_ledger()
        for _ in range(MOST_REPEATS):
            if not left:
                break
            left = self._session(left, None)
        if left:
            raise Broken(f"not answered after {MOST_REPEATS} repeats: {left}")

    def _session(self, calls, kill):
        """The calls that are not over after it; with no calls left the proxy dies idle."""
        session = Session(self.world, calls, kill)
        self.seen.note(session, calls)
        for breach in host_breaches(session):
            raise Broken(breach)
        if kill is not None:
            self.whom[kill.whom] += 1
            self.when["time" if kill.when == "time" else "bytes"] += 1
            if kill.whom in ("host", "both"):
                self.seen.unseen_possible.update(call.text for call in calls)
        return [
            call
            for index, call in enumerate(calls)
            if not self._is_over(call, session.answers.get(index), kill)
        ]

    def _is_over(self, call, answer, kill):
        if answer is None:
            return False
        if is_good(answer, call.text):
            return True
        said = text_of_answer(answer)
        if kill is not None and (kill.whom == "server" or call.tool != "echo"):
            return False  # what a proxy says that lost its server
        if call.tool == "echo":
            raise Broken(f"a free call was answered with {said!r}")
        if "user's rules do not allow" in said and self._is_spent():
            self.declined += 1
            return True
        if self._settled_without_a_result(call.text):
            self.lost += 1
            return True
        raise Broken(f"{call.text!r} was answered with {said!r}")

    def _is_spent(self):
        return len(self.world.charges()) == self.world.payments

    def _settled_without_a_result(self, text):
        settled = sum(self.seen.text_of.get(n) == text for n in self.world.settled_nonces())
        return settled > self.world.delivered().count(text)

    def check(self):
        for breach in ledger_breaches(self.world, self.seen, self.copies):
            raise Broken(breach)
