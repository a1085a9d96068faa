// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace parley {

// Schemas that other schemas may refer to by their URI. parley fetches nothing: a `$ref` leads into the schema itself
// or into one of these, or the schema is refused. A document here that has a `$vocabulary` is also a dialect that a
// schema may name as its `$schema`.
//
// A plain value; copies share the documents. Const calls may be made from several threads at once.
class schema_documents {
 public:
  // Adds a document, in place of another of that URI. Throws std::invalid_argument unless `uri` is absolute and without
  // a fragment. The document itself is looked at only when a schema refers to it.
  PARLEY_DECL schema_documents& add(std::string_view uri, json const& document);

  // The document of exactly that URI; null if there is none.
  PARLEY_DECL json const* find(std::string_view uri) const;

 private:
  std::map<std::string, std::shared_ptr<json const>, std::less<>> documents_;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/uri.hpp>

#include <stdexcept>

namespace parley {

PARLEY_DECL schema_documents& schema_documents::add(std::string_view uri, json const& document) {
  auto const parsed = parse_uri(uri);
  if (!parsed || parsed->has_fragment)
    throw std::invalid_argument(
        "parley: a schema document is known by an absolute URI without a fragment, and not by: " + std::string(uri));
  documents_.insert_or_assign(std::string(uri), std::make_shared<json const>(document));
  return *this;
}

PARLEY_DECL json const* schema_documents::find(std::string_view uri) const {
  auto const found = documents_.find(uri);
  return found == documents_.end() ? nullptr : found->second.get();
}

}  // namespace parley

#endif
