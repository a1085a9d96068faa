# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# cmake -D ROOT=<repository> -P layers.cmake
#
# The folder of a header under include/parley/ says what it may include. This script holds the table and names each
# line that breaks it. Headers directly in include/parley/ are for users, and see everything.
cmake_minimum_required(VERSION 3.25)

# The folders of parley whose headers a folder may include, beside its own.
set(core_may_include "")
set(json_may_include core)
set(protocol_may_include core json)
set(wire_may_include core json protocol)
set(state_may_include core json protocol)
set(server_may_include core json protocol state)
set(crypto_may_include core state)
set(testing_may_include core json protocol wire state server crypto)
set(asio_may_include core json protocol wire state server crypto)
set(sqlite_may_include core server)

# The third-party libraries that a folder may name, by the first part of their includes, and `system` for headers of
# the operating system. nlohmann's name stands in one file, whatever the folder, and so does Boost.Regex in json/. core/
# needs the system for one call, getentropy.
set(core_may_name system)
set(crypto_may_name openssl system)
set(asio_may_name boost openssl system)
set(sqlite_may_name sqlite system)
set(nlohmann_file json/value.hpp)
set(regex_file json/pattern.hpp)

set(faults "")

macro(fault why)
  string(APPEND faults "\n  include/parley/${header}:${number}: ${why}")
endmacro()

file(GLOB_RECURSE headers RELATIVE ${ROOT}/include/parley ${ROOT}/include/parley/*/*.hpp)
list(LENGTH headers count)
if(count EQUAL 0)
  message(FATAL_ERROR "no headers under ${ROOT}/include/parley")
endif()

foreach(header IN LISTS headers)
  string(REGEX MATCH "^[^/]+" folder ${header})
  if(NOT DEFINED ${folder}_may_include)
    set(number 1)
    fault("the folder ${folder}/ is not in the table")
    continue()
  endif()

  file(READ ${ROOT}/include/parley/${header} text)
  string(REGEX REPLACE "[][;\\]" " " text "${text}")  # characters that CMake's lists take for their own
  string(REPLACE "\n" ";" lines "${text}")
  set(number 0)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    string(REGEX REPLACE "//.*" "" code "${line}")

    if(code MATCHES "^ *# *include *\"")
      fault("includes with quotes")
    elseif(code MATCHES "^ *# *include *<parley/([^/>]+)/([^>]+)>")
      set(from ${CMAKE_MATCH_1})
      if(from STREQUAL "testing" AND header MATCHES "^asio/testing_")
        continue()
      elseif(NOT from STREQUAL folder AND NOT from IN_LIST ${folder}_may_include)
        fault("${folder}/ must not include ${from}/")
      endif()
    elseif(code MATCHES "^ *# *include *<parley/")
      fault("includes a header that is for users")
    elseif(code MATCHES "^ *# *include *<([^/>.]+)>")
      continue()  # the standard library
    elseif(code MATCHES "^ *# *include *<nlohmann/")
      if(NOT header STREQUAL nlohmann_file)
        fault("names nlohmann, which only ${nlohmann_file} does")
      endif()
    elseif(header STREQUAL regex_file AND code MATCHES "^ *# *include *<boost/regex.hpp>")
      continue()
    elseif(code MATCHES "^ *# *include *<(boost|openssl)/")
      set(library ${CMAKE_MATCH_1})
      if(NOT library IN_LIST ${folder}_may_name)
        fault("${folder}/ must not name ${library}")
      endif()
    elseif(code MATCHES "^ *# *include *<sqlite3[^>]*.h>")
      if(NOT "sqlite" IN_LIST ${folder}_may_name)
        fault("${folder}/ must not name sqlite")
      endif()
    elseif(code MATCHES "^ *# *include *<([^>]+)>")
      if(NOT "system" IN_LIST ${folder}_may_name)
        fault("${folder}/ must not include <${CMAKE_MATCH_1}>")
      endif()
    elseif(code MATCHES "nlohmann::" AND NOT header STREQUAL nlohmann_file)
      fault("names nlohmann, which only ${nlohmann_file} does")
    elseif(code MATCHES "boost::" AND NOT "boost" IN_LIST ${folder}_may_name AND NOT header STREQUAL regex_file)
      fault("${folder}/ must not name boost")
    endif()
  endforeach()
endforeach()

if(faults)
  message(FATAL_ERROR "layers broken:${faults}\n")
endif()
message(STATUS "${count} headers keep to their layers")
