#include "classfile/constant_pool.h"

#include <array>
#include <string>

#include "classfile/attribute.h"

namespace revmon::classfile {
namespace {

using Tag = ConstantTag;

bool IsMemberRef(Tag tag) {
  return tag == Tag::kFieldref || tag == Tag::kMethodref || tag == Tag::kInterfaceMethodref;
}

// What the parser needs to know of a tag. Tables, since a branch per kind is mispredicted on most entries.
struct TagInfo {
  uint8_t size = 0;  // with the tag; of a Utf8, without its text; 0 for tags that do not exist
  // The kinds its two u2 operands must refer to; kNone where there is nothing to check.
  Tag first = Tag::kNone;
  Tag second = Tag::kNone;
  ConstantGroup group = ConstantGroup::kOther;
};

constexpr size_t kTagLimit = 21;
constexpr uint8_t kWideSize = 9;  // of a Long or Double
constexpr std::array<TagInfo, kTagLimit> kTags = [] {
  std::array<TagInfo, kTagLimit> tags = {};
  using Group = ConstantGroup;
  auto set = [&](Tag tag, uint8_t size, Group group, Tag first = Tag::kNone, Tag second = Tag::kNone) {
    tags[static_cast<size_t>(tag)] = {.size = size, .first = first, .second = second, .group = group};
  };
  set(Tag::kUtf8, 3, Group::kText);
  set(Tag::kInteger, 5, Group::kNumber);
  set(Tag::kFloat, 5, Group::kNumber);
  set(Tag::kLong, kWideSize, Group::kNumber);
  set(Tag::kDouble, kWideSize, Group::kNumber);
  for (Tag tag : {Tag::kClass, Tag::kString, Tag::kMethodType, Tag::kModule, Tag::kPackage}) {
    set(tag, 3, Group::kName, Tag::kUtf8);
  }
  for (Tag tag : {Tag::kFieldref, Tag::kMethodref, Tag::kInterfaceMethodref}) {
    set(tag, 5, Group::kMember, Tag::kClass, Tag::kNameAndType);
  }
  set(Tag::kNameAndType, 5, Group::kNameAndType, Tag::kUtf8, Tag::kUtf8);
  set(Tag::kMethodHandle, 4, Group::kOther);
  set(Tag::kDynamic, 5, Group::kOther, Tag::kNone, Tag::kNameAndType);
  set(Tag::kInvokeDynamic, 5, Group::kOther, Tag::kNone, Tag::kNameAndType);
  return tags;
}();

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
  tags_.clear();
  attributes_.clear();
  group_sizes_ = {};
  uint16_t count = reader.U2();
  if (!reader.ok())
    return Error(ErrorCode::kTruncated, "class file ends in its header").AtOffset(reader.offset());
  if (count == 0)
    return Error(ErrorCode::kMalformed, "constant pool count is 0").AtOffset(reader.offset() - 2);
  offsets_.assign(count, 0);
  tags_.assign(count, Tag::kNone);
  attributes_.assign(count, kNotAsked);
  if (by_group_.size() < count * kConstantGroups) by_group_.resize(count * kConstantGroups);
  size_t start = reader.offset();
  REVMON_RETURN_IF_ERROR(ReadEntries(reader, count));
  raw_ = bytes.subspan(start, reader.offset() - start);
  return CheckReferences();
}

// More than half of all constants are texts, and which ones can be foretold well: that branch is worth
// having, since behind it the next constant is found by the length alone. The other kinds go by table.
Status ConstantPool::ReadEntries(ByteReader& reader, uint32_t count) {
  const Bytes rest = reader.Rest();
  const auto start = static_cast<uint32_t>(reader.offset());
  uint32_t* offsets = offsets_.data();
  Tag* tags = tags_.data();
  std::array<uint16_t*, kConstantGroups> next;  // where the next index of each group goes
  for (size_t group = 0; group < kConstantGroups; ++group) next[group] = by_group_.data() + group * count;
  uint16_t* next_text = next[static_cast<size_t>(ConstantGroup::kText)];
  size_t at = 0;
  for (uint32_t i = 1; i < count; ++i) {
    const uint8_t* p = rest.data() + at;
    const size_t left = rest.size() - at;
    const uint32_t offset = start + static_cast<uint32_t>(at);
    if (left == 0) return Error(ErrorCode::kTruncated, "constant pool ends early").AtOffset(offset);
    const uint8_t tag = *p;
    offsets[i] = offset;
    tags[i] = static_cast<Tag>(tag);
    if (tag == static_cast<uint8_t>(Tag::kUtf8) && left >= 3) {
      *next_text++ = static_cast<uint16_t>(i);
      at += size_t{3} + LoadBe16(p + 1);
      if (at > rest.size()) {
        return Error(ErrorCode::kTruncated, "constant pool ends early").AtOffset(offset + 1);
      }
      continue;
    }
    const TagInfo info = tag < kTagLimit ? kTags[tag] : TagInfo();
    if (info.size == 0) {
      return Error(ErrorCode::kUnsupported, "unknown constant pool tag " + std::to_string(tag))
          .AtOffset(offset);
    }
    if (left < info.size) {
      return Error(ErrorCode::kTruncated, "constant pool ends early").AtOffset(offset + 1);
    }
    *next[static_cast<size_t>(info.group)]++ = static_cast<uint16_t>(i);
    at += info.size;
    // Takes two indexes; the second is unusable (JVMS 4.4.5). Some old compilers end the pool inside one;
    // the JVM rejects such classes, and so do we.
    if (info.size == kWideSize && ++i >= count) {
      return Error(ErrorCode::kMalformed, "constant pool ends inside a Long or Double").AtOffset(offset);
    }
  }
  next[static_cast<size_t>(ConstantGroup::kText)] = next_text;
  for (size_t group = 0; group < kConstantGroups; ++group) {
    group_sizes_[group] = static_cast<uint32_t>(next[group] - (by_group_.data() + group * count));
  }
  reader.Skip(at);
  return OkStatus();
}

inline bool ConstantPool::ReferencesAreRight(uint32_t index, ConstantTag kind) const {
  const uint8_t* p = bytes_.data() + offsets_[index] + 1;
  if (kind == Tag::kMethodHandle) return p[0] >= 1 && p[0] <= 9 && IsMemberRef(tag(LoadBe16(p + 1)));
  const TagInfo& info = kTags[static_cast<size_t>(kind)];
  if (info.first != Tag::kNone && tag(LoadBe16(p)) != info.first) return false;
  return info.second == Tag::kNone || tag(LoadBe16(p + 2)) == info.second;
}

bool ConstantPool::AllReferencesAreRight() const {
  const uint8_t* const operands = bytes_.data() + 1;
  auto refers = [this](const uint8_t* p, Tag wanted) { return tag(LoadBe16(p)) == wanted; };
  for (uint16_t i : IndexesOf(ConstantGroup::kName)) {
    if (!refers(operands + offsets_[i], Tag::kUtf8)) return false;
  }
  for (uint16_t i : IndexesOf(ConstantGroup::kNameAndType)) {
    const uint8_t* p = operands + offsets_[i];
    if (!refers(p, Tag::kUtf8) || !refers(p + 2, Tag::kUtf8)) return false;
  }
  for (uint16_t i : IndexesOf(ConstantGroup::kMember)) {
    const uint8_t* p = operands + offsets_[i];
    if (!refers(p, Tag::kClass) || !refers(p + 2, Tag::kNameAndType)) return false;
  }
  for (uint16_t i : IndexesOf(ConstantGroup::kOther)) {
    if (!ReferencesAreRight(i, tags_[i])) return false;
  }
  return true;
}

Status ConstantPool::CheckReferences() const {
  if (AllReferencesAreRight()) return OkStatus();
  uint32_t i = 1;
  while (ReferencesAreRight(i, tags_[i])) ++i;
  return Error(ErrorCode::kMalformed, "constant " + std::to_string(i) + " (" +
                                          std::string(ToString(tags_[i])) +
                                          ") refers to a constant of the wrong kind")
      .AtOffset(offsets_[i]);
}

AttributeKind ConstantPool::FindAttributeNamed(uint32_t index) const {
  AttributeKind kind = AttributeKindOf(Utf8(index));
  std::atomic_ref(attributes_[index]).store(kind, std::memory_order_relaxed);
  return kind;
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
  if (kind == Tag::kNone || kind == Tag::kUtf8 || kind == Tag::kMethodHandle) return 0;
  return LoadBe16(bytes_.data() + offsets_[index] + 1);
}

uint16_t ConstantPool::Second(uint32_t index) const {
  Tag kind = tag(index);
  if (kind == Tag::kMethodHandle) return LoadBe16(bytes_.data() + offsets_[index] + 2);
  return kTags[static_cast<size_t>(kind)].size < 5 ? uint16_t{0}
                                                   : LoadBe16(bytes_.data() + offsets_[index] + 3);
}

}  // namespace revmon::classfile
