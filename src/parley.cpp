// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Every definition of the library, for programs that are compiled with PARLEY_SEPARATE_COMPILATION.
#include <parley/src.hpp>
