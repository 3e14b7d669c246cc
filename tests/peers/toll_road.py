"""A Tollpass home, the proxy on it, and the sample server behind it, for one scenario."""

import json
import os
import secrets
import subprocess

# Nobody has to be done in this time: it only ends a test that would wait for ever.
SECONDS = 300


class TollRoad:
    """A test home in `folder` that may pay `server` up to 0.01 USDC a call."""

    def __init__(self, programs, folder, server, pay_to):
        self._tollpass = str(programs / "cli" / "tollpass")
        self.home = folder / "home"
        self._state = str(folder / "state")
        self.seen_path = folder / "seen"
        self._run("init", "--test")
        self._run("add", "sample", "--pay-to", pay_to, "--per-call", "0.01 USDC", "--", *server)
        self._run("allow", "sample", "--for", "1d")

    def _run(self, command, *arguments):
        line = [self._tollpass, command, "--home", str(self.home), *arguments]
        env = {**os.environ, "XDG_STATE_HOME": self._state}
        done = subprocess.run(line, capture_output=True, text=True, timeout=SECONDS, env=env)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(line)}: exit {done.returncode}\n{done.stderr}")
        return done.stdout

    def proxy(self):
        """The command that a host starts. Every byte that the host gets is kept in `seen_path`."""
        proxy = [self._tollpass, "proxy", "--home", str(self.home), "sample"]
        script = 'export XDG_STATE_HOME="$1"; shift; "$@" | tee -a "$0"'
        return ["/bin/sh", "-c", script, str(self.seen_path), self._state, *proxy]

    def seen(self):
        return self.seen_path.read_text()

    def log(self):
        return json.loads(self._run("log", "--json"))


def random_account():
    return "0x" + secrets.token_hex(20)


def events(path, kind):
    """The lines of the sample server's log that tell of `kind`."""
    if not path.exists():
        return []
    records = [json.loads(line) for line in path.read_text().splitlines()]
    return [record for record in records if record["event"] == kind]


def run_client(command, session, seconds=SECONDS):
    """Runs one of the client programs and gives what it printed."""
    done = subprocess.run(
        [*command, json.dumps(session)], capture_output=True, text=True, timeout=seconds
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)
