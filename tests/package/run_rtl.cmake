# Builds deflection_rtl, beside this file, against the package that run.cmake has installed, and runs its router in SystemVerilog as
# docs/your_own_rtl.md says: cmake -DBUILD=... -DSOURCE=... -DGENERATOR=... -P run_rtl.cmake
include(${CMAKE_CURRENT_LIST_DIR}/rtl_project.cmake)
if(NOT has_verilator)
  return()
endif()

file(REMOVE_RECURSE ${folder})
file(COPY ${SOURCE}/tests/package/deflection ${SOURCE}/tests/package/deflection_rtl DESTINATION ${folder})
run(${CMAKE_COMMAND} -S ${folder}/deflection_rtl -B ${build} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${BUILD}/package_test/prefix
  -DCMAKE_CXX_COMPILER_LAUNCHER=$ENV{CMAKE_CXX_COMPILER_LAUNCHER})
run(${CMAKE_COMMAND} --build ${build})

# What is missing is said before anything is made.
function(expect_refused_by_cmake text)
  string(JOIN " " words ${ARGN})
  file(WRITE ${folder}/refused.cmake "include(${SOURCE}/cmake/SwitchyardRtlRouter.cmake)\nswitchyard_add_rtl_router(mine ${words})\n")
  expect_status(1 "switchyard_add_rtl_router.mine.: ${text}" ${CMAKE_COMMAND} -P ${folder}/refused.cmake)
endfunction()
expect_refused_by_cmake("it needs TOP and SOURCES" TOP router PARAMETERS NumPorts=5 NumVcs=1)
expect_refused_by_cmake("PARAMETERS has no NumPorts and NumVcs" TOP router SOURCES router.sv PARAMETERS NumPorts=5)
expect_refused_by_cmake("NumVcs=one is not of the form Name=number" TOP router SOURCES router.sv PARAMETERS NumPorts=5 NumVcs=one)

# As the page has it: at all nodes and at some, beside the model and without it. The network is the same.
run_for_hash(${fast})
expect_in_document(${hash})
run_page(5 your_own_rtl.md ${build}/deflection ${folder}/page)
expect_hashes(4 ${hash})
if(NOT out MATCHES "rtl_router +2 [^\n]*same\n6 runs, 0 differ")
  message(FATAL_ERROR "docs/your_own_rtl.md: its regression says\n${out}")
endif()
expect("preemptive" ${build}/deflection check ${ring} --set router.kind=deflection_rtl)
expect_status(2 "deflection_rtl is RTL without a model" ${fast} --set router.kind=deflection_rtl)
expect_status(2 "deflection_rtl has no model for the other nodes" ${rtl_only} --rtl-nodes 3)
expect_status(2 "built for router.injection_buffer = 4" ${rtl} --set router.injection_buffer=8)
expect_status(1 "FAILED CHECK .*payload is damaged" ${rtl_only} --fault router_3.vc_router_2@100)

# The picture of the document, and the same pins in the RTL's own signals.
file(WRITE ${packets} "cycle,source,destination,flits\n0,3,8,1\n0,22,3,1\n1,3,9,1\n1,22,8,1\n2,4,8,1\n3,3,8,1\n")
expect("6 packets, 0 pending" ${rtl} --set expect=null --set traffic=null --set measure=null
  --set "workload={kind: trace, file: ${packets}}" --vcd ${folder}/packets.vcd --vcd-nodes 3 --vcd-to 9)
set(ENV{SCOPE} router_3)
set(ENV{FIRST} -2)
set(ENV{LAST} 7)
set(ENV{TITLE} "deflection_router.sv, node 3")
set(ENV{ABOUT} "Made by tests/package/run_rtl.cmake")
set(ENV{SIGNALS} "clk_i = clock rtl.clk_i
rst_ni = wire rtl.rst_ni
flit_i[4], terminal = flit port_terminal.in
credit_o[4] = vcs port_terminal.out.credit
flit_i[3], from 22 = flit port_to_22.in
credit_o[3] = vcs port_to_22.out.credit
flit_o[2], to 8 = flit port_to_8.out
credit_i[2] = vcs port_to_8.in.credit
flit_o[4], terminal = flit port_terminal.out
credit_i[4] = vcs port_terminal.in.credit")
execute_process(COMMAND ${SOURCE}/script/wave_picture ${folder}/packets.vcd OUTPUT_FILE ${folder}/timing_own_rtl.svg COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${folder}/timing_own_rtl.svg ${SOURCE}/docs/figures/timing_own_rtl.svg RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "docs/figures/timing_own_rtl.svg is not what the run shows, which is ${folder}/timing_own_rtl.svg")
endif()
