#include "classpath/jimage_unpack.h"

#include <libdeflate.h>

#include <string>
#include <utility>

namespace revmon::classpath {
namespace {

constexpr uint32_t kLayerMagic = 0xCAFEFAFA;
constexpr size_t kLayerHeaderSize = 29;
constexpr int kMostLayers = 4;
constexpr uint64_t kDeflateRatio = 1032;

constexpr uint8_t kUtf8 = 1;
constexpr uint8_t kLong = 5;
constexpr uint8_t kDouble = 6;
constexpr uint8_t kSharedString = 23;      // an offset into the image's strings
constexpr uint8_t kSharedDescriptor = 25;  // a descriptor without its class names, and these apart

// Bytes behind the tag of a constant of fixed size; 0 = no such constant.
size_t ConstantSize(uint8_t tag) {
  switch (tag) {
    case 7:
    case 8:
    case 16:
    case 19:
    case 20: return 2;
    case 15: return 3;
    case 3:
    case 4:
    case 9:
    case 10:
    case 11:
    case 12:
    case 17:
    case 18: return 4;
    case kLong:
    case kDouble: return 8;
    default: return 0;
  }
}

// An integer of compact-cp: the top bit says short form, then two bits of length and five of value.
uint32_t PackedInt(ByteReader& reader) {
  const uint8_t first = reader.U1();
  const bool is_short = (first & 0x80) != 0;
  const int more = is_short ? ((first >> 5) & 3) - 1 : 3;
  uint32_t value = is_short ? first & 0x1Fu : first;
  for (int i = 0; i < more; ++i) value = value << 8 | reader.U1();
  return value;
}

// Rebuilds one class from its compact-cp form.
class ClassExpander {
 public:
  ClassExpander(const JImage& image, Bytes data, uint64_t size) : image_(image), reader_(data), size_(size) {}

  Result<std::vector<uint8_t>> Run() {
    out_.Put(reader_.Take(8));  // magic and version
    const uint16_t count = reader_.U2();
    out_.U2(count);
    for (uint32_t i = 1; i < count && reader_.ok(); ++i) {
      const uint8_t tag = reader_.U1();
      if (tag == kLong || tag == kDouble) ++i;
      REVMON_RETURN_IF_ERROR(Constant(tag));
      if (out_.size() > size_) return Bad("constant pool grows beyond the declared size");
    }
    out_.Put(reader_.Take(reader_.remaining()));
    if (!reader_.ok() || out_.size() != size_) return Bad("packed class of another size than it declares");
    return out_.Release();
  }

 private:
  Error Bad(std::string message) const { return Error(ErrorCode::kMalformed, std::move(message)); }

  Status Constant(uint8_t tag) {
    if (tag == kSharedString) {
      REVMON_ASSIGN_OR_RETURN(std::string_view text, image_.String(PackedInt(reader_)));
      return Utf8(text);
    }
    if (tag == kSharedDescriptor) return Descriptor();
    out_.U1(tag);
    if (tag == kUtf8) {
      const uint16_t length = reader_.U2();
      out_.U2(length);
      out_.Put(reader_.Take(length));
      return OkStatus();
    }
    const size_t size = ConstantSize(tag);
    if (size == 0) return Bad("unknown constant tag " + std::to_string(tag) + " in a packed class");
    out_.Put(reader_.Take(size));
    return OkStatus();
  }

  // "(L;I)V" with the names "java/lang" and "String" is "(Ljava/lang/String;I)V".
  Status Descriptor() {
    REVMON_ASSIGN_OR_RETURN(std::string_view frame, image_.String(PackedInt(reader_)));
    ByteReader names = reader_.Sub(PackedInt(reader_));
    if (names.empty()) return Utf8(frame);
    std::string text;
    for (char c : frame) {
      text += c;
      if (c != 'L') continue;
      REVMON_ASSIGN_OR_RETURN(std::string_view package, image_.String(PackedInt(names)));
      REVMON_ASSIGN_OR_RETURN(std::string_view name, image_.String(PackedInt(names)));
      if (!names.ok()) return Bad("descriptor with too few class names");
      if (!package.empty()) text.append(package).append("/");
      text += name;
      if (text.size() > 0xFFFF) return Bad("descriptor longer than a class file can hold");
    }
    return Utf8(text);
  }

  Status Utf8(std::string_view text) {
    if (text.size() > 0xFFFF) return Bad("string longer than a class file can hold");
    out_.U1(kUtf8);
    out_.U2(static_cast<uint16_t>(text.size()));
    out_.Put(text);
    return OkStatus();
  }

  const JImage& image_;
  ByteReader reader_;
  const uint64_t size_;
  ByteWriter out_;
};

Result<std::vector<uint8_t>> InflateZlib(Bytes data, uint64_t size) {
  if (size / kDeflateRatio > data.size()) {
    return Error(ErrorCode::kMalformed, "resource declares more than its bytes can inflate to");
  }
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  if (decompressor == nullptr) return Error(ErrorCode::kLimit, "out of memory");
  std::vector<uint8_t> out(size + 1);  // one more, so that there is an address also for nothing
  size_t written = 0;
  const libdeflate_result result =
      libdeflate_zlib_decompress(decompressor, data.data(), data.size(), out.data(), size, &written);
  libdeflate_free_decompressor(decompressor);
  if (result != LIBDEFLATE_SUCCESS || written != size) {
    return Error(ErrorCode::kMalformed, "damaged zlib data in a packed resource");
  }
  out.resize(size);
  return out;
}

struct Layer {
  uint64_t size = 0;  // unpacked
  std::string_view packer;
  Bytes data;
};

Result<Layer> ReadLayer(const JImage& image, Bytes bytes, uint64_t limit) {
  ByteReader reader(bytes);
  const bool big = image.big_endian();
  const uint32_t magic = big ? reader.U4() : reader.U4Le();
  const uint64_t packed_size = big ? reader.U8() : reader.U8Le();
  Layer layer;
  layer.size = big ? reader.U8() : reader.U8Le();
  const uint32_t packer = big ? reader.U4() : reader.U4Le();
  reader.Skip(kLayerHeaderSize - 24);  // settings of the packer, "last layer" flag
  layer.data = reader.Take(packed_size);
  if (!reader.ok()) return Error(ErrorCode::kTruncated, "packed resource ends early");
  if (magic != kLayerMagic) return Error(ErrorCode::kMalformed, "packed resource without its header");
  if (layer.size > limit) {
    return Error(ErrorCode::kLimit, "packed resource of " + std::to_string(layer.size) + " bytes");
  }
  REVMON_ASSIGN_OR_RETURN(layer.packer, image.String(packer));
  return layer;
}

bool HasLayer(const JImage& image, Bytes bytes) {
  if (bytes.size() < kLayerHeaderSize) return false;
  return (image.big_endian() ? LoadBe32(bytes.data()) : LoadLe32(bytes.data())) == kLayerMagic;
}

Result<std::vector<uint8_t>> Unpack(const JImage& image, Bytes stored, uint64_t limit) {
  std::vector<uint8_t> content;
  Bytes current = stored;
  for (int i = 0; i == 0 || HasLayer(image, current); ++i) {
    if (i == kMostLayers) return Error(ErrorCode::kLimit, "resource packed too many times");
    REVMON_ASSIGN_OR_RETURN(Layer layer, ReadLayer(image, current, limit));
    if (layer.packer == "zip") {
      REVMON_ASSIGN_OR_RETURN(content, InflateZlib(layer.data, layer.size));
    } else if (layer.packer == "compact-cp") {
      REVMON_ASSIGN_OR_RETURN(content, ClassExpander(image, layer.data, layer.size).Run());
    } else {
      return Error(ErrorCode::kUnsupported, "unknown packer " + std::string(layer.packer));
    }
    current = content;
  }
  return content;
}

}  // namespace

Result<std::vector<uint8_t>> UnpackResource(const JImage& image, const JImageResource& resource,
                                            uint64_t limit) {
  REVMON_ASSIGN_OR_RETURN(Bytes stored, image.Stored(resource));
  Result<std::vector<uint8_t>> content = Unpack(image, stored, limit);
  if (content.ok() && content->size() != resource.size) {
    content = Error(ErrorCode::kMalformed, "packed resource of another size than the index says");
  }
  if (!content.ok()) return std::move(content).error().At(image.name()).AtOffset(resource.offset);
  return content;
}

}  // namespace revmon::classpath
