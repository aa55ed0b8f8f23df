# `cmake --install build` and find_package(switchyard): the network, its TLM-2.0 sockets and the example platform, as
# switchyard::tlm_socket and switchyard::platform, and the command as switchyard::app. The levels with RTL are not in the package: programs link
# switchyard::no_rtl, which says so. Routers of one's own in RTL are: switchyard_add_rtl_router(), with Verilator.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(sy_package
  flags systemc base config topology routing alloc router_core vc_router queue_router packet_router circuit_router chaos_router
  exchange_router combining_router mesh_router router terminal analysis design clocked engine approximate tlm tlm_socket file process monitor
  traffic tree messages workload wave packets picture timeline failed_assertion cosim experiment report test_engine pram mesh catalog inspect run platform sweep regression reference app no_rtl)
set(sy_package_targets "")
foreach(name IN LISTS sy_package)
  set_target_properties(sy_${name} PROPERTIES EXPORT_NAME ${name})
  list(APPEND sy_package_targets sy_${name})
endforeach()
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
