// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

namespace parley {

// What the HTTP headers say about the body (basic/transports/streamable-http, "Standard headers"), as found: without
// white space around, `name` decoded when it came as `=?base64?…?=`. Filled by wire/, compared by server/admission.
struct header_mirror {
  std::optional<std::string> protocol_version{};  // MCP-Protocol-Version
  std::optional<std::string> method{};            // Mcp-Method
  std::optional<std::string> name{};              // Mcp-Name
  bool duplicated = false;                        // one of the three came more than once (HDR-06)
  bool undecodable = false;                       // Mcp-Name is no canonical base64, or not UTF-8 inside (HDR-12)
};

}  // namespace parley
