#!/usr/bin/env python3
"""Sorts sources into groups that can be compiled as one file each.

    unity_groups.py SOURCE...    prints one ';'-separated list of sources for each group

A group is of one folder. A name of one source's own (in an anonymous namespace) must not stand in
another one of its group, unless both make it by the same `using`. What is taken for a name and is
none only makes groups smaller than they could be.
"""

import os.path
import re
import sys

MOST_SOURCES = 12
OWN = re.compile(r"namespace \{(.*?)\n\}  // namespace\n", re.DOTALL)
DECLARED = re.compile(r"(?<!:)\b([A-Za-z_]\w*)\s*(?=[({=\[;]|$|:(?!:)|final)")
USING = re.compile(r"using (?:[\w:]+::)?(\w+)( = .*)?;$")
NO_CODE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')
WORD = re.compile(r"[A-Za-z_]\w*")
# What looks like a declared name in a line at the left edge.
NO_NAMES = {"const", "bool", "int64_t", "final", "public", "return", "TEST", "TEST_F", "TEST_P",
            "INSTANTIATE_TEST_SUITE_P"}


class Source:
    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.words = set(WORD.findall(NO_CODE.sub("", text)))
        self.own = {}  # name -> what makes it
        for line in "\n".join(OWN.findall(text)).split("\n"):
            if line[:1] in ("", " ", "}", "#", "/"):
                continue
            if line.startswith("using "):
                for name, _ in USING.findall(line):
                    self.own[name] = line
                continue
            for name in set(DECLARED.findall(line)) - NO_NAMES:
                self.own[name] = path

    def hides_from(self, other):
        """True if a name of this source's own means another thing there."""
        return any(name in other.words and other.own.get(name) != maker
                   for name, maker in self.own.items())

    def goes_with(self, other):
        near = os.path.dirname(self.path) == os.path.dirname(other.path)
        return near and not self.hides_from(other) and not other.hides_from(self)


def main():
    groups = []
    for path in sys.argv[1:]:
        source = Source(path)
        for group in groups:
            if len(group) < MOST_SOURCES and all(source.goes_with(other) for other in group):
                group.append(source)
                break
        else:
            groups.append([source])
    for group in groups:
        print(";".join(source.path for source in group))


main()
