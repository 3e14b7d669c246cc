"""Official MCP clients as hosts, through the proxy, against the sample server."""

import tempfile
from pathlib import Path

from toll_road import TollRoad, events, random_account, run_client

DECLINED = (
    "This tool asked for a payment that the user's rules do not allow. Nothing was paid. "
    "Do not try to pay another way."
)
# No number, name or word of a payment message may reach a host; the price is one that nothing
# else could contain.
PRICE = "7313"
PAYMENT_WORDS = [PRICE, "x402", "eip155", "accepts", "payTo", "USDC", "Payment required"]

CALLS = [
    ["echo", {"text": "hi"}],
    ["weather", {"city": "Oslo"}],
    ["paid_echo", {"text": "ho"}],
    ["almanac", {"city": "Oslo"}],
]


def sample_server(programs, log, pay_to, *flags):
    server = [str(programs / "samples" / "paid_server" / "paid_server"), *flags]
    return [*server, "--dialect", "x402", "--price", PRICE, "--pay-to", pay_to, "--log", str(log)]


def text_of(result):
    content = result.get("content") or [{}]
    return content[0].get("text", f"no text in {result}")


def payment_secrets(settled, pay_to):
    """What one payment put on the wire, as texts to look for."""
    found = [pay_to[2:]]
    for record in settled:
        found += [record[key][2:] for key in ("nonce", "signature", "transaction", "from")]
    return found


def check_nothing_seen(report, name, seen, secrets_):
    lower = seen.lower()
    leaked = [word for word in [*PAYMENT_WORDS, *secrets_] if word.lower() in lower]
    report.check(name, not leaked, f"the host saw {leaked}")


def check_results(report, name, results):
    free, weather, paid, dear = results
    report.equal(f"{name}: calls a free tool", text_of(free), "hi")
    report.equal(
        f"{name}: gets the result of a paid tool that declares an output schema",
        weather.get("structuredContent", weather),
        {"city": "Oslo", "celsius": -3, "sky": "snow"},
    )
    report.equal(f"{name}: gets the result of a paid tool", text_of(paid), "ho")
    report.equal(
        f"{name}: is told that a tool over the limit is declined",
        (dear.get("isError"), text_of(dear)),
        (True, DECLINED),
    )


def check_host(report, name, client, programs):
    pay_to = random_account()
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as name_of_folder:
        folder = Path(name_of_folder)
        log = folder / "server.log"
        server = sample_server(programs, log, pay_to, "--output-schema")
        road = TollRoad(programs, folder, server, pay_to)
        told = run_client(client, {"command": road.proxy(), "calls": CALLS})
        report.equal(f"{name}: agrees on a revision", told["revision"], "2025-11-25")
        report.equal(
            f"{name}: lists the tools",
            told["tools"],
            ["echo", "add", "paid_echo", "weather", "forecast", "almanac"],
        )
        check_results(report, name, told["results"])
        settled = events(log, "settled")
        report.equal(
            f"{name}: each paid call was settled once",
            [record["value"] for record in settled],
            [PRICE, PRICE],
        )
        report.equal(
            f"{name}: the log tells of two payments and a refusal",
            sorted(row["money"] for row in road.log()),
            ["none", "settled", "settled"],
        )
        check_nothing_seen(
            report,
            f"{name}: saw nothing of a payment",
            road.seen(),
            payment_secrets(settled, pay_to),
        )


def check_starts_twice(report, name, client, programs):
    """A host that asks for the newest revision first starts the proxy twice on one home."""
    pay_to = random_account()
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as name_of_folder:
        folder = Path(name_of_folder)
        log = folder / "server.log"
        starts = folder / "starts"
        road = TollRoad(programs, folder, sample_server(programs, log, pay_to), pay_to)
        counting = ["/bin/sh", "-c", 'echo started >>"$0"; exec "$@"', str(starts)]
        told = run_client(
            client,
            {"command": [*counting, *road.proxy()], "calls": [["paid_echo", {"text": "ho"}]]},
        )
        report.equal(f"{name}: starts the proxy twice", starts.read_text(), "started\n" * 2)
        report.equal(f"{name}: is paid for all the same", text_of(told["results"][0]), "ho")
        report.equal(f"{name}: pays once", len(events(log, "settled")), 1)


def check_newest_revision(report, name, client, programs):
    """A host and a server that speak MCP 2026-07-28 with each other, without a handshake."""
    pay_to = random_account()
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as name_of_folder:
        server = [client[0], str(Path(__file__).parent / "modern_server.py"), pay_to, PRICE]
        road = TollRoad(programs, Path(name_of_folder), server, pay_to)
        calls = [call for call in CALLS if call[0] != "weather"]
        told = run_client(client, {"command": road.proxy(), "calls": calls})
        report.equal(f"{name}: agrees on the newest revision", told["revision"], "2026-07-28")
        free, paid, dear = told["results"]
        report.equal(f"{name}: calls a free tool under it", text_of(free), "hi")
        report.equal(f"{name}: gets the result of a paid tool under it", text_of(paid), "ho")
        report.equal(
            f"{name}: is told under it that a tool over the limit is declined",
            (dear.get("isError"), text_of(dear)),
            (True, DECLINED),
        )
        rows = sorted((row["tool"], row["call"]) for row in road.log())
        report.equal(f"{name}: pays once", rows, [("almanac", "none"), ("paid_echo", "answered")])
        check_nothing_seen(
            report, f"{name}: saw nothing of a payment under it", road.seen(), [pay_to[2:]]
        )


def check_text_only(report, name, client, programs):
    pay_to = random_account()
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as name_of_folder:
        folder = Path(name_of_folder)
        log = folder / "server.log"
        server = sample_server(programs, log, pay_to, "--text-only")
        road = TollRoad(programs, folder, server, pay_to)
        told = run_client(
            client, {"command": road.proxy(), "calls": [["paid_echo", {"text": "ho"}]]}
        )
        report.equal(
            f"{name}: gets the result of a server that asks in text alone",
            text_of(told["results"][0]),
            "ho",
        )
        settled = events(log, "settled")
        report.equal(f"{name}: pays a server that asks in text alone once", len(settled), 1)
        check_nothing_seen(
            report,
            f"{name}: saw nothing of a payment asked for in text alone",
            road.seen(),
            payment_secrets(settled, pay_to),
        )
