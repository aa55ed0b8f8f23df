# Changes lines of the router in SystemVerilog that run_rtl.cmake has built, and asks whether the runs tell:
# cmake -DBUILD=... -DSOURCE=... -DGENERATOR=... -P run_rtl_edits.cmake
include(${CMAKE_CURRENT_LIST_DIR}/rtl_project.cmake)
if(NOT has_verilator)
  return()
endif()
run_for_hash(${fast})

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
  --set "measure={watchdog: 500}" --set "workload={kind: trace, file: ${packets}}")
restore()
change("flit_o    <= '0;" "")
change("flit_o    <= leaving;" "")
change("endmodule" "assign flit_o = leaving;\nendmodule")
run(${CMAKE_COMMAND} --build ${build})
expect_status(1 "outputs must be registers" ${rtl_only})
