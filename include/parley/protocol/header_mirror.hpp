// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace parley {

// One `Mcp-Param-*` header (basic/transports/streamable-http, "Custom Headers from Tool Parameters").
struct param_header {
  std::string name{};        // what stands behind "Mcp-Param-", as it came and never empty; compare without case
  std::string value{};       // decoded, without white space around; empty when it is undecodable
  bool undecodable = false;  // no canonical base64, not UTF-8 inside, or not ASCII outside of it (HDR-12)
  bool duplicated = false;   // it came more than once, with whatever values; `value` is the first
};

// More different `Mcp-Param-*` headers than these are not kept, and no tool may ask for more.
inline constexpr std::size_t max_param_headers = 64;

// What the HTTP headers say about the body (basic/transports/streamable-http, "Standard headers"), as found: without
// white space around, `name` decoded when it came as `=?base64?…?=`. Filled by wire/, compared by server/admission and,
// as for `params`, server/mirrored_arguments.
struct header_mirror {
  std::optional<std::string> protocol_version{};  // MCP-Protocol-Version
  std::optional<std::string> method{};            // Mcp-Method
  std::optional<std::string> name{};              // Mcp-Name
  bool duplicated = false;                        // one of the three came more than once (HDR-06)
  bool undecodable = false;                       // Mcp-Name is no canonical base64, or not UTF-8 inside (HDR-12)

  // Mcp-Param-*: one entry for each name, in the order in which they came. What no tool asks for is ignored, malformed
  // or not (HDR-24).
  std::vector<param_header> params{};
  bool params_cut_off = false;  // there were more than max_param_headers
};

}  // namespace parley
