#!/usr/bin/env bash
# Builds and runs the consumer as a Makefile would, by pkg-config alone.
#
#   build.sh PREFIX WORK [COMPILER FLAG...]
set -euo pipefail

prefix="$1" work="$2"
shift 2
(($# > 0)) || set -- c++
mkdir -p "$work"
pc="$(find "$prefix" -name tollpass.pc)"
export PKG_CONFIG_PATH="${pc%/*}"
read -ra cflags <<<"$(pkg-config --cflags tollpass)"
read -ra libs <<<"$(pkg-config --libs tollpass)"
libdir="$(pkg-config --variable=libdir tollpass)"
"$@" -std=c++20 "${cflags[@]}" "$(dirname "$0")/../main.cc" -o "$work/consumer" \
  "${libs[@]}" "-Wl,-rpath,$libdir"
"$work/consumer"
