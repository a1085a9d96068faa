# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# Checks of the sources themselves.

set(checks ${CMAKE_CURRENT_SOURCE_DIR}/checks)
add_test(NAME check.layers COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -P ${checks}/layers.cmake)
add_test(NAME check.headers COMMAND Python3::Interpreter ${checks}/headers.py)
add_test(NAME check.doc_regions COMMAND Python3::Interpreter ${checks}/doc_regions.py)
add_test(NAME check.requirements COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/requirements/check.py)
add_test(NAME check.checks_can_fail COMMAND Python3::Interpreter -B ${checks}/test_checks.py)
set_tests_properties(check.layers check.headers check.doc_regions check.requirements check.checks_can_fail
  PROPERTIES LABELS check)
