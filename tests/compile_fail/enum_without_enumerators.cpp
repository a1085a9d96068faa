// expect: parley: this enumeration has no enumerator with a value from 0 to 63
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/type_table.hpp>

enum class code { not_found = 404 };

constexpr auto const& table = parley::table_of<code>;
