#!/usr/bin/env python3
"""Plays the user of the sample desktop host: a home, a paid server, a dialog with two answers.

    desktop_host.py DESKTOP_HOST TOLLPASS PAID_SERVER
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = """# The model's wishes.
echo {"text":"free"}
paid_echo {"text":"one"}
paid_echo {"text":"two"}
almanac {"city":"Oslo"}
"""
PAYMENT_WORDS = ["USDC", "0x", "eip155", "10000", "x402", "signature", "0.01"]


def main():
    host, tollpass, server = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "TOLLPASS_HOME": f"{folder}/home", "XDG_STATE_HOME": f"{folder}/state"}

        def run(*words, answers=""):
            return subprocess.run(words, env=env, input=answers, capture_output=True, text=True,
                                  check=True, timeout=120)

        script = pathlib.Path(folder) / "script"
        script.write_text(SCRIPT, encoding="utf-8")
        run(tollpass, "init", "--test")
        run(tollpass, "add", "shop", "--per-call", "0.01 USD", "--", server, "--log",
            f"{folder}/payments")
        run(tollpass, "allow", "shop")

        # The first payee is new: later, then no, then yes; the yes pins it.
        later = run(host, "shop", str(script), answers="later\nlater\n")
        assert later.stdout.count("needs the user's approval") == 2, later.stdout
        refused = pathlib.Path(folder) / "refused"
        refused.write_text('paid_echo {"text":"no"}\n', encoding="utf-8")
        declined = run(host, "shop", str(refused), answers="n\n")
        assert declined.stdout.count("do not allow") == 1, declined.stdout
        paid = run(host, "shop", str(script), answers="y\n")
        lines = paid.stdout.splitlines()
        texts = [line.removeprefix("tool:  ") for line in lines if line.startswith("tool:")]
        assert texts[:3] == ["free", "one", "two"], paid.stdout + paid.stderr
        assert "do not allow" in texts[3], "the almanac costs more than allowed"
        assert "Pay? y, n, or later" in paid.stderr and "0.01 USDC" in paid.stderr, paid.stderr
        for word in PAYMENT_WORDS:
            assert word not in paid.stdout, f"the model saw {word}: {paid.stdout}"

        for text, words in (("echo {\n", "line 1"), ("\n# so\necho\n", "line 3"), (None, "read")):
            bad = pathlib.Path(folder) / "bad"
            bad.unlink(missing_ok=True)
            if text is not None:
                bad.write_text(text, encoding="utf-8")
            said = subprocess.run([host, "shop", str(bad)], env=env, capture_output=True, text=True,
                                  check=False, timeout=120)
            assert said.returncode == 2 and words in said.stderr, said
        unknown = pathlib.Path(folder) / "unknown"
        unknown.write_text('nonsense {}\n', encoding="utf-8")
        said = run(host, "shop", str(unknown))
        assert "nonsense" in said.stdout.partition("tool:  ")[2], said.stdout

        rows = json.loads(run(tollpass, "log", "--json").stdout)
        settled = [row for row in rows if row["money"] == "settled"]
        assert [row["call"] for row in settled] == ["answered", "answered"], rows
        assert {row["label"] for row in rows} == {"desktop_host"}, rows
        assert json.loads(run(tollpass, "ledger", "verify", "--json").stdout)["holds"]
    print("the desktop host paid twice, asked, and showed its model none of it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
