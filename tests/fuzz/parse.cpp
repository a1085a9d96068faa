// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Whatever the text, parse() and parse_message() return. What parse() takes survives being written and read again; the
// id of a message that was taken, or was refused for something else, is the one that the text has.

#include "input.hpp"

#include <parley/json/canonical.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/protocol/message.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace {

using namespace parley;

constexpr parse_limits limits{.max_depth = 32, .max_values = 10'000};

void read_and_write(std::string_view text) {
  auto const value = parse(text, limits);
  if (!value) return;
  std::string written;
  json_writer(written).value(*value);
  auto const again = parse(written);
  require(again && *again == *value);

  // A canonical text need not be readable: a double between 2^64 and 10^21 stands there as an integer.
  auto const digest = canonical(*value);
  require(canonical(*again) == digest);
  auto const reread = parse(digest);
  require(!reread || canonical(*reread) == digest);
}

// Absent means that the id could not be read.
void compare_id(request_id const& id, std::string_view text) {
  if (!id.has_value()) return;
  std::string written;
  json_writer out(written);
  id.write(out);
  auto const given = parse(text, limits);
  require(given && parse(written).value() == given->at("id"));
  require(request_id::from_json(given->at("id")) == id);
}

void read_message(std::string_view text) {
  auto const message = parse_message(text, limits);
  if (!message) {
    compare_id(message.error().id, text);
    auto const answer = encode_error(message.error().id, message.error().error);
    auto const response = parse(answer.body);
    require(response && response->contains("error") && answer.body.find('\n') == std::string::npos);
    return;
  }
  require(message->id.has_value() || message->kind != message_kind::request);
  require(message->params == nullptr || message->params->is_object());
  compare_id(message->id, text);
  static_cast<void>(cancelled_request(*message));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  fuzz_input const input(data, size);
  read_and_write(input.rest());
  read_message(input.rest());
  return 0;
}
