"""A Tollpass home in a folder that may pay the measuring server for ever."""

import os
import re
import subprocess

PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
PLENTY = "1000000 USD"


class TollHome:
    def __init__(self, build, folder, tools=0):
        self._tollpass = build / "cli" / "tollpass"
        self._home = folder / "home"
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["XDG_STATE_HOME"] = str(folder.parent / "state")
        self._run("init", "--test")
        server = str(build / "tests" / "bench" / "toll_server")
        self._run("add", "shop", "--pay-to", PAY_TO, "--per-day", PLENTY, "--", server)
        policy = self._home / "policy.toml"
        policy.write_text(self._with_plenty(policy.read_text(), tools))
        self._run("allow", "shop", "--for", "1d")

    @staticmethod
    def _with_plenty(policy, tools):
        policy = re.sub(r'(?m)^per_day( *)= "1 USD"', f'per_day\\1= "{PLENTY}"', policy)
        sections = [f'[server.shop.tool.t{tool}]\nper_call = "0.01 USD"\n' for tool in range(tools)]
        return policy + "\n" + "".join(sections)

    def _run(self, command, *arguments):
        line = [str(self._tollpass), command, "--home", str(self._home), *arguments]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def proxy(self):
        return [str(self._tollpass), "proxy", "--home", str(self._home), "shop"]
