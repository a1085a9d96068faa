// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "person.hpp"
#include "transport.hpp"

namespace ask {

// The server answered with a JSON-RPC error.
struct refusal {
  json error;
};

// What this host can do for a server; it is declared, and nothing else is answered.
struct abilities {
  bool elicitation = true;           // forms and links, shown to the person
  std::vector<std::string> roots{};  // folders, as absolute paths; empty: roots are not declared
};

// Requests to one server. Not for use from several threads: the person can read one question at a time.
class session {
 public:
  // A call that has not come to an end after this many rounds is given up.
  static constexpr int most_rounds = 10;

  // Both references must outlive the session. `revision`: 2026-07-28, or an older one, for servers that know no other.
  session(transport& server, person& whom, abilities able, std::string revision)
      : server_(server), person_(whom), able_(std::move(able)), revision_(std::move(revision)) {}

  // To be called first. In an older revision this is the handshake, after which the server's revision holds.
  void begin();

  // All that the server has of one kind, over as many pages as it takes: of `tools`, `prompts`, `resources` or
  // `resources/templates`. Throws refusal or transport_error, as all of these do.
  json list(std::string const& kind);

  // What the server says of itself (server/discover, or its part in the handshake).
  json discover();

  // Calls `tool`, one of list("tools"), and goes on until the server says that the call is complete: while it says
  // `input_required`, the questions go to the person and the call is sent again with the answers and, untouched, with
  // the state that the server handed out. In older revisions it does not say so: it sends the questions while the call
  // waits. Returns the complete result; its `isError` says whether the tool failed.
  json call_tool(json const& tool, json const& arguments);

  // The same for a prompt, whose arguments are strings, and for a resource.
  json get_prompt(std::string const& name, json const& arguments);
  json read_resource(std::string const& uri);

 private:
  json until_complete(std::string const& method, std::string const& name, json params, header_list headers);
  json request(std::string const& method, json params, header_list headers);
  json answer(std::string const& question, json const& request);
  json respond(json const& request);
  json capabilities() const;
  bool is_older() const;

  transport& server_;
  person& person_;
  abilities able_;
  std::string revision_;
  json about_{};  // what the server said in the handshake
  int last_id_ = 0;
};

}  // namespace ask
