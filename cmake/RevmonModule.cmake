# revmon_module(name [AGENT] SOURCES a.cc ... [DEPS base ...] [LIBS fmt::fmt ...])
#   One folder of src/ as one static library, revmon_<name>. AGENT: also linked into the JVM agent, so it
#   is compiled without exceptions and RTTI.
# revmon_test(name SOURCES a_test.cc ... [DEPS other-modules ...])
#   All unit tests of one module as one GoogleTest binary, <name>_test; every TEST is a ctest of its own.
# revmon_bench(name SOURCES a_bench.cc ... [DEPS ...])
#   Micro-benchmarks of one module, <name>_bench, on Google Benchmark where it is installed.
include(GoogleTest)

function(revmon_module name)
  cmake_parse_arguments(ARG "AGENT" "" "SOURCES;DEPS;LIBS" ${ARGN})
  add_library(revmon_${name} STATIC ${ARG_SOURCES})
  target_include_directories(revmon_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  if(ARG_AGENT)
    target_compile_options(revmon_${name} PRIVATE -fno-exceptions -fno-rtti)
  endif()
  foreach(dep ${ARG_DEPS})
    target_link_libraries(revmon_${name} PUBLIC revmon_${dep})
  endforeach()
  target_link_libraries(revmon_${name} PUBLIC ${ARG_LIBS})
endfunction()

function(revmon_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;LIBS" ${ARGN})
  add_executable(${name}_test ${ARG_SOURCES})
  target_compile_options(${name}_test PRIVATE -O1)  # tests compile faster, the code under test stays as shipped
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/test)
  target_link_libraries(${name}_test PRIVATE revmon_${name} ${ARG_LIBS} GTest::gmock GTest::gtest GTest::gtest_main)
  foreach(dep ${ARG_DEPS})
    target_link_libraries(${name}_test PRIVATE revmon_${dep})
  endforeach()
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
                       WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()

function(revmon_bench name)
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND OR REVMON_SANITIZE)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;LIBS" ${ARGN})
  add_executable(${name}_bench ${ARG_SOURCES})
  target_include_directories(${name}_bench PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name}_bench PRIVATE ${ARG_LIBS} benchmark::benchmark benchmark::benchmark_main)
  foreach(dep ${ARG_DEPS})
    target_link_libraries(${name}_bench PRIVATE revmon_${dep})
  endforeach()
endfunction()
