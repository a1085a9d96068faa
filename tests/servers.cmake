# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# The built servers, driven from outside: byte by byte, by the official conformance suite, by the clients of others and
# by our own host. What is not ours comes from tests/outside/install.sh; without it these tests are skipped, under
# PARLEY_CI they fail.

file(GLOB servers CONFIGURE_DEPENDS servers/*.cpp)
foreach(server IN LISTS servers)
  cmake_path(GET server STEM name)
  parley_add_program(${name} ${server})
endforeach()

# With --ledger FILE, where there is SQLite.
if(SQLite3_FOUND)
  target_link_libraries(probe_server PRIVATE parley::sqlite)
  target_compile_definitions(probe_server PRIVATE PROBE_HAS_SQLITE)
endif()

add_test(NAME conformance
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/conformance/run.py $<TARGET_FILE:everything_server>)

# `-legacy` is the same client in a revision that begins with a handshake; the one before it knows no other.
foreach(client IN ITEMS ask ask-legacy python python-legacy typescript typescript-legacy typescript-v1
    inspector inspector-legacy inspector-once inspector-once-legacy)
  foreach(transport IN ITEMS stdio http)
    add_test(NAME interop.${client}.${transport}
      COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/interop/run.py
        ${client} ${transport} ${PROJECT_BINARY_DIR}/bin)
    list(APPEND tests interop.${client}.${transport})
  endforeach()
endforeach()

foreach(group IN ITEMS elicitation endpoint features framing handshake lifecycle messages once patience pushed sessions
    state subscriptions)
  add_test(NAME cases.${group}
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/cases/run.py ${group} $<TARGET_FILE:probe_server>)
  list(APPEND cases cases.${group})
endforeach()

# Once more, while a client of the other era is served by the same process.
foreach(group IN ITEMS elicitation endpoint features handshake messages pushed sessions state subscriptions)
  add_test(NAME cases.${group}.beside
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/cases/run.py --beside ${group}
      $<TARGET_FILE:probe_server>)
  list(APPEND cases cases.${group}.beside)
endforeach()

set_tests_properties(conformance ${tests} ${cases} PROPERTIES LABELS servers TIMEOUT 600 SKIP_RETURN_CODE 77)
set_property(TEST ${cases} APPEND PROPERTY LABELS cases)

add_test(NAME example.own_http
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/own_http/run.py $<TARGET_FILE:own_http>)
set_tests_properties(example.own_http PROPERTIES LABELS servers TIMEOUT 60)
