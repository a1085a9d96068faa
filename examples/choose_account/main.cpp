// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A choice with titled options: the person picks an account by its title, the program sees an enumerator. A second
// field shows several choices at once. Two questions that do not depend on each other go out in one round.

#include <parley/parley.hpp>

using namespace parley;

// [doc:choose-account]
enum class Account { current, savings, joint };
constexpr auto parley_titles(Account) {
  return titles<Account>({{Account::current, "Current account (…4711)"},
                          {Account::savings, "Savings (…0815)"},
                          {Account::joint, "Joint account with Kim"}});
}

enum class Channel { email, letter, app };
constexpr auto parley_titles(Channel) {
  return titles<Channel>({{Channel::email, "E-mail"}, {Channel::letter, "Letter"}, {Channel::app, "In the app"}});
}

struct From {
  Account account = Account::current;
  static constexpr auto fields = parley::fields(field<&From::account>{.title = "Pay from"});
};

struct Receipt {
  std::vector<Channel> channels;
  std::optional<std::string> note;
  static constexpr auto fields =
      parley::fields(field<&Receipt::channels>{.title = "Send the receipt by", .min_items = 1, .max_items = 2},
                     field<&Receipt::note>{.title = "Note on the receipt", .max_length = 80});
};

struct Payment {
  Account from;
  double amount;
  std::vector<Channel> receipt_by;
};

Elicit<From> pay_from(Arg<"amount", double> amount, Arg<"payee"> payee) {
  return {message("Which account shall {} be paid {} from?", payee, *amount)};
}

Elicit<Receipt> receipt() { return {message("How would you like the receipt?")}; }

Payment pay(Arg<"payee", std::string, "Who is paid"> payee, Arg<"amount", double, "In euros"> amount,
            Resolve<pay_from> from, Resolve<receipt> receipt, Context& context) {
  context.log(severity::info, "paying " + *payee);
  return {from->account, *amount, receipt->channels};
}
// [/doc:choose-account]

int main(int argc, char** argv) {
  Server server{"bank", "1.0.0"};
  server.tool<pay>("Pay somebody.", {.title = "Pay", .destructive = true});
  return run(server, argc, argv);
}
