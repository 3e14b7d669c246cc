"""Brings parts that this project did not write from npm, PyPI and the Go module proxy into a cache
outside the tree.

Every folder is named after what is in it, and is complete once its file `complete` is there.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NODE_WANTED = 22
PROBE_SECONDS = 30
INSTALL_SECONDS = 3600


class OutOfReach(Exception):
    """A registry does not answer: what needs it is skipped by name."""


def default_cache():
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "tollpass-peers"


def _probe(name, command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PROBE_SECONDS)
    except FileNotFoundError as error:
        raise OutOfReach(f"{name}: {error.filename} is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise OutOfReach(f"{name} did not answer within {PROBE_SECONDS} seconds") from error
    if done.returncode != 0:
        lines = [
            line
            for line in done.stderr.splitlines()
            if "error" in line.lower() or line.startswith("go: ")
        ]
        raise OutOfReach(f"{name} is out of reach: {lines[0] if lines else 'no message'}")


def _install(folder, title, steps, env=None):
    """Runs `steps` in `folder` unless that was done before."""
    stamp = folder / "complete"
    if stamp.exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(f"installing {title}", flush=True)
    for step in steps:
        done = subprocess.run(
            step, cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS, env=env
        )
        if done.returncode != 0:
            raise RuntimeError(f"{title}: {' '.join(map(str, step))}\n{done.stdout}{done.stderr}")
    stamp.touch()


def _digest(*parts):
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


class Npm:
    """The packages of package.json, and a Node that is new enough for them."""

    INSTALL = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock"]

    def __init__(self, cache):
        package = (HERE / "package.json").read_text()
        self.folder = cache / f"npm-{_digest(package)}"
        self._node_folder = cache / f"node-{NODE_WANTED}"
        node_is_new = self._system_node_major() >= NODE_WANTED
        if not (self.folder / "complete").exists():
            _probe("npm", ["npm", "view", "@x402/core@2.27.0", "version", "--fetch-retries=0"])
        if not node_is_new:
            _install(
                self._node_folder,
                f"node@{NODE_WANTED} from npm",
                [[*self.INSTALL, "--prefix", ".", f"node@{NODE_WANTED}"]],
            )
        self._path = os.environ["PATH"]
        if not node_is_new:
            self._path = f"{self._node_folder}/node_modules/node/bin:{self._path}"
        copy = ["cp", str(HERE / "package.json"), "."]
        _install(self.folder, "npm packages", [copy, self.INSTALL], self._env())
        # Node looks for packages beside the program.
        for program in HERE.glob("*.mjs"):
            shutil.copy(program, self.folder)

    def _system_node_major(self):
        try:
            version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
        except FileNotFoundError:
            return 0
        match = re.match(r"v(\d+)\.", version)
        return int(match.group(1)) if match else 0

    def _env(self):
        return {**os.environ, "PATH": self._path}

    def command(self, program, *arguments):
        """The command line of `program`, one of the .mjs files of this folder."""
        node = shutil.which("node", path=self._path)
        return [node, str(self.folder / program), *arguments]


class Venv:
    """A virtual environment with the packages of one requirements file."""

    def __init__(self, cache, requirements):
        wanted = (HERE / requirements).read_text()
        folder = cache / f"{Path(requirements).stem}-{_digest(wanted, sys.version)}"
        self.python = folder / "bin" / "python"
        if not (folder / "complete").exists():
            self._probe(cache)
        pip = [str(self.python), "-m", "pip", "install", "--quiet"]
        _install(
            folder,
            f"{requirements} from PyPI",
            [[sys.executable, "-m", "venv", "."], [*pip, "-r", str(HERE / requirements)]],
        )

    def _probe(self, cache):
        probe = cache / "probe"
        _install(probe, "a venv to reach PyPI with", [[sys.executable, "-m", "venv", "."]])
        pip = [str(probe / "bin" / "python"), "-m", "pip", "--retries", "0", "--timeout", "10"]
        _probe("PyPI", [*pip, "index", "versions", "mcp"])

    def command(self, program, *arguments):
        return [str(self.python), str(HERE / program), *arguments]


class Go:
    """Programs in folders with a go.mod. The go.sum of each is made on the spot."""

    MODULE = "github.com/modelcontextprotocol/go-sdk@v1.8.0"

    def __init__(self, cache):
        self._cache = cache

    def command(self, program, *arguments):
        sources = [HERE / program / name for name in ("go.mod", "main.go")]
        folder = self._cache / f"{program}-{_digest(*(path.read_text() for path in sources))}"
        if not (folder / "complete").exists():
            _probe("the Go module proxy", ["go", "list", "-m", self.MODULE])
        copy = ["cp", *map(str, sources), "."]
        build = ["go", "build", "-mod=mod", "-o", "program", "."]
        _install(folder, f"{program} with its Go modules", [copy, build])
        return [str(folder / "program"), *arguments]


def require_go_module(path):
    """OutOfReach unless the Go module proxy gives `path`."""
    _probe(f"Go module {path}", ["go", "list", "-m", f"{path}@latest"])
