#include "wire/results.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "wire/archive.h"
#include "wire/record_log.h"

namespace revmon::wire {
namespace {

constexpr std::string_view kMagic = "RVMRESLT";

enum class RecordType : uint8_t {
  kViolation,
  kCount,
  kNote,
  kEnd,
  kTestStart,
  kTestEnd,
  kRunStats,
  kLast = kRunStats
};

// What changes of a violation while the program runs.
template <typename Ar, Like<Violation> T>
void VisitCount(Ar& ar, T& v) {
  ar.U8(v.count);
  ar.U8(v.last_ms);
  ar.List(v.tests, [&](auto& of) {
    ar.U4(of.test);
    ar.U8(of.count);
  });
  ar.U8(v.other_tests);
  ar.U8(v.unattributed);
}

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
  ar.Text(v.objects);
  ar.U8(v.first_ms);
  VisitCount(ar, v);
  ar.List(v.events, [&](auto& event) {
    ar.Text(event.event);
    ar.Text(event.location);
  });
}

template <typename Ar, Like<TestRun> T>
void Visit(Ar& ar, T& v) {
  ar.U4(v.id);
  ar.Text(v.name);
  ar.Bool(v.container);
  ar.U8(v.start_ms);
  ar.Enum(v.outcome);
  ar.U8(v.duration_nanos);
}

template <typename Ar, Like<WeaveStats> T>
void Visit(Ar& ar, T& v) {
  ar.U8(v.classes_seen);
  ar.U8(v.classes_woven);
  ar.U8(v.sites);
  ar.U8(v.methods_refused);
  ar.U8(v.weave_nanos);
}

template <typename Ar, Like<RunStats> T>
void Visit(Ar& ar, T& v) {
  ar.List(v.specs, [&](auto& spec) {
    ar.Text(spec.spec);
    ar.U8(spec.events);
    ar.U8(spec.created);
    ar.U8(spec.freed);
  });
  ar.List(v.skipped, [&](auto& skipped) {
    ar.Text(skipped.reason);
    ar.U8(skipped.count);
  });
}

// Reads records into Results. Violations and tests are found again by id; ids may come in any order.
class ResultsReader {
 public:
  // False when the payload is no record of ours.
  bool Take(Bytes payload) {
    ByteReader reader(payload);
    ArchiveReader archive(reader);
    RecordType type = RecordType::kNote;
    archive.Enum(type);
    switch (type) {
      case RecordType::kViolation: TakeViolation(archive); break;
      case RecordType::kCount: TakeCount(archive); break;
      case RecordType::kNote: TakeNote(archive); break;
      case RecordType::kTestStart: TakeTestStart(archive); break;
      case RecordType::kTestEnd: TakeTestEnd(archive); break;
      case RecordType::kRunStats: Visit(archive, results_.run_stats); break;
      case RecordType::kEnd:
        Visit(archive, results_.stats);
        results_.complete = archive.ok();
        break;
    }
    return archive.ok() && reader.empty();
  }

  Results Release() { return std::move(results_); }

 private:
  void TakeViolation(ArchiveReader& archive) {
    Violation violation;
    Visit(archive, violation);
    if (!archive.ok()) return;
    violations_.try_emplace(violation.id, results_.violations.size());
    results_.violations.push_back(std::move(violation));
  }

  void TakeCount(ArchiveReader& archive) {
    Violation later;
    archive.U4(later.id);
    VisitCount(archive, later);
    auto found = violations_.find(later.id);
    if (!archive.ok() || found == violations_.end()) return;
    Violation& known = results_.violations[found->second];
    known.count = later.count;
    known.last_ms = later.last_ms;
    known.tests = std::move(later.tests);
    known.other_tests = later.other_tests;
    known.unattributed = later.unattributed;
  }

  void TakeNote(ArchiveReader& archive) {
    std::string text;
    archive.Text(text);
    if (archive.ok()) results_.notes.push_back(std::move(text));
  }

  void TakeTestStart(ArchiveReader& archive) {
    TestRun test;
    Visit(archive, test);
    if (!archive.ok()) return;
    tests_.try_emplace(test.id, results_.tests.size());
    results_.tests.push_back(std::move(test));
  }

  void TakeTestEnd(ArchiveReader& archive) {
    TestRun end;
    archive.U4(end.id);
    archive.Enum(end.outcome);
    archive.U8(end.duration_nanos);
    auto found = tests_.find(end.id);
    if (!archive.ok() || found == tests_.end()) return;
    results_.tests[found->second].outcome = end.outcome;
    results_.tests[found->second].duration_nanos = end.duration_nanos;
  }

  Results results_;
  std::unordered_map<uint32_t, size_t> violations_;  // by id
  std::unordered_map<uint32_t, size_t> tests_;
};

}  // namespace

std::vector<uint8_t> ResultsHeader() {
  ByteWriter header;
  header.Put(kMagic);
  header.U4Le(kResultsVersion);
  header.U4Le(0);
  return header.Release();
}

std::vector<uint8_t> EncodeViolation(const Violation& violation) {
  return EncodeRecord(RecordType::kViolation, [&](ArchiveWriter& archive) { Visit(archive, violation); });
}

std::vector<uint8_t> EncodeCount(const Violation& violation) {
  return EncodeRecord(RecordType::kCount, [&](ArchiveWriter& archive) {
    archive.U4(violation.id);
    VisitCount(archive, violation);
  });
}

std::vector<uint8_t> EncodeTestStart(const TestRun& test) {
  return EncodeRecord(RecordType::kTestStart, [&](ArchiveWriter& archive) { Visit(archive, test); });
}

std::vector<uint8_t> EncodeTestEnd(uint32_t id, TestRun::Outcome outcome, uint64_t duration_nanos) {
  return EncodeRecord(RecordType::kTestEnd, [&](ArchiveWriter& archive) {
    archive.U4(id);
    archive.Enum(outcome);
    archive.U8(duration_nanos);
  });
}

std::vector<uint8_t> EncodeRunStats(const RunStats& stats) {
  return EncodeRecord(RecordType::kRunStats, [&](ArchiveWriter& archive) { Visit(archive, stats); });
}

std::vector<uint8_t> EncodeNote(const std::string& text) {
  return EncodeRecord(RecordType::kNote, [&](ArchiveWriter& archive) { archive.Text(text); });
}

std::vector<uint8_t> EncodeEnd(const WeaveStats& stats) {
  return EncodeRecord(RecordType::kEnd, [&](ArchiveWriter& archive) { Visit(archive, stats); });
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
  ResultsReader records;
  const size_t whole = ReadRecords(reader, [&](Bytes payload) { return records.Take(payload); });
  Results results = records.Release();
  results.torn_bytes = bytes.size() - whole;
  return results;
}

std::string_view OutcomeName(TestRun::Outcome outcome) {
  switch (outcome) {
    case TestRun::Outcome::kUnfinished: return "unfinished";
    case TestRun::Outcome::kPassed: return "passed";
    case TestRun::Outcome::kFailed: return "failed";
    case TestRun::Outcome::kSkipped: return "skipped";
  }
  return "";
}

}  // namespace revmon::wire
