// Answers: if a test used this class, ran this method, or called it on such an object: is it affected, and by
// what? (Inside dynamic_tests.cc.)
//
// Changes become hits on what old runs have recorded: on the class, its subtypes and whoever makes lambdas of
// it; on methods; on pairs of receiver class and method. A test is affected if one of its elements is hit.
// Which hits a change has is the rule of the technique (docs/rts.md).
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph/member_lookup.h"
#include "graph/program_diff.h"
#include "select/change_kinds.h"
#include "select/test_selection.h"

namespace revmon::select {

// What a technique follows, and how far.
struct HitRules {
  bool methods = false;    // false: classes only
  bool receivers = false;  // they were recorded: AIM and DIM by LC; else they are lifted
  bool blocks = false;
  bool published = false;
  std::set<ElementChange> lifted;
};

struct Hit {
  enum class If : uint8_t {
    kAlways,
    kReflects,         // the test runs code that looks at the members of classes
    kNoConstructor,    // it ran methods of objects of the class that it did not make
    kUnknownReceiver,  // it ran `key` on an object of a class that is none of the program
  };
  std::string change;      // "CIM p.A.m()"
  std::string through;     // "p.B inherits p.A", or ""
  std::string_view cause;  // the class that changed; "" if it is none
  If condition = If::kAlways;
  std::string key;
  std::optional<std::vector<uint32_t>> blocks;  // the old method's that changed
};

class HitMap {
 public:
  HitMap(const RtsInput& input, const graph::ProgramDiff& diff, const ChangeKinds& kinds,
         graph::MemberLookup& before, const HitRules& rules);

  // Null if nothing hits it. Elements as recorded: "p/A", "p/A.m(I)V".
  [[nodiscard]] const std::vector<Hit>* Of(std::string_view element) const;
  [[nodiscard]] const std::vector<Hit>* OfReceiver(std::string_view type, std::string_view key) const;
  [[nodiscard]] bool HasReceivers() const { return !receivers_.empty(); }

 private:
  // A class or resource whose name in code or in a string matters.
  struct Named {
    Hit hit;
    bool literally = false;  // only class constants and strings
  };
  void Published(const ClassChange& change);
  void PublishedLookups(const ClassChange& change, const MemberChange& member);
  void Class(const ClassChange& change);
  void Member(const ClassChange& change, const MemberChange& member);
  void Code(const ClassChange& change, const MemberChange& member, const Hit& hit);
  void Lookups();
  void Relinked();
  void Copies();
  void Resources();
  void Libraries();
  void Names();
  void NamesIn(const graph::MethodFacts& facts);
  // On the class, all below it, and whoever makes lambdas of them.
  void OnClass(std::string_view name, const Hit& hit);
  void On(std::string_view element, Hit hit);
  [[nodiscard]] const std::vector<std::string_view>& LambdaMakers(std::string_view type);

  const RtsInput& input_;
  const graph::ProgramDiff& diff_;
  const ChangeKinds& kinds_;
  graph::MemberLookup& before_;
  const HitRules& rules_;
  std::map<std::string, std::vector<Hit>, std::less<>> hits_;
  std::map<std::pair<std::string, std::string>, std::vector<Hit>> receivers_;
  std::multimap<std::string, Named, std::less<>> named_;  // by internal name of the class
  std::vector<std::pair<std::string_view, Hit>> resources_;
  std::map<std::string_view, std::vector<std::string_view>> lambda_makers_;
  bool lambda_makers_known_ = false;
};

}  // namespace revmon::select
