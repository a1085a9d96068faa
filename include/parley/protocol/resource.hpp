// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/annotations.hpp>
#include <parley/protocol/content.hpp>
#include <parley/protocol/icon.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// A resource as resources/list shows it, or a template as resources/templates/list does (Resource, ResourceTemplate;
// server/resources). Views last as long as what they were made from. Empty texts are left out, but for the address and
// the name.
struct resource_description {
  std::string_view uri{};  // of a template: its `uriTemplate`
  bool is_template = false;
  std::string_view name{};
  std::string_view title{};
  std::string_view description{};
  std::string_view mime_type{};
  std::optional<std::uint64_t> size{};  // bytes, raw; a template has none
  std::span<icon const> icons{};
  parley::annotations annotations{};
  std::string_view meta{};  // a JSON object as text
};

PARLEY_DECL void write(json_writer& out, resource_description const& resource);

// One piece of what a resource holds (TextResourceContents, BlobResourceContents): text, or bytes.
struct ResourceContents {
  std::string uri{};                  // empty: that of the request
  std::string mime_type{};            // empty: that of the registration
  std::string text{};                 // used when there is no `blob`
  std::optional<std::string> blob{};  // raw bytes, which become base64 when written
  std::string meta{};                 // `_meta`: a JSON object as text, or empty

  static ResourceContents of_text(std::string text, std::string mime_type = {}) {
    return {.uri = {}, .mime_type = std::move(mime_type), .text = std::move(text), .blob = {}, .meta = {}};
  }
  static ResourceContents of_bytes(std::string bytes, std::string mime_type = {}) {
    return {.uri = {}, .mime_type = std::move(mime_type), .text = {}, .blob = std::move(bytes), .meta = {}};
  }
};

// What a resource gives back (ReadResourceResult; server/resources). Most handlers return text or ResourceContents and
// never see one. A resource that holds several things, such as a folder, has several contents.
struct ReadResourceResult {
  std::vector<ResourceContents> contents{};
  std::string meta{};  // `_meta`: a JSON object as text, or empty
};

// The members of the result object, without its braces. Every piece has an address by now.
PARLEY_DECL void write_members(json_writer& out, ReadResourceResult const& result);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/base64.hpp>

namespace parley {

PARLEY_DECL void write(json_writer& out, resource_description const& resource) {
  out.begin_object();
  out.key(resource.is_template ? "uriTemplate" : "uri").string(resource.uri);
  out.key("name").string(resource.name);
  detail::write_optional(out, "title", resource.title);
  detail::write_optional(out, "description", resource.description);
  detail::write_optional(out, "mimeType", resource.mime_type);
  if (resource.size && !resource.is_template) out.key("size").integer(*resource.size);
  write_icons(out, resource.icons);
  write_annotations(out, resource.annotations);
  detail::write_meta(out, resource.meta);
  out.end_object();
}

PARLEY_DECL void write_members(json_writer& out, ReadResourceResult const& result) {
  out.key("contents").begin_array();
  for (ResourceContents const& one : result.contents) {
    out.begin_object().key("uri").string(one.uri);
    detail::write_optional(out, "mimeType", one.mime_type);
    one.blob ? out.key("blob").string(base64_encode(*one.blob)) : out.key("text").string(one.text);
    detail::write_meta(out, one.meta);
    out.end_object();
  }
  out.end_array();
}

}  // namespace parley

#endif
