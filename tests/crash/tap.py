"""Stands between the proxy and its server: keeps every byte, and may kill somebody at one of them.

  tap.py FOLDER PROGRAM ARG...

What passes is kept in FOLDER/to_server and FOLDER/from_server. FOLDER/kill, if it is there, is one
line "STREAM BYTES WHOM": when so many bytes of that stream have passed, WHOM of "proxy", "host",
"both" and "server" die by SIGKILL. The number of the server's process stands in FOLDER/server.
"""

import os
import select
import signal
import subprocess
import sys

CHUNK = 65536


def parent_of(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[1])


class Kill:
    def __init__(self, folder, server):
        self.stream = ""
        self._whom = ""
        self._server = server
        path = os.path.join(folder, "kill")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.stream, at, self._whom = file.read().split()
            self._left = int(at)

    def take(self, stream, size):
        """How many of `size` bytes still pass before the kill; None if no kill is due."""
        if stream != self.stream:
            return None
        if size < self._left:
            self._left -= size
            return None
        return self._left

    @property
    def spares_both_ends(self):
        return self._whom == "host"

    def carry_out(self):
        proxy = os.getppid()
        host = parent_of(proxy)
        if self._whom == "server":
            self._server.kill()
        if self._whom in ("host", "both"):
            os.kill(host, signal.SIGKILL)
        if self._whom in ("proxy", "both"):
            os.kill(proxy, signal.SIGKILL)
        self.stream = ""


def write_all(fd, data):
    while data:
        data = data[os.write(fd, data) :]


class Way:
    """One direction: what is read at `source` goes to `target`."""

    def __init__(self, folder, stream, target):
        self.stream = stream
        self._target = target
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self._record = os.open(os.path.join(folder, stream), flags, 0o600)

    def carry(self, data, kill):
        write_all(self._record, data)
        passes = kill.take(self.stream, len(data))
        if passes is None:
            self._write(data)
            return
        self._write(data[:passes])
        kill.carry_out()
        if kill.spares_both_ends:
            self._write(data[passes:])

    def end(self):
        os.close(self._target)

    def _write(self, data):
        try:
            write_all(self._target, data)
        except BrokenPipeError:
            pass  # the other end is gone: its own end of file says so


def main():
    folder, command = sys.argv[1], sys.argv[2:]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    with open(os.path.join(folder, "server"), "w", encoding="utf-8") as file:
        file.write(str(server.pid))
    kill = Kill(folder, server)
    to_server = Way(folder, "to_server", os.dup(server.stdin.fileno()))
    server.stdin.close()
    ways = {0: to_server, server.stdout.fileno(): Way(folder, "from_server", 1)}
    while ways:
        for source in select.select(list(ways), [], [])[0]:
            data = os.read(source, CHUNK)
            if data:
                ways[source].carry(data, kill)
                continue
            ways.pop(source).end()
            if source != 0:
                code = server.wait()
                sys.exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
