#!/usr/bin/env bash
# Runs every test.
#
#   tests/run.sh            everything: about a quarter of an hour on two cores
#   tests/run.sh --quick    the release build and its tests only
#
# Installs missing Debian packages (as root, or by sudo). Closes with how long each part took, the
# name of everything that failed, and a line that adds up what the runners counted; exit code 1 if
# anything failed.
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
failures=()
durations=()
part=""
part_began=0

end_part() {
  [[ -z "$part" ]] || durations+=("$(printf '%5d s  %s' $((SECONDS - part_began)) "$part")")
  part=""
}

step() {
  end_part
  part="$*"
  part_began=$SECONDS
  printf '\n== %s\n' "$*"
}

# fail NAME   counts one failure that no runner counted
fail() {
  echo "FAIL $1"
  failures+=("$1")
  count 0 1 0
}

# note_failures PREFIX FILE   keeps the names of a runner's "FAIL NAME" lines for the end
note_failures() {
  local line
  while IFS= read -r line; do
    failures+=("$1: ${line#FAIL }")
  done < <(grep '^FAIL ' "$2")
}

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
    fail "$name"
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
    fail "configure $preset"
    return
  fi
  if ! cmake --build --preset "$preset" -j "$jobs"; then
    fail "build $preset"
    return
  fi
  step "ctest $preset"
  ctest --preset "$preset" -j "$jobs" --timeout 300 --no-tests=error \
    --output-junit "$results/$preset.xml"
  local status=$?
  local good bad left_out
  read -r good bad left_out < <(tests/count_junit.py "$results/$preset.xml" \
    2>"$results/$preset.left")
  cat "$results/$preset.left"
  if [[ -z "$left_out" ]] || ((status != 0 && bad == 0)); then
    fail "ctest $preset: exit $status without a failed test"
  fi
  note_failures "ctest $preset" "$results/$preset.left"
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
    note_failures "$name" "$results/$name.txt"
  else
    fail "$name: exit $status without a summary"
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

end_part

printf '\n'
((${#durations[@]} == 0)) || printf '%s\n' "${durations[@]}"
((${#failures[@]} == 0)) || printf 'FAIL %s\n' "${failures[@]}"
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))
