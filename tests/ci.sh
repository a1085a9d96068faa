#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
#
# Everything that has to hold before a change lands. Stages go from cheap to dear; the first fault ends the run, and
# the last stage is ctest on the development build. Nothing is skipped: PARLEY_CI tells the tests so.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh
export PARLEY_CI=1

stage() {
  local name=$1
  shift
  echo "==== $name: $*"
  local begin=$SECONDS
  "$@"
  echo "==== $name: $((SECONDS - begin)) s"
}

links_fuzzers() {
  echo 'extern "C" int LLVMFuzzerTestOneInput(unsigned char const*, unsigned long) { return 0; }' |
    clang++-14 -fsanitize=fuzzer,address,undefined -x c++ - -o /dev/null
}

install_packages() {
  want_to_test
  want clang-14 on_path clang++-14
  want libclang-rt-14-dev links_fuzzers
  want clang-format-14 on_path clang-format-14
  want clang-tidy-14 on_path clang-tidy-14
  want codespell on_path codespell
  want npm on_path npm
  want python3-venv python3 -c 'import ensurepip'
  install_missing
}

check_format() {
  find include src examples tests -name node_modules -prune -o \( -name '*.hpp' -o -name '*.cpp' \) -print0 |
    xargs -0 clang-format-14 --dry-run -Werror
}

# clang sees each header alone, in the other workflow, and all the tests, in the sanitizer's; g++ the tests and both modes.
workflow() { cmake --workflow --preset "$1"; }

stage packages install_packages
stage format check_format
stage spelling codespell
stage outside tests/outside/install.sh
stage tidy workflow tidy
stage headers workflow headers
stage asan workflow asan
stage tsan workflow tsan
stage bench workflow bench
stage dev workflow dev
