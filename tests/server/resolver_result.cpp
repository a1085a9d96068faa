// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/resolver_result.hpp>

#include "support/catch.hpp"

#include <concepts>
#include <string>

using namespace parley;
using detail::put_finding;
using detail::question_kind;
using detail::resolver_result;
using detail::slot;
using detail::slot_state;

namespace {

struct Confirm {
  bool ok;
};

template <class Returned>
constexpr bool asks_for_confirm =
    std::same_as<typename resolver_result<Returned>::value, Confirm>&& resolver_result<Returned>::asks;

}  // namespace

TEST_CASE("a plain value is what it is, and is never asked for", "[server]") {
  static_assert(std::same_as<resolver_result<Confirm>::value, Confirm>);
  static_assert(!resolver_result<Confirm>::asks);
  slot out;
  put_finding::put(out, Confirm{true});
  CHECK(out.state == slot_state::known);
  CHECK(out.value.get<Confirm>().ok);

  std::string const own = "kept";
  slot copied;
  put_finding::put(copied, own);
  CHECK(copied.value.get<std::string>() == own);
}

TEST_CASE("a question is known by the type of its answer", "[server]") {
  static_assert(asks_for_confirm<Elicit<Confirm>>);
  static_assert(asks_for_confirm<OrElicit<Confirm>>);
  static_assert(asks_for_confirm<ElicitUrl<Confirm>>);
  static_assert(asks_for_confirm<Approve<Confirm>>);
  static_assert(asks_for_confirm<OrApprove<Confirm>>);
  static_assert(std::same_as<resolver_result<Sample>::value, SampleResult>);
  static_assert(std::same_as<resolver_result<ListRoots>::value, RootList>);
  static_assert(resolver_result<ElicitUrl<Confirm>>::kind == question_kind::url);
  CHECK(&resolver_result<OrElicit<Confirm>>::form() == &detail::form_of<Confirm>());
  CHECK(resolver_result<ElicitUrl<Confirm>>::form == nullptr);
  CHECK(resolver_result<ElicitUrl<Confirm>>::make == nullptr);
  CHECK(resolver_result<OrElicit<Confirm>>::make == &detail::make<Confirm>);
  CHECK(resolver_result<OrApprove<Confirm>>::action == &table_of<Confirm>);

  slot out;
  put_finding::put(out, Elicit<Confirm>{"Shall we?"});
  CHECK(out.state == slot_state::asking);
}

TEST_CASE("Sample becomes the params of sampling/createMessage", "[server][SMP-01]") {
  slot out;
  put_finding::put(out, Sample("Find a title.", 40));
  REQUIRE(out.state == slot_state::asking);
  CHECK(out.asked->kind == question_kind::sampling);
  CHECK(out.asked->params.find("Find a title.") != std::string::npos);
  CHECK(out.asked->params.find(R"("maxTokens":40)") != std::string::npos);
}

TEST_CASE("ListRoots asks for the roots", "[server][ROOT-01]") {
  slot out;
  put_finding::put(out, ListRoots{});
  REQUIRE(out.state == slot_state::asking);
  CHECK(out.asked->kind == question_kind::roots);
}
