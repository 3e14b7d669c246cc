#!/usr/bin/env python3
"""Prints how many tests of ctest's JUnit file passed, failed and were skipped; names the failed
and the skipped on stderr, one per line: FAIL NAME, SKIP NAME.

  count_junit.py FILE
"""

import sys
import xml.etree.ElementTree as ElementTree


def main(path):
    cases = ElementTree.parse(path).getroot().findall(".//testcase")
    failed = [case for case in cases if case.find("failure") is not None]
    skipped = [
        case for case in cases if case.find("skipped") is not None or case.get("status") == "notrun"
    ]
    skipped = [case for case in skipped if case not in failed]
    for case in failed:
        print(f"FAIL {case.get('name')}", file=sys.stderr)
    for case in skipped:
        print(f"SKIP {case.get('name')}", file=sys.stderr)
    print(len(cases) - len(failed) - len(skipped), len(failed), len(skipped))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
