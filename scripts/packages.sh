# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
#
# Sourced by the run scripts: finds out what is missing, and installs it with apt on Debian 12 or a relative.
#
#   want PACKAGE COMMAND…   PACKAGE is missing if COMMAND fails
#   install_missing         installs what is missing; calls no package manager when nothing is

missing=()

want() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}

on_path() { command -v "$1"; }

# compiles LINE…: whether g++ takes a program of these lines.
compiles() { printf '%s\n' "$@" | g++ -std=c++20 -fsyntax-only -x c++ -; }

want_to_build() {
  want g++ on_path g++
  want cmake on_path cmake
  want ninja-build on_path ninja
  want ccache on_path ccache
  # The checks by compiling wait for the compiler; without one, all of these are asked for, and apt knows better.
  want libboost1.81-dev compiles '#include <boost/version.hpp>' '#if BOOST_VERSION < 108100' '#error' '#endif'
  want nlohmann-json3-dev compiles '#include <nlohmann/json_fwd.hpp>'
  want libssl-dev compiles '#include <openssl/evp.h>'
}

want_to_test() {
  want_to_build
  want catch2 compiles '#if !__has_include(<catch2/catch.hpp>) && !__has_include(<catch2/catch_all.hpp>)' '#error' '#endif'
  want python3 on_path python3
  want pkg-config on_path pkg-config
  want libsqlite3-dev compiles '#include <sqlite3.h>' '#if SQLITE_VERSION_NUMBER < 3037000' '#error' '#endif'
}

install_missing() {
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "missing: ${missing[*]}"
  if ! command -v apt-get >/dev/null; then
    echo "there is no apt-get here; install what these Debian packages hold, and start again" >&2
    exit 1
  fi
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -q
  # Nothing is removed: libboost1.81-dev would take the place of older Boost headers that something else may need.
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends --no-remove \
    "${missing[@]}"; then
    echo "apt could not install: ${missing[*]} (nothing else may be removed for them)" >&2
    exit 1
  fi
  missing=()
}
