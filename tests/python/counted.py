"""Runs unittest modules and prints one line for each test: counted.py MODULE...

PASS NAME, FAIL NAME or SKIP NAME: REASON on stdout; what went wrong on stderr.
"""

import logging
import sys
import unittest


class Counted(unittest.TestResult):
    def _tell(self, word, test, more=""):
        print(f"{word} {test.id()}{more}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._tell("PASS", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._tell("SKIP", test, f": {reason}")

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self._tell("FAIL", test)
        print(self.failures[-1][1], file=sys.stderr, flush=True)

    def addError(self, test, error):
        super().addError(test, error)
        self._tell("FAIL", test)
        print(self.errors[-1][1], file=sys.stderr, flush=True)


def main():
    # unittest runs loops in debug mode, which complains of every slow moment of the machine.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    result = Counted()
    unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:]).run(result)
    return 0 if result.testsRun and result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
