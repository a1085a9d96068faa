// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The file of a sqlite_ledger: how it is made, and how it is told from files that are something else.

#include <parley/core/environment.hpp>
#include <parley/core/hex.hpp>
#include <parley/server/ledger.hpp>
#include <parley/sqlite/database.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace parley::detail {

// "parl", and the version of the tables below; both stand in the header of the file.
inline constexpr std::int64_t ledger_application = 0x7061726c;
inline constexpr std::int64_t ledger_version = 1;

// All times are milliseconds. `until` and `lease` are by the wall clock, and `…_steady` by the steady clock of the boot
// that `boot` names: processes of one machine share it, and after a restart of the machine the wall clock alone counts.
//
// state: 0 running, 1 done, 2 lost. `owner` is the ledger object that may still say how it ended, or empty.
// Results have a table of their own, so that marks stay small; `number` tells the oldest. The triggers keep count.
inline constexpr char const* ledger_tables = R"(
CREATE TABLE ledger (
  one INTEGER PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL,
  entries INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE entry (
  flow BLOB NOT NULL, part BLOB NOT NULL, answers BLOB NOT NULL, who BLOB NOT NULL,
  state INTEGER NOT NULL, owner BLOB NOT NULL, boot BLOB NOT NULL,
  until INTEGER NOT NULL, until_steady INTEGER NOT NULL,
  lease INTEGER NOT NULL, lease_steady INTEGER NOT NULL,
  PRIMARY KEY (flow, part)) STRICT, WITHOUT ROWID;
CREATE INDEX entry_until ON entry (until);
CREATE INDEX entry_who ON entry (who);
CREATE TABLE result (
  number INTEGER PRIMARY KEY, flow BLOB NOT NULL, part BLOB NOT NULL, outcome BLOB NOT NULL,
  UNIQUE (flow, part)) STRICT;
CREATE TRIGGER entry_made AFTER INSERT ON entry BEGIN
  UPDATE ledger SET entries = entries + 1;
END;
CREATE TRIGGER entry_gone AFTER DELETE ON entry BEGIN
  UPDATE ledger SET entries = entries - 1;
  DELETE FROM result WHERE flow = old.flow AND part = old.part;
END;
CREATE TRIGGER result_made AFTER INSERT ON result BEGIN
  UPDATE ledger SET bytes = bytes + length(new.outcome);
END;
CREATE TRIGGER result_gone AFTER DELETE ON result BEGIN
  UPDATE ledger SET bytes = bytes - length(old.outcome);
END;
PRAGMA application_id = 1885434476;
PRAGMA user_version = 1;
)";

// Makes an empty file that is its owner's alone, unless there is one. SQLite gives the files that it puts beside it the
// same mode. Throws std::runtime_error.
inline void make_private_file(std::filesystem::path const& file) {
  // To close any descriptor of a file takes away the locks that this process has on it. So none is opened of a file
  // that is there, and no other thread sees a new one before its descriptor is closed.
  static std::mutex one_at_a_time;
  std::lock_guard lock(one_at_a_time);
  int const made = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made >= 0) {
    ::close(made);
    return;
  }
  if (errno != EEXIST) {
    throw std::system_error(errno, std::generic_category(), "parley: the ledger's file cannot be made");
  }
  struct ::stat found {};
  if (::stat(file.c_str(), &found) != 0) {
    throw std::system_error(errno, std::generic_category(), "parley: the ledger's file cannot be looked at");
  }
  if (!S_ISREG(found.st_mode)) throw std::runtime_error("parley: the ledger's path is no regular file");
  // SQLite takes a file that is shorter than any database for an empty one, and writes over it.
  if (found.st_size != 0 && found.st_size < 512) throw std::runtime_error("parley: the ledger's file is no database");
  if ((found.st_mode & S_IRWXO) != 0) {
    throw std::runtime_error("parley: the ledger's file is open to everybody on this machine: chmod 600");
  }
}

inline std::int64_t sqlite_number(sqlite_database const& of, std::string_view sql) {
  sqlite_statement const statement(of, sql);
  sqlite_run row(statement);
  return row.next() ? row.number(0) : 0;
}

// True for a ledger and false for a file that is empty. Throws std::runtime_error for everything else.
inline bool is_ledger_file(sqlite_database const& of) {
  auto const application = sqlite_number(of, "PRAGMA application_id");
  auto const version = sqlite_number(of, "PRAGMA user_version");
  if (application == 0 && version == 0 && sqlite_number(of, "SELECT count(*) FROM sqlite_schema") == 0) return false;
  if (application != ledger_application) throw std::runtime_error("parley: the ledger's file is another database");
  if (version != ledger_version) throw std::runtime_error("parley: the ledger's file is of another version of parley");
  return true;
}

// Throws sqlite_failure with SQLITE_BUSY where another process does the same: SQLite does not wait for all of it.
inline void set_up_ledger_file(sqlite_database& of, environment const& world) {
  bool const is_made = is_ledger_file(of);  // before anything is written to it
  {
    sqlite_statement const mode(of, "PRAGMA journal_mode = WAL");
    sqlite_run row(mode);
    if (!row.next() || row.bytes(0) != "wal") {
      throw std::runtime_error("parley: the ledger's file cannot have a write-ahead log where it is");
    }
  }
  of.run("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF");
  if (is_made) return;
  sqlite_transaction change(of);
  if (is_ledger_file(of)) return;
  of.run(ledger_tables);
  std::array<std::byte, 16> drawn{};
  world.random(drawn);
  auto const id = "sqlite-" + hex_encode(drawn);
  sqlite_statement const name(of, "INSERT INTO ledger (one, id) VALUES (1, ?1)");
  sqlite_run(name, id).finish();
  change.commit();
}

// Opens the file, and makes it a ledger if it is new. Throws std::runtime_error where it is something else or cannot be
// had, and of that ledger_unreachable where it was locked for longer than `patience`.
inline sqlite_database open_ledger_file(std::filesystem::path const& where, std::chrono::milliseconds patience,
                                        environment const& world) {
  if (sqlite3_threadsafe() == 0) throw std::runtime_error("parley: this SQLite was built for one thread alone");
  if (sqlite3_libversion_number() < 3037000) throw std::runtime_error("parley: SQLite is older than 3.37");
  auto const file = std::filesystem::absolute(where);
  make_private_file(file);
  sqlite_database made(file);
  auto const late = std::chrono::steady_clock::now() + patience;
  while (true) {
    try {
      made.be_patient(patience);
      set_up_ledger_file(made, world);
      return made;
    } catch (sqlite_failure const& failure) {
      if (failure.code() == SQLITE_NOTADB) throw std::runtime_error("parley: the ledger's file is no database");
      if (failure.code() != SQLITE_BUSY || std::chrono::steady_clock::now() >= late) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// 1 … 64 bytes that were drawn when the file was made.
inline std::string read_ledger_id(sqlite_database const& of) {
  sqlite_statement const name(of, "SELECT id FROM ledger");
  sqlite_run row(name);
  if (row.next() && !row.bytes(0).empty() && row.bytes(0).size() <= 64) return std::string(row.bytes(0));
  throw std::runtime_error("parley: the ledger's file has lost its id");
}

// Names the time since the machine was started; drawn at random where the system does not say, so that the steady
// clocks of two processes are then not compared.
inline std::string read_boot_id(environment const& world) {
  std::array<char, 64> text{};
  ::ssize_t size = -1;
  int const file = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    size = ::read(file, text.data(), text.size());
    ::close(file);
  }
  if (size > 0) return std::string(text.data(), static_cast<std::size_t>(size));
  std::array<std::byte, 16> drawn{};
  world.random(drawn);
  return hex_encode(drawn);
}

}  // namespace parley::detail
