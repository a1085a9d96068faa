// expect: parley: the arguments of prompts, resource templates and completers come as text
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_resource.hpp>

#include <string>
#include <vector>

using namespace parley;

// A list comes of {/tags*} alone.
std::string tagged(Arg<"tags", std::vector<std::string>> tags) { return tags->front(); }

auto const resource = detail::make_resource<"notes://all{/tags}", tagged>("Tagged notes.");
