// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/completion.hpp>

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace parley;

namespace {

std::string written(Completion const& completion) {
  std::string text;
  json_writer out(text);
  write(out, completion);
  return text;
}

// What stands behind the values.
std::string rest_of(std::size_t values, std::optional<std::uint64_t> total = {}, bool has_more = false) {
  auto const text = written({.values = std::vector<std::string>(values, "v"), .total = total, .has_more = has_more});
  return text.substr(text.find(']') + 1);
}

}  // namespace

TEST_CASE("suggestions are a list of texts", "[protocol][CMP-03]") {
  CHECK(written({}) == R"({"values":[]})");
  CHECK(written({.values = {"Bern", "\"Berlin\""}}) == R"({"values":["Bern","\"Berlin\""]})");
  CHECK(written({.values = {"a"}, .total = 7}) == R"({"values":["a"],"total":7,"hasMore":true})");
  CHECK(written({.values = {"a"}, .has_more = true}) == R"({"values":["a"],"hasMore":true})");
  CHECK(written({.values = {"a"}, .total = 1}) == R"({"values":["a"],"total":1})");
}

TEST_CASE("no more than a hundred are sent, and the client is told that there are more", "[protocol][CMP-03]") {
  CHECK(rest_of(100) == "}");
  CHECK(rest_of(101) == R"(,"total":101,"hasMore":true})");
  CHECK(rest_of(101, 5000) == R"(,"total":5000,"hasMore":true})");
  // How many there are in all is not known then.
  CHECK(rest_of(101, {}, true) == R"(,"hasMore":true})");

  std::vector<std::string> numbers;
  for (int i = 0; i < 150; ++i) numbers.push_back(std::to_string(i));
  auto const text = written({.values = numbers});
  CHECK(text.find(R"("98","99"])") != std::string::npos);
  CHECK(text.find(R"("100")") == std::string::npos);
}
