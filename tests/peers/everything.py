"""The reference server "everything" behind the proxy: a host sees what it sees without the proxy."""

import json
import os
import re
import secrets
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from toll_road import SECONDS, run_client

# Nobody has to be done in this time: it only ends a test that would wait for ever.
GUARD_SECONDS = 600
TASK_ID = re.compile(r"\b[0-9a-f]{8}-?[0-9a-f-]{20,}\b")


def server_of(client):
    """The command of the server that is installed beside the client's program."""
    node, program = client[0], Path(client[1])
    package = program.parent / "node_modules" / "@modelcontextprotocol" / "server-everything"
    return [node, str(package / "dist" / "index.js"), "stdio"]


def proxied(programs, home, server):
    return [str(programs / "cli" / "tollpass"), "proxy", "--home", str(home), "--", *server]


def _environment(result):
    """The server's environment without our own variables, which it does not get."""
    told = json.loads(result["content"][0]["text"])
    return {name: value for name, value in told.items() if not name.startswith("TOLLPASS_")}


def _without_what_changes(told):
    """Takes out the clock, random ids, the weather, and how often the server asks for the roots."""
    told["asked"] = [question for question in told["asked"] if question != ["roots"]]
    for name, result in told.items():
        if name.startswith("get-env"):
            told[name] = _environment(result)
        if name.startswith("get-resource-reference"):
            del result["content"][1]["resource"]["blob"]
        if "-async" in name:
            for part in result["content"]:
                part["text"] = TASK_ID.sub("ID", part["text"])
        if name.startswith("trigger-url-elicitation") and "data" in result:
            del result["data"]["elicitations"][0]["elicitationId"]
        if name == "a task":
            told[name] = len(result)
    return told


def check_as_without(report, name, client, programs):
    server = server_of(client)
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as folder:
        home = Path(folder) / "home"
        direct = _without_what_changes(run_client(client, {"command": server}, GUARD_SECONDS))
        behind = _without_what_changes(
            run_client(client, {"command": proxied(programs, home, server)}, GUARD_SECONDS)
        )
        for what, result in direct.items():
            report.equal(f"{name}: the same behind the proxy: {what}", behind.get(what), result)
        report.equal(f"{name}: nothing more behind the proxy", set(behind), set(direct))
        report.equal(f"{name}: every tool was called", direct["neverCalled"], [])
        report.check(f"{name}: makes no home", not home.exists())


def _marked(mark):
    """Processes that carry `mark` in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def _gone(mark):
    deadline = time.monotonic() + SECONDS
    while _marked(mark) and time.monotonic() < deadline:
        time.sleep(0.1)
    return not _marked(mark)


def check_dies_with_its_host(report, name, client, programs):
    """In the middle of a call the host is told to end, or is killed: nothing stays behind."""
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as folder:
        command = proxied(programs, Path(folder) / "home", server_of(client))
        session = json.dumps({"command": command, "hang": True})
        for number in (signal.SIGTERM, signal.SIGKILL):
            mark = secrets.token_hex(16)
            host = subprocess.Popen(
                [*client, session], stdout=subprocess.PIPE, env={**os.environ, "PEER_MARK": mark}
            )
            started = host.stdout.readline() == b"called\n"
            count = len(_marked(mark))
            host.send_signal(number)
            host.wait(SECONDS)
            title = f"{name}: {signal.Signals(number).name} to the host in a call"
            report.check(title + " finds all three running", started and count >= 3, str(count))
            report.check(title + " leaves nothing behind", _gone(mark), str(_marked(mark)))
