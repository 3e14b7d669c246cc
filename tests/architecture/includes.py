#!/usr/bin/env python3
"""Holds the tree to its floors: who may include whom, and which headers stay in which room.

    includes.py ROOT        exit 1 and one line for each fault
    includes.py --self-test tries the rules on small trees that break them, one by one
"""

import pathlib
import re
import sys
import tempfile

# A room includes itself and rooms of lower floors.
FLOORS = {
    "core": 0,
    "policy": 1,
    "mandates": 1,
    "wallet/keys": 1,
    "wallet/schemes": 1,
    "wallet/chain": 1,
    "wallet/kernel": 2,
    "wallet/agent": 2,
    "home": 3,
    "interceptor": 3,
    "bindings": 4,
    "cli": 4,
}
# Where the floor allows too much: the prefixes that a folder may include, and no others.
ONLY = {
    "interceptor": ["core/", "interceptor/", "wallet/kernel/kernel.h"],
    # The words that dialects look for all have one of the markers.
    "interceptor/dialects": ["core/", "interceptor/dialects/", "interceptor/mcp/markers.h"],
    "interceptor/mcp": ["core/", "interceptor/mcp/"],
}
# Folders that only their own room may include.
PRIVATE = {"mandates/sql": "mandates"}
# Folders outside the floors; they may include whatever they test or show.
FREE = {"tests", "samples"}

OPERATING_SYSTEM = re.compile(
    r"(unistd|poll|signal|fcntl|spawn|dirent|pwd|grp|termios|dlfcn|netdb|pthread|sched|syslog)\.h$"
    r"|(sys|linux|netinet|arpa|net)/"
)
# Headers that appear in the sources of these folders and nowhere else in the product.
ROOMS_OF_HEADERS = [
    (OPERATING_SYSTEM, ["core/os/"], "an operating-system header outside core/os"),
    (re.compile(r"sqlite3\.h$"), ["mandates/sql/"], "the database outside mandates/sql"),
    (
        re.compile(r"curl/"),
        ["wallet/chain/", "interceptor/transports/"],
        "libcurl outside wallet/chain and the transports",
    ),
    (
        re.compile(r"nlohmann/"),
        ["core/json/", "interceptor/dialects/", "wallet/schemes/"],
        "nlohmann outside core/json, dialects and schemes: use core/json/json.h",
    ),
]

MOST_LINES = 500
SOURCES = {".cc", ".h", ".c", ".py", ".mjs", ".sh"}
INCLUDE = re.compile(r"\s*#\s*include\b\s*(.*)")
NAME = re.compile(r'(?:"([^"]+)"|<([^>]+)>)')


def room_of(path):
    """The folder of FLOORS or FREE that holds path, the deepest one; None if there is none."""
    parts = path.split("/")[:-1]
    for count in range(len(parts), 0, -1):
        folder = "/".join(parts[:count])
        if folder in FLOORS or folder in FREE:
            return folder
    return None


def floor_fault(path, target):
    """What is wrong with product file `path` including the project's file `target`, or None."""
    room, other = room_of(path), room_of(target)
    if other is None or other in FREE:
        return f"includes {target}, which is no part of the product"
    if other != room and FLOORS[other] >= FLOORS[room]:
        sideways = FLOORS[other] == FLOORS[room]
        return f"looks {'sideways' if sideways else 'up'}: {room} may not include {target}"
    for folder, allowed in ONLY.items():
        if path.startswith(folder + "/") and not target.startswith(tuple(allowed)):
            return f"{folder} may include only {', '.join(allowed)}, not {target}"
    for folder, owner in PRIVATE.items():
        if target.startswith(folder + "/") and room != owner:
            return f"{folder} belongs to {owner} alone: {target}"
    return None


def foreign_fault(path, name, quoted):
    """What is wrong with product file `path` including a header that is not the project's."""
    if path.endswith(".h"):
        if name.startswith("absl/status/") or (not quoted and re.fullmatch(r"[a-z0-9_]+", name)):
            return None
        return f"a header of ours shows a foreign one: {name}; include it in the .cc"
    for pattern, folders, words in ROOMS_OF_HEADERS:
        if pattern.match(name) and not path.startswith(tuple(folders)):
            return f"{words}: {name}"
    return None


def include_fault(root, path, written):
    match = NAME.match(written)
    if match is None:
        return f"an include whose file cannot be told: {written}"
    quoted, name = match.group(1) is not None, match.group(1) or match.group(2)
    if name.startswith("/") or {"", ".", ".."} & set(name.split("/")):
        return f"write the name from the root of the tree, without detours: {name}"
    generated = re.sub(r"\.pb\.h$", ".proto", name)
    if (root / name).is_file() or (generated != name and (root / generated).is_file()):
        if not quoted:
            return f"write \"{name}\", not <{name}>"
        if generated != name and path.endswith(".h"):
            return f"a header of ours shows a generated one: {name}; include it in the .cc"
        return floor_fault(path, name)
    if quoted and not name.startswith("absl/"):
        return f'"{name}" is not there: names count from the root of the tree'
    return foreign_fault(path, name, quoted)


def sources(root):
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if re.match(r"(build|\.|.*/(\.|node_modules|__pycache__))", name):
            continue
        if path.suffix in SOURCES and path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="replace").splitlines()


def own_header_fault(root, path, lines):
    """x.cc includes x.h before all others: so x.h is known to compile alone."""
    own = re.sub(r"\.cc$", ".h", path)
    if own == path or not (root / own).is_file():
        return None
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match:
            return None if match.group(1) == f'"{own}"' else f'{number}: include "{own}" first'
    return f'1: include "{own}"'


def faults(root):
    """One line for each fault of the tree, and how many files were read."""
    found, count = [], 0
    for path, lines in sources(root):
        count += 1
        if len(lines) > MOST_LINES:
            found.append(f"{path}: {len(lines)} lines; split it by topic (at most {MOST_LINES})")
        if not path.endswith((".cc", ".h", ".c")) or room_of(path) in FREE:
            continue
        if room_of(path) is None:
            found.append(f"{path}: a source outside every room; FLOORS names them")
            continue
        own = own_header_fault(root, path, lines)
        if own:
            found.append(f"{path}:{own}")
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            fault = match and include_fault(root, path, match.group(1))
            if fault:
                found.append(f"{path}:{number}: {fault}")
    return found, count


# Files of a tree that breaks nothing. Each case below adds one file with one line.
GOOD = {
    "core/amount.h": "#include <string>",
    "core/json/json.h": '#include "absl/status/statusor.h"',
    "core/json/json.cc": '#include "core/json/json.h"\n#include <nlohmann/json.hpp>',
    "core/os/file.cc": "#include <sys/stat.h>\n#include <unistd.h>",
    "policy/policy.h": '#include "core/amount.h"',
    "mandates/ledger.h": '#include "core/amount.h"',
    "mandates/ledger.cc": '#include "mandates/ledger.h"\n#include "mandates/sql/row.h"\n'
    '#include "mandates/proto/a.pb.h"',
    "mandates/proto/a.proto": "",
    "mandates/sql/row.h": "#include <vector>",
    "mandates/sql/row.cc": '#include "mandates/sql/row.h"\n#include <sqlite3.h>',
    "wallet/keys/key_ring.h": "#include <memory>",
    "wallet/kernel/kernel.h": '#include "core/amount.h"',
    "wallet/kernel/local_kernel.h": '#include "policy/policy.h"\n#include "mandates/ledger.h"',
    "interceptor/interceptor.h": '#include "wallet/kernel/kernel.h"',
    "interceptor/dialects/dialect.h": '#include "core/json/json.h"',
    "interceptor/mcp/ids.h": "#include <string>",
    "interceptor/transports/proxy.h": '#include "interceptor/interceptor.h"',
    "cli/main.cc": '#include "interceptor/interceptor.h"\n#include "wallet/kernel/local_kernel.h"\n'
    "#include <CLI/CLI.hpp>",
    "samples/server.h": "#include <nlohmann/json.hpp>",
    "tests/core/os_test.cc": '#include <unistd.h>\n#include "core/amount.h"',
}
BAD = [
    ("core/x.cc", '#include "policy/policy.h"', "looks up"),
    ("core/x.cc", '#include "interceptor/dialects/dialect.h"', "looks up"),
    ("core/x.cc", '  #  include   "policy/policy.h"', "looks up"),
    ("policy/x.cc", '#include "mandates/ledger.h"', "looks sideways"),
    ("mandates/x.h", '#include "wallet/keys/key_ring.h"', "looks sideways"),
    ("wallet/keys/x.cc", '#include "wallet/kernel/kernel.h"', "looks up"),
    ("wallet/schemes/x.cc", '#include "wallet/keys/key_ring.h"', "looks sideways"),
    ("wallet/kernel/x.cc", '#include "interceptor/interceptor.h"', "looks up"),
    ("wallet/kernel/x.cc", '#include "mandates/sql/row.h"', "belongs to mandates alone"),
    ("cli/x.cc", '#include "mandates/sql/row.h"', "belongs to mandates alone"),
    ("bindings/x.cc", '#include "cli/main.cc"', "looks sideways"),
    ("interceptor/x.cc", '#include "policy/policy.h"', "interceptor may include only"),
    ("interceptor/x.cc", '#include "mandates/ledger.h"', "interceptor may include only"),
    ("home/x.cc", '#include "interceptor/interceptor.h"', "looks sideways"),
    ("interceptor/x.cc", '#include "wallet/kernel/local_kernel.h"', "interceptor may include only"),
    ("interceptor/dialects/x.cc", '#include "interceptor/interceptor.h"', "may include only"),
    ("interceptor/dialects/x.cc", '#include "interceptor/mcp/ids.h"', "may include only"),
    ("interceptor/mcp/x.cc", '#include "interceptor/interceptor.h"', "may include only"),
    ("interceptor/mcp/x.cc", '#include "interceptor/transports/proxy.h"', "may include only"),
    ("core/x.cc", '#include "tests/core/os_test.cc"', "no part of the product"),
    ("cli/x.cc", '#include "samples/server.h"', "no part of the product"),
    ("core/x.cc", '#include "amount.h"', "is not there"),
    ("core/x.cc", '#include "../policy/policy.h"', "without detours"),
    ("core/x.cc", '#include "core/../policy/policy.h"', "without detours"),
    ("core/x.cc", '#include "core/./os/../../cli/main.cc"', "without detours"),
    ("core/x.cc", "#include <core/amount.h>", 'write "core/amount.h"'),
    ("core/x.cc", "#include CHOSEN", "cannot be told"),
    ("core/x.cc", "#include <unistd.h>", "outside core/os"),
    ("core/json/x.cc", "#include <sys/stat.h>", "outside core/os"),
    ("cli/x.cc", "#include <poll.h>", "outside core/os"),
    ("interceptor/transports/x.cc", "#include <signal.h>", "outside core/os"),
    ("mandates/x.cc", "#include <fcntl.h>", "outside core/os"),
    ("cli/x.cc", "#include <spawn.h>", "outside core/os"),
    ("cli/x.cc", "#include <dirent.h>", "outside core/os"),
    ("mandates/x.cc", "#include <sqlite3.h>", "outside mandates/sql"),
    ("cli/x.cc", "#include <curl/curl.h>", "libcurl outside"),
    ("cli/x.cc", "#include <nlohmann/json.hpp>", "use core/json"),
    ("core/x.cc", "#include <nlohmann/json.hpp>", "use core/json"),
    ("core/os/x.h", "#include <unistd.h>", "shows a foreign one"),
    ("core/json/x.h", "#include <nlohmann/json.hpp>", "shows a foreign one"),
    ("core/x.h", '#include "absl/strings/str_format.h"', "shows a foreign one"),
    ("core/x.h", "#include <sodium.h>", "shows a foreign one"),
    ("mandates/x.h", '#include "mandates/proto/a.pb.h"', "shows a generated one"),
    ("policy/policy.cc", '#include <string>\n#include "policy/policy.h"', "policy.h\" first"),
    ("policy/policy.cc", "int x;", "policy.h\""),
    ("util/x.h", "#include <string>", "outside every room"),
    ("x.cc", "#include <string>", "outside every room"),
    ("wallet/x.cc", "#include <string>", "outside every room"),
    ("core/x.cc", "\n" * (MOST_LINES + 1), "split it by topic"),
    ("tests/x.py", "\n" * (MOST_LINES + 1), "split it by topic"),
]


def faults_of(files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text + "\n", encoding="utf-8")
        return faults(root)[0]


def self_test():
    wrong = [f"a good tree has the fault {fault}" for fault in faults_of(GOOD)]
    for name, text, words in BAD:
        found = faults_of({**GOOD, name: text})
        told = [fault for fault in found if re.search(words, fault) and fault.startswith(name)]
        if len(found) != 1 or len(told) != 1:
            wrong.append(f"{name} with {text.strip()!r}: expected one '{words}', found {found}")
    print("\n".join(wrong) or f"1 good tree and {len(BAD)} bad ones judged as they should be")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    found, count = faults(pathlib.Path(sys.argv[1]))
    if count == 0:
        found.append("no sources there")
    print("\n".join(found) or f"{count} files keep to their floors")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
