#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
#
# tests/run.sh        builds everything with g++ and runs the tests. The tests that need other people's clients are
#                     skipped unless build/outside holds them (tests/outside/install.sh).
# tests/run.sh --ci   adds the sanitizers, the other compiler, the linters and the outside clients; skips nothing.
#
# Both install what is missing, may be run again, and end with ctest's summary.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh

case ${1-} in
  "") ;;
  --ci) exec tests/ci.sh ;;
  *)
    sed -n '5,10s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac

want_to_test
install_missing
exec cmake --workflow --preset dev
