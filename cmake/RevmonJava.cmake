# revmon_embed_java(target ROOT folder CLASSES a/B a/C ...)
#   Compiles every .java file below `folder` for Java 8 with the JDK's javac and adds the class files to
#   `target` as the table behind revmon::runtime::Classes(), in the order of CLASSES (a class comes after
#   what it extends). The build fails when CLASSES is not exactly what javac makes.
#   STUBS folder: sources to compile against that do not become part of it.
file(GLOB REVMON_JDK_FOLDERS /usr/lib/jvm/*)
find_program(REVMON_JAVAC javac HINTS $ENV{JAVA_HOME}/bin PATHS ${REVMON_JDK_FOLDERS} PATH_SUFFIXES bin)
if(NOT REVMON_JAVAC)
  message(FATAL_ERROR "no javac found: install a JDK (8 or later), or set JAVA_HOME or -DREVMON_JAVAC=PATH")
endif()
execute_process(COMMAND ${REVMON_JAVAC} -version OUTPUT_VARIABLE REVMON_JAVAC_VERSION
                ERROR_VARIABLE REVMON_JAVAC_VERSION_8)  # JDK 8 answers on stderr
if("${REVMON_JAVAC_VERSION}${REVMON_JAVAC_VERSION_8}" MATCHES "javac 1\\.8")
  set(REVMON_JAVA8_FLAGS -source 8 -target 8)
else()
  set(REVMON_JAVA8_FLAGS --release 8)
endif()

function(revmon_embed_java target)
  cmake_parse_arguments(ARG "" "ROOT;STUBS" "CLASSES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${ARG_ROOT}/*.java)
  set(stubs)
  if(ARG_STUBS)
    set(stubs -implicit:none -sourcepath ${ARG_STUBS})
  endif()
  set(classes ${CMAKE_CURRENT_BINARY_DIR}/${target}_classes)
  set(embedded ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cc)
  add_custom_command(
    OUTPUT ${embedded}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${classes}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${classes}
    COMMAND ${REVMON_JAVAC} ${REVMON_JAVA8_FLAGS} -Xlint:all,-options -Werror -g:source,lines -proc:none
            -encoding UTF-8 ${stubs} -d ${classes} ${sources}
    COMMAND ${CMAKE_COMMAND} "-DFOLDER=${classes}" "-DOUT=${embedded}" "-DCLASSES=${ARG_CLASSES}"
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedClasses.cmake
    DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/cmake/EmbedClasses.cmake
    COMMENT "Compiling and embedding ${ARG_ROOT}"
    VERBATIM)
  target_sources(${target} PRIVATE ${embedded})
endfunction()
