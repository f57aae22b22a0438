// Answers: how are the tests chosen that have to run again after a change?
//
//   all            every test
//   starts         static, classes: tests from which a changed class can be reached
//   finestarts-f   starts without changes that cannot matter (ignorable.h)
//   finestarts     finestarts-f, and only tests from which a changed method or field can be reached
//   ekstazi        dynamic, classes: tests that used a changed class
//   fineekstazi-f  ekstazi without changes that cannot matter
//   fineekstazi    fineekstazi-f, and only tests from which a changed method or field can be reached
//   frts           ekstazi as HyRTS names it
//   hyrts          dynamic, methods; classes that are new, gone or have another header by classes
//   hyrts-f        hyrts with AIM and DIM lifted to classes: no receiver types are needed
//   hyrts-b        hyrts with basic blocks for CIM and CSM
// -m stands for the default form of finestarts and fineekstazi: finestarts-m is finestarts. All are safe
// under the conditions of docs/rts.md; `published` gives the rules of the papers and their tools, which are
// not.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace revmon::select {

enum class Technique : uint8_t {
  kAll,
  kStarts,
  kFineStarts,         // ignorable changes only: finestarts-f
  kFineStartsMethods,  // finestarts
  kEkstazi,
  kFineEkstazi,         // ignorable changes only: fineekstazi-f
  kFineEkstaziMethods,  // fineekstazi
  kFrts,
  kHyrts,
  kHyrtsF,
  kHyrtsB,
};

// What happened to one class or method (HyRTS, table 2), to a field, or to the lookup of a method.
enum class ElementChange : uint8_t {
  kAf,   // class added
  kDf,   // class deleted
  kCh,   // header changed: supertypes, flags, annotations, generic signature ...
  kCf,   // anything in the class changed but its header
  kDsi,  // static initialiser deleted, added, changed
  kAsi,
  kCsi,
  kDi,  // constructor
  kAi,
  kCi,
  kDsm,  // static method
  kAsm,
  kCsm,
  kDim,  // instance method
  kAim,
  kCim,
  kLc,   // <X, m>: m of an object of class X is another method now
  kDfl,  // field; not in the paper, which sees fields through the methods that set them
  kAfl,
  kCfl,
};

struct RtsOptions {
  Technique technique = Technique::kHyrts;
  std::vector<ElementChange> lifted;  // hyrts only: these count for the whole class
  bool published = false;             // the rule of the paper or its tool, where ours differs
};

[[nodiscard]] std::string_view ToString(Technique technique);  // "hyrts-f"
[[nodiscard]] Result<Technique> ParseTechnique(std::string_view name);
[[nodiscard]] std::vector<Technique> AllTechniques();

[[nodiscard]] std::string_view ToString(ElementChange change);  // "AIM"
// "DSI,ASI", or the letters that HyRTS has for them ("ab"). Only kinds of methods and initialisers.
[[nodiscard]] Result<std::vector<ElementChange>> ParseLifted(std::string_view list);

// Does it choose by what tests did in an earlier run?
[[nodiscard]] constexpr bool IsDynamic(Technique technique) { return technique >= Technique::kEkstazi; }
// Does it need facts of methods of both programs? (All but these fall back to everything without them.)
[[nodiscard]] constexpr bool NeedsMethods(Technique technique) {
  return technique != Technique::kAll && technique != Technique::kStarts;
}
// What has to be recorded for it: methods, basic blocks, receiver types? Otherwise classes.
[[nodiscard]] constexpr bool NeedsMethodRecords(Technique technique) {
  return technique >= Technique::kHyrts;
}
[[nodiscard]] constexpr bool NeedsBlockRecords(Technique technique) {
  return technique == Technique::kHyrtsB;
}
[[nodiscard]] constexpr bool NeedsReceivers(Technique technique) {
  return technique == Technique::kHyrts || technique == Technique::kHyrtsB;
}

}  // namespace revmon::select
