# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# The official tests of JSON Schema, which tests/outside/install.sh brings. Without them the test is skipped, under
# PARLEY_CI it fails.
add_executable(json_schema_suite json_schema/suite.cpp)
target_link_libraries(json_schema_suite PRIVATE parley::parley_compiled parley_dev)
add_test(NAME json_schema_suite
  COMMAND json_schema_suite ${PROJECT_SOURCE_DIR}/build/outside/json_schema
    ${CMAKE_CURRENT_SOURCE_DIR}/json_schema/misses.tsv)
set_tests_properties(json_schema_suite PROPERTIES LABELS unit TIMEOUT 120 SKIP_RETURN_CODE 77)
