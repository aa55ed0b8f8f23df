# sy_cosim_blocks: each block of rtl/ by itself and its C++ twin, behind one interface. Only tests need it.
option(SY_NIGHTLY "The long regression: blocks in every size" OFF)
if(SY_NIGHTLY)
  set(SY_RTL_SIZES "")
  foreach(n RANGE 2 64)
    list(APPEND SY_RTL_SIZES ${n})
  endforeach()
else()
  set(SY_RTL_SIZES 2 3 4 5 8 16 33)
endif()
# Of a round-robin arbiter, below rtl/.
set(SY_ARBITER_SOURCES arbiter/rr_pick.sv arbiter/rr_pointer.sv arbiter/rr_arbiter.sv)
# Of a switch allocator of any kind.
set(SY_ALLOCATOR_SOURCES pkg/net_pkg.sv ${SY_ARBITER_SOURCES} arbiter/recency_order.sv arbiter/matrix_arbiter.sv arbiter/arbiter.sv
  allocator/sep_if_allocator.sv allocator/sep_of_allocator.sv allocator/islip_pass.sv allocator/islip_allocator.sv
  allocator/wavefront_allocator.sv allocator/port_allocator.sv)
# Of a merge switch.
set(SY_MERGE_SOURCES pkg/net_pkg.sv router/flit_fifo.sv router/credit_counter.sv merge/stream_input.sv
  merge/stream_output.sv merge/label_select.sv merge/word_operation.sv
  merge/message_combine.sv merge/merge_switch.sv)
# Of the buffers of a mesh node.
set(SY_BUFFERS_SOURCES pkg/net_pkg.sv ${SY_ARBITER_SOURCES} router/flit_fifo.sv mesh/next_buffer.sv mesh/buffer_pair.sv
  mesh/exit_port.sv mesh/turn_buffer_bank.sv mesh/node_buffers.sv)
# Of a circuit switch.
set(SY_CIRCUIT_SOURCES ${SY_ARBITER_SOURCES} crossbar/mux_crossbar.sv switch/tag_switch.sv)
# Of central queues.
set(SY_QUEUES_SOURCES queues/central_queue.sv random/lfsr_draws.sv queues/queue_departure.sv queues/queue_admission.sv queues/queue_switch.sv)
# Of the visits of a chaos router, with its queue.
set(SY_VISITS_SOURCES pkg/net_pkg.sv queues/central_queue.sv random/lfsr_draws.sv chaos/visit.sv chaos/visit_sequencer.sv)
# Of the buffers of an exchange router.
set(SY_EXCHANGE_SOURCES pkg/net_pkg.sv random/lfsr_draws.sv exchange/exchange_switch.sv)
set_property(GLOBAL PROPERTY SY_RTL_SIZES ${SY_RTL_SIZES})  # For rtl/CMakeLists.txt.

# Its macros for C++, with a prefix: "`define A `B" becomes "#define SY_A SY_B".
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS rtl/block_sizes.svh)
file(STRINGS rtl/block_sizes.svh sizes REGEX "^`define")
list(TRANSFORM sizes REPLACE "^`define " "#define `")
list(TRANSFORM sizes REPLACE "`" "SY_")
list(JOIN sizes "\n" sizes)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/testbench/cosim/block_sizes.h CONTENT "${sizes}\n" @ONLY)

# sy_add_blocks(sy_cosim_blocks SIZES 2 3 4 ARGS --public): the blocks in these sizes.
#
# A bank has one instance of a block per size, so that one Verilated model serves all sizes.
function(sy_add_blocks target)
  cmake_parse_arguments(ARG "" "OPTIMISE" "SIZES;ARGS" ${ARGN})
  list(JOIN ARG_SIZES "," sizes)
  add_library(${target} STATIC blocks/buffer_traffic.cpp blocks/merge_traffic.cpp blocks/model_blocks.cpp blocks/queue_traffic.cpp blocks/stimulus.cpp
    blocks/tag_traffic.cpp)
  target_link_libraries(${target} PUBLIC sy_flags sy_router fmt::fmt)
  target_include_directories(${target} PUBLIC ${PROJECT_BINARY_DIR}/generated)
  target_compile_definitions(${target} PUBLIC SY_RTL_SIZES=${sizes})
  if(NOT SY_RTL OR SY_RTL_FEW)
    target_sources(${target} PRIVATE absent/rtl_blocks_absent.cpp)
    return()
  endif()

  set(mask 0)
  foreach(n IN LISTS ARG_SIZES)
    math(EXPR mask "${mask} | 1 << (${n} - 1)" OUTPUT_FORMAT HEXADECIMAL)
  endforeach()
  string(REPLACE "0x" "64'h" mask ${mask})
  set(arbiter ${SY_ARBITER_SOURCES} arbiter/recency_order.sv arbiter/matrix_arbiter.sv)
  set(allocator ${SY_ALLOCATOR_SOURCES} allocator/vc_arbiter.sv allocator/vc_allocator.sv)
  set(crossbar crossbar/mux_crossbar.sv)
  set(vc router/flit_fifo.sv router/credit_counter.sv)
  set(vc_args --assert)
  set(merge ${SY_MERGE_SOURCES})
  set(merge_args --assert)
  set(buffers ${SY_BUFFERS_SOURCES})
  set(buffers_args --assert)
  set(compare sorting/compare_exchange.sv)
  set(tag ${SY_CIRCUIT_SOURCES})
  set(tag_args --assert)
  set(queues ${SY_QUEUES_SOURCES})
  set(queues_args --assert)
  switchyard_rtl_library(${target}_banks ${ARG_OPTIMISE})
  foreach(bank arbiter allocator crossbar compare vc merge buffers tag queues)
    sy_add_rtl_model(${target}_banks ${bank}_bank TOP ${bank}_bank
      SOURCES ${${bank}} ../testbench/cosim/rtl/${bank}_bank.sv
      PARAMS Sizes=${mask} ARGS --unroll-count 8 ${${bank}_args} ${ARG_ARGS})
  endforeach()
  target_sources(${target} PRIVATE blocks/rtl_blocks.cpp)
  target_link_libraries(${target} PRIVATE ${target}_banks)
endfunction()

sy_add_blocks(sy_cosim_blocks SIZES ${SY_RTL_SIZES} OPTIMISE -O1)
add_executable(sy_block_vectors blocks/write_vectors.cpp)
target_link_libraries(sy_block_vectors PRIVATE sy_cosim_blocks)
