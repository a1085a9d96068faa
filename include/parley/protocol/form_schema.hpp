// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/version.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace parley {

// The schema of a form, `requestedSchema`, in the words of a revision (client/elicitation, "Requested Schema"). The
// order of members stays, since people see it.
//
// From 2025-11-25 on it is as it was written. 2025-06-18 tells the titles of a choice in another way: as `enumNames`
// beside `enum`, in place of the `oneOf`. What that revision does not know and may ignore stays, such as defaults of
// strings (LEG-60).
//
// Nothing when a client of that revision cannot be asked: before 2025-06-18 there are no forms, and in that revision
// none where several of a list are chosen, or one of anything but titled values. Precondition: `schema` is a JSON
// object that parse() takes, on one line.
PARLEY_DECL std::optional<std::string> form_schema_for(std::string_view schema, revision as);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/members.hpp>
#include <parley/json/writer.hpp>

#include <vector>

namespace parley {
namespace detail {

// [{"const":…,"title":…},…] as the members `enum` and `enumNames`. A choice without a title is called by its value.
// False: these are no choices.
PARLEY_DECL bool write_enum_names(json_writer& out, std::string_view choices) {
  std::vector<std::string_view> titles;
  out.key("enum").begin_array();
  for (std::string_view const choice : elements_of(choices)) {
    auto const value = member_text(choice, "const");
    auto const title = member_text(choice, "title");
    if (value.empty()) return false;
    out.raw(value);
    titles.push_back(title.empty() ? value : title);
  }
  out.end_array().key("enumNames").begin_array();
  for (std::string_view const title : titles) out.raw(title);
  out.end_array();
  return true;
}

// One field of a form for 2025-06-18; false: that revision has no such fields.
PARLEY_DECL bool write_older_field(json_writer& out, std::string_view field) {
  if (string_in(member_text(field, "type")) == "array") return false;
  out.begin_object();
  for (auto const& [name, value] : members_of(field)) {
    if (name != "oneOf") {
      out.key(name).raw(value);
    } else if (!write_enum_names(out, value)) {
      return false;
    }
  }
  out.end_object();
  return true;
}

}  // namespace detail

PARLEY_DECL std::optional<std::string> form_schema_for(std::string_view schema, revision as) {
  if (as >= revision::v2025_11_25) return std::string(schema);
  if (as < revision::v2025_06_18) return std::nullopt;
  std::string text;
  json_writer out(text);
  out.begin_object();
  for (auto const& [name, value] : members_of(schema)) {
    out.key(name);
    if (name != "properties") {
      out.raw(value);
      continue;
    }
    out.begin_object();
    for (auto const& [field, its_schema] : members_of(value)) {
      out.key(field);
      if (!detail::write_older_field(out, its_schema)) return std::nullopt;
    }
    out.end_object();
  }
  out.end_object();
  return text;
}

}  // namespace parley

#endif
