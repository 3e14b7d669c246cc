"""The document and the samples do what they say."""

import contextlib
import io
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

import tollpass

ROOT = Path(__file__).resolve().parents[2]
PAID_SERVER = Path(os.environ["TOLLPASS_BUILD"]) / "samples/paid_server/paid_server"
sys.path.insert(0, str(ROOT / "samples" / "python_host"))

from shop_policy import shop_policy  # noqa: E402


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
        host = ROOT / "samples/python_host/host.py"
        done = subprocess.run(
            [sys.executable, host, PAID_SERVER, *flags],
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


if __name__ == "__main__":
    unittest.main()
