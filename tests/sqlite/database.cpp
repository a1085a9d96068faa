// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/sqlite/database.hpp>

#include "sqlite/scratch.hpp"
#include "support/catch.hpp"

#include <array>
#include <fstream>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

detail::sqlite_database empty_in(scratch const& folder) {
  std::ofstream(folder / "file").flush();
  return detail::sqlite_database(folder / "file");
}

}  // namespace

TEST_CASE("a file that is not there is not made", "[sqlite]") {
  scratch folder;
  CHECK_THROWS_AS(detail::sqlite_database(folder / "none"), detail::sqlite_failure);
  CHECK(!std::filesystem::exists(folder / "none"));
}

TEST_CASE("values go into statements and come back byte for byte", "[sqlite]") {
  scratch folder;
  auto file = empty_in(folder);
  file.run("CREATE TABLE t (a, b, c)");
  detail::sqlite_statement const insert(file, "INSERT INTO t VALUES (?1, ?2, ?3)");
  std::string const text("a\0'b", 4);
  std::array<std::byte, 2> const bytes{std::byte{0}, std::byte{255}};
  CHECK(detail::sqlite_run(insert, text, bytes, std::int64_t{-7}).finish() == 1);
  CHECK(detail::sqlite_run(insert, std::string(), bytes, std::int64_t{8}).finish() == 1);

  detail::sqlite_statement const select(file, "SELECT a, b, c, NULL FROM t ORDER BY c");
  for (int times = 0; times != 2; ++times) {
    detail::sqlite_run row(select);
    REQUIRE(row.next());
    CHECK(row.bytes(0) == text);
    CHECK(row.bytes(1) == std::string_view("\0\xff", 2));
    CHECK(row.number(2) == -7);
    CHECK(row.is_null(3));
    REQUIRE(row.next());
    CHECK(row.bytes(0).empty());
    CHECK(!row.is_null(0));
    CHECK(!row.next());
  }
}

TEST_CASE("a failure says what was tried and SQLite's word for it, and nothing of the values", "[sqlite]") {
  scratch folder;
  auto file = empty_in(folder);
  file.run("CREATE TABLE t (a UNIQUE)");
  detail::sqlite_statement const insert(file, "INSERT INTO t VALUES (?1)");
  detail::sqlite_run(insert, std::string("from a peer")).finish();
  try {
    detail::sqlite_run(insert, std::string("from a peer")).finish();
    FAIL("it is unique");
  } catch (detail::sqlite_failure const& failure) {
    CHECK(failure.code() == SQLITE_CONSTRAINT);
    CHECK(std::string(failure.what()) ==
          "parley: the ledger in SQLite could not run a statement: constraint failed (2067)");
  }
  CHECK_THROWS_AS(detail::sqlite_statement(file, "SELECT x FROM nothing"), detail::sqlite_failure);
  CHECK_THROWS_AS(detail::sqlite_run(insert, std::int64_t{1}, std::int64_t{2}), detail::sqlite_failure);
  CHECK_THROWS_AS(file.run("NOT SQL"), detail::sqlite_failure);
}

TEST_CASE("a transaction that is not committed has not been", "[sqlite]") {
  scratch folder;
  auto file = empty_in(folder);
  file.run("CREATE TABLE t (a)");
  {
    detail::sqlite_transaction change(file);
    file.run("INSERT INTO t VALUES (1)");
  }
  CHECK(number_in(file, "SELECT count(*) FROM t") == 0);
  {
    detail::sqlite_transaction change(file);
    file.run("INSERT INTO t VALUES (1)");
    change.commit();
  }
  CHECK(number_in(file, "SELECT count(*) FROM t") == 1);
}

TEST_CASE("who is not patient does not wait for another's transaction", "[sqlite]") {
  scratch folder;
  auto file = empty_in(folder);
  file.run("CREATE TABLE t (a)");
  detail::sqlite_transaction change(file);
  detail::sqlite_database other(folder / "file");
  other.be_patient(std::chrono::milliseconds(0));
  try {
    detail::sqlite_transaction second(other);
    FAIL("there is one writer");
  } catch (detail::sqlite_failure const& failure) {
    CHECK(failure.code() == SQLITE_BUSY);
  }
}
