# Builds deflection_rtl, beside this file, against the package that run.cmake has installed, and runs its router in SystemVerilog as
# docs/your_own_rtl.md says; then with lines of it changed: cmake -DBUILD=... -DSOURCE=... -DGENERATOR=... -P run_rtl.cmake
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)
execute_process(COMMAND ${SOURCE}/script/needs verilator RESULT_VARIABLE status OUTPUT_VARIABLE out)
if(NOT status EQUAL 0)
  message(${out})
  if(NOT status EQUAL 77)
    message(FATAL_ERROR "verilator is missing")
  endif()
  return()
endif()

set(folder ${BUILD}/package_rtl_test)
file(REMOVE_RECURSE ${folder})
file(COPY ${SOURCE}/tests/package/deflection ${SOURCE}/tests/package/deflection_rtl DESTINATION ${folder})
set(build ${folder}/build)
run(${CMAKE_COMMAND} -S ${folder}/deflection_rtl -B ${build} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${BUILD}/package_test/prefix
  -DCMAKE_CXX_COMPILER_LAUNCHER=$ENV{CMAKE_CXX_COMPILER_LAUNCHER})
run(${CMAKE_COMMAND} --build ${build})
set(ring ${SOURCE}/tests/package/deflection/ring.yaml)
set(fast ${build}/deflection run ${ring})
set(rtl ${fast} --level rtl_router)
set(rtl_only ${rtl} --set router.kind=deflection_rtl)
file(READ ${SOURCE}/docs/your_own_rtl.md document)
function(expect_in_document text)
  string(FIND "${document}" "${text}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "docs/your_own_rtl.md does not say:\n${text}")
  endif()
endfunction()

# What is missing is said before anything is made.
function(expect_refused_by_cmake text)
  string(JOIN " " words ${ARGN})
  file(WRITE ${folder}/refused.cmake "include(${SOURCE}/cmake/SwitchyardRtlRouter.cmake)\nswitchyard_add_rtl_router(mine ${words})\n")
  expect_status(1 "switchyard_add_rtl_router.mine.: ${text}" ${CMAKE_COMMAND} -P ${folder}/refused.cmake)
endfunction()
expect_refused_by_cmake("it needs TOP and SOURCES" TOP router PARAMETERS NumPorts=5 NumVcs=1)
expect_refused_by_cmake("PARAMETERS has no NumPorts and NumVcs" TOP router SOURCES router.sv PARAMETERS NumPorts=5)
expect_refused_by_cmake("NumVcs=one is not of the form Name=number" TOP router SOURCES router.sv PARAMETERS NumPorts=5 NumVcs=one)

# At all nodes and at some, beside the model and without it: the network is the same.
expect("event hash +[0-9a-f]+" ${fast})
string(REGEX REPLACE ".*event hash +([0-9a-f]+).*" "\\1" hash "${out}")
expect_in_document(${hash})
expect(${hash} ${fast} --level clocked)
expect(${hash} ${rtl} --assertions)
expect(${hash} ${rtl} --rtl-nodes 0,5,7-9)
expect(${hash} ${rtl_only})
expect("rtl_router +2 [^\n]*same\n6 runs, 0 differ"
  ${build}/deflection cosim ${ring} --levels clocked,rtl_router --seeds 2 --out ${folder}/cosim)
expect("preemptive" ${build}/deflection check ${ring} --set router.kind=deflection_rtl)
expect_status(2 "deflection_rtl is RTL without a model" ${fast} --set router.kind=deflection_rtl)
expect_status(2 "deflection_rtl has no model for the other nodes" ${rtl_only} --rtl-nodes 3)
expect_status(2 "built for router.injection_buffer = 4" ${rtl} --set router.injection_buffer=8)
expect_status(1 "FAILED CHECK .*payload is damaged" ${rtl_only} --fault router_3.vc_router_2@100)

# The picture of the document, and the same pins in the RTL's own signals.
file(WRITE ${folder}/packets.csv "cycle,source,destination,flits\n0,3,8,1\n0,22,3,1\n1,3,9,1\n1,22,8,1\n2,4,8,1\n3,3,8,1\n")
expect("6 packets, 0 pending" ${rtl} --set expect=null --set traffic=null --set measure=null
  --set "workload={kind: trace, file: ${folder}/packets.csv}" --vcd ${folder}/packets.vcd --vcd-nodes 3 --vcd-to 9)
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

# The module as it stands, and with a text of it replaced.
set(module ${folder}/deflection_rtl/deflection_router.sv)
function(restore)
  file(COPY_FILE ${SOURCE}/tests/package/deflection_rtl/deflection_router.sv ${module})
endfunction()
function(change from to)
  file(READ ${module} text)
  string(REPLACE "${from}" "${to}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "deflection_router.sv has no ${from}")
  endif()
  file(WRITE ${module} "${changed}")
endfunction()

# The youngest first: node, port and cycle of the first difference, and its waveform. Alone it is a router as any other. A
# synchronous reset is as good.
change("header.packet} <" "header.packet} >")
change("posedge clk_i or negedge rst_ni" "posedge clk_i")
run(${CMAKE_COMMAND} --build ${build})
expect_status(4 "RTL and model differ in cycle" ${rtl} --out ${folder}/differs)
string(REGEX MATCH "RTL and model differ[^\n]*" difference "${out}")
expect_in_document("${difference}")
file(READ ${folder}/differs/divergence.vcd wave)
if(NOT wave MATCHES "flit_o")
  message(FATAL_ERROR "divergence.vcd has no flit_o")
endif()
expect("event hash" ${rtl_only})
if(out MATCHES ${hash})
  message(FATAL_ERROR "the youngest first has the same event hash")
endif()

# Packets that vanish: nothing moves any more. And an output that is no register.
restore()
change("if (way[p]) leaving" "if (way[p] && packet.header.packet != 22) leaving")
run(${CMAKE_COMMAND} --build ${build})
expect_status(1 "FAILED CHECK .*no flit has moved since cycle .*1 packets are pending" ${rtl_only} --set expect=null --set traffic=null
  --set "measure={watchdog: 500}" --set "workload={kind: trace, file: ${folder}/packets.csv}")
restore()
change("flit_o    <= '0;" "")
change("flit_o    <= leaving;" "")
change("endmodule" "assign flit_o = leaving;\nendmodule")
run(${CMAKE_COMMAND} --build ${build})
expect_status(1 "outputs must be registers" ${rtl_only})
