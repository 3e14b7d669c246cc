#!/usr/bin/env python3
"""Real proxies, hosts and servers that are killed, and many of them at once.

  tests/crash/run.py kills --kills 1000            kill -9 at random times and bytes, repeat, check
  tests/crash/run.py kills --seed 7 --first 12 --kills 1      one round of another seed, alone
  tests/crash/run.py load --proxies 10 --seconds 60           ten proxies on one home

Each takes --build DIR (where tollpass and paid_server are built; default build/release). A failure
tells what does not hold, the command that plays it again, and where its files are kept. Exit codes:
0 everything holds, 1 it does not.
"""

import argparse
import shutil
import signal
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True

import load  # noqa: E402
from kills import Broken, Killing  # noqa: E402
from schedule import rounds_of  # noqa: E402
from session import Stuck, adopt_orphans, end_all  # noqa: E402
from world import World  # noqa: E402

CHECKED_EVERY = 25  # rounds


def allowed_payments(seed, first, kills):
    """Nine in ten of what the calls would cost: the last of them find the budget used up."""
    calls = sum(call.tool == "paid_echo" for r in rounds_of(seed, first, kills) for call in r.calls)
    return max(5, 3 + calls * 9 // 10)


def play_kills(options, folder):
    payments = allowed_payments(options.seed, options.first, options.kills)
    killing = Killing(World(options.build, folder, payments, tapped=True), options.forget)
    one = None
    try:
        for one in rounds_of(options.seed, options.first, options.kills):
            killing.play(one)
            if one.number % CHECKED_EVERY == 0:
                killing.check()
                print(f"  round {one.number}: {sum(killing.whom.values())} kills", flush=True)
        killing.check()
    except (Broken, Stuck) as breach:
        print(f"FAIL crash: {breach}")
        if one is not None:
            print(f"  in round {one.number}: {', '.join(map(str, one.kills))}; alone:")
            print(
                f"  tests/crash/run.py kills --build {options.build} --seed {options.seed}"
                f" --first {one.number} --kills {len(one.kills)}"
            )
        return False
    print(summary(killing, one.number - options.first + 1))
    return True


def summary(killing, rounds):
    world, seen = killing.world, killing.seen
    charges = world.charges()
    whom = ", ".join(f"{name} {count}" for name, count in sorted(killing.whom.items()))
    return (
        f"{sum(killing.whom.values())} kills in {rounds} rounds ({whom}; "
        f"at a time {killing.when['time']}, at a byte {killing.when['bytes']})\n"
        f"{len(charges)} payments of {world.payments} allowed; "
        f"{sum(charge['generation'] > 0 for charge in charges)} were taken up again, "
        f"{seen.repeats} proofs sent again, each with the same bytes; "
        f"{len(world.settled_nonces())} settled, none twice\n"
        f"{killing.declined} calls declined for the used up budget, {killing.lost} settled by a "
        f"server that died before it kept the result\n"
        f"every proof is a row, every sum holds, no host saw a word of a payment"
    )


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_subparsers(dest="what", required=True)
    kills = what.add_parser("kills")
    kills.add_argument("--kills", type=int, default=1000)
    kills.add_argument("--seed", type=int, default=1)
    kills.add_argument("--first", type=int, default=1, help="the first round that is played")
    kills.add_argument("--forget", action="store_true", help="lose what was written: must FAIL")
    many = what.add_parser("load")
    many.add_argument("--proxies", type=int, default=10)
    many.add_argument("--seconds", type=float, default=60)
    many.add_argument("--payments", type=int, default=500, help="so many are allowed")
    for one in (kills, many):
        one.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    return parser.parse_args()


def main():
    options = parse()
    options.build = options.build.resolve()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    adopt_orphans()
    folder = Path(tempfile.mkdtemp(prefix="tollpass-crash-"))
    good = False
    try:
        good = (play_kills if options.what == "kills" else load.play)(options, folder / "world")
    finally:
        end_all()
        if good:
            shutil.rmtree(folder)
        else:
            print(f"  files: {folder}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
