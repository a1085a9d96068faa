// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/sqlite/ledger.hpp>

#include <filesystem>

bool is_known(parley::ledger& with, parley::ledger_claim const& what);  // in two.cpp

int main() {
  std::filesystem::remove("ledger");
  parley::sqlite_ledger with("ledger");
  parley::ledger_claim what;
  what.until = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()) + std::chrono::hours(1);
  if (is_known(with, what)) return 1;
  if (with.claim(what).verdict != parley::ledger_verdict::mine) return 2;
  with.finish(what.key, "done");
  return is_known(with, what) ? 0 : 3;
}
