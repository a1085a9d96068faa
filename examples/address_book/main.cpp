// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Tools that share a database as a service. The arguments are one described type; the question depends on what the
// database holds, so that a new contact is stored at once and an existing one only with the person's word.

#include <parley/parley.hpp>

#include <map>
#include <mutex>

using namespace parley;

// [doc:address-book]
struct Contact {
  std::string name;
  std::string email;
  std::optional<date> birthday;
  static constexpr auto fields =
      parley::fields(field<&Contact::name>{.description = "Full name", .min_length = 1, .max_length = 100},
                     field<&Contact::email>{.description = "E-mail address", .format = format::email},
                     field<&Contact::birthday>{.description = "Birthday, if known"});
};

// Handlers run at the same time as each other: a service guards itself.
class Database {
 public:
  std::optional<Contact> find(std::string const& name) const {
    std::lock_guard lock(guard_);
    auto const found = contacts_.find(name);
    return found == contacts_.end() ? std::nullopt : std::optional(found->second);
  }
  void store(Contact contact) {
    std::lock_guard lock(guard_);
    contacts_.insert_or_assign(contact.name, std::move(contact));
  }

 private:
  mutable std::mutex guard_;
  std::map<std::string, Contact> contacts_{{"Ada", {"Ada", "ada@example.org", {}}}};
};

struct Overwrite {
  bool replace;
  static constexpr auto fields = parley::fields(field<&Overwrite::replace>{.title = "Replace the old entry"});
};

OrElicit<Overwrite> confirm_overwrite(Arg<"name"> name, Service<Database>& database) {
  auto const known = database->find(*name);
  if (!known) return Overwrite{true};
  return Elicit<Overwrite>{
      message("{} is in the address book already, with {}. Replace the entry?", name, known->email)};
}

std::string save_contact(Input<Contact> contact, Resolve<confirm_overwrite> overwrite, Service<Database>& database) {
  if (!overwrite->replace) return "Kept the old entry.";
  database->store(*contact);
  return "Saved " + contact->name + ".";
}

Contact find_contact(Arg<"name", std::string, "Full name"> name, Service<Database>& database) {
  auto found = database->find(*name);
  if (!found) throw tool_error{"Nobody of that name is in the address book."};
  return *std::move(found);
}
// [/doc:address-book]

int main(int argc, char** argv) {
  Database database;
  Server server{"address-book", "1.0.0"};
  server.provide(database);
  server.tool<save_contact>("Add a contact, or replace the one of the same name.");
  server.tool<find_contact>("Look a contact up by name.", {.read_only = true});
  return run(server, argc, argv);
}
