// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
// [doc:parley-source]
#include <parley/src.hpp>
// [/doc:parley-source]
