// Answers: does a parsed spec make sense, and what does it mean?
//
// Every check reports and goes on. Errors are what no run could give a meaning to; what is legal but without
// effect here, or probably a slip, is a warning or a note. Formulas are checked by their compilation
// (compile.h).
#pragma once
#include <vector>

#include "spec/ast.h"
#include "spec/model.h"
#include "spec/resolve.h"
#include "spec/source.h"

namespace revmon::spec {

// The specs without errors, in order of the file. `oracle` may be null (then few types resolve).
[[nodiscard]] std::vector<Spec> Check(const FileAst& file, const SourceText& source, const TypeOracle* oracle,
                                      Diagnostics* diagnostics);

}  // namespace revmon::spec
