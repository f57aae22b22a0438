#include "classfile/constant_pool.h"

#include <string>

namespace revmon::classfile {
namespace {

using Tag = ConstantTag;

bool IsMemberRef(Tag tag) {
  return tag == Tag::kFieldref || tag == Tag::kMethodref || tag == Tag::kInterfaceMethodref;
}

// Bytes after the tag; 0 for Utf8 (variable) and for tags that do not exist.
size_t FixedSizeOf(Tag tag) {
  switch (tag) {
    case Tag::kInteger:
    case Tag::kFloat:
    case Tag::kFieldref:
    case Tag::kMethodref:
    case Tag::kInterfaceMethodref:
    case Tag::kNameAndType:
    case Tag::kDynamic:
    case Tag::kInvokeDynamic: return 4;
    case Tag::kLong:
    case Tag::kDouble: return 8;
    case Tag::kClass:
    case Tag::kString:
    case Tag::kMethodType:
    case Tag::kModule:
    case Tag::kPackage: return 2;
    case Tag::kMethodHandle: return 3;
    case Tag::kUtf8:
    case Tag::kNone: return 0;
  }
  return 0;
}

}  // namespace

std::string_view ToString(ConstantTag tag) {
  switch (tag) {
    case Tag::kNone: return "none";
    case Tag::kUtf8: return "Utf8";
    case Tag::kInteger: return "Integer";
    case Tag::kFloat: return "Float";
    case Tag::kLong: return "Long";
    case Tag::kDouble: return "Double";
    case Tag::kClass: return "Class";
    case Tag::kString: return "String";
    case Tag::kFieldref: return "Fieldref";
    case Tag::kMethodref: return "Methodref";
    case Tag::kInterfaceMethodref: return "InterfaceMethodref";
    case Tag::kNameAndType: return "NameAndType";
    case Tag::kMethodHandle: return "MethodHandle";
    case Tag::kMethodType: return "MethodType";
    case Tag::kDynamic: return "Dynamic";
    case Tag::kInvokeDynamic: return "InvokeDynamic";
    case Tag::kModule: return "Module";
    case Tag::kPackage: return "Package";
  }
  return "unknown";
}

Status ConstantPool::Parse(Bytes bytes, ByteReader& reader) {
  bytes_ = bytes;
  raw_ = {};
  offsets_.clear();
  uint16_t count = reader.U2();
  if (!reader.ok())
    return Error(ErrorCode::kTruncated, "class file ends in its header").AtOffset(reader.offset());
  if (count == 0)
    return Error(ErrorCode::kMalformed, "constant pool count is 0").AtOffset(reader.offset() - 2);
  offsets_.assign(count, 0);
  size_t start = reader.offset();
  for (uint32_t i = 1; i < count; ++i) {
    size_t at = reader.offset();
    auto tag = static_cast<Tag>(reader.U1());
    REVMON_RETURN_IF_ERROR(ReadEntry(reader, tag));
    offsets_[i] = static_cast<uint32_t>(at);
    // A Long or Double takes two indexes; the second is unusable (JVMS 4.4.5). Some old compilers end the
    // pool inside one; the JVM rejects such classes, and so do we.
    if (tag == Tag::kLong || tag == Tag::kDouble) {
      if (++i >= count) {
        return Error(ErrorCode::kMalformed, "constant pool ends inside a Long or Double").AtOffset(at);
      }
    }
  }
  raw_ = bytes.subspan(start, reader.offset() - start);
  return CheckReferences();
}

Status ConstantPool::ReadEntry(ByteReader& reader, ConstantTag tag) {
  size_t at = reader.offset() - 1;
  if (tag == Tag::kUtf8) {
    reader.Skip(reader.U2());
  } else if (size_t size = FixedSizeOf(tag); size != 0) {
    reader.Skip(size);
  } else if (reader.ok()) {
    return Error(ErrorCode::kUnsupported,
                 "unknown constant pool tag " + std::to_string(static_cast<int>(tag)))
        .AtOffset(at);
  }
  if (!reader.ok()) return Error(ErrorCode::kTruncated, "constant pool ends early").AtOffset(reader.offset());
  return OkStatus();
}

Status ConstantPool::CheckReferences() const {
  for (uint32_t i = 1; i < offsets_.size(); ++i) {
    Tag kind = tag(i);
    if (kind != Tag::kNone && kind != Tag::kUtf8 && !ReferencesAreRight(i, kind)) {
      return Error(ErrorCode::kMalformed, "constant " + std::to_string(i) + " (" +
                                              std::string(ToString(kind)) +
                                              ") refers to a constant of the wrong kind")
          .AtOffset(offsets_[i]);
    }
  }
  return OkStatus();
}

bool ConstantPool::ReferencesAreRight(uint32_t index, ConstantTag kind) const {
  const uint8_t* p = bytes_.data() + offsets_[index] + 1;
  switch (kind) {
    case Tag::kClass:
    case Tag::kString:
    case Tag::kMethodType:
    case Tag::kModule:
    case Tag::kPackage: return Is(LoadBe16(p), Tag::kUtf8);
    case Tag::kFieldref:
    case Tag::kMethodref:
    case Tag::kInterfaceMethodref:
      return Is(LoadBe16(p), Tag::kClass) && Is(LoadBe16(p + 2), Tag::kNameAndType);
    case Tag::kNameAndType: return Is(LoadBe16(p), Tag::kUtf8) && Is(LoadBe16(p + 2), Tag::kUtf8);
    case Tag::kMethodHandle: return p[0] >= 1 && p[0] <= 9 && IsMemberRef(tag(LoadBe16(p + 1)));
    case Tag::kDynamic:
    case Tag::kInvokeDynamic: return Is(LoadBe16(p + 2), Tag::kNameAndType);
    default: return true;
  }
}

std::string_view ConstantPool::Utf8(uint32_t index) const {
  const uint8_t* p = Entry(index, Tag::kUtf8);
  return p == nullptr ? std::string_view() : AsText(Bytes(p + 2, LoadBe16(p)));
}

std::string_view ConstantPool::ClassName(uint32_t index) const {
  Tag kind = tag(index);
  if (kind != Tag::kClass && kind != Tag::kModule && kind != Tag::kPackage) return {};
  return Utf8(First(index));
}

std::string_view ConstantPool::String(uint32_t index) const {
  return Is(index, Tag::kString) ? Utf8(First(index)) : std::string_view();
}

std::string_view ConstantPool::MethodType(uint32_t index) const {
  return Is(index, Tag::kMethodType) ? Utf8(First(index)) : std::string_view();
}

uint32_t ConstantPool::Bits32(uint32_t index) const {
  Tag kind = tag(index);
  return kind == Tag::kInteger || kind == Tag::kFloat ? LoadBe32(bytes_.data() + offsets_[index] + 1) : 0;
}

uint64_t ConstantPool::Bits64(uint32_t index) const {
  Tag kind = tag(index);
  return kind == Tag::kLong || kind == Tag::kDouble ? LoadBe64(bytes_.data() + offsets_[index] + 1) : 0;
}

NameAndType ConstantPool::NameAndType(uint32_t index) const {
  if (!Is(index, Tag::kNameAndType)) return {};
  return {.name = Utf8(First(index)), .descriptor = Utf8(Second(index))};
}

MemberRef ConstantPool::Member(uint32_t index) const {
  Tag kind = tag(index);
  if (!IsMemberRef(kind)) return {};
  auto [name, descriptor] = NameAndType(Second(index));
  return {.tag = kind, .owner = ClassName(First(index)), .name = name, .descriptor = descriptor};
}

MethodHandleRef ConstantPool::MethodHandle(uint32_t index) const {
  const uint8_t* p = Entry(index, Tag::kMethodHandle);
  if (p == nullptr) return {};
  return {.kind = p[0], .member_index = LoadBe16(p + 1)};
}

DynamicRef ConstantPool::Dynamic(uint32_t index) const {
  Tag kind = tag(index);
  if (kind != Tag::kDynamic && kind != Tag::kInvokeDynamic) return {};
  auto [name, descriptor] = NameAndType(Second(index));
  return {.bootstrap_index = First(index), .name = name, .descriptor = descriptor};
}

uint16_t ConstantPool::First(uint32_t index) const {
  Tag kind = tag(index);
  if (kind == Tag::kNone || kind == Tag::kUtf8 || kind == Tag::kMethodHandle || FixedSizeOf(kind) < 2)
    return 0;
  return LoadBe16(bytes_.data() + offsets_[index] + 1);
}

uint16_t ConstantPool::Second(uint32_t index) const {
  Tag kind = tag(index);
  if (kind == Tag::kMethodHandle) return LoadBe16(bytes_.data() + offsets_[index] + 2);
  return FixedSizeOf(kind) < 4 ? uint16_t{0} : LoadBe16(bytes_.data() + offsets_[index] + 3);
}

}  // namespace revmon::classfile
