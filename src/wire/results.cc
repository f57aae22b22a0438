#include "wire/results.h"

#include <algorithm>
#include <string_view>

#include "base/hash.h"
#include "wire/archive.h"

namespace revmon::wire {
namespace {

constexpr std::string_view kMagic = "RVMRESLT";
constexpr size_t kHeaderSize = 16;

enum class RecordType : uint8_t { kViolation, kCount, kNote, kEnd, kLast = kEnd };

template <typename Ar, Like<Violation> T>
void Visit(Ar& ar, T& v) {
  ar.U4(v.id);
  ar.Text(v.spec);
  ar.Text(v.severity);
  ar.Text(v.category);
  ar.Text(v.message);
  ar.Text(v.location);
  ar.Text(v.file);
  ar.U4(v.line);
  ar.Text(v.thread);
  ar.U8(v.count);
  ar.U8(v.first_ms);
  ar.U8(v.last_ms);
}

template <typename Ar, Like<WeaveStats> T>
void Visit(Ar& ar, T& v) {
  ar.U8(v.classes_seen);
  ar.U8(v.classes_woven);
  ar.U8(v.sites);
  ar.U8(v.methods_refused);
  ar.U8(v.weave_nanos);
}

uint32_t ChecksumOf(Bytes payload) { return static_cast<uint32_t>(TableHash(payload)); }

template <typename Fill>
std::vector<uint8_t> Record(RecordType type, Fill fill) {
  ByteWriter payload;
  ArchiveWriter archive(payload);
  archive.Enum(type);
  fill(archive);
  ByteWriter record;
  record.U4Le(static_cast<uint32_t>(payload.size()));
  record.U4Le(ChecksumOf(payload.bytes()));
  record.Put(payload.bytes());
  return record.Release();
}

void TakeCount(ArchiveReader& archive, Results& results) {
  uint32_t id = 0;
  uint64_t count = 0;
  uint64_t last = 0;
  archive.U4(id);
  archive.U8(count);
  archive.U8(last);
  for (Violation& violation : results.violations) {
    if (violation.id != id || !archive.ok()) continue;
    violation.count = count;
    violation.last_ms = last;
  }
}

// False when the payload is no record of ours.
bool TakeRecord(Bytes payload, Results& results) {
  ByteReader reader(payload);
  ArchiveReader archive(reader);
  RecordType type = RecordType::kNote;
  archive.Enum(type);
  switch (type) {
    case RecordType::kViolation: {
      Violation violation;
      Visit(archive, violation);
      if (archive.ok()) results.violations.push_back(std::move(violation));
      break;
    }
    case RecordType::kCount: TakeCount(archive, results); break;
    case RecordType::kNote: {
      std::string text;
      archive.Text(text);
      if (archive.ok()) results.notes.push_back(std::move(text));
      break;
    }
    case RecordType::kEnd:
      Visit(archive, results.stats);
      results.complete = archive.ok();
      break;
  }
  return archive.ok() && reader.empty();
}

}  // namespace

std::vector<uint8_t> ResultsHeader() {
  ByteWriter header;
  header.Put(kMagic);
  header.U4Le(kResultsVersion);
  header.U4Le(0);
  return header.Release();
}

std::vector<uint8_t> EncodeViolation(const Violation& violation) {
  return Record(RecordType::kViolation, [&](ArchiveWriter& archive) { Visit(archive, violation); });
}

std::vector<uint8_t> EncodeCount(uint32_t id, uint64_t count, uint64_t last_ms) {
  return Record(RecordType::kCount, [&](ArchiveWriter& archive) {
    archive.U4(id);
    archive.U8(count);
    archive.U8(last_ms);
  });
}

std::vector<uint8_t> EncodeNote(const std::string& text) {
  return Record(RecordType::kNote, [&](ArchiveWriter& archive) { archive.Text(text); });
}

std::vector<uint8_t> EncodeEnd(const WeaveStats& stats) {
  return Record(RecordType::kEnd, [&](ArchiveWriter& archive) { Visit(archive, stats); });
}

Result<Results> ReadResults(Bytes bytes) {
  ByteReader reader(bytes);
  if (AsText(reader.Take(kMagic.size())) != kMagic) {
    return Error(ErrorCode::kMalformed, "not a results file").AtOffset(0);
  }
  uint32_t version = reader.U4Le();
  reader.Skip(4);
  if (!reader.ok())
    return Error(ErrorCode::kTruncated, "results file ends in its header").AtOffset(bytes.size());
  if (version != kResultsVersion) {
    return Error(ErrorCode::kUnsupported, "results of version " + std::to_string(version) +
                                              ", this is version " + std::to_string(kResultsVersion))
        .AtOffset(kMagic.size());
  }
  Results results;
  size_t whole = kHeaderSize;
  while (!reader.empty()) {
    uint32_t length = reader.U4Le();
    uint32_t checksum = reader.U4Le();
    Bytes payload = reader.Take(length);
    if (!reader.ok() || ChecksumOf(payload) != checksum || !TakeRecord(payload, results)) break;
    whole = reader.offset();
  }
  results.torn_bytes = bytes.size() - whole;
  return results;
}

}  // namespace revmon::wire
