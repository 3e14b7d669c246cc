#!/usr/bin/env python3
"""Compiles each C++ example of a document as a file of its own, against installed headers, and
looks for the folders that it says are below PREFIX.

    documents.py DOCUMENT PREFIX COMPILER [FLAG...]
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def examples(document):
    return re.findall(r"^```cpp\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S)


def missing_folders(document, prefix):
    named = set(re.findall(r"PREFIX(/[\w/]+)", document.read_text(encoding="utf-8")))
    return sorted(name for name in named if not pathlib.Path(prefix + name).is_dir()) or (
        [] if named else ["any folder below PREFIX that the document names"]
    )


def main():
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    document, prefix = pathlib.Path(sys.argv[1]), sys.argv[2]
    found = examples(document)
    failed = 0 if found else 1
    for name in missing_folders(document, prefix):
        print(f"{document.name} says PREFIX{name}, which is not there")
        failed = 1
    for number, text in enumerate(found, 1):
        with tempfile.NamedTemporaryFile("w", suffix=".cc", encoding="utf-8") as source:
            source.write(text)
            source.flush()
            flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
            flags.append(f"-I{prefix}/include")
            compiled = subprocess.run([*sys.argv[3:], *flags, source.name], check=False)
        if compiled.returncode != 0:
            print(f"example {number} of {document.name} does not compile")
            failed = 1
    print(f"{len(found)} examples")
    return failed


if __name__ == "__main__":
    sys.exit(main())
