#include "classpath/zip.h"

#include <libdeflate.h>

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace revmon::classpath {
namespace {

constexpr uint32_t kLocalSignature = 0x04034B50;
constexpr uint32_t kRecordSignature = 0x02014B50;
constexpr uint32_t kEndSignature = 0x06054B50;
constexpr uint32_t kEnd64Signature = 0x06064B50;
constexpr uint32_t kLocator64Signature = 0x07064B50;
constexpr size_t kLocalSize = 30;
constexpr size_t kRecordSize = 46;
constexpr size_t kEndSize = 22;
constexpr size_t kEnd64Size = 56;
constexpr size_t kLocator64Size = 20;
constexpr size_t kLongestComment = 0xFFFF;
constexpr uint16_t kZip64Extra = 0x0001;
constexpr uint16_t kEncryptedFlag = 0x0001;
constexpr uint16_t kStored = 0;
constexpr uint16_t kDeflated = 8;
constexpr uint64_t kDeflateRatio = 1032;  // the most that one byte of deflate can stand for

// Takes the 64-bit values that a zip64 extra field holds for each 32-bit field that is all ones, in this
// order.
void ApplyZip64(ByteReader extra, ZipEntry& entry) {
  while (extra.remaining() >= 4) {
    uint16_t id = extra.U2Le();
    ByteReader field = extra.Sub(extra.U2Le());
    if (!field.ok()) return;  // padding of other tools; the JDK ignores it too
    if (id != kZip64Extra) continue;
    for (uint64_t* value : {&entry.size, &entry.compressed_size, &entry.header_offset}) {
      if (*value == 0xFFFFFFFF && field.remaining() >= 8) *value = field.U8Le();
    }
    return;
  }
}

}  // namespace

Error ZipArchive::Fail(ErrorCode code, std::string message, uint64_t offset) const {
  return Error(code, std::move(message)).At(name_).AtOffset(offset);
}

Result<ZipArchive> ZipArchive::Open(Bytes bytes, std::string name) {
  ZipArchive archive(bytes, std::move(name));
  REVMON_ASSIGN_OR_RETURN(Directory directory, archive.FindDirectory());
  REVMON_RETURN_IF_ERROR(archive.ReadDirectory(directory));
  return archive;
}

// The end record is the last one in the file, but its comment may hold anything, also something that looks
// like an end record: the first candidate from the back whose directory makes sense is taken.
Result<ZipArchive::Directory> ZipArchive::FindDirectory() const {
  if (bytes_.size() < kEndSize) {
    return Fail(ErrorCode::kTruncated, "too short for a zip archive", bytes_.size());
  }
  const uint64_t last = bytes_.size() - kEndSize;
  const uint64_t first = last > kLongestComment ? last - kLongestComment : 0;
  for (uint64_t at = last + 1; at-- > first;) {
    if (LoadLe32(bytes_.data() + at) != kEndSignature) continue;
    if (auto directory = DirectoryOfEnd(at)) return *directory;
  }
  return Fail(ErrorCode::kMalformed, "no end of central directory: not a zip archive, or cut short", last);
}

std::optional<ZipArchive::Directory> ZipArchive::DirectoryOfEnd(uint64_t end_offset) const {
  ByteReader reader(bytes_.subspan(end_offset));
  reader.Skip(8);
  reader.Skip(2);
  const uint32_t count = reader.U2Le();
  const uint64_t size = reader.U4Le();
  const uint64_t offset = reader.U4Le();
  reader.Skip(reader.U2Le());
  if (!reader.ok()) return std::nullopt;
  if (count == 0xFFFF || size == 0xFFFFFFFF || offset == 0xFFFFFFFF) {
    if (auto directory = DirectoryOfZip64(end_offset)) return directory;
  }
  // The directory ends where the end record starts; by how much that is further than said, all is shifted.
  if (size > end_offset || offset > end_offset - size) return std::nullopt;
  Directory directory{.offset = end_offset - size, .size = size, .shift = end_offset - size - offset};
  if (size == 0) return directory;
  if (size < kRecordSize || LoadLe32(bytes_.data() + directory.offset) != kRecordSignature)
    return std::nullopt;
  return directory;
}

std::optional<ZipArchive::Directory> ZipArchive::DirectoryOfZip64(uint64_t end_offset) const {
  if (end_offset < kLocator64Size + kEnd64Size) return std::nullopt;
  const uint64_t locator_offset = end_offset - kLocator64Size;
  if (LoadLe32(bytes_.data() + locator_offset) != kLocator64Signature) return std::nullopt;
  // The locator's own offset is wrong behind leading junk; without extensible data the record sits right
  // before.
  for (uint64_t at : {LoadLe64(bytes_.data() + locator_offset + 8), locator_offset - kEnd64Size}) {
    if (at > locator_offset - kEnd64Size || LoadLe32(bytes_.data() + at) != kEnd64Signature) continue;
    const uint64_t size = LoadLe64(bytes_.data() + at + 40);
    const uint64_t offset = LoadLe64(bytes_.data() + at + 48);
    if (size > at || offset > at - size) continue;
    return Directory{.offset = at - size, .size = size, .shift = at - size - offset};
  }
  return std::nullopt;
}

Status ZipArchive::ReadDirectory(const Directory& directory) {
  ByteReader reader(bytes_.subspan(directory.offset, directory.size), directory.offset);
  while (!reader.empty()) {
    REVMON_ASSIGN_OR_RETURN(ZipEntry entry, ReadRecord(reader, directory.shift));
    entries_.push_back(entry);
  }
  // Backwards, so that of equal names the last is the one found.
  for (size_t i = entries_.size(); i-- > 0;) {
    const std::string_view name = entries_[i].name;
    if (Find(name) == nullptr) by_name_.Insert(TableHash(name), static_cast<uint32_t>(i));
  }
  return OkStatus();
}

Result<ZipEntry> ZipArchive::ReadRecord(ByteReader& reader, uint64_t shift) const {
  ZipEntry entry;
  entry.record_offset = reader.offset();
  if (reader.remaining() < kRecordSize) {
    return Fail(ErrorCode::kTruncated, "central directory ends inside a record", entry.record_offset);
  }
  if (reader.U4Le() != kRecordSignature) {
    return Fail(ErrorCode::kMalformed, "bad signature in the central directory", entry.record_offset);
  }
  reader.Skip(4);  // versions
  entry.flags = reader.U2Le();
  entry.method = reader.U2Le();
  reader.Skip(4);  // time and date
  entry.crc32 = reader.U4Le();
  entry.compressed_size = reader.U4Le();
  entry.size = reader.U4Le();
  const size_t name_size = reader.U2Le();
  const size_t extra_size = reader.U2Le();
  const size_t comment_size = reader.U2Le();
  reader.Skip(8);  // disk, attributes
  entry.header_offset = reader.U4Le();
  entry.name = AsText(reader.Take(name_size));
  ApplyZip64(reader.Sub(extra_size), entry);
  reader.Skip(comment_size);
  if (!reader.ok()) {
    return Fail(ErrorCode::kTruncated, "central directory ends inside a name", entry.record_offset);
  }
  // A sum that wraps around lies beyond the end as well: Locate must see it so.
  entry.header_offset += shift;
  if (entry.header_offset < shift) entry.header_offset = ~uint64_t{0};
  return entry;
}

const ZipEntry* ZipArchive::Find(std::string_view name) const {
  uint32_t index = by_name_.Find(TableHash(name), name, [this](uint32_t i) { return entries_[i].name; });
  return index == InternTable::kNone ? nullptr : &entries_[index];
}

Result<Bytes> ZipArchive::Locate(const ZipEntry& entry) const {
  const uint64_t at = entry.header_offset;
  if (at > bytes_.size() || bytes_.size() - at < kLocalSize) {
    return Fail(ErrorCode::kMalformed, "entry lies beyond the end of the archive", entry.record_offset);
  }
  const uint8_t* header = bytes_.data() + at;
  if (LoadLe32(header) != kLocalSignature) {
    return Fail(ErrorCode::kMalformed, "bad signature of an entry", at);
  }
  const uint64_t start = at + kLocalSize + LoadLe16(header + 26) + LoadLe16(header + 28);
  if (start > bytes_.size() || entry.compressed_size > bytes_.size() - start) {
    return Fail(ErrorCode::kTruncated, "entry ends beyond the end of the archive", at);
  }
  return bytes_.subspan(start, entry.compressed_size);
}

Result<Blob> ZipArchive::Read(const ZipEntry& entry, uint64_t limit) const {
  if ((entry.flags & kEncryptedFlag) != 0) {
    return Fail(ErrorCode::kUnsupported, "entry is encrypted", entry.record_offset);
  }
  REVMON_ASSIGN_OR_RETURN(Bytes data, Locate(entry));
  if (entry.size > limit) {
    return Fail(
        ErrorCode::kLimit,
        "entry of " + std::to_string(entry.size) + " bytes passes the limit of " + std::to_string(limit),
        entry.record_offset);
  }
  if (entry.method == kDeflated) return Inflate(entry, data);
  if (entry.method != kStored) {
    return Fail(ErrorCode::kUnsupported, "compression method " + std::to_string(entry.method),
                entry.record_offset);
  }
  if (entry.size != entry.compressed_size) {
    return Fail(ErrorCode::kMalformed, "stored entry with two different sizes", entry.record_offset);
  }
  return Blob::View(data);
}

Result<Blob> ZipArchive::Inflate(const ZipEntry& entry, Bytes data) const {
  if (entry.size / kDeflateRatio > data.size()) {
    return Fail(ErrorCode::kMalformed, "entry declares more than its bytes can inflate to",
                entry.record_offset);
  }
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  if (decompressor == nullptr) return Fail(ErrorCode::kLimit, "out of memory", entry.record_offset);
  std::vector<uint8_t> buffer(entry.size);
  uint8_t nothing = 0;  // an empty entry still needs a valid address
  libdeflate_result result =
      libdeflate_deflate_decompress(decompressor, data.data(), data.size(),
                                    buffer.empty() ? &nothing : buffer.data(), buffer.size(), nullptr);
  libdeflate_free_decompressor(decompressor);
  if (result == LIBDEFLATE_BAD_DATA) {
    return Fail(ErrorCode::kMalformed, "damaged deflate data", entry.header_offset);
  }
  if (result != LIBDEFLATE_SUCCESS) {
    return Fail(ErrorCode::kMalformed, "entry inflates to another size than it declares",
                entry.header_offset);
  }
  return Blob::Own(std::move(buffer));
}

}  // namespace revmon::classpath
