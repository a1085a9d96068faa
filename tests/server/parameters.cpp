// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/parameters.hpp>

#include "support/catch.hpp"

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

using namespace parley;

namespace {

struct Confirm {
  bool ok;
};
struct Order {
  std::string title;
  int copies = 1;
};

Elicit<Confirm> confirm() { return {"Shall we?"}; }
int stock(Arg<"title"> title) { return static_cast<int>(title->size()); }

std::string order_book(Arg<"title"> title, Resolve<stock> copies, Resolve<confirm, ElicitationResult<Confirm>> sure) {
  return sure.match([&](Confirm const&) { return *title + " " + std::to_string(copies); }, [] { return "declined"; },
                    [] { return "cancelled"; });
}

}  // namespace

TEST_CASE("an Arg reads as the value that it refers to", "[server]") {
  std::string const value = "Dune";
  Arg<"title"> const title{value};
  CHECK(&*title == &value);
  CHECK(title->size() == 4);
  std::string const& converted = title;
  CHECK(&converted == &value);

  int const number = 3;
  Arg<"copies", int> const copies{number};
  CHECK(copies + 1 == 4);
}

TEST_CASE("an Input reads as its aggregate", "[server]") {
  Order const value{"Dune", 2};
  Input<Order> const order{value};
  CHECK(order->title == "Dune");
  CHECK(&*order == &value);
}

TEST_CASE("a Resolve is of the type that the resolver resolves to", "[server]") {
  static_assert(std::same_as<Resolve<confirm>::parameter_value, Confirm>);
  static_assert(std::same_as<Resolve<stock>::parameter_value, int>);
  static_assert(std::is_base_of_v<ElicitationResult<Confirm>, Resolve<confirm, ElicitationResult<Confirm>>>);
  SUCCEED();
}

TEST_CASE("a handler can be called in a test like any function", "[server]") {
  std::string const title = "Dune";
  int const copies = 7;
  using outcome = ElicitationResult<Confirm>;
  auto order = [&](outcome how) {
    return order_book(Arg<"title">{title}, Resolve<stock>{copies}, Resolve<confirm, outcome>{std::move(how)});
  };
  CHECK(order(outcome::accepted({true})) == "Dune 7");
  CHECK(order(outcome::declined()) == "declined");
  CHECK(order(outcome::cancelled()) == "cancelled");
}
