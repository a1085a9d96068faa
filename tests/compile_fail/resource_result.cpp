// expect: parley: a resource returns text, a described type, ResourceContents
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_resource.hpp>

using namespace parley;

void read_note(Arg<"id">) {}

auto const resource = detail::make_resource<"notes://{id}", read_note>("A note.");
