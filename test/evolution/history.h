// Answers: what does a random program do, before and after a random edit?
//
// A program is a set of interfaces with a static method each, numbered so that dependencies go down. Each has
// a value in its body, depends on others in any of the ways that graph/edge.h lists, and may raise an event.
// What a test does is computed on the model: a class passes values to those it depends on and gets values
// back, whatever the kind of the dependency; an event is a violation or not by the values that reach it. So a
// changed class changes what its dependents do, and what they hand to others: exactly what selection has to
// reckon with.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/edge.h"

namespace revmon::testing {

struct Dependency {
  int target = 0;
  graph::EdgeKind kind = graph::EdgeKind::kUses;
};

struct ModelClass {
  int value = 0;
  int constant = 0;  // copied by those that depend on it by kConstant
  int spec = -1;     // -1 = raises no event
  bool library = false;
  bool test = false;
  int owner = -1;  // nested in that class
  std::vector<Dependency> dependencies;
};

using Violations = std::set<std::pair<int, int>>;  // spec, class

class Model {
 public:
  static constexpr int kSpecs = 6;

  Model(uint32_t seed, int classes);

  // One random edit; what it was, for messages.
  std::string Edit();

  [[nodiscard]] Violations Run() const;
  // "p/C3.java" -> source; other names are resources.
  [[nodiscard]] std::map<std::string, std::string> Files() const;
  [[nodiscard]] bool IsLibrary(const std::string& file) const;
  [[nodiscard]] static std::string NameOf(int id, const std::map<int, ModelClass>& classes);
  [[nodiscard]] std::string NameOf(int id) const { return NameOf(id, classes_); }

 private:
  int Random(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  int NewValue() { return next_value_ += 1 + Random(50); }
  void AddClass(bool library, bool test);
  void AddDependency(int id);
  [[nodiscard]] int AnyClass();
  // A class whose constant some other one has copied, if there is any.
  [[nodiscard]] int HolderOfACopy(int otherwise);
  [[nodiscard]] uint64_t Evaluate(int id, uint64_t input, Violations& out, int depth) const;
  [[nodiscard]] std::string Source(int id) const;
  [[nodiscard]] std::string Body(int id) const;

  std::mt19937 random_;
  std::map<int, ModelClass> classes_;
  int next_id_ = 0;
  int next_value_ = 70'000;
};

}  // namespace revmon::testing
