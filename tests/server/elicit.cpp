// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/elicit.hpp>

#include "support/catch.hpp"

#include <stdexcept>
#include <string>
#include <utility>

using namespace parley;
using detail::question_kind;
using detail::slot;
using detail::slot_state;

namespace {

struct Confirm {
  bool ok = false;
};
struct Receipt {
  std::string number;
};

template <class Finding>
slot settled(Finding finding) {
  slot out;
  std::move(finding).settle(out);
  return out;
}

Elicit<Confirm> ask_plainly() { return {"Shall we?"}; }
Elicit<Confirm> ask_about(std::string const& what) { return {message("Restart {}?", what)}; }
OrElicit<Confirm> ask_if(bool needed) {
  if (!needed) return Confirm{true};
  return Elicit<Confirm>{"Shall we?"};
}
ElicitUrl<Receipt> ask_for_payment(bool paid) {
  if (paid) return Receipt{"R-1"};
  return {message("Pay {} euros.", 20), "https://pay.example.com/20"};
}

}  // namespace

TEST_CASE("Elicit is a question with a form", "[server][ELF-03]") {
  slot const out = settled(ask_about("nginx"));
  REQUIRE(out.state == slot_state::asking);
  REQUIRE(out.asked != nullptr);
  CHECK(out.asked->kind == question_kind::form);
  CHECK(out.asked->message == R"(Restart "nginx"?)");
  CHECK(out.asked->form == &detail::form_of<Confirm>());
  CHECK_FALSE(out.asked->assumed);
  detail::box made;
  out.asked->make(made);
  CHECK_FALSE(made.get<Confirm>().ok);
}

TEST_CASE("a message without values is given as a literal", "[server][ELF-03]") {
  CHECK(settled(ask_plainly()).asked->message == "Shall we?");
}

TEST_CASE("a value can be assumed for clients that cannot be asked", "[server][once-15]") {
  CHECK(settled(ask_plainly().assume(Confirm{true})).asked->assumed.get<Confirm>().ok);
  auto named = ask_plainly();
  named.assume(Confirm{true});
  CHECK(settled(std::move(named)).asked->assumed.get<Confirm>().ok);
}

TEST_CASE("OrElicit is the value when there is nothing to ask", "[server]") {
  slot const known = settled(ask_if(false));
  REQUIRE(known.state == slot_state::known);
  CHECK(known.value.get<Confirm>().ok);
  CHECK(known.asked == nullptr);

  CHECK(settled(ask_if(true)).asked->message == "Shall we?");
}

TEST_CASE("what an OrElicit assumes goes with its question", "[server][once-15]") {
  CHECK(settled(OrElicit<Confirm>(ask_plainly().assume(Confirm{true}))).asked->assumed.get<Confirm>().ok);
}

TEST_CASE("ElicitUrl sends to a page until the page is done", "[server][ELU-01][ELU-02]") {
  slot const asked = settled(ask_for_payment(false));
  REQUIRE(asked.state == slot_state::asking);
  CHECK(asked.asked->kind == question_kind::url);
  CHECK(asked.asked->message == "Pay 20 euros.");
  CHECK(asked.asked->url == "https://pay.example.com/20");

  CHECK(settled(ask_for_payment(true)).value.get<Receipt>().number == "R-1");
}

TEST_CASE("a link that a person must not be sent to is refused", "[server][ELU-05]") {
  for (char const* link :
       {"http://pay.example.com/", "https://user@pay.example.com/", "javascript:alert(1)", "/pay", ""}) {
    CHECK_THROWS_AS(ElicitUrl<Receipt>("Pay.", link), std::invalid_argument);
  }
  CHECK(settled(ElicitUrl<Receipt>("Pay.", "http://localhost:8080/pay")).asked->url == "http://localhost:8080/pay");
}
