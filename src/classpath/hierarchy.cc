#include "classpath/hierarchy.h"

#include <algorithm>
#include <string>
#include <utility>

#include "classpath/type_walk.h"

namespace revmon::classpath {
namespace {

constexpr size_t kClassesPerTask = 64;

// What a missing class points to, so that it is looked for only once.
const ClassInfo kMissing;

bool IsArray(std::string_view name) { return name.starts_with('['); }

// "Ljava/lang/String;" -> "java/lang/String"; a primitive gives "".
std::string_view ClassOfDescriptor(std::string_view descriptor) {
  if (descriptor.size() < 3 || descriptor.front() != 'L' || descriptor.back() != ';') return {};
  return descriptor.substr(1, descriptor.size() - 2);
}

}  // namespace

Hierarchy::Hierarchy(const ClassPath& path, ThreadPool* pool)
    : path_(path),
      pool_(pool),
      object_(Id("java/lang/Object")),
      cloneable_(Id("java/lang/Cloneable")),
      serializable_(Id("java/io/Serializable")) {}

Hierarchy::~Hierarchy() {
  for (ClassId id = 0; id < classes_.size(); ++id) {
    const std::atomic<const ClassInfo*>* slot = infos_.Find(id);
    const ClassInfo* info = slot != nullptr ? slot->load(std::memory_order_relaxed) : nullptr;
    if (info != &kMissing) delete info;
  }
  delete subtypes_.load(std::memory_order_relaxed);
}

void Hierarchy::Report(Error error) const {
  std::lock_guard lock(mutex_);
  problems_.push_back(std::move(error));
}

std::vector<Error> Hierarchy::Problems() const {
  std::lock_guard lock(mutex_);
  return problems_;
}

const ClassInfo* Hierarchy::Load(ClassId id) const {
  const ClassInfo* info = infos_.At(id).load(std::memory_order_acquire);
  if (info != nullptr) return info == &kMissing ? nullptr : info;
  const std::string_view name = Name(id);
  if (IsArray(name)) return Publish(id, nullptr);
  Result<std::optional<FoundClass>> found = path_.Find(name);
  if (!found.ok()) {
    Report(std::move(found).error());
    return Publish(id, nullptr);
  }
  if (!found->has_value()) return Publish(id, nullptr);
  return Publish(id, Parse(name, (*found)->content.bytes(), (*found)->origin));
}

const ClassInfo* Hierarchy::Publish(ClassId id, std::unique_ptr<ClassInfo> info) const {
  const ClassInfo* mine = info != nullptr ? info.get() : &kMissing;
  const ClassInfo* current = nullptr;
  if (infos_.At(id).compare_exchange_strong(current, mine, std::memory_order_acq_rel)) {
    (void)info.release();
    current = mine;
  }
  return current == &kMissing ? nullptr : current;
}

std::unique_ptr<ClassInfo> Hierarchy::Parse(std::string_view name, Bytes bytes,
                                            std::string_view origin) const {
  Result<classfile::ClassFile> parsed = classfile::ClassFile::Parse(bytes);
  if (!parsed.ok()) {
    Report(std::move(parsed).error().At(origin));
    return nullptr;
  }
  const classfile::ClassFile& file = *parsed;
  if (file.name() != name) {
    Report(Error(ErrorCode::kMalformed, "holds a class of another name, " + std::string(file.name()))
               .At(origin));
    return nullptr;
  }
  auto info = std::make_unique<ClassInfo>();
  info->flags = file.access_flags();
  info->major_version = file.major_version();
  if (file.super_index() != 0) info->super = Id(file.super_name());
  info->interfaces.reserve(file.interface_count());
  for (size_t i = 0; i < file.interface_count(); ++i) info->interfaces.push_back(Id(file.interface_name(i)));
  info->field_count = static_cast<uint32_t>(file.fields().size());
  info->members.reserve(file.fields().size() + file.methods().size());
  for (std::span<const classfile::Member> members : {file.fields(), file.methods()}) {
    for (const classfile::Member& member : members) {
      info->members.push_back({.name = Symbol(member.name),
                               .descriptor = Symbol(member.descriptor),
                               .flags = member.access_flags});
    }
  }
  return info;
}

std::vector<ClassId> Hierarchy::DirectSupertypes(ClassId id) const {
  if (IsArray(Name(id))) return {object_, cloneable_, serializable_};
  const ClassInfo* info = Load(id);
  if (info == nullptr) return {};
  std::vector<ClassId> supertypes;
  supertypes.reserve(info->interfaces.size() + 1);
  if (info->super != kNoClass) supertypes.push_back(info->super);
  supertypes.insert(supertypes.end(), info->interfaces.begin(), info->interfaces.end());
  return supertypes;
}

TypeSet Hierarchy::AllSupertypes(ClassId id) const {
  TypeSet result;
  TypeWalk walk;
  walk.Add(id);
  for (size_t i = 0; i < walk.list().size(); ++i) {
    const ClassId current = walk.list()[i];
    if (!IsArray(Name(current)) && Load(current) == nullptr) result.missing.push_back(current);
    for (ClassId supertype : DirectSupertypes(current)) walk.Add(supertype);
  }
  result.types = walk.Release();
  result.types.erase(result.types.begin());
  return result;
}

Answer Hierarchy::IsSubtype(ClassId sub, ClassId super) const {
  if (sub == super || super == object_) return Answer::kYes;
  if (IsArray(Name(sub)) || IsArray(Name(super))) return IsArraySubtype(Name(sub), Name(super));
  // An interface cannot extend a class: where `super` is known to be one, interfaces need not be looked at,
  // and a missing interface leaves no doubt.
  const ClassInfo* wanted = Load(super);
  const bool classes_only = wanted != nullptr && !wanted->is_interface();
  bool unsure = false;
  TypeWalk walk;
  walk.Add(sub);
  for (size_t i = 0; i < walk.list().size(); ++i) {
    const ClassInfo* info = Load(walk.list()[i]);
    if (info == nullptr) {
      unsure = true;
      continue;
    }
    if (info->super == super) return Answer::kYes;
    if (info->super != kNoClass && info->super != object_) walk.Add(info->super);
    if (classes_only) continue;
    for (ClassId interface : info->interfaces) {
      if (interface == super) return Answer::kYes;
      walk.Add(interface);
    }
  }
  return unsure ? Answer::kUnknown : Answer::kNo;
}

// JVMS 4.10.1.2: arrays are subtypes of Object, Cloneable and Serializable, and of arrays of supertypes of
// their elements; the element of an array of arrays is an array.
Answer Hierarchy::IsArraySubtype(std::string_view sub, std::string_view super) const {
  while (IsArray(sub) && IsArray(super)) {
    sub.remove_prefix(1);
    super.remove_prefix(1);
  }
  // What is left are descriptors of elements, or the class name that the question was about.
  const std::string_view super_class = super.ends_with(';') ? ClassOfDescriptor(super) : super;
  if (IsArray(sub)) {
    for (ClassId id : {object_, cloneable_, serializable_}) {
      if (super_class == Name(id)) return Answer::kYes;
    }
    return Answer::kNo;
  }
  if (IsArray(super)) return Answer::kNo;
  if (sub == super) return Answer::kYes;
  const std::string_view sub_class = ClassOfDescriptor(sub);
  if (sub_class.empty() || ClassOfDescriptor(super).empty()) return Answer::kNo;  // different primitives
  if (IsArray(sub_class) || IsArray(super_class)) return Answer::kNo;  // "[L[I;": no descriptor at all
  return IsSubtype(Id(sub_class), Id(super_class));
}

void Hierarchy::LoadListed(const ClassEntry& entry) const {
  const ClassId id = Id(entry.name);
  if (infos_.At(id).load(std::memory_order_acquire) != nullptr) return;
  Result<Blob> content = path_.Read(entry);
  if (!content.ok()) {
    Report(std::move(content).error());
    Publish(id, nullptr);
    return;
  }
  Publish(id, Parse(entry.name, content->bytes(), path_.OriginOf(entry)));
}

std::unique_ptr<Hierarchy::SubtypeIndex> Hierarchy::BuildSubtypes() const {
  ClassList list = path_.List();
  for (Error& problem : list.problems) Report(std::move(problem));
  auto load = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) LoadListed(list.entries[i]);
  };
  if (pool_ != nullptr) {
    pool_->ParallelFor(list.entries.size(), kClassesPerTask, load);
  } else {
    load(0, list.entries.size());
  }
  std::sort(list.entries.begin(), list.entries.end(),
            [](const ClassEntry& a, const ClassEntry& b) { return a.name < b.name; });
  // Edges in the order of subtype names, grouped by supertype: a counting sort keeps that order.
  auto index = std::make_unique<SubtypeIndex>();
  std::vector<std::pair<ClassId, ClassId>> edges;
  for (const ClassEntry& entry : list.entries) {
    const ClassId id = Id(entry.name);
    TypeWalk direct;  // an interface named twice counts once
    for (ClassId supertype : DirectSupertypes(id)) {
      if (direct.Add(supertype)) edges.emplace_back(supertype, id);
    }
  }
  index->starts.assign(size_t{classes_.size()} + 1, 0);
  for (const auto& [supertype, subtype] : edges) ++index->starts[supertype + 1];
  for (size_t i = 1; i < index->starts.size(); ++i) index->starts[i] += index->starts[i - 1];
  index->subtypes.resize(edges.size());
  std::vector<uint32_t> next(index->starts.begin(), index->starts.end() - 1);
  for (const auto& [supertype, subtype] : edges) index->subtypes[next[supertype]++] = subtype;
  return index;
}

const Hierarchy::SubtypeIndex& Hierarchy::Subtypes() const {
  const SubtypeIndex* index = subtypes_.load(std::memory_order_acquire);
  if (index != nullptr) return *index;
  // Built outside the lock, since Report takes it and the pool runs other work meanwhile; a second builder
  // finds the classes loaded, and the loser's index goes.
  std::unique_ptr<SubtypeIndex> mine = BuildSubtypes();
  if (subtypes_.compare_exchange_strong(index, mine.get(), std::memory_order_acq_rel)) return *mine.release();
  return *index;
}

std::span<const ClassId> Hierarchy::DirectSubtypes(ClassId id) const {
  const SubtypeIndex& index = Subtypes();
  if (size_t{id} + 1 >= index.starts.size()) return {};
  return std::span(index.subtypes).subspan(index.starts[id], index.starts[id + 1] - index.starts[id]);
}

std::vector<ClassId> Hierarchy::AllSubtypes(ClassId id) const {
  TypeWalk walk;
  walk.Add(id);
  for (size_t i = 0; i < walk.list().size(); ++i) {
    for (ClassId subtype : DirectSubtypes(walk.list()[i])) walk.Add(subtype);
  }
  std::vector<ClassId> subtypes = walk.Release();
  subtypes.erase(subtypes.begin());
  return subtypes;
}

}  // namespace revmon::classpath
