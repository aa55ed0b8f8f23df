# How every target of the project is made: one library per folder, linked to the folders it may see.
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
option(SY_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
set(SY_PROCESSOR native CACHE STRING "What programs are built for, as of -march; empty: any. The results are the same")

add_library(sy_flags INTERFACE)
target_compile_features(sy_flags INTERFACE cxx_std_20)
target_compile_options(sy_flags INTERFACE $<BUILD_INTERFACE:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion>)
# Clang counts signs to -Wconversion, GCC does not.
target_compile_options(sy_flags INTERFACE $<BUILD_INTERFACE:$<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>>)
# GCC 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
target_compile_options(sy_flags INTERFACE $<BUILD_INTERFACE:$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>>)
target_include_directories(sy_flags INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/switchyard>)
if(SY_PROCESSOR AND NOT SY_SANITIZE)
  # Products and sums stay apart, so that results do not depend on the processor. A flit is 16 bytes: longer vectors cost
  # large networks a tenth.
  target_compile_options(sy_flags INTERFACE $<BUILD_INTERFACE:-march=${SY_PROCESSOR};-mprefer-vector-width=128;-ffp-contract=off>)
endif()
if(SY_SANITIZE)
  # Without the checks that cost most to compile: the address sanitizer sees null pointers and the ends of objects, too. At
  # fixed addresses: the tables of 1900 processes need no relocation, which is most of what a short test would wait for.
  target_compile_options(sy_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize=null,object-size,vptr -fno-sanitize-recover=all -fno-omit-frame-pointer -fno-pie)
  target_link_options(sy_flags INTERFACE -fsanitize=address,undefined -no-pie)
endif()

# For what runs a few times per process, or is a test: a third less to compile.
function(sy_optimize_less target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# sy_compile_together(sy_unit_tests 50): its files as so many. Which are together is by their names, so that a new file comes to
# a few others, and its names in namespaces without a name must be none of theirs.
function(sy_compile_together target groups)
  if(DEFINED CMAKE_UNITY_BUILD AND NOT CMAKE_UNITY_BUILD)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME)
    string(MD5 hash ${name})
    string(SUBSTRING ${hash} 0 6 hash)
    math(EXPR group "0x${hash} % ${groups}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# sy_library(alloc SOURCES a.cpp LINKS sy_base): the folder's target is sy_alloc; header-only if it has no sources. About
# four files are compiled together. With COLD, see sy_optimize_less; with HOT it is optimized even where the sanitizers are on, as their tests spend their time there.
function(sy_library name)
  cmake_parse_arguments(ARG "COLD;HOT" "" "SOURCES;LINKS" ${ARGN})
  if(ARG_SOURCES)
    add_library(sy_${name} STATIC ${ARG_SOURCES})
    target_link_libraries(sy_${name} PUBLIC sy_flags ${ARG_LINKS})
    if(ARG_COLD)
      sy_optimize_less(sy_${name})
    endif()
    list(LENGTH ARG_SOURCES sources)
    math(EXPR groups "(${sources} + 3) / 4")
    sy_compile_together(sy_${name} ${groups})
    if(ARG_HOT AND SY_SANITIZE)
      target_compile_options(sy_${name} PRIVATE -O1)
    endif()
  else()
    add_library(sy_${name} INTERFACE)
    target_link_libraries(sy_${name} INTERFACE sy_flags ${ARG_LINKS})
  endif()
endfunction()

# sy_script_test(formal.rr_arbiter.4 formal script/formal rr_arbiter 4): a test that runs a script: name, label, command. The script
# says what is missing, and the test is then skipped, or fails where CI is set (script/needs).
function(sy_script_test name label script)
  add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/${script} ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77 TIMEOUT 300)
endfunction()
