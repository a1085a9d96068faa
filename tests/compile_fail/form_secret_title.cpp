// expect: parley: a form must not ask for secrets, and the name or title of the field named in this error says that it does
// expect: 'c', 'o', 'd', 'e'
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

struct payment {
  std::string code;
  static constexpr auto fields = parley::fields(parley::field<&payment::code>{.title = "Card number"});
};

auto const& form = parley::detail::form_of<payment>();
