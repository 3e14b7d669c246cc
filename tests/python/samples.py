"""The sample hosts, as tests run them."""

import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
HOSTS = ROOT / "samples" / "python_host"
PAID_SERVER = Path(os.environ["TOLLPASS_BUILD"]) / "samples/paid_server/paid_server"
sys.path.insert(0, str(HOSTS))


@contextlib.contextmanager
def server_with_a_folder(host):
    """The policy of `host`, a module, says in which folder its server runs. Gives the server's log,
    which is named from there."""
    usual = host.shop_policy
    with tempfile.TemporaryDirectory() as folder:

        def policy(server):
            section = f"[server.shop]\ncwd = {json.dumps(folder)}\n"
            text = usual(server).replace("[server.shop]\n", section)
            return text.replace('"--pay-to"', '"--log", "log", "--pay-to"')

        with mock.patch.object(host, "shop_policy", policy):
            yield Path(folder) / "log"
