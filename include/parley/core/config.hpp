// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// How parley is compiled.
//
// By default every header carries its definitions as `inline` functions, so `#include <parley/parley.hpp>` is all a
// program needs. Define PARLEY_SEPARATE_COMPILATION for every translation unit (the CMake target
// `parley::parley_compiled` does) and the headers shrink to declarations; exactly one source file then says
//
//     #include <parley/src.hpp>
//
// and holds all the definitions. Both ways are tested. The two must not be mixed in one program.

// The version is written here and nowhere else; CMakeLists.txt reads these three lines.
#define PARLEY_VERSION_MAJOR 0
#define PARLEY_VERSION_MINOR 1
#define PARLEY_VERSION_PATCH 0

#define PARLEY_STRINGIZE_(x) #x
#define PARLEY_STRINGIZE(x) PARLEY_STRINGIZE_(x)
#define PARLEY_VERSION                   \
  PARLEY_STRINGIZE(PARLEY_VERSION_MAJOR) \
  "." PARLEY_STRINGIZE(PARLEY_VERSION_MINOR) "." PARLEY_STRINGIZE(PARLEY_VERSION_PATCH)

// PARLEY_DECL marks a function whose definition stands further down in the same header, between
// `#if PARLEY_DEFINITIONS` and `#endif`. PARLEY_DEFINITIONS is 1 where definitions are visible.
#if defined(PARLEY_SEPARATE_COMPILATION)
#define PARLEY_DECL
#if defined(PARLEY_SOURCE)
#define PARLEY_DEFINITIONS 1
#else
#define PARLEY_DEFINITIONS 0
#endif
#else
#define PARLEY_DECL inline
#define PARLEY_DEFINITIONS 1
#endif
