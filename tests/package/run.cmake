# Installs the package, builds the project beside this file against it, and runs that at three levels:
# cmake -DBUILD=... -DSOURCE=... -DGENERATOR=... -P run.cmake
set(folder ${BUILD}/package_test)
file(REMOVE_RECURSE ${folder})

include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/prefix)
file(COPY ${SOURCE}/tests/package/CMakeLists.txt ${SOURCE}/tests/package/main.cpp ${SOURCE}/tests/package/deflection DESTINATION ${folder}/user)
run(${CMAKE_COMMAND} -S ${folder}/user -B ${folder}/user/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${folder}/prefix
  -DCMAKE_CXX_COMPILER_LAUNCHER=$ENV{CMAKE_CXX_COMPILER_LAUNCHER})
run(${CMAKE_COMMAND} --build ${folder}/user/build)
run(${folder}/user/build/platform ${SOURCE}/configs/platform/torus_4x4.yaml fast)
set(fast "${out}")
run(${folder}/user/build/platform ${SOURCE}/configs/platform/torus_4x4.yaml clocked)
if(NOT fast STREQUAL out OR NOT fast MATCHES "sum [0-9]+ ")
  message(FATAL_ERROR "fast and clocked differ:\n${fast}\n${out}")
endif()
run(${folder}/user/build/platform ${SOURCE}/configs/platform/torus_4x4.yaml approximate)
message("${fast}")

set(deflection ${folder}/user/build/deflection)
set(ring ${SOURCE}/tests/package/deflection/ring.yaml)
expect("chordal_ring +a ring with chords.*deflection +bufferless.*chords_first +every hop" ${deflection} list)
expect("`chord` . 2..`nodes` / 2 .*### deflection.*`injection_buffer` . 1..64 . 4 . packets" ${deflection} list --reference)
expect("deflection_ring.*verdict +preemptive" ${deflection} check ${ring})
expect("event hash +[0-9a-f]+" ${deflection} run ${ring} --vcd ${folder}/ring.vcd)
string(REGEX MATCH "event hash +[0-9a-f]+" hash "${out}")
expect("${hash}" ${deflection} run ${ring} --level clocked)
expect("traffic.load=0.3: stable, accepted 0.[23]" ${deflection} sweep ${ring} --over traffic.load=0.1,0.3 --out ${folder}/sweep)
expect_status(2 "router.injection_buffer" ${deflection} run ${ring} --set router.injection_buffer=0)
