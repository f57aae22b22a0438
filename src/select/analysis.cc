#include "select/analysis.h"

#include <algorithm>

namespace revmon::select {

std::string_view ToString(Analysis analysis) {
  switch (analysis) {
    case Analysis::kClass: return "class";
    case Analysis::kFine: return "fine";
    case Analysis::kMthd: return "mthd";
    case Analysis::kMthdNop: return "mthd-nop";
    case Analysis::kMthdFm: return "mthd-fm";
    case Analysis::kHybrid: return "hybrid";
    case Analysis::kHybridNop: return "hybrid-nop";
  }
  return "";
}

std::vector<Analysis> AllAnalyses() {
  return {Analysis::kClass,  Analysis::kFine,   Analysis::kMthd,     Analysis::kMthdNop,
          Analysis::kMthdFm, Analysis::kHybrid, Analysis::kHybridNop};
}

Result<NamedAnalysis> ParseAnalysis(std::string_view name) {
  // Letters and digits alone: MTHDNoP_1^c is mthdnop1c.
  std::string bare;
  for (char c : name) {
    if (c == '-' || c == '_' || c == '^') continue;
    bare += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  size_t digit = std::min(bare.find_first_of("123"), bare.size());
  for (Analysis analysis : AllAnalyses()) {
    std::string known(ToString(analysis));
    std::erase(known, '-');
    if (bare.substr(0, digit) != known) continue;
    NamedAnalysis out{analysis, std::nullopt};
    if (digit == bare.size()) return out;
    REVMON_ASSIGN_OR_RETURN(out.variant, ParseVariant("ps" + bare.substr(digit)));
    return out;
  }
  return Error(ErrorCode::kInvalid, "no analysis is called '" + std::string(name) + "'")
      .Hint("class, fine, mthd, mthd-nop, mthd-fm, hybrid or hybrid-nop; or as in papers: MTHDNoP1c");
}

}  // namespace revmon::select
