"""Payers and servers that others wrote, against the sample server and the proxy."""

import json
import subprocess
import tempfile
import threading
from pathlib import Path

from hosts import check_nothing_seen, sample_server, text_of
from plain_client import Connection, initialize
from toll_road import SECONDS, TollRoad, events, random_account

PEER_PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"


class Server:
    """A server that is called directly, without a proxy."""

    def __init__(self, command):
        self._connection = Connection(command, lambda line: None)
        self._alarm = threading.Timer(SECONDS, self._connection.kill)
        self._alarm.start()
        initialize(self._connection)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()
        self._alarm.cancel()

    def call(self, tool, arguments, payment=None):
        params = {"name": tool, "arguments": arguments}
        if payment is not None:
            params["_meta"] = {"x402/payment": payment}
        return self._connection.request("tools/call", params)["result"]


def error_of(result):
    return (result.get("structuredContent") or {}).get("error", "no error")


def answer_challenge(command, challenge):
    done = subprocess.run(
        command, input=json.dumps(challenge), capture_output=True, text=True, timeout=SECONDS
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def check_payer(report, name, payer, programs):
    """A payer that someone else wrote pays the sample server."""
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as name_of_folder:
        log = Path(name_of_folder) / "server.log"
        with Server(sample_server(programs, log, random_account())) as server:
            challenge = server.call("paid_echo", {"text": "ho"})["structuredContent"]
            payment = answer_challenge(payer, challenge)
            result = server.call("paid_echo", {"text": "ho"}, payment)
        report.equal(f"{name}: is accepted by the sample server", text_of(result), "ho")
        report.equal(f"{name}: is settled once", len(events(log, "settled")), 1)


def check_wrong_chain(report, name, payer, programs):
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as name_of_folder:
        log = Path(name_of_folder) / "server.log"
        with Server(sample_server(programs, log, random_account())) as server:
            challenge = server.call("paid_echo", {"text": "ho"})["structuredContent"]
            payment = answer_challenge([*payer, "--chain-id", "1"], challenge)
            result = server.call("paid_echo", {"text": "ho"}, payment)
        report.equal(
            f"{name}: is refused for a signature for another chain",
            error_of(result),
            "invalid_exact_evm_signature",
        )


def pay_peer_through_proxy(report, name, peer, programs, folder):
    """Gives the payment that the peer got."""
    record = folder / "payments"
    server = [*peer, "--record", str(record)]
    road = TollRoad(programs, folder, server, PEER_PAY_TO)
    with Server(road.proxy()) as proxied:
        free = proxied.call("free_echo", {"text": "hi"})
        paid = proxied.call("paid_echo", {"text": "ho"})
    report.equal(f"{name}: answers a free call through the proxy", text_of(free), "hi")
    report.equal(f"{name}: verifies and settles what the proxy signed", text_of(paid), "ho")
    payments = [json.loads(line) for line in record.read_text().splitlines()]
    report.equal(f"{name}: got one payment for one call", len(payments), 1)
    authorization = payments[0]["payload"]["authorization"]
    secrets_ = [PEER_PAY_TO, authorization["from"], authorization["nonce"]]
    check_nothing_seen(report, f"{name}: the host saw nothing of it", road.seen(), secrets_)
    return payments[0]


def tampered_payments(payment):
    """Copies of `payment`, each with one thing changed that the signature covers."""

    def changed(key, value):
        copy = json.loads(json.dumps(payment))
        copy["payload"]["authorization"][key] = value
        return copy

    authorization = payment["payload"]["authorization"]
    nonce = authorization["nonce"]
    yield "another nonce", changed("nonce", nonce[:-1] + ("0" if nonce[-1] != "0" else "1"))
    yield "another amount", changed("value", "9999")
    yield "another payee", changed("to", random_account())
    yield "a longer life", changed("validBefore", str(int(authorization["validBefore"]) + 1))


def check_paid_by_proxy(report, name, peer, programs):
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as name_of_folder:
        payment = pay_peer_through_proxy(report, name, peer, programs, Path(name_of_folder))
    with Server(peer) as server:
        for change, tampered in tampered_payments(payment):
            error = error_of(server.call("paid_echo", {"text": "ho"}, tampered))
            report.check(
                f"{name}: refuses the same payment with {change}",
                error.startswith("invalid_exact_evm_"),
                error,
            )
        # The control: untouched it is good, so it was the change that was refused.
        result = server.call("paid_echo", {"text": "ho"}, payment)
        report.equal(f"{name}: takes the payment untouched", text_of(result), "ho")
        result = server.call("paid_echo", {"text": "ho"}, payment)
        report.check(
            f"{name}: takes the payment once", result.get("isError") is True, str(result)
        )
