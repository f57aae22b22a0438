// Answers: which types has this walk met already?
//
// A worklist that takes each type once. Walks over supertypes are short (a dozen types) and there are
// millions of them, so membership is a scan of the list itself until it is long enough for a hash set.
#pragma once
#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <vector>

#include "classpath/hierarchy.h"

namespace revmon::classpath {

class TypeWalk {
 public:
  // Adds a type unless it was added before. True if it is new.
  bool Add(ClassId id) {
    if (set_.empty()) {
      if (std::find(list_.begin(), list_.end(), id) != list_.end()) return false;
      if (list_.size() == kScanned) set_.insert(list_.begin(), list_.end());
    }
    if (!set_.empty() && !set_.insert(id).second) return false;
    list_.push_back(id);
    return true;
  }
  // Types in the order they were added; also those that come while one loops over it by index.
  [[nodiscard]] const std::vector<ClassId>& list() const { return list_; }
  [[nodiscard]] std::vector<ClassId> Release() { return std::move(list_); }

 private:
  static constexpr size_t kScanned = 32;
  std::vector<ClassId> list_;
  std::unordered_set<ClassId> set_;
};

}  // namespace revmon::classpath
