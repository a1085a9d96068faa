// expect: parley: a form is a plain aggregate whose fields are what the person fills in; this type is not one
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

auto const& form = parley::detail::form_of<bool>();
