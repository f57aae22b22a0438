#include "graph/class_facts.h"

namespace revmon::graph {
namespace {

constexpr size_t kLongestText = 0xFFFF;

void PutText(std::string_view text, ByteWriter& out) {
  text = text.substr(0, kLongestText);
  out.U2Le(static_cast<uint16_t>(text.size()));
  out.Put(text);
}

void PutHash(const Hash128& hash, ByteWriter& out) {
  out.U8Le(hash.high);
  out.U8Le(hash.low);
}

std::string_view TakeText(ByteReader& reader) { return AsText(reader.Take(reader.U2Le())); }

Hash128 TakeHash(ByteReader& reader) {
  uint64_t high = reader.U8Le();
  return {high, reader.U8Le()};
}

// A count that cannot ask for more entries than there are bytes for.
uint32_t TakeCount(ByteReader& reader, size_t smallest_entry) {
  uint32_t count = reader.U4Le();
  if (count > reader.remaining() / smallest_entry) reader.Fail();
  return reader.ok() ? count : 0;
}

}  // namespace

void ClassFacts::Clear() {
  name = {};
  is_resource = false;
  content = outline = {};
  references.clear();
  texts.clear();
  constants.clear();
  loaded.clear();
}

uint64_t IntegerKey(int64_t value, char type) {
  if (type == 'I' && value >= -128 && value <= 127) return 0;
  ByteWriter bytes;
  bytes.U1(static_cast<uint8_t>(type));
  bytes.U8Le(static_cast<uint64_t>(value));
  return HashBytes(bytes.bytes()).low | 1;
}

uint64_t TextKey(std::string_view text) { return Hasher().U1('s').Put(text).Finish().low | 1; }

void Encode(const ClassFacts& facts, ByteWriter& out) {
  out.U1(facts.is_resource ? 1 : 0);
  PutText(facts.name, out);
  PutHash(facts.content, out);
  PutHash(facts.outline, out);
  out.U4Le(static_cast<uint32_t>(facts.references.size()));
  for (const Reference& reference : facts.references) {
    out.U1(static_cast<uint8_t>(reference.kind));
    PutText(reference.name, out);
  }
  out.U4Le(static_cast<uint32_t>(facts.texts.size()));
  for (std::string_view text : facts.texts) PutText(text, out);
  out.U4Le(static_cast<uint32_t>(facts.constants.size()));
  for (const ConstantField& field : facts.constants) {
    PutText(field.name, out);
    out.U8Le(field.value);
  }
  out.U4Le(static_cast<uint32_t>(facts.loaded.size()));
  for (uint64_t key : facts.loaded) out.U8Le(key);
}

Status Decode(ByteReader& reader, ClassFacts& out) {
  out.Clear();
  out.is_resource = reader.U1() != 0;
  out.name = TakeText(reader);
  out.content = TakeHash(reader);
  out.outline = TakeHash(reader);
  out.references.resize(TakeCount(reader, 3));
  for (Reference& reference : out.references) {
    uint8_t kind = reader.U1();
    if (kind >= kEdgeKinds) reader.Fail();
    reference.kind = static_cast<EdgeKind>(kind);
    reference.name = TakeText(reader);
  }
  out.texts.resize(TakeCount(reader, 2));
  for (std::string_view& text : out.texts) text = TakeText(reader);
  out.constants.resize(TakeCount(reader, 10));
  for (ConstantField& field : out.constants) {
    field.name = TakeText(reader);
    field.value = reader.U8Le();
  }
  out.loaded.resize(TakeCount(reader, 8));
  for (uint64_t& key : out.loaded) key = reader.U8Le();
  if (reader.ok()) return OkStatus();
  return Error(ErrorCode::kMalformed, "stored facts of a class are damaged").AtOffset(reader.offset());
}

}  // namespace revmon::graph
