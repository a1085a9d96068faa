// expect: parley: this argument is no variable of the resource's address
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_resource.hpp>

#include <string>

using namespace parley;

std::string read_note(Arg<"id"> id, Arg<"folder"> folder) { return *folder + *id; }

auto const resource = detail::make_resource<"notes://{id}", read_note>("A note.");
