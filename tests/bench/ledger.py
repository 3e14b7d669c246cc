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
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
ROWS_PER_PAYMENT = 4
TARGETS = ["grow_ledger", "micro_benchmarks", "tollpass"]


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


def charges(options, large):
    """Nanoseconds of a durable charge, by payments in the ledger."""
    env = {
        **os.environ,
        "TOLLPASS_BENCH_FOLDER": str(options.folder),
        "TOLLPASS_BENCH_LARGE_LEDGER": str(large),
        "TOLLPASS_BENCH_LARGE_PAYMENTS": str(options.payments),
    }
    command = [
        str(options.build / "tests" / "bench" / "micro_benchmarks"),
        f"--benchmark_filter=^Charge/(10|{options.payments})/",
        "--benchmark_format=json",
        "--benchmark_enable_random_interleaving=true",
        f"--benchmark_repetitions={options.repetitions}",
        "--benchmark_min_time=0.1",
    ]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=env)
    times = {}
    for run in json.loads(done.stdout)["benchmarks"]:
        if run["run_type"] == "iteration":
            payments = int(run["run_name"].split("/")[1])
            times.setdefault(payments, []).append(run["real_time"])
    return times


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
    parser.add_argument("--repetitions", type=int, default=15)
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
    times = charges(options, large)
    small_times, large_times = times[10], times[options.payments]
    ratio = median(large_times) / median(small_times)
    print(
        f"a charge takes {median(large_times) / 1e3:.0f} µs there and "
        f"{median(small_times) / 1e3:.0f} µs in a ledger of 40 rows: {ratio:.2f} times as long "
        f"(from the fastest runs: {min(large_times) / min(small_times):.2f})",
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
