// Answers: in which methods of this class are events woven?
//
// In all, unless the plan lists the class with some of its methods (selection by methods, select/analysis.h).
// It is decided here, once per class: what is not woven costs nothing when it runs.
#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "match/join_point.h"
#include "wire/plan.h"

namespace revmon::weave {

class MethodFilter {
 public:
  explicit MethodFilter(const std::vector<wire::ClassMethods>& classes);

  // Takes the events of other methods out of `points`. Counters for cflow stay: other classes ask for them.
  void Apply(const classfile::ClassFile& file, std::vector<match::JoinPoint>& points) const;

 private:
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> classes_;
};

}  // namespace revmon::weave
