// expect: .header = "Ratio"
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/json/describe.hpp>

using namespace parley;

// The texts of a floating point number differ from writer to writer, so no header repeats one.
struct Query {
  double ratio = 0.5;
  static constexpr auto fields = parley::fields(field<&Query::ratio>{.header = "Ratio"});
};
