#!/usr/bin/env python3
"""A plain MCP client: starts a server (or a proxy before one), calls tools, prints what came back.

It knows nothing of payments. Every message of the server is printed byte by byte as it arrived, so
what this program shows is what a host, and with it a model, gets to see.

Example:
  plain_client.py --call echo '{"text":"hi"}' --call weather '{"city":"Oslo"}' \\
      -- tollpass proxy sample
"""

import argparse
import contextlib
import json
import subprocess
import sys
import threading

REVISION = "2025-11-25"


class Connection:
    """One newline-delimited JSON-RPC connection to a child process."""

    def __init__(self, command, show):
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._show = show
        self._next_id = 1

    def request(self, method, params):
        """Sends a request and returns its response; whatever comes before it is only shown."""
        message_id = self._next_id
        self._next_id += 1
        self._send({"jsonrpc": "2.0", "id": message_id, "method": method, "params": params})
        for line in self._child.stdout:
            message = json.loads(line)
            self._show(line.decode().rstrip("\n"))
            if message.get("id") == message_id and "method" not in message:
                return message
        raise ConnectionError(f"the server ended before it answered {method}")

    def notify(self, method):
        self._send({"jsonrpc": "2.0", "method": method})

    def close(self):
        """Ends the server as hosts do: its input first. Returns its exit code."""
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.close()
        try:
            return self._child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._child.kill()
            return self._child.wait()

    def kill(self):
        self._child.kill()

    def _send(self, message):
        try:
            self._child.stdin.write(json.dumps(message).encode() + b"\n")
            self._child.stdin.flush()
        except BrokenPipeError as error:
            raise ConnectionError(f"the server ended before {message['method']}") from error


def initialize(connection):
    response = connection.request(
        "initialize",
        {
            "protocolVersion": REVISION,
            "capabilities": {},
            "clientInfo": {"name": "plain-client", "version": "1"},
        },
    )
    connection.notify("notifications/initialized")
    return response


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--call",
        nargs=2,
        action="append",
        default=[],
        metavar=("TOOL", "JSON"),
        help="call a tool with these arguments; may be given several times",
    )
    parser.add_argument("--list", action="store_true", help="list the tools first")
    parser.add_argument("--seconds", type=float, default=60, help="give up after this time")
    parser.add_argument("command", nargs="+", help="the server to start, after --")
    return parser.parse_args()


def run(options):
    connection = Connection(options.command, lambda line: print(f"  {line}", flush=True))
    alarm = threading.Timer(options.seconds, connection.kill)
    alarm.daemon = True
    alarm.start()
    try:
        print("> initialize", flush=True)
        initialize(connection)
        if options.list:
            print("> tools/list", flush=True)
            connection.request("tools/list", {})
        for tool, text in options.call:
            print(f"> {tool} {text}", flush=True)
            connection.request("tools/call", {"name": tool, "arguments": json.loads(text)})
    except (ConnectionError, ValueError) as error:
        print(f"plain_client.py: {error}", file=sys.stderr)
        return 1
    finally:
        code = connection.close()
        alarm.cancel()
    return code


if __name__ == "__main__":
    sys.exit(run(arguments()))
