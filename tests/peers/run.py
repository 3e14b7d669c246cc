#!/usr/bin/env python3
"""Runs Tollpass against parts that this project did not write.

  tests/peers/run.py --build build/release

Official MCP clients (both lines of TypeScript and of Python) as hosts; paid servers on the official
x402 packages for JavaScript and Python, and on the official MCP class for Go; the reference server
"everything"; the MCP conformance suite; payers that sign by other libraries. They come from npm, PyPI
and the Go module proxy into a cache folder outside the tree. What is out of reach is skipped by name.
Exit code 1 if a check failed.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "samples"))
sys.dont_write_bytecode = True

from conformance import check_conforms_as_without  # noqa: E402
from ecosystems import Go, Npm, OutOfReach, Venv, default_cache, require_go_module  # noqa: E402
from everything import check_as_without, check_dies_with_its_host  # noqa: E402
from hosts import check_host, check_newest_revision, check_starts_twice, check_text_only  # noqa: E402
from payers import check_paid_by_proxy, check_payer, check_wrong_chain  # noqa: E402
from report import Report  # noqa: E402

NPM = "npm"
GO = "go"
GO_X402 = ["github.com/coinbase/x402/go", "github.com/x402-foundation/x402/go"]
PYTHON_1 = "requirements-mcp1.txt"
PYTHON_2 = "requirements-mcp2.txt"
PYTHON_X402 = "requirements-x402.txt"

# Name, check, where its program comes from, the program.
SCENARIOS = [
    ("TypeScript client", check_host, NPM, "ts_client.mjs"),
    ("TypeScript client", check_text_only, NPM, "ts_client.mjs"),
    ("TypeScript client 2.x", check_host, NPM, "ts_client_v2.mjs"),
    ("TypeScript client 2.x", check_starts_twice, NPM, "ts_client_v2.mjs"),
    ("Python client 1.x", check_host, PYTHON_1, "python_client.py"),
    ("Python client 1.x", check_text_only, PYTHON_1, "python_client.py"),
    ("Python client 2.x", check_host, PYTHON_2, "python_client.py"),
    ("Python client 2.x", check_text_only, PYTHON_2, "python_client.py"),
    ("Python client 2.x", check_newest_revision, PYTHON_2, "python_client.py"),
    ("x402 server", check_paid_by_proxy, NPM, "x402_server.mjs"),
    ("x402 server in Python", check_paid_by_proxy, PYTHON_X402, "x402_server.py"),
    ("x402 server in Go", check_paid_by_proxy, GO, "x402_server_go"),
    ("conformance suite", check_conforms_as_without, NPM, "conformance_client.mjs"),
    ("server-everything", check_as_without, NPM, "everything_client.mjs"),
    ("server-everything", check_dies_with_its_host, NPM, "everything_client.mjs"),
    ("x402 payer", check_payer, NPM, "x402_payer.mjs"),
    ("eth-account payer", check_payer, PYTHON_2, "eth_account_payer.py"),
    ("eth-account payer", check_wrong_chain, PYTHON_2, "eth_account_payer.py"),
]


def prepare(source, cache):
    """The ecosystem, or the reason why it cannot be had."""
    try:
        if source == GO:
            return Go(cache)
        return Npm(cache) if source == NPM else Venv(cache, source)
    except OutOfReach as reason:
        return reason


def check_official_go_module(report, wanted):
    """The x402 module for Go has server classes of its own; so far no registry gave it to us."""
    for path in GO_X402:
        title = f"x402 server in Go on {path}"
        if wanted not in title:
            continue
        try:
            require_go_module(path)
            report.skip(title, "it is in reach now; write a server on it in tests/peers")
        except OutOfReach as reason:
            report.skip(title, reason)


def run(programs, cache, report, wanted):
    ecosystems = {}
    for name, check, source, program in SCENARIOS:
        title = f"{name}, {check.__name__.removeprefix('check_').replace('_', ' ')}"
        if wanted not in title:
            continue
        try:
            if source not in ecosystems:
                ecosystems[source] = prepare(source, cache)
            if isinstance(ecosystems[source], OutOfReach):
                report.skip(title, ecosystems[source])
                continue
            print(f"-- {title}", flush=True)
            check(report, name, ecosystems[source].command(program), programs)
        except OutOfReach as reason:
            report.skip(title, reason)
        except Exception:  # One scenario that breaks must not hide the others.
            report.crashed(title)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--cache", type=Path, default=default_cache())
    parser.add_argument("--only", default="", metavar="TEXT", help="scenarios with TEXT in them")
    options = parser.parse_args()
    report = Report()
    run(options.build.resolve(), options.cache.resolve(), report, options.only)
    check_official_go_module(report, options.only)
    print(f"peers: {report.summary()}")
    return 1 if report.failed or not (report.passed or report.skipped) else 0


if __name__ == "__main__":
    sys.exit(main())
