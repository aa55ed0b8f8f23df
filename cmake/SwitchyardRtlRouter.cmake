# Verilated models beside the C++ ones, in this project and in those that find its package. SWITCHYARD_SOURCE_ROOT: the folder
# above testbench/ and rtl/.

# A library of Verilated models; they share one copy of Verilator's runtime. `optimise`: how they are compiled: many files at
# a time, as most are small, but not the runtime's, which define macros for themselves.
function(switchyard_rtl_library library optimise)
  add_library(${library} STATIC)
  set_target_properties(${library} PROPERTIES
    LINKER_LANGUAGE CXX UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8 COMPILE_WARNING_AS_ERROR OFF)
  file(GLOB runtime ${VERILATOR_ROOT}/include/*.cpp)
  set_source_files_properties(${runtime} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_compile_options(${library} PRIVATE "SHELL:-include ${SWITCHYARD_SOURCE_ROOT}/testbench/cosim/rtl_print.h" ${optimise}
    $<$<CXX_COMPILER_ID:GNU>:-fno-gcse>)  # GCSE takes half of the time, and models are no faster.
  target_link_libraries(${library} INTERFACE switchyard::failed_assertion)
  # Its headers do not keep our warnings.
  set_target_properties(${library} PROPERTIES
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>")
endfunction()

# A router of your own in SystemVerilog, with the pins of docs/your_own_rtl.md, as the library NAME to link:
#
#   switchyard_add_rtl_router(NAME TOP my_router SOURCES my_router.sv PARAMETERS NumPorts=5 NumVcs=1 ... [VERILATOR_ARGS ...])
#
# Its header NAME.h has, in the namespace NAME, the parameters as constants and make(), which an OwnRtl calls.
function(switchyard_add_rtl_router name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TOP" "SOURCES;PARAMETERS;VERILATOR_ARGS")
  if(NOT ARG_TOP OR NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "switchyard_add_rtl_router(${name}): it needs TOP and SOURCES, and takes PARAMETERS and VERILATOR_ARGS")
  endif()
  set(constants "")
  foreach(parameter IN LISTS ARG_PARAMETERS)
    if(NOT parameter MATCHES "^([A-Za-z_][A-Za-z0-9_]*)=([0-9]+)$")
      message(FATAL_ERROR "switchyard_add_rtl_router(${name}): ${parameter} is not of the form Name=number")
    endif()
    set(value_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    string(APPEND constants "inline constexpr int ${CMAKE_MATCH_1} = ${CMAKE_MATCH_2};\n")
  endforeach()
  if(NOT value_NumPorts OR NOT value_NumVcs)
    message(FATAL_ERROR "switchyard_add_rtl_router(${name}): PARAMETERS has no NumPorts and NumVcs")
  endif()
  find_package(verilator REQUIRED HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(capture ${SWITCHYARD_SOURCE_ROOT}/testbench/cosim/rtl_capture.cpp)
  file(CONFIGURE OUTPUT ${folder}/${name}.h @ONLY CONTENT [[
#pragma once

#include "testbench/cosim/router/own_rtl.h"

/// The module @ARG_TOP@ with these parameters.
namespace @name@ {

@constants@
/// Errors: std::invalid_argument if its pins cannot carry the design, or its site_i is not as wide as `site`.
std::unique_ptr<switchyard::OwnRtlRouter> make(const switchyard::Design& design, switchyard::NodeId node,
                                               const switchyard::SiteWords& site,
                                               const switchyard::RtlOptions& options);

}  // namespace @name@
]])
  file(CONFIGURE OUTPUT ${folder}/${name}.cpp @ONLY CONTENT [[
#include "@name@.h"

#include "V@name@.h"
#include "V@name@___024root.h"
#include "testbench/cosim/router/verilated_own_router.h"

std::unique_ptr<switchyard::OwnRtlRouter> @name@::make(const switchyard::Design& design, switchyard::NodeId node,
                                               const switchyard::SiteWords& site, const switchyard::RtlOptions& options) {
  return std::make_unique<switchyard::VerilatedOwnRouter<V@name@, NumPorts, NumVcs>>("@ARG_TOP@", design, node, site, options);
}
]])
  switchyard_rtl_library(${name} -O1)
  target_sources(${name} PRIVATE ${folder}/${name}.cpp ${capture})
  set_source_files_properties(${folder}/${name}.cpp ${capture} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${name} PUBLIC ${folder})
  target_link_libraries(${name} PUBLIC switchyard::cosim)
  list(TRANSFORM ARG_PARAMETERS PREPEND -G)
  verilate(${name} PREFIX V${name} TOP_MODULE ${ARG_TOP} SOURCES ${ARG_SOURCES} INCLUDE_DIRS ${SWITCHYARD_SOURCE_ROOT}/rtl/include
    # Flat, so that a copy of the root shows whether a cycle has changed anything.
    VERILATOR_ARGS --flatten --assert --trace -O3 --x-initial unique ${ARG_PARAMETERS} ${ARG_VERILATOR_ARGS})
endfunction()
