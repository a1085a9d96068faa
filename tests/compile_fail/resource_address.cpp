// expect: parley: the address of a resource is an absolute URI, or a URI template
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_resource.hpp>

#include <string>

using namespace parley;

std::string read_note(Arg<"id"> id) { return *id; }

auto const resource = detail::make_resource<"notes://{id", read_note>("A note.");
