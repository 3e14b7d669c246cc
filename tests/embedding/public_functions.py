#!/usr/bin/env python3
"""Links every function that installed headers declare with the installed library.

    public_functions.py PREFIX COMPILER [FLAG...]     exit 1 where one is not in the library
    public_functions.py --self-test

A function that is declared and not exported compiles in a host and does not link: so a program that
takes the address of each is linked here. Constructors and destructors have no address and are
exported with their class: where one is declared without a body the mark of exports must be there.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

MARK = "TOLLPASS_EXPORT"
SPECIFIERS = re.compile(
    rf"\[\[nodiscard\]\]|\b(?:static|virtual|explicit|constexpr|inline|{MARK})\b"
)
CLASS = re.compile(rf"(?:class|struct) (?P<mark>{MARK} )?(?P<name>\w+)")
FUNCTION = re.compile(r"(?P<result>[^()]*?)(?P<name>~?\w+)\((?P<arguments>.*)\)(?P<rest>[^()]*)$")
NO_FUNCTION = re.compile(r"(?:friend|using|enum|class|struct|typedef)\b|.*\boperator\b")
NO_SYMBOL = re.compile(r".*= (?:0|default|delete)$")


def end_of_block(text, opening):
    depth = 0
    for at in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError("a brace is not closed")


def seen(scope, words, has_body):
    if words and all(access == "public" for _, access in scope):
        yield [head for head, _ in scope if not head.startswith("namespace")], words, has_body


def statements(text):
    """(heads of the classes around it, words, has a body) of each public declaration."""
    text = re.sub(r"//[^\n]*|^#.*$", "", text, flags=re.M)
    scope, start, at = [], 0, 0  # scope: [head, access] of each open block
    while at < len(text):
        words = " ".join(text[start:at].split())
        if text[at] == "{" and re.match(r"(?:namespace|class|struct) [^(]*$", words):
            scope.append([words, "public"])
            start = at + 1
        elif text[at] == "{":
            at = end_of_block(text, at)
            if ")" in words and words.count("(") == words.count(")"):
                yield from seen(scope, words, True)
                start = at + 1
        elif text[at] == "}":
            scope.pop()
            start = at + 1
        elif text[at] == ";":
            yield from seen(scope, words, False)
            start = at + 1
        elif label := re.compile(r"\b(public|protected|private):(?!:)").match(text, at):
            scope[-1][1] = label.group(1)
            start = label.end()
            at = start - 1
        at += 1


def without_defaults(arguments):
    """Drops ` = value` of each argument; a comma inside brackets separates nothing."""
    parts, depth = [""], 0
    for char in arguments:
        depth += {"<": 1, "{": 1, "(": 1, ">": -1, "}": -1, ")": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return ", ".join(part.split("=")[0].strip() for part in parts)


def functions(text):
    """(expression that takes the address, or None; fault, or None) of each function of a header."""
    found = list(statements(text))
    nested = {name for heads, _, _ in found if len(heads) > 1 for name in names_of(heads)[1:]}
    for heads, words, has_body in found:
        match = FUNCTION.match(" ".join(SPECIFIERS.sub("", words).split()))
        if match is None or NO_FUNCTION.match(words) or "=" in match["result"]:
            continue
        owner = "::".join(names_of(heads))
        full = f"{owner}::{match['name']}" if owner else match["name"]
        marked = MARK in words or any(CLASS.match(head)["mark"] for head in heads)
        needed = not has_body and not NO_SYMBOL.match(match["rest"])
        fault = None if marked or not needed else f"{full} is declared and bears no {MARK}"
        result = match["result"].strip()
        if not result:
            yield None, fault
            continue
        if result in nested:
            result = f"{owner}::{result}"
        is_member = owner and not re.search(r"\bstatic\b", words)
        kind = f"{owner}::*" if is_member else "*"
        const = " const" if re.match(r"\s*const\b", match["rest"]) else ""
        signature = f"({without_defaults(match['arguments'])}){const}"
        yield f"static_cast<{result} ({kind}){signature}>(&{full})", fault


def names_of(heads):
    return [CLASS.match(head)["name"] for head in heads]


PROGRAM = """
namespace tollpass {{
template <class Function>
void Keep(Function function) {{
  static volatile Function kept = function;
  static_cast<void>(kept);
}}
void KeepAll() {{
  {kept}
}}
}}  // namespace tollpass
int main() {{ tollpass::KeepAll(); }}
"""


def link_fault(prefix, compiler, headers, addresses):
    """None if a program that includes `headers` and takes `addresses` links and starts."""
    text = "".join(f'#include "tollpass/{header.name}"\n' for header in headers)
    text += PROGRAM.format(kept="\n  ".join(f"Keep({one});" for one in addresses))
    (pc,) = prefix.rglob("tollpass.pc")
    found = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "tollpass"],
        env={"PKG_CONFIG_PATH": str(pc.parent), "PATH": "/usr/bin:/bin"},
        check=True,
        capture_output=True,
        text=True,
    )
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "all.cc"), pathlib.Path(folder, "all")
        source.write_text(text, encoding="utf-8")
        flags = ["-std=c++20", source, "-o", program, *found.stdout.split()]
        flags.append(f"-Wl,-rpath,{pc.parent.parent}")
        if subprocess.run([*compiler, *flags], check=False).returncode != 0:
            return "what the headers declare does not link"
        if subprocess.run([program], check=False).returncode != 0:
            return "what was linked does not start"
    return None


SELF_TEST = [
    ("namespace t {\nMARK int F(int a = 1, std::map<int, int> b = {});\n}", 1, 0),
    ("namespace t {\n/// Says F(x);\nint F();\n}", 1, 1),
    ("namespace t {\ninline int F() { return G(); }\nint H();\n}", 2, 1),
    ("class MARK C {\n public:\n  C();\n  int F() const;\n private:\n  int G();\n};", 1, 0),
    ("class C {\n public:\n  C();\n  static int F();\n};", 1, 2),
    ("class C {\n public:\n  C() : a(1) {}\n  C(const C&) = delete;\n  int a = 1;\n};", 0, 0),
    ("struct S {\n  std::string a = {};\n  virtual int F() = 0;\n};", 1, 0),
    ("enum class E { kA };\nusing F = std::function<int(E)>;\nint G(E e);", 1, 1),
]


def self_test():
    wrong = []
    for text, addresses, faults in SELF_TEST:
        found = list(functions(text.replace("MARK", MARK)))
        counts = tuple(sum(one is not None for one in column) for column in zip(*found))
        if (counts or (0, 0)) != (addresses, faults):
            wrong.append(f"{text!r}: {found}")
    print("\n".join(wrong) or f"{len(SELF_TEST)} headers read as they should be")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    prefix = pathlib.Path(sys.argv[1])
    headers = sorted((prefix / "include" / "tollpass").glob("*.h"))
    addresses, faults = [], []
    for header in headers:
        for address, fault in functions(header.read_text(encoding="utf-8")):
            addresses += [address] if address else []
            faults += [f"{header.name}: {fault}"] if fault else []
    if not addresses:
        faults.append("no function is declared there")
    faults += [link_fault(prefix, sys.argv[2:], headers, addresses)]
    faults = [fault for fault in faults if fault]
    print("\n".join(faults) or f"{len(addresses)} functions are declared, and all of them link")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
