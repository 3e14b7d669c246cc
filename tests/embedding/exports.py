#!/usr/bin/env python3
"""Compares what a shared library exports with a list that was looked at.

    exports.py LIBRARY LIST           exit 1 and one line for each difference
    exports.py LIBRARY LIST --write   writes the list: look at what `git diff` says of it

A name that is gone breaks hosts that were linked with it: count up the version (SOVERSION is
major.minor before 1.0). A new name is a promise.
"""

import subprocess
import sys

# Which of these a compiler emits depends on how it optimises.
EMITTED = ("vtable for ", "typeinfo for ", "typeinfo name for ")


def exported(library):
    lines = subprocess.run(
        ["nm", "-DC", "--defined-only", library], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return sorted({line.split(" ", 2)[2] for line in lines if len(line.split(" ", 2)) == 3})


def plain(name):
    for prefix in EMITTED:
        name = name.removeprefix(prefix)
    return name


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    library, path = sys.argv[1:3]
    names = exported(library)
    foreign = [name for name in names if not plain(name).startswith("tollpass::")]
    functions = [name for name in names if plain(name) == name]
    if sys.argv[3:] == ["--write"]:
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(name + "\n" for name in functions))
        return 0
    with open(path, encoding="utf-8") as file:
        listed = file.read().splitlines()
    differences = [f"exported and not ours: {name}" for name in foreign]
    differences += [f"exported and not listed: {name}" for name in functions if name not in listed]
    differences += [f"listed and not exported: {name}" for name in listed if name not in functions]
    print("\n".join(differences) or f"{len(functions)} functions are exported, all listed")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
