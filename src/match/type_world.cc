#include "match/type_world.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "classfile/attribute_walk.h"
#include "classfile/descriptor.h"

namespace revmon::match {
namespace {

using classfile::Attribute;
using classfile::AttributeKind;
using classfile::ClassFile;

const TypeInfo kMissing;
constexpr size_t kMaxSupertypes = 1 << 16;  // of one type; the class-file format allows no more interfaces

// The types of the annotations of one Runtime(In)VisibleAnnotations attribute, not of nested ones.
class AnnotationSink final : public classfile::AttributeSink {
 public:
  AnnotationSink(const classfile::ConstantPool& pool, Arena& texts, std::vector<std::string_view>& out)
      : pool_(pool), texts_(texts), out_(out) {}
  void Begin(std::string_view) override { ++depth_; }
  void End() override { --depth_; }
  void Constant(std::string_view name, uint16_t index, uint32_t) override {
    if (depth_ != 1 || name != "type") return;
    out_.push_back(texts_.Copy(classfile::TypeView{pool_.Utf8(index)}.internal_name()));
  }

 private:
  const classfile::ConstantPool& pool_;
  Arena& texts_;
  std::vector<std::string_view>& out_;
  int depth_ = 0;
};

void ReadAnnotations(const ClassFile& file, std::span<const Attribute> attributes, Arena& texts,
                     std::vector<std::string_view>& out) {
  for (AttributeKind kind :
       {AttributeKind::kRuntimeVisibleAnnotations, AttributeKind::kRuntimeInvisibleAnnotations}) {
    const Attribute* attribute = classfile::FindAttribute(attributes, kind);
    if (attribute == nullptr) continue;
    AnnotationSink sink(file.pool(), texts, out);
    (void)classfile::WalkAttribute(*attribute, file.pool(), 0, sink);
  }
}

std::string_view ReadSignature(const ClassFile& file, std::span<const Attribute> attributes, Arena& texts) {
  const Attribute* attribute = classfile::FindAttribute(attributes, AttributeKind::kSignature);
  if (attribute == nullptr || attribute->data.size() != 2) return {};
  return texts.Copy(file.pool().Utf8(LoadBe16(attribute->data.data())));
}

void ReadExceptions(const ClassFile& file, const classfile::Member& member, Arena& texts,
                    std::vector<std::string_view>& out) {
  const Attribute* attribute = file.Find(member, AttributeKind::kExceptions);
  if (attribute == nullptr) return;
  ByteReader reader(attribute->data);
  const uint16_t count = reader.U2();
  for (uint16_t i = 0; i < count; ++i) {
    const uint16_t index = reader.U2();
    if (!reader.ok()) return;
    out.push_back(texts.Copy(file.pool().ClassName(index)));
  }
}

void ReadMembers(const ClassFile& file, std::span<const classfile::Member> members, Arena& texts,
                 std::vector<MemberInfo>& out) {
  out.reserve(members.size());
  for (const classfile::Member& member : members) {
    MemberInfo& info = out.emplace_back();
    info.name = texts.Copy(member.name);
    info.descriptor = texts.Copy(member.descriptor);
    info.signature = ReadSignature(file, file.attributes(member), texts);
    info.flags = member.access_flags;
    ReadExceptions(file, member, texts, info.exceptions);
    ReadAnnotations(file, file.attributes(member), texts, info.annotations);
  }
}

// The class around a member class says InnerClasses; around a local or anonymous one, EnclosingMethod.
std::string_view ReadOuter(const ClassFile& file, Arena& texts) {
  if (const Attribute* inner = file.Find(AttributeKind::kInnerClasses)) {
    ByteReader reader(inner->data);
    const uint16_t count = reader.U2();
    for (uint16_t i = 0; i < count && reader.ok(); ++i) {
      const uint16_t self = reader.U2();
      const uint16_t outer = reader.U2();
      (void)reader.U4();  // simple name, flags
      if (!reader.ok() || outer == 0 || file.pool().ClassName(self) != file.name()) continue;
      return texts.Copy(file.pool().ClassName(outer));
    }
  }
  const Attribute* enclosing = file.Find(AttributeKind::kEnclosingMethod);
  if (enclosing == nullptr || enclosing->data.size() != 4) return {};
  return texts.Copy(file.pool().ClassName(LoadBe16(enclosing->data.data())));
}

}  // namespace

std::unique_ptr<const TypeInfo> DescribeType(const ClassFile& file) {
  auto info = std::make_unique<TypeInfo>();
  Arena& texts = info->texts;
  info->name = texts.Copy(file.name());
  info->super = texts.Copy(file.super_name());
  info->outer = ReadOuter(file, texts);
  info->signature = ReadSignature(file, file.attributes(), texts);
  info->flags = file.access_flags();
  for (size_t i = 0; i < file.interface_count(); ++i) {
    info->interfaces.push_back(texts.Copy(file.interface_name(i)));
  }
  ReadAnnotations(file, file.attributes(), texts, info->annotations);
  ReadMembers(file, file.fields(), texts, info->fields);
  ReadMembers(file, file.methods(), texts, info->methods);
  SortMembers(*info);
  return info;
}

void SortMembers(TypeInfo& info) {
  auto before = [](const MemberInfo& a, const MemberInfo& b) {
    return a.name != b.name ? a.name < b.name : a.descriptor < b.descriptor;
  };
  std::stable_sort(info.fields.begin(), info.fields.end(), before);
  std::stable_sort(info.methods.begin(), info.methods.end(), before);
}

std::span<const MemberInfo> MembersNamed(const std::vector<MemberInfo>& members, std::string_view name) {
  auto first = std::lower_bound(
      members.begin(), members.end(), name,
      [](const MemberInfo& member, std::string_view wanted) { return member.name < wanted; });
  auto last = std::upper_bound(
      first, members.end(), name,
      [](std::string_view wanted, const MemberInfo& member) { return wanted < member.name; });
  return {first, last};
}

void TypeWorld::Clear() {
  for (uint32_t id = 0; id < names_.size(); ++id) {
    if (const auto* slot = infos_.Find(id)) {
      const TypeInfo* info = slot->load(std::memory_order_relaxed);
      if (info != &kMissing) delete info;
    }
    if (const auto* slot = supertypes_.Find(id)) delete slot->load(std::memory_order_relaxed);
  }
}

const TypeInfo* TypeWorld::Publish(uint32_t id, std::unique_ptr<const TypeInfo> info) {
  const TypeInfo* mine = info != nullptr ? info.get() : &kMissing;
  const TypeInfo* current = nullptr;
  if (infos_.At(id).compare_exchange_strong(current, mine, std::memory_order_acq_rel)) {
    (void)info.release();
    current = mine;
  }
  return current == &kMissing ? nullptr : current;
}

const TypeInfo* TypeWorld::Find(std::string_view name) {
  const uint32_t id = names_.Intern(name);
  const TypeInfo* info = infos_.At(id).load(std::memory_order_acquire);
  if (info != nullptr) return info == &kMissing ? nullptr : info;
  if (name.empty() || name.front() == '[') return Publish(id, nullptr);
  return Publish(id, Read(names_.Text(id)));
}

void TypeWorld::Learn(const ClassFile& file) {
  const uint32_t id = names_.Intern(file.name());
  const TypeInfo* known = infos_.At(id).load(std::memory_order_acquire);
  if (known != nullptr && known != &kMissing) return;
  // Other classes may have named it before any loader had it, and it is on no class path that is searched.
  std::unique_ptr<const TypeInfo> info = DescribeType(file);
  while (known == nullptr || known == &kMissing) {
    if (infos_.At(id).compare_exchange_weak(known, info.get(), std::memory_order_acq_rel)) {
      (void)info.release();
      return;
    }
  }
}

std::unique_ptr<Supertypes> TypeWorld::Walk(std::string_view name) {
  auto walk = std::make_unique<Supertypes>();
  std::unordered_set<std::string_view> seen;
  auto add = [&](std::string_view type) {
    if (type.empty()) return;
    type = names_.Text(names_.Intern(type));
    if (seen.size() < kMaxSupertypes && seen.insert(type).second) walk->names.push_back(type);
  };
  add(name);
  for (size_t i = 0; i < walk->names.size(); ++i) {
    const TypeInfo* info = Find(walk->names[i]);
    if (info == nullptr) {
      walk->complete = false;
      continue;
    }
    add(info->super);
    for (std::string_view interface : info->interfaces) add(interface);
  }
  add("java/lang/Object");
  return walk;
}

const Supertypes& TypeWorld::SupertypesOf(std::string_view name) {
  const uint32_t id = names_.Intern(name);
  std::atomic<const Supertypes*>& slot = supertypes_.At(id);
  const Supertypes* current = slot.load(std::memory_order_acquire);
  if (current != nullptr) return *current;
  std::unique_ptr<Supertypes> mine = Walk(name);
  if (slot.compare_exchange_strong(current, mine.get(), std::memory_order_acq_rel)) return *mine.release();
  return *current;
}

Tri TypeWorld::IsSubtype(std::string_view sub, std::string_view super) {
  if (sub == super || super == "java/lang/Object") return Tri::kYes;
  if (sub.starts_with('[')) return IsArraySubtype(sub, super);
  if (super.starts_with('[')) return Tri::kNo;
  const Supertypes& all = SupertypesOf(sub);
  if (std::find(all.names.begin(), all.names.end(), super) != all.names.end()) return Tri::kYes;
  return all.complete ? Tri::kNo : Tri::kMaybe;
}

Tri TypeWorld::IsArraySubtype(std::string_view sub, std::string_view super) {
  if (!super.starts_with('[')) {
    return super == "java/lang/Cloneable" || super == "java/io/Serializable" ? Tri::kYes : Tri::kNo;
  }
  // Dimensions fall away in pairs; what is left decides.
  while (sub.starts_with('[') && super.starts_with('[')) {
    sub.remove_prefix(1);
    super.remove_prefix(1);
  }
  if (super.starts_with('[')) return Tri::kNo;
  const std::string_view super_class = classfile::TypeView{super}.internal_name();
  if (sub.starts_with('[')) return super_class.empty() ? Tri::kNo : IsSubtype(sub, super_class);
  const std::string_view sub_class = classfile::TypeView{sub}.internal_name();
  if (sub_class.empty() || super_class.empty()) return sub == super ? Tri::kYes : Tri::kNo;
  return IsSubtype(sub_class, super_class);
}

bool TypeWorld::FindContradiction(std::string_view a, std::string_view b) {
  std::unordered_map<std::string, std::string_view> results;  // name and parameters -> result
  auto any_method = [&](std::string_view type, auto visit) {
    const TypeInfo* info = Find(type);
    if (info == nullptr) return false;
    for (const MemberInfo& method : info->methods) {
      const size_t end = method.descriptor.find(')');
      if (end == std::string_view::npos || method.name.starts_with('<')) continue;
      if ((method.flags & (classfile::kAccPrivate | classfile::kAccSynthetic)) != 0) continue;
      std::string key(method.name);
      if (visit(key.append(method.descriptor.substr(0, end)), method.descriptor.substr(end + 1))) return true;
    }
    return false;
  };
  (void)any_method(a, [&](std::string& key, std::string_view result) {
    results.try_emplace(std::move(key), result);
    return false;
  });
  return any_method(b, [&](std::string& key, std::string_view result) {
    auto other = results.find(key);
    return other != results.end() && other->second != result;
  });
}

bool TypeWorld::Contradict(std::string_view a, std::string_view b) {
  const uint64_t key = uint64_t{names_.Intern(a)} << 32 | names_.Intern(b);
  {
    std::lock_guard lock(mutex_);
    auto known = contradictions_.find(key);
    if (known != contradictions_.end()) return known->second;
  }
  const bool answer = FindContradiction(a, b);
  std::lock_guard lock(mutex_);
  contradictions_.emplace(key, answer);
  return answer;
}

std::unique_ptr<const TypeInfo> ClassPathWorld::Read(std::string_view name) {
  Result<std::optional<classpath::FoundClass>> found = path_.Find(name);
  if (!found.ok() || !found->has_value()) return nullptr;
  Result<ClassFile> file = ClassFile::Parse((*found)->content.bytes());
  if (!file.ok() || file->name() != name) return nullptr;
  return DescribeType(*file);
}

}  // namespace revmon::match
