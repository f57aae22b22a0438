// Answers: how do files that a crash may cut short hold their records?
//
//   records: u32 length, u32 checksum (low half of XXH3-64), payload       (little-endian)
//
// Append-only, each record in one write. A reader takes records until the first one that is torn, damaged or
// not its own, and says where the last whole one ended. What stands in front of them is each file's own.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "wire/archive.h"

namespace revmon::wire {

[[nodiscard]] inline uint32_t RecordChecksum(Bytes payload) {
  return static_cast<uint32_t>(TableHash(payload));
}

// fill(archive) writes what follows the type.
template <typename Type, typename Fill>
[[nodiscard]] std::vector<uint8_t> EncodeRecord(Type type, Fill fill) {
  ByteWriter payload;
  ArchiveWriter archive(payload);
  archive.Enum(type);
  fill(archive);
  ByteWriter record;
  record.U4Le(static_cast<uint32_t>(payload.size()));
  record.U4Le(RecordChecksum(payload.bytes()));
  record.Put(payload.bytes());
  return record.Release();
}

// bool take(payload): false when it is no record of this file's. Gives the offset behind the last whole one.
template <typename Take>
[[nodiscard]] size_t ReadRecords(ByteReader& reader, Take take) {
  size_t whole = reader.offset();
  while (!reader.empty()) {
    uint32_t length = reader.U4Le();
    uint32_t checksum = reader.U4Le();
    Bytes payload = reader.Take(length);
    if (!reader.ok() || RecordChecksum(payload) != checksum || !take(payload)) break;
    whole = reader.offset();
  }
  return whole;
}

}  // namespace revmon::wire
