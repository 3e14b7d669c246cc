#!/usr/bin/env python3
"""Reads installed headers: what they include, whether every name says what it is, and whether each
compiles alone.

    public_headers.py FOLDER COMPILER [FLAG...]     exit 1 and one line for each fault
    public_headers.py --self-test
"""

import pathlib
import re
import subprocess
import sys
import tempfile

INCLUDE = re.compile(r'#include\s+(["<])([^">]+)[">]')
DECLARED = re.compile(r"\s*(?:class|struct|enum class|enum) (\w+)[^;({]*;")
DEFINED = r"^\s*(?:class|struct|enum class|enum) (?:\w+ )?{}\b[^;(]*\{{"
ALLOWED_ABSL = {"absl/status/status.h", "absl/status/statusor.h"}
# What looks like a name or a path in a comment; the codes of absl::Status are no names of ours.
NAMED = re.compile(r"\b(?:[A-Z][a-z0-9]+){2,}\b|\bk[A-Z]\w+|\b\w+(?:/\w+)*/\w+\.(?:h|cc)\b")
CODES = set("NotFound InvalidArgument FailedPrecondition DataLoss PermissionDenied".split())
# Lines that name nothing: they need no words.
SILENT = re.compile(
    r"(#|namespace |\}|extern |public:$|private:$|(class|struct) \w+;|explicit \w+\(|friend )"
)


def include_faults(folder, line):
    match = INCLUDE.match(line)
    if match is None:
        return []
    quoted, name = match.group(1) == '"', match.group(2)
    if name in ALLOWED_ABSL or (not quoted and re.fullmatch(r"[a-z_]+", name)):
        return []
    if name.startswith("tollpass/") and (folder / name.removeprefix("tollpass/")).is_file():
        return []
    return [f"shows a header that is neither ours, nor absl's Status, nor the language's: {name}"]


def public_lines(text):
    """The lines of text, without what stands behind `private:` in a class."""
    private = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() == "private:":
            private = True
        elif re.match(r"\s*\};", line):
            private = False
        if not private:
            yield number, line


def silent_blocks(text):
    """Numbers of the first lines of blocks, between empty lines, that declare without a word."""
    block, found = [], []
    for number, line in [*public_lines(text), (0, "")]:
        if line.strip():
            block.append((number, line.strip()))
            continue
        speaks = any("//" in words for _, words in block)
        names = [at for at, words in block if not SILENT.match(words)]
        if names and not speaks:
            found.append(names[0])
        block = []
    return found


def unknown_types(text, everything):
    """(line number, name) of the types that text declares for its users and no header defines."""
    for number, line in public_lines(text):
        match = DECLARED.match(line)
        if match and not re.search(DEFINED.format(match.group(1)), everything, re.M):
            yield number, match.group(1)


def names_of_others(text, known):
    """(line number, name) of what comments point to and who has these headers cannot look up."""
    for number, line in enumerate(text.splitlines(), 1):
        for name in NAMED.findall(line.partition("//")[2]):
            if name not in known | CODES and not name.startswith("docs/"):
                yield number, name


def faults(folder):
    found = []
    headers = sorted(folder.glob("*.h"))
    everything = "".join(header.read_text(encoding="utf-8") for header in headers)
    known = set(re.findall(r"\w+", re.sub(r"//.*", "", everything)))
    for header in headers:
        text = header.read_text(encoding="utf-8")
        for number, name in unknown_types(text, everything):
            found.append(f"{header.name}:{number}: no public header says what {name} is")
        for number, name in names_of_others(text, known):
            found.append(f"{header.name}:{number}: points to {name}, which no public header has")
        for number, line in enumerate(text.splitlines(), 1):
            found += [f"{header.name}:{number}: {f}" for f in include_faults(folder, line)]
        found += [f"{header.name}:{n}: says nothing of this" for n in silent_blocks(text)]
    return found + ([] if headers else ["no headers there"])


def compile_faults(folder, compiler):
    flags = ["-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", f"-I{folder.parent}", "-x", "c++"]
    for header in sorted(folder.glob("*.h")):
        if subprocess.run([*compiler, *flags, header], check=False).returncode != 0:
            yield f"{header.name}: does not compile alone"


def self_test():
    cases = [
        ("/// Good.\nint F();\n", 0),
        ("int F();\n", 1),
        ("#include <string>\n", 0),
        ('#include "absl/status/status.h"\n', 0),
        ('#include "absl/strings/str_cat.h"\n', 1),
        ("#include <nlohmann/json.hpp>\n", 1),
        ('#include "tollpass/gone.h"\n', 1),
        ("/// Good.\nclass C {\n public:\n  int a;  // unit\n\n  int F();\n};\n", 1),
        ("/// Good.\nclass C {\n public:\n  int a;  // unit\n\n private:\n  int b;\n};\n", 0),
        ("class D;  // elsewhere.h\n\n/// Takes one.\nvoid F(const D& d);\n", 1),
        ("struct D;\n\n/// One.\nstruct EXPORT D {\n  int a;  // unit\n};\n", 0),
        ("/// Good.\nclass C {\n private:\n  class D;\n  D* d;\n};\n", 0),
        ("/// As FarAway or kFarAway has it (far/away.h).\nint F();\n", 3),
        ("/// As kNear has it (docs/near.md). NotFound: none.\nconst int kNear = F();\n", 0),
    ]
    wrong = []
    for text, count in cases:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "a.h").write_text(text, encoding="utf-8")
            if len(faults(path)) != count:
                wrong.append(f"{text!r}: {faults(path)}, expected {count}")
    print("\n".join(wrong) or f"{len(cases)} headers judged as they should be")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1])
    found = [*faults(folder), *compile_faults(folder, sys.argv[2:])]
    print("\n".join(found) or "every header says what it shows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
