"""The rules that both sample hosts give their user."""

import argparse
import json
import os
from pathlib import Path

PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"


def program_of(path):
    """An argument that names a program. A word that is none is an error of usage."""
    if not (Path(path).is_file() and os.access(path, os.X_OK)):
        raise argparse.ArgumentTypeError(
            f"{path} is no program; build it: cmake --build --preset release --target paid_server"
        )
    return path


def shop_policy(paid_server):
    """Tables of a policy that lets the sample server be paid a cent a call, and asks before a
    forecast."""
    program = str(Path(paid_server).resolve())
    command = [program, "--dialect", "x402", "--pay-to", PAY_TO]
    return f"""
[server.shop]
command  = {json.dumps(command)}
pay_to   = ["{PAY_TO}"]
per_call = "0.01 USDC"
per_day  = "0.05 USDC"

[server.shop.tool.forecast]
ask = "always"
"""
