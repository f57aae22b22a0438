// Answers: which classes does each basic block of a method use otherwise than by running their code?
//
// A class that is entered says so itself (dependency_probe.h). What it does not see is use from outside: a
// field read or written, a class literal, instanceof and casts, arrays, a handler that catches it, an
// interface through which something is called, the interface of a lambda, what a method reference or a
// pattern switch names. `new` is not among them: the constructor is entered.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code.h"

namespace revmon::weave {

using ClassNames = std::set<std::string, std::less<>>;
// Is a class of that internal name one whose changes are looked for?
using IsWatched = std::function<bool(std::string_view)>;

// By block (classfile/basic_blocks.h: `starts` are theirs); without the class itself.
[[nodiscard]] Result<std::vector<ClassNames>> FindClassUses(const classfile::ClassFile& file,
                                                            const classfile::CodeView& code,
                                                            const std::vector<uint32_t>& starts,
                                                            const IsWatched& watched);

}  // namespace revmon::weave
