// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/sqlite/ledger_file.hpp>

#include "sqlite/scratch.hpp"
#include "support/catch.hpp"

#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace parley;
using namespace parley::testing;
using std::chrono::milliseconds;

namespace {

detail::sqlite_database opened(std::filesystem::path const& file) {
  return detail::open_ledger_file(file, milliseconds(2000), system_environment());
}

::mode_t mode_of(std::filesystem::path const& file) {
  struct ::stat found {};
  return ::stat(file.c_str(), &found) == 0 ? found.st_mode & 0777 : 0;
}

// What opening the file throws, by its text.
std::string refusal_of(std::filesystem::path const& file) {
  try {
    opened(file);
  } catch (ledger_unreachable const&) {
    return "unreachable";
  } catch (std::runtime_error const& fault) {
    return fault.what();
  }
  return {};
}

void write_private(std::filesystem::path const& file, std::string_view text) {
  std::ofstream(file) << text;
  std::filesystem::permissions(file, std::filesystem::perms(0600));
}

}  // namespace

TEST_CASE("a new file is its owner's alone, and so are those beside it", "[sqlite][once-04]") {
  scratch folder;
  auto const before = ::umask(0);
  auto const file = opened(folder / "file");
  ::umask(before);
  CHECK(mode_of(folder / "file") == 0600);
  CHECK(mode_of(folder / "file-wal") == 0600);
  CHECK(mode_of(folder / "file-shm") == 0600);
}

TEST_CASE("what was written is on the disk before anybody hears of it", "[sqlite][once-04]") {
  scratch folder;
  auto const file = opened(folder / "file");
  CHECK(number_in(file, "PRAGMA synchronous") == 2);
  CHECK(number_in(file, "SELECT journal_mode = 'wal' FROM pragma_journal_mode") == 1);
}

TEST_CASE("a ledger's file says what it is, and keeps its id", "[sqlite][once-04]") {
  scratch folder;
  auto const id = detail::read_ledger_id(opened(folder / "file"));
  CHECK(id.substr(0, 7) == "sqlite-");
  CHECK(id.size() == 39);
  auto const again = opened(folder / "file");
  CHECK(detail::read_ledger_id(again) == id);
  CHECK(detail::read_ledger_id(opened(folder / "other")) != id);
  CHECK(number_in(again, "PRAGMA application_id") == detail::ledger_application);
  CHECK(number_in(again, "PRAGMA user_version") == detail::ledger_version);
}

TEST_CASE("a file that is something else is refused, and stays as it is", "[sqlite]") {
  scratch folder;
  auto const file = folder / "file";

  SECTION("text") {
    write_private(file, std::string(5000, 'x'));
    CHECK(refusal_of(file) == "parley: the ledger's file is no database");
    CHECK(std::filesystem::file_size(file) == 5000);
  }
  SECTION("a few bytes") {
    write_private(file, "x");
    CHECK(refusal_of(file) == "parley: the ledger's file is no database");
  }
  SECTION("a database with tables") {
    write_private(file, "");
    detail::sqlite_database(file).run("CREATE TABLE accounts (a)");
    CHECK(refusal_of(file) == "parley: the ledger's file is another database");
    CHECK(number_in(detail::sqlite_database(file), "SELECT journal_mode = 'delete' FROM pragma_journal_mode") == 1);
  }
  SECTION("a database of another program, without tables") {
    write_private(file, "");
    detail::sqlite_database(file).run("PRAGMA application_id = 7");
    CHECK(refusal_of(file) == "parley: the ledger's file is another database");
  }
  SECTION("a ledger of another version") {
    opened(file).run("PRAGMA user_version = 2");
    CHECK(refusal_of(file) == "parley: the ledger's file is of another version of parley");
  }
  SECTION("a folder") {
    std::filesystem::create_directory(file);
    CHECK(refusal_of(file) == "parley: the ledger's path is no regular file");
  }
  SECTION("a file in a folder that is not there") {
    CHECK(refusal_of(folder / "none/file").find("parley: the ledger's file cannot be made") == 0);
  }
  SECTION("a ledger that everybody may read") {
    opened(file);
    std::filesystem::permissions(file, std::filesystem::perms(0604));
    CHECK(refusal_of(file) == "parley: the ledger's file is open to everybody on this machine: chmod 600");
  }
}

TEST_CASE("an empty file becomes a ledger, and a group may share one", "[sqlite]") {
  scratch folder;
  write_private(folder / "file", "");
  std::filesystem::permissions(folder / "file", std::filesystem::perms(0660));
  CHECK(refusal_of(folder / "file").empty());
}

TEST_CASE("names that mean something to SQLite are names of files", "[sqlite]") {
  scratch folder;
  auto const before = std::filesystem::current_path();
  std::filesystem::current_path(folder / ".");
  auto const id = detail::read_ledger_id(opened(":memory:"));
  CHECK(detail::read_ledger_id(opened(":memory:")) == id);
  CHECK(refusal_of("file:other?mode=memory").empty());
  CHECK(std::filesystem::exists("file:other?mode=memory"));
  std::filesystem::current_path(before);
}

TEST_CASE("a file that another holds for too long is out of reach", "[sqlite][once-07]") {
  scratch folder;
  write_private(folder / "new", "");
  detail::sqlite_database holder(folder / "new");
  holder.run("BEGIN EXCLUSIVE");
  CHECK_THROWS_AS(detail::open_ledger_file(folder / "new", milliseconds(0), system_environment()), ledger_unreachable);
  holder.run("ROLLBACK");
  CHECK(refusal_of(folder / "new").empty());
}

TEST_CASE("of many who make the same file, all get one ledger", "[sqlite][once-04]") {
  scratch folder;
  constexpr std::size_t threads = 8;
  std::atomic<std::size_t> ready = 0;
  std::vector<std::string> ids(threads);
  std::vector<std::thread> all;
  for (std::size_t n = 0; n != threads; ++n) {
    all.emplace_back([&, n] {
      ++ready;
      while (ready != threads) std::this_thread::yield();
      auto const made = detail::open_ledger_file(folder / "file", milliseconds(30'000), system_environment());
      ids[n] = detail::read_ledger_id(made);
    });
  }
  for (auto& each : all) each.join();
  CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == 1);
  CHECK(ids[0].size() == 39);
}
