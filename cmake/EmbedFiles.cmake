# cmake -DOUT=file.cc -DHEADER=a/b.h -DNAMESPACE=x::y -DBYTES="F=file;..." -DTEXTS="G=file;..." -P EmbedFiles.cmake:
# files as C++ functions, revmon::Bytes F() for BYTES and std::string_view G() for TEXTS.
set(arrays "")
set(functions "")
foreach(kind BYTES TEXTS)
  foreach(entry ${${kind}})
    string(REGEX MATCH "^([A-Za-z]+)=(.*)$" whole "${entry}")
    set(name ${CMAKE_MATCH_1})
    file(READ "${CMAKE_MATCH_2}" hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(APPEND arrays "constexpr unsigned char k${name}[] = {${bytes}};\n")
    if("${kind}" STREQUAL "BYTES")
      string(APPEND functions "Bytes ${name}() { return k${name}; }\n")
    else()
      string(APPEND functions "std::string_view ${name}() {\n"
                              "  return {reinterpret_cast<const char*>(k${name}), sizeof k${name}};\n}\n")
    endif()
  endforeach()
endforeach()
file(WRITE ${OUT} "// Made by cmake/EmbedFiles.cmake.
#include \"${HEADER}\"

namespace ${NAMESPACE} {
namespace {
${arrays}}  // namespace

${functions}
}  // namespace ${NAMESPACE}
")
