#include "element/body_form.h"

#include <algorithm>
#include <array>
#include <string>

#include "classfile/opcode.h"

namespace revmon::element {
namespace {

using classfile::Opcode;
using classfile::OperandFormat;

// How an instruction is written, as numbers that the loop in Write uses without asking what kind it is: which
// kind comes next is as good as random, and a branch on it would be mispredicted for one instruction in
// three.
struct alignas(16) Rule {
  // The instruction takes the slow way if its first four bytes, little-endian and with the lowest bit set,
  // have none of these bits: never, always, or if the byte after the opcode is below 4.
  uint32_t slow_mask = kNever;
  uint16_t index_mask = 0;  // the constant is (first four bytes, big-endian, >> shift) & mask
  uint8_t index_shift = 0;
  uint8_t content_at = 8;  // where the constant goes: behind the opcode, or out of the way
  uint8_t written = 0;     // canonical bytes
  uint8_t jump = 0;        // 1: a jump with an s2 offset
  uint8_t less = 0;        // what the canonical opcode is less than this one
  uint8_t length = 0;      // in the code; 0 for what has no fixed length, or is illegal
  uint8_t opcode = 0;      // canonical

  static constexpr uint32_t kNever = 1;
  static constexpr uint32_t kAlways = 0;
  static constexpr uint32_t kBelow4 = 0xFC00;
};

constexpr uint8_t Code(Opcode opcode) { return static_cast<uint8_t>(opcode); }

constexpr Rule Copied(uint8_t opcode, uint8_t length) {
  return {.written = length, .length = length, .opcode = opcode};
}
constexpr Rule Constant(uint8_t opcode, uint8_t length, uint8_t shift, uint16_t mask) {
  return {.index_mask = mask,
          .index_shift = shift,
          .content_at = 1,
          .written = 9,
          .length = length,
          .opcode = opcode};
}

constexpr Rule RuleOf(uint8_t opcode, OperandFormat format) {
  switch (format) {
    case OperandFormat::kNone: return Copied(opcode, 1);
    case OperandFormat::kByte:
    case OperandFormat::kNewArray: return Copied(opcode, 2);
    case OperandFormat::kShort:
    case OperandFormat::kIinc: return Copied(opcode, 3);
    case OperandFormat::kLocal: {
      Rule rule = Copied(opcode, 2);
      rule.slow_mask = opcode == Code(Opcode::kRet) ? Rule::kAlways : Rule::kBelow4;
      return rule;
    }
    case OperandFormat::kPool1: return Constant(opcode, 2, 16, 0x00FF);
    case OperandFormat::kPool2: return Constant(opcode, 3, 8, 0xFFFF);
    case OperandFormat::kInvokeInterface:
    case OperandFormat::kInvokeDynamic: return Constant(opcode, 5, 8, 0xFFFF);
    case OperandFormat::kBranch2: return {.written = 5, .jump = 1, .length = 3, .opcode = opcode};
    default: return {.slow_mask = Rule::kAlways, .opcode = opcode};
  }
}

constexpr std::array<Rule, 256> MakeRules() {
  std::array<Rule, 256> rules = {};
  rules.fill({.slow_mask = Rule::kAlways});
#define X(value, name, mnemonic, format) rules[value] = RuleOf(value, OperandFormat::format);
#include "classfile/opcodes.def"
#undef X
  rules[Code(Opcode::kLdcW)].opcode = Code(Opcode::kLdc);
  rules[Code(Opcode::kGotoW)].opcode = Code(Opcode::kGoto);
  rules[Code(Opcode::kJsrW)].opcode = Code(Opcode::kJsr);
  for (size_t i = 0; i < 256; ++i) rules[i].less = static_cast<uint8_t>(i - rules[i].opcode);
  return rules;
}

constexpr std::array<Rule, 256> kRules = MakeRules();

// Rule::length once more, by comparisons alone, for 16 bytes at a time (SSE2, NEON): finding the next
// instruction is what the loop waits for. Of no use where the slow way is taken.
using Vector [[gnu::vector_size(16)]] = uint8_t;

inline Vector FastLengths(Vector opcodes) {
  auto in = [opcodes](uint8_t first, uint8_t last) {
    return reinterpret_cast<Vector>((opcodes - first) <= static_cast<uint8_t>(last - first));  // -1 or 0
  };
  Vector ones = in(0x10, 0x19) + in(0x11, 0x11) + in(0x13, 0x14) + in(0x36, 0x3a) - in(0xbc, 0xbc);
  Vector twos =
      in(0x84, 0x84) + in(0x99, 0xab) + in(0xb2, 0xbd) + in(0xb9, 0xba) + in(0xc0, 0xc1) + in(0xc4, 0xc7);
  return 1 - ones - twos - twos;
}

void FindLengths(const uint8_t* code, uint32_t size, uint8_t* lengths) {
  auto sixteen = [&](uint32_t at) {
    Vector block;
    std::memcpy(&block, code + at, sizeof(block));
    block = FastLengths(block);
    std::memcpy(lengths + at, &block, sizeof(block));
  };
  if (size < sizeof(Vector)) {
    for (uint32_t i = 0; i < size; ++i) lengths[i] = kRules[code[i]].length;
    return;
  }
  const auto last = static_cast<uint32_t>(size - sizeof(Vector));
  for (uint32_t i = 0; i < last; i += sizeof(Vector)) sixteen(i);
  sixteen(last);
}

// xload, xstore or ret of a local in its shortest encoding.
uint8_t* StoreLocal(uint8_t* p, uint8_t opcode, uint32_t local) {
  bool load = opcode >= Code(Opcode::kIload) && opcode <= Code(Opcode::kAload);
  bool store = opcode >= Code(Opcode::kIstore) && opcode <= Code(Opcode::kAstore);
  if (local < 4 && (load || store)) {
    // xload_n and xstore_n come in groups of four per type, in the order of xload and xstore.
    uint8_t general = Code(load ? Opcode::kIload : Opcode::kIstore);
    uint8_t first = Code(load ? Opcode::kIload0 : Opcode::kIstore0);
    *p++ = static_cast<uint8_t>(first + (opcode - general) * 4 + static_cast<int>(local));
    return p;
  }
  if (local > 255) *p++ = Code(Opcode::kWide);
  *p++ = opcode;
  if (local > 255) return StoreLe16(p, local);
  *p++ = static_cast<uint8_t>(local);
  return p;
}

uint8_t* StoreIinc(uint8_t* p, uint32_t local, int32_t constant) {
  bool narrow = local < 256 && constant >= -128 && constant < 128;
  if (!narrow) *p++ = Code(Opcode::kWide);
  *p++ = Code(Opcode::kIinc);
  if (!narrow) return StoreLe16(StoreLe16(p, local), static_cast<uint32_t>(constant));
  *p++ = static_cast<uint8_t>(local);
  *p++ = static_cast<uint8_t>(constant);
  return p;
}

// The most canonical bytes per byte of code: ldc, 2 bytes, becomes an opcode and 8 bytes.
constexpr size_t kMaxGrowth = 5;
// How far beyond the first byte of an instruction WriteFast reads.
constexpr uint32_t kReadAhead = 4;

Error Malformed(const classfile::CodeView& code, uint32_t pc) {
  return Error(ErrorCode::kMalformed, "illegal or truncated instruction at pc " + std::to_string(pc))
      .AtOffset(code.code_offset + pc);
}

}  // namespace

Status BodyForm::Write(const classfile::CodeView& view, ConstantHasher& constants, CanonicalBuffer& out) {
  const Bytes code = view.code;
  const auto end = static_cast<uint32_t>(code.size());
  length_ = end;
  index_.assign(end, kInside);
  if (lengths_.size() < end) lengths_.resize(end);
  FindLengths(code.data(), end, lengths_.data());
  if (jumps_.size() < end) jumps_.resize(end);
  jump_ = jumps_.data();
  fixups_.clear();
  out_ = out.Room(code.size() * kMaxGrowth + 64);
  const uint8_t* const out_begin = out_ - out.size();
  // The exception table and the count of attributes follow the code in every class file: room to read ahead.
  const bool room = view.handlers.data() == code.data() + code.size() + 2;
  const uint32_t fast_end = room ? end : end - std::min(end, kReadAhead);
  uint32_t count = 0;
  for (uint32_t pc = 0; pc < end;) {
    pc = WriteFast(code.data(), pc, fast_end, count, constants.all());
    if (pc == end) break;
    if (pc > end) return Malformed(view, end);
    index_[pc] = static_cast<uint16_t>(count);
    uint32_t length = WriteSlowly(code, pc, count++, constants, out_begin);
    if (length == 0) return Malformed(view, pc);
    pc += length;
  }
  instruction_count_ = count;
  out.Commit(out_);
  for (const Jump* jump = jumps_.data(); jump != jump_; ++jump) {
    const auto pc = static_cast<uint32_t>(jump->pc);
    auto distance = static_cast<int16_t>(LoadBe16(code.data() + pc + 1));
    uint32_t target = pc + static_cast<uint32_t>(int32_t{distance});
    StoreLe32(jump->at, IndexOf(target) - index_[pc]);
  }
  for (const Fixup& fixup : fixups_) {
    StoreLe32(out.At(fixup.offset), IndexOf(fixup.target) - fixup.index);
  }
  for (size_t i = 0; i < view.handler_count(); ++i) {
    classfile::ExceptionHandler handler = view.handler(i);
    out.U4(IndexOf(handler.start_pc));
    out.U4(IndexOf(handler.end_pc));
    out.U4(IndexOf(handler.handler_pc));
    out.U8(constants.Of(handler.catch_type));
  }
  out.U4(instruction_count_);  // where the code ends and the handlers begin
  return OkStatus();
}

uint32_t BodyForm::WriteFast(const uint8_t* begin, uint32_t start, uint32_t end, uint32_t& count,
                             const uint64_t* contents) {
  // Locals: stores of bytes could change any member, for all the compiler knows.
  uint16_t* const index = index_.data();
  const uint8_t* const lengths = lengths_.data();
  Jump* jump = jump_;
  uint8_t* p = out_;
  uint32_t number = count;
  size_t pc = start;
  while (pc < end) {
    const uint8_t* at = begin + pc;
    const uint32_t word = LoadLe32(at);
    const Rule& rule = kRules[word & 0xFF];
    if (((word | 1) & rule.slow_mask) == 0) [[unlikely]]
      break;
    // Everything an instruction can be is written; what it is not gets overwritten by the next.
    index[pc] = static_cast<uint16_t>(number++);
    StoreLe32(p, word - rule.less);
    StoreLe64(p + rule.content_at, contents[__builtin_bswap32(word) >> rule.index_shift & rule.index_mask]);
    *jump = {.at = p + 1, .pc = pc};
    jump += rule.jump;
    p += rule.written;
    pc += lengths[pc];
  }
  jump_ = jump;
  out_ = p;
  count = number;
  return static_cast<uint32_t>(pc);
}

// One case per format: a table.
uint32_t BodyForm::WriteSlowly(Bytes code, uint32_t pc, uint32_t index, const ConstantHasher& constants,
                               const uint8_t* out_begin) {
  classfile::InstructionReader reader(code);
  reader.SkipTo(pc);
  classfile::Instruction instruction;
  if (!reader.Next(instruction)) return 0;
  uint8_t* p = out_;
  auto jump = [&](uint32_t target) {
    fixups_.push_back({.offset = static_cast<uint32_t>(p - out_begin), .index = index, .target = target});
    p += 4;
  };
  switch (instruction.format()) {
    case OperandFormat::kLocal: p = StoreLocal(p, Code(instruction.opcode), instruction.local()); break;
    case OperandFormat::kIinc: p = StoreIinc(p, instruction.local(), instruction.constant()); break;
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch:
      *p++ = Code(instruction.opcode);
      p = StoreLe32(p, instruction.switch_count());
      jump(instruction.switch_default());
      for (uint32_t i = 0; i < instruction.switch_count(); ++i) {
        // A table's keys follow from its first one.
        if (i == 0 || instruction.opcode == Opcode::kLookupswitch) {
          p = StoreLe32(p, static_cast<uint32_t>(instruction.switch_key(i)));
        }
        jump(instruction.switch_target(i));
      }
      break;
    default: {
      const Rule& rule = kRules[Code(instruction.opcode)];
      *p++ = rule.opcode;
      if (rule.content_at == 1 || instruction.format() == OperandFormat::kMultiANewArray) {
        p = StoreLe64(p, constants.Of(instruction.pool_index()));
        if (instruction.format() == OperandFormat::kMultiANewArray) *p++ = instruction.raw[3];
      } else if (instruction.format() == OperandFormat::kBranch2 ||
                 instruction.format() == OperandFormat::kBranch4) {
        jump(instruction.branch_target());
      } else {
        for (uint8_t operand : instruction.raw.subspan(1)) *p++ = operand;
      }
    }
  }
  out_ = p;
  return instruction.length;
}

}  // namespace revmon::element
