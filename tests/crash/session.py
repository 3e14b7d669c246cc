"""One life of a host, its proxy and their server, which may end by a kill."""

import ctypes
import json
import os
import select
import signal
import subprocess
import time

from world import PATIENCE

PR_SET_CHILD_SUBREAPER = 36
CHUNK = 65536


class Stuck(Exception):
    """Somebody neither answered nor ended."""


def adopt_orphans():
    """Whoever loses its parent becomes ours, so that we see everybody's end."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_all():
    """Kills whoever is left of a session that did not end."""
    own = f"/proc/self/task/{os.getpid()}/children"
    while True:
        with open(own, encoding="ascii") as file:
            children = [int(word) for word in file.read().split()]
        if not children:
            return
        for pid in children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def request(number, method, params):
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(message).encode() + b"\n"


def hello():
    client = {"name": "host", "version": "1"}
    return request(
        1,
        "initialize",
        {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client},
    )


INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'


class HostProcess:
    """What runs in the process of the host: never returns to the test."""

    def __init__(self, world, calls, kill, report):
        self._world, self._calls, self._kill, self._report = world, calls, kill, report
        self._left = {"to_proxy": None, "from_proxy": None}
        if kill is not None and kill.when in self._left:
            self._left[kill.when] = kill.at
        self._rest = b""
        folder = world.folder / "session"
        self._kept = {name: open(folder / name, "wb", buffering=0) for name in self._left}

    def run(self):
        world = self._world
        errors = open(world.folder / "errors", "ab")
        self._proxy = subprocess.Popen(
            world.proxy(),
            env=world.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            bufsize=0,
        )
        self._tell(f"proxy {self._proxy.pid}")
        self._send(hello())
        if self._wait_for({1}):
            self._send(INITIALIZED)
            self._tell("calling")
            numbers = range(2, 2 + len(self._calls))
            for number, call in zip(numbers, self._calls):
                params = {"name": call.tool, "arguments": {"text": call.text}}
                self._send(request(number, "tools/call", params))
            self._wait_for(set(numbers))
        self._tell("done")
        if self._kill is not None:
            while self._read():  # until we die, or the proxy does
                pass
        self._proxy.stdin.close()
        while self._read():
            pass
        return self._proxy.wait()

    def _tell(self, word):
        os.write(self._report, word.encode() + b"\n")

    def _die(self):
        if self._kill.whom != "host":
            self._proxy.kill()
        if self._kill.whom in ("host", "both"):
            os.kill(os.getpid(), signal.SIGKILL)

    def _send(self, data):
        left = self._left["to_proxy"]
        part = data if left is None else data[:left]
        try:
            while part:
                sent = os.write(self._proxy.stdin.fileno(), part)
                self._kept["to_proxy"].write(part[:sent])
                part = part[sent:]
        except BrokenPipeError:
            return
        if left is not None:
            self._left["to_proxy"] = left - min(left, len(data))
            if left <= len(data):
                self._die()

    def _read(self):
        left = self._left["from_proxy"]
        data = os.read(self._proxy.stdout.fileno(), CHUNK if left is None else max(1, left))
        self._kept["from_proxy"].write(data)
        self._rest += data
        if left is not None:
            self._left["from_proxy"] = left - len(data) if left > len(data) else None
            if left <= len(data):
                self._die()
        return data

    def _wait_for(self, numbers):
        """False: the proxy ended before it answered all of them."""
        while numbers:
            line, newline, rest = self._rest.partition(b"\n")
            if newline:
                self._rest = rest
                numbers.discard(json.loads(line).get("id"))
            elif not self._read():
                return False
        return True


class Session:
    """Runs a host process and waits until nobody of it is left."""

    def __init__(self, world, calls, kill=None):
        self.answers = {}  # index of the call: the answer as JSON
        self.seconds = 0.0  # from the calls to the last answer
        self.bytes = {}  # of each stream
        self._world, self._kill, self._calls = world, kill, calls
        self._words = []
        self._proxy = None
        self._clear()
        self._run()
        self._read_back()

    def _clear(self):
        for folder in (self._world.folder / "session", self._world.tap):
            folder.mkdir(exist_ok=True)
            for path in folder.iterdir():
                path.unlink()
        kill = self._kill
        if kill is not None and kill.when in ("to_server", "from_server"):
            (self._world.tap / "kill").write_text(f"{kill.when} {kill.at} {kill.whom}")

    def _run(self):
        self._report, report = os.pipe()
        self._host = os.fork()
        if self._host == 0:
            code = 99
            try:
                code = HostProcess(self._world, self._calls, self._kill, report).run()
            finally:
                os._exit(code)
        os.close(report)
        try:
            self._watch()
        finally:
            os.close(self._report)
            self._wait_for_all()

    def _watch(self):
        """Follows what the host reports until it is over, and kills at the time of a kill."""
        begun = at = None
        deadline = time.monotonic() + PATIENCE
        while True:
            end = deadline if at is None else at
            if not select.select([self._report], [], [], max(0, end - time.monotonic()))[0]:
                if at is None:
                    raise Stuck(f"no answer; the host reported {self._words}")
                at = None
                self._strike()
                continue
            data = os.read(self._report, CHUNK)
            if not data:
                return
            for word in data.decode().split("\n")[:-1]:
                self._words.append(word)
                if word.startswith("proxy "):
                    self._proxy = int(word.split()[1])
                if word == "calling":
                    begun = time.monotonic()
                    if self._kill is not None and self._kill.when == "time":
                        at = begun + self._kill.at
                if word == "done":
                    self.seconds = time.monotonic() - (begun or deadline)
                    if self._kill is not None and self._kill.when != "time":
                        self._strike()  # what was to happen before did not: now, then

    def _strike(self):
        whom = self._kill.whom
        if whom == "server":
            self._kill_if_there(int((self._world.tap / "server").read_text()))
            return
        if whom in ("host", "both"):
            self._kill_if_there(self._host)
        if whom in ("proxy", "both"):
            self._kill_if_there(self._proxy)

    @staticmethod
    def _kill_if_there(pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def _wait_for_all(self):
        """Until everybody has ended: a server that still runs would settle behind our back."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                pid, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                if time.monotonic() > deadline:
                    raise Stuck("somebody does not end")
                time.sleep(0.001)

    def _read_back(self):
        folder = self._world.folder / "session"
        self.host_bytes = (folder / "from_proxy").read_bytes()
        self.sent = b""
        for path in (self._world.tap / "to_server", self._world.tap / "from_server"):
            if path.exists():
                self.bytes[path.name] = path.stat().st_size
        if (self._world.tap / "to_server").exists():
            self.sent = (self._world.tap / "to_server").read_bytes()
        for name in ("to_proxy", "from_proxy"):
            self.bytes[name] = (folder / name).stat().st_size
        for line in self.host_bytes.split(b"\n")[:-1]:
            message = json.loads(line)
            if isinstance(message.get("id"), int) and message["id"] >= 2:
                self.answers[message["id"] - 2] = message
