#include "classfile/class_file.h"

#include <string>

namespace revmon::classfile {
namespace {

// The oldest class-file version any JVM accepts (JDK 1.0.2). There is no upper bound: see the header.
constexpr uint16_t kOldestMajorVersion = 45;

}  // namespace

const Attribute* FindAttribute(std::span<const Attribute> attributes, AttributeKind kind) {
  for (const Attribute& attribute : attributes) {
    if (attribute.kind == kind) return &attribute;
  }
  return nullptr;
}

Result<ClassFile> ClassFile::Parse(Bytes bytes) {
  ClassFile file;
  REVMON_RETURN_IF_ERROR(file.ParseFrom(bytes));
  return file;
}

Status ClassFile::ParseFrom(Bytes bytes) {
  Status status = ParseAll(bytes);
  if (!status.ok()) *this = ClassFile();
  return status;
}

Status ClassFile::ParseAll(Bytes bytes) {
  bytes_ = bytes;
  fields_.clear();
  methods_.clear();
  attributes_.clear();
  if (bytes.size() > UINT32_MAX) return Error(ErrorCode::kLimit, "class file is larger than 4 GiB");
  ByteReader reader(bytes);
  REVMON_RETURN_IF_ERROR(ParseHeader(reader));
  REVMON_RETURN_IF_ERROR(ParseMembers(reader, "field", fields_));
  REVMON_RETURN_IF_ERROR(ParseMembers(reader, "method", methods_));
  class_attributes_ = static_cast<uint32_t>(attributes_.size());
  REVMON_RETURN_IF_ERROR(ReadAttributes(reader, pool_, attributes_));
  if (!reader.empty()) {
    return Error(ErrorCode::kMalformed, "class file goes on after its last attribute")
        .AtOffset(reader.offset());
  }
  return OkStatus();
}

Status ClassFile::ParseHeader(ByteReader& reader) {
  uint32_t magic = reader.U4();
  if (reader.ok() && magic != kMagic) return Error(ErrorCode::kMalformed, "not a class file").AtOffset(0);
  minor_version_ = reader.U2();
  major_version_ = reader.U2();
  if (reader.ok() && major_version_ < kOldestMajorVersion) {
    return Error(ErrorCode::kUnsupported,
                 "class file version " + std::to_string(major_version_) + " is below 45")
        .AtOffset(6);
  }
  REVMON_RETURN_IF_ERROR(pool_.Parse(bytes_, reader));
  size_t at = reader.offset();
  access_flags_ = reader.U2();
  this_index_ = reader.U2();
  super_index_ = reader.U2();
  interfaces_ = reader.Take(size_t{reader.U2()} * 2);
  if (!reader.ok())
    return Error(ErrorCode::kTruncated, "class file ends in its header").AtOffset(reader.offset());
  bool sound = pool_.Is(this_index_, ConstantTag::kClass) &&
               (super_index_ == 0 || pool_.Is(super_index_, ConstantTag::kClass));
  for (size_t i = 0; i < interface_count(); ++i) sound &= pool_.Is(interface_index(i), ConstantTag::kClass);
  if (!sound) {
    return Error(ErrorCode::kMalformed, "this, super or interface index is not a Class constant")
        .AtOffset(at);
  }
  return OkStatus();
}

Status ClassFile::ParseMembers(ByteReader& reader, std::string_view what, std::vector<Member>& out) {
  uint16_t count = reader.U2();
  for (uint16_t i = 0; i < count; ++i) {
    // Filled in place: a copy right after so many narrow stores would wait for all of them.
    Member& member = out.emplace_back();
    member.offset = static_cast<uint32_t>(reader.offset());
    member.access_flags = reader.U2();
    member.name_index = reader.U2();
    member.descriptor_index = reader.U2();
    if (!reader.ok()) break;
    if (!pool_.Is(member.name_index, ConstantTag::kUtf8) ||
        !pool_.Is(member.descriptor_index, ConstantTag::kUtf8)) {
      return Error(ErrorCode::kMalformed, std::string(what) + " name or descriptor is not a Utf8 constant")
          .AtOffset(member.offset);
    }
    member.name = pool_.Utf8(member.name_index);
    member.descriptor = pool_.Utf8(member.descriptor_index);
    member.first_attribute = static_cast<uint32_t>(attributes_.size());
    REVMON_RETURN_IF_ERROR(ReadAttributes(reader, pool_, attributes_));
    member.attribute_count = static_cast<uint32_t>(attributes_.size()) - member.first_attribute;
  }
  if (!reader.ok()) {
    return Error(ErrorCode::kTruncated, std::string(what) + " table ends early").AtOffset(reader.offset());
  }
  return OkStatus();
}

const Attribute* ClassFile::Find(AttributeKind kind) const { return FindAttribute(attributes(), kind); }

const Attribute* ClassFile::Find(const Member& member, AttributeKind kind) const {
  return FindAttribute(attributes(member), kind);
}

}  // namespace revmon::classfile
