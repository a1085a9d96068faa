// expect: parley: a form must not ask for secrets, and the name or title of the field named in this error says that it does
// expect: 'a', 'p', 'i', 'K', 'e', 'y'
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

struct account {
  std::string name;
  std::string apiKey;
};

auto const& form = parley::detail::form_of<account>();
