#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
#
# Builds the examples and runs the first one: a host in the terminal (examples/ask) calls a tool of
# examples/restart_service, which stops and asks you. Without a terminal the answer comes from the command line.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh

want_to_build
install_missing

mkdir -p build
cmake -S . -B build/examples -G Ninja -D CMAKE_BUILD_TYPE=Debug -D PARLEY_BUILD_TESTS=OFF >build/examples.log 2>&1 ||
  { cat build/examples.log >&2; exit 1; }
cmake --build build/examples

answers=()
[ -t 0 ] && [ -t 1 ] || answers=(--answer ok=true)
set -x
build/examples/bin/ask --tool restart_service --arg service=nginx "${answers[@]}" -- \
  build/examples/bin/restart_service --stdio
