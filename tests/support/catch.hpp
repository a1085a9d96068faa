// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The part of Catch2 that versions 2.13 and 3 share: TEST_CASE, SECTION, REQUIRE, CHECK, CHECK_FALSE, CHECK_THROWS_AS,
// INFO, CAPTURE and GENERATE. No matchers: their headers and names differ.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
