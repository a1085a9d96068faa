// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Orders a book. The stock is looked up by one resolver, which the question needs and the tool needs: it runs once per
// round, however many consume it. Only when the book is out of stock is the person asked.

#include <parley/parley.hpp>

#include <algorithm>
#include <map>
#include <mutex>

using namespace parley;

struct Backorder {
  bool confirm;
  static constexpr auto fields = parley::fields(
      field<&Backorder::confirm>{.title = "Order anyway", .description = "Delivery in two to three weeks"});
};

struct Stock {
  int copies;
};

struct Order {
  std::string title;
  int copies;
  bool backordered;
};

using Title = Arg<"title", std::string, "Exact title of the book">;
using Copies = Arg<"copies", std::optional<int>, "How many; one when left out">;

// [doc:order-book]
class Shop {
 public:
  Stock check_stock(Title title) {
    std::lock_guard lock(guard_);
    auto const found = shelf_.find(*title);
    return {found == shelf_.end() ? 0 : found->second};
  }

  OrElicit<Backorder> confirm_backorder(Title title, Copies copies, Resolve<&Shop::check_stock> stock) {
    if (stock->copies >= copies->value_or(1)) return Backorder{true};
    return Elicit<Backorder>{
        message("Of {}, {} are wanted and {} in stock. Order anyway?", title, copies->value_or(1), stock->copies)};
  }

  Order order_book(Title title, Copies copies, Resolve<&Shop::check_stock> stock,
                   Resolve<&Shop::confirm_backorder> backorder) {
    int const wanted = copies->value_or(1);
    if (wanted < 1) throw tool_error{"At least one copy must be ordered."};
    if (!backorder->confirm) throw tool_error{"The person does not want to wait; nothing was ordered."};
    bool const waits = stock->copies < wanted;
    std::lock_guard lock(guard_);
    shelf_[title] = std::max(0, shelf_[title] - wanted);
    return {title, wanted, waits};
  }

 private:
  std::mutex guard_;  // handlers run at the same time as each other
  std::map<std::string, int> shelf_{{"Dune", 7}, {"Neuromancer", 0}};
};

int main(int argc, char** argv) {
  Shop shop;
  Server server{"bookshop", "1.0.0"};
  server.tool<&Shop::order_book>(shop, "Order a book from the shop.");
  return run(server, argc, argv);
}
// [/doc:order-book]
