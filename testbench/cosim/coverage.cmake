# The Verilated modules once more, made to count which of their lines are reached and which of their bits toggle: for
# switchyard_coverage (testbench/app) and sy_cosim_coverage (tests). They take ten minutes to compile, so only those two
# programs make them, with SY_COVERAGE. Modules that are not inlined count once for all instances; inlined, they are four times as
# large. Verilator takes a vector between two of them as one, so that bits which pass one after the other look like a loop.
# It must not split always_comb blocks: a count under a condition would go behind assignments that change the condition.
set(args --coverage-line --coverage-toggle -fno-inline -fno-split -Wno-UNOPTFLAT)

sy_add_rtl(sy_rtl_coverage SWITCHES "5 4" "8 4" "8 16" ALLOCATORS "5 4 1 1 1" "5 4 0 2 1" "5 4 2 0 1" "5 4 3 0 2" HEADERS "5 4" "8 4" MATCHINGS "10 0 0 1" "10 1 1 1" "10 2 0 1" "10 3 0 2"
  SHAPES "5 4 8 4 0 0 1 1 0 1 0 4 0 1 1 0 0 0" "5 2 4 4 0 0 1 1 0 1 0 4 0 1 1 0 0 0" "4 2 4 2 0 0 1 1 0 1 0 4 0 1 1 0 0 0" "5 2 4 4 3 0 2 1 0 1 0 4 0 1 1 0 0 0" "5 2 4 4 0 0 1 1 1 1 0 4 0 1 1 0 0 0" "5 2 4 4 0 0 1 0 1 1 1 4 0 1 1 0 0 0" "5 2 4 4 0 0 1 0 1 1 1 3 0 2 1 0 0 0" "5 4 4 2 0 0 1 1 0 1 0 4 0 1 20 0 0 0" "5 2 4 4 0 0 1 1 0 1 0 4 0 1 1 3 0 0" "5 2 4 4 0 0 1 0 1 2 1 3 0 2 1 0 1 0" "5 2 4 4 0 0 1 1 0 1 0 4 0 1 1 0 0 3" QUEUES 1 2 BUFFERS "2 1" CIRCUITS "2 16" CENTRAL_QUEUES "5 3 4 4 4" VISITS "5 4 2 2" EXCHANGES "5 5 2" WAYS "5 3 2 1"
  QUEUE_ROUTERS "5 3 4 2 2 2 1 4 4" "5 2 4 2 2 4 16 4 4" "4 4 4 2 2 2 32 3 4" CHAOS_ROUTERS "5 4 4 8 2 2 2 4 16"
  EXCHANGE_ROUTERS "5 5 2 2 16" MESH_ROUTERS "8 2 1 17" COMBINING_ROUTERS "1 2 20 64 7 8" BLOCKS -O0 ROUTERS -O0 SOURCES rtl_coverage.cpp ARGS ${args})
target_compile_definitions(sy_rtl_coverage PRIVATE SY_RTL_COVERAGE)

sy_add_blocks(sy_cosim_blocks_coverage SIZES 2 4 5 OPTIMISE -O0
  ARGS ${args} ${PROJECT_SOURCE_DIR}/rtl/lint/coverage.vlt)
target_compile_definitions(sy_cosim_blocks_coverage PRIVATE SY_RTL_COVERAGE)

set_target_properties(
  sy_rtl_coverage sy_rtl_coverage_blocks sy_rtl_coverage_routers sy_cosim_blocks_coverage sy_cosim_blocks_coverage_banks
  PROPERTIES EXCLUDE_FROM_ALL ON)
