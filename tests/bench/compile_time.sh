#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# What declaring tools costs the compiler: CPU seconds at -O0 for a source with 1 and with 30 tools, and for each
# further tool. Each tool has types of its own: a form, a result, a resolver that asks, and two arguments.
#
#   compile_time.sh [COMPILER...]      default: those of g++ and clang++-14 that there are
#
# "compiled once" is what PARLEY_SEPARATE_COMPILATION leaves in a source that declares tools; "header-only" is the
# engine with its definitions; "whole library" is <parley/parley.hpp>, header-only.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# source HEADER COUNT: a program with that many tools.
source_with() {
  echo "#include <parley/$1>"
  echo '#include <string>'
  echo 'using namespace parley;'
  for i in $(seq "$2"); do
    cat <<EOF
struct Confirm$i { bool ok; std::string reason; };
struct Report$i { std::string unit; int restarts; };
Elicit<Confirm$i> confirm_$i(Arg<"unit$i"> unit) { return {message("Restart {}?", unit)}; }
Report$i restart_$i(Arg<"unit$i"> unit, Arg<"times$i", int> times, Resolve<confirm_$i> confirm) {
  return {*unit, confirm->ok ? *times : 0};
}
EOF
  done
  echo 'void add_tools(Server& server) {'
  for i in $(seq "$2"); do echo "  server.tool<restart_$i>(\"Restart a unit.\");"; done
  echo '}'
}

# seconds COMMAND...: the CPU time of a command, the better of two.
seconds() {
  local TIMEFORMAT='%U %S' best=999
  for _ in 1 2; do
    local used
    used=$({ time "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; } 2>&1) || { echo "$used" >&2; exit 1; }
    best=$(echo "$used $best" | awk '{ t = $1 + $2; print (t < $3 ? t : $3) }')
  done
  echo "$best"
}

compilers=("$@")
if [ $# -eq 0 ]; then
  for compiler in g++ clang++-14; do
    if command -v "$compiler" >/dev/null; then compilers+=("$compiler"); fi
  done
fi

printf '%-12s %-14s %8s %9s %18s\n' compiler mode '1 tool' '30 tools' 'each further tool'
for compiler in "${compilers[@]}"; do
  while read -r mode header flags; do
    source_with "$header" 1 >"$work/one.cpp"
    source_with "$header" 30 >"$work/thirty.cpp"
    compile=("$compiler" -std=c++20 -O0 ${flags:+$flags} -I"$root/include" -c -o "$work/out.o")
    one=$(seconds "${compile[@]}" "$work/one.cpp")
    thirty=$(seconds "${compile[@]}" "$work/thirty.cpp")
    each=$(echo "$one $thirty" | awk '{ printf "%.3f", ($2 - $1) / 29 }')
    printf '%-12s %-14s %8.2f %9.2f %18s\n' "$compiler" "${mode//_/ }" "$one" "$thirty" "$each"
  done <<'EOF'
compiled_once server/register.hpp -DPARLEY_SEPARATE_COMPILATION
header-only server/register.hpp
whole_library parley.hpp
EOF
done
