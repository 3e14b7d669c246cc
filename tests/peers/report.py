"""Counts checks and prints one line for each."""

import traceback


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.skipped = 0

    def check(self, name, is_good, detail=""):
        if is_good:
            self.passed += 1
            print(f"PASS {name}", flush=True)
        else:
            self.failed += 1
            print(f"FAIL {name}\n     {detail}", flush=True)

    def equal(self, name, seen, wanted):
        self.check(name, seen == wanted, f"seen   {seen!r}\n     wanted {wanted!r}")

    def skip(self, name, reason):
        self.skipped += 1
        print(f"SKIP {name}: {reason}", flush=True)

    def crashed(self, name):
        """Call it in an except clause."""
        self.failed += 1
        print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)

    def summary(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"
