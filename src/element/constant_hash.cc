#include "element/constant_hash.h"

#include <string>

namespace revmon::element {
namespace {

using classfile::ConstantTag;

constexpr uint32_t kMaxDynamicDepth = 64;  // javac nests none; a limit keeps hostile chains off the stack
constexpr Hash128 kNoConstant = {.high = 0x6e6f6e65, .low = 0x6e6f6e65};

// A kind and a hash as one hash: flips bits that depend on the kind alone.
Hash128 Tagged(ConstantTag tag, Hash128 hash) {
  hash.high ^= static_cast<uint64_t>(tag) * 0x9E3779B97F4A7C15u;
  return hash;
}

// Adds a part to a compound. Parts are hashes already, so a sum with one odd factor per place keeps them
// apart as well as hashing them again would, at a tenth of the cost.
void Mix(Hash128& sum, const Hash128& part, uint64_t place) {
  sum.high += part.high * (2 * place * 0x9E3779B97F4A7C15u + 1);
  sum.low += part.low * (2 * place * 0xC2B2AE3D27D4EB4Fu + 1);
}

}  // namespace

Status ConstantHasher::Reset(const classfile::ClassFile& file) {
  file_ = &file;
  const classfile::ConstantPool& pool = file.pool();
  count_ = pool.count();
  if (hashes_.size() < count_) hashes_.resize(count_);
  hashes_[0] = kNoConstant;
  dynamics_.clear();
  for (uint32_t i = 1; i < count_; ++i) {
    if (pool.tag(i) != ConstantTag::kUtf8) continue;
    const uint8_t* p = Operands(i);
    hashes_[i] = hash_(Bytes(p + 2, LoadBe16(p)));
  }
  for (uint32_t i = 1; i < count_; ++i) {
    ConstantTag tag = pool.tag(i);
    if (tag != ConstantTag::kUtf8) hashes_[i] = Compound(i, tag);
    bool dynamic = tag == ConstantTag::kDynamic || tag == ConstantTag::kInvokeDynamic;
    if (dynamic) [[unlikely]]
      dynamics_.push_back(static_cast<uint16_t>(i));
  }
  return dynamics_.empty() ? OkStatus() : Dynamics();
}

Hash128 ConstantHasher::Compound(uint32_t index, ConstantTag tag) const {
  const uint8_t* p = Operands(index);
  switch (tag) {
    case ConstantTag::kClass:
    case ConstantTag::kString:
    case ConstantTag::kMethodType:
    case ConstantTag::kModule:
    case ConstantTag::kPackage: return Tagged(tag, Of(LoadBe16(p)));
    case ConstantTag::kFieldref:
    case ConstantTag::kMethodref:
    case ConstantTag::kInterfaceMethodref:
    case ConstantTag::kNameAndType: {
      // The pool has checked what refers to what.
      Hash128 sum;
      if (tag != ConstantTag::kNameAndType) {
        Mix(sum, Of(LoadBe16(Operands(LoadBe16(p)))), 1);
        p = Operands(LoadBe16(p + 2));
      }
      Mix(sum, Of(LoadBe16(p)), 2);
      Mix(sum, Of(LoadBe16(p + 2)), 3);
      return Tagged(tag, sum);
    }
    case ConstantTag::kInteger:
    case ConstantTag::kFloat: return Tagged(tag, hash_(Bytes(p, 4)));
    case ConstantTag::kLong:
    case ConstantTag::kDouble: return Tagged(tag, hash_(Bytes(p, 8)));
    case ConstantTag::kMethodHandle: {
      // Its member may stand later in the pool; a member depends on names only.
      uint16_t member = LoadBe16(p + 1);
      Hash128 sum = {.high = 0, .low = p[0]};
      Mix(sum, Compound(member, file_->pool().tag(member)), 4);
      return Tagged(tag, sum);
    }
    default: return kNoConstant;
  }
}

Status ConstantHasher::Dynamics() {
  FindBootstraps();
  for (uint16_t index : dynamics_) {
    if (hashes_[index] == kNoConstant) REVMON_RETURN_IF_ERROR(Dynamic(index, 0));
  }
  return OkStatus();
}

Status ConstantHasher::Dynamic(uint32_t index, uint32_t depth) {
  const classfile::ConstantPool& pool = file_->pool();
  auto fail = [&](ErrorCode code, std::string_view why) {
    return Error(code, "constant " + std::to_string(index) + ": " + std::string(why))
        .AtOffset(pool.OffsetOf(index));
  };
  uint16_t bootstrap = pool.First(index);
  if (bootstrap >= bootstraps_.size()) return fail(ErrorCode::kMalformed, "it has no bootstrap method");
  if (depth >= kMaxDynamicDepth)
    return fail(ErrorCode::kLimit, "dynamic constants nest too deeply or in a circle");
  Bytes entry = bootstraps_[bootstrap];
  std::vector<uint8_t> bytes(16 + entry.size() * 8);
  uint8_t* p = StoreHash(bytes.data(), Of(pool.Second(index)));
  p = StoreHash(p, Of(LoadBe16(entry.data())));
  for (size_t at = 4; at < entry.size(); at += 2) {
    uint16_t argument = LoadBe16(entry.data() + at);
    if (pool.Is(argument, ConstantTag::kDynamic) && hashes_[argument] == kNoConstant) {
      REVMON_RETURN_IF_ERROR(Dynamic(argument, depth + 1));
    }
    p = StoreHash(p, Of(argument));
  }
  hashes_[index] = Tagged(pool.tag(index), hash_(Bytes(bytes.data(), p)));
  return OkStatus();
}

void ConstantHasher::FindBootstraps() {
  bootstraps_.clear();
  const classfile::Attribute* attribute = file_->Find(classfile::AttributeKind::kBootstrapMethods);
  if (attribute == nullptr) return;
  ByteReader reader(attribute->data);
  uint16_t count = reader.U2();
  for (uint32_t i = 0; i < count; ++i) {
    ByteReader ahead = reader;
    ahead.Skip(2);
    Bytes entry = reader.Take(4 + size_t{ahead.U2()} * 2);
    if (!reader.ok() || !ahead.ok()) return;
    bootstraps_.push_back(entry);
  }
}

}  // namespace revmon::element
