# Installs the package, builds the project beside this file against it, and runs that at three levels:
# cmake -DBUILD=... -DSOURCE=... -DGENERATOR=... -P run.cmake
set(folder ${BUILD}/package_test)
file(REMOVE_RECURSE ${folder})

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGV}: ${status}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/prefix)
file(COPY ${SOURCE}/tests/package/CMakeLists.txt ${SOURCE}/tests/package/main.cpp DESTINATION ${folder}/user)
run(${CMAKE_COMMAND} -S ${folder}/user -B ${folder}/user/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${folder}/prefix
  -DCMAKE_CXX_COMPILER_LAUNCHER=$ENV{CMAKE_CXX_COMPILER_LAUNCHER})
run(${CMAKE_COMMAND} --build ${folder}/user/build)
set(ENV{SYSTEMC_DISABLE_COPYRIGHT_MESSAGE} 1)
run(${folder}/user/build/platform ${SOURCE}/configs/platform/torus_4x4.yaml fast)
set(fast "${out}")
run(${folder}/user/build/platform ${SOURCE}/configs/platform/torus_4x4.yaml clocked)
if(NOT fast STREQUAL out OR NOT fast MATCHES "sum [0-9]+ ")
  message(FATAL_ERROR "fast and clocked differ:\n${fast}\n${out}")
endif()
run(${folder}/user/build/platform ${SOURCE}/configs/platform/torus_4x4.yaml approximate)
message("${fast}")
