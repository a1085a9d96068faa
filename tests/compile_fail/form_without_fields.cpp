// expect: parley: a form needs at least one field
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

struct confirm {};

auto const& form = parley::detail::form_of<confirm>();
