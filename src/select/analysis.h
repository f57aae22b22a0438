// Answers: how finely is a change followed to the specs it can affect?
//
// The analyses of FineMOP (ICSE 2026), each over all twelve variants (variant.h):
//   class       classes, as regression property selection does
//   fine        classes, but changes that cannot matter are left out first (ignorable.h)
//   mthd        methods and fields; all specs with events in a class that has an impacted one
//   mthd-nop    the same, but only specs with events in the impacted methods themselves
//   mthd-fm     mthd-nop, and only the impacted methods are woven, not their whole classes
//   hybrid      mthd, but classes that are new, gone or have another header are followed by classes
//   hybrid-nop  the same without the step from methods to classes
// Over ps1 and ps1c none of them misses a new violation (docs/evolution.md says under which conditions).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "select/variant.h"

namespace revmon::select {

enum class Analysis : uint8_t { kClass, kFine, kMthd, kMthdNop, kMthdFm, kHybrid, kHybridNop };

[[nodiscard]] std::string_view ToString(Analysis analysis);  // "mthd-nop"
// By its name above, or as the literature has it: MTHDNoP; with the variant behind it: MTHDNoP1c, FINE3cl.
struct NamedAnalysis {
  Analysis analysis = Analysis::kClass;
  std::optional<Variant> variant;
};
[[nodiscard]] Result<NamedAnalysis> ParseAnalysis(std::string_view name);
[[nodiscard]] std::vector<Analysis> AllAnalyses();

// Does it follow methods?
[[nodiscard]] constexpr bool IsByMethods(Analysis analysis) { return analysis >= Analysis::kMthd; }
// Does it need facts of methods at all?
[[nodiscard]] constexpr bool NeedsMethods(Analysis analysis) { return analysis != Analysis::kClass; }
[[nodiscard]] constexpr bool IsHybrid(Analysis analysis) { return analysis >= Analysis::kHybrid; }
// Are specs looked for in the impacted methods alone?
[[nodiscard]] constexpr bool MapsToMethods(Analysis analysis) {
  return analysis == Analysis::kMthdNop || analysis == Analysis::kMthdFm || analysis == Analysis::kHybridNop;
}

}  // namespace revmon::select
