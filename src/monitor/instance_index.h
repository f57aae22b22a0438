// Answers: which existing instances agree with this binding?
//
// Instances are grouped by domain (the set of parameters they bind). For a binding with domain M, an instance
// of domain D agrees when it has the same objects on D & M; so each group keeps, for every D & M that was
// ever asked for, a hash map from those objects to the instances that have them. A group whose D & M is empty
// agrees as a whole.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "monitor/property.h"

namespace revmon::monitor {

using InstanceId = uint32_t;

class InstanceIndex {
 public:
  using Objects = std::vector<uint32_t>;

  // Ids are given in ascending order: the first is 0.
  InstanceId Add(const Objects& binding);
  [[nodiscard]] size_t size() const { return bindings_.size(); }
  [[nodiscard]] const Objects& binding(InstanceId id) const { return bindings_[id]; }

  // Appends all instances compatible with `binding`, ascending.
  void FindCompatible(const Objects& binding, std::vector<InstanceId>& out);
  // The instance with exactly this binding, or kNone.
  static constexpr InstanceId kNone = ~InstanceId{0};
  [[nodiscard]] InstanceId Find(const Objects& binding) const;

  [[nodiscard]] static ParameterMask DomainOf(const Objects& binding);

 private:
  struct ObjectsHash {
    size_t operator()(const Objects& objects) const;
  };
  using Buckets = std::unordered_map<Objects, std::vector<InstanceId>, ObjectsHash>;
  struct Group {
    std::vector<InstanceId> all;
    std::map<ParameterMask, Buckets> by_shared;  // shared parameters -> their objects -> instances
  };
  [[nodiscard]] static Objects Restrict(const Objects& binding, ParameterMask to);

  std::vector<Objects> bindings_;
  std::unordered_map<Objects, InstanceId, ObjectsHash> exact_;
  std::map<ParameterMask, Group> groups_;
};

}  // namespace revmon::monitor
