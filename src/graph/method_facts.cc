#include "graph/method_facts.h"

#include <algorithm>

namespace revmon::graph {
namespace {

constexpr size_t kLongestText = 0xFFFF;

void PutMember(const MemberFacts& member, ByteWriter& out) {
  out.U4Le(member.name);
  out.U4Le(member.descriptor);
  out.U2Le(member.flags);
  out.U1(member.bits);
  for (uint64_t sum : {member.shape, member.rest, member.visible, member.hidden, member.content})
    out.U8Le(sum);
  out.U4Le(member.first_use);
  out.U4Le(member.use_count);
  out.U4Le(member.first_block);
  out.U4Le(member.block_count);
}
constexpr size_t kMemberSize = 4 + 4 + 2 + 1 + 5 * 8 + 4 * 4;

void TakeMember(ByteReader& reader, MemberFacts& member) {
  member.name = reader.U4Le();
  member.descriptor = reader.U4Le();
  member.flags = reader.U2Le();
  member.bits = reader.U1();
  for (uint64_t* sum : {&member.shape, &member.rest, &member.visible, &member.hidden, &member.content}) {
    *sum = reader.U8Le();
  }
  member.first_use = reader.U4Le();
  member.use_count = reader.U4Le();
  member.first_block = reader.U4Le();
  member.block_count = reader.U4Le();
}

// A count that cannot ask for more entries than there are bytes for.
uint32_t TakeCount(ByteReader& reader, size_t smallest_entry) {
  uint32_t count = reader.U4Le();
  if (count > reader.remaining() / smallest_entry) reader.Fail();
  return reader.ok() ? count : 0;
}

bool AllBelow(const std::vector<uint32_t>& numbers, size_t limit) {
  return std::all_of(numbers.begin(), numbers.end(), [&](uint32_t n) { return n < limit; });
}

bool BlocksAreSound(const MethodFacts& facts, const MemberFacts& member) {
  if (uint64_t{member.first_block} + member.block_count > facts.blocks.size()) return false;
  for (uint32_t i = 0; i < member.block_count; ++i) {
    const BlockFacts& block = facts.blocks[member.first_block + i];
    if (uint64_t{block.first_next} + block.next_count > facts.nexts.size()) return false;
    for (uint32_t j = 0; j < block.next_count; ++j) {
      if (facts.nexts[block.first_next + j] >= member.block_count) return false;
    }
  }
  return true;
}

bool MemberIsSound(const MethodFacts& facts, const MemberFacts& member) {
  return member.name < facts.texts.size() && member.descriptor < facts.texts.size() &&
         uint64_t{member.first_use} + member.use_count <= facts.uses.size() && BlocksAreSound(facts, member);
}

bool IsSound(const MethodFacts& facts) {
  size_t texts = facts.texts.size();
  bool members = MemberIsSound(facts, facts.type);
  for (const MemberFacts& member : facts.fields) members &= MemberIsSound(facts, member);
  for (const MemberFacts& member : facts.methods) members &= MemberIsSound(facts, member);
  bool refs = std::all_of(facts.refs.begin(), facts.refs.end(), [&](const MethodRef& ref) {
    return ref.owner < texts && ref.name < texts && ref.descriptor < texts;
  });
  bool lambdas = std::all_of(facts.lambdas.begin(), facts.lambdas.end(), [&](const LambdaFacts& lambda) {
    return lambda.type < texts && lambda.name < texts && lambda.ref < facts.refs.size();
  });
  return members && refs && lambdas && AllBelow(facts.uses, facts.refs.size()) &&
         AllBelow(facts.interfaces, texts);
}

}  // namespace

void MethodFacts::Clear() {
  texts.assign(1, {});
  refs.clear();
  uses.clear();
  interfaces.clear();
  lambdas.clear();
  blocks.clear();
  nexts.clear();
  type = {};
  nest = 0;
  fields.clear();
  methods.clear();
}

void Encode(const MethodFacts& facts, ByteWriter& out) {
  out.U4Le(static_cast<uint32_t>(facts.texts.size()));
  for (std::string_view text : facts.texts) {
    text = text.substr(0, kLongestText);
    out.U2Le(static_cast<uint16_t>(text.size()));
    out.Put(text);
  }
  out.U4Le(static_cast<uint32_t>(facts.refs.size()));
  for (const MethodRef& ref : facts.refs) {
    out.U1(static_cast<uint8_t>(ref.kind));
    out.U1(ref.dynamic ? 1 : 0);
    out.U4Le(ref.owner);
    out.U4Le(ref.name);
    out.U4Le(ref.descriptor);
  }
  for (const std::vector<uint32_t>* list : {&facts.uses, &facts.interfaces, &facts.nexts}) {
    out.U4Le(static_cast<uint32_t>(list->size()));
    for (uint32_t number : *list) out.U4Le(number);
  }
  out.U4Le(static_cast<uint32_t>(facts.lambdas.size()));
  for (const LambdaFacts& lambda : facts.lambdas) {
    out.U4Le(lambda.type);
    out.U4Le(lambda.name);
    out.U4Le(lambda.ref);
  }
  out.U4Le(static_cast<uint32_t>(facts.blocks.size()));
  for (const BlockFacts& block : facts.blocks) {
    out.U8Le(block.content);
    out.U4Le(block.first_next);
    out.U4Le(block.next_count);
  }
  PutMember(facts.type, out);
  out.U8Le(facts.nest);
  for (const std::vector<MemberFacts>* list : {&facts.fields, &facts.methods}) {
    out.U4Le(static_cast<uint32_t>(list->size()));
    for (const MemberFacts& member : *list) PutMember(member, out);
  }
}

Status Decode(ByteReader& reader, MethodFacts& out) {
  out.Clear();
  out.texts.resize(TakeCount(reader, 2));
  for (std::string_view& text : out.texts) text = AsText(reader.Take(reader.U2Le()));
  out.refs.resize(TakeCount(reader, 14));
  for (MethodRef& ref : out.refs) {
    uint8_t kind = reader.U1();
    if (kind > static_cast<uint8_t>(RefKind::kLast)) reader.Fail();
    ref.kind = static_cast<RefKind>(kind);
    ref.dynamic = reader.U1() != 0;
    ref.owner = reader.U4Le();
    ref.name = reader.U4Le();
    ref.descriptor = reader.U4Le();
  }
  for (std::vector<uint32_t>* list : {&out.uses, &out.interfaces, &out.nexts}) {
    list->resize(TakeCount(reader, 4));
    for (uint32_t& number : *list) number = reader.U4Le();
  }
  out.lambdas.resize(TakeCount(reader, 12));
  for (LambdaFacts& lambda : out.lambdas) {
    lambda.type = reader.U4Le();
    lambda.name = reader.U4Le();
    lambda.ref = reader.U4Le();
  }
  out.blocks.resize(TakeCount(reader, 16));
  for (BlockFacts& block : out.blocks) {
    block.content = reader.U8Le();
    block.first_next = reader.U4Le();
    block.next_count = reader.U4Le();
  }
  TakeMember(reader, out.type);
  out.nest = reader.U8Le();
  for (std::vector<MemberFacts>* list : {&out.fields, &out.methods}) {
    list->resize(TakeCount(reader, kMemberSize));
    for (MemberFacts& member : *list) TakeMember(reader, member);
  }
  if (reader.ok() && IsSound(out)) return OkStatus();
  return Error(ErrorCode::kMalformed, "stored facts of the methods of a class are damaged")
      .AtOffset(reader.offset());
}

}  // namespace revmon::graph
