#!/usr/bin/env python3
"""The sample server as a program: its flags, its lines, its end.

  stdio_test.py PAID_SERVER
"""

import json
import subprocess
import sys
import tempfile
import time
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
            ["--dialect", "barter"],
            ["--quote-seed", "0101"],
            ["--quote-seed-file", "/nonexistent/seed"],
            ["--payer-key", "8a88"],
            ["--payer-key", "8a" * 32, "--payer-key", "8a88"],
            ["--accepts", "{}"],
            ["--extensions", "[]"],
            ["--network", "eip155:999999", "--dialect", "x402-v1"],
        ):
            done = serve(*flags)
            self.assertNotEqual(done.returncode, 0, flags)
            self.assertIn(flags[0], done.stderr)

    def test_broken_state_file_is_named_with_its_line(self):
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder) / "state"
            state.write_text('{"settled":"x"}\n{"sett\n')
            done = serve("--state", str(state))
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{state}, line 2", done.stderr)

    def test_quote_key_is_printed_as_a_policy_takes_it(self):
        done = serve("--print-quote-key", "--issuer", "acme.example")
        self.assertEqual(
            done.stdout,
            "acme.example ed25519:"
            "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c\n",
        )
        with tempfile.TemporaryDirectory() as folder:
            seed = Path(folder) / "seed"
            seed.write_text("02" * 32 + "\n")
            by_file = serve("--print-quote-key", "--quote-seed-file", str(seed)).stdout
        self.assertEqual(by_file, serve("--print-quote-key", "--quote-seed", "02" * 32).stdout)
        self.assertIn(
            "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394", by_file
        )


def call(tool, *flags, arguments=None):
    """The answer to one call of `tool` without a payment."""
    request = {
        "id": 1,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments or {"city": "Oslo"}},
    }
    return json.loads(serve(*flags, text=json.dumps(request)).stdout)


class Demands(unittest.TestCase):
    def test_each_tool_asks_in_its_own_way(self):
        by_result = call("weather")["result"]["structuredContent"]
        self.assertEqual(by_result["x402Version"], 2)
        error = call("forecast")["error"]
        self.assertEqual(error["code"], -32402)
        self.assertEqual(error["data"]["quote"]["protocol"], "local.mcp-quote")

    def test_dialect_is_for_every_paid_tool(self):
        for tool in ("weather", "forecast", "almanac"):
            self.assertEqual(call(tool, "--dialect", "quote")["error"]["code"], -32402)
            first = call(tool, "--dialect", "x402-v1")["result"]["structuredContent"]
            self.assertEqual(first["x402Version"], 1)
            self.assertEqual(first["accepts"][0]["network"], "base-sepolia")
            second = call(tool, "--dialect", "x402")["result"]["structuredContent"]
            self.assertEqual(second["x402Version"], 2)
        self.assertIn("result", call("add", "--dialect", "quote", arguments={"a": 1, "b": 2}))

    def test_challenge_flag_says_where_a_demand_stands(self):
        for flags in (["--text-only"], ["--challenge", "text"]):
            result = call("weather", *flags)["result"]
            self.assertNotIn("structuredContent", result)
            self.assertEqual(json.loads(result["content"][0]["text"])["x402Version"], 2)
        result = call("weather", "--challenge", "wrapped-text", "--dialect", "x402-v1")["result"]
        self.assertIn("x402/error", json.loads(result["content"][0]["text"]))

    def test_extensions_are_advertised(self):
        flags = ["--builder-code", "app", "--service-code", "one", "--service-code", "two"]
        extensions = call("weather", *flags)["result"]["structuredContent"]["extensions"]
        self.assertEqual(extensions["builder-code"], {"info": {"a": "app", "s": ["one", "two"]}})

    def test_hook_flags_change_reject_and_free_calls(self):
        accepts = '[{"scheme":"other"}]'
        asked = call("weather", "--accepts", accepts, "--extensions", '{"x":{"info":{}}}')
        self.assertEqual(asked["result"]["structuredContent"]["accepts"], json.loads(accepts))
        self.assertEqual(
            asked["result"]["structuredContent"]["extensions"], {"x": {"info": {}}}
        )
        for dialect in ("x402", "quote"):
            rejected = call("weather", "--reject-tool", "weather", "--dialect", dialect)["result"]
            self.assertEqual(rejected["content"][0]["text"], "This tool is not for sale.")
            free = call("weather", "--free-calls", "1", "--dialect", dialect)["result"]
            self.assertEqual(free["structuredContent"]["celsius"], -3)

    def test_faults_of_quotes_show_on_the_wire(self):
        honest = call("forecast")["error"]["data"]["quote"]
        for fault, differs in (
            ("wrong-key", lambda quote: quote["sig"]["kid"] != honest["sig"]["kid"]),
            ("expired-quote", lambda quote: quote["expires_at"] < time.time()),
            ("long-quote", lambda quote: quote["expires_at"] - quote["issued_at"] == 3600),
            ("args-swap", lambda quote: quote["args_digest"] != honest["args_digest"]),
            ("tool-swap", lambda quote: quote["tool"] != "forecast"),
        ):
            quote = call("forecast", "--fault", fault)["error"]["data"]["quote"]
            self.assertTrue(differs(quote), fault)

    def test_tool_that_breaks_is_not_reached_without_a_payment(self):
        self.assertEqual(call("forecast", "--fault", "tool-breaks")["error"]["code"], -32402)
        broken = call("forecast", "--fault", "tool-breaks", "--free-calls", "1")
        self.assertEqual(broken["error"]["code"], -32603)

    def test_quotes_are_logged_and_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            log, state = Path(folder) / "log", Path(folder) / "state"
            answer = call("forecast", "--log", str(log), "--state", str(state))
            quote = answer["error"]["data"]["quote"]
            logged = json.loads(log.read_text())
            kept = json.loads(state.read_text())
        self.assertEqual(logged["quote"], quote)
        self.assertEqual(logged["requirements"]["amount"], "10000")
        self.assertEqual(kept["quoted"], quote["quote_id"])


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
