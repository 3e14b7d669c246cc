"""The sample of a popular agent framework does what it says."""

import asyncio
import contextlib
import io
import subprocess
import sys
import unittest

from samples import HOSTS, PAID_SERVER, server_with_a_folder  # isort: skip
import langchain_host


class Agent(unittest.TestCase):
    def test_an_agent_of_langgraph_pays_and_is_declined_below_its_tools(self):
        host = [sys.executable, HOSTS / "langchain_host.py", PAID_SERVER]
        done = subprocess.run(host, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("snow", done.stdout)
        self.assertIn("the user's rules do not allow", done.stdout)
        self.assertIn("[log] weather: pay, 0.01 USDC, settled", done.stdout)
        self.assertIn("[log] almanac: deny, 0.1 USDC, none", done.stdout)

    def test_the_server_starts_in_the_folder_of_its_section(self):
        with server_with_a_folder(langchain_host) as log:
            with contextlib.redirect_stdout(io.StringIO()):
                asyncio.run(langchain_host.main(PAID_SERVER))
            self.assertTrue(log.exists())


if __name__ == "__main__":
    unittest.main()
