# RTL for co-simulation. Verilator is optional: where SY_RTL is off, what needs RTL says so.
option(SY_RTL "Build the Verilated models, if Verilator is there" ON)
if(SY_RTL)
  find_package(verilator QUIET HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)
  if(NOT verilator_FOUND)
    message(STATUS "Verilator not found: co-simulation is left out")
    set(SY_RTL OFF)
  endif()
endif()
option(SY_COVERAGE "Add the programs that count coverage of rtl/, for script/coverage" OFF)

set(SWITCHYARD_SOURCE_ROOT ${PROJECT_SOURCE_DIR})
include(SwitchyardRtlRouter)

# One module with one parameter set: sy_add_rtl_model(LIBRARY rr_arbiter_4 TOP rr_arbiter SOURCES arbiter/rr_arbiter.sv
# PARAMS NumReq=4) adds the class of "Vrr_arbiter_4.h" to the library. Sources are below rtl/.
function(sy_add_rtl_model library name)
  cmake_parse_arguments(ARG "" "TOP" "SOURCES;PARAMS;ARGS" ${ARGN})
  list(TRANSFORM ARG_PARAMS PREPEND -G)
  list(TRANSFORM ARG_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/rtl/)
  verilate(${library} PREFIX V${name} TOP_MODULE ${ARG_TOP}
    SOURCES ${PROJECT_SOURCE_DIR}/rtl/lint/waivers.vlt ${ARG_SOURCES}
    INCLUDE_DIRS ${PROJECT_SOURCE_DIR}/rtl/include ${PROJECT_SOURCE_DIR}/testbench/cosim/rtl
    VERILATOR_ARGS -Wall -O3 --x-initial unique ${ARG_PARAMS} ${ARG_ARGS})
endfunction()
