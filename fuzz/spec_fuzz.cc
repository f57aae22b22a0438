// Spec text: whatever the bytes, loading ends within its budgets; diagnostics stay inside the text, and a
// pointcut that was accepted prints to text that is accepted again and prints the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "spec/load.h"
#include "spec/pointcut_parser.h"

using namespace revmon::spec;

namespace {

// Knows every name without '$', so that resolution takes all its paths.
class AnyOracle : public TypeOracle {
 public:
  bool Exists(std::string_view name) const override { return name.find('$') == std::string_view::npos; }
};

void CheckRoundTrip(const Pointcut& pointcut) {
  if (pointcut.empty()) return;
  for (const PointcutNode& node : pointcut.nodes) {
    if (node.kind == Designator::kNamed) return;  // stands alone only inside its spec
  }
  std::string printed = ToString(pointcut);
  SourceText source("printed", printed);
  Diagnostics diagnostics;
  Pointcut again = ParsePointcut(source, &diagnostics);
  if (again.empty() || ToString(again) != printed) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  AnyOracle oracle;
  LoadedFile file = Load("fuzz.mop", std::string(reinterpret_cast<const char*>(data), size), &oracle);
  for (const Diagnostic& diagnostic : file.diagnostics.list()) {
    if (diagnostic.span.begin > size) std::abort();
  }
  if (Render(file.source, file.diagnostics).empty() != file.diagnostics.list().empty()) std::abort();
  (void)Dump(file.ast).size();
  for (const Spec& spec : file.specs) (void)DumpEvents(spec).size();
  if (file.diagnostics.errors() > 0) return 0;
  for (const SpecDecl& spec : file.ast.specs) {
    for (const EventDecl& event : spec.events) CheckRoundTrip(event.pointcut);
  }
  return 0;
}
