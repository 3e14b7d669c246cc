#!/usr/bin/env python3
"""Measures Tollpass against what nobody can do without, and writes docs/performance.md.

  tests/bench/run.py                 builds optimised, measures, prints the table, writes the page
  tests/bench/run.py --quick         the same with few rounds: shows that it works, not how fast
  tests/bench/run.py --report-only   writes the page again from docs/performance/numbers.json

Every number is a ratio of two things that were measured in turn within one run; on a machine that
does other work too, nothing else means much. After the build it takes three to seven minutes.
--large FOLDER also measures a ledger of ten million rows, which is made there first if it is not
there (minutes, and about 12 GB).
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True

from machine import describe_machine, load  # noqa: E402
from measure import (  # noqa: E402
    measure_charges,
    measure_clients,
    measure_micro,
    measure_paid,
    measure_start,
    measure_stdio,
)
from page import print_table, write_page  # noqa: E402

NUMBERS = ROOT / "docs" / "performance" / "numbers.json"
TARGETS = ["tollpass", "micro_benchmarks", "grow_ledger", "byte_relay", "round_trips", "toll_server"]


def build(folder, jobs):
    optimised = "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g1 -DNDEBUG"
    flags = ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", optimised]
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *flags]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", str(folder), f"-j{jobs}", *TARGETS], check=True)


PARTS = [
    ("micro", "one operation each", measure_micro),
    ("stdio", "free calls through pipes, relays and the proxy", measure_stdio),
    ("start", "the first answer after a start", measure_start),
    ("paid", "paid calls and what they cannot do without", measure_paid),
    ("charge", "charges in small and large ledgers", measure_charges),
    ("clients", "official clients, with and without their payers", measure_clients),
]


def with_dots(work, *arguments):
    """What `work` gives; a dot every five seconds says that it goes on."""
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(work, *arguments)
        while not wait([result], timeout=5).done:
            print(".", end="", flush=True)
    return result.result()


def measure(options):
    numbers = {"machine": describe_machine(ROOT), "load_before": load(), "quick": options.quick}
    with tempfile.TemporaryDirectory(prefix="tollpass-bench-", dir=options.folder) as name:
        for place, (part, words, run) in enumerate(PARTS, 1):
            print(f"[{place}/{len(PARTS)}] {words} ", end="", flush=True)
            begun = time.monotonic()
            numbers[part] = with_dots(run, options, Path(name))
            print(f" {time.monotonic() - begun:.0f} s", flush=True)
    numbers["load_after"] = load()
    return numbers


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "bench")
    parser.add_argument("--jobs", type=int, default=2, help="of the compiler")
    parser.add_argument("--folder", type=Path, help="where ledgers are made: a real disk")
    parser.add_argument("--large", type=Path, help="a folder for the ledger of ten million rows")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--report-only", action="store_true")
    options = parser.parse_args()
    if not options.report_only:
        build(options.build, options.jobs)
        numbers = measure(options)
        NUMBERS.parent.mkdir(exist_ok=True)
        NUMBERS.write_text(json.dumps(numbers, indent=1) + "\n")
    numbers = json.loads(NUMBERS.read_text())
    print_table(numbers)
    write_page(ROOT / "docs", numbers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
