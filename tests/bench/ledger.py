#!/usr/bin/env python3
"""Measures what the size of the ledger does to a charge, and how long its verification takes.

  tests/bench/ledger.py --folder FOLDER        ten million rows: about 12 GB, a quarter of an hour
  tests/bench/ledger.py --folder FOLDER --payments 250000 --build DIR     a tenth of that

A payment is four rows: two events, a call and a charge. The large ledger is made in FOLDER, in
bulk, if it is not there; what is there already is added to. The charges are measured in turn
within one run, against a ledger of 40 rows; only the ratio means much on a machine that does other
work too. Then `ledger verify` is measured with a million rows.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True

from measure import CHARGES_A_TURN, SMALL_PAYMENTS, charges  # noqa: E402
from ratios import US, charge_ratio, of_lane  # noqa: E402

ROWS_PER_PAYMENT = 4
TARGETS = ["grow_ledger", "round_trips", "tollpass"]


def build(folder, jobs):
    optimised = "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g1 -DNDEBUG"
    flags = ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DTOLLPASS_UNITY=ON", optimised]
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *flags]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", str(folder), f"-j{jobs}", *TARGETS], check=True)


def grow(options, folder, payments):
    begun = time.monotonic()
    program = options.build / "tests" / "bench" / "grow_ledger"
    subprocess.run([str(program), str(folder), str(payments)], check=True)
    return time.monotonic() - begun


def verify(options, folder):
    begun = time.monotonic()
    command = [str(options.build / "cli" / "tollpass"), "ledger", "verify", "--home", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, required=True, help="on the disk that counts")
    parser.add_argument("--payments", type=int, default=2_500_000, help="of the large ledger")
    parser.add_argument(
        "--verified", type=int, default=250_000, help="payments of the ledger that is verified"
    )
    parser.add_argument("--rounds", type=int, default=200, help=f"of {CHARGES_A_TURN} charges each")
    parser.add_argument("--build", type=Path, help="built already; else build/bench is, optimised")
    parser.add_argument("--jobs", type=int, default=2, help="of the compiler")
    options = parser.parse_args()
    if options.build is None:
        options.build = ROOT / "build" / "bench"
        build(options.build, options.jobs)
    options.folder.mkdir(parents=True, exist_ok=True)

    large = options.folder / "large"
    seconds = grow(options, large, options.payments)
    print(f"{options.payments * ROWS_PER_PAYMENT:,} rows were made in {seconds:.0f} s", flush=True)
    times = charges(options.build, options.folder, {options.payments: large}, options.rounds)
    lanes = times[str(options.payments)], times[str(SMALL_PAYMENTS)]
    large_time, small_time = (of_lane(lane) / US for lane in lanes)
    ratio = charge_ratio(times, options.payments, SMALL_PAYMENTS)
    print(
        f"a charge takes {large_time:.0f} µs there and {small_time:.0f} µs in a ledger of "
        f"{SMALL_PAYMENTS * ROWS_PER_PAYMENT} rows: {ratio:.2f} times as long "
        f"(from the fastest rounds: {of_lane(lanes[0], min) / of_lane(lanes[1], min):.2f}; "
        f"by the means: {lanes[0]['mean_ns'] / lanes[1]['mean_ns']:.2f})",
        flush=True,
    )
    verified = options.folder / "verified"
    grow(options, verified, options.verified)
    seconds = verify(options, verified)
    rows = options.verified * ROWS_PER_PAYMENT
    print(f"a ledger of {rows:,} rows is verified in {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
