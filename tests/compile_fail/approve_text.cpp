// expect: parley: what is approved is a plain aggregate that has a shape in JSON
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
// [once-09]: what is approved has fields, so that those that have changed can be named.

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

Approve<std::string> approve_delete() { return {"notes", message("Delete the notes?")}; }
