#!/usr/bin/env bash
# From a fresh machine to a paid tool call, in one command.
#
#   samples/quickstart.sh
#
# Installs the Debian packages that are missing (as root, or by sudo), builds into build/release, and
# lets a plain MCP client call four tools of a paid server through `tollpass proxy`: a free one, one
# that asks by x402, one that asks by a signed quote (JSON-RPC error -32402), and one that costs
# more than allowed. No real money: a test network, and a made-up chain.
# The home is a temporary folder that is removed at the end.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"

pay_to=0x209693Bc6afc0C5328bA36FaF03C514EF312287C
tollpass="$root/build/release/cli/tollpass"
paid_server="$root/build/release/samples/paid_server/paid_server"

step() { printf '\n== %s\n' "$*"; }

step "Debian packages"
scripts/install-packages.sh build
echo "all there"

step "Build (the first time takes some minutes)"
mkdir -p build
printf 'configuring '
if ! cmake --preset release 2>&1 | tee build/configure.log | while read -r _; do printf .; done; then
  printf '\n'
  cat build/configure.log >&2
  exit 1
fi
printf ' done\n'
cmake --build --preset release --target tollpass paid_server

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export TOLLPASS_HOME="$work/home" XDG_STATE_HOME="$work/state"

# Shows a command as one would type it, and runs it.
run() {
  printf '$ %s' "$(basename "$1")"
  printf ' %q' "${@:2}"
  printf '\n'
  "$@"
}

step "A home with test keys, a server that may be paid, and the permission to pay it"
run "$tollpass" init --test
run "$tollpass" add sample --pay-to "$pay_to" --per-call "0.01 USDC" --per-day "0.05 USDC" -- \
  "$paid_server" --price 10000 --pay-to "$pay_to" --log "$work/server.log"
quote_key="$("$paid_server" --print-quote-key)"
sed -i "/^\[server\.sample\]/a quote_keys = [\"$quote_key\"]" "$TOLLPASS_HOME/policy.toml"
echo "below [server.sample] in policy.toml, as the server's operator told you who signs its quotes:"
echo "  quote_keys = [\"$quote_key\"]"
run "$tollpass" allow sample --for 1d

step "A plain MCP client calls four tools through the proxy"
echo "\$ plain_client.py ... -- tollpass proxy sample"
samples/plain_client.py \
  --call echo '{"text":"hello"}' \
  --call weather '{"city":"Oslo"}' \
  --call forecast '{"city":"Oslo"}' \
  --call almanac '{"city":"Oslo"}' \
  -- "$tollpass" proxy sample >"$work/host.txt"
"$tollpass" log --json >"$work/log.json"

step "Side by side: what the host saw, what the server asked, what Tollpass noted"
samples/side_by_side.py "$work/host.txt" "$work/server.log" "$work/log.json"

step "tollpass log"
"$tollpass" log

step "Result"
for answer in 'Oslo: -3 degrees' 'Oslo: clear tomorrow'; do
  if ! grep -q "$answer" "$work/host.txt"; then
    echo "A paid tool did not answer: $answer" >&2
    exit 1
  fi
done
if grep -iE "x402|amount|quote|receipt|-32402|${pay_to#0x}" "$work/host.txt"; then
  echo "The host saw something of a payment." >&2
  exit 1
fi
echo "Both paid tools answered, and the host saw no price, no payee and no payment."
