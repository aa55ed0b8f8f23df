# The libraries we stand on. Each is a Debian 12 package; script/setup installs them.
find_package(yaml-cpp REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(BZip2 REQUIRED)
find_package(ZLIB REQUIRED)
if(SY_TESTS)
  find_package(GTest REQUIRED)
  find_package(benchmark REQUIRED)
endif()

# Debian ships SystemC without a CMake package, so fall back to pkg-config.
find_package(SystemCLanguage QUIET)
set(systemc SystemC::systemc)
if(NOT TARGET ${systemc})
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
  set(systemc PkgConfig::SYSTEMC)
endif()

# The library exports one symbol per C++ standard it was built for; SC_CPLUSPLUS selects it. This is
# what lets C++20 code link with a library built as C++17.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES ${systemc})
set(CMAKE_REQUIRED_DEFINITIONS -DSC_CPLUSPLUS=201703L)
set(CMAKE_CXX_STANDARD 20)
check_cxx_source_compiles("#include <systemc>
int sc_main(int, char**) { return 0; }" SY_SYSTEMC_LINKS_WITH_CXX20)
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_DEFINITIONS)
unset(CMAKE_CXX_STANDARD)
if(NOT SY_SYSTEMC_LINKS_WITH_CXX20)
  message(FATAL_ERROR "SystemC does not link with C++20 under SC_CPLUSPLUS=201703L")
endif()
add_library(sy_systemc INTERFACE)
target_link_libraries(sy_systemc INTERFACE ${systemc})
target_compile_definitions(sy_systemc INTERFACE SC_CPLUSPLUS=201703L)
