// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A step on a page: the person pays where neither the model nor the client can look on. The resolver sends the person
// there and is run again on every retry, until the payment has come in.
//
// The page is served by this program on a port of its own, for people on this machine. A real one belongs on your own
// domain, over https, and checks who opens it: a link is no proof of that.

#include <parley/parley.hpp>

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <thread>

using namespace parley;

// What has been paid, and where.
class Payments {
 public:
  void open_at(std::string base) { base_ = std::move(base); }
  std::string page_of(std::string const& order) const { return base_ + "/pay?order=" + order; }

  bool paid(std::string const& order) const {
    std::lock_guard lock(guard_);
    auto const found = orders_.find(order);
    return found != orders_.end() && found->second;
  }
  // An order that nobody has placed cannot be paid.
  void place(std::string const& order) {
    std::lock_guard lock(guard_);
    orders_.try_emplace(order, false);
  }
  bool pay(std::string const& order) {
    std::lock_guard lock(guard_);
    auto const found = orders_.find(order);
    if (found == orders_.end()) return false;
    found->second = true;
    return true;
  }

 private:
  std::string base_;  // set before the first call
  mutable std::mutex guard_;
  std::map<std::string, bool> orders_;
};

// Order numbers stand in links and pages, so they hold nothing that would need escaping there.
bool is_order_number(std::string_view text) {
  return !text.empty() && text.size() <= 40 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

// [doc:pay-page]
struct Paid {
  std::string order;
};

ElicitUrl<Paid> payment(Arg<"order"> order, Service<Payments>& payments) {
  if (!is_order_number(*order)) throw tool_error{"An order number has 1 to 40 letters, digits and hyphens."};
  if (payments->paid(*order)) return Paid{*order};
  payments->place(*order);
  return {message("Please pay for order {}.", order), payments->page_of(*order)};
}

std::string ship(Arg<"order", std::string, "Order number"> order, Resolve<payment> paid) {
  return "Order " + *order + " is paid and on its way" + (paid->order == *order ? "." : ", under another number.");
}
// [/doc:pay-page]

http_response page(std::string body) {
  return {.content_type = "text/html; charset=utf-8",
          .body = "<!doctype html><title>Pay</title><main>" + body + "</main>",
          .fields = {{"Content-Security-Policy", "default-src 'none'; form-action 'self'; frame-ancestors 'none'"},
                     {"Cache-Control", "no-store"}}};
}

// The value of `order=…`, which is all that the link and the form carry.
std::string order_in(std::string_view pairs) {
  constexpr std::string_view name = "order=";
  if (!pairs.starts_with(name) || !is_order_number(pairs.substr(name.size()))) return {};
  return std::string(pairs.substr(name.size()));
}

int main(int argc, char** argv) {
  Payments payments;
  Server server{"shop", "1.0.0"};
  server.provide(payments);
  server.tool<ship>("Ship an order once it is paid.", {.title = "Ship an order"});

  // The pages have a Server of their own, without tools: their port must not be a way around the tokens of the first.
  Server no_tools{"shop-pages", "1.0.0"};
  boost::asio::io_context io(1);
  http_server pages{io, no_tools};
  pages.route("GET", "/pay", [](http_request const& request) {
    auto const order = order_in(request.query);
    if (order.empty()) return http_response{.status = 404, .body = "There is no such page.\n"};
    return page("<p>Order " + order + "</p><form method=post action=/pay><input type=hidden name=order value=" + order +
                "><button>Pay</button></form>");
  });
  pages.route("POST", "/pay", [&](http_request const& request) {
    auto const order = order_in(request.body);
    if (order.empty() || !payments.pay(order)) return http_response{.status = 404, .body = "There is no such order.\n"};
    return page("<p>Thank you. You can close this page.</p>");
  });
  payments.open_at("http://127.0.0.1:" + std::to_string(pages.port()));
  pages.start();
  std::thread serving([&] { io.run(); });

  int const code = run(server, argc, argv);
  pages.stop();
  serving.join();
  return code;
}
