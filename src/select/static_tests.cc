#include <algorithm>
#include <set>

#include "graph/dependency_graph.h"
#include "graph/impact.h"
#include "graph/method_diff.h"
#include "graph/method_extract.h"
#include "graph/method_graph.h"
#include "select/ignorable.h"
#include "select/test_judge.h"

namespace revmon::select {
namespace {

using graph::EdgeKind;
using graph::NodeId;

// What jdeps sees.
constexpr graph::EdgeKindSet kPublishedEdges =
    graph::Only(EdgeKind::kInherits) | graph::Only(EdgeKind::kUses) | graph::Only(EdgeKind::kDynamic) |
    graph::Only(EdgeKind::kSignature) | graph::Only(EdgeKind::kAnnotation) | graph::Only(EdgeKind::kNest);

std::string HowChanged(const graph::ProgramDiff& diff, std::string_view name) {
  bool resource = name.starts_with(':');
  if (resource) name.remove_prefix(1);
  for (const graph::EntryChange& change : diff.changes) {
    if (change.is_resource != resource) continue;
    bool member =
        !resource && name.starts_with(change.name) && name.substr(change.name.size()).starts_with('.');
    if (name != change.name && !member) continue;
    if (change.kind == graph::ChangeKind::kAdded) return " is new";
    if (change.kind == graph::ChangeKind::kRemoved) return " is gone";
  }
  return " changed";
}

// From the change to `node`.
Why ChainOf(const graph::DependencyGraph& graph, const graph::Impact& impact, const graph::ProgramDiff& diff,
            NodeId node) {
  std::vector<graph::Step> chain = impact.Chain(node);
  Why why = {graph::ShownNode(graph.Name(chain.back().node)) +
             HowChanged(diff, graph.Name(chain.back().node))};
  for (size_t i = chain.size() - 1; i-- > 0;) {
    why.push_back(graph::ShownNode(graph.Name(chain[i].node)) + " " + std::string(ToString(chain[i].kind)) +
                  " " + graph::ShownNode(graph.Name(chain[i + 1].node)));
  }
  return why;
}

class StaticJudge final : public TestJudge {
 public:
  StaticJudge(const RtsInput& input, const graph::ProgramDiff& diff, bool published, bool fine, bool methods)
      : input_(input), diff_(diff), by_methods_(methods) {
    std::vector<bool> skip(diff.changes.size(), false);
    if (fine) {
      std::vector<std::string> rules = IgnorableChanges(input, diff, published);
      for (size_t i = 0; i < rules.size(); ++i) skip[i] = !rules[i].empty();
    }
    const graph::Program* programs[] = {input.before, input.after};
    std::span<const graph::CopiedConstant> copies;
    if (!published) copies = diff.copies;
    classes_ = graph::DependencyGraph::Link(programs, copies, published ? kPublishedEdges : graph::kAllEdges);
    class_impact_ = graph::Impact::Compute(classes_, ChangedClasses(skip), graph::Closure::kPs3);
    if (!by_methods_) return;
    methods_ = graph::MethodGraph::Link(programs, copies, input.outer);
    std::vector<NodeId> changed = graph::ChangedNodes(methods_, *input.before, *input.after, diff, skip);
    method_impact_ = graph::Impact::Compute(methods_, changed, graph::Closure::kPs3);
    by_type_ = methods_.NodesByType();
  }

  std::optional<Why> Selects(std::string_view, std::string_view class_name) override {
    std::optional<NodeId> node = classes_.FindClass(class_name);
    if (!node.has_value()) return Why{DottedName(class_name) + " is no class of the program"};
    if (!class_impact_.Has(*node)) return std::nullopt;
    if (!by_methods_) return ChainOf(classes_, class_impact_, diff_, *node);
    // A shortest chain from any of its members.
    std::optional<Why> best;
    for (const std::string& own : OwnClasses(*input_.after, class_name)) {
      std::optional<NodeId> type = methods_.Find(own);
      if (!type.has_value()) return ChainOf(classes_, class_impact_, diff_, *node);
      for (NodeId id : by_type_[*type]) {
        if (!method_impact_.Has(id)) continue;
        Why why = ChainOf(methods_.graph, method_impact_, diff_, id);
        if (!best.has_value() || why.size() < best->size()) best = std::move(why);
      }
    }
    if (best.has_value()) best->push_back("a part of the test " + DottedName(class_name));
    return best;
  }

 private:
  std::vector<NodeId> ChangedClasses(const std::vector<bool>& skip) const {
    std::vector<NodeId> nodes;
    for (size_t i = 0; i < diff_.changes.size(); ++i) {
      if (skip[i]) continue;
      const graph::EntryChange& change = diff_.changes[i];
      std::optional<NodeId> node =
          change.is_resource ? classes_.FindResource(change.name) : classes_.FindClass(change.name);
      if (node.has_value()) nodes.push_back(*node);
    }
    return nodes;
  }

  const RtsInput& input_;
  const graph::ProgramDiff& diff_;
  bool by_methods_;
  graph::DependencyGraph classes_;
  graph::Impact class_impact_;
  graph::MethodGraph methods_;
  graph::Impact method_impact_;
  std::vector<std::vector<NodeId>> by_type_;
};

}  // namespace

std::unique_ptr<TestJudge> MakeStaticJudge(const RtsInput& input, const graph::ProgramDiff& diff,
                                           bool published, bool fine, bool methods) {
  return std::make_unique<StaticJudge>(input, diff, published, fine, methods);
}

std::vector<std::string> IgnorableChanges(const RtsInput& input, const graph::ProgramDiff& diff,
                                          bool published) {
  if (published) return PublishedIgnorable(input, diff);
  static const wire::Plan kNoSpecs;
  SelectionInput selection;
  selection.before = input.before;
  selection.after = input.after;
  selection.plan = &kNoSpecs;
  selection.outer = input.outer;
  return FindIgnorable(selection, diff);
}

std::vector<std::string> OwnClasses(const graph::Program& program, std::string_view class_name) {
  std::vector<std::string> own = {std::string(class_name)};
  std::set<std::string, std::less<>> seen = {own[0]};
  std::string nested = own[0] + "$";
  for (const graph::ProgramEntry& entry : program.entries()) {
    if (!entry.facts.is_resource && entry.facts.name.starts_with(nested) &&
        seen.emplace(entry.facts.name).second) {
      own.emplace_back(entry.facts.name);
    }
  }
  for (size_t i = 0; i < own.size(); ++i) {
    const graph::ProgramEntry* entry = program.FindClass(own[i]);
    if (entry == nullptr) continue;
    for (const graph::Reference& reference : entry->facts.references) {
      if (reference.kind != EdgeKind::kInherits || graph::IsFrameworkName(reference.name)) continue;
      if (program.FindClass(reference.name) == nullptr) continue;
      if (seen.emplace(reference.name).second) own.emplace_back(reference.name);
    }
  }
  return own;
}

std::string DottedName(std::string_view internal_name) {
  std::string out(internal_name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

}  // namespace revmon::select
