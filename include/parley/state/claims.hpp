// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/elicitation.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/fault.hpp>
#include <parley/state/key_ring.hpp>
#include <parley/state/primitives.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace parley::detail {

using flow_id = std::array<std::byte, 16>;
using wall_time = std::chrono::sys_time<std::chrono::milliseconds>;

// A question that went out in the round that was sealed, and that may be answered in the next.
struct asked_question {
  std::string key{};
  digest128 question{};        // pins what was asked: see question_digest (server/answers.hpp)
  std::uint32_t attempts = 0;  // how many answers to it were no good so far
  // What was to be approved, field by field, so that the next round can tell which of them have changed; empty: it
  // was no approval. See action_parts (server/approval.hpp).
  std::vector<digest64> proposed{};

  bool operator==(asked_question const&) const = default;
};

// An answer that was accepted in an earlier round.
struct answered_question {
  std::string key{};
  digest128 question{};
  elicit_action action = elicit_action::accept;
  std::string content{};             // accept: the answer as JSON text, as it was read. decline, cancel: empty
  std::vector<digest64> proposed{};  // as in asked_question

  bool operator==(answered_question const&) const = default;
};

// What a flow knows of itself from one round to the next. It lives in the client's hands between them, sealed.
struct flow_state {
  flow_id id{};             // drawn once per flow
  key_id origin{};          // the key that was active when the flow began: flow_random is derived from it
  wall_time started{};      // when the first question of the flow was sealed
  std::uint32_t round = 0;  // the number of the request that was answered with this state; the first is 1
  digest128 definition{};   // of the tool, as it was then
  std::vector<asked_question> asked{};
  std::vector<answered_question> answered{};
  std::string author_state{};  // hand-built flows: the author's text

  bool operator==(flow_state const&) const = default;
};

// Everything inside a sealed state: what it is bound to, how long it holds, and the flow.
struct claims {
  std::string method{};    // "tools/call"
  std::string target{};    // the tool's or prompt's name, the resource's URI
  digest256 arguments{};   // SHA-256 of their canonical form
  digest128 principal{};   // a keyed tag, not the identity itself
  std::string audience{};  // the service for which the state was made
  std::string ledger{};    // the ledger that knows which flows have run
  wall_time issued{};
  wall_time expires{};
  flow_state flow{};

  bool operator==(claims const&) const = default;
};

// A compact binary form, strict in both directions: one byte string for each value of `claims`, and no other byte
// string decodes. Only the first byte, a version, may ever change its meaning.
PARLEY_DECL std::string encode(claims const& what);

// Total: whatever the bytes, it returns; it holds no more memory than they do, by a small factor. The only fault is
// malformed. Times lie between the years 1970 and 9999.
PARLEY_DECL result<claims, state_fault> decode_claims(std::span<std::byte const> bytes);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <string_view>
#include <utility>

namespace parley::detail {

inline constexpr std::byte claims_version{2};

// The last millisecond of the year 9999.
inline constexpr std::int64_t last_wall_time = 253'402'300'799'999;

// Appends the parts of a claim. Numbers are little groups of seven bits, the lowest first, the last one without its
// top bit (LEB128); texts stand behind their length; what has one length stands alone.
class claims_writer {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>((value & 0x7f) | 0x80);
    bytes_ += static_cast<char>(value);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }
  template <std::size_t Size>
  void fixed(std::array<std::byte, Size> const& value) {
    bytes_.append(reinterpret_cast<char const*>(value.data()), Size);
  }
  void byte(std::byte value) { bytes_ += static_cast<char>(value); }
  void list(std::vector<digest64> const& values) {
    number(values.size());
    for (auto const& value : values) fixed(value);
  }
  void time(wall_time value) { number(static_cast<std::uint64_t>(value.time_since_epoch().count())); }

  void reserve(std::size_t size) { bytes_.reserve(size); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_{};
};

// Reads them back. After the first part that is not there, or not in its one right form, every further read gives
// nothing and good() is false.
class claims_reader {
 public:
  explicit claims_reader(std::span<std::byte const> bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      auto const group = std::to_integer<std::uint64_t>(byte());
      if (shift == 63 && group > 1) break;  // does not fit 64 bits
      value |= (group & 0x7f) << shift;
      if (group < 0x80) return group == 0 && shift > 0 ? fail() : value;  // a needless last group is a second spelling
    }
    return fail();
  }
  std::uint64_t number_up_to(std::uint64_t most) {
    auto const value = number();
    return value <= most ? value : fail();
  }
  // How many entries follow, each of which takes at least `least` bytes: never more than there is room for.
  std::size_t count(std::size_t least) { return static_cast<std::size_t>(number_up_to(rest_.size() / least)); }
  std::string text() {
    auto const bytes = take(static_cast<std::size_t>(number_up_to(rest_.size())));
    return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
  }
  template <std::size_t Size>
  void fixed(std::array<std::byte, Size>& into) {
    auto const bytes = take(Size);
    std::copy(bytes.begin(), bytes.end(), into.begin());
  }
  std::vector<digest64> list() {
    std::vector<digest64> values(count(sizeof(digest64)));
    for (auto& value : values) fixed(value);
    return values;
  }
  std::byte byte() {
    auto const bytes = take(1);
    return bytes.empty() ? std::byte{} : bytes.front();
  }
  wall_time time() {
    return wall_time(std::chrono::milliseconds(static_cast<std::int64_t>(number_up_to(last_wall_time))));
  }

  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

  std::uint64_t fail() {
    good_ = false;
    rest_ = {};
    return 0;
  }

 private:
  std::span<std::byte const> take(std::size_t size) {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    auto const front = rest_.first(size);
    rest_ = rest_.subspan(size);
    return front;
  }

  std::span<std::byte const> rest_;
  bool good_ = true;
};

PARLEY_DECL std::string encode(claims const& what) {
  flow_state const& flow = what.flow;
  claims_writer out;
  out.reserve(256 + what.target.size() + flow.author_state.size());
  out.byte(claims_version);
  out.text(what.method);
  out.text(what.target);
  out.fixed(what.arguments);
  out.fixed(what.principal);
  out.text(what.audience);
  out.text(what.ledger);
  out.time(what.issued);
  out.time(what.expires);
  out.fixed(flow.id);
  out.fixed(flow.origin);
  out.time(flow.started);
  out.number(flow.round);
  out.fixed(flow.definition);
  out.number(flow.asked.size());
  for (auto const& entry : flow.asked) {
    out.text(entry.key);
    out.fixed(entry.question);
    out.number(entry.attempts);
    out.list(entry.proposed);
  }
  out.number(flow.answered.size());
  for (auto const& entry : flow.answered) {
    out.text(entry.key);
    out.fixed(entry.question);
    out.number(static_cast<std::uint64_t>(entry.action));
    out.text(entry.content);
    out.list(entry.proposed);
  }
  out.text(flow.author_state);
  return out.take();
}

PARLEY_DECL result<claims, state_fault> decode_claims(std::span<std::byte const> bytes) {
  constexpr std::uint64_t most_u32 = 0xffff'ffff;
  constexpr std::size_t least_asked = 19;     // empty key, digest, attempts, empty list
  constexpr std::size_t least_answered = 20;  // empty key, digest, action, empty content, empty list
  claims_reader in(bytes);
  claims what;
  flow_state& flow = what.flow;
  if (in.byte() != claims_version) in.fail();
  what.method = in.text();
  what.target = in.text();
  in.fixed(what.arguments);
  in.fixed(what.principal);
  what.audience = in.text();
  what.ledger = in.text();
  what.issued = in.time();
  what.expires = in.time();
  in.fixed(flow.id);
  in.fixed(flow.origin);
  flow.started = in.time();
  flow.round = static_cast<std::uint32_t>(in.number_up_to(most_u32));
  in.fixed(flow.definition);
  flow.asked.resize(in.count(least_asked));
  for (auto& entry : flow.asked) {
    entry.key = in.text();
    in.fixed(entry.question);
    entry.attempts = static_cast<std::uint32_t>(in.number_up_to(most_u32));
    entry.proposed = in.list();
  }
  flow.answered.resize(in.count(least_answered));
  for (auto& entry : flow.answered) {
    entry.key = in.text();
    in.fixed(entry.question);
    entry.action = static_cast<elicit_action>(in.number_up_to(static_cast<std::uint64_t>(elicit_action::cancel)));
    entry.content = in.text();
    entry.proposed = in.list();
  }
  flow.author_state = in.text();
  if (!in.good() || !in.at_end()) return refused{state_fault::malformed};
  return what;
}

}  // namespace parley::detail

#endif
