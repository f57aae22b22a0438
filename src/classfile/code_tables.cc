#include "classfile/code_tables.h"

#include <string>

namespace revmon::classfile {
namespace {

constexpr int kMaxElementDepth = 64;  // annotations inside annotations

Error Damaged(const Attribute& attribute, const ByteReader& reader, std::string_view what) {
  return Error(reader.ok() ? ErrorCode::kMalformed : ErrorCode::kTruncated,
               std::string(ToString(attribute.kind)) + " " + std::string(what))
      .AtOffset(reader.offset());
}

uint32_t StartLabel(uint32_t slot) { return Label::OfSlot(slot, SlotPart::kStart).id; }

Status ReadLines(ByteReader& reader, const SlotMap& slots, CodeTable& table) {
  uint16_t count = reader.U2();
  for (uint16_t i = 0; i < count && reader.ok(); ++i) {
    auto at = static_cast<uint32_t>(reader.offset() - table.attribute.offset);
    uint32_t slot = slots.At(reader.U2());
    reader.Skip(2);
    if (reader.ok() && slot == SlotMap::kNone) {
      return Damaged(table.attribute, reader, "names a pc inside an instruction");
    }
    if (reader.ok()) table.fixups.push_back({Fixup::Kind::kPc, at, StartLabel(slot), 0});
  }
  return OkStatus();
}

// start_pc, length; false if they are not the bounds of instructions.
bool ReadRange(ByteReader& reader, const SlotMap& slots, CodeTable& table) {
  auto at = static_cast<uint32_t>(reader.offset() - table.attribute.offset);
  uint32_t start = reader.U2();
  uint32_t end = start + reader.U2();
  uint32_t first = slots.At(start);
  uint32_t last = slots.At(end);
  if (!reader.ok() || first == SlotMap::kNone || last == SlotMap::kNone) return false;
  table.fixups.push_back({Fixup::Kind::kRange, at, StartLabel(first), StartLabel(last)});
  return true;
}

Status ReadVariables(ByteReader& reader, const SlotMap& slots, CodeTable& table) {
  uint16_t count = reader.U2();
  for (uint16_t i = 0; i < count && reader.ok(); ++i) {
    bool sound = ReadRange(reader, slots, table);
    reader.Skip(6);  // name, descriptor or signature, index
    if (reader.ok() && !sound) {
      return Damaged(table.attribute, reader, "names a pc inside an instruction");
    }
  }
  return OkStatus();
}

bool SkipAnnotation(ByteReader& reader, int depth);

bool SkipElementValue(ByteReader& reader, int depth) {
  if (depth > kMaxElementDepth) return false;
  switch (reader.U1()) {
    case 'e': reader.Skip(4); return reader.ok();
    case '@': return SkipAnnotation(reader, depth + 1);
    case '[': {
      uint16_t count = reader.U2();
      for (uint16_t i = 0; i < count; ++i) {
        if (!SkipElementValue(reader, depth + 1)) return false;
      }
      return reader.ok();
    }
    default: reader.Skip(2); return reader.ok();  // a constant or a class
  }
}

bool SkipAnnotation(ByteReader& reader, int depth) {
  reader.Skip(2);  // type
  uint16_t pairs = reader.U2();
  for (uint16_t i = 0; i < pairs; ++i) {
    reader.Skip(2);  // name
    if (!SkipElementValue(reader, depth)) return false;
  }
  return reader.ok();
}

// target_type and target_info of JVMS 4.7.20.1, as far as they may stand inside Code.
bool ReadTarget(ByteReader& reader, const SlotMap& slots, CodeTable& table) {
  uint8_t target = reader.U1();
  auto at = static_cast<uint32_t>(reader.offset() - table.attribute.offset);
  if (target == 0x40 || target == 0x41) {  // local and resource variables
    uint16_t count = reader.U2();
    for (uint16_t i = 0; i < count && reader.ok(); ++i) {
      (void)ReadRange(reader, slots, table);
      reader.Skip(2);
    }
    return reader.ok();
  }
  if (target == 0x42) {  // catch
    table.fixups.push_back({Fixup::Kind::kHandlerIndex, at, reader.U2(), 0});
    return reader.ok();
  }
  if (target < 0x43 || target > 0x4b) return false;
  uint32_t slot = slots.At(reader.U2());
  if (target >= 0x47) reader.Skip(1);  // casts and type arguments: which one
  if (slot != SlotMap::kNone) {
    table.fixups.push_back({Fixup::Kind::kPc, at, Label::OfSlot(slot, SlotPart::kBare).id, 0});
  }
  return reader.ok();
}

Status ReadTypeAnnotations(ByteReader& reader, const SlotMap& slots, CodeTable& table) {
  uint16_t count = reader.U2();
  for (uint16_t i = 0; i < count; ++i) {
    bool sound = ReadTarget(reader, slots, table);
    reader.Skip(size_t{2} * reader.U1());  // type_path
    if (!sound || !SkipAnnotation(reader, 0)) {
      return Damaged(table.attribute, reader, "holds an impossible annotation");
    }
  }
  return OkStatus();
}

}  // namespace

bool IsKnownCodeAttribute(AttributeKind kind) { return kind != AttributeKind::kUnknown; }

Result<CodeTable> ReadCodeTable(const Attribute& attribute, const SlotMap& slots) {
  CodeTable table = {.attribute = attribute, .fixups = {}};
  ByteReader reader(attribute.data, attribute.offset);
  switch (attribute.kind) {
    case AttributeKind::kLineNumberTable: REVMON_RETURN_IF_ERROR(ReadLines(reader, slots, table)); break;
    case AttributeKind::kLocalVariableTable:
    case AttributeKind::kLocalVariableTypeTable:
      REVMON_RETURN_IF_ERROR(ReadVariables(reader, slots, table));
      break;
    case AttributeKind::kRuntimeVisibleTypeAnnotations:
    case AttributeKind::kRuntimeInvisibleTypeAnnotations:
      REVMON_RETURN_IF_ERROR(ReadTypeAnnotations(reader, slots, table));
      break;
    default: return table;  // holds no pcs, or is not known: see CodeEditor
  }
  if (!reader.ok() || !reader.empty()) return Damaged(attribute, reader, "has a wrong length");
  return table;
}

}  // namespace revmon::classfile
