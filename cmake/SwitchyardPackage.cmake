# `cmake --install build` and find_package(switchyard): the network, its TLM-2.0 sockets and the example platform, as
# switchyard::tlm_socket and switchyard::platform, and the command as switchyard::app. The levels with RTL are not in the package: programs link
# switchyard::no_rtl, which says so. Routers of one's own in RTL are: switchyard_add_rtl_router(), with Verilator.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What programs link, and all libraries of the project below it.
set(sy_package_targets "")
set(next sy_app sy_no_rtl)
while(next)
  list(POP_FRONT next target)
  if(target MATCHES "^sy_" AND NOT target IN_LIST sy_package_targets)
    list(APPEND sy_package_targets ${target})
    string(REGEX REPLACE "^sy_" "" name ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
    if(links)
      list(APPEND next ${links})
    endif()
  endif()
endwhile()
add_custom_target(switchyard_package)  # What an installation needs, without the tests.
add_dependencies(switchyard_package ${sy_package_targets} sy_help)
install(TARGETS ${sy_package_targets} EXPORT switchyard
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/switchyard
  OBJECTS DESTINATION ${CMAKE_INSTALL_LIBDIR}/switchyard)
install(TARGETS switchyard RUNTIME)
if(SY_RTL)
  install(TARGETS switchyard_rtl RUNTIME OPTIONAL)
endif()
install(FILES ${PROJECT_BINARY_DIR}/generated/help/switchyard.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_BINARY_DIR}/generated/help/switchyard DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(DIRECTORY hw tlm testbench DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/switchyard FILES_MATCHING PATTERN "*.h")
# What is compiled with the Verilator of who has RTL of his own.
install(FILES testbench/cosim/rtl_capture.cpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/switchyard/testbench/cosim)
install(DIRECTORY rtl/include DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/switchyard/rtl)

set(sy_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/switchyard)
install(EXPORT switchyard NAMESPACE switchyard:: FILE switchyardTargets.cmake DESTINATION ${sy_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/switchyardConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/switchyardConfig.cmake ${PROJECT_SOURCE_DIR}/cmake/SwitchyardRtlRouter.cmake ${PROJECT_BINARY_DIR}/switchyardConfigVersion.cmake
  DESTINATION ${sy_package_folder})
