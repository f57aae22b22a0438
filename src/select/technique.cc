#include "select/technique.h"

#include <algorithm>
#include <array>

#include "base/suggest.h"

namespace revmon::select {
namespace {

std::string Lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

// In the order of HyRTS's own letters, a to l.
constexpr std::array kLiftable = {
    ElementChange::kDsi, ElementChange::kAsi, ElementChange::kCsi, ElementChange::kDi,
    ElementChange::kAi,  ElementChange::kCi,  ElementChange::kDsm, ElementChange::kAsm,
    ElementChange::kCsm, ElementChange::kDim, ElementChange::kAim, ElementChange::kCim,
};

const ElementChange* FindLiftable(std::string_view lower_name) {
  for (const ElementChange& change : kLiftable) {
    if (Lower(ToString(change)) == lower_name) return &change;
  }
  return nullptr;
}

}  // namespace

std::string_view ToString(Technique technique) {
  switch (technique) {
    case Technique::kAll: return "all";
    case Technique::kStarts: return "starts";
    case Technique::kFineStarts: return "finestarts-f";
    case Technique::kFineStartsMethods: return "finestarts";
    case Technique::kEkstazi: return "ekstazi";
    case Technique::kFineEkstazi: return "fineekstazi-f";
    case Technique::kFineEkstaziMethods: return "fineekstazi";
    case Technique::kFrts: return "frts";
    case Technique::kHyrts: return "hyrts";
    case Technique::kHyrtsF: return "hyrts-f";
    case Technique::kHyrtsB: return "hyrts-b";
  }
  return "";
}

std::vector<Technique> AllTechniques() {
  return {Technique::kAll,
          Technique::kStarts,
          Technique::kFineStarts,
          Technique::kFineStartsMethods,
          Technique::kEkstazi,
          Technique::kFineEkstazi,
          Technique::kFineEkstaziMethods,
          Technique::kFrts,
          Technique::kHyrts,
          Technique::kHyrtsF,
          Technique::kHyrtsB};
}

Result<Technique> ParseTechnique(std::string_view name) {
  std::string wanted = Lower(name);
  std::replace(wanted.begin(), wanted.end(), '_', '-');
  if (wanted == "finestarts-m" || wanted == "fineekstazi-m") wanted.resize(wanted.size() - 2);
  std::vector<std::string> names;
  for (Technique technique : AllTechniques()) {
    if (ToString(technique) == wanted) return technique;
    names.emplace_back(ToString(technique));
  }
  std::string close = DidYouMean(wanted, names);
  std::string all;
  for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
  return Error(ErrorCode::kInvalid, "no test selection is called '" + std::string(name) + "'")
      .Hint(close.empty() ? all : close);
}

std::string_view ToString(ElementChange change) {
  static constexpr std::array<std::string_view, 20> kNames = {"AF",  "DF",  "CH", "CF",  "DSI", "ASI", "CSI",
                                                              "DI",  "AI",  "CI", "DSM", "ASM", "CSM", "DIM",
                                                              "AIM", "CIM", "LC", "DFL", "AFL", "CFL"};
  return kNames[static_cast<size_t>(change)];
}

Result<std::vector<ElementChange>> ParseLifted(std::string_view list) {
  std::vector<ElementChange> out;
  auto add = [&](ElementChange change) {
    if (std::find(out.begin(), out.end(), change) == out.end()) out.push_back(change);
  };
  for (size_t at = 0; at <= list.size();) {
    size_t end = std::min(list.find(',', at), list.size());
    std::string word(list.substr(at, end - at));
    at = end + 1;
    if (const ElementChange* change = FindLiftable(Lower(word))) {
      add(*change);
      continue;
    }
    // Letters in lower case only: "CH" is a kind that cannot be lifted.
    bool letters = !word.empty() && word.find_first_not_of("abcdefghijkl") == std::string::npos;
    if (!letters) {
      return Error(ErrorCode::kInvalid, "no change that can be lifted is called '" + word + "'")
          .Hint("DSI, ASI, CSI, DI, AI, CI, DSM, ASM, CSM, DIM, AIM or CIM, with commas between them");
    }
    for (char c : word) add(kLiftable[static_cast<size_t>(c - 'a')]);
  }
  return out;
}

}  // namespace revmon::select
