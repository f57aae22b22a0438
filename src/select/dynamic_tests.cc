#include <algorithm>
#include <functional>

#include "graph/dependency_graph.h"
#include "graph/impact.h"
#include "graph/method_extract.h"
#include "graph/method_graph.h"
#include "select/test_hits.h"
#include "select/test_judge.h"
#include "wire/test_dependencies.h"

namespace revmon::select {
namespace {

using graph::MemberFacts;
using graph::MethodFacts;

// All that was recorded of one test: of its methods and nested classes too, where it is a class.
struct Record {
  std::set<uint32_t> elements;
  std::set<wire::Receiver> receivers;
  std::map<uint32_t, std::set<uint32_t>> blocks;  // by method
  std::set<uint32_t> whole;                       // methods without blocks
  std::set<std::string> files;
  std::string everything;  // why, or ""
  bool known = false;

  void Add(const wire::TestDependencies& test) {
    known = true;
    elements.insert(test.elements.begin(), test.elements.end());
    receivers.insert(test.receivers.begin(), test.receivers.end());
    files.insert(test.files.begin(), test.files.end());
    for (const wire::BlockUse& use : test.blocks)
      blocks[use.method].insert(use.blocks.begin(), use.blocks.end());
    if (test.everything && everything.empty())
      everything = test.why_everything.empty() ? "not all of it could be watched" : test.why_everything;
    // One run has a method's blocks, another one only that it ran.
    std::set<uint32_t> with;
    for (const wire::BlockUse& use : test.blocks) with.insert(use.method);
    for (uint32_t element : test.elements) {
      if (!with.contains(element)) whole.insert(element);
    }
  }
};

Record Collect(const wire::Dependencies& records, std::string_view test) {
  Record record;
  auto exact = records.tests.find(std::string(test));
  if (exact != records.tests.end()) record.Add(exact->second);
  size_t hash = test.find('#');
  if (hash != std::string_view::npos) {
    auto of_class = records.tests.find(std::string(test.substr(0, hash)));
    if (!record.known && of_class != records.tests.end()) record.Add(of_class->second);
    return record;
  }
  for (char mark : {'#', '$'}) {
    std::string prefix = std::string(test) + mark;
    for (auto at = records.tests.lower_bound(prefix);
         at != records.tests.end() && at->first.starts_with(prefix); ++at)
      record.Add(at->second);
  }
  return record;
}

// Does the path that was opened stand for this file of the project or the class path?
bool IsSameFile(std::string_view opened, std::string_view changed) {
  if (opened.starts_with("./")) opened.remove_prefix(2);
  if (opened == changed) return true;
  return opened.size() > changed.size() && opened.ends_with(changed) &&
         opened[opened.size() - changed.size() - 1] == '/';
}

// Called with the changed class or "" and a reason, until it gives true.
using Visit = std::function<bool(std::string_view cause, Why reason)>;

bool FindOpened(const RtsInput& input, const graph::ProgramDiff& diff, const std::string& test,
                const Record& record, const Visit& visit) {
  auto look = [&](std::string_view changed, const std::string& how) {
    for (const std::string& opened : record.files) {
      if (IsSameFile(opened, changed)) return visit("", {std::string(changed) + how, test + " opened it"});
    }
    return false;
  };
  for (const graph::EntryChange& change : diff.changes) {
    if (change.is_resource && look(change.name, " " + std::string(graph::ToString(change.kind)))) return true;
  }
  return std::any_of(input.changed_files.begin(), input.changed_files.end(),
                     [&](const std::string& file) { return look(file, " changed"); });
}

class DynamicJudge final : public TestJudge {
 public:
  DynamicJudge(const RtsInput& input, const graph::ProgramDiff& diff, HitRules rules,
               const std::vector<bool>& skip)
      : input_(input),
        diff_(diff),
        rules_(std::move(rules)),
        before_(*input.before, input.outer),
        after_(*input.after, input.outer),
        kinds_(FindChangeKinds(before_, after_, *input.before, *input.after, diff, skip)),
        hits_(input, diff, kinds_, before_, rules_) {
    for (const ClassChange& change : kinds_.classes) changed_.emplace(change.name, &change);
    FindReflecting();
    FindHitElements();
  }

  std::optional<Why> Selects(std::string_view test, std::string_view class_name) override {
    std::optional<Why> why;
    static_cast<void>(ForEachReason(test, class_name, [&](std::string_view, Why reason) {
      why = std::move(reason);
      return true;
    }));
    return why;
  }

  bool ForEachReason(std::string_view test, std::string_view class_name, const Visit& visit) {
    Record record = Collect(*input_.records, test);
    std::string name(test);
    if (!record.known) return visit("", {"nothing is known of what " + name + " did"});
    if (!record.everything.empty() && !(diff_.changes.empty() && input_.changed_files.empty()))
      return visit("", {name + " may depend on anything: " + record.everything});
    if (FindOpened(input_, diff_, name, record, visit) || Own(name, class_name, visit)) return true;
    bool reflects = std::any_of(record.elements.begin(), record.elements.end(),
                                [&](uint32_t element) { return reflecting_[element]; });
    for (uint32_t element : record.elements) {
      if (hit_[element] == nullptr) continue;
      for (const Hit& hit : *hit_[element]) {
        if (Holds(hit, element, record, reflects) && visit(hit.cause, Reason(hit, name + Did(element))))
          return true;
      }
    }
    return hits_.HasReceivers() && Receivers(name, record, visit);
  }

 private:
  const std::string& Element(uint32_t id) const { return input_.records->elements[id]; }

  void FindHitElements() {
    for (const std::string& element : input_.records->elements) hit_.push_back(hits_.Of(element));
  }

  // Elements whose use means that members of any class may be looked at. Of test frameworks none: what they
  // look at is the test itself.
  void FindReflecting() {
    std::vector<bool> calls;  // by node of the method graph
    graph::MethodGraph methods;
    if (!input_.libraries_watched) {
      const graph::Program* programs[] = {input_.before};
      methods = graph::MethodGraph::Link(programs, {}, input_.outer);
      calls = graph::Reaching(methods.graph, methods.is_reflecting);
    }
    auto reaches_library = [&](const std::string& element) {
      std::optional<graph::NodeId> node = calls.empty() ? std::nullopt : methods.Find(element);
      if (!node.has_value()) return false;
      for (const graph::Edge& edge : methods.graph.Dependees(*node)) {
        if (methods.graph.IsLibrary(edge.node) && calls[edge.node]) return true;
      }
      return false;
    };
    for (const std::string& element : input_.records->elements) {
      std::string_view owner = wire::ClassOfElement(element);
      const MethodFacts* facts = graph::IsFrameworkName(owner) ? nullptr : before_.Facts(owner);
      bool reflects = false;
      for (size_t i = 0; facts != nullptr && i < facts->methods.size(); ++i) {
        std::string method = std::string(owner) + "." + graph::MemberKey(*facts, facts->methods[i], true);
        bool meant = rules_.methods ? method == element : true;
        if (meant && ((facts->methods[i].bits & graph::kReflects) != 0 || reaches_library(method)))
          reflects = true;
      }
      reflecting_.push_back(reflects);
    }
  }

  bool Own(const std::string& name, std::string_view class_name, const Visit& visit) const {
    std::vector<std::string> own = {std::string(class_name)};
    if (!rules_.published) {
      own = OwnClasses(*input_.after, class_name);
      for (std::string& old : OwnClasses(*input_.before, class_name)) own.push_back(std::move(old));
    }
    for (const std::string& part : own) {
      auto at = changed_.find(part);
      if (at == changed_.end()) continue;
      if (visit(at->first, {Shown(*at->second), DottedName(part) + " is a part of the test " + name}))
        return true;
    }
    return false;
  }

  bool Holds(const Hit& hit, uint32_t element, const Record& record, bool reflects) const {
    if (hit.blocks.has_value()) {
      auto at = record.blocks.find(element);
      if (at == record.blocks.end() || record.whole.contains(element)) return true;
      return std::any_of(hit.blocks->begin(), hit.blocks->end(),
                         [&](uint32_t block) { return at->second.contains(block); });
    }
    switch (hit.condition) {
      case Hit::If::kAlways: return true;
      case Hit::If::kReflects: return reflects;
      case Hit::If::kNoConstructor: return HasForeignObjects(hit.cause, record);
      case Hit::If::kUnknownReceiver:
        return std::any_of(record.receivers.begin(), record.receivers.end(),
                           [&](const wire::Receiver& receiver) {
                             return KeyOf(receiver) == hit.key &&
                                    input_.before->FindClass(Element(receiver.type)) == nullptr;
                           });
    }
    return true;
  }

  // Did it run methods of objects of this class without making one?
  bool HasForeignObjects(std::string_view cause, const Record& record) const {
    bool ran = false;
    for (uint32_t id : record.elements) {
      const std::string& element = Element(id);
      if (!wire::IsMethodElement(element)) continue;
      std::string_view owner = wire::ClassOfElement(element);
      std::string_view key = std::string_view(element).substr(owner.size() + 1);
      if (owner == cause && key.starts_with("<init>")) return false;
      if (ran || key.starts_with('<')) continue;
      const std::vector<std::string_view>& below = before_.Subtypes(cause);
      bool kin = owner == cause || std::find(below.begin(), below.end(), owner) != below.end();
      const MemberFacts* method = kin ? before_.Declared(owner, key) : nullptr;
      ran = method != nullptr && (method->flags & classfile::kAccStatic) == 0;
    }
    return ran;
  }

  std::string_view KeyOf(const wire::Receiver& receiver) const {
    std::string_view method = Element(receiver.method);
    size_t owner = wire::ClassOfElement(method).size();
    return method.substr(std::min(owner + 1, method.size()));
  }

  bool Receivers(const std::string& name, const Record& record, const Visit& visit) const {
    auto look = [&](std::string_view type, std::string_view key) {
      const std::vector<Hit>* hits = hits_.OfReceiver(type, key);
      if (hits == nullptr) return false;
      std::string did = name + " ran " + std::string(key.substr(0, key.find('('))) +
                        " of an object of class " + DottedName(type);
      return visit(hits->front().cause, Reason(hits->front(), did));
    };
    for (const wire::Receiver& receiver : record.receivers) {
      if (look(Element(receiver.type), KeyOf(receiver))) return true;
    }
    // A method that ran may have run on an object of its own class.
    for (uint32_t id : record.elements) {
      const std::string& element = Element(id);
      if (!wire::IsMethodElement(element)) continue;
      std::string_view owner = wire::ClassOfElement(element);
      if (look(owner, std::string_view(element).substr(owner.size() + 1))) return true;
    }
    return false;
  }

  std::string Did(uint32_t element) const {
    bool method = wire::IsMethodElement(Element(element));
    return (method ? " ran " : " used ") + graph::ShownNode(Element(element));
  }
  static Why Reason(const Hit& hit, std::string last) {
    Why why = {hit.change};
    if (!hit.through.empty()) why.push_back(hit.through);
    why.push_back(std::move(last));
    return why;
  }

  const RtsInput& input_;
  const graph::ProgramDiff& diff_;
  HitRules rules_;
  mutable graph::MemberLookup before_;
  graph::MemberLookup after_;
  ChangeKinds kinds_;
  HitMap hits_;
  std::map<std::string_view, const ClassChange*> changed_;
  std::vector<const std::vector<Hit>*> hit_;  // by element
  std::vector<bool> reflecting_;              // by element
};

// fineekstazi: what a test used has changed in a way that can matter, and (with `methods`) a changed method
// can be reached from it. Both ask graphs; what a test used without being able to reach it, by names that it
// put together, they know nothing of: that counts as a whole, whatever the change.
class FineDynamicJudge final : public TestJudge {
 public:
  FineDynamicJudge(const RtsInput& input, const graph::ProgramDiff& diff, const HitRules& rules,
                   const std::vector<bool>& skip, bool methods)
      : all_(input, diff, rules, {}), fine_(input, diff, rules, skip) {
    if (methods) methods_ = MakeStaticJudge(input, diff, rules.published, true, true);
    const graph::Program* programs[] = {input.before, input.after};
    graph_ = graph::DependencyGraph::Link(programs, diff.copies);
  }

  std::optional<Why> Selects(std::string_view test, std::string_view class_name) override {
    std::optional<Why> fine = fine_.Selects(test, class_name);
    if (fine.has_value() && methods_ != nullptr) fine = methods_->Selects(test, class_name);
    return fine.has_value() ? fine : Hidden(test, class_name);
  }

 private:
  // A change that no graph leads to, or that is of no class.
  std::optional<Why> Hidden(std::string_view test, std::string_view class_name) {
    std::optional<graph::NodeId> node = graph_.FindClass(class_name);
    std::vector<bool> reached;
    std::optional<Why> hidden;
    static_cast<void>(all_.ForEachReason(test, class_name, [&](std::string_view cause, Why reason) {
      if (reached.empty() && node.has_value()) {
        std::vector<bool> source(graph_.node_count(), false);
        source[*node] = true;
        reached = graph::ReachedFrom(graph_, source);
      }
      std::optional<graph::NodeId> changed = graph_.FindClass(cause);
      if (!cause.empty() && changed.has_value() && !reached.empty() && reached[*changed]) return false;
      hidden = std::move(reason);
      return true;
    }));
    return hidden;
  }

  DynamicJudge all_, fine_;
  std::unique_ptr<TestJudge> methods_;
  graph::DependencyGraph graph_;
};

}  // namespace

std::optional<Why> OpenedChange(const RtsInput& input, const graph::ProgramDiff& diff,
                                const std::string& test) {
  if (input.records == nullptr) return std::nullopt;
  std::optional<Why> why;
  static_cast<void>(
      FindOpened(input, diff, test, Collect(*input.records, test), [&](std::string_view, Why reason) {
        why = std::move(reason);
        return true;
      }));
  return why;
}

std::unique_ptr<TestJudge> MakeDynamicJudge(const RtsInput& input, const graph::ProgramDiff& diff,
                                            const RtsOptions& options) {
  Technique technique = options.technique;
  HitRules rules;
  rules.published = options.published;
  // Records of classes only: methods cannot be told apart.
  rules.methods = NeedsMethodRecords(technique) && input.records->level != wire::DependencyLevel::kClass;
  rules.blocks = technique == Technique::kHyrtsB;
  rules.lifted.insert(options.lifted.begin(), options.lifted.end());
  if (technique == Technique::kHyrtsF) rules.lifted.insert({ElementChange::kAim, ElementChange::kDim});
  rules.receivers = NeedsReceivers(technique) &&
                    std::any_of(input.records->tests.begin(), input.records->tests.end(),
                                [](const auto& test) { return !test.second.receivers.empty(); });
  std::vector<bool> skip;
  bool fine = technique == Technique::kFineEkstazi || technique == Technique::kFineEkstaziMethods;
  if (fine) {
    for (const std::string& rule : IgnorableChanges(input, diff, options.published))
      skip.push_back(!rule.empty());
  }
  bool methods = technique == Technique::kFineEkstaziMethods;
  if (methods || (fine && !options.published))
    return std::make_unique<FineDynamicJudge>(input, diff, rules, skip, methods);
  return std::make_unique<DynamicJudge>(input, diff, std::move(rules), skip);
}

}  // namespace revmon::select
