// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/sqlite/database.hpp>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace parley::testing {

// A folder that goes when its owner does.
class scratch {
 public:
  scratch() {
    auto name = (std::filesystem::temp_directory_path() / "parley-sqlite-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no folder for tests");
    folder_ = name;
  }
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  ~scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path operator/(std::string_view name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_{};
};

// The number in the first row of what a statement finds, and -1 without one.
inline std::int64_t number_in(detail::sqlite_database const& of, std::string_view sql) {
  detail::sqlite_statement const statement(of, sql);
  detail::sqlite_run row(statement);
  return row.next() ? row.number(0) : -1;
}

}  // namespace parley::testing
