// Answers: after this change, which specs have to be monitored again, in which classes, and why?
//
// Two programs (the baseline's and today's), a plan with all specs that were asked for, an analysis and a
// variant go in; a subset of the specs and patterns for the agent's class filter come out. Everything that
// cannot be known falls back to "all specs, everywhere", and says why. Pure: no files, no store, no git.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classpath/hierarchy.h"
#include "graph/dependency_graph.h"
#include "graph/impact.h"
#include "graph/method_graph.h"
#include "graph/program.h"
#include "graph/program_diff.h"
#include "select/analysis.h"
#include "select/spec_map.h"
#include "select/variant.h"
#include "wire/plan.h"

namespace revmon::select {

struct SelectionInput {
  const graph::Program* before = nullptr;  // null: there is no baseline
  const graph::Program* after = nullptr;
  const wire::Plan* plan = nullptr;
  SpecMap* specs = nullptr;  // over `after` and `plan`
  Variant variant;
  std::string why_full;                    // not "": monitor everything, for this reason
  std::vector<std::string> changed_specs;  // new or edited since the baseline: always selected
  bool full_on_library_change = false;     // as the literature does it
  // Classes that the agent leaves alone whatever it is told (test frameworks); "" for none.
  std::function<bool(std::string_view internal_name)> watches;
  graph::EdgeKindSet edges = graph::kAllEdges;  // fewer only to show what they are good for
  // Other than kClass: both programs should have facts of methods; where one has none, classes are followed.
  Analysis analysis = Analysis::kClass;
  bool fields = true;                           // false: the literature's graph without fields, not safe
  const classpath::Hierarchy* outer = nullptr;  // types of the JDK; null: much less is known
};

// Why a spec was selected: it has events in this class or method; kNoNode: it is new or changed itself, or
// all are.
struct SelectedSpec {
  uint32_t index = 0;  // in the plan
  graph::NodeId because = graph::kNoNode;
};

// Has views into both programs.
struct Selection {
  bool full = false;
  std::string why_full;
  bool unchanged = false;  // no class and no resource differs from the baseline
  Analysis analysis = Analysis::kClass;
  std::string why_classes;  // not "": methods were asked for, and classes followed, for this reason
  graph::ProgramDiff diff;
  std::vector<std::string> ignored;  // by position in the diff: the rule why it cannot matter (fine), or ""
  graph::DependencyGraph graph;      // of classes, or of methods (method_graph.h); empty where full
  graph::Impact impact;
  std::vector<graph::NodeId> impacted;  // classes that exist, by name
  std::vector<SelectedSpec> specs;      // by index
  std::vector<std::string> include;     // patterns for the agent; empty = everything
  std::vector<std::string> exclude;
  std::vector<wire::ClassMethods> methods;  // of these classes only these methods are woven
  size_t left_out = 0;                      // classes of the program that are not woven

  // By methods only.
  std::vector<graph::NodeKind> kinds;              // by node
  std::vector<graph::NodeId> types;                // by node
  std::vector<graph::NodeId> impacted_methods;     // that exist, by name
  std::map<graph::NodeId, graph::NodeId> through;  // impacted class -> the member that explains it best
  std::set<graph::NodeId> whole;                   // hybrid: classes that were followed as classes ...
  graph::DependencyGraph class_graph;              // ... and how
  graph::Impact class_impact;

  [[nodiscard]] bool by_methods() const { return !kinds.empty(); }
  [[nodiscard]] std::vector<std::string> SpecNames(const wire::Plan& plan) const;
  // Would this run have seen a violation of that spec in that class (dotted name)? In that method of it, if
  // one is given: overloads count as one.
  [[nodiscard]] bool Covers(const wire::Plan& plan, const std::string& spec, std::string_view class_name,
                            std::string_view method = {}) const;
};

// Is this method of this class (dotted) woven, where only those of some classes are? Overloads count as one;
// without a name: any method.
[[nodiscard]] bool IsWoven(const std::vector<wire::ClassMethods>& classes, std::string_view class_name,
                           std::string_view method);

[[nodiscard]] Selection Select(const SelectionInput& input);

// "12 of 160 specs re-monitored (a.B changed: 5 classes impacted)".
[[nodiscard]] std::string Summary(const Selection& selection, size_t all_specs);
// What can be said behind "a.D, which ...": "may get other objects from a.C, which uses a.B, which changed".
[[nodiscard]] std::string Reason(const Selection& selection, graph::NodeId node);
// "a.D: may get other objects from a.C, which uses a.B, which changed".
[[nodiscard]] std::string Explain(const Selection& selection, graph::NodeId node);
// A node as people know it: "a.B.m(int)".
[[nodiscard]] std::string Shown(const Selection& selection, graph::NodeId node);

}  // namespace revmon::select
