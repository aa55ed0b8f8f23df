# sy_cosim_blocks: each block of rtl/ by itself and its C++ twin, behind one interface. Only tests need it.
option(SY_NIGHTLY "The long regression: blocks in every size" OFF)
if(SY_NIGHTLY)
  set(SY_RTL_SIZES "")
  foreach(n RANGE 2 64)
    list(APPEND SY_RTL_SIZES ${n})
  endforeach()
else()
  set(SY_RTL_SIZES 2 3 4 5 8 11 16 21 33 64)
endif()
set_property(GLOBAL PROPERTY SY_RTL_SIZES ${SY_RTL_SIZES})  # For rtl/CMakeLists.txt.

set(sources model_blocks.cpp stimulus.cpp)
if(SY_RTL)
  list(APPEND sources rtl_blocks.cpp)
else()
  list(APPEND sources rtl_blocks_absent.cpp)
endif()
sy_library(cosim_blocks SOURCES ${sources} LINKS sy_alloc)
list(JOIN SY_RTL_SIZES "," sizes)
target_compile_definitions(sy_cosim_blocks PUBLIC SY_RTL_SIZES=${sizes})
add_executable(sy_block_vectors write_vectors.cpp)
target_link_libraries(sy_block_vectors PRIVATE sy_cosim_blocks)
if(NOT SY_RTL)
  return()
endif()

# A bank has one instance of a block per size, so that one Verilated model serves all sizes.
set(mask 0)
foreach(n IN LISTS SY_RTL_SIZES)
  math(EXPR mask "${mask} | 1 << (${n} - 1)" OUTPUT_FORMAT HEXADECIMAL)
endforeach()
string(REPLACE "0x" "64'h" mask ${mask})

# sy_add_bank(lane SOURCES router/flit_fifo.sv ARGS --assert) makes "Vlane_bank.h" of rtl/lane_bank.sv.
function(sy_add_bank name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ARGS" ${ARGN})
  sy_add_rtl_model(sy_rtl_banks ${name}_bank TOP ${name}_bank
    SOURCES ${ARG_SOURCES} ../testbench/cosim/rtl/${name}_bank.sv
    PARAMS Sizes=${mask} ARGS --unroll-count 8 ${ARG_ARGS})
endfunction()

sy_rtl_library(sy_rtl_banks -O1)
sy_add_bank(arbiter SOURCES arbiter/rr_arbiter.sv arbiter/matrix_arbiter.sv)
sy_add_bank(allocator SOURCES arbiter/rr_arbiter.sv allocator/sep_if_allocator.sv allocator/wavefront_allocator.sv
  allocator/vc_allocator.sv)
sy_add_bank(crossbar SOURCES crossbar/mux_crossbar.sv)
sy_add_bank(lane SOURCES router/flit_fifo.sv router/credit_counter.sv ARGS --assert)
target_link_libraries(sy_cosim_blocks PRIVATE sy_rtl_banks)
