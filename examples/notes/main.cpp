// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A notebook: what a server has beside tools. Resources are what a client reads, prompts are what a person picks from a
// menu; both take the parameters of tools, and ask in the same way. Notes that are marked private are handed out only
// with the person's word, however they are come by.

#include <parley/parley.hpp>

#include <algorithm>
#include <map>
#include <mutex>

using namespace parley;

struct Note {
  std::string name;
  std::string text;
  bool is_private = false;
  static constexpr auto fields =
      parley::fields(field<&Note::name>{.description = "1 to 40 of a-z, 0-9 and -", .min_length = 1, .max_length = 40},
                     field<&Note::text>{.description = "Markdown", .max_length = 10'000},
                     field<&Note::is_private>{.description = "Ask before it is handed out", .optional = true});
};

// Handlers run at the same time as each other: a service guards itself, and gives copies away.
class Notebook {
 public:
  std::optional<Note> find(std::string const& name) const {
    std::lock_guard lock(guard_);
    auto const found = notes_.find(name);
    return found == notes_.end() ? std::nullopt : std::optional(found->second);
  }
  std::vector<Note> all() const {
    std::lock_guard lock(guard_);
    std::vector<Note> copies;
    for (auto const& [name, note] : notes_) copies.push_back(note);
    return copies;
  }
  void store(Note note) {
    std::lock_guard lock(guard_);
    notes_.insert_or_assign(note.name, std::move(note));
  }
  bool erase(std::string const& name) {
    std::lock_guard lock(guard_);
    return notes_.erase(name) == 1;
  }

 private:
  mutable std::mutex guard_;
  std::map<std::string, Note> notes_{{"diary", {"diary", "Slept badly. Must not tell Kim about the party.", true}},
                                     {"groceries", {"groceries", "- bread\n- apples\n- candles", false}}};
};

using Name = Arg<"name", std::string, "Name of the note">;

struct Confirm {
  bool ok;
};

// [doc:notes-asking]
// Found once a round, so what the person was asked about is what is handed out.
std::optional<Note> find_note(Name name, Service<Notebook>& notebook) { return notebook->find(*name); }

OrElicit<Confirm> confirm_private(Name name, Resolve<find_note> note) {
  if (!*note || !(*note)->is_private) return Confirm{true};
  return Elicit<Confirm>{message("Hand out the private note {}?", name)};
}

// What resources and prompts take instead of the notebook: none of them can forget to ask.
std::optional<Note> released_note(Resolve<find_note> note, Resolve<confirm_private> confirm) {
  if (!confirm->ok) throw tool_error{"The person keeps this note private."};
  return *note;
}
// [/doc:notes-asking]

// [doc:notes-resources]
struct Entry {
  std::string uri;
  bool is_private;
};
struct Index {
  std::vector<Entry> notes;
};

std::string address_of(std::string const& name) { return "notes://" + name; }

// A described type is handed out as JSON.
Index index_of_notes(Service<Notebook>& notebook) {
  Index index;
  for (auto const& note : notebook->all()) index.notes.push_back({address_of(note.name), note.is_private});
  return index;
}

std::string read_note(Name, Resolve<released_note> note) {
  if (!*note) throw resource_not_found{};
  return (*note)->text;
}

// What a client offers while somebody types.
std::vector<std::string> complete_name(Arg<"name"> so_far, Service<Notebook>& notebook) {
  std::vector<std::string> names;
  for (auto const& note : notebook->all()) {
    if (note.name.starts_with(*so_far)) names.push_back(note.name);
  }
  return names;
}
// [/doc:notes-resources]

// [doc:notes-prompts]
enum class Style { sentence, paragraph, bullets };  // completes by itself

PromptMessage enclosed(std::optional<Note> const& note) {
  if (!note) throw argument_error{"There is no such note."};
  return {role::user,
          embedded_resource{.uri = address_of(note->name), .mime_type = "text/markdown", .text = note->text}};
}

std::vector<PromptMessage> summarize(Name, Arg<"style", std::optional<Style>, "One sentence when left out"> style,
                                     Resolve<released_note> note) {
  char const* form = "in one sentence";
  if (*style == Style::paragraph) form = "in a paragraph";
  if (*style == Style::bullets) form = "as a list";
  return {PromptMessage::user("Summarize this note " + std::string(form) + "."), enclosed(*note)};
}

struct Reader {
  std::string reader;
  bool formal = false;
};
Elicit<Reader> ask_reader(Name name) { return {message("Who is to read a letter about {}?", name)}; }

std::vector<PromptMessage> write_letter(Name, Resolve<released_note> note, Resolve<ask_reader> to) {
  return {PromptMessage::user((to->formal ? "Write a formal letter to " : "Write a letter to ") + to->reader +
                              " that tells what is in this note."),
          enclosed(*note)};
}
// [/doc:notes-prompts]

// [doc:notes-changes]
// Clients that watch one of these addresses are told; without such clients it costs nothing.
void tell_of_change(Server& server, std::string const& name) {
  server.resource_updated("notes://index");
  server.resource_updated(address_of(name));
}

std::string write_note(Input<Note> note, Service<Notebook>& notebook, Service<Server>& server) {
  auto const fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (note->name == "index" || !std::all_of(note->name.begin(), note->name.end(), fits)) {
    throw tool_error{"A note cannot have that name."};
  }
  notebook->store(*note);
  tell_of_change(*server, note->name);
  return "Wrote " + address_of(note->name) + ".";
}

OrElicit<Confirm> confirm_delete(Name name, Resolve<find_note> note) {
  if (!*note) throw tool_error{"There is no such note."};
  return Elicit<Confirm>{message("Delete the note {}?", name)};
}

std::string delete_note(Name name, Resolve<confirm_delete> confirm, Service<Notebook>& notebook,
                        Service<Server>& server) {
  if (!confirm->ok || !notebook->erase(*name)) return "Nothing was deleted.";
  tell_of_change(*server, *name);
  return "Deleted " + address_of(*name) + ".";
}
// [/doc:notes-changes]

int main(int argc, char** argv) {
  Notebook notebook;
  Server server{"notes", "1.0.0"};
  server.provide(notebook);
  server.provide(server);  // for those who tell of changes

  server.resource<"notes://index", index_of_notes>("All notes, by address.", {.title = "Table of contents"});
  server.resource<"notes://{name}", read_note>(
      "One note.", {.title = "Note", .mime_type = "text/markdown", .completers = {completer<"name", complete_name>()}});

  server.prompt<summarize>("Summarize a note.", {.completers = {completer<"name", complete_name>()}});
  server.prompt<write_letter>("Write a letter about a note; asks who is to read it.",
                              {.completers = {completer<"name", complete_name>()}});

  server.tool<write_note>("Write a note, or replace the one of the same name.", {.idempotent = true});
  server.tool<delete_note>("Delete a note, after the person has agreed.", {.destructive = true});
  return run(server, argc, argv);
}
