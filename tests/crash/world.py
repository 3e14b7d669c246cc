"""A Tollpass home, a paid server with a memory, and what both of them say afterwards."""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAYEE = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
PRICE = 10_000  # atomic units of USDC
PLENTY = "1000000 USD"
PATIENCE = 120  # seconds that end a test which would wait for ever

# What only ever stands in a payment message, an account, or a proof.
PAYMENT_WORDS = re.compile(
    rb"x402|accepts|payTo|authorization|eip155|USDC|" + PAYEE[2:].encode() + rb"|0x[0-9a-f]{40}",
    re.IGNORECASE,
)


def usd(payments):
    return f"{payments / 100:.2f} USD"


class World:
    """`payments`: so many may be paid in all. `server`: flags of paid_server."""

    def __init__(self, build, folder, payments, tapped):
        self.folder = Path(folder)
        self.payments = payments
        self.tap = self.folder / "tap"
        self.tap.mkdir(parents=True)
        self.tollpass = str(build / "cli" / "tollpass")
        self.env = {
            "HOME": str(self.folder),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "TOLLPASS_HOME": str(self.folder / "home"),
            "XDG_STATE_HOME": str(self.folder / "mirror"),
        }
        server = [str(build / "samples" / "paid_server" / "paid_server")]
        server += ["--timeout-seconds", "3600", "--log", str(self.folder / "seen")]
        if tapped:
            tap = [sys.executable, "-I", "-S", str(HERE / "tap.py"), str(self.tap)]
            server = [*tap, *server, "--state", str(self.folder / "state")]
        self._make_home(server)

    def _make_home(self, server):
        self.run("init", "--test")
        self.run("add", "sample", "--pay-to", PAYEE, "--per-day", PLENTY, "--", *server)
        policy = self.folder / "home" / "policy.toml"
        text = re.sub(r'(?m)^per_day( *)= "1 USD"', f'per_day\\1= "{PLENTY}"', policy.read_text())
        text = re.sub(r"(?m)^version .*", '\\g<0>\nmax_validity = "1h"\nask_wait = "1s"', text)
        text = text.rstrip("\n") + f'\ntotal = "{usd(self.payments)}"\nbreaker = "off"\n'
        policy.write_text(text)
        self.run("allow", "sample", "--for", "1d")

    def run(self, *arguments, accept=(0,)):
        line = [self.tollpass, *arguments]
        done = subprocess.run(line, env=self.env, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode not in accept:
            raise RuntimeError(f"{arguments}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def faults(self):
        """What `ledger verify` finds."""
        return json.loads(self.run("ledger", "verify", "--json", accept=(0, 1)))["faults"]

    def proxy(self):
        return [self.tollpass, "proxy", "sample"]

    def _places(self):
        for name in ("home", "mirror"):
            yield self.folder / name, self.folder / f"kept.{name}"

    def keep_ledger(self):
        for place, kept in self._places():
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(place, kept)

    def restore_ledger(self):
        for place, kept in self._places():
            shutil.rmtree(place)
            shutil.copytree(kept, place)

    def charges(self):
        """Rows of the ledger: a dict each, with `text` empty and the signature by itself."""
        path = self.folder / "home" / "ledger.db"
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            rows = database.execute(
                "SELECT id, call_key, payload, money, call_state, generation FROM charges"
                " ORDER BY sequence"
            ).fetchall()
        database.close()
        names = ("id", "call_key", "payload", "money", "call_state", "generation")
        charges = [dict(zip(names, row)) for row in rows]
        for charge in charges:
            payload = json.loads(charge["payload"])
            charge["signature"] = payload["signature"]
            charge["nonce"] = payload["authorization"]["nonce"]
        return charges

    def spent(self):
        """What `status` says was spent of the total, as payments of PRICE."""
        status = json.loads(self.run("status", "--json"))
        for limit in status["servers"][0]["limits"]:
            if limit["section"] == "server.sample" and limit["window"] == "total":
                return round(float(limit["spent"]["text"].split()[0]) * 100)
        raise RuntimeError("status tells no total of the server")

    def settled_nonces(self):
        """Nonces that the server settled, by its state file: one for each settlement."""
        records = self._records("state")
        return [record["settled"].split()[-1] for record in records if "settled" in record]

    def seen(self, event):
        return [record for record in self._records("seen") if record["event"] == event]

    def delivered(self):
        """Texts whose result the server keeps: it gives them to whoever shows the same proof."""
        records = [record for record in self._records("state") if "delivered" in record]
        return [record["result"]["content"][0]["text"] for record in records]

    def _records(self, name):
        path = self.folder / name
        if not path.exists():
            return []
        return [json.loads(line) for line in path.read_text().splitlines()]

