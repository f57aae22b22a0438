# Compiler settings shared by every target: C++20, warnings as errors, sanitizers on demand.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

add_compile_options(-Wall -Wextra -Wpedantic -Werror -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                    -Wimplicit-fallthrough -Wconversion -Wno-sign-conversion
                    -Wno-missing-field-initializers)  # members have default values; leaving them out is the point
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 sees dangling and overflowing accesses inside libstdc++ where there are none.
  add_compile_options(-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized)
endif()

if(REVMON_SANITIZE)
  add_compile_options(-fsanitize=${REVMON_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1)
  add_link_options(-fsanitize=${REVMON_SANITIZE})
  if(REVMON_SANITIZE MATCHES undefined)
    # This check needs RTTI, which the modules that the agent links do not have.
    add_compile_options(-fno-sanitize=vptr)
  endif()
endif()
if(REVMON_FUZZ)
  # Everything is instrumented for coverage; only the targets in fuzz/ link libFuzzer's main.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
