// Answers: which entries does this zip archive hold, and what is in one of them?
//
// A view over the bytes of the archive, which must outlive it. Open reads only the central directory (found
// from the end, zip64 and leading junk such as a launch script included) and costs one small struct per
// entry; entries are located, checked and inflated one by one when they are read, so what is never read
// cannot hurt. As in the JDK, sizes come from the central directory (a data descriptor is never needed), the
// last of several equal names wins, and the CRC is not checked.
//
// Nothing here trusts a number: an entry cannot make us allocate more than its limit, nor more than deflate
// could possibly produce from its bytes (1032:1). Entries may overlap; each is read for itself. Names are
// only compared, never used as a path. Immutable after Open: safe for many threads.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/interner.h"
#include "base/result.h"
#include "classpath/blob.h"

namespace revmon::classpath {

struct ZipEntry {
  std::string_view name;  // as stored; folders end in '/'
  uint64_t compressed_size = 0;
  uint64_t size = 0;
  uint64_t header_offset = 0;  // of the local header, in the archive's bytes
  uint64_t record_offset = 0;  // of the record in the central directory, for error messages
  uint32_t crc32 = 0;
  uint16_t method = 0;  // 0 stored, 8 deflated
  uint16_t flags = 0;
};

class ZipArchive {
 public:
  static constexpr uint64_t kDefaultEntryLimit = uint64_t{256} << 20;

  // `name` is what errors call the archive.
  [[nodiscard]] static Result<ZipArchive> Open(Bytes bytes, std::string name);

  [[nodiscard]] const std::string& name() const { return name_; }
  // In the order of the central directory.
  [[nodiscard]] std::span<const ZipEntry> entries() const { return entries_; }
  // The entry of this exact name, or null.
  [[nodiscard]] const ZipEntry* Find(std::string_view name) const;
  // The content: a view where it is stored, a buffer where it is deflated; kLimit beyond `limit` bytes.
  [[nodiscard]] Result<Blob> Read(const ZipEntry& entry, uint64_t limit = kDefaultEntryLimit) const;

 private:
  struct Directory {
    uint64_t offset = 0;  // in the archive's bytes
    uint64_t size = 0;
    uint64_t shift = 0;  // how much further everything lies than the archive says: junk before its start
  };
  ZipArchive(Bytes bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {}
  [[nodiscard]] Result<Directory> FindDirectory() const;
  [[nodiscard]] std::optional<Directory> DirectoryOfEnd(uint64_t end_offset) const;
  [[nodiscard]] std::optional<Directory> DirectoryOfZip64(uint64_t end_offset) const;
  [[nodiscard]] Status ReadDirectory(const Directory& directory);
  [[nodiscard]] Result<ZipEntry> ReadRecord(ByteReader& reader, uint64_t shift) const;
  [[nodiscard]] Result<Bytes> Locate(const ZipEntry& entry) const;
  [[nodiscard]] Result<Blob> Inflate(const ZipEntry& entry, Bytes data) const;
  [[nodiscard]] Error Fail(ErrorCode code, std::string message, uint64_t offset) const;

  Bytes bytes_;
  std::string name_;
  std::vector<ZipEntry> entries_;
  InternTable by_name_;
};

}  // namespace revmon::classpath
