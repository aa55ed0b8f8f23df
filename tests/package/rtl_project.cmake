# What the scripts of deflection_rtl have in common: where it is built, how it is run, and the page that tells of it. `has_verilator`
# is false where Verilator is missing; then a script ends, and says so.
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)
execute_process(COMMAND ${SOURCE}/script/needs verilator RESULT_VARIABLE status OUTPUT_VARIABLE out)
set(has_verilator ON)
if(NOT status EQUAL 0)
  message(${out})
  if(NOT status EQUAL 77)
    message(FATAL_ERROR "verilator is missing")
  endif()
  set(has_verilator OFF)
endif()

set(folder ${BUILD}/package_rtl_test)
set(build ${folder}/build)
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

set(packets ${folder}/packets.csv)  # A workload of six packets.
