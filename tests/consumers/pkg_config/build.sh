#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
#
# build.sh COMPILER PREFIX OUTPUT: what a Makefile would do. That everything links, the other consumers show.
set -euo pipefail
export PKG_CONFIG_PATH=$2/share/pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs parley)"
"$1" -std=c++20 "$(dirname "$0")/../engine/main.cpp" "${flags[@]}" -o "$3"
