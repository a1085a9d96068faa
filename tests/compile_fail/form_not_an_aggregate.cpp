// expect: parley: a form is a plain aggregate whose fields are what the person fills in; this type is not one
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

class confirm {
 public:
  explicit confirm(bool);

 private:
  bool ok_;
};

auto const& form = parley::detail::form_of<confirm>();
