// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/annotations.hpp>
#include <parley/protocol/icon.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace parley {

// The kinds of content that results and messages are made of (server/tools, "Tool Result"; schema.ts ContentBlock).
// `meta` is `_meta`: a JSON object as text, or empty for none. Bytes are held raw and become base64 when written.

struct text_content {
  std::string text{};
  parley::annotations annotations{};
  std::string meta{};
};

struct image_content {
  std::string data{};       // raw bytes
  std::string mime_type{};  // "image/png"
  parley::annotations annotations{};
  std::string meta{};
};

struct audio_content {
  std::string data{};       // raw bytes
  std::string mime_type{};  // "audio/wav"
  parley::annotations annotations{};
  std::string meta{};
};

// Points to something that the client may read. It need not be one of the server's listed resources.
struct resource_link {
  std::string uri{};
  std::string name{};
  std::string title{};
  std::string description{};
  std::string mime_type{};
  std::optional<std::uint64_t> size{};  // bytes, raw
  std::vector<icon> icons{};
  parley::annotations annotations{};
  std::string meta{};
};

// What a resource holds, carried along.
struct embedded_resource {
  std::string uri{};
  std::string mime_type{};
  std::string text{};                 // used when there is no `blob`
  std::optional<std::string> blob{};  // raw bytes
  parley::annotations annotations{};
  std::string meta{};
};

using content_block = std::variant<text_content, image_content, audio_content, resource_link, embedded_resource>;

// As one JSON object.
PARLEY_DECL void write(json_writer& out, content_block const& block);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/base64.hpp>

#include <string_view>

namespace parley {
namespace detail {

PARLEY_DECL void write_optional(json_writer& out, std::string_view name, std::string_view text) {
  if (!text.empty()) out.key(name).string(text);
}

PARLEY_DECL void write_meta(json_writer& out, std::string_view meta) {
  if (!meta.empty()) out.key("_meta").raw(meta);
}

PARLEY_DECL void write_media(json_writer& out, std::string_view type, std::string_view bytes, std::string_view mime) {
  out.key("type").string(type);
  out.key("data").string(base64_encode(bytes));
  out.key("mimeType").string(mime);
}

PARLEY_DECL void write_members(json_writer& out, text_content const& block) {
  out.key("type").string("text").key("text").string(block.text);
}

PARLEY_DECL void write_members(json_writer& out, image_content const& block) {
  write_media(out, "image", block.data, block.mime_type);
}

PARLEY_DECL void write_members(json_writer& out, audio_content const& block) {
  write_media(out, "audio", block.data, block.mime_type);
}

PARLEY_DECL void write_members(json_writer& out, resource_link const& block) {
  out.key("type").string("resource_link").key("uri").string(block.uri).key("name").string(block.name);
  write_optional(out, "title", block.title);
  write_optional(out, "description", block.description);
  write_optional(out, "mimeType", block.mime_type);
  if (block.size) out.key("size").integer(*block.size);
  write_icons(out, block.icons);
}

PARLEY_DECL void write_members(json_writer& out, embedded_resource const& block) {
  out.key("type").string("resource").key("resource").begin_object();
  out.key("uri").string(block.uri);
  write_optional(out, "mimeType", block.mime_type);
  block.blob ? out.key("blob").string(base64_encode(*block.blob)) : out.key("text").string(block.text);
  out.end_object();
}

}  // namespace detail

PARLEY_DECL void write(json_writer& out, content_block const& block) {
  out.begin_object();
  std::visit(
      [&](auto const& which) {
        detail::write_members(out, which);
        write_annotations(out, which.annotations);
        detail::write_meta(out, which.meta);
      },
      block);
  out.end_object();
}

}  // namespace parley

#endif
