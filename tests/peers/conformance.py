"""The client scenarios of the MCP conformance suite, over stdio: its server is on HTTP, so a bridge on
the official transports stands before it, and the proxy before the bridge. Each scenario runs with and
without the proxy; what the suite says of both must be the same, and good."""

import base64
import json
import os
import subprocess
import tempfile
from pathlib import Path

# Nobody has to be done in this time: it only ends a test that would wait for ever.
GUARD_SECONDS = 600
MOST_TRIES = 3

SCENARIOS = [
    ("initialize", "2025-11-25"),
    ("tools_call", "2025-11-25"),
    ("elicitation-sep1034-client-defaults", "2025-11-25"),
    ("sse-retry", "2025-11-25"),
    ("json-schema-2020-12-preservation", "2025-11-25"),
    ("tools_call", "2026-07-28"),
    ("request-metadata", "2026-07-28"),
    ("sep-2322-client-request-state", "2026-07-28"),
    ("json-schema-ref-no-deref", "2026-07-28"),
    ("json-schema-2020-12-preservation", "2026-07-28"),
]

NOT_RUN = {
    "http-standard-headers, http-custom-headers, http-invalid-tool-headers": "they are about HTTP "
    "headers, which a stdio proxy does not see",
    "auth/*": "authorisation belongs to HTTP",
    "sep-2640-*": "skills are an extension that the proxy does not look at",
}


def suite_of(client):
    """The command of the suite that is installed beside the client's program."""
    node, program = client[0], Path(client[1])
    package = program.parent / "node_modules" / "@modelcontextprotocol" / "conformance"
    return [node, str(package / "dist" / "index.js"), "client"]


def verdicts(client, proxy, scenario, revision, folder):
    """What the suite says of each check of a scenario, without its notes."""
    # The suite splits the command at spaces and gives it to a shell.
    session = base64.b64encode(json.dumps({"proxy": proxy}).encode()).decode()
    command = [*suite_of(client), "--command", " ".join([*client, session])]
    command += ["--scenario", scenario, "--spec-version", revision, "--output-dir", str(folder)]
    command += ["--timeout", str(1000 * GUARD_SECONDS)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=GUARD_SECONDS, env=dict(os.environ)
    )
    found = sorted(folder.rglob("checks.json"))
    if not found:
        raise RuntimeError(f"{scenario}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    checks = json.loads(found[0].read_text())
    return sorted((check["id"], check["status"]) for check in checks if check["status"] != "INFO")


def bad_among(told):
    return [verdict for verdict in told if verdict[1] not in ("SUCCESS", "SKIPPED")]


def verdicts_of_both(client, programs, scenario, revision):
    """Without the proxy, and behind it."""
    with tempfile.TemporaryDirectory(prefix="tollpass-peers-") as text:
        folder = Path(text)
        proxy = [str(programs / "cli" / "tollpass"), "proxy", "--home", str(folder / "home")]
        direct = verdicts(client, [], scenario, revision, folder / "direct")
        return direct, verdicts(client, [*proxy, "--"], scenario, revision, folder / "behind")


def check_conforms_as_without(report, name, client, programs):
    for scenario, revision in SCENARIOS:
        title = f"{name}: {scenario} at {revision}"
        # The suite has limits of time of its own, which a busy machine exceeds now and then.
        for _ in range(MOST_TRIES):
            direct, behind = verdicts_of_both(client, programs, scenario, revision)
            if direct == behind and not bad_among(behind):
                break
        report.equal(f"{title}: the same behind the proxy", behind, direct)
        report.check(f"{title}: conforms", behind and not bad_among(behind), str(behind))
    for scenarios, reason in NOT_RUN.items():
        report.skip(f"{name}: {scenarios}", reason)
