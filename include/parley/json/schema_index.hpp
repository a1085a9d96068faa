// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Where the schemas are in a schema and in the documents that it refers to, and what their references mean.

#include <parley/core/config.hpp>
#include <parley/json/schema_documents.hpp>
#include <parley/json/schema_limits.hpp>
#include <parley/json/value.hpp>

#if PARLEY_DEFINITIONS

#include <parley/core/percent.hpp>
#include <parley/core/uri_reference.hpp>
#include <parley/json/pointer.hpp>
#include <parley/json/schema_keywords.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parley::detail {

// Finds schemas and gives them numbers, checks that each is valid in its dialect (SCHEMA-04), and looks up references.
// What is wrong is thrown as std::invalid_argument, with a sentence for the author. The JSON must outlive the index.
class schema_index {
 public:
  struct schema {
    json const* value = nullptr;  // null: the check that the instance is a schema, under these vocabularies
    unsigned vocabularies = vocabulary::all;
    std::uint32_t resource = 0;
    std::string pointer{};  // to it, for the author; begins with the document's URI if that is not the schema itself
  };
  struct target {
    std::uint32_t schema = 0;
    std::string dynamic_name{};  // of the `$dynamicAnchor` that was referred to, if any
  };

  PARLEY_DECL schema_index(json const& root, schema_limits const& limits, schema_documents const& documents);

  // The root is the first. References add more to the end.
  std::vector<schema> const& schemas() const { return schemas_; }

  // The number of a schema that was found in another. Precondition: it was.
  std::uint32_t id_of(json const& value) const { return ids_.at(&value); }

  // What `reference` means in that schema.
  PARLEY_DECL target resolve(std::uint32_t from, std::string const& keyword, std::string const& reference);

  // The schemas with that `$dynamicAnchor`, by resource.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> dynamic_anchors(std::string const& name) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (std::uint32_t i = 0; i < resources_.size(); ++i) {
      auto const at = resources_[i].dynamic_anchors.find(name);
      if (at != resources_[i].dynamic_anchors.end()) found.emplace_back(i, at->second);
    }
    return found;
  }

  [[noreturn]] PARLEY_DECL void refuse(std::uint32_t schema, std::string_view keyword, std::string_view why) const;

 private:
  struct resource {
    std::string uri;
    json const* root;
    std::map<std::string, std::uint32_t> anchors{};
    std::map<std::string, std::uint32_t> dynamic_anchors{};
  };

  PARLEY_DECL void measure(json const& document);
  PARLEY_DECL void add_document(json const& document, std::string const& uri);
  PARLEY_DECL std::uint32_t add(json const& value, schema found);
  PARLEY_DECL void visit(std::uint32_t id);
  PARLEY_DECL void begin_resource(std::uint32_t id, std::string const& identifier);
  PARLEY_DECL unsigned dialect(std::uint32_t id, std::string uri) const;
  PARLEY_DECL void anchor(std::uint32_t id, std::string const& keyword, json const& name);
  PARLEY_DECL std::uint32_t find_resource(std::string const& uri);
  PARLEY_DECL std::uint32_t follow(std::uint32_t from, std::string const& keyword, std::uint32_t into,
                                   std::vector<std::string> const& steps);
  PARLEY_DECL std::uint32_t metaschema(unsigned vocabularies);

  schema_limits limits_;
  schema_documents const& documents_;
  std::size_t values_ = 0;
  std::size_t bytes_ = 0;
  std::vector<schema> schemas_;
  std::vector<resource> resources_;
  std::size_t visited_ = 0;  // so many of the schemas have been looked into
  std::unordered_map<json const*, std::uint32_t> ids_;
  std::unordered_map<std::string, std::uint32_t> resources_by_uri_;
  std::map<unsigned, std::uint32_t> metaschemas_;
};

PARLEY_DECL schema_index::schema_index(json const& root, schema_limits const& limits, schema_documents const& documents)
    : limits_(limits), documents_(documents) {
  add_document(root, {});
}

PARLEY_DECL void schema_index::refuse(std::uint32_t id, std::string_view keyword, std::string_view why) const {
  std::string where = id < schemas_.size() ? schemas_[id].pointer : std::string();
  if (!keyword.empty()) append_to_pointer(where, keyword);
  std::string text = "parley: the schema is refused";
  if (!where.empty()) text += ": " + where;
  text += where.empty() ? ": it " : " ";
  text += why;
  throw std::invalid_argument(text);
}

// Before anything else looks at the document, and without recursion.
PARLEY_DECL void schema_index::measure(json const& document) {
  auto const within = [this](std::size_t count, std::size_t limit, char const* what) {
    if (count > limit) refuse(0, {}, "has more than " + std::to_string(limit) + what);
  };
  std::vector<std::pair<json const*, std::size_t>> open{{&document, 1}};
  while (!open.empty()) {
    auto const [value, depth] = open.back();
    open.pop_back();
    within(++values_, limits_.max_values, " values");
    if (value->is_string()) bytes_ += value->get_ref<std::string const&>().size();
    if (value->is_structured()) within(depth, limits_.max_depth, " levels");
    for (auto inside = value->begin(); value->is_structured() && inside != value->end(); ++inside) {
      if (value->is_object()) bytes_ += inside.key().size();
      open.emplace_back(&*inside, depth + 1);
    }
    within(bytes_, limits_.max_bytes, " bytes of text");
  }
}

PARLEY_DECL void schema_index::add_document(json const& document, std::string const& uri) {
  measure(document);
  auto const number = static_cast<std::uint32_t>(resources_.size());
  resources_.push_back({uri, &document});
  resources_by_uri_.emplace(uri, number);
  add(document, {.resource = number, .pointer = uri.empty() ? uri : uri + '#'});
}

// Adds a schema, and all that are in it.
PARLEY_DECL std::uint32_t schema_index::add(json const& value, schema found) {
  auto const id = static_cast<std::uint32_t>(schemas_.size());
  auto add_one = [this](json const& each, schema as) {
    if (schemas_.size() >= limits_.max_subschemas)
      refuse(0, {}, "has more than " + std::to_string(limits_.max_subschemas) + " schemas in it");
    as.value = &each;
    ids_.emplace(&each, static_cast<std::uint32_t>(schemas_.size()));
    schemas_.push_back(std::move(as));
  };
  add_one(value, std::move(found));
  for (; visited_ < schemas_.size(); ++visited_) {
    auto const here = static_cast<std::uint32_t>(visited_);
    if (schemas_[here].value == nullptr) continue;
    visit(here);
    json const& whole = *schemas_[here].value;
    for (auto member = whole.begin(); whole.is_object() && member != whole.end(); ++member) {
      keyword_rule const* const rule = find_keyword(member.key());
      if (rule == nullptr || (rule->vocabularies & schemas_[here].vocabularies) == 0) continue;
      if (std::string const wrong = broken_shape(rule->shape, *member); !wrong.empty()) refuse(here, rule->name, wrong);
      visit_schemas(rule->shape, *member, [&](json const& inside, std::string const& pointer) {
        if (ids_.contains(&inside)) return;  // a reference led here before
        schema inner = schemas_[here];
        append_to_pointer(inner.pointer, rule->name);
        inner.pointer += pointer;
        add_one(inside, std::move(inner));
      });
    }
  }
  return id;
}

// What a schema says of itself: its kind, its URI, its dialect and its anchors.
PARLEY_DECL void schema_index::visit(std::uint32_t id) {
  json const& value = *schemas_[id].value;
  if (value.is_boolean()) return;
  if (!value.is_object()) refuse(id, {}, "must be an object, true or false");
  auto text_of = [&](char const* keyword) -> json const* {
    json const* const found = find_member(value, keyword);
    if (found == nullptr) return nullptr;
    if (std::string const wrong = broken_shape(find_keyword(keyword)->shape, *found); !wrong.empty())
      refuse(id, keyword, wrong);
    return found;
  };
  if (json const* const found = text_of("$schema"))
    schemas_[id].vocabularies = dialect(id, found->get_ref<std::string const&>());
  if (json const* const found = text_of("$id")) begin_resource(id, found->get_ref<std::string const&>());
  for (std::string const keyword : {"$anchor", "$dynamicAnchor"})
    if (json const* const found = text_of(keyword.c_str())) anchor(id, keyword, *found);
}

PARLEY_DECL void schema_index::begin_resource(std::uint32_t id, std::string const& identifier) {
  std::string uri = resolve_uri(resources_[schemas_[id].resource].uri, identifier);
  if (uri.ends_with('#')) uri.pop_back();
  resource& around = resources_[schemas_[id].resource];
  auto number = static_cast<std::uint32_t>(resources_.size());
  if (around.root == schemas_[id].value) {  // the document itself, which keeps the URI by which it was found
    number = schemas_[id].resource;
    around.uri = uri;
  } else {
    resources_.push_back({uri, schemas_[id].value});
    schemas_[id].resource = number;
  }
  auto const [known, fresh] = resources_by_uri_.emplace(uri, number);
  if (!fresh && known->second != number) refuse(id, "$id", "stands for the same URI as another");
}

// The vocabularies of a dialect (SCHEMA-01, SCHEMA-02).
PARLEY_DECL unsigned schema_index::dialect(std::uint32_t id, std::string uri) const {
  if (uri.ends_with('#')) uri.pop_back();
  if (uri == dialect_uri) return vocabulary::all;
  json const* const document = documents_.find(uri);
  json const* const own =
      document != nullptr && document->is_object() ? find_member(*document, "$vocabulary") : nullptr;
  if (own == nullptr || !broken_shape(keyword_shape::vocabularies, *own).empty())
    refuse(id, "$schema", "names a dialect that is not supported; the one that is, is " + std::string(dialect_uri));
  unsigned bits = vocabulary::core;
  for (auto each = own->begin(); each != own->end(); ++each) {
    unsigned const bit = vocabulary_bit(each.key());
    if (bit == 0 && each->get<bool>())
      refuse(id, "$schema", "names a dialect with a vocabulary that is not supported: " + each.key());
    bits |= bit;
  }
  return bits;
}

PARLEY_DECL void schema_index::anchor(std::uint32_t id, std::string const& keyword, json const& name) {
  resource& around = resources_[schemas_[id].resource];
  auto const& text = name.get_ref<std::string const&>();
  if (keyword == "$dynamicAnchor") around.dynamic_anchors.emplace(text, id);
  auto const [known, fresh] = around.anchors.emplace(text, id);
  if (!fresh && known->second != id) refuse(id, keyword, "is the name of another anchor as well");
}

PARLEY_DECL std::uint32_t schema_index::find_resource(std::string const& uri) {
  if (auto const known = resources_by_uri_.find(uri); known != resources_by_uri_.end()) return known->second;
  json const* const document = documents_.find(uri);
  if (document == nullptr) return static_cast<std::uint32_t>(resources_.size());
  add_document(*document, uri);
  return resources_by_uri_.at(uri);
}

PARLEY_DECL std::uint32_t schema_index::metaschema(unsigned vocabularies) {
  auto const [known, fresh] = metaschemas_.emplace(vocabularies, static_cast<std::uint32_t>(schemas_.size()));
  if (fresh) {
    schemas_.push_back({.vocabularies = vocabularies});
    ++visited_;
  }
  return known->second;
}

PARLEY_DECL schema_index::target schema_index::resolve(std::uint32_t from, std::string const& keyword,
                                                       std::string const& reference) {
  std::string uri = resolve_uri(resources_[schemas_[from].resource].uri, reference);
  std::size_t const hash = uri.find('#');
  auto const fragment = percent_decode(hash == uri.npos ? std::string_view() : std::string_view(uri).substr(hash + 1));
  uri = uri.substr(0, hash);
  if (!fragment) refuse(from, keyword, "has a '%' without two hexadecimal digits");

  std::uint32_t const number = find_resource(uri);
  if (number == resources_.size()) {
    unsigned const bits = metaschema_vocabularies(uri);
    if (bits != 0 && fragment->empty()) return {metaschema(bits), {}};
    if (bits != 0) refuse(from, keyword, "refers into the meta-schema, which can be referred to only as a whole");
    refuse(from, keyword, "refers to a schema that is not here, and nothing is fetched: " + reference);
  }
  if (fragment->empty() || fragment->front() == '/') {
    auto const steps = split_pointer(*fragment);
    if (!steps) refuse(from, keyword, "has a JSON pointer with a wrong '~'");
    return {follow(from, keyword, number, *steps), {}};
  }
  resource const& into = resources_[number];
  auto const found = into.anchors.find(*fragment);
  if (found == into.anchors.end()) refuse(from, keyword, "refers to an anchor that is not there: " + reference);
  auto const dynamic = into.dynamic_anchors.find(*fragment);
  bool const is_dynamic = dynamic != into.dynamic_anchors.end() && dynamic->second == found->second;
  return {found->second, is_dynamic ? *fragment : std::string()};
}

// A pointer may lead to where no keyword of ours says that there is a schema: then it is one because it is referred to.
PARLEY_DECL std::uint32_t schema_index::follow(std::uint32_t from, std::string const& keyword, std::uint32_t into,
                                               std::vector<std::string> const& steps) {
  json const* value = resources_[into].root;
  schema around = schemas_[ids_.at(value)];
  for (std::string const& step : steps) {
    value = pointer_step(*value, step);
    if (value == nullptr) refuse(from, keyword, "refers to a place where there is nothing");
    append_to_pointer(around.pointer, step);
    if (auto const known = ids_.find(value); known != ids_.end()) around = schemas_[known->second];
  }
  if (auto const known = ids_.find(value); known != ids_.end()) return known->second;
  if (!value->is_object() && !value->is_boolean()) refuse(from, keyword, "refers to a place where there is no schema");
  return add(*value, std::move(around));
}

}  // namespace parley::detail

#endif
