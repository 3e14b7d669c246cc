"""The document and the samples do what they say."""

import asyncio
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import unittest
from unittest import mock

from samples import HOSTS, PAID_SERVER, ROOT, server_with_a_folder  # isort: skip
import host
from log_text import line_of
from shop import Shop, serve_http
from shop_policy import shop_policy
from stdio_server import parameters_of

import tollpass


def ask_for_no_amount(kernel, server):
    """A call of `odd`, whose server demands money and says no amount. Gives its row."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "odd"}}
    demand = {"x402Version": 2, "accepts": []}
    result = {"isError": True, "structuredContent": demand, "content": []}
    interceptor = kernel.interceptor(server)
    interceptor.from_host(json.dumps(call))
    for action in interceptor.from_server(json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})):
        if isinstance(action, tollpass.Authorize):
            kernel.authorize(action.request)
    return kernel.log()[-1]


async def over_streamable_http(names):
    """How many tools the document's function for servers with a URL finds."""
    server, url = serve_http(Shop())
    try:
        section = f'[server.web]\nurl = "{url}"\nper_call = "0.01 USDC"\nper_day = "0.05 USDC"\n'
        return len(await names["over_http"](tollpass.open_test(section), "web"))
    finally:
        server.shutdown()
        server.server_close()


class Document(unittest.TestCase):
    def test_every_snippet_runs(self):
        snippets = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(), re.S)
        self.assertEqual(len(snippets), 8)
        policy = shop_policy(PAID_SERVER).replace("server.shop", "server.weather")
        home = tollpass.open_test(policy + '[server.weather.tool.weather]\nask = "always"\n')
        ask_for_no_amount(home, "weather")
        printed, names = io.StringIO(), {}
        with mock.patch.dict(os.environ, {"TOLLPASS_HOME": home.path}):
            with contextlib.redirect_stdout(printed):
                for snippet in snippets:
                    exec(compile(snippet, "docs/python.md", "exec"), names)
        for words in ("weather costs 0.01 USDC", "Oslo", "settled", "on\n", "NOT_FOUND", "odd - none"):
            self.assertIn(words, printed.getvalue())
        self.assertEqual(asyncio.run(over_streamable_http(names)), 4)
        block = mock.Mock(time=7)
        block.has_used.side_effect = lambda asset, payer, value: value == "taken"
        names["my_node"] = mock.Mock(**{"final_block.return_value": block})
        uses = [mock.Mock(value="taken"), mock.Mock(value="free")]
        answers = names["source"]("eip155:84532", uses, 1000)
        self.assertEqual([one.used for one in answers], [True, False])
        self.assertEqual([one.block_time for one in answers], [7, 7])


class Samples(unittest.TestCase):
    def run_host(self, *flags, **more):
        done = subprocess.run(
            [sys.executable, HOSTS / "host.py", PAID_SERVER, *flags],
            capture_output=True,
            text=True,
            timeout=120,
            **more,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_plain_host_pays_asks_and_is_declined(self):
        said = self.run_host("--yes")
        self.assertIn("[log] weather: pay, 0.01 USDC, settled", said)
        self.assertIn("[log] forecast: pay, 0.01 USDC, settled", said)
        self.assertIn("[log] almanac: deny, 0.1 USDC, none", said)

    def test_the_plain_host_pays_nothing_that_its_user_denies(self):
        said = self.run_host("--no")
        self.assertIn("[log] weather: pay, 0.01 USDC, settled", said)
        self.assertNotIn("[log] forecast: pay", said)

    def test_the_plain_host_starts_the_server_in_the_folder_of_its_section(self):
        with server_with_a_folder(host) as log, contextlib.redirect_stdout(io.StringIO()):
            asyncio.run(host.main(PAID_SERVER, host.answer_always(tollpass.Deny())))
            self.assertTrue(log.exists())

    def test_a_row_without_an_amount_is_a_line_of_the_log(self):
        row = ask_for_no_amount(tollpass.open_test(shop_policy(PAID_SERVER)), "shop")
        self.assertIsNone(row["amount"])
        self.assertEqual(line_of(row), "[log] odd: deny, -, none")

    def test_where_nobody_answers_the_question_waits(self):
        said = self.run_host(stdin=subprocess.DEVNULL)
        self.assertIn("needs the user's approval", said)
        self.assertNotIn("[log] forecast: pay", said)

    def test_a_host_of_a_framework_says_what_it_needs_before_that_is_installed(self):
        host = str(HOSTS / "langchain_host.py")
        gone = (
            "import runpy, sys; sys.modules['langgraph'] = sys.modules['langchain_core'] = None; "
            "sys.argv = sys.argv[1:]; sys.path.insert(0, sys.argv[0].rpartition('/')[0]); "
            "runpy.run_path(sys.argv[0], run_name='__main__')"
        )
        for arguments, code, words in (
            (["--help"], 0, "the program of samples/paid_server"),
            ([PAID_SERVER], 1, "pip install langchain-mcp-adapters langgraph"),
        ):
            command = [sys.executable, "-c", gone, host, *arguments]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(words, done.stdout + done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_a_word_that_is_no_program_is_an_error_of_usage(self):
        command = [sys.executable, HOSTS / "host.py", "/nowhere/paid_server"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nowhere/paid_server is no program", done.stderr)

    def test_a_server_is_started_with_all_that_its_endpoint_says(self):
        endpoint = tollpass.Endpoint(command=["/bin/a", "b"], cwd="/c", env={"D": "e"})
        params = parameters_of(endpoint)
        self.assertEqual((params.command, params.args), ("/bin/a", ["b"]))
        self.assertEqual((str(params.cwd), params.env), ("/c", {"D": "e"}))


if __name__ == "__main__":
    unittest.main()
