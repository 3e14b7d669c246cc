#!/usr/bin/env bash
# Runs every test.
#
#   tests/run.sh            everything: about a quarter of an hour on two cores
#   tests/run.sh --quick    the release build and its tests only
#
# Installs missing Debian packages (as root, or by sudo). Closes with a line that adds up what the
# runners counted; exit code 1 if anything failed.
set -uo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root" || exit 1

quick=false
case "${1:-}" in
  "") ;;
  --quick) quick=true ;;
  *)
    echo "usage: $0 [--quick]" >&2
    exit 2
    ;;
esac

results="$root/build/results"
rm -rf "$results"
mkdir -p "$results"
jobs="$(nproc)"
passed=0
failed=0
skipped=0

step() { printf '\n== %s\n' "$*"; }

# count PASSED FAILED SKIPPED
count() {
  passed=$((passed + $1))
  failed=$((failed + $2))
  skipped=$((skipped + $3))
}

# check NAME COMMAND...   one check that passes if the command does
check() {
  local name="$1"
  shift
  step "$name"
  if "$@"; then
    echo "PASS $name"
    count 1 0 0
  else
    echo "FAIL $name"
    count 0 1 0
  fi
}

formatted() {
  git ls-files -z -- '*.cc' '*.h' | xargs -0 -r clang-format --dry-run -Werror
}

# Builds a preset and runs its tests. A build that fails counts as one failure.
test_preset() {
  local preset="$1"
  step "build $preset"
  if ! cmake --preset "$preset" >"$results/$preset.configure" 2>&1; then
    cat "$results/$preset.configure"
    count 0 1 0
    return
  fi
  if ! cmake --build --preset "$preset" -j "$jobs"; then
    count 0 1 0
    return
  fi
  step "ctest $preset"
  ctest --preset "$preset" -j "$jobs" --timeout 300 --no-tests=error \
    --output-junit "$results/$preset.xml"
  local status=$?
  local good bad left_out
  read -r good bad left_out < <(tests/count_junit.py "$results/$preset.xml")
  if [[ -z "$left_out" ]] || ((status != 0 && bad == 0)); then
    echo "FAIL ctest $preset: exit $status without a failed test"
    count 0 1 0
  fi
  count "${good:-0}" "${bad:-0}" "${left_out:-0}"
}

# run_counted NAME COMMAND...   a runner that closes with "NAME: N passed, N failed, N skipped"
run_counted() {
  local name="$1"
  shift
  step "$name"
  "$@" | tee "$results/$name.txt"
  local status="${PIPESTATUS[0]}"
  local line
  line="$(grep "^$name: " "$results/$name.txt")"
  if [[ "$line" =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped ]]; then
    count "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
  else
    echo "FAIL $name: exit $status without a summary"
    count 0 1 0
  fi
}

step "Debian packages"
scripts/install-packages.sh test || exit 1

if ! $quick; then
  check "clang-format" formatted
fi
test_preset release
if ! $quick; then
  test_preset asan
  test_preset tsan
  run_counted peers python3 tests/peers/run.py --build build/release
  run_counted python python3 tests/python/run.py --build build/release
  check "samples/quickstart.sh" samples/quickstart.sh
fi

printf '\n'
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))
