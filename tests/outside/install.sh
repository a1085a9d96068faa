#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
#
# Installs what the tests against other people's software need, into build/outside: the official conformance suite, the
# TypeScript client, the one before it, which most hosts have, and the Inspector with a Node.js of their own
# (package.json), the Python client in a virtual environment (requirements.txt), and the tests of JSON Schema
# (json_schema.txt). Does nothing when all of that is there in these versions.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
place=$here/../../build/outside
want=$(cat "$here/package.json" "$here/requirements.txt" | sha256sum)
want_suite=$(sha256sum <"$here/json_schema.txt")

mkdir -p "$place"
cd "$place"
exec {lock}>lock # one at a time
flock "$lock"
if [ "$(cat installed 2>/dev/null)" != "$want" ]; then
  rm -rf installed node_modules venv
  # There is no lock file: a dependency of a dependency, meant for another system, is not in every mirror of the
  # registry.
  cp "$here/package.json" .
  npm install --no-package-lock --no-audit --no-fund --loglevel=error
  python3 -m venv venv
  venv/bin/pip install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
  echo "$want" >installed
fi

if [ "$(cat json_schema/installed 2>/dev/null)" != "$want_suite" ]; then
  rm -rf json_schema
  mkdir json_schema
  venv/bin/pip download --quiet --disable-pip-version-check --no-deps --no-binary jsonschema --require-hashes \
    --dest json_schema --requirement "$here/json_schema.txt"
  tar -xzf json_schema/jsonschema-*.tar.gz -C json_schema --strip-components=2 --wildcards \
    '*/json/LICENSE' '*/json/remotes' '*/json/tests/draft2020-12'
  rm json_schema/*.tar.gz
  echo "$want_suite" >json_schema/installed
fi
