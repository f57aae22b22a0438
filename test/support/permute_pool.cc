#include "support/permute_pool.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "classfile/attribute_walk.h"
#include "classfile/class_file.h"
#include "classfile/code.h"

namespace revmon::testing {
namespace {

using namespace revmon::classfile;

// Finds every u2 in the class that is a constant's index, and the constants that must not move.
class Finder final : public AttributeSink {
 public:
  Finder(const ClassFile& file) : file_(file), fixed_(file.pool().count()) {}

  Status Run() {
    size_t end_of_pool = file_.pool().raw().data() + file_.pool().raw().size() - file_.bytes().data();
    Use(end_of_pool + 2);
    Use(end_of_pool + 4);
    for (size_t i = 0; i < file_.interface_count(); ++i) Use(end_of_pool + 8 + 2 * i);
    for (auto members : {file_.fields(), file_.methods()}) {
      for (const Member& member : members) {
        Use(member.offset + 2);
        Use(member.offset + 4);
        REVMON_RETURN_IF_ERROR(Attributes(file_.attributes(member)));
      }
    }
    return Attributes(file_.attributes());
  }

  std::vector<size_t> uses;
  std::vector<bool>& fixed() { return fixed_; }

 private:
  void Use(size_t offset) { uses.push_back(offset); }

  Status Attributes(std::span<const Attribute> attributes) {
    for (const Attribute& attribute : attributes) {
      Use(attribute.offset - 6);
      REVMON_RETURN_IF_ERROR(WalkAttribute(attribute, file_.pool(), 0, *this));
      if (attribute.kind != AttributeKind::kCode) continue;
      CodeView code;
      REVMON_RETURN_IF_ERROR(code.ParseFrom(attribute, file_.pool()));
      InstructionReader reader(code);
      for (Instruction instruction; reader.Next(instruction);) {
        if (instruction.opcode == Opcode::kLdc) {
          fixed_[instruction.pool_index()] = true;
        } else if (instruction.pool_index() != 0) {
          Use(code.code_offset + instruction.pc + 1);
        }
      }
    }
    return OkStatus();
  }

  void Constant(std::string_view, uint16_t, uint32_t offset) override { Use(offset); }
  bool BeginAttribute(const Attribute& attribute) override {
    Use(attribute.offset - 6);
    return true;
  }

  const ClassFile& file_;
  std::vector<bool> fixed_;
};

// The new place of every constant.
std::vector<uint16_t> NewPlaces(const ConstantPool& pool, const std::vector<bool>& fixed, uint32_t seed) {
  std::vector<uint16_t> movable;
  for (uint16_t i = 1; i < pool.count(); ++i) {
    ConstantTag tag = pool.tag(i);
    bool stays =
        fixed[i] || tag == ConstantTag::kNone || tag == ConstantTag::kLong || tag == ConstantTag::kDouble;
    if (!stays) movable.push_back(i);
  }
  std::vector<uint16_t> shuffled = movable;
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(seed));
  std::vector<uint16_t> places(pool.count());
  std::iota(places.begin(), places.end(), uint16_t{0});
  for (size_t i = 0; i < movable.size(); ++i) places[movable[i]] = shuffled[i];
  return places;
}

void WriteConstant(const ConstantPool& pool, uint16_t index, const std::vector<uint16_t>& places,
                   ByteWriter& out) {
  ConstantTag tag = pool.tag(index);
  out.U1(static_cast<uint8_t>(tag));
  switch (tag) {
    case ConstantTag::kUtf8: {
      std::string_view text = pool.Utf8(index);
      out.U2(static_cast<uint16_t>(text.size()));
      return out.Put(text);
    }
    case ConstantTag::kInteger:
    case ConstantTag::kFloat: return out.U4(pool.Bits32(index));
    case ConstantTag::kLong:
    case ConstantTag::kDouble: return out.U8(pool.Bits64(index));
    case ConstantTag::kMethodHandle:
      out.U1(pool.MethodHandle(index).kind);
      return out.U2(places[pool.MethodHandle(index).member_index]);
    case ConstantTag::kDynamic:
    case ConstantTag::kInvokeDynamic: out.U2(pool.First(index)); return out.U2(places[pool.Second(index)]);
    case ConstantTag::kFieldref:
    case ConstantTag::kMethodref:
    case ConstantTag::kInterfaceMethodref:
    case ConstantTag::kNameAndType:
      out.U2(places[pool.First(index)]);
      return out.U2(places[pool.Second(index)]);
    default: return out.U2(places[pool.First(index)]);
  }
}

}  // namespace

Result<std::vector<uint8_t>> PermutePool(Bytes class_file, uint32_t seed) {
  REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(class_file));
  const ConstantPool& pool = file.pool();
  Finder finder(file);
  REVMON_RETURN_IF_ERROR(finder.Run());
  std::vector<uint16_t> places = NewPlaces(pool, finder.fixed(), seed);
  std::vector<uint16_t> at(places.size());
  for (uint16_t i = 0; i < places.size(); ++i) at[places[i]] = i;
  std::vector<uint8_t> patched(class_file.begin(), class_file.end());
  for (size_t offset : finder.uses) {
    uint16_t place = places[LoadBe16(patched.data() + offset)];
    patched[offset] = static_cast<uint8_t>(place >> 8);
    patched[offset + 1] = static_cast<uint8_t>(place);
  }
  size_t start = static_cast<size_t>(pool.raw().data() - class_file.data());
  ByteWriter out;
  out.Put(Bytes(patched).first(start));
  for (uint16_t i = 1; i < pool.count(); ++i) {
    if (pool.tag(at[i]) != ConstantTag::kNone) WriteConstant(pool, at[i], places, out);
  }
  out.Put(Bytes(patched).subspan(start + pool.raw().size()));
  return out.Release();
}

}  // namespace revmon::testing
