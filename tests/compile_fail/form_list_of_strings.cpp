// expect: parley: a form is flat: its fields are bool, integers, floating point numbers
// expect: 't', 'a', 'g', 's'
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

struct post {
  std::string text;
  std::vector<std::string> tags;
};

auto const& form = parley::detail::form_of<post>();
