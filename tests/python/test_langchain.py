"""The sample of a popular agent framework does what it says."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAID_SERVER = Path(os.environ["TOLLPASS_BUILD"]) / "samples/paid_server/paid_server"


class Agent(unittest.TestCase):
    def test_an_agent_of_langgraph_pays_and_is_declined_below_its_tools(self):
        host = ROOT / "samples/python_host/langchain_host.py"
        done = subprocess.run(
            [sys.executable, host, PAID_SERVER], capture_output=True, text=True, timeout=120
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("snow", done.stdout)
        self.assertIn("the user's rules do not allow", done.stdout)
        self.assertIn("[log] weather: pay, 0.01 USDC, settled", done.stdout)
        self.assertIn("[log] almanac: deny, 0.1 USDC, none", done.stdout)


if __name__ == "__main__":
    unittest.main()
