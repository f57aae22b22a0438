// Answers: which of the classes that differ between two paths cannot alter what monitoring finds, by which
// rule?
//
// The rules are those of `--analysis fine` (select/ignorable.h). They are judged on the two paths alone: what
// uses these classes from elsewhere is not seen, and neither is a spec of the user's that asks for modifiers,
// throws clauses or annotations (none of the library does).
#pragma once
#include <map>
#include <string>

#include "base/file_system.h"

namespace revmon::cli {

// Internal class name -> rule ("F9 access of m()V"). Only for folders and jars: a single class is no program.
[[nodiscard]] std::map<std::string, std::string> RulesOfDiff(const FileSystem& files,
                                                             const std::string& before,
                                                             const std::string& after);

}  // namespace revmon::cli
