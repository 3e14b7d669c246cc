"""The package without a session: names, documentation, errors, forks, records."""

import inspect
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from shop import Shop

import tollpass
from tollpass import _native

POLICY = """
[server.shop]
command = ["/usr/bin/true"]
pay_to = ["{pay_to}"]
per_call = "0.01 USDC"
per_day = "0.05 USDC"
"""


def home(shop):
    return tollpass.open_test(POLICY.format(pay_to=shop.pay_to))


def code_of(call, *arguments):
    """The code of the TollpassError that a call raises."""
    try:
        call(*arguments)
    except tollpass.TollpassError as error:
        return error.code
    return "OK"


class Driver:
    """The least that a host of an Interceptor does."""

    def __init__(self, kernel, shop):
        self.kernel = kernel
        self.interceptor = kernel.interceptor("shop", label="driver")
        self.shop = shop
        self.host = []

    def call(self, message):
        self._carry(self.interceptor.from_host(message), message, self._to_shop)
        return self.host.pop()

    def _to_shop(self, message):
        response = json.dumps(self.shop.answer(json.loads(message)))
        self._carry(self.interceptor.from_server(response), response, self.host.append)

    def _carry(self, actions, given, forward):
        for action in actions:
            match action:
                case tollpass.Forward():
                    forward(given)
                case tollpass.ToHost():
                    self.host.append(action.message)
                case tollpass.ToServer():
                    self.repeats = action.repeats
                    self._to_shop(action.message)
                case tollpass.Authorize(ticket=ticket, request=request):
                    decision = self.kernel.authorize(request)
                    self._carry(self.interceptor.from_kernel(ticket, decision), "", forward)
                case tollpass.Conclude(report=report):
                    self.kernel.conclude(report)


PAID_CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"paid_echo"}}'


class Package(unittest.TestCase):
    def test_imports_without_the_package_mcp(self):
        program = "import sys, tollpass; assert 'mcp' not in sys.modules; tollpass.open_test()"
        subprocess.run([sys.executable, "-c", program], check=True)

    def test_says_its_version(self):
        self.assertRegex(tollpass.__version__, r"^\d+\.\d+\.\d+$")

    def test_an_interceptor_alone_pays(self):
        shop = Shop()
        kernel = home(shop)
        driver = Driver(kernel, shop)
        answer = json.loads(driver.call(PAID_CALL))
        self.assertEqual(answer["result"]["content"][0]["text"], "done")
        self.assertEqual(driver.repeats, "1")
        (row,) = kernel.log()
        self.assertEqual((row["money"], row["label"]), ("settled", "driver"))
        self.assertEqual(row["amount"]["atomic"], str(shop.price))
        self.assertEqual(kernel.show(row["id"])["tool"], "paid_echo")
        self.assertEqual(kernel.explain(row["id"])["call"]["reason"], "in_bounds")
        self.assertEqual(kernel.log(after_sequence=row["sequence"]), [])

    def test_a_paused_home_pays_nothing_until_it_is_resumed(self):
        shop = Shop()
        kernel = home(shop)
        kernel.pause()
        self.assertTrue(kernel.status()["paused"])
        answer = json.loads(Driver(kernel, shop).call(PAID_CALL))
        self.assertTrue(answer["result"]["isError"])
        self.assertEqual(shop.paid_ids, [])
        kernel.resume()
        self.assertFalse(kernel.status()["paused"])

    def test_a_payment_that_nobody_asked_for_is_explained(self):
        shop = Shop()
        payment = {"network": "eip155:84532", "asset": "USDC", "pay_to": shop.pay_to}
        small = home(shop).explain_payment(server="shop", amount="0.01 USDC", **payment)
        self.assertEqual((small["verdict"], small["reason"]), ("pay", "in_bounds"))
        large = home(shop).explain_payment(server="shop", amount="0.02 USDC", **payment)
        self.assertEqual((large["verdict"], large["reason"]), ("deny", "over_per_call"))

    def test_a_policy_text_is_checked_with_line_and_column(self):
        wrong = 'version = 1\nnetworks = ["testnet"]\nnonsense = 1\n'
        found = tollpass.Policy.check(wrong)
        self.assertFalse(found["ok"])
        self.assertEqual(found["errors"][0]["line"], 3)
        with self.assertRaisesRegex(tollpass.TollpassError, "nonsense") as caught:
            tollpass.Policy(wrong)
        self.assertEqual(caught.exception.code, "INVALID_ARGUMENT")

    def test_errors_carry_the_name_of_their_kind(self):
        kernel = home(Shop())
        self.assertEqual(code_of(tollpass.open, "/nowhere"), "NOT_FOUND")
        self.assertEqual(code_of(tollpass.open_test, "[server.x]\nnonsense = 1"), "INVALID_ARGUMENT")
        self.assertEqual(code_of(kernel.interceptor, "nobody"), "NOT_FOUND")
        self.assertEqual(code_of(kernel.approve, "nothing"), "NOT_FOUND")
        self.assertTrue(issubclass(tollpass.TollpassError, RuntimeError))

    def test_a_passphrase_is_not_shown(self):
        self.assertNotIn("secret", repr(tollpass.Approve(passphrase="secret")))


class Forks(unittest.TestCase):
    def in_child(self, call):
        """What `call` printed in a forked child."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writing, repr(call()).encode())
            finally:
                os._exit(0)
        os.close(writing)
        with open(reading, "rb") as pipe:
            text = pipe.read().decode()
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        return text

    def test_a_child_gets_an_error_and_no_signature(self):
        shop = Shop()
        kernel = home(shop)
        driver = Driver(kernel, shop)
        requests = []
        kernel_authorize = kernel.authorize

        def ask_in_child():
            return [
                code_of(kernel.pending),
                code_of(kernel.interceptor, "shop"),
                code_of(driver.interceptor.from_host, PAID_CALL),
                code_of(kernel_authorize, requests[0]),
                code_of(_native.KernelWorker, kernel),
            ]

        driver.interceptor.from_host(PAID_CALL)
        challenge = json.dumps(shop.answer(json.loads(PAID_CALL)))
        actions = driver.interceptor.from_server(challenge)
        requests += [one.request for one in actions if isinstance(one, tollpass.Authorize)]
        self.assertEqual(self.in_child(ask_in_child), repr(["FAILED_PRECONDITION"] * 5))
        self.assertEqual(kernel.log(), [])
        self.assertEqual(kernel.authorize(requests[0]).kind, tollpass.DecisionKind.PAY)

    def test_a_child_leaves_what_it_inherited_to_its_parent(self):
        kernel = home(Shop())

        def drop():
            nonlocal kernel
            del kernel
            return "dropped"

        self.assertEqual(self.in_child(drop), repr("dropped"))
        self.assertTrue(Path(kernel.path).is_dir())

    def test_a_child_may_open_the_home_itself(self):
        kernel = home(Shop())
        path = kernel.path
        self.assertEqual(self.in_child(lambda: tollpass.open(path).pending()), "[]")


class Documentation(unittest.TestCase):
    def public(self):
        """(name, object) of everything that a host may call or read."""
        for name in [one for one in tollpass.__all__ if one != "__version__"]:
            yield name, getattr(tollpass, name)
            if not inspect.isclass(getattr(tollpass, name)):
                continue
            for member, value in vars(getattr(tollpass, name)).items():
                is_named = not member.startswith("_") and member not in ("name", "value")
                if is_named and (callable(value) or isinstance(value, property)):
                    yield f"{name}.{member}", value

    def test_no_public_name_is_without_words(self):
        silent = [
            name
            for name, value in self.public()
            if not isinstance(value, str) and not (value.__doc__ or "").strip()
        ]
        self.assertEqual(silent, [])

    def test_every_name_with_a_time_or_a_number_says_its_unit(self):
        units = {"_ms": "millisecond", "_at": "seconds since 1970", "seconds": "seconds"}
        for name, value in self.public():
            for ending, unit in units.items():
                if name.endswith(ending) and value.__doc__:
                    self.assertIn(unit, value.__doc__, name)

    def test_paid_tells_its_arguments(self):
        paid = tollpass.mcp.paid
        for argument in inspect.signature(paid).parameters:
            self.assertIn(f"{argument}:", paid.__doc__)


if __name__ == "__main__":
    unittest.main()
