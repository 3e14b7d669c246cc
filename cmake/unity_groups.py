#!/usr/bin/env python3
"""Sorts sources into groups that can be compiled as one file each.

    unity_groups.py SOURCE...    prints one ';'-separated list of sources for each group

A group is of one folder. Two sources with a name of their own (in an anonymous namespace) in common
stay apart. Part of a line that is no name only makes a group smaller than it could be.
"""

import os.path
import re
import sys

MOST_SOURCES = 12
OWN = re.compile(r"namespace \{(.*?)\n\}  // namespace\n", re.DOTALL)
NAME = re.compile(r"\b([A-Za-z_]\w*)\s*(?=[({=\[;]|$|:|final)")
# Words before such a sign that name nothing of the source's own.
WORDS = {"absl", "std", "const", "bool", "int64_t", "final", "json", "sql", "Status", "fs"}


def own_names(path):
    with open(path, encoding="utf-8") as source:
        text = source.read()
    lines = [line for part in OWN.findall(text) for line in part.split("\n")]
    found = (name for line in lines if line[:1] not in ("", " ", "}", "#", "/")
             for name in NAME.findall(line))
    return set(found) - WORDS


def main():
    groups = []
    for path in sys.argv[1:]:
        names = own_names(path)
        for taken, sources in groups:
            near = os.path.dirname(path) == os.path.dirname(sources[0])
            if near and not taken & names and len(sources) < MOST_SOURCES:
                taken |= names
                sources.append(path)
                break
        else:
            groups.append((set(names), [path]))
    for _, sources in groups:
        print(";".join(sources))


main()
