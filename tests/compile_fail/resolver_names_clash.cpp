// expect: parley: two different resolvers of this tool have the same name
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

namespace disk {
Elicit<Confirm> confirm() { return {"Format the disk?"}; }
}  // namespace disk
namespace host {
Elicit<Confirm> confirm() { return {"Restart the host?"}; }
}  // namespace host

bool reinstall(Resolve<disk::confirm> format, Resolve<host::confirm> restart) { return format->ok && restart->ok; }

auto const tool = detail::make_tool<reinstall>("Install anew.");
