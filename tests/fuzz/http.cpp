// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// What an HTTP request says does not depend on how its bytes were cut when they were read; what is decided from its
// head is a decision, whatever the head; and a header value gives back the text that it was made of.

#include "input.hpp"

#include <parley/asio/http_request_reader.hpp>
#include <parley/core/utf8.hpp>
#include <parley/wire/header_value.hpp>
#include <parley/wire/http_request.hpp>
#include <parley/wire/http_rules.hpp>
#include <parley/wire/media_type.hpp>
#include <parley/wire/origin.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace parley;
using reader = detail::http_request_reader;

struct request {
  reader::state state = reader::state::head;
  std::string method{}, target{}, body{};
  std::vector<std::pair<std::string, std::string>> fields{};
  bool keep_alive = false;
  bool expects_continue = false;

  bool operator==(request const&) const = default;
};

// What is not all there may be refused sooner or later, as the cuts have it.
bool same(request const& a, request const& b) {
  if (a.state == b.state) return a == b;
  return a.state != reader::state::complete && b.state != reader::state::complete;
}

request read(std::string_view bytes, std::size_t piece) {
  reader from({.head_bytes = 1024, .fields = 16, .body_bytes = 256});
  std::string waiting;
  auto is_open = [&] { return from.progress() == reader::state::head || from.progress() == reader::state::body; };
  auto put = [&](std::string_view more) {
    waiting += more;
    for (std::size_t used = 1; used != 0 && is_open() && !waiting.empty();) {
      bool const had_head = from.progress() == reader::state::body;
      used = from.put(waiting);
      require(used <= waiting.size());
      waiting.erase(0, used);
      if (!had_head && from.progress() == reader::state::body) from.accept_head();
    }
  };
  for (; is_open() && !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) put(bytes.substr(0, piece));
  // How soon a head that is no good is refused depends on the cuts, so each comes to its end.
  if (from.progress() == reader::state::head) put("\r\n\r\n");
  request what;
  what.state = from.progress();
  if (what.state == reader::state::failed) {
    // Why it fails may depend on what has come so far.
    unsigned const why[] = {400, 413, 431, 501, 505};
    require(std::find(std::begin(why), std::end(why), from.status()) != std::end(why));
    return what;
  }
  if (what.state == reader::state::head) return what;
  what.method = from.method();
  what.target = from.target();
  what.fields = from.fields();
  what.keep_alive = from.keep_alive();
  what.expects_continue = from.expects_continue();
  if (what.state == reader::state::complete) what.body = from.take_body();
  require(what.fields.size() <= 16 && what.body.size() <= 256);
  return what;
}

void check_value(std::string_view text) {
  if (valid_utf8(text)) {
    auto const coded = encode_header_value(text);
    require(coded.find_first_of("\r\n") == std::string::npos);
    auto const decoded = decode_header_value(coded);
    require(decoded && *decoded == text);
  }
  if (auto const decoded = decode_header_value(text)) require(valid_utf8(*decoded));
  access_policy const policy{.hosts = {"mcp.example.com:8443", "*.example.com"},
                             .origins = {"https://app.example.com"}};
  // Nobody is let in who has both a name that is allowed and something more.
  if (host_allowed(text, policy)) require(text.find_first_of("@/ \\,") == std::string_view::npos);
  if (origin_allowed(text, policy)) require(text.find_first_of("@ \\,?#") == std::string_view::npos);
  static_cast<void>(is_json_content_type(text));
}

void check_head(request const& of) {
  http_request_view view{of.method, of.target, {}};
  for (auto const& [name, value] : of.fields) view.headers.emplace_back(name, value);
  for (auto const& field : of.fields) check_value(field.second);
  auto const mirror = read_header_mirror(view);
  require(mirror.params.size() <= max_param_headers);
  auto const answer = http_precheck(view, {});
  if (!answer) {
    auto const status = answer.error().status;
    require(status >= 400 && status < 500 && !answer.error().message.empty());
    require(refusal_body(answer.error()).find('\n') == std::string::npos);
  } else if (answer->purpose == http_purpose::message) {
    require(view.method == "POST" && (answer->accepts.json || answer->accepts.event_stream));
    require(count_header(view, "Host") == 1 && count_header(view, "Content-Type") == 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const bytes(reinterpret_cast<char const*>(data), size);
  auto const whole = read(bytes, size == 0 ? 1 : size);
  for (std::size_t const piece : {1u, 3u, 64u}) require(same(read(bytes, piece), whole));
  if (whole.state == reader::state::body || whole.state == reader::state::complete) check_head(whole);
  check_value(bytes);
  return 0;
}
