#!/usr/bin/env python3
"""The sample server as a program: its flags, its lines, its end.

  stdio_test.py PAID_SERVER
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PLAIN_CLIENT = Path(__file__).resolve().parents[2] / "samples" / "plain_client.py"
PAID_SERVER = ""


def serve(*flags, text=""):
    return subprocess.run(
        [PAID_SERVER, *flags], input=text, capture_output=True, text=True, timeout=30
    )


class Flags(unittest.TestCase):
    def test_help_shows_an_example(self):
        done = serve("--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("tollpass proxy sample", done.stdout)

    def test_wrong_values_are_refused_by_name(self):
        for flags in (
            ["--price", "0.01"],
            ["--price", "340282366920938463463374607431768211456"],
            ["--pay-to", "0x20"],
            ["--asset", "USDC"],
            ["--timeout-seconds", "0"],
            ["--fault", "nope"],
        ):
            done = serve(*flags)
            self.assertNotEqual(done.returncode, 0, flags)
            self.assertIn(flags[0], done.stderr)

    def test_broken_state_file_is_named_with_its_line(self):
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder) / "state"
            state.write_text('{"settled":"x"}\n{"sett')
            done = serve("--state", str(state))
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{state}, line 2", done.stderr)


class Lines(unittest.TestCase):
    def test_takes_both_line_ends_skips_blank_lines_and_ends_with_its_input(self):
        done = serve(text='{"id":1,"method":"ping"}\r\n\n{"id":2,"method":"ping"}')
        self.assertEqual(done.returncode, 0)
        self.assertEqual([json.loads(line)["id"] for line in done.stdout.splitlines()], [1, 2])
        self.assertNotIn("\r", done.stdout)

    def test_every_challenge_is_logged(self):
        call = '{"id":1,"method":"tools/call","params":{"name":"weather"}}'
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            serve("--log", str(log), "--price", "42", text=call)
            record = json.loads(log.read_text())
        self.assertEqual(record["event"], "challenged")
        self.assertEqual(record["requirements"]["amount"], "42")


class PlainClient(unittest.TestCase):
    def run_client(self, *arguments):
        return subprocess.run(
            [sys.executable, str(PLAIN_CLIENT), *arguments],
            capture_output=True,
            text=True,
            timeout=30,
        )

    def test_prints_what_the_server_sent_byte_by_byte(self):
        done = self.run_client("--call", "add", '{"a":1,"b":2}', "--", PAID_SERVER)
        self.assertEqual(done.returncode, 0, done.stderr)
        *_, call, answer = done.stdout.splitlines()
        self.assertEqual(call, '> add {"a":1,"b":2}')
        self.assertEqual(
            answer.strip(),
            '{"id":2,"jsonrpc":"2.0","result":{"content":[{"text":"3","type":"text"}]}}',
        )

    def test_says_so_if_the_server_ends_early(self):
        done = self.run_client("--call", "add", "{}", "--", "/bin/true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("initialize", done.stderr)


if __name__ == "__main__":
    PAID_SERVER = sys.argv.pop(1)
    unittest.main()
