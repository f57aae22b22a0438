# cmake -DFOLDER=classes -DOUT=file.cc -DCLASSES="a/B;a/C" -P EmbedClasses.cmake: class files as a C++ table.
file(GLOB_RECURSE found RELATIVE ${FOLDER} ${FOLDER}/*.class)
list(TRANSFORM found REPLACE "\\.class$" "")
set(missing ${CLASSES})
list(REMOVE_ITEM missing ${found})
list(REMOVE_ITEM found ${CLASSES})
if(missing OR found)
  message(FATAL_ERROR "embedded classes: listed but not made: [${missing}]; made but not listed: [${found}]")
endif()

set(arrays "")
set(rows "")
set(index 0)
foreach(name ${CLASSES})
  file(READ "${FOLDER}/${name}.class" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays "constexpr uint8_t kClass${index}[] = {${bytes}};\n")
  string(APPEND rows "    {\"${name}\", Bytes(kClass${index})},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT} "// Made by cmake/EmbedClasses.cmake.
#include <cstdint>
#include <span>

#include \"runtime/classes.h\"

namespace revmon::runtime {
namespace {
${arrays}
constexpr EmbeddedClass kEmbedded[] = {
${rows}};
}  // namespace

std::span<const EmbeddedClass> Classes() { return kEmbedded; }

}  // namespace revmon::runtime
")
