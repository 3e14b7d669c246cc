"""The document and the samples do what they say."""

import asyncio
import contextlib
import io
import os
import re
import subprocess
import sys
import unittest
from unittest import mock

from samples import HOSTS, PAID_SERVER, ROOT, server_with_a_folder  # isort: skip
import host
from shop_policy import shop_policy
from stdio_server import parameters_of

import tollpass


class Document(unittest.TestCase):
    def test_every_snippet_runs(self):
        snippets = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(), re.S)
        self.assertEqual(len(snippets), 6)
        policy = shop_policy(PAID_SERVER).replace("server.shop", "server.search")
        home = tollpass.open_test(policy + '[server.search.tool.weather]\nask = "always"\n')
        printed, names = io.StringIO(), {}
        with mock.patch.dict(os.environ, {"TOLLPASS_HOME": home.path}):
            with contextlib.redirect_stdout(printed):
                for snippet in snippets:
                    exec(compile(snippet, "docs/python.md", "exec"), names)
        for words in ("weather costs 0.01 USDC", "Oslo", "settled", "on\n", "NOT_FOUND"):
            self.assertIn(words, printed.getvalue())


class Samples(unittest.TestCase):
    def run_host(self, *flags):
        done = subprocess.run(
            [sys.executable, HOSTS / "host.py", PAID_SERVER, *flags],
            capture_output=True,
            text=True,
            timeout=120,
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

    def test_a_server_is_started_with_all_that_its_endpoint_says(self):
        endpoint = tollpass.Endpoint(command=["/bin/a", "b"], cwd="/c", env={"D": "e"})
        params = parameters_of(endpoint)
        self.assertEqual((params.command, params.args), ("/bin/a", ["b"]))
        self.assertEqual((str(params.cwd), params.env), ("/c", {"D": "e"}))


if __name__ == "__main__":
    unittest.main()
