#include "classfile/attribute.h"

#include <array>
#include <string>

namespace revmon::classfile {
namespace {

constexpr std::array kNames = {std::string_view(""),
#define REVMON_ATTRIBUTE_NAME(name) std::string_view(#name),
                               REVMON_ATTRIBUTES(REVMON_ATTRIBUTE_NAME)
#undef REVMON_ATTRIBUTE_NAME
};

// A tiny perfect-enough hash: open addressing over 128 slots, built at compile time. Every attribute of every
// class passes here, so a chain of 33 comparisons would be felt.
constexpr size_t kSlots = 128;
constexpr size_t SlotOf(std::string_view name) {
  uint32_t h = static_cast<uint32_t>(name.size()) * 0x9E3779B1u;
  h ^= static_cast<uint8_t>(name.front()) * 0x85EBCA6Bu;
  h ^= static_cast<uint8_t>(name[name.size() / 2]) * 0xC2B2AE35u;
  h ^= static_cast<uint8_t>(name.back()) * 0x27D4EB2Fu;
  return (h ^ h >> 15) % kSlots;
}

constexpr std::array<uint8_t, kSlots> MakeSlots() {
  std::array<uint8_t, kSlots> slots = {};
  for (size_t i = 1; i < kNames.size(); ++i) {
    size_t at = SlotOf(kNames[i]);
    while (slots[at] != 0) at = (at + 1) % kSlots;
    slots[at] = static_cast<uint8_t>(i);
  }
  return slots;
}
constexpr std::array<uint8_t, kSlots> kSlotTable = MakeSlots();

}  // namespace

AttributeKind AttributeKindOf(std::string_view name) {
  if (name.empty()) return AttributeKind::kUnknown;
  for (size_t at = SlotOf(name); kSlotTable[at] != 0; at = (at + 1) % kSlots) {
    if (kNames[kSlotTable[at]] == name) return static_cast<AttributeKind>(kSlotTable[at]);
  }
  return AttributeKind::kUnknown;
}

std::string_view ToString(AttributeKind kind) { return kNames[static_cast<size_t>(kind)]; }

Status ReadAttributes(ByteReader& reader, const ConstantPool& pool, std::vector<Attribute>& out) {
  uint16_t count = reader.U2();
  Bytes rest = reader.Rest();
  const size_t start = reader.offset();
  size_t at = 0;
  for (uint16_t i = 0; i < count && reader.ok(); ++i) {
    const uint8_t* p = rest.data() + at;
    size_t left = rest.size() - at;
    uint32_t length = left < 6 ? 0 : LoadBe32(p + 2);
    if (left < 6 || left - 6 < length) {
      return Error(ErrorCode::kTruncated, "attribute passes the end of what holds it").AtOffset(start + at);
    }
    uint16_t name_index = LoadBe16(p);
    if (!pool.Is(name_index, ConstantTag::kUtf8)) {
      return Error(ErrorCode::kMalformed, "attribute name is not a Utf8 constant").AtOffset(start + at);
    }
    Attribute& attribute = out.emplace_back();  // filled in place: copies would wait for narrow stores
    attribute.kind = pool.AttributeNamed(name_index);
    attribute.name_index = name_index;
    attribute.offset = static_cast<uint32_t>(start + at + 6);
    attribute.data = rest.subspan(at + 6, length);
    at += 6 + size_t{length};
  }
  reader.Skip(at);
  if (!reader.ok())
    return Error(ErrorCode::kTruncated, "attribute table ends early").AtOffset(reader.offset());
  return OkStatus();
}

}  // namespace revmon::classfile
