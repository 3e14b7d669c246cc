#!/usr/bin/env python3
"""Tests the Python package: in sessions of `mcp` 1.x and 2.x, its stubs, and its wheel.

  tests/python/run.py --build build/release

Builds the target tollpass_python in that build folder. Other people's packages come from PyPI into
the cache of tests/peers; what is out of reach is skipped by name. Exit code 1 if a check failed.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "peers"))
sys.dont_write_bytecode = True

from ecosystems import OutOfReach, Venv, default_cache  # noqa: E402
from report import Report  # noqa: E402

SECONDS = 600
SESSIONS = [
    "test_package",
    "test_mistakes",
    "test_chain",
    "test_sessions",
    "test_messages",
    "test_cancels",
    "test_exits",
    "test_documents",
]


def run(command, build, **more):
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(build / "bindings" / "python"), str(HERE)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TOLLPASS_BUILD": str(build),
        **more.pop("env", {}),
    }
    merged = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, **more}
    return subprocess.run(list(map(str, command)), env=env, timeout=SECONDS, **merged)


def build_package(build):
    python = f"-DPython_EXECUTABLE={sys.executable}"  # the one that makes the environments
    on = ["cmake", "-S", ROOT, "-B", build, "-DTOLLPASS_PYTHON=ON", python]
    target = ["cmake", "--build", build, "--target", "tollpass_python", "paid_server"]
    for step in (on, target):
        done = run(step, build)
        if done.returncode != 0:
            raise RuntimeError(done.stdout)


def check_unittests(report, name, python, build, modules):
    """Counts each test of `modules`."""
    done = run([python, HERE / "counted.py", *modules], build, stderr=subprocess.PIPE)
    counted = failed = 0
    for word, test in re.findall(r"^(PASS|FAIL|SKIP) (.*)$", done.stdout, re.M):
        counted += 1
        failed += word == "FAIL"
        if word == "SKIP":
            report.skip(f"{name}, {test.partition(': ')[0]}", test.partition(": ")[2])
        else:
            report.check(f"{name}, {test}", word == "PASS", "its words stand below")
    if done.returncode != 0 or counted == 0:
        print(done.stderr)
        # One that hangs ends the process, and those behind it never ran.
        report.check(f"{name}: its tests ran to their end", failed > 0, f"exit {done.returncode}")


# What pybind11 gives every class: a metaclass, and an __init__ that refuses where none is bound.
OF_PYBIND11 = ("metaclass differs", "__init__ is inconsistent, stub does not have *args")


def check_stubs(report, venv, build):
    done = run([venv.python, "-m", "mypy.stubtest", "--concise", "tollpass._native"], build)
    lines = [line for line in done.stdout.splitlines() if line.startswith("tollpass._native")]
    ours = [line for line in lines if not any(words in line for words in OF_PYBIND11)]
    is_done = done.returncode == 0 or bool(lines)
    report.check("stubs: stubtest looked at the module", is_done, done.stdout)
    report.equal("stubs: say what the compiled module has", ours, [])
    strict = ["--strict", "--ignore-missing-imports", "-p", "tollpass"]
    checked = run([venv.python, "-m", "mypy", *strict], build)
    report.check("stubs: the package agrees with them", checked.returncode == 0, checked.stdout)


def cached(build, *names):
    """Variables of a build folder, as settings of pip: so that its objects serve for the wheel."""
    lines = (build / "CMakeCache.txt").read_text().splitlines()
    values = dict(found.groups() for line in lines if (found := re.match(r"(\w+):\w+=(.*)", line)))
    yield f"-Cbuild-dir={build}"
    yield f"-Ccmake.build-type={values['CMAKE_BUILD_TYPE']}"
    for name in names:
        yield f"-Ccmake.define.{name}={values.get(name, '')}"


def check_wheel(report, venv, build):
    """A wheel made by pip works in an environment that has nothing else."""
    package = ROOT / "bindings" / "python"
    settings = cached(
        build, "TOLLPASS_BUILD_TESTS", "TOLLPASS_FAULTS", "TOLLPASS_UNITY", "TOLLPASS_WERROR"
    )
    pip = [venv.python, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    with tempfile.TemporaryDirectory(prefix="tollpass-wheel-") as folder:
        made = run([*pip, *settings, "-w", folder, package], build)
        report.check("wheel: pip makes it", made.returncode == 0, made.stdout[-3000:])
        if made.returncode == 0:
            check_empty_environment(report, next(Path(folder).glob("*.whl")), build)


def check_empty_environment(report, wheel, build):
    empty = wheel.parent / "empty"
    python = empty / "bin" / "python"
    for step in (
        [sys.executable, "-m", "venv", empty],
        [python, "-m", "pip", "install", "--quiet", "--no-index", wheel],
        [python, "-m", "unittest", "test_package.Package", "test_package.Forks"],
    ):
        done = run(step, build, env={"PYTHONPATH": str(HERE)})
        report.check(f"wheel: {' '.join(map(str, step[1:4]))}", done.returncode == 0, done.stdout)
        if done.returncode != 0:
            return


def check_peer(report, venv, build):
    """The official x402 server takes what is paid below a session, and the session sees none."""
    host = [*venv.command("python_wrapper.py"), *venv.command("x402_server.py")]
    done = run(host, build, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    told = json.loads(done.stdout)
    report.equal(
        "x402 server: takes the payment of a session",
        told["texts"],
        {"free_echo": "of free_echo", "paid_echo": "of paid_echo"},
    )
    report.equal("x402 server: settles it", [row["money"] for row in told["log"]], ["settled"])
    words = ["x402", "eip155", "accepts", "payTo", "USDC", told["log"][0]["payer"][2:]]
    seen = "".join(told["seen"]).lower()
    leaked = [word for word in words if word.lower() in seen]
    report.equal("x402 server: the session sees nothing of it", leaked, [])


def scenarios(report, build, cache):
    for name, requirements in (
        ("mcp 1.x", "requirements-mcp1.txt"),
        ("mcp 2.x", "requirements-mcp2.txt"),
    ):
        venv = lambda: Venv(cache, requirements)  # noqa: E731
        yield name, venv, lambda one: check_unittests(report, name, one.python, build, SESSIONS)
    tools = lambda: Venv(cache, HERE / "requirements-build.txt")  # noqa: E731
    yield "stubs", tools, lambda one: check_stubs(report, one, build)
    yield "wheel", tools, lambda one: check_wheel(report, one, build)
    peer = lambda: Venv(cache, "requirements-x402.txt")  # noqa: E731
    yield "x402 server", peer, lambda one: check_peer(report, one, build)
    agents = lambda: Venv(cache, HERE / "requirements-langchain.txt")  # noqa: E731
    yield (
        "langchain",
        agents,
        lambda one: check_unittests(report, "langchain", one.python, build, ["test_langchain"]),
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--cache", type=Path, default=default_cache())
    parser.add_argument("--only", default="", metavar="TEXT", help="scenarios with TEXT in them")
    options = parser.parse_args()
    build = options.build.resolve()
    report = Report()
    build_package(build)
    for name, venv, check in scenarios(report, build, options.cache.resolve()):
        if options.only not in name:
            continue
        print(f"-- {name}", flush=True)
        try:
            check(venv())
        except OutOfReach as reason:
            report.skip(name, reason)
        except Exception:  # One scenario that breaks must not hide the others.
            report.crashed(name)
    print(f"python: {report.summary()}")
    return 1 if report.failed or not (report.passed or report.skipped) else 0


if __name__ == "__main__":
    sys.exit(main())
