#include "classpath/jimage.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace revmon::classpath {
namespace {

constexpr uint32_t kMagic = 0xCAFEDADA;
constexpr uint64_t kHeaderSize = 28;
constexpr uint32_t kSeed = 0x01000193;
constexpr size_t kLongestName = 0xFFFF;                     // of a class, by the class-file format
constexpr uint64_t kEnumerationBudget = uint64_t{1} << 28;  // bytes of names; JDK 25 has 3 million

enum AttributeKind : uint8_t {
  kEnd,
  kModule,
  kParent,
  kBase,
  kExtension,
  kOffset,
  kCompressed,
  kUncompressed,
  kKnownKinds,  // later JDKs may add kinds; their length is known, so they are skipped
};

// FNV with the seed as start value, as the image's builder uses it.
uint32_t HashName(std::string_view name, uint32_t seed) {
  for (char c : name) seed = (seed * kSeed) ^ static_cast<uint8_t>(c);
  return seed & 0x7FFFFFFF;
}

// Is `full` == "/module/parent/base.extension", without building it?
bool IsNamed(const JImageResource& resource, std::string_view full) {
  auto take = [&full](std::string_view part) {
    if (!full.starts_with(part)) return false;
    full.remove_prefix(part.size());
    return true;
  };
  if (!resource.module.empty() && !(take("/") && take(resource.module) && take("/"))) return false;
  if (!resource.parent.empty() && !(take(resource.parent) && take("/"))) return false;
  if (!take(resource.base)) return false;
  if (!resource.extension.empty() && !(take(".") && take(resource.extension))) return false;
  return full.empty();
}

}  // namespace

std::string JImageResource::FullName() const {
  std::string name;
  if (!module.empty()) name.append("/").append(module).append("/");
  if (!parent.empty()) name.append(parent).append("/");
  name.append(base);
  if (!extension.empty()) name.append(".").append(extension);
  return name;
}

Error JImage::Fail(ErrorCode code, std::string message, uint64_t offset) const {
  return Error(code, std::move(message)).At(name_).AtOffset(offset);
}

Result<JImage> JImage::Open(Bytes bytes, std::string name) {
  JImage image(bytes, std::move(name));
  REVMON_RETURN_IF_ERROR(image.ReadHeader());
  return image;
}

// Reads in the image's byte order; the caller has checked the bounds.
uint32_t JImage::U4(uint64_t offset) const {
  return big_endian_ ? LoadBe32(bytes_.data() + offset) : LoadLe32(bytes_.data() + offset);
}

Status JImage::ReadHeader() {
  if (bytes_.size() < kHeaderSize) {
    return Fail(ErrorCode::kTruncated, "too short for a JDK image", bytes_.size());
  }
  big_endian_ = LoadBe32(bytes_.data()) == kMagic;
  if (!big_endian_ && LoadLe32(bytes_.data()) != kMagic) {
    return Fail(ErrorCode::kMalformed, "not a JDK image (bad magic number)", 0);
  }
  const uint32_t version = U4(4);
  if (version >> 16 != 1) {
    return Fail(ErrorCode::kUnsupported, "JDK image of version " + std::to_string(version >> 16), 4);
  }
  table_length_ = U4(16);
  // 32-bit numbers added up in 64 bits cannot wrap.
  redirect_ = kHeaderSize;
  offsets_ = redirect_ + uint64_t{4} * table_length_;
  locations_ = offsets_ + uint64_t{4} * table_length_;
  strings_ = locations_ + U4(20);
  content_ = strings_ + U4(24);
  if (content_ > bytes_.size()) {
    return Fail(ErrorCode::kTruncated, "index of the JDK image ends beyond the file", bytes_.size());
  }
  return OkStatus();
}

Result<std::string_view> JImage::String(uint64_t offset) const {
  if (offset >= content_ - strings_) {
    return Fail(ErrorCode::kMalformed, "string beyond the string table", strings_ + offset);
  }
  const uint8_t* start = bytes_.data() + strings_ + offset;
  const size_t room = std::min<uint64_t>(content_ - strings_ - offset, kLongestName + 1);
  const void* end = std::memchr(start, 0, room);
  if (end == nullptr) return Fail(ErrorCode::kMalformed, "string without an end", strings_ + offset);
  return AsText(Bytes(start, static_cast<const uint8_t*>(end)));
}

Result<JImageResource> JImage::At(uint32_t slot) const {
  if (slot >= table_length_) {
    return Fail(ErrorCode::kMalformed, "slot " + std::to_string(slot) + " beyond the table", redirect_);
  }
  const uint64_t start = locations_ + U4(offsets_ + uint64_t{4} * slot);
  if (start >= strings_) return Fail(ErrorCode::kMalformed, "location beyond the index", start);
  uint64_t values[kKnownKinds] = {};
  ByteReader reader(bytes_.subspan(start, strings_ - start), start);
  for (;;) {
    const uint8_t tag = reader.U1();
    if (!reader.ok()) return Fail(ErrorCode::kTruncated, "location without an end", start);
    const uint8_t kind = tag >> 3;
    if (kind == kEnd) break;
    uint64_t value = 0;
    for (int n = (tag & 7) + 1; n > 0; --n) value = value << 8 | reader.U1();
    if (kind < kKnownKinds) values[kind] = value;
  }
  JImageResource resource;
  REVMON_ASSIGN_OR_RETURN(resource.module, String(values[kModule]));
  REVMON_ASSIGN_OR_RETURN(resource.parent, String(values[kParent]));
  REVMON_ASSIGN_OR_RETURN(resource.base, String(values[kBase]));
  REVMON_ASSIGN_OR_RETURN(resource.extension, String(values[kExtension]));
  resource.compressed = values[kCompressed] != 0;
  resource.size = values[kUncompressed];
  resource.stored_size = resource.compressed ? values[kCompressed] : values[kUncompressed];
  if (values[kOffset] > bytes_.size() - content_) {
    return Fail(ErrorCode::kMalformed, "resource beyond the end of the file", start);
  }
  resource.offset = content_ + values[kOffset];
  return resource;
}

Result<std::optional<JImageResource>> JImage::FindFull(std::string_view full_name) const {
  if (table_length_ == 0 || full_name.size() > kLongestName * 2) return std::optional<JImageResource>();
  const uint32_t index = HashName(full_name, kSeed) % table_length_;
  const auto redirect = static_cast<int32_t>(U4(redirect_ + uint64_t{4} * index));
  if (redirect == 0) return std::optional<JImageResource>();
  uint32_t slot;
  if (redirect > 0) {
    slot = HashName(full_name, static_cast<uint32_t>(redirect)) % table_length_;
  } else {
    slot = static_cast<uint32_t>(-1 - redirect);
    if (slot >= table_length_) {
      return Fail(ErrorCode::kMalformed, "redirect beyond the table", redirect_ + uint64_t{4} * index);
    }
  }
  REVMON_ASSIGN_OR_RETURN(JImageResource resource, At(slot));
  // The hash is perfect only for the names inside: any other name lands somewhere too.
  if (!IsNamed(resource, full_name)) return std::optional<JImageResource>();
  return std::optional(resource);
}

Result<std::optional<JImageResource>> JImage::Find(std::string_view module, std::string_view path) const {
  std::string full;
  full.reserve(module.size() + path.size() + 2);
  full.append("/").append(module).append("/").append(path);
  return FindFull(full);
}

// "/packages/java.lang" holds pairs (is empty here, module name): a package may also exist, without classes,
// in other modules.
Result<std::string_view> JImage::ModuleOfPackage(std::string_view package) const {
  std::string full = "/packages/" + std::string(package);
  std::replace(full.begin() + 10, full.end(), '/', '.');
  REVMON_ASSIGN_OR_RETURN(std::optional<JImageResource> table, FindFull(full));
  if (!table.has_value() || table->compressed) return std::string_view();
  REVMON_ASSIGN_OR_RETURN(Bytes pairs, Stored(*table));
  for (uint64_t at = 0; at + 8 <= pairs.size(); at += 8) {
    const bool is_empty = U4(table->offset + at) != 0;
    if (!is_empty) return String(U4(table->offset + at + 4));
  }
  return std::string_view();
}

Status JImage::ForEach(const std::function<void(const JImageResource&)>& visit) const {
  uint64_t budget = kEnumerationBudget;
  for (uint32_t slot = 0; slot < table_length_; ++slot) {
    REVMON_ASSIGN_OR_RETURN(JImageResource resource, At(slot));
    const uint64_t cost =
        resource.module.size() + resource.parent.size() + resource.base.size() + resource.extension.size();
    if (cost > budget) {
      return Fail(ErrorCode::kLimit, "names of the JDK image are too long altogether", locations_);
    }
    budget -= cost;
    visit(resource);
  }
  return OkStatus();
}

Result<Bytes> JImage::Stored(const JImageResource& resource) const {
  if (resource.offset > bytes_.size() || resource.stored_size > bytes_.size() - resource.offset) {
    return Fail(ErrorCode::kTruncated, "resource ends beyond the file", resource.offset);
  }
  return bytes_.subspan(resource.offset, resource.stored_size);
}

}  // namespace revmon::classpath
