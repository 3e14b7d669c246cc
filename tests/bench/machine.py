"""What the numbers were measured on."""

import os
import re
import subprocess
from pathlib import Path


def _output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def load():
    """Programs that wanted a processor, on average, in the last minute."""
    return os.getloadavg()[0]


def describe_machine(root):
    cpu = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    return {
        "processor": cpu.group(1) if cpu else "unknown",
        "cores": os.cpu_count(),
        "kernel": os.uname().release,
        "compiler": _output("c++", "--version").splitlines()[0],
        "node": _output("node", "--version"),
        "revision": _output("git", "-C", str(root), "rev-parse", "--short", "HEAD"),
        "date": _output("date", "--utc", "+%Y-%m-%d"),
    }
