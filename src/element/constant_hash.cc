#include "element/constant_hash.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace revmon::element {
namespace {

using classfile::ConstantTag;

constexpr uint32_t kMaxDynamicDepth = 64;  // javac nests none; a limit keeps hostile chains off the stack
constexpr uint64_t kNoConstant = 0x6e6f6e6520617420;

uint64_t Load(const uint8_t* p) {
  uint64_t v;
  std::memcpy(&v, p, 8);
  return std::endian::native == std::endian::little ? v : __builtin_bswap64(v);
}

// Both halves of a product, folded into one: what XXH3 mixes with too.
uint64_t Fold(uint64_t a, uint64_t b) {
  __extension__ using Product = unsigned __int128;
  Product product = Product{a} * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

constexpr uint64_t kMasks[9] = {0,
                                0xFF,
                                0xFFFF,
                                0xFFFFFF,
                                0xFFFFFFFF,
                                0xFFFFFFFFFF,
                                0xFFFFFFFFFFFF,
                                0xFFFFFFFFFFFFFF,
                                0xFFFFFFFFFFFFFFFF};

// The content of a text. Nine in ten have at most 32 bytes, and their lengths are as good as random: four
// loads that overlap as they must cover them without a branch. Reads 8 bytes even if there are fewer: the
// pool is followed by more than that in every class.
uint64_t Text(const uint8_t* p, size_t length) {
  if (length > 32) return XXH3_64bits(p, length);
  const uint64_t mask = kMasks[length < 8 ? length : 8];
  const size_t tail = length > 8 ? length - 8 : 0;
  const uint64_t a = Load(p) & mask;
  const uint64_t b = Load(p + (tail < 8 ? tail : 8)) & mask;
  const uint64_t c = Load(p + (tail > 8 ? tail - 8 : 0)) & mask;
  const uint64_t d = Load(p + tail) & mask;
  const uint64_t front = Fold(a ^ 0x2D358DCCAA6C78A5u, d ^ (0x8BB84B93962EACC9u + length));
  const uint64_t back = Fold(b ^ 0x4B33A62ED433D4A3u, c ^ 0x4D5A2DA51DE1AA47u);
  return Fold(front ^ 0x9E3779B97F4A7C15u, back ^ 0xA0761D6478BD642Fu);
}

// A kind and a content as one: flips bits that depend on the kind alone.
uint64_t Tagged(ConstantTag tag, uint64_t content) {
  return content ^ static_cast<uint64_t>(tag) * 0x9E3779B97F4A7C15u;
}

// One odd factor per place of a compound.
constexpr uint64_t kOwner = 0x9E3779B185EBCA87u;
constexpr uint64_t kName = 0xC2B2AE3D27D4EB4Fu;
constexpr uint64_t kDescriptor = 0x165667B19E3779F9u;

}  // namespace

ConstantHasher::ConstantHasher() : contents_(size_t{1} << 16, kNoConstant) {}

Status ConstantHasher::Reset(const classfile::ClassFile& file) {
  file_ = &file;
  const uint32_t* const offsets = file.pool().offsets().data();
  const uint8_t* const operands = file.bytes().data() + 1;
  const uint32_t count = file.pool().count();
  uint64_t* const contents = contents_.data();
  if (count < count_) std::fill(contents + count, contents + count_, kNoConstant);  // of the class before
  count_ = count;
  dynamics_.clear();
  using Group = classfile::ConstantGroup;
  const classfile::ConstantPool& pool = file.pool();
  for (uint16_t i : pool.IndexesOf(Group::kText)) {
    const uint8_t* p = operands + offsets[i];
    contents[i] = Text(p + 2, LoadBe16(p));
  }
  // Each loop looks up only what loops before it have done; the pool has checked what refers to what.
  for (uint16_t i : pool.IndexesOf(Group::kName)) {
    const uint8_t* p = operands + offsets[i];
    contents[i] = Tagged(static_cast<ConstantTag>(p[-1]), contents[LoadBe16(p)]);
  }
  for (uint16_t i : pool.IndexesOf(Group::kNameAndType)) {
    const uint8_t* p = operands + offsets[i];
    contents[i] = contents[LoadBe16(p)] * kName + contents[LoadBe16(p + 2)] * kDescriptor;
  }
  for (uint16_t i : pool.IndexesOf(Group::kMember)) {
    const uint8_t* p = operands + offsets[i];
    const uint8_t* owner = operands + offsets[LoadBe16(p)];
    contents[i] = Tagged(static_cast<ConstantTag>(p[-1]),
                         contents[LoadBe16(owner)] * kOwner + contents[LoadBe16(p + 2)]);
  }
  for (uint16_t i : pool.IndexesOf(Group::kNumber)) {
    const uint8_t* p = operands + offsets[i];
    const auto tag = static_cast<ConstantTag>(p[-1]);
    contents[i] = Tagged(tag, Text(p, tag >= ConstantTag::kLong ? 8 : 4));
    if (tag >= ConstantTag::kLong) contents[i + 1] = kNoConstant;  // its second place
  }
  for (uint16_t i : pool.IndexesOf(Group::kOther)) {
    const uint8_t* p = operands + offsets[i];
    const bool handle = static_cast<ConstantTag>(p[-1]) == ConstantTag::kMethodHandle;
    contents[i] =
        handle ? Tagged(ConstantTag::kMethodHandle, contents[LoadBe16(p + 1)] * kOwner + p[0]) : kNoConstant;
    if (!handle) dynamics_.push_back(i);
  }
  return dynamics_.empty() ? OkStatus() : Dynamics();
}

Status ConstantHasher::Dynamics() {
  FindBootstraps();
  for (uint16_t index : dynamics_) {
    if (contents_[index] == kNoConstant) REVMON_RETURN_IF_ERROR(Dynamic(index, 0));
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
  if (depth >= kMaxDynamicDepth) {
    return fail(ErrorCode::kLimit, "dynamic constants nest too deeply or in a circle");
  }
  Bytes entry = bootstraps_[bootstrap];
  uint64_t sum = Of(pool.Second(index)) * kName + Of(LoadBe16(entry.data())) * kOwner;
  for (size_t at = 4; at < entry.size(); at += 2) {
    uint16_t argument = LoadBe16(entry.data() + at);
    if (pool.Is(argument, ConstantTag::kDynamic) && contents_[argument] == kNoConstant) {
      REVMON_RETURN_IF_ERROR(Dynamic(argument, depth + 1));
    }
    sum = (sum ^ sum >> 29) * kDescriptor + Of(argument);
  }
  contents_[index] = Tagged(pool.tag(index), (sum ^ sum >> 32) * kName);
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
