// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// SQLite's C interface with owners for what it hands out. All in this folder is `inline` in both ways of compiling (see
// core/config.hpp): src.hpp must not need SQLite, and one file of a program makes a ledger.

#include <parley/server/ledger.hpp>

#include <sqlite3.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#if SQLITE_VERSION_NUMBER < 3037000
#error "parley/sqlite/ needs SQLite 3.37 or later"
#endif

namespace parley::detail {

// A call into SQLite that failed. The text is SQLite's own word for the code, and what was tried: nothing of a peer.
class sqlite_failure final : public ledger_unreachable {
 public:
  sqlite_failure(std::string_view tried, int code)
      : ledger_unreachable("parley: the ledger in SQLite could not " + std::string(tried) + ": " +
                           sqlite3_errstr(code) + " (" + std::to_string(code) + ")"),
        code_(code) {}

  // Without what extends it: SQLITE_BUSY for each of its kinds.
  int code() const noexcept { return code_ & 0xff; }

 private:
  int code_;
};

// One connection, for one thread at a time. Its statements must be gone before it.
class sqlite_database {
 public:
  // Opens a file that is there; throws sqlite_failure. The path should be absolute: SQLite has names of its own for
  // files in memory.
  explicit sqlite_database(std::filesystem::path const& file) {
    sqlite3* made = nullptr;
    int const code = sqlite3_open_v2(file.c_str(), &made, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    handle_.reset(made);
    if (code != SQLITE_OK) throw sqlite_failure("open its file", code);
    sqlite3_extended_result_codes(made, 1);
  }

  sqlite3* handle() const noexcept { return handle_.get(); }

  // How long calls wait for other processes that hold the file, from now on.
  void be_patient(std::chrono::milliseconds time) noexcept {
    sqlite3_busy_timeout(handle(), static_cast<int>(time.count()));
  }

  // Runs statements whose rows nobody needs.
  void run(char const* sql) {
    int const code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) throw sqlite_failure("run a statement", code);
  }

 private:
  struct close {
    void operator()(sqlite3* handle) const noexcept { sqlite3_close_v2(handle); }
  };
  std::unique_ptr<sqlite3, close> handle_{};
};

// A statement that was compiled once.
class sqlite_statement {
 public:
  sqlite_statement(sqlite_database const& of, std::string_view sql) {
    sqlite3_stmt* made = nullptr;
    int const code = sqlite3_prepare_v3(of.handle(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    handle_.reset(made);
    if (code != SQLITE_OK) throw sqlite_failure("prepare a statement", code);
  }

  sqlite3_stmt* handle() const noexcept { return handle_.get(); }

 private:
  struct finalize {
    void operator()(sqlite3_stmt* handle) const noexcept { sqlite3_finalize(handle); }
  };
  std::unique_ptr<sqlite3_stmt, finalize> handle_{};
};

// One run of a statement, with values for ?1, ?2 …: numbers, and whatever is a contiguous range of bytes or characters,
// which must outlive the run. When it goes, the statement is ready for another.
class sqlite_run {
 public:
  template <class... Values>
  explicit sqlite_run(sqlite_statement const& of, Values const&... values) : handle_(of.handle()) {
    int place = 0;
    (bind(++place, values), ...);
  }
  sqlite_run(sqlite_run const&) = delete;
  sqlite_run& operator=(sqlite_run const&) = delete;
  ~sqlite_run() {
    sqlite3_reset(handle_);
    sqlite3_clear_bindings(handle_);
  }

  // Goes to the next row: false when there is none. Throws sqlite_failure.
  bool next() {
    int const code = sqlite3_step(handle_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) throw sqlite_failure("run a statement", code);
    return code == SQLITE_ROW;
  }
  // Runs it to its end: how many rows it has changed, without those of triggers.
  int finish() {
    while (next()) {
    }
    return sqlite3_changes(sqlite3_db_handle(handle_));
  }

  // Of the row that it is at, by number from 0. Views live until the next step.
  std::int64_t number(int column) const { return sqlite3_column_int64(handle_, column); }
  bool is_null(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }
  std::string_view bytes(int column) const {
    auto const* const first = static_cast<char const*>(sqlite3_column_blob(handle_, column));
    return first ? std::string_view(first, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column)))
                 : std::string_view();
  }

 private:
  void bind(int place, std::int64_t number) { check(sqlite3_bind_int64(handle_, place, number)); }
  void bind(int place, std::span<std::byte const> bytes) {
    check(sqlite3_bind_blob64(handle_, place, bytes.data(), bytes.size(), SQLITE_STATIC));
  }
  void bind(int place, std::string_view bytes) { bind(place, std::as_bytes(std::span(bytes))); }
  void check(int code) const {
    if (code != SQLITE_OK) throw sqlite_failure("bind a value", code);
  }

  sqlite3_stmt* handle_;
};

// All or nothing of what is written while it lives. It has the file for writing from the beginning, so that what is
// read stays true until it is committed.
class sqlite_transaction {
 public:
  explicit sqlite_transaction(sqlite_database& of) : of_(of) { of.run("BEGIN IMMEDIATE"); }
  sqlite_transaction(sqlite_transaction const&) = delete;
  sqlite_transaction& operator=(sqlite_transaction const&) = delete;
  ~sqlite_transaction() {
    // SQLite ends it by itself after some failures.
    if (!is_over_ && sqlite3_get_autocommit(of_.handle()) == 0) {
      sqlite3_exec(of_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
  }

  void commit() {
    of_.run("COMMIT");
    is_over_ = true;
  }

 private:
  sqlite_database& of_;
  bool is_over_ = false;
};

}  // namespace parley::detail
