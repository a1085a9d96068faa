# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# Headers, a package for find_package and one for pkg-config. Nothing installed depends on the machine or on where the
# prefix is: all of it goes under share/ and finds its way from its own place.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(parley_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/parley)

# One export set for each component, so that a program that asks for `engine` needs no OpenSSL, and only one that asks for
# `sqlite` needs SQLite: it may well be absent where the package is made.
install(TARGETS parley_engine EXPORT parley_engine FILE_SET HEADERS)
install(TARGETS parley_parley EXPORT parley_parley FILE_SET HEADERS FILE_SET definitions)
install(TARGETS parley_sqlite EXPORT parley_sqlite FILE_SET HEADERS)
foreach(component IN ITEMS engine parley sqlite)
  set_target_properties(parley_${component} PROPERTIES EXPORT_NAME ${component})
  install(EXPORT parley_${component}
    FILE parley-${component}.cmake NAMESPACE parley:: DESTINATION ${parley_package_dir})
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/parley-config.cmake.in parley-config.cmake
  INSTALL_DESTINATION ${parley_package_dir}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(parley-config-version.cmake COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
configure_file(${CMAKE_CURRENT_LIST_DIR}/parley.pc.in parley.pc @ONLY)

install(FILES ${PROJECT_BINARY_DIR}/parley-config.cmake ${PROJECT_BINARY_DIR}/parley-config-version.cmake
  DESTINATION ${parley_package_dir})
install(FILES ${PROJECT_BINARY_DIR}/parley.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/parley)
