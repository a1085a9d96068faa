// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/pointer.hpp>

#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace parley;

namespace {

using steps = std::vector<std::string>;

// The value that a pointer leads to, as text; "none" where there is none.
std::string at(std::string_view text, std::string_view pointer) {
  json const value = parse(text).value();
  json const* here = &value;
  auto const path = split_pointer(pointer);
  if (!path) return "none";
  for (auto const& name : *path) {
    here = pointer_step(*here, name);
    if (here == nullptr) return "none";
  }
  return here->dump();
}

}  // namespace

TEST_CASE("a pointer is made of escaped names", "[json][pointer]") {
  std::string pointer;
  append_to_pointer(pointer, "a/b");
  append_to_pointer(pointer, "m~n");
  append_to_pointer(pointer, "");
  CHECK(pointer == "/a~1b/m~0n/");
  CHECK(split_pointer(pointer) == steps{"a/b", "m~n", ""});
  CHECK(split_pointer("") == steps{});
  CHECK(split_pointer("/~01") == steps{"~1"});
  CHECK_FALSE(split_pointer("a"));
  CHECK_FALSE(split_pointer("/~"));
  CHECK_FALSE(split_pointer("/~2"));
}

TEST_CASE("a pointer leads to a member or an element", "[json][pointer]") {
  constexpr std::string_view value = R"({"a/b": [10, {"": true}], "0": null})";
  CHECK(at(value, "/a~1b/0") == "10");
  CHECK(at(value, "/a~1b/1/") == "true");
  CHECK(at(value, "/0") == "null");
  for (std::string_view const nowhere : {"/x", "/a~1b/2", "/a~1b/-", "/a~1b/00", "/a~1b/01", "/a~1b/1x", "/a~1b/",
                                         "/a~1b/+1", "/a~1b/99999999999999999999", "/0/0"}) {
    INFO(nowhere);
    CHECK(at(value, nowhere) == "none");
  }
}
