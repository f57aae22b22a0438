#include "select/test_hits.h"

#include <algorithm>

#include "graph/block_diff.h"
#include "graph/dependency_graph.h"
#include "graph/method_graph.h"
#include "select/test_judge.h"

namespace revmon::select {
namespace {

using graph::Found;
using graph::MemberFacts;
using graph::MethodFacts;
using graph::RefKind;

std::string ElementName(std::string_view owner, std::string_view key) {
  return std::string(owner).append(".").append(key);
}

bool HasBody(const MemberFacts& member) {
  return (member.flags & (classfile::kAccAbstract | classfile::kAccNative)) == 0;
}

bool IsAnnotationType(const ClassChange& change) {
  return (change.before != nullptr && (change.before->type.flags & classfile::kAccAnnotation) != 0) ||
         (change.after != nullptr && (change.after->type.flags & classfile::kAccAnnotation) != 0);
}

// May the JDK or a framework find it, though no code names it?
bool IsFoundByOthers(const MemberChange& member) {
  for (const MemberFacts* facts : {member.before, member.after}) {
    if (facts != nullptr && (facts->bits & graph::kAnnotated) != 0) return true;
  }
  for (std::string_view name :
       {"readObject(", "writeObject(", "readResolve()", "writeReplace()", "readObjectNoData()",
        "readExternal(", "writeExternal(", "serialVersionUID:"}) {
    if (member.key.starts_with(name)) return true;
  }
  return false;
}

bool IsOf(ElementChange kind, ElementChange first, ElementChange last) {
  return kind >= first && kind <= last;
}

// "msgs" for "msgs_de.properties": what ResourceBundle takes.
std::string_view BundleOf(std::string_view path) {
  constexpr std::string_view kProperties = ".properties";
  if (!path.ends_with(kProperties)) return {};
  path.remove_suffix(kProperties.size());
  size_t name = path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/');
  size_t locale = path.find('_', name);
  return path.substr(0, locale);
}

bool NamesResource(std::string_view text, std::string_view path) {
  if (text.starts_with('/')) text.remove_prefix(1);
  if (text.empty()) return false;
  if (path == text || (path.ends_with(text) && path[path.size() - text.size() - 1] == '/')) return true;
  std::string_view bundle = BundleOf(path);
  return !bundle.empty() && (text == bundle || text == DottedName(bundle));
}

}  // namespace

HitMap::HitMap(const RtsInput& input, const graph::ProgramDiff& diff, const ChangeKinds& kinds,
               graph::MemberLookup& before, const HitRules& rules)
    : input_(input), diff_(diff), kinds_(kinds), before_(before), rules_(rules) {
  for (const ClassChange& change : kinds.classes) {
    if (rules.published) {
      Published(change);
    } else {
      Class(change);
    }
  }
  if (rules.published) return;
  if (rules.methods && rules.receivers) Lookups();
  Relinked();
  Copies();
  Resources();
  Libraries();
  Names();
}

const std::vector<Hit>* HitMap::Of(std::string_view element) const {
  auto at = hits_.find(element);
  return at == hits_.end() ? nullptr : &at->second;
}

const std::vector<Hit>* HitMap::OfReceiver(std::string_view type, std::string_view key) const {
  auto at = receivers_.find({std::string(type), std::string(key)});
  return at == receivers_.end() ? nullptr : &at->second;
}

void HitMap::On(std::string_view element, Hit hit) { hits_[std::string(element)].push_back(std::move(hit)); }

const std::vector<std::string_view>& HitMap::LambdaMakers(std::string_view type) {
  if (!lambda_makers_known_) {
    lambda_makers_known_ = true;
    for (const graph::ProgramEntry& entry : input_.before->entries()) {
      const MethodFacts* facts = input_.before->MethodsOf(entry);
      for (size_t i = 0; facts != nullptr && i < facts->lambdas.size(); ++i) {
        lambda_makers_[facts->Text(facts->lambdas[i].type)].push_back(facts->name());
      }
    }
  }
  return lambda_makers_[type];
}

void HitMap::OnClass(std::string_view name, const Hit& hit) {
  std::vector<std::string_view> types = before_.Subtypes(name);
  types.insert(types.begin(), name);
  for (std::string_view type : types) {
    Hit below = hit;
    if (type != name) below.through = DottedName(type) + " inherits " + DottedName(name);
    On(type, below);
    for (std::string_view maker : LambdaMakers(type)) {
      Hit made = hit;
      made.through = DottedName(maker) + " makes lambdas of " + DottedName(type);
      On(maker, made);
    }
  }
}

// The table of peers: AF, AI, ASI, ASM select nothing, AIM and DIM through LC over superclasses only.
void HitMap::Published(const ClassChange& change) {
  Hit hit{Shown(change), "", change.name};
  if (change.kind == ElementChange::kAf) return;
  if (!rules_.methods || change.kind != ElementChange::kCf) return On(change.name, hit);
  for (const MemberChange& member : change.members) {
    hit.change = Shown(change, member);
    if (rules_.lifted.contains(member.kind)) {
      On(change.name, hit);
      continue;
    }
    switch (member.kind) {
      case ElementChange::kCsi:
      case ElementChange::kDsi:
      case ElementChange::kCi:
      case ElementChange::kDi:
      case ElementChange::kDsm: On(ElementName(change.name, member.key), hit); break;
      case ElementChange::kCsm:
      case ElementChange::kCim: Code(change, member, hit); break;
      case ElementChange::kAim:
      case ElementChange::kDim: PublishedLookups(change, member); break;
      default: break;
    }
  }
}

void HitMap::PublishedLookups(const ClassChange& change, const MemberChange& member) {
  for (std::string_view type : before_.Subtypes(change.name)) {
    // Down along superclasses until one declares it.
    std::string_view at = type;
    bool through = false;
    for (const MethodFacts* facts = before_.Facts(at); facts != nullptr; facts = before_.Facts(at)) {
      through = at == change.name;
      if (through || before_.Declared(at, member.key) != nullptr) break;
      at = facts->Text(facts->type.descriptor);
    }
    if (!through) continue;
    Hit hit{"LC <" + DottedName(type) + ", " + graph::ShownNode(ElementName(change.name, member.key)) + ">",
            "", change.name};
    receivers_[{std::string(type), member.key}].push_back(hit);
  }
  Hit hit{
      "LC <" + DottedName(change.name) + ", " + graph::ShownNode(ElementName(change.name, member.key)) + ">",
      "", change.name};
  receivers_[{std::string(change.name), member.key}].push_back(hit);
}

void HitMap::Class(const ClassChange& change) {
  Hit hit{Shown(change), "", change.name};
  if (!input_.libraries_watched && change.library) return;  // see Libraries
  bool annotation = IsAnnotationType(change);
  std::string name(change.name);
  if (!rules_.methods || change.kind != ElementChange::kCf) {
    OnClass(change.name, hit);
    bool whole = change.kind != ElementChange::kCf;
    bool any_mention = annotation || change.kind == ElementChange::kAf || change.kind == ElementChange::kDf;
    Hit mention = hit;
    if (!whole && !annotation) mention.condition = Hit::If::kReflects;
    named_.emplace(name, Named{std::move(mention), !any_mention});
  } else {
    // Who reflects sees the whole class.
    hit.condition = Hit::If::kReflects;
    OnClass(change.name, hit);
    named_.emplace(name, Named{hit, true});
    for (const MemberChange& member : change.members) Member(change, member);
  }
  if (!change.name.ends_with("/package-info")) return;
  std::string_view package = change.name.substr(0, change.name.rfind('/') + 1);
  hit.condition = Hit::If::kReflects;
  for (const graph::ProgramEntry& entry : input_.before->entries()) {
    bool inside = entry.facts.name.starts_with(package) &&
                  entry.facts.name.find('/', package.size()) == std::string_view::npos;
    if (inside && !entry.facts.is_resource) On(entry.facts.name, hit);
  }
}

void HitMap::Member(const ClassChange& change, const MemberChange& member) {
  Hit hit{Shown(change, member), "", change.name};
  ElementChange kind = member.kind;
  bool initializer = IsOf(kind, ElementChange::kDsi, ElementChange::kCsi);
  bool constructor = IsOf(kind, ElementChange::kDi, ElementChange::kCi);
  bool instance = IsOf(kind, ElementChange::kDim, ElementChange::kCim);
  bool field = kind >= ElementChange::kDfl;
  bool both = member.before != nullptr && member.after != nullptr;
  bool moves = instance && (!both || member.before->flags != member.after->flags);
  // Without receiver types, whoever has objects of the class may call another method now.
  bool lifted = rules_.lifted.contains(kind) || (moves && !rules_.receivers);
  if (lifted || initializer || IsFoundByOthers(member)) OnClass(change.name, hit);
  if (initializer || field) return;  // fields: see Relinked
  if (member.before != nullptr) {
    if (HasBody(*member.before)) {
      Code(change, member, hit);
    } else if (both) {
      OnClass(change.name, hit);
    }
  }
  if (constructor && member.before != nullptr) {
    hit.condition = Hit::If::kNoConstructor;
    OnClass(change.name, hit);
  }
  if (IsAnnotationType(change)) named_.emplace(std::string(change.name), Named{hit, false});
}

void HitMap::Code(const ClassChange& change, const MemberChange& member, const Hit& hit) {
  Hit on_method = hit;
  bool by_blocks =
      rules_.blocks && (member.kind == ElementChange::kCim || member.kind == ElementChange::kCsm);
  if (by_blocks)
    on_method.blocks = graph::ChangedBlocks(*change.before, *member.before, *change.after, *member.after);
  On(ElementName(change.name, member.key), std::move(on_method));
}

void HitMap::Lookups() {
  for (const LookupChange& change : kinds_.lookups) {
    // Of a class with another header all objects count already.
    if (change.by_header || change.before.where == Found::Where::kNowhere) continue;
    Hit hit{Shown(change), "", change.cause};
    const graph::ProgramEntry* owner = change.before.where == Found::Where::kProgram
                                           ? input_.before->FindClass(change.before.owner)
                                           : nullptr;
    bool watched = owner != nullptr && (input_.libraries_watched || !input_.before->IsLibrary(*owner));
    if (watched) {
      receivers_[{std::string(change.type), change.key}].push_back(hit);
    } else {
      On(change.type, hit);  // no record says whether that method ran
    }
  }
  // Lambdas, proxies and mocks: their classes are unknown, but not their types.
  for (const ClassChange& change : kinds_.classes) {
    for (const MemberChange& member : change.members) {
      bool both = member.before != nullptr && member.after != nullptr;
      bool instance = IsOf(member.kind, ElementChange::kDim, ElementChange::kCim);
      if (!instance || (both && member.before->flags == member.after->flags)) continue;
      Hit hit{Shown(change, member), "", change.name, Hit::If::kUnknownReceiver, member.key};
      OnClass(change.name, hit);
    }
  }
}

void HitMap::Relinked() {
  for (const RelinkedUse& use : kinds_.relinked) {
    std::string meant = graph::ShownNode(ElementName(use.owner, use.key));
    Hit hit{DottedName(use.cause) + " changed", "", use.cause};
    std::string user =
        use.user_key.empty() ? DottedName(use.user) : graph::ShownNode(ElementName(use.user, use.user_key));
    hit.through = user + " means another " + meant + " now";
    bool whole = !rules_.methods || use.user_key.empty();
    On(whole ? std::string(use.user) : ElementName(use.user, use.user_key), std::move(hit));
  }
}

void HitMap::Copies() {
  for (const graph::CopiedConstant& copy : diff_.copies) {
    Hit hit{"the constant " + DottedName(copy.holder) + "." + std::string(copy.field) + " changed", "",
            copy.holder};
    hit.through = DottedName(copy.user) + " may have a copy of it";
    On(copy.user, std::move(hit));
  }
}

void HitMap::Resources() {
  constexpr std::string_view kServices = "META-INF/services/";
  for (const graph::EntryChange& change : diff_.changes) {
    if (!change.is_resource) continue;
    Hit hit{std::string(change.name) + " " + std::string(graph::ToString(change.kind)), "", ""};
    resources_.emplace_back(change.name, hit);
    if (!change.name.starts_with(kServices)) continue;
    std::string service(change.name.substr(kServices.size()));
    std::replace(service.begin(), service.end(), '.', '/');
    OnClass(service, hit);
    named_.emplace(std::move(service), Named{hit, false});
  }
}

// What the classes of the program can reach in libraries that nobody watched.
void HitMap::Libraries() {
  if (input_.libraries_watched) return;
  const graph::Program* programs[] = {input_.before, input_.after};
  graph::DependencyGraph graph;
  for (const ClassChange& change : kinds_.classes) {
    if (!change.library) continue;
    if (graph.node_count() == 0) graph = graph::DependencyGraph::Link(programs, diff_.copies);
    std::optional<graph::NodeId> start = graph.FindClass(change.name);
    if (!start.has_value()) continue;
    std::vector<graph::NodeId> queue = {*start};
    std::set<graph::NodeId> seen = {*start};
    for (size_t i = 0; i < queue.size(); ++i) {
      for (const graph::Edge& edge : graph.Dependents(queue[i])) {
        if (!seen.insert(edge.node).second) continue;
        if (graph.IsLibrary(edge.node) || graph.IsResource(edge.node)) {
          queue.push_back(edge.node);
          continue;
        }
        Hit hit{Shown(change), DottedName(graph.Name(edge.node)) + " can reach it in a library", change.name};
        On(graph.Name(edge.node), std::move(hit));
      }
    }
  }
}

void HitMap::Names() {
  if (named_.empty() && resources_.empty()) return;
  for (const graph::ProgramEntry& entry : input_.before->entries()) {
    const MethodFacts* facts = input_.before->MethodsOf(entry);
    if (facts != nullptr && input_.before->FindClass(facts->name()) == &entry) NamesIn(*facts);
  }
}

void HitMap::NamesIn(const MethodFacts& facts) {
  std::vector<std::vector<Hit>> by_ref(facts.refs.size());
  bool any = false;
  for (size_t i = 0; i < facts.refs.size(); ++i) {
    const graph::MethodRef& ref = facts.refs[i];
    bool text = ref.kind == RefKind::kText;
    std::string name(facts.Text(text ? ref.name : ref.owner));
    if (text) std::replace(name.begin(), name.end(), '.', '/');
    bool literally = text || ref.kind == RefKind::kLiteral;
    for (auto [at, end] = named_.equal_range(name); at != end; ++at) {
      if (at->second.literally && !literally) continue;
      by_ref[i].push_back(at->second.hit);
    }
    for (size_t r = 0; text && r < resources_.size(); ++r) {
      if (NamesResource(facts.Text(ref.name), resources_[r].first)) by_ref[i].push_back(resources_[r].second);
    }
    any |= !by_ref[i].empty();
  }
  if (!any) return;
  auto look = [&](const MemberFacts& member, const std::string& element) {
    for (uint32_t use : facts.UsesOf(member)) {
      for (Hit hit : by_ref[use]) {
        hit.through = graph::ShownNode(element) + " names it";
        On(rules_.methods ? std::string_view(element) : facts.name(), std::move(hit));
      }
    }
  };
  std::string self(facts.name());
  look(facts.type, self);
  for (const MemberFacts& field : facts.fields) look(field, self);
  for (const MemberFacts& method : facts.methods)
    look(method, ElementName(self, graph::MemberKey(facts, method, true)));
}

}  // namespace revmon::select
