#include "classfile/stack_effect.h"

#include <array>
#include <string>

#include "classfile/descriptor.h"

namespace revmon::classfile {
namespace {

// Two characters per opcode: slots taken, slots left; '?' where the operands decide.
struct EffectTable {
  std::array<char, 512> text = {};
  constexpr void Fill(int first, int last, const char* effect) {
    for (int op = first; op <= last; ++op) {
      text[static_cast<size_t>(op) * 2] = effect[0];
      text[static_cast<size_t>(op) * 2 + 1] = effect[1];
    }
  }
};

constexpr void FillLoadsAndStores(EffectTable& table) {
  // Each group of five (or twenty, with the _n forms) is int, long, float, double, reference.
  const char* load[] = {"01", "02", "01", "02", "01"};
  const char* store[] = {"10", "20", "10", "20", "10"};
  for (int kind = 0; kind < 5; ++kind) {
    table.Fill(0x15 + kind, 0x15 + kind, load[kind]);
    table.Fill(0x1a + 4 * kind, 0x1d + 4 * kind, load[kind]);
    table.Fill(0x36 + kind, 0x36 + kind, store[kind]);
    table.Fill(0x3b + 4 * kind, 0x3e + 4 * kind, store[kind]);
  }
  for (int kind = 0; kind < 8; ++kind) {  // i l f d a b c s
    bool two = kind == 1 || kind == 3;
    table.Fill(0x2e + kind, 0x2e + kind, two ? "22" : "21");
    table.Fill(0x4f + kind, 0x4f + kind, two ? "40" : "30");
  }
}

constexpr void FillArithmetic(EffectTable& table) {
  for (int op = 0x60; op <= 0x73; ++op) table.Fill(op, op, op % 2 == 0 ? "21" : "42");  // add..rem
  for (int op = 0x74; op <= 0x77; ++op) table.Fill(op, op, op % 2 == 0 ? "11" : "22");  // neg
  for (int op = 0x78; op <= 0x7d; ++op) table.Fill(op, op, op % 2 == 0 ? "21" : "32");  // shifts
  for (int op = 0x7e; op <= 0x83; ++op) table.Fill(op, op, op % 2 == 0 ? "21" : "42");  // and, or, xor
  table.Fill(0x84, 0x84, "00");                                                         // iinc
  const char* convert[] = {"12", "11", "12", "21", "21", "22", "11", "12", "12", "21", "22", "21"};
  for (int op = 0x85; op <= 0x90; ++op) table.Fill(op, op, convert[op - 0x85]);
  table.Fill(0x91, 0x93, "11");  // i2b, i2c, i2s
  table.Fill(0x94, 0x94, "41");  // lcmp
  table.Fill(0x95, 0x96, "21");  // fcmp*
  table.Fill(0x97, 0x98, "41");  // dcmp*
}

constexpr EffectTable MakeEffects() {
  EffectTable table;
  table.text.fill('?');
  table.Fill(0x00, 0x00, "00");  // nop
  table.Fill(0x01, 0x08, "01");  // aconst_null, iconst_*
  table.Fill(0x09, 0x0a, "02");  // lconst_*
  table.Fill(0x0b, 0x0d, "01");  // fconst_*
  table.Fill(0x0e, 0x0f, "02");  // dconst_*
  table.Fill(0x10, 0x13, "01");  // bipush, sipush, ldc, ldc_w
  table.Fill(0x14, 0x14, "02");  // ldc2_w
  FillLoadsAndStores(table);
  table.Fill(0x57, 0x57, "10");  // pop
  table.Fill(0x58, 0x58, "20");  // pop2
  table.Fill(0x59, 0x59, "12");  // dup
  table.Fill(0x5a, 0x5a, "23");  // dup_x1
  table.Fill(0x5b, 0x5b, "34");  // dup_x2
  table.Fill(0x5c, 0x5c, "24");  // dup2
  table.Fill(0x5d, 0x5d, "35");  // dup2_x1
  table.Fill(0x5e, 0x5e, "46");  // dup2_x2
  table.Fill(0x5f, 0x5f, "22");  // swap
  FillArithmetic(table);
  table.Fill(0x99, 0x9e, "10");  // if<cond>
  table.Fill(0x9f, 0xa6, "20");  // if_icmp<cond>, if_acmp<cond>
  table.Fill(0xa7, 0xa7, "00");  // goto
  table.Fill(0xa8, 0xa8, "01");  // jsr
  table.Fill(0xa9, 0xa9, "00");  // ret
  table.Fill(0xaa, 0xac, "10");  // switches, ireturn
  table.Fill(0xad, 0xad, "20");  // lreturn
  table.Fill(0xae, 0xae, "10");  // freturn
  table.Fill(0xaf, 0xaf, "20");  // dreturn
  table.Fill(0xb0, 0xb0, "10");  // areturn
  table.Fill(0xb1, 0xb1, "00");  // return
  table.Fill(0xbb, 0xbb, "01");  // new
  table.Fill(0xbc, 0xbe, "11");  // newarray, anewarray, arraylength
  table.Fill(0xbf, 0xbf, "10");  // athrow
  table.Fill(0xc0, 0xc1, "11");  // checkcast, instanceof
  table.Fill(0xc2, 0xc3, "10");  // monitorenter, monitorexit
  table.Fill(0xc6, 0xc7, "10");  // ifnull, ifnonnull
  table.Fill(0xc8, 0xc8, "00");  // goto_w
  table.Fill(0xc9, 0xc9, "01");  // jsr_w
  return table;
}
constexpr EffectTable kEffects = MakeEffects();

Error BadOperand(const Instruction& instruction) {
  return Error(ErrorCode::kMalformed, std::string(InfoOf(instruction.opcode).mnemonic) + " at pc " +
                                          std::to_string(instruction.pc) +
                                          " names a constant of the wrong kind");
}

Result<StackEffect> OfField(const Instruction& instruction, const ConstantPoolEditor& pool) {
  MemberRef field = pool.MemberAt(instruction.pool_index());
  if (field.tag != ConstantTag::kFieldref || !IsFieldDescriptor(field.descriptor))
    return BadOperand(instruction);
  uint32_t slots = TypeView{field.descriptor}.slots();
  switch (instruction.opcode) {
    case Opcode::kGetstatic: return StackEffect{0, slots};
    case Opcode::kPutstatic: return StackEffect{slots, 0};
    case Opcode::kGetfield: return StackEffect{1, slots};
    default: return StackEffect{1 + slots, 0};
  }
}

Result<StackEffect> OfInvoke(const Instruction& instruction, const ConstantPoolEditor& pool) {
  std::string_view descriptor;
  if (instruction.opcode == Opcode::kInvokedynamic) {
    if (pool.tag(instruction.pool_index()) != ConstantTag::kInvokeDynamic) return BadOperand(instruction);
    descriptor = pool.DynamicAt(instruction.pool_index()).descriptor;
  } else {
    MemberRef method = pool.MemberAt(instruction.pool_index());
    if (method.tag != ConstantTag::kMethodref && method.tag != ConstantTag::kInterfaceMethodref) {
      return BadOperand(instruction);
    }
    descriptor = method.descriptor;
  }
  bool has_receiver =
      instruction.opcode != Opcode::kInvokestatic && instruction.opcode != Opcode::kInvokedynamic;
  Result<MethodDescriptor> parsed = MethodDescriptor::Parse(descriptor);
  if (!parsed.ok()) return BadOperand(instruction);
  StackEffect effect = {.pops = parsed->argument_slots() + (has_receiver ? 1 : 0),
                        .pushes = parsed->result().slots()};
  return effect;
}

}  // namespace

Result<StackEffect> StackEffectOf(const Instruction& instruction, const ConstantPoolEditor& pool) {
  size_t at = static_cast<size_t>(instruction.opcode) * 2;
  if (char pops = kEffects.text[at]; pops != '?') {
    return StackEffect{static_cast<uint32_t>(pops - '0'), static_cast<uint32_t>(kEffects.text[at + 1] - '0')};
  }
  switch (instruction.opcode) {
    case Opcode::kGetstatic:
    case Opcode::kPutstatic:
    case Opcode::kGetfield:
    case Opcode::kPutfield: return OfField(instruction, pool);
    case Opcode::kInvokevirtual:
    case Opcode::kInvokespecial:
    case Opcode::kInvokestatic:
    case Opcode::kInvokeinterface:
    case Opcode::kInvokedynamic: return OfInvoke(instruction, pool);
    case Opcode::kMultianewarray: return StackEffect{instruction.raw[3], 1};
    default: return BadOperand(instruction);
  }
}

}  // namespace revmon::classfile
