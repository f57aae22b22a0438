// Answers: which specs have events in this class, and in which of its methods?
//
// The one matcher (decision 2) decides, and its answer is kept. It depends on more than the class: whether
// x.iterator() is Collection.iterator() depends on what x's class inherits. So an answer is kept under the
// class's checksum, the plan's, the JDK's version, and the outlines of all types of the program that the
// class names, with their supertypes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "graph/program.h"
#include "match/matcher.h"
#include "match/type_world.h"
#include "wire/plan.h"

namespace revmon::select {

struct MethodSpecs {
  std::string method;           // "m(I)V"
  std::vector<uint32_t> specs;  // ascending
};

class SpecMap {
 public:
  // `path` has the program's classes behind those of the JDK `jdk_version`. All must outlive the map; `cache`
  // may be null.
  SpecMap(const wire::Plan& plan, const graph::Program& program, const classpath::ClassPath& path,
          std::string_view jdk_version, graph::FactsCache* cache);

  // Per entry the indexes of its specs in the plan, ascending. A class that cannot be read or matched has
  // all.
  [[nodiscard]] std::vector<std::vector<uint32_t>> SpecsOf(
      const std::vector<const graph::ProgramEntry*>& entries);
  // The same by method, those without any left out. A class that cannot be read or matched has all in every
  // method of its facts.
  [[nodiscard]] std::vector<std::vector<MethodSpecs>> SpecsOfMethods(
      const std::vector<const graph::ProgramEntry*>& entries);
  // How many classes the matcher had to look at.
  [[nodiscard]] size_t matched() const { return matched_; }

 private:
  [[nodiscard]] Hash128 KeyOf(const graph::ProgramEntry& entry) const;
  [[nodiscard]] std::vector<MethodSpecs> Match(const graph::ProgramEntry& entry);
  [[nodiscard]] std::vector<MethodSpecs> Everything(const graph::ProgramEntry& entry) const;

  const wire::Plan& plan_;
  const graph::Program& program_;
  const classpath::ClassPath& path_;
  graph::FactsCache* cache_;
  Hash128 base_;  // plan and JDK
  match::ClassPathWorld world_;
  match::Matcher matcher_;
  size_t matched_ = 0;
};

// Can it be misled by events it does not see? Not if it judges every event alone.
[[nodiscard]] bool Remembers(const wire::Spec& spec);
// Do all its events happen without any class raising them (start and end of threads and of the program)?
[[nodiscard]] bool NeedsNoClass(const wire::Spec& spec);

}  // namespace revmon::select
