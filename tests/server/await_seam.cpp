// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/await_seam.hpp>
#include <parley/server/make_tool.hpp>

#include "server/run_tool.hpp"
#include "support/catch.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

using namespace parley;
using namespace parley::detail;

namespace {

// An awaitable of the simplest kind: a function to be called later.
template <class T>
struct later {
  std::function<T()> value;
};

class started : public pending_operation {
 public:
  explicit started(std::function<void()> rest) : rest_(std::move(rest)) {}
  void await() { rest_(); }

 private:
  std::function<void()> rest_;
};

}  // namespace

// What asio/ does for its awaitable, as the header asks for it.
template <class T>
struct parley::detail::handler_result<later<T>> {
  static constexpr bool is_async = true;
  using type = T;

  template <class Put>
  static std::unique_ptr<pending_operation> begin(later<T> operation, slot& out) {
    return std::make_unique<started>([operation = std::move(operation), &out] {
      if constexpr (std::is_void_v<T>) {
        operation.value();
        Put::put(out);
      } else {
        Put::put(out, operation.value());
      }
    });
  }
};

namespace {

struct Confirm {
  bool ok;
};

int steps = 0;

later<OrElicit<Confirm>> confirm(Arg<"name"> name) {
  return {[name]() -> OrElicit<Confirm> {
    ++steps;
    if (*name == "nobody") return Confirm{false};
    return Elicit<Confirm>{message("Greet {}?", name)};
  }};
}
later<std::string> greet(Arg<"name"> name, Resolve<confirm> sure) {
  return {[=] { return sure->ok ? "Hello " + *name : "Silence."; }};
}
later<void> forget() {
  return {[] { throw std::runtime_error("out of memory"); }};
}

void await(slot& which) { static_cast<started&>(*which.pending).await(); }

}  // namespace

TEST_CASE("a type that nobody specialised stands for itself", "[server]") {
  static_assert(!handler_result<std::string>::is_async);
  static_assert(std::same_as<handler_result<Elicit<Confirm>>::type, Elicit<Confirm>>);
  SUCCEED();
}

TEST_CASE("an asynchronous resolver is started, and fills its slot when it is awaited", "[server]") {
  tool_table const tool = make_tool<greet>("");
  REQUIRE(tool.nodes.size() == 2);
  CHECK(tool.nodes[1].asynchronous);
  CHECK(tool.nodes[1].asks);

  steps = 0;
  hand_run run(tool);
  run.give("name", std::string("Ada")).resolve();
  slot& waiting = run.slot_of("confirm");
  REQUIRE(waiting.pending != nullptr);
  CHECK(waiting.state == slot_state::empty);
  CHECK(steps == 0);
  await(waiting);
  CHECK(steps == 1);
  CHECK(waiting.state == slot_state::asking);
  CHECK(waiting.asked->message == R"(Greet "Ada"?)");
}

TEST_CASE("an asynchronous resolver may know its value", "[server]") {
  tool_table const tool = make_tool<greet>("");
  hand_run run(tool);
  run.give("name", std::string("nobody")).resolve();
  await(run.slot_of("confirm"));
  CHECK(run.slot_of("confirm").state == slot_state::known);
}

TEST_CASE("an asynchronous body leaves its outcome when it is awaited", "[server]") {
  tool_table const tool = make_tool<greet>("");
  CHECK(tool.body.asynchronous);
  hand_run run(tool);
  run.give("name", std::string("Ada")).give("confirm", Confirm{true});
  slot out;
  tool.body.run(tool.body.self, run.frame(), tool.body, out);
  await(out);
  auto const& result = std::get<CallToolResult>(out.value.get<detail::body_outcome>());
  CHECK(std::get<text_content>(result.blocks.at(0)).text == "Hello Ada");
}

TEST_CASE("what an operation throws reaches whoever awaits it", "[server]") {
  tool_table const tool = make_tool<forget>("");
  hand_run run(tool);
  slot out;
  tool.body.run(tool.body.self, run.frame(), tool.body, out);
  CHECK_THROWS_AS(await(out), std::runtime_error);
  CHECK_FALSE(out.value);
}
