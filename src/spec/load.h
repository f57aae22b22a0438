// Answers: what does one spec file hold, all stages done?
//
// The front door of the module: text -> tokens -> tree -> checks -> machines. Nothing is printed and nothing
// is thrown; what went wrong is in `diagnostics`, in order of the text, and Render shows it.
#pragma once
#include <string>
#include <vector>

#include "spec/ast.h"
#include "spec/model.h"
#include "spec/resolve.h"
#include "spec/source.h"

namespace revmon::spec {

struct LoadedFile {
  SourceText source;
  FileAst ast;              // also of specs with errors
  std::vector<Spec> specs;  // those without
  Diagnostics diagnostics;
  size_t declared_events = 0;
};

// `name` is shown in messages. `oracle` may be null; it is only used during the call.
[[nodiscard]] LoadedFile Load(std::string name, std::string text, const TypeOracle* oracle);

}  // namespace revmon::spec
