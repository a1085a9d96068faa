// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>
#include <parley/json/writer.hpp>

#include <string>
#include <vector>

namespace parley {

// What a client declared that it can do, in this request alone (ClientCapabilities; basic/index, client/elicitation).
// The same shape says what a tool needs and what a client lacks, so there is one vocabulary for all three.
struct client_capabilities {
  bool elicitation_form = false;
  bool elicitation_url = false;
  bool sampling = false;
  bool sampling_tools = false;    // implies `sampling`
  bool sampling_context = false;  // implies `sampling`
  bool roots = false;
  std::vector<std::string> extensions{};  // identifiers, as declared

  // Whether nothing at all is declared, needed or lacking.
  PARLEY_DECL bool empty() const;

  bool operator==(client_capabilities const&) const = default;
};

// Reads the value of `_meta["io.modelcontextprotocol/clientCapabilities"]`. `elicitation: {}` counts as form;
// `elicitation: {"url": {}}` alone does not. Members that are unknown here are skipped, so that newer clients are
// understood. Fails with "capabilities" when the value, or a member that is known here, is not an object.
PARLEY_DECL result<client_capabilities> read_client_capabilities(json const& declared);

// What `needed` names and `declared` lacks; empty when nothing is lacking.
PARLEY_DECL client_capabilities missing_capabilities(client_capabilities const& needed,
                                                     client_capabilities const& declared);

// The ClientCapabilities object that declares exactly `what`: {"elicitation":{"form":{}},"sampling":{}}.
PARLEY_DECL void write(json_writer& out, client_capabilities const& what);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <string_view>

namespace parley {
namespace detail {

// The member `name` of `object`: null when absent. `well_formed` turns false when it is there and not an object.
PARLEY_DECL json const* capability_member(json const& object, char const* name, bool& well_formed) {
  json const* const found = find_member(object, name);
  if (found != nullptr && !found->is_object()) well_formed = false;
  return found;
}

}  // namespace detail

PARLEY_DECL bool client_capabilities::empty() const { return *this == client_capabilities{}; }

PARLEY_DECL result<client_capabilities> read_client_capabilities(json const& declared) {
  auto malformed = [](char const* what) { return refused{failure{"capabilities", what}}; };
  if (!declared.is_object()) return malformed("not an object");
  bool well_formed = true;
  auto const* elicitation = detail::capability_member(declared, "elicitation", well_formed);
  auto const* sampling = detail::capability_member(declared, "sampling", well_formed);
  auto const* roots = detail::capability_member(declared, "roots", well_formed);
  auto const* extensions = detail::capability_member(declared, "extensions", well_formed);
  if (!well_formed) return malformed("a capability is not an object");

  client_capabilities can;
  if (elicitation != nullptr) {
    bool const form = detail::capability_member(*elicitation, "form", well_formed) != nullptr;
    can.elicitation_url = detail::capability_member(*elicitation, "url", well_formed) != nullptr;
    can.elicitation_form = form || !can.elicitation_url;
  }
  if (sampling != nullptr) {
    can.sampling = true;
    can.sampling_tools = detail::capability_member(*sampling, "tools", well_formed) != nullptr;
    can.sampling_context = detail::capability_member(*sampling, "context", well_formed) != nullptr;
  }
  can.roots = roots != nullptr;
  if (extensions != nullptr) {
    for (auto const& [identifier, settings] : extensions->items()) {
      if (!settings.is_object()) well_formed = false;
      can.extensions.push_back(identifier);
    }
  }
  if (!well_formed) return malformed("part of a capability is not an object");
  return can;
}

PARLEY_DECL client_capabilities missing_capabilities(client_capabilities const& needed,
                                                     client_capabilities const& declared) {
  client_capabilities lacking;
  lacking.elicitation_form = needed.elicitation_form && !declared.elicitation_form;
  lacking.elicitation_url = needed.elicitation_url && !declared.elicitation_url;
  bool const sampling = needed.sampling || needed.sampling_tools || needed.sampling_context;
  lacking.sampling = sampling && !declared.sampling;
  lacking.sampling_tools = needed.sampling_tools && !declared.sampling_tools;
  lacking.sampling_context = needed.sampling_context && !declared.sampling_context;
  lacking.roots = needed.roots && !declared.roots;
  for (auto const& identifier : needed.extensions) {
    if (std::find(declared.extensions.begin(), declared.extensions.end(), identifier) == declared.extensions.end()) {
      lacking.extensions.push_back(identifier);
    }
  }
  return lacking;
}

PARLEY_DECL void write(json_writer& out, client_capabilities const& what) {
  auto flag = [&](bool declared, std::string_view name) {
    if (declared) out.key(name).begin_object().end_object();
  };
  out.begin_object();
  if (what.elicitation_form || what.elicitation_url) {
    out.key("elicitation").begin_object();
    flag(what.elicitation_form, "form");
    flag(what.elicitation_url, "url");
    out.end_object();
  }
  if (what.sampling || what.sampling_tools || what.sampling_context) {
    out.key("sampling").begin_object();
    flag(what.sampling_tools, "tools");
    flag(what.sampling_context, "context");
    out.end_object();
  }
  flag(what.roots, "roots");
  if (!what.extensions.empty()) {
    out.key("extensions").begin_object();
    for (auto const& identifier : what.extensions) flag(true, identifier);
    out.end_object();
  }
  out.end_object();
}

}  // namespace parley

#endif
