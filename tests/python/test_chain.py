"""A host's chain source gives budget back, as far as the user signed it; mandates below mandates."""

import json
import os
import shutil
import subprocess
import sys
import time
import unittest
from pathlib import Path

from driver import POLICY, Driver
from shop import Shop

import tollpass

PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
HOST_TELLS = '[chain."eip155:84532"]\nhost = true\n'
DEAD_SECONDS = 180  # longer ago than any proof of the shop lives
NETWORK = "eip155:84532"
KEY = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"  # Ed25519

# Makes a home that has room for one payment, and loses the answer of that one.
SPEND = """
import json, os, sys
import tollpass
from driver import PAID_CALL, Driver
from shop import Shop

driver = Driver(tollpass.open_test(sys.argv[1]), Shop(pay_to=sys.argv[2]))
to_shop = driver._to_shop
driver._to_shop = lambda message: None if "x402/payment" in str(message) else to_shop(message)
driver.send(PAID_CALL)
driver._carry(driver.interceptor.server_closed(), "", None)
print(driver.kernel.path, flush=True)
os._exit(0)  # the home stays
"""


def fake_time():
    """The library that `faketime` puts under programs, or None."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


def policy(more=""):
    text = POLICY.format(pay_to=PAY_TO).replace('per_day = "0.05 USDC"', 'per_day = "0.01 USDC"')
    return text + more


def call(number):
    params = {"name": "paid_echo", "arguments": {"text": f"call {number}"}}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})


class Source:
    """What the chain shows: nothing of it was used up to now."""

    def __init__(self, answer=None):
        self.answer = answer or (lambda: tollpass.ChainAnswer(False, int(time.time()), 7, "0xab"))
        self.asked = []

    def __call__(self, network, uses, deadline_ms):
        self.asked.append((network, [use.value for use in uses], deadline_ms))
        return [self.answer() for _ in uses]


class ChainSources(unittest.TestCase):
    def setUp(self):
        if fake_time() is None:
            self.skipTest("the Debian package faketime is not installed")

    def spent_home(self):
        """The path of a home whose day is used up by a payment that is dead by now."""
        env = {
            **os.environ,
            "LD_PRELOAD": str(fake_time()),
            "FAKETIME": f"-{DEAD_SECONDS}s",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }
        command = [sys.executable, "-c", SPEND, policy(HOST_TELLS), PAY_TO]
        done = subprocess.run(command, env=env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        path = done.stdout.strip()
        self.addCleanup(shutil.rmtree, path)
        return path

    def second_call(self, chain):
        kernel = tollpass.open(self.spent_home(), chain=chain)
        answer = json.loads(Driver(kernel, Shop(pay_to=PAY_TO)).call(call(2)))
        return kernel, not answer["result"].get("isError", False)

    def test_what_never_settled_makes_room_for_the_next_payment(self):
        source = Source()
        kernel, paid = self.second_call(source)
        self.assertTrue(paid)
        self.assertEqual([row["money"] for row in kernel.log()], ["released", "settled"])
        ((network, (value,), deadline_ms),) = source.asked
        self.assertEqual((network, len(value)), (NETWORK, 64))
        self.assertTrue(0 < deadline_ms <= 2000)
        told = kernel.explain(kernel.log()[0]["id"])
        self.assertIn(value, json.dumps(told))

    def test_what_the_chain_took_stays_spent(self):
        source = Source(lambda: tollpass.ChainAnswer(True, int(time.time())))
        kernel, paid = self.second_call(source)
        self.assertFalse(paid)
        self.assertEqual(kernel.log()[0]["money"], "settled")
        self.assertEqual(kernel.log()[0]["evidence"], "confirmed")

    def test_a_source_that_knows_nothing_gives_nothing_back(self):
        def fails():
            raise ConnectionError("no node")

        for answer in (lambda: None, lambda: "no answer", fails):
            source = Source(answer)
            kernel, paid = self.second_call(source)
            self.assertFalse(paid)
            self.assertEqual(len(source.asked), 1)
            self.assertEqual(kernel.log()[0]["money"], "presumed_spent")

    def test_without_a_source_nothing_comes_back(self):
        _, paid = self.second_call(None)
        self.assertFalse(paid)


class Arguments(unittest.TestCase):
    def test_a_source_is_a_function(self):
        with self.assertRaisesRegex(TypeError, "network, uses, deadline_ms"):
            tollpass.open("/nowhere", chain="https://node.example")

    def test_a_mandate_below_another_takes_no_more_than_that_has(self):
        kernel = tollpass.open_test(POLICY.format(pay_to=PAY_TO))
        parent = kernel.allow("shop", per_day="0.02 USDC", delegate_key=KEY)
        child = kernel.allow("shop", per_day="0.01 USDC", parent=parent)
        self.assertNotEqual(child, parent)
        with self.assertRaises(tollpass.TollpassError) as wider:
            kernel.allow("shop", per_day="0.05 USDC", parent=parent)
        self.assertIn("per_day", str(wider.exception))
        with self.assertRaises(tollpass.TollpassError) as nobody:
            kernel.allow("shop", parent="m_nothing")
        self.assertEqual(nobody.exception.code, "NOT_FOUND")
        with self.assertRaises(tollpass.TollpassError) as no_key:
            kernel.allow("shop", delegate_key="short")
        self.assertEqual(no_key.exception.code, "INVALID_ARGUMENT")


if __name__ == "__main__":
    unittest.main()
