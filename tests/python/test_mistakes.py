"""What a host does wrong is an error of the promised kind that tells no secret."""

import io
import logging
import traceback
import unittest

from driver import home
from shop import Shop

import tollpass

SECRET = "hunter2-secret"
HALF = "\ud800"


def told(error):
    """Everything that a log may show of an error, and what hangs on it."""
    words = [str(error), repr(error), repr(vars(error)), repr(error.args)]
    words += traceback.format_exception(error)
    log = io.StringIO()
    logger = logging.Logger("of the test")
    logger.addHandler(logging.StreamHandler(log))
    logger.error("failed", exc_info=error)
    words.append(log.getvalue())
    while error is not None:
        words += [repr(getattr(error, name, None)) for name in ("object", "doc", "args")]
        error = error.__context__
    return "\n".join(words)


class Secrets(unittest.TestCase):
    # Each takes a secret; beside it stands, by name, all else that it takes.
    WITH_A_PASSPHRASE = {
        "approve": {"id": "axxx", "up_to": "", "seconds": 60},
        "resume": {},
        "allow": {
            "server": "shop",
            "tools": [],
            "per_call": "",
            "per_day": "",
            "total": "",
            "uses": 1,
            "seconds": 60,
            "parent": "",
            "delegate_key": "",
        },
    }
    WRONG = [60.5, b"\xff\0", None, ["x"], {"x": 1}, object(), HALF, "a\0b", 2**70, -1, "nonsense"]

    def setUp(self):
        self.kernel = home(Shop())

    def assert_untold(self, call, *arguments, **named):
        try:
            call(*arguments, **named)
        except Exception as error:
            self.assertIsInstance(error, (TypeError, tollpass.TollpassError))
            self.assertNotIn(SECRET, told(error))
            return True
        return False

    def test_the_functions_that_take_a_passphrase_are_these(self):
        takes = [
            name
            for name, value in vars(tollpass.Kernel).items()
            if "passphrase" in (getattr(value, "__doc__", None) or "")
        ]
        self.assertEqual(sorted(takes), sorted(self.WITH_A_PASSPHRASE))

    def test_any_other_argument_may_be_wrong(self):
        for name, others in self.WITH_A_PASSPHRASE.items():
            call = getattr(self.kernel, name)
            for other in others:
                refused = [
                    self.assert_untold(call, passphrase=SECRET, **{**others, other: value})
                    for value in self.WRONG
                ]
                self.assertTrue(any(refused), (name, other))
            self.assertTrue(self.assert_untold(call, passphrase=SECRET, **others, bogus=1))
            self.assertTrue(self.assert_untold(call, *[SECRET] * 12))
            self.assertTrue(self.assert_untold(getattr(tollpass.Kernel, name), None, SECRET))
            self.assertTrue(self.assert_untold(getattr(tollpass.Kernel, name), passphrase=SECRET))
            empty = tollpass.Kernel.__new__(tollpass.Kernel)
            self.assertTrue(self.assert_untold(getattr(empty, name), passphrase=SECRET, **others))
        self.assertTrue(self.assert_untold(self.kernel.approve, "axxx", SECRET, id=SECRET))
        self.assertTrue(self.assert_untold(self.kernel.approve, passphrase=SECRET))

    def test_the_passphrase_itself_may_be_wrong(self):
        for name, others in self.WITH_A_PASSPHRASE.items():
            call = getattr(self.kernel, name)
            for wrong in ([SECRET], {SECRET: 1}, HALF + SECRET, memoryview(SECRET.encode())):
                self.assertTrue(self.assert_untold(call, passphrase=wrong, **others))

    def test_an_answer_checks_its_fields_when_it_is_made(self):
        for wrong in (
            {"passphrase": [SECRET]},
            {"passphrase": SECRET, "seconds": 60.0},
            {"passphrase": SECRET, "seconds": "60"},
            {"passphrase": SECRET, "up_to": 1},
            {"passphrase": SECRET, "bogus": 1},
        ):
            with self.assertRaises(TypeError) as caught:
                tollpass.Approve(**wrong)
            self.assertNotIn(SECRET, told(caught.exception))

    def test_a_variable_of_a_server_is_a_secret_too(self):
        for wrong in (
            {"command": 3},
            {"command": "x"},
            {"url": 3},
            {"cwd": 3.5},
            {"audience": HALF},
            {"quote_keys": "x"},
            {"bogus": 1},
        ):
            given = {"env": {"KEY": SECRET}, **wrong}
            self.assertTrue(self.assert_untold(tollpass.Endpoint, **given), wrong)
        for env in ({"KEY": SECRET + "\0"}, {"KEY": HALF + SECRET}, {3: SECRET}, [SECRET]):
            self.assertTrue(self.assert_untold(tollpass.Endpoint, env=env), env)


class Values(unittest.TestCase):
    def test_a_wrong_value_is_a_tollpass_error_wherever_it_stands(self):
        kernel = home(Shop())
        one = kernel.interceptor("shop")
        payment = {"server": "s", "network": "n", "asset": "a", "pay_to": "p", "amount": "1 USDC"}
        for call in (
            lambda: kernel.allow("shop", tools=[HALF]),
            lambda: kernel.allow(HALF),
            lambda: kernel.allow("shop", seconds=2**70),
            lambda: kernel.approve(HALF),
            lambda: kernel.approve("a", passphrase=HALF),
            lambda: kernel.deny(HALF),
            lambda: kernel.show(HALF),
            lambda: kernel.explain(HALF),
            lambda: kernel.endpoint(HALF),
            lambda: kernel.interceptor(HALF),
            lambda: kernel.interceptor("shop", HALF),
            lambda: kernel.explain_payment(**{**payment, "asset": HALF}),
            lambda: one.from_host(HALF),
            lambda: one.from_server(HALF),
            lambda: tollpass.open("a\0b"),
            lambda: tollpass.open(HALF),
            lambda: tollpass.open_test(HALF),
            lambda: tollpass.Policy(HALF),
            lambda: tollpass.Policy.check(HALF),
            lambda: tollpass.ChainAnswer(True, 0, 0, HALF),
            lambda: tollpass.Endpoint(env={"A\0": "x"}),
            lambda: tollpass.Endpoint(env={"A": HALF}),
            lambda: tollpass.Endpoint(command=["/bin/\0"]),
            lambda: tollpass.Endpoint(url=HALF),
            lambda: tollpass.Endpoint(quote_keys=[HALF]),
        ):
            with self.assertRaises(tollpass.TollpassError) as caught:
                call()
            self.assertEqual(caught.exception.code, "INVALID_ARGUMENT")

    def test_a_wrong_type_is_a_type_error(self):
        kernel = home(Shop())
        for call in (
            lambda: kernel.allow(3),
            lambda: kernel.allow("shop", uses="3"),
            lambda: kernel.approve("a", seconds=1.5),
            lambda: kernel.approve(),
            lambda: kernel.deny(3),
            lambda: tollpass.open(3.5),
            lambda: tollpass.Endpoint(command=[1]),
        ):
            with self.assertRaises(TypeError):
                call()


if __name__ == "__main__":
    unittest.main()
