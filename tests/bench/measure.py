"""Runs the measuring programs; each function gives plain numbers to keep."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "peers"))

from ecosystems import Npm, OutOfReach, Venv, default_cache  # noqa: E402
from toll_home import TollHome  # noqa: E402

SMALL_PAYMENTS, SOME_PAYMENTS, LARGE_PAYMENTS = 10, 100_000, 2_500_000  # four rows each


def _program(build, name):
    return str(build / "tests" / "bench" / name)


def measure_micro(options, folder):
    """Nanoseconds of processor time (of wall time where a disk is waited for) by benchmark name."""
    build, quick = options.build, options.quick
    env = {**os.environ, "TOLLPASS_BENCH_FOLDER": str(folder)}
    flags = [
        "--benchmark_format=json",
        "--benchmark_enable_random_interleaving=true",
        f"--benchmark_repetitions={2 if quick else 9}",
        f"--benchmark_min_time={0.01 if quick else 0.05}",
    ]
    command = [_program(build, "micro_benchmarks"), *flags]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=env)
    times = {}
    for run in json.loads(done.stdout)["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        waits = run["run_name"].endswith("/real_time")
        times.setdefault(run["run_name"], []).append(run["real_time" if waits else "cpu_time"])
    return times


def _round_trips(build, lanes, *flags):
    command = [_program(build, "round_trips"), *flags]
    for name, job, *program in lanes:
        command += ["--", name, job, *program]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return {lane["name"]: lane for lane in json.loads(done.stdout)}


def measure_stdio(options, folder):
    """One free call: without anything between, through relays, and through the proxy."""
    build = options.build
    server = _program(build, "toll_server")
    lanes = [
        ("direct", "free", server),
        ("relay", "free", _program(build, "byte_relay"), server),
        ("node", "free", "node", str(HERE / "node_relay.mjs"), server),
        ("tollpass", "free", *TollHome(build, folder / "stdio").proxy()),
    ]
    rounds, calls = (3, 20) if options.quick else (200, 50)
    return _round_trips(build, lanes, "--rounds", str(rounds), "--calls", str(calls))


def measure_start(options, folder):
    """From the start of the program to its first answer."""
    build = options.build
    server = _program(build, "toll_server")
    lanes = [
        ("direct", "free", server),
        ("relay", "free", _program(build, "byte_relay"), server),
        ("tollpass", "free", *TollHome(build, folder / "start").proxy()),
    ]
    starts = 3 if options.quick else 60
    return _round_trips(build, lanes, "--rounds", "1", "--calls", "1", "--starts", str(starts))


def measure_paid(options, folder):
    """One paid call, and the parts that it cannot do without."""
    build = options.build
    server = _program(build, "toll_server")
    lanes = [
        ("direct", "twice", server),
        ("relay", "twice", _program(build, "byte_relay"), server),
        ("tollpass", "paid", *TollHome(build, folder / "paid").proxy()),
        ("commit", "commit"),
        ("sign", "sign"),
        ("parse", "parse"),
        ("rows", "rows"),
        ("handover", "handover"),
        ("checked", "checked"),
        ("demand", "demand"),
        ("authorize", "authorize"),
    ]
    rounds, calls = (2, 5) if options.quick else (60, 20)
    # What follows an answer is not waited for by a host, which has other things to do first. The
    # parts have the same pauses before them.
    flags = ["--rounds", str(rounds), "--calls", str(calls), "--pause-us", "3000"]
    return _round_trips(build, lanes, *flags, "--folder", str(folder))


CHARGES_A_TURN = 20


def charges(build, folder, larger, rounds=200, calls=CHARGES_A_TURN):
    """A durable charge by payments in the ledger: in a small one, and in those of `larger`, which
    says for each number of payments where such a ledger is kept, or None."""
    lanes = [(str(SMALL_PAYMENTS), "charge", str(SMALL_PAYMENTS))]
    for payments, kept in larger.items():
        lanes.append((str(payments), "charge", str(payments), *([str(kept)] if kept else [])))
    flags = ["--rounds", str(rounds), "--calls", str(calls), "--folder", str(folder)]
    return _round_trips(build, lanes, *flags)


def measure_charges(options, folder):
    """One durable charge in small and large ledgers."""
    if options.quick:
        return charges(options.build, folder, {1_000: None}, 2, 5)
    larger = {SOME_PAYMENTS: None}
    if options.large is not None:
        larger[LARGE_PAYMENTS] = options.large
    return charges(options.build, folder, larger)


def _client_lanes(build, folder, server):
    """Lanes of the official clients; for what is out of reach, the reason."""
    proxy = TollHome(build, folder / "clients").proxy()
    lanes, missing = [], {}
    for name, ecosystem, program in [
        ("TypeScript", Npm, "client.mjs"),
        ("Python", lambda cache: Venv(cache, "requirements-x402.txt"), "client.py"),
    ]:
        try:
            found = ecosystem(default_cache())
        except OutOfReach as reason:
            missing[name] = str(reason)
            continue
        if program.endswith(".mjs"):
            shutil.copy(HERE / program, found.folder)
            command = found.command(program)
        else:
            command = [str(found.python), str(HERE / program)]
        lanes.append((f"{name} pays", "client", *command, "pays", server))
        lanes.append((f"{name} through tollpass", "client", *command, "plain", *proxy))
    return lanes, missing


def measure_clients(options, folder):
    """The same paid call by the official payers, and by their hosts through the proxy."""
    build = options.build
    server = _program(build, "toll_server")
    lanes, missing = _client_lanes(build, folder, server)
    if not lanes:
        return {"missing": missing}
    lanes.append(("relay", "twice", _program(build, "byte_relay"), server))
    lanes.append(("tollpass alone", "paid", *TollHome(build, folder / "alone").proxy()))
    rounds, calls, starts = (2, 3, 1) if options.quick else (30, 10, 3)
    flags = ["--rounds", str(rounds), "--calls", str(calls), "--starts", str(starts)]
    return {"missing": missing, **_round_trips(build, lanes, *flags, "--pause-us", "3000")}
