// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The definitions are in two files of one program.
#include <parley/sqlite/ledger.hpp>

bool is_known(parley::ledger& with, parley::ledger_claim const& what) {
  parley::sqlite_ledger same("ledger");
  return same.id() == with.id() && same.find(what).verdict == parley::ledger_verdict::done;
}
