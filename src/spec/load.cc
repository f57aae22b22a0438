#include "spec/load.h"

#include "spec/check.h"
#include "spec/compile.h"
#include "spec/parser.h"

namespace revmon::spec {

LoadedFile Load(std::string name, std::string text, const TypeOracle* oracle) {
  LoadedFile out{SourceText(std::move(name), std::move(text)), {}, {}, {}, 0};
  out.ast = Parse(out.source, &out.diagnostics);
  for (const SpecDecl& spec : out.ast.specs) out.declared_events += spec.events.size();
  for (Spec& spec : Check(out.ast, out.source, oracle, &out.diagnostics)) {
    if (CompileProperties(&spec, &out.diagnostics)) out.specs.push_back(std::move(spec));
  }
  out.diagnostics.Sort();
  return out;
}

}  // namespace revmon::spec
