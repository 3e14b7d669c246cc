"""What must hold whoever is killed when; each breach is a sentence."""

import json
import re
from collections import Counter, defaultdict

from world import PAYMENT_WORDS, PRICE

SIGNATURE = re.compile(rb"0x[0-9a-f]{130}")
PAYMENT_KEY = '"x402/payment":'


def payments_in(sent):
    """(text of the call, exact bytes of the payment) of each whole line that reached the server."""
    for line in sent.split(b"\n"):
        text = line.decode(errors="replace")
        at = text.find(PAYMENT_KEY)
        if at < 0:
            continue
        begin = at + len(PAYMENT_KEY)
        try:
            _, end = json.JSONDecoder().raw_decode(text, begin)
            arguments = json.loads(text)["params"]["arguments"]
        except ValueError:
            continue  # cut by a kill
        yield arguments["text"], text[begin:end]


def nonce_of(payment):
    return json.loads(payment)["payload"]["authorization"]["nonce"]


class Observations:
    """What left all proxies, and what came to all hosts."""

    def __init__(self):
        self.signatures = set()  # of every proof of which a byte more than itself left
        self.payments = defaultdict(Counter)  # nonce: how often each form of its payment was sent
        self.text_of = {}  # nonce: the call that it was for
        self.good = Counter()  # text: good answers that hosts saw
        self.unseen_possible = set()  # texts whose answer may have died with the host

    def note(self, session, calls):
        self.signatures.update(found.decode() for found in SIGNATURE.findall(session.sent))
        for text, payment in payments_in(session.sent):
            nonce = nonce_of(payment)
            self.payments[nonce][payment] += 1
            self.text_of.setdefault(nonce, text)
        for index, answer in session.answers.items():
            call = calls[index]
            if call.tool == "paid_echo" and is_good(answer, call.text):
                self.good[call.text] += 1

    @property
    def repeats(self):
        return sum(sum(forms.values()) - 1 for forms in self.payments.values())


def text_of_answer(answer):
    content = answer.get("result", {}).get("content") or [{}]
    return content[0].get("text") or answer.get("error", {}).get("message", "")


def is_good(answer, text):
    return text_of_answer(answer) == text and not answer.get("result", {}).get("isError", False)


def host_breaches(session):
    found = PAYMENT_WORDS.search(session.host_bytes)
    if found:
        near = session.host_bytes[max(0, found.start() - 60) : found.end() + 60]
        yield f"the host saw words of a payment: {near!r}"


def ledger_breaches(world, seen, copies):
    """`copies`: text to how many calls the host really made."""
    charges = world.charges()
    known = {charge["signature"] for charge in charges}
    for signature in sorted(seen.signatures - known):
        yield f"a proof left that is no row of the ledger: {signature}"
    for nonce, forms in seen.payments.items():
        if len(forms) != 1:
            yield f"the call {seen.text_of[nonce]!r} was repeated with other bytes: {list(forms)}"
    by_text = defaultdict(list)
    for charge in charges:
        by_text[seen.text_of.get(charge["nonce"])].append(charge)
    for charge in by_text.pop(None, []):
        yield f"charge {charge['id']} was never sent, and no repeat took it"
    for text, of_text in by_text.items():
        # A repeat of a call whose answer died with the host is a call of its own.
        answered_before = sum(charge["call_state"] == "answered" for charge in of_text[:-1])
        unseen = answered_before if text in seen.unseen_possible else 0
        if len(of_text) > copies[text] + unseen:
            states = [(charge["id"], charge["call_state"], charge["money"]) for charge in of_text]
            yield f"{text!r}: {copies[text]} calls, {len(of_text)} payments: {states}"
    yield from _sum_breaches(world, seen, charges)


def _sum_breaches(world, seen, charges):
    settled = world.settled_nonces()
    nonces = {charge["nonce"] for charge in charges}
    if len(settled) != len(set(settled)):
        yield "the server settled a proof twice"
    for nonce in set(settled) - nonces:
        yield f"the server settled what is no row of the ledger: {nonce}"
    if len(charges) > world.payments:
        yield f"{len(charges)} payments of {PRICE} were signed and {world.payments} allowed"
    if world.spent() != len(charges):
        yield f"status counts {world.spent()} payments, the ledger has {len(charges)}"
    # Of two equal calls the second may be taken for a repeat of the first, if that was answered by
    # a proxy that died before it wrote so down: then both have the result of one payment.
    paid_for = {seen.text_of.get(nonce) for nonce in settled}
    for text in seen.good.keys() - paid_for:
        yield f"{text!r} was answered and never settled"
    yield from world.faults()
