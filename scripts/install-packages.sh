#!/usr/bin/env bash
# Installs from Debian what this project needs and the machine does not have.
#
#   scripts/install-packages.sh build    what configuring, building and running needs
#   scripts/install-packages.sh test     that, and what the tests need besides
#
# Needs root, or sudo, only where something is missing.
set -euo pipefail

build_packages=(
  g++ cmake ninja-build pkg-config
  libabsl-dev
  libbenchmark-dev
  libcli11-dev
  libcpp-httplib-dev
  libcurl4-openssl-dev
  libgmock-dev libgtest-dev
  libprotobuf-dev protobuf-compiler
  libsecp256k1-dev
  libsodium-dev
  libsqlite3-dev
  libtomlplusplus-dev
  nettle-dev
  nlohmann-json3-dev
  pybind11-dev
  python3 python3-dev
  tzdata
)
test_packages=(clang-format faketime git python3-venv)

case "${1:-}" in
  build) wanted=("${build_packages[@]}") ;;
  test) wanted=("${build_packages[@]}" "${test_packages[@]}") ;;
  *)
    echo "usage: $0 build|test" >&2
    exit 2
    ;;
esac

is_installed() {
  [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

missing=()
for package in "${wanted[@]}"; do
  is_installed "$package" || missing+=("$package")
done
# Node may come from elsewhere than Debian; then Debian's packages would get in its way.
if [[ "$1" == test ]] && ! command -v npm >/dev/null; then
  missing+=(nodejs npm)
fi
if ((${#missing[@]} == 0)); then
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "These Debian packages are missing: ${missing[*]}" >&2
    echo "Run this as root, or install them by hand: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing from Debian: ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
