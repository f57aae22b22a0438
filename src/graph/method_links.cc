#include "graph/method_links.h"

#include <algorithm>

#include "graph/method_extract.h"

namespace revmon::graph {
namespace {

constexpr std::string_view kServices = "META-INF/services/";
constexpr std::string_view kInitializer = "<clinit>";
constexpr uint16_t kStaticOrPrivate = classfile::kAccStatic | classfile::kAccPrivate;

uint64_t Pair(uint32_t a, uint32_t b) { return uint64_t{a} << 32 | b; }

bool IsVirtual(const MethodFacts& facts, const MemberFacts& method) {
  return (method.flags & kStaticOrPrivate) == 0 && !facts.Text(method.name).starts_with('<');
}

// What serialisation calls, whatever its modifiers.
bool IsSerialHook(std::string_view name) {
  return name == "readObject" || name == "writeObject" || name == "readResolve" || name == "writeReplace" ||
         name == "readObjectNoData";
}

bool IsLifecycle(const MemberFacts& method) {
  return (method.bits & kAnnotated) != 0 && (method.bits & kIsTest) == 0;
}

EdgeKind KindOf(const MethodRef& ref) {
  if (ref.dynamic && ref.kind != RefKind::kType) return EdgeKind::kDynamic;
  switch (ref.kind) {
    case RefKind::kType:
    case RefKind::kNew: return EdgeKind::kNames;
    case RefKind::kLiteral: return EdgeKind::kReflection;
    case RefKind::kStatic:
    case RefKind::kSpecial:
    case RefKind::kVirtual: return EdgeKind::kCalls;
    case RefKind::kRead: return EdgeKind::kReads;
    case RefKind::kWrite: return EdgeKind::kWrites;
    case RefKind::kText: return EdgeKind::kReflection;
    case RefKind::kNamesMethod: return EdgeKind::kRunsWith;
  }
  return EdgeKind::kNames;
}

}  // namespace

NodeId MethodNodes::Add(std::string_view name, NodeKind kind, NodeId type) {
  NodeId id = names.Intern(name);
  if (id < kinds.size()) return id;
  exists.push_back(false);
  library.push_back(false);
  kinds.push_back(kind);
  types.push_back(kind == NodeKind::kType ? id : type);
  all.push_back(kNoNode);
  reflecting.push_back(false);
  return id;
}

void MethodLinker::Run(std::span<const CopiedConstant> copies) {
  tests_ = nodes_.Add("<tests>", NodeKind::kTests, kNoNode);
  if (last_) nodes_.exists[tests_] = true;
  AddTypes();
  AddSupertypes();
  ResourceEdges();
  FindInstantiated();
  for (TypeId id : own_) {
    TypeEdges(id);
    CodeEdges(id);
    CallbackEdges(id);
    RunEdges(id);
    LambdaEdges(id);
  }
  CopyEdges(copies);
}

MethodLinker::TypeId MethodLinker::Id(std::string_view name) {
  TypeId id = type_names_.Intern(name);
  if (id == types_.size()) types_.emplace_back();
  return id;
}

MethodLinker::KeyId MethodLinker::Key(std::string_view name, std::string_view descriptor, bool field) {
  scratch_.assign(name);
  if (field) scratch_.append(":");
  scratch_.append(descriptor);
  return keys_.Intern(scratch_);
}

NodeId MethodLinker::Member(TypeId type, KeyId key) const {
  auto at = members_.find(Pair(type, key));
  return at == members_.end() ? kNoNode : at->second;
}

void MethodLinker::AddTypes() {
  for (const ProgramEntry& entry : program_.entries()) {
    if (entry.facts.is_resource) {
      scratch_.assign(":").append(entry.facts.name);
      NodeId node = nodes_.Add(scratch_, NodeKind::kResource, kNoNode);
      nodes_.library[node] = program_.IsLibrary(entry);
      if (last_) nodes_.exists[node] = true;
      if (entry.facts.name.find_first_of("./") == std::string_view::npos) bare_resources_ = true;
      continue;
    }
    if (entry.facts.name.find('/') == std::string_view::npos) default_package_ = true;
    TypeId id = Id(entry.facts.name);
    Type& type = types_[id];
    type.facts = program_.MethodsOf(entry);
    type.framework = IsFrameworkName(entry.facts.name);
    type.node = nodes_.Add(entry.facts.name, NodeKind::kType, kNoNode);
    scratch_.assign(entry.facts.name).append(".*");
    type.all = nodes_.all[type.node] = nodes_.Add(scratch_, NodeKind::kAll, type.node);
    nodes_.library[type.node] = nodes_.library[type.all] = program_.IsLibrary(entry);
    if (last_) nodes_.exists[type.node] = nodes_.exists[type.all] = true;
    own_.push_back(id);
    if (type.facts != nullptr) AddMembers(id);
  }
}

void MethodLinker::AddMembers(TypeId id) {
  const MethodFacts& facts = *types_[id].facts;
  NodeId type_node = types_[id].node;
  bool library = nodes_.library[type_node];
  std::string name;
  auto add = [&](std::string_view member, std::string_view descriptor, NodeKind kind) {
    bool field = kind == NodeKind::kField;
    name.assign(facts.name()).append(".").append(member);
    if (field) name.append(":");
    name.append(descriptor);
    NodeId node = nodes_.Add(name, kind, type_node);
    nodes_.library[node] = library;
    if (last_) nodes_.exists[node] = true;
    members_.emplace(Pair(id, Key(member, descriptor, field)), node);
    return node;
  };
  Type& type = types_[id];
  type.initializer = add(kInitializer, "()V", NodeKind::kMethod);
  for (const MemberFacts& method : facts.methods) {
    NodeId node = add(facts.Text(method.name), facts.Text(method.descriptor), NodeKind::kMethod);
    type.methods.push_back(node);
    if ((method.bits & kReflects) != 0 && !type.framework) nodes_.reflecting[node] = true;
  }
  for (const MemberFacts& field : facts.fields) {
    type.fields.push_back(
        fields_ ? add(facts.Text(field.name), facts.Text(field.descriptor), NodeKind::kField) : kNoNode);
  }
}

void MethodLinker::AddSupertypes() {
  for (TypeId id : own_) {
    const MethodFacts* facts = types_[id].facts;
    if (facts == nullptr) continue;
    std::string_view super = facts->Text(facts->type.descriptor);
    if (!super.empty()) {
      TypeId super_id = Id(super);  // may move types_
      types_[id].super = super_id;
    }
    for (uint32_t text : facts->interfaces) {
      TypeId interface = Id(facts->Text(text));
      types_[id].interfaces.push_back(interface);
    }
  }
  std::vector<uint32_t> seen(types_.size(), 0);
  uint32_t stamp = 0;
  for (TypeId id : own_) {
    seen[id] = ++stamp;
    std::vector<TypeId>& all = types_[id].supertypes;
    auto push = [&](TypeId next) {
      if (next == kNoType || seen[next] == stamp) return;
      seen[next] = stamp;
      all.push_back(next);
    };
    push(types_[id].super);
    for (TypeId next : types_[id].interfaces) push(next);
    for (size_t i = 0; i < all.size(); ++i) {
      const Type& type = types_[all[i]];
      push(type.super);
      for (TypeId next : type.interfaces) push(next);
    }
    for (TypeId super : all) types_[super].subtypes.push_back(id);
  }
}

// The class of this name in dots or slashes, arrays taken apart.
MethodLinker::TypeId MethodLinker::ClassNamed(std::string_view text) {
  while (text.starts_with('[')) text.remove_prefix(1);
  if (text.ends_with(';') && text.starts_with('L')) text = text.substr(1, text.size() - 2);
  if (text.ends_with(".class")) text.remove_suffix(6);
  bool qualified = text.find_first_of("./") != std::string_view::npos;
  if (text.empty() || (!qualified && !default_package_)) return kNoType;
  scratch_.assign(text);
  std::replace(scratch_.begin(), scratch_.end(), '.', '/');
  std::optional<uint32_t> id = type_names_.Find(scratch_);
  return id.has_value() && types_[*id].node != kNoNode ? *id : kNoType;
}

void MethodLinker::TextTargets(TypeId from, std::string_view text, std::vector<NodeId>& out) {
  if (TypeId named = ClassNamed(text); named != kNoType) {
    types_[named].instantiated = true;
    out.push_back(types_[named].all);
  }
  if (!bare_resources_ && text.find_first_of("./") == std::string_view::npos) return;
  std::string_view name = type_names_.Text(from);
  std::string_view package = name.substr(0, name.rfind('/') + 1);
  if (text.starts_with('/')) text.remove_prefix(1);
  for (std::string_view folder : {std::string_view(), package}) {
    scratch_.assign(":").append(folder).append(text);
    if (std::optional<uint32_t> node = nodes_.names.Find(scratch_)) out.push_back(*node);
  }
}

// Resources name classes; service files lead from the service to its providers, and those of the JDK and of
// frameworks are what every test runs with.
void MethodLinker::ResourceEdges() {
  for (const ProgramEntry& entry : program_.entries()) {
    if (!entry.facts.is_resource) continue;
    scratch_.assign(":").append(entry.facts.name);
    NodeId node = *nodes_.names.Find(scratch_);
    bool service = entry.facts.name.starts_with(kServices);
    if (service) {
      TypeId of = ClassNamed(entry.facts.name.substr(kServices.size()));
      bool own = of != kNoType && !types_[of].framework;
      Edge(own ? types_[of].all : tests_, node, EdgeKind::kService);
    }
    for (std::string_view text : entry.facts.texts) {
      TypeId named = ClassNamed(text);
      if (named == kNoType) continue;
      types_[named].instantiated = true;
      Edge(node, types_[named].all, service ? EdgeKind::kService : EdgeKind::kResource);
    }
  }
}

void MethodLinker::FindInstantiated() {
  bool reads_back = false;
  std::vector<NodeId> ignored;
  for (TypeId id : own_) {
    const MethodFacts* facts = types_[id].facts;
    if (facts == nullptr) {
      types_[id].instantiated = true;
      continue;
    }
    bool runs = (facts->type.bits & kAnnotated) != 0;
    for (const MemberFacts& method : facts->methods) {
      reads_back |= (method.bits & kReadsBack) != 0 && !types_[id].framework;
      runs |= (method.bits & kAnnotated) != 0;
    }
    for (const MemberFacts& field : facts->fields) {
      if ((field.bits & kAnnotated) == 0) continue;
      runs = true;
      TypeId made = ClassNamed(facts->Text(field.descriptor));
      if (made != kNoType) types_[made].instantiated = true;
    }
    for (TypeId super : types_[id].supertypes) runs |= IsFrameworkName(type_names_.Text(super));
    types_[id].runs = runs && !types_[id].framework;
    types_[id].instantiated |= runs;
    for (const MethodRef& ref : facts->refs) {
      if (ref.kind == RefKind::kNew || ref.kind == RefKind::kLiteral) {
        std::optional<uint32_t> made = type_names_.Find(facts->Text(ref.owner));
        if (made.has_value()) types_[*made].instantiated = true;
      } else if (ref.kind == RefKind::kText) {
        TextTargets(id, facts->Text(ref.name), ignored);
        ignored.clear();
      }
    }
    for (const LambdaFacts& lambda : facts->lambdas) {
      std::optional<uint32_t> made = type_names_.Find(facts->Text(lambda.type));
      if (made.has_value()) types_[*made].instantiated = true;
    }
  }
  for (TypeId id : own_) {
    if (!types_[id].instantiated && !reads_back) continue;
    types_[id].live = true;
    for (TypeId super : types_[id].supertypes) types_[super].live = true;
  }
}

void MethodLinker::TypeEdges(TypeId id) {
  const Type& type = types_[id];
  for (TypeId super : type.interfaces) Edge(type.node, types_[super].node, EdgeKind::kInherits);
  if (type.super != kNoType) Edge(type.node, types_[type.super].node, EdgeKind::kInherits);
  Edge(type.all, type.node, EdgeKind::kHas);
  if (type.super != kNoType) Edge(type.all, types_[type.super].all, EdgeKind::kInherits);
  if (type.facts == nullptr) return;
  const MethodFacts& facts = *type.facts;
  Edge(type.all, type.initializer, EdgeKind::kHas);
  Edge(type.initializer, type.node, EdgeKind::kNames);
  if (type.super != kNoType) {
    Edge(type.initializer, types_[type.super].initializer, EdgeKind::kInitializes);
  }
  for (TypeId super : type.interfaces) {
    Edge(type.initializer, types_[super].initializer, EdgeKind::kInitializes);
  }
  for (size_t i = 0; i < facts.methods.size(); ++i) {
    Edge(type.all, type.methods[i], EdgeKind::kHas);
    Edge(type.methods[i], type.node, EdgeKind::kNames);
    bool constructor = facts.Text(facts.methods[i].name) == "<init>";
    if (constructor || (facts.methods[i].flags & classfile::kAccStatic) != 0) {
      Edge(type.methods[i], type.initializer, EdgeKind::kInitializes);
    }
  }
  for (size_t i = 0; i < facts.fields.size(); ++i) {
    Edge(type.all, type.fields[i], EdgeKind::kHas);
    Edge(type.fields[i], type.node, EdgeKind::kNames);
    if ((facts.fields[i].flags & classfile::kAccStatic) != 0) {
      Edge(type.fields[i], type.initializer, EdgeKind::kInitializes);
    }
  }
}

// The virtual methods of a type outside the program, and of a framework's inside.
void MethodLinker::AskOutside(TypeId id) {
  if (types_[id].outside_asked) return;
  types_[id].outside_asked = true;
  std::vector<KeyId> keys;
  bool known = true;
  if (types_[id].facts != nullptr) {
    const MethodFacts& facts = *types_[id].facts;
    for (const MemberFacts& method : facts.methods) {
      if (!IsVirtual(facts, method)) continue;
      keys.push_back(Key(facts.Text(method.name), facts.Text(method.descriptor), false));
    }
  } else if (outer_ != nullptr) {
    classpath::ClassId outside = outer_->Id(type_names_.Text(id));
    classpath::TypeSet set = outer_->AllSupertypes(outside);
    set.types.push_back(outside);
    known = set.missing.empty() && outer_->Load(outside) != nullptr;
    for (classpath::ClassId one : set.types) {
      const classpath::ClassInfo* info = outer_->Load(one);
      if (info == nullptr) continue;
      for (const classpath::MemberInfo& method : info->methods()) {
        if ((method.flags & kStaticOrPrivate) != 0) continue;
        std::string_view name = outer_->SymbolText(method.name);
        if (!name.starts_with('<')) keys.push_back(Key(name, outer_->SymbolText(method.descriptor), false));
      }
    }
  } else {
    known = type_names_.Text(id) == "java/lang/Object";
    if (known) {
      keys = {Key("equals", "(Ljava/lang/Object;)Z", false), Key("hashCode", "()I", false),
              Key("toString", "()Ljava/lang/String;", false), Key("finalize", "()V", false),
              Key("clone", "()Ljava/lang/Object;", false)};
    }
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  types_[id].outside = std::move(keys);
  types_[id].outside_known = known;
}

// Constructors -> what others may call on the object they make.
void MethodLinker::CallbackEdges(TypeId id) {
  if (types_[id].facts == nullptr || (types_[id].facts->type.flags & classfile::kAccInterface) != 0) return;
  std::vector<NodeId> found;
  bool everything = false;
  for (TypeId super : types_[id].supertypes) {
    if (types_[super].node != kNoNode && !types_[super].framework) continue;
    AskOutside(super);
    everything |= !types_[super].outside_known;
    for (KeyId key : types_[super].outside) Resolve(id, key, found);
  }
  const MethodFacts& facts = *types_[id].facts;
  std::vector<NodeId> constructors;
  for (size_t i = 0; i < facts.methods.size(); ++i) {
    std::string_view name = facts.Text(facts.methods[i].name);
    if (name == "<init>") constructors.push_back(types_[id].methods[i]);
    if (IsSerialHook(name)) found.push_back(types_[id].methods[i]);
  }
  if (everything) {
    std::vector<TypeId> all = types_[id].supertypes;
    all.push_back(id);
    for (TypeId one : all) {
      const MethodFacts* of = types_[one].facts;
      for (size_t i = 0; of != nullptr && i < of->methods.size(); ++i) {
        if (IsVirtual(*of, of->methods[i])) found.push_back(types_[one].methods[i]);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  for (NodeId constructor : constructors) {
    for (NodeId method : found) Edge(constructor, method, EdgeKind::kCallsBack);
  }
}

// Tests and what is run around them.
void MethodLinker::RunEdges(TypeId id) {
  if (!types_[id].runs) return;
  scratch_.assign(type_names_.Text(id)).append(".<run>");
  NodeId run = nodes_.Add(scratch_, NodeKind::kRun, types_[id].node);
  if (last_) nodes_.exists[run] = true;
  Edge(run, types_[id].node, EdgeKind::kNames);
  Edge(run, types_[id].initializer, EdgeKind::kInitializes);
  Edge(run, tests_, EdgeKind::kRunsWith);
  const MethodFacts& own = *types_[id].facts;
  std::string_view name = own.name();
  for (size_t at = name.rfind('$'); at != std::string_view::npos && at > 0; at = name.rfind('$', at - 1)) {
    std::optional<uint32_t> around = type_names_.Find(name.substr(0, at));
    if (!around.has_value() || !types_[*around].runs) continue;
    scratch_.assign(name.substr(0, at)).append(".<run>");
    Edge(run, nodes_.Add(scratch_, NodeKind::kRun, types_[*around].node), EdgeKind::kRunsWith);
  }
  for (size_t i = 0; i < own.methods.size(); ++i) {
    std::string_view method = own.Text(own.methods[i].name);
    if (method == "<init>") Edge(run, types_[id].methods[i], EdgeKind::kRunsWith);
    constexpr uint16_t kNoTest = classfile::kAccPrivate | classfile::kAccSynthetic;
    bool may_be_test =
        !method.starts_with('<') && !IsLifecycle(own.methods[i]) && (own.methods[i].flags & kNoTest) == 0;
    if (may_be_test || (own.methods[i].bits & kIsTest) != 0) {
      Edge(types_[id].methods[i], run, EdgeKind::kRunsWith);
      // A source of arguments may have the name of its test.
      for (size_t j = 0; j < own.methods.size(); ++j) {
        if (i != j && own.Text(own.methods[j].name) == method) {
          Edge(types_[id].methods[i], types_[id].methods[j], EdgeKind::kRunsWith);
        }
      }
    }
  }
  std::vector<TypeId> all = types_[id].supertypes;
  all.push_back(id);
  for (TypeId one : all) {
    const MethodFacts* facts = types_[one].facts;
    if (facts == nullptr || types_[one].framework) continue;
    if (one != id) Edge(run, types_[one].node, EdgeKind::kNames);
    for (size_t i = 0; i < facts->methods.size(); ++i) {
      if (IsLifecycle(facts->methods[i])) Edge(run, types_[one].methods[i], EdgeKind::kRunsWith);
      bool test =
          (facts->methods[i].bits & kIsTest) != 0 || facts->Text(facts->methods[i].name).starts_with("test");
      if (one != id && test) Edge(types_[one].methods[i], run, EdgeKind::kRunsWith);
    }
    for (size_t i = 0; i < facts->fields.size(); ++i) {
      if ((facts->fields[i].bits & kAnnotated) == 0) continue;
      Edge(run, types_[one].fields[i], EdgeKind::kRunsWith);
      std::string_view descriptor = facts->Text(facts->fields[i].descriptor);
      if (TypeId type = ClassNamed(descriptor); type != kNoType) {
        Edge(run, types_[type].all, EdgeKind::kRunsWith);
      }
    }
  }
}

// The methods of an interface may be lambdas.
void MethodLinker::LambdaEdges(TypeId id) {
  if (types_[id].facts == nullptr) return;
  const MethodFacts& facts = *types_[id].facts;
  for (const LambdaFacts& lambda : facts.lambdas) {
    std::optional<uint32_t> type = type_names_.Find(facts.Text(lambda.type));
    if (!type.has_value() || types_[*type].node == kNoNode) continue;
    Span span = Targets(id, facts, facts.refs[lambda.ref]);
    std::vector<TypeId> all = types_[*type].supertypes;
    all.push_back(*type);
    for (TypeId one : all) {
      const MethodFacts* of = types_[one].facts;
      for (size_t i = 0; of != nullptr && i < of->methods.size(); ++i) {
        if (of->Text(of->methods[i].name) != facts.Text(lambda.name)) continue;
        for (uint32_t t = 0; t < span.count; ++t) {
          Edge(types_[one].methods[i], targets_[span.first + t], EdgeKind::kDynamic);
        }
      }
    }
  }
}

void MethodLinker::CodeEdges(TypeId id) {
  if (types_[id].facts == nullptr) return;
  const MethodFacts& facts = *types_[id].facts;
  targets_.clear();
  std::vector<Span> spans(facts.refs.size());
  for (size_t i = 0; i < facts.refs.size(); ++i) spans[i] = Targets(id, facts, facts.refs[i]);
  auto use = [&](const MemberFacts& member, NodeId from, bool initializes) {
    for (uint32_t ref : facts.UsesOf(member)) {
      EdgeKind kind = KindOf(facts.refs[ref]);
      for (uint32_t t = 0; t < spans[ref].count; ++t) {
        NodeId to = targets_[spans[ref].first + t];
        bool resource = nodes_.kinds[to] == NodeKind::kResource;
        Edge(from, to, resource ? EdgeKind::kResource : kind);
        // A reader of a field depends on the constructors that set it.
        bool sets =
            initializes && facts.refs[ref].kind == RefKind::kWrite && nodes_.types[to] == types_[id].node;
        if (sets && nodes_.kinds[to] == NodeKind::kField) Edge(to, from, EdgeKind::kInitializes);
        if (resource && types_[id].framework) Edge(tests_, to, EdgeKind::kResource);
      }
    }
  };
  use(facts.type, types_[id].node, false);
  for (size_t i = 0; i < facts.methods.size(); ++i) {
    use(facts.methods[i], types_[id].methods[i], facts.Text(facts.methods[i].name).starts_with('<'));
  }
  for (size_t i = 0; i < facts.fields.size(); ++i) {
    if (types_[id].fields[i] != kNoNode) use(facts.fields[i], types_[id].fields[i], false);
  }
}

MethodLinker::Span MethodLinker::Targets(TypeId from, const MethodFacts& facts, const MethodRef& ref) {
  Span span{static_cast<uint32_t>(targets_.size()), 0};
  if (ref.kind == RefKind::kText) {
    TextTargets(from, facts.Text(ref.name), targets_);
  } else if (ref.kind == RefKind::kNamesMethod) {
    std::vector<TypeId> all = types_[from].supertypes;
    all.push_back(from);
    for (TypeId one : all) {
      const MethodFacts* of = types_[one].facts;
      for (size_t i = 0; of != nullptr && i < of->methods.size(); ++i) {
        if (of->Text(of->methods[i].name) == facts.Text(ref.name)) targets_.push_back(types_[one].methods[i]);
      }
    }
  } else if (std::optional<uint32_t> owner = type_names_.Find(facts.Text(ref.owner))) {
    const Type& type = types_[*owner];
    std::string_view name = facts.Text(ref.name);
    std::string_view descriptor = facts.Text(ref.descriptor);
    switch (ref.kind) {
      case RefKind::kType:
      case RefKind::kNew:
        if (type.node != kNoNode) targets_.push_back(type.node);
        break;
      case RefKind::kLiteral:
        if (type.all != kNoNode) targets_.push_back(type.all);
        break;
      case RefKind::kSpecial:
        if (name == "<init>") {
          NodeId constructor = Member(*owner, Key(name, descriptor, false));
          if (constructor != kNoNode) targets_.push_back(constructor);
          break;
        }
        Resolve(*owner, Key(name, descriptor, false), targets_);
        // The JVM starts at the direct superclass, whichever one the instruction names.
        if (TypeId super = types_[from].super; super != kNoType && super != *owner && *owner != from) {
          Resolve(super, Key(name, descriptor, false), targets_);
        }
        break;
      case RefKind::kStatic: Resolve(*owner, Key(name, descriptor, false), targets_); break;
      case RefKind::kVirtual: {
        NodeId node = Call(*owner, Key(name, descriptor, false));
        if (node != kNoNode) targets_.push_back(node);
        break;
      }
      default: {
        KeyId key = Key(name, descriptor, true);
        NodeId field = ResolveField(*owner, key);
        if (field != kNoNode) targets_.push_back(field);
        break;
      }
    }
  }
  span.count = static_cast<uint32_t>(targets_.size()) - span.first;
  return span;
}

// What the JVM finds: in the class and its superclasses; else all that superinterfaces have.
void MethodLinker::Resolve(TypeId type, KeyId key, std::vector<NodeId>& out) const {
  size_t steps = 0;
  for (TypeId at = type; at != kNoType && steps <= types_.size(); at = types_[at].super, ++steps) {
    if (NodeId node = Member(at, key); node != kNoNode) {
      out.push_back(node);
      return;
    }
  }
  for (TypeId super : types_[type].supertypes) {
    if (NodeId node = Member(super, key); node != kNoNode) out.push_back(node);
  }
}

NodeId MethodLinker::ResolveField(TypeId type, KeyId key) const {
  // Superinterfaces come before superclasses, and where both have it javac refuses: any order will do.
  if (NodeId node = Member(type, key); node != kNoNode) return node;
  for (TypeId super : types_[type].supertypes) {
    if (NodeId node = Member(super, key); node != kNoNode) return node;
  }
  // Without nodes for fields, a static one still brings the initialiser of its class.
  return fields_ ? kNoNode : types_[type].initializer;
}

void MethodLinker::Implementations(TypeId type, KeyId key, std::vector<NodeId>& out) const {
  Resolve(type, key, out);
  for (TypeId sub : types_[type].subtypes) {
    if (!types_[sub].live) continue;
    if (NodeId node = Member(sub, key); node != kNoNode) {
      out.push_back(node);
      continue;
    }
    // It may inherit one from a supertype that is no subtype of `type`.
    const Type& one = types_[sub];
    bool only_super = one.interfaces.empty() && one.super == type;
    if (!only_super && (one.facts->type.flags & classfile::kAccInterface) == 0) Resolve(sub, key, out);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

// The node a virtual call leads to: the one method there is to run, or one that stands for all of them.
NodeId MethodLinker::Call(TypeId type, KeyId key) {
  auto [at, fresh] = calls_.try_emplace(Pair(type, key), kNoNode);
  if (!fresh) return at->second;
  std::vector<NodeId> found;
  Implementations(type, key, found);
  if (found.size() <= 1) {
    if (!found.empty()) at->second = found[0];
    return at->second;
  }
  std::string name(type_names_.Text(type));
  name.append(".").append(keys_.Text(key)).append("+");
  NodeId node = nodes_.Add(name, NodeKind::kCall, types_[type].node);
  if (last_) nodes_.exists[node] = true;
  for (NodeId method : found) Edge(node, method, EdgeKind::kDispatches);
  calls_[Pair(type, key)] = node;
  return node;
}

void MethodLinker::CopyEdges(std::span<const CopiedConstant> copies) {
  for (const CopiedConstant& copy : copies) {
    std::optional<uint32_t> user = type_names_.Find(copy.user);
    std::optional<uint32_t> holder = type_names_.Find(copy.holder);
    if (!user.has_value() || !holder.has_value() || types_[*holder].facts == nullptr) continue;
    const MethodFacts& facts = *types_[*holder].facts;
    for (size_t i = 0; i < facts.fields.size(); ++i) {
      if (facts.Text(facts.fields[i].name) != copy.field) continue;
      NodeId to = fields_ ? types_[*holder].fields[i] : types_[*holder].initializer;
      for (NodeId method : types_[*user].methods) Edge(method, to, EdgeKind::kConstant);
    }
  }
}

}  // namespace revmon::graph
