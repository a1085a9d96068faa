// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// All definitions of parley, for a program that compiles them once: exactly one source file includes this header, and
// every file of the program is compiled with PARLEY_SEPARATE_COMPILATION. See core/config.hpp.

#if !defined(PARLEY_SEPARATE_COMPILATION)
#error "parley/src.hpp is for programs whose files are all compiled with PARLEY_SEPARATE_COMPILATION"
#endif
#if defined(PARLEY_DECL)
#error "parley/src.hpp must be included before any other header of parley"
#endif

#define PARLEY_SOURCE
#include <parley/core/file_uri.hpp>
#include <parley/core/uri_template_expand.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/parley.hpp>
#include <parley/testing/user.hpp>
