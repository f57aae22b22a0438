#include "classfile/constant_pool_editor.h"

#include <algorithm>

#include "base/hash.h"

namespace revmon::classfile {
namespace {

using Tag = ConstantTag;

constexpr uint32_t kMaxCount = 65535;  // constant_pool_count is a u2, so the highest index is 65534
constexpr size_t kMinTable = 64;

void PutBe(std::string& out, uint64_t value, int bytes) {
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift));
}

std::string EntryOf(Tag tag, uint64_t value, int bytes) {
  std::string entry(1, static_cast<char>(tag));
  PutBe(entry, value, bytes);
  return entry;
}

uint32_t SlotsOf(std::string_view entry) {
  Tag tag = static_cast<Tag>(entry[0]);
  return tag == Tag::kLong || tag == Tag::kDouble ? 2 : 1;
}

uint16_t U2At(std::string_view operands, size_t at) {
  return operands.size() < at + 2 ? uint16_t{0} : LoadBe16(AsBytes(operands).data() + at);
}

size_t SizeOfOriginal(const uint8_t* entry) {
  switch (static_cast<Tag>(entry[0])) {
    case Tag::kUtf8: return size_t{3} + LoadBe16(entry + 1);
    case Tag::kLong:
    case Tag::kDouble: return 9;
    case Tag::kClass:
    case Tag::kString:
    case Tag::kMethodType:
    case Tag::kModule:
    case Tag::kPackage: return 3;
    case Tag::kMethodHandle: return 4;
    default: return 5;
  }
}

}  // namespace

std::string_view ConstantPoolEditor::Entry(uint32_t index) const {
  if (index < original_->count()) {
    uint32_t offset = original_->OffsetOf(index);
    if (offset == 0) return {};
    const uint8_t* entry = original_->bytes().data() + offset;
    return AsText(Bytes(entry, SizeOfOriginal(entry)));
  }
  auto found = std::lower_bound(added_.begin(), added_.end(), index,
                                [](const Added& added, uint32_t wanted) { return added.index < wanted; });
  return found == added_.end() || found->index != index ? std::string_view() : found->entry;
}

void ConstantPoolEditor::Index(uint32_t index) {
  std::string_view entry = Entry(index);
  if (entry.empty()) return;
  if ((used_ + 1) * 2 > table_.size()) BuildTable(table_.size() * 2);
  size_t mask = table_.size() - 1;
  size_t at = TableHash(entry) & mask;
  while (table_[at] != 0) {
    if (Entry(table_[at]) == entry) return;  // a duplicate: the lowest index stands for it
    at = (at + 1) & mask;
  }
  table_[at] = static_cast<uint16_t>(index);
  ++used_;
}

void ConstantPoolEditor::BuildTable(size_t capacity) {
  size_t size = kMinTable;
  while (size < capacity) size *= 2;
  std::vector<uint16_t> old = std::move(table_);
  table_.assign(size, 0);
  used_ = 0;
  if (old.empty()) {
    for (uint32_t i = 1; i < next_; ++i) Index(i);
  } else {
    for (uint16_t index : old) Index(index);
  }
}

Result<uint16_t> ConstantPoolEditor::FindOrAdd(std::string entry) {
  if (table_.empty()) BuildTable((size_t{next_} + 1) * 2 + 2);
  size_t mask = table_.size() - 1;
  for (size_t at = TableHash(entry) & mask; table_[at] != 0; at = (at + 1) & mask) {
    if (Entry(table_[at]) == entry) return table_[at];
  }
  uint32_t slots = SlotsOf(entry);
  if (next_ + slots > kMaxCount) {
    return Error(ErrorCode::kLimit, "constant pool would pass 65535 entries");
  }
  uint32_t index = next_;
  added_.push_back({index, std::move(entry)});
  next_ += slots;
  Index(index);
  return static_cast<uint16_t>(index);
}

void ConstantPoolEditor::Rollback(uint32_t mark) {
  if (mark >= next_) return;
  while (!added_.empty() && added_.back().index >= mark) added_.pop_back();
  next_ = std::max<uint32_t>(mark, original_->count());
  table_.clear();  // built again by the next question
  used_ = 0;
}

Result<uint16_t> ConstantPoolEditor::Utf8(std::string_view text) {
  if (text.size() > UINT16_MAX) return Error(ErrorCode::kLimit, "text constant is longer than 65535 bytes");
  std::string entry = EntryOf(Tag::kUtf8, text.size(), 2);
  entry.append(text);
  return FindOrAdd(std::move(entry));
}

Result<uint16_t> ConstantPoolEditor::Integer(int32_t value) {
  return FindOrAdd(EntryOf(Tag::kInteger, static_cast<uint32_t>(value), 4));
}

Result<uint16_t> ConstantPoolEditor::Float(uint32_t bits) { return FindOrAdd(EntryOf(Tag::kFloat, bits, 4)); }

Result<uint16_t> ConstantPoolEditor::Long(int64_t value) {
  return FindOrAdd(EntryOf(Tag::kLong, static_cast<uint64_t>(value), 8));
}

Result<uint16_t> ConstantPoolEditor::Double(uint64_t bits) {
  return FindOrAdd(EntryOf(Tag::kDouble, bits, 8));
}

Result<uint16_t> ConstantPoolEditor::Named(ConstantTag tag, std::string_view text) {
  REVMON_ASSIGN_OR_RETURN(uint16_t utf8, Utf8(text));
  return FindOrAdd(EntryOf(tag, utf8, 2));
}

Result<uint16_t> ConstantPoolEditor::Class(std::string_view name) { return Named(Tag::kClass, name); }
Result<uint16_t> ConstantPoolEditor::String(std::string_view text) { return Named(Tag::kString, text); }
Result<uint16_t> ConstantPoolEditor::MethodType(std::string_view text) {
  return Named(Tag::kMethodType, text);
}
Result<uint16_t> ConstantPoolEditor::Module(std::string_view name) { return Named(Tag::kModule, name); }
Result<uint16_t> ConstantPoolEditor::Package(std::string_view name) { return Named(Tag::kPackage, name); }

Result<uint16_t> ConstantPoolEditor::NameAndType(std::string_view name, std::string_view descriptor) {
  REVMON_ASSIGN_OR_RETURN(uint16_t name_index, Utf8(name));
  REVMON_ASSIGN_OR_RETURN(uint16_t descriptor_index, Utf8(descriptor));
  return FindOrAdd(EntryOf(Tag::kNameAndType, uint32_t{name_index} << 16 | descriptor_index, 4));
}

Result<uint16_t> ConstantPoolEditor::Member(ConstantTag tag, std::string_view owner, std::string_view name,
                                            std::string_view descriptor) {
  REVMON_ASSIGN_OR_RETURN(uint16_t class_index, Class(owner));
  REVMON_ASSIGN_OR_RETURN(uint16_t name_and_type, NameAndType(name, descriptor));
  return FindOrAdd(EntryOf(tag, uint32_t{class_index} << 16 | name_and_type, 4));
}

Result<uint16_t> ConstantPoolEditor::MethodHandle(uint8_t kind, uint16_t member_index) {
  return FindOrAdd(EntryOf(Tag::kMethodHandle, uint32_t{kind} << 16 | member_index, 3));
}

Result<uint16_t> ConstantPoolEditor::Dynamic(ConstantTag tag, uint16_t bootstrap_index, std::string_view name,
                                             std::string_view descriptor) {
  REVMON_ASSIGN_OR_RETURN(uint16_t name_and_type, NameAndType(name, descriptor));
  return FindOrAdd(EntryOf(tag, uint32_t{bootstrap_index} << 16 | name_and_type, 4));
}

ConstantTag ConstantPoolEditor::tag(uint32_t index) const {
  std::string_view entry = Entry(index);
  return entry.empty() ? Tag::kNone : static_cast<Tag>(entry[0]);
}

std::string_view ConstantPoolEditor::Operands(uint32_t index, ConstantTag wanted) const {
  std::string_view entry = Entry(index);
  if (entry.empty() || static_cast<Tag>(entry[0]) != wanted) return {};
  return entry.substr(1);
}

std::string_view ConstantPoolEditor::Utf8At(uint32_t index) const {
  std::string_view operands = Operands(index, Tag::kUtf8);
  return operands.empty() ? operands : operands.substr(2);
}

std::string_view ConstantPoolEditor::ClassNameAt(uint32_t index) const {
  return Utf8At(U2At(Operands(index, Tag::kClass), 0));
}

MemberRef ConstantPoolEditor::MemberAt(uint32_t index) const {
  Tag kind = tag(index);
  if (kind != Tag::kFieldref && kind != Tag::kMethodref && kind != Tag::kInterfaceMethodref) return {};
  std::string_view operands = Operands(index, kind);
  std::string_view name_and_type = Operands(U2At(operands, 2), Tag::kNameAndType);
  return {.tag = kind,
          .owner = ClassNameAt(U2At(operands, 0)),
          .name = Utf8At(U2At(name_and_type, 0)),
          .descriptor = Utf8At(U2At(name_and_type, 2))};
}

DynamicRef ConstantPoolEditor::DynamicAt(uint32_t index) const {
  Tag kind = tag(index);
  if (kind != Tag::kDynamic && kind != Tag::kInvokeDynamic) return {};
  std::string_view operands = Operands(index, kind);
  std::string_view name_and_type = Operands(U2At(operands, 2), Tag::kNameAndType);
  return {.bootstrap_index = U2At(operands, 0),
          .name = Utf8At(U2At(name_and_type, 0)),
          .descriptor = Utf8At(U2At(name_and_type, 2))};
}

void ConstantPoolEditor::WriteTo(ByteWriter& out) const {
  out.U2(count());
  out.Put(original_->raw());
  for (const Added& added : added_) out.Put(added.entry);
}

}  // namespace revmon::classfile
