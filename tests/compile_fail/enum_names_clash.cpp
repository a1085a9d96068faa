// expect: parley: two choices of this enumeration have the same name on the wire
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

using namespace parley;

enum class colour { red, crimson };
constexpr auto parley_titles(colour) {
  return titles<colour>({{colour::red, "Red", "#F00"}, {colour::crimson, "Crimson", "#F00"}});
}
struct palette {
  colour chosen;
};

int main() { return detail::form_of<palette>().schema.empty() ? 1 : 0; }
