#include "classfile/class_editor.h"

#include <algorithm>
#include <string>

namespace revmon::classfile {
namespace {

constexpr size_t kMaxU2 = 65535;

Error NoSuch(std::string_view what) {
  return Error(ErrorCode::kInvalid, "the class has no such " + std::string(what));
}

}  // namespace

ClassEditor::ClassEditor(const ClassFile& file)
    : file_(file), pool_(file.pool()), access_flags_(file.access_flags()), super_index_(file.super_index()) {
  for (size_t i = 0; i < file.interface_count(); ++i) interfaces_.push_back(file.interface_index(i));
  auto take = [](std::span<const Member> from, Members& to) {
    to.reserve(from.size());
    for (const Member& member : from) {
      to.push_back({member.access_flags, member.name_index, member.descriptor_index, &member, {}});
    }
  };
  take(file.fields(), fields_);
  take(file.methods(), methods_);
}

void ClassEditor::SetAccessFlags(uint16_t flags) {
  access_flags_ = flags;
  changed_ = true;
}

Status ClassEditor::SetSuper(std::string_view internal_name) {
  REVMON_ASSIGN_OR_RETURN(super_index_, pool_.Class(internal_name));
  changed_ = true;
  return OkStatus();
}

Status ClassEditor::AddInterface(std::string_view internal_name) {
  for (uint16_t index : interfaces_) {
    if (pool_.ClassNameAt(index) == internal_name) return OkStatus();
  }
  if (interfaces_.size() == kMaxU2) return Error(ErrorCode::kLimit, "a class would pass 65535 interfaces");
  REVMON_ASSIGN_OR_RETURN(uint16_t index, pool_.Class(internal_name));
  interfaces_.push_back(index);
  changed_ = true;
  return OkStatus();
}

Result<size_t> ClassEditor::AddMember(Members& members, uint16_t access, std::string_view name,
                                      std::string_view descriptor) {
  for (const EditedMember& member : members) {
    if (pool_.Utf8At(member.name_index) == name && pool_.Utf8At(member.descriptor_index) == descriptor) {
      return Error(ErrorCode::kInvalid,
                   "the class has a member " + std::string(name) + std::string(descriptor) + " already");
    }
  }
  if (members.size() == kMaxU2) return Error(ErrorCode::kLimit, "a class would pass 65535 members");
  REVMON_ASSIGN_OR_RETURN(uint16_t name_index, pool_.Utf8(name));
  REVMON_ASSIGN_OR_RETURN(uint16_t descriptor_index, pool_.Utf8(descriptor));
  members.push_back({access, name_index, descriptor_index, nullptr, {}});
  changed_ = true;
  return members.size() - 1;
}

Result<size_t> ClassEditor::AddField(uint16_t access, std::string_view name, std::string_view descriptor) {
  return AddMember(fields_, access, name, descriptor);
}

Result<size_t> ClassEditor::AddMethod(uint16_t access, std::string_view name, std::string_view descriptor) {
  return AddMember(methods_, access, name, descriptor);
}

Status ClassEditor::SetFieldAccess(size_t field, uint16_t access) {
  if (field >= fields_.size()) return NoSuch("field");
  fields_[field].access_flags = access;
  changed_ = true;
  return OkStatus();
}

Status ClassEditor::SetMethodAccess(size_t method, uint16_t access) {
  if (method >= methods_.size()) return NoSuch("method");
  methods_[method].access_flags = access;
  changed_ = true;
  return OkStatus();
}

Status ClassEditor::Set(std::vector<NewAttribute>& attributes, std::string_view name,
                        std::vector<uint8_t> data) {
  if (data.size() > UINT32_MAX) return Error(ErrorCode::kLimit, "an attribute would pass 4 GiB");
  changed_ = true;
  for (NewAttribute& attribute : attributes) {
    if (attribute.name != name) continue;
    attribute.data = std::move(data);
    return OkStatus();
  }
  REVMON_ASSIGN_OR_RETURN(uint16_t index, pool_.Utf8(name));
  attributes.push_back({index, pool_.Utf8At(index), std::move(data)});
  return OkStatus();
}

Status ClassEditor::SetAttribute(std::string_view name, std::vector<uint8_t> data) {
  return Set(attributes_, name, std::move(data));
}

Status ClassEditor::SetFieldAttribute(size_t field, std::string_view name, std::vector<uint8_t> data) {
  if (field >= fields_.size()) return NoSuch("field");
  return Set(fields_[field].attributes, name, std::move(data));
}

Status ClassEditor::SetMethodAttribute(size_t method, std::string_view name, std::vector<uint8_t> data) {
  if (method >= methods_.size()) return NoSuch("method");
  return Set(methods_[method].attributes, name, std::move(data));
}

MethodInfo ClassEditor::InfoOfMethod(size_t method) const {
  const EditedMember& member = methods_[method];
  return {.class_name = file_.name(),
          .name = pool_.Utf8At(member.name_index),
          .descriptor = pool_.Utf8At(member.descriptor_index),
          .access_flags = member.access_flags,
          .major_version = file_.major_version()};
}

Result<CodeEditor> ClassEditor::EditCode(size_t method) {
  if (method >= methods_.size()) return NoSuch("method");
  const Member* original = methods_[method].original;
  const Attribute* code = original == nullptr ? nullptr : file_.Find(*original, AttributeKind::kCode);
  if (code == nullptr) return Error(ErrorCode::kNotFound, "the method has no code");
  return CodeEditor::Decode(*code, InfoOfMethod(method), file_.pool(), pool_);
}

Result<CodeEditor> ClassEditor::NewCode(size_t method) {
  if (method >= methods_.size()) return NoSuch("method");
  return CodeEditor::CreateEmpty(InfoOfMethod(method), pool_);
}

Status ClassEditor::SetCode(size_t method, const CodeEditor& code) {
  if (method >= methods_.size()) return NoSuch("method");
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> data, code.Encode());
  return SetMethodAttribute(method, "Code", std::move(data));
}

Status ClassEditor::WriteAttributes(std::span<const Attribute> original,
                                    const std::vector<NewAttribute>& changes, ByteWriter& out) const {
  size_t count_at = out.size();
  size_t count = original.size();
  out.U2(0);
  std::vector<bool> written(changes.size(), false);
  for (const Attribute& attribute : original) {
    Bytes data = attribute.data;
    if (!changes.empty()) {
      std::string_view name = pool_.Utf8At(attribute.name_index);
      for (size_t i = 0; i < changes.size(); ++i) {
        if (changes[i].name != name || written[i]) continue;
        data = changes[i].data;
        written[i] = true;
      }
    }
    out.U2(attribute.name_index);
    out.U4(static_cast<uint32_t>(data.size()));
    out.Put(data);
  }
  for (size_t i = 0; i < changes.size(); ++i) {
    if (written[i]) continue;
    out.U2(changes[i].name_index);
    out.U4(static_cast<uint32_t>(changes[i].data.size()));
    out.Put(changes[i].data);
    ++count;
  }
  if (count > kMaxU2) return Error(ErrorCode::kLimit, "a class would pass 65535 attributes in one place");
  out.PatchU2(count_at, static_cast<uint16_t>(count));
  return OkStatus();
}

Status ClassEditor::WriteMembers(const Members& members, ByteWriter& out) const {
  out.U2(static_cast<uint16_t>(members.size()));
  for (const EditedMember& member : members) {
    out.U2(member.access_flags);
    out.U2(member.name_index);
    out.U2(member.descriptor_index);
    std::span<const Attribute> original;
    if (member.original != nullptr) original = file_.attributes(*member.original);
    REVMON_RETURN_IF_ERROR(WriteAttributes(original, member.attributes, out));
  }
  return OkStatus();
}

Result<std::vector<uint8_t>> ClassEditor::Write() const {
  ByteWriter out;
  out.Reserve(file_.bytes().size() + 1024);
  out.U4(kMagic);
  out.U2(file_.minor_version());
  out.U2(file_.major_version());
  pool_.WriteTo(out);
  out.U2(access_flags_);
  out.U2(file_.this_index());
  out.U2(super_index_);
  out.U2(static_cast<uint16_t>(interfaces_.size()));
  for (uint16_t index : interfaces_) out.U2(index);
  REVMON_RETURN_IF_ERROR(WriteMembers(fields_, out));
  REVMON_RETURN_IF_ERROR(WriteMembers(methods_, out));
  REVMON_RETURN_IF_ERROR(WriteAttributes(file_.attributes(), attributes_, out));
  return out.Release();
}

}  // namespace revmon::classfile
