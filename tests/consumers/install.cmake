# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# cmake -D BUILD=… -D FIRST=… -D MOVED=… -P install.cmake: installs a build to FIRST and moves that to MOVED.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${FIRST} ${MOVED})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${FIRST} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${FIRST} ${MOVED})

file(GLOB_RECURSE texts ${MOVED}/share/*.cmake ${MOVED}/share/*.pc)
foreach(text IN LISTS texts)
  file(STRINGS ${text} lines)
  string(FIND "${lines}" "${FIRST}" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "${text} knows where it was installed")
  endif()
endforeach()

file(GLOB_RECURSE binaries ${MOVED}/*.a ${MOVED}/*.so)
if(binaries)
  message(FATAL_ERROR "the package holds a binary: ${binaries}")
endif()
