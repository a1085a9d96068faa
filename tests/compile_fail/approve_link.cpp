// expect: parley: a message holds no link
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
// [once-10]: nor does the message of an approval.

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Deletion {
  std::string name;
};

Approve<Deletion> approve_delete() { return {Deletion{"notes"}, "Delete the notes? See https://example.com"}; }
