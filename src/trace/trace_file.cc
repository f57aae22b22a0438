#include "trace/trace_file.h"

#include <libdeflate.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace revmon::trace {
namespace {

constexpr std::string_view kMagic = "RVMTRACE";
constexpr size_t kHeadSize = 6;           // kind, deflated, raw length
constexpr size_t kMostRaw = 64u << 20;    // of one record
constexpr size_t kPieceSize = 1u << 20;   // what the writer puts into one record, about
constexpr uint64_t kDeflateRatio = 1032;  // the most that one byte of deflate can stand for

uint32_t ChecksumOf(Bytes stored) { return static_cast<uint32_t>(TableHash(stored)); }

std::vector<uint8_t> Deflated(Bytes payload) {
  std::vector<uint8_t> out;
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(6);
  if (compressor == nullptr) return out;
  out.resize(libdeflate_deflate_compress_bound(compressor, payload.size()));
  out.resize(libdeflate_deflate_compress(compressor, payload.data(), payload.size(), out.data(), out.size()));
  libdeflate_free_compressor(compressor);
  return out;
}

bool Inflate(Bytes stored, std::vector<uint8_t>& out) {
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  if (decompressor == nullptr) return false;
  libdeflate_result result = libdeflate_deflate_decompress(decompressor, stored.data(), stored.size(),
                                                           out.data(), out.size(), nullptr);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS;
}

void PutText(std::vector<uint8_t>& out, std::string_view text) {
  PutVarint(out, text.size());
  out.insert(out.end(), text.begin(), text.end());
}

// Varints and texts of a payload, sticky like ByteReader.
class Payload {
 public:
  explicit Payload(Bytes bytes) : bytes_(bytes) {}
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool more() const { return ok_ && at_ < bytes_.size(); }
  uint64_t Number() {
    uint64_t value = 0;
    ok_ = ok_ && TakeVarint(bytes_, at_, value);
    return ok_ ? value : 0;
  }
  // Numbers are below 2^32 - 1, and what they count is there.
  uint32_t Small() {
    uint64_t value = Number();
    ok_ = ok_ && value < UINT32_MAX;
    return ok_ ? static_cast<uint32_t>(value) : 0;
  }
  uint32_t Below(size_t limit) {
    uint32_t value = Small();
    ok_ = ok_ && value < limit;
    return ok_ ? value : 0;
  }
  Bytes Take(size_t size) {
    ok_ = ok_ && size <= bytes_.size() - at_;
    if (!ok_) return {};
    Bytes taken = bytes_.subspan(at_, size);
    at_ += size;
    return taken;
  }
  std::string Text() { return std::string(AsText(Take(Small()))); }
  void Fail() { ok_ = false; }

 private:
  Bytes bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

struct StoredSpec {
  SpecTraces traces;
  std::vector<Path> paths;
};

class FileReader {
 public:
  bool Take(Kind kind, Bytes bytes) {
    Payload in(bytes);
    switch (kind) {
      case Kind::kLocations:
        while (in.more()) file_.set.locations.push_back(in.Text());
        break;
      case Kind::kTests: TakeTests(in); break;
      case Kind::kSpec: TakeSpec(in); break;
      case Kind::kTokens: TakeTokens(in); break;
      case Kind::kPaths: TakePaths(in); break;
      case Kind::kCounts: TakeCounts(in); break;
      case Kind::kSelection: TakeSelection(in); break;
      case Kind::kEnd: file_.complete = bytes.empty(); break;
      default: in.Fail();
    }
    return in.ok();
  }

  Result<TraceFile> Finish() {
    for (auto& [number, stored] : specs_) {
      SpecTraces& spec = stored.traces;
      if (stored.paths.empty()) stored.paths.emplace_back();
      REVMON_ASSIGN_OR_RETURN(
          spec.trie, Trie::FromPaths(std::move(stored.paths), static_cast<uint32_t>(spec.tokens.size())));
      REVMON_RETURN_IF_ERROR(Resolve(spec));
      file_.set.specs.push_back(std::move(spec));
    }
    return std::move(file_);
  }

 private:
  void TakeSelection(Payload& in) {
    std::string spec = in.Text();
    while (in.more()) {
      SelectedAt at{.spec = spec};
      at.location = file_.set.locations[in.Below(file_.set.locations.size())];
      at.created = in.Number();
      at.necessary = in.Number();
      at.skipped = in.Number();
      at.converged = in.Number() != 0;
      if (in.ok()) file_.selection.push_back(std::move(at));
    }
  }
  void TakeTests(Payload& in) {
    while (in.more()) {
      uint32_t number = in.Small();
      tests_[number] = in.Text();
    }
  }
  void TakeSpec(Payload& in) {
    uint32_t number = in.Small();
    SpecTraces& spec = specs_[number].traces;
    spec.name = in.Text();
    for (uint32_t left = in.Small(); left > 0 && in.ok(); --left) spec.events.push_back(in.Text());
    spec.cut_monitors = in.Number();
    spec.cut_events = in.Number();
    if (in.more()) in.Fail();
  }
  StoredSpec* Find(Payload& in) {
    auto found = specs_.find(in.Small());
    if (found == specs_.end()) in.Fail();
    return in.ok() ? &found->second : nullptr;
  }
  void TakeTokens(Payload& in) {
    StoredSpec* spec = Find(in);
    while (in.more()) {
      EventAt at;
      at.event = in.Below(spec->traces.events.size());
      at.location = in.Below(file_.set.locations.size());
      if (in.ok()) spec->traces.tokens.push_back(at);
    }
  }
  void TakePaths(Payload& in) {
    StoredSpec* spec = Find(in);
    while (in.more()) {
      uint32_t head = in.Small();
      if (head > 0) {
        Position parent{head - 1, in.Small()};
        spec->paths.push_back({.parent = parent, .label = {}});
      } else if (spec->paths.empty()) {
        in.Fail();
      }
      Bytes label = in.Take(in.Small());
      if (!in.ok()) return;
      std::vector<uint8_t>& target = spec->paths.back().label;
      target.insert(target.end(), label.begin(), label.end());
    }
  }
  void TakeCounts(Payload& in) {
    StoredSpec* spec = Find(in);
    while (in.more()) {
      Count count;
      count.end.path = in.Small();
      count.end.offset = in.Small();
      count.test = in.Small();
      count.monitors = in.Number();
      if (in.ok()) spec->traces.counts.push_back(count);
    }
  }
  // Tests by place in the set's list instead of by number; counts sorted, each once.
  Status Resolve(SpecTraces& spec) {
    for (Count& count : spec.counts) {
      if (!spec.trie.Has(count.end) || count.end == Position{} || count.monitors == 0)
        return Error(ErrorCode::kMalformed, "traces: monitors of a trace that is not there");
      count.test = count.test == 0 ? 0 : PlaceOf(count.test);
    }
    std::sort(spec.counts.begin(), spec.counts.end());
    for (size_t i = 1; i < spec.counts.size(); ++i) {
      if (spec.counts[i].end == spec.counts[i - 1].end && spec.counts[i].test == spec.counts[i - 1].test)
        return Error(ErrorCode::kMalformed, "traces: monitors are counted twice");
    }
    return OkStatus();
  }
  uint32_t PlaceOf(uint32_t number) {
    auto [place, fresh] = places_.try_emplace(number, static_cast<uint32_t>(file_.set.tests.size()));
    if (fresh) {
      auto name = tests_.find(number);
      file_.set.tests.push_back(name == tests_.end() ? "test " + std::to_string(number) : name->second);
    }
    return place->second;
  }

  TraceFile file_;
  std::map<uint32_t, StoredSpec> specs_;
  std::map<uint32_t, std::string> tests_;
  std::map<uint32_t, uint32_t> places_;
};

// Collects a payload and hands it on whenever it has grown to a piece.
class Pieces {
 public:
  Pieces(Kind kind, uint64_t spec, const std::function<void(Bytes)>& write)
      : kind_(kind), spec_(spec), write_(write) {}
  std::vector<uint8_t>& Next() {
    if (payload_.size() > kPieceSize) Flush();
    if (payload_.empty()) PutVarint(payload_, spec_);
    return payload_;
  }
  void Flush() {
    if (!payload_.empty()) write_(EncodeRecord(kind_, payload_));
    payload_.clear();
  }

 private:
  Kind kind_;
  uint64_t spec_;
  const std::function<void(Bytes)>& write_;
  std::vector<uint8_t> payload_;
};

void WriteSpec(uint64_t number, const SpecTraces& spec, const std::function<void(Bytes)>& write) {
  std::vector<uint8_t> head;
  PutVarint(head, number);
  PutText(head, spec.name);
  PutVarint(head, spec.events.size());
  for (const std::string& event : spec.events) PutText(head, event);
  PutVarint(head, spec.cut_monitors);
  PutVarint(head, spec.cut_events);
  write(EncodeRecord(Kind::kSpec, head));
  Pieces tokens(Kind::kTokens, number, write);
  for (const EventAt& at : spec.tokens) {
    std::vector<uint8_t>& out = tokens.Next();
    PutVarint(out, at.event);
    PutVarint(out, at.location);
  }
  tokens.Flush();
  Pieces paths(Kind::kPaths, number, write);
  for (const Path& path : spec.trie.paths()) {
    for (size_t from = 0; from == 0 || from < path.label.size(); from += kPieceSize) {
      std::vector<uint8_t>& out = paths.Next();
      PutVarint(out, from > 0 ? 0 : uint64_t{path.parent.path} + 1);
      if (from == 0) PutVarint(out, path.parent.offset);
      size_t size = std::min(kPieceSize, path.label.size() - from);
      PutVarint(out, size);
      auto begin = path.label.begin() + static_cast<ptrdiff_t>(from);
      out.insert(out.end(), begin, begin + static_cast<ptrdiff_t>(size));
    }
  }
  paths.Flush();
  Pieces counts(Kind::kCounts, number, write);
  for (const Count& count : spec.counts) {
    std::vector<uint8_t>& out = counts.Next();
    for (uint64_t value :
         {uint64_t{count.end.path}, uint64_t{count.end.offset}, uint64_t{count.test}, count.monitors})
      PutVarint(out, value);
  }
  counts.Flush();
}

}  // namespace

std::vector<uint8_t> TraceFileHeader() {
  ByteWriter out;
  out.Put(kMagic);
  out.U4Le(kTraceFileVersion);
  out.U4Le(0);
  return out.Release();
}

std::vector<uint8_t> EncodeRecord(Kind kind, Bytes payload) {
  std::vector<uint8_t> deflated = payload.size() < 64 ? std::vector<uint8_t>() : Deflated(payload);
  bool shorter = !deflated.empty() && deflated.size() < payload.size();
  ByteWriter stored;
  stored.U1(static_cast<uint8_t>(kind));
  stored.U1(shorter ? 1 : 0);
  stored.U4Le(static_cast<uint32_t>(payload.size()));
  stored.Put(shorter ? Bytes(deflated) : payload);
  ByteWriter record;
  record.U4Le(static_cast<uint32_t>(stored.size()));
  record.U4Le(ChecksumOf(stored.bytes()));
  record.Put(stored.bytes());
  return record.Release();
}

std::vector<uint8_t> EncodeTests(const std::map<uint32_t, std::string>& tests) {
  std::vector<uint8_t> payload;
  for (const auto& [number, name] : tests) {
    PutVarint(payload, number);
    PutText(payload, name);
  }
  return EncodeRecord(Kind::kTests, payload);
}

void WriteTraceSet(const TraceSet& set, const std::function<void(Bytes)>& write) {
  write(TraceFileHeader());
  std::vector<uint8_t> locations;
  for (size_t i = 1; i < set.locations.size(); ++i) PutText(locations, set.locations[i]);
  write(EncodeRecord(Kind::kLocations, locations));
  std::map<uint32_t, std::string> tests;
  for (uint32_t i = 1; i < set.tests.size(); ++i) tests[i] = set.tests[i];
  write(EncodeTests(tests));
  for (size_t i = 0; i < set.specs.size(); ++i) WriteSpec(i, set.specs[i], write);
  write(EncodeRecord(Kind::kEnd, {}));
}

Result<TraceFile> ReadTraceFile(Bytes bytes, ReadLimits limits) {
  ByteReader in(bytes);
  bool ours = AsText(in.Take(kMagic.size())) == kMagic;
  uint32_t version = in.U4Le();
  in.Skip(4);
  if (!ours || !in.ok()) return Error(ErrorCode::kMalformed, "this is no file of traces");
  if (version != kTraceFileVersion) {
    return Error(ErrorCode::kUnsupported, "traces of version " + std::to_string(version))
        .Hint("this RevMon reads version " + std::to_string(kTraceFileVersion));
  }
  FileReader reader;
  uint64_t total = 0;
  while (!in.empty()) {
    uint32_t length = in.U4Le();
    uint32_t checksum = in.U4Le();
    Bytes stored = in.Take(length);
    if (!in.ok() || stored.size() < kHeadSize || ChecksumOf(stored) != checksum) break;  // torn
    uint32_t raw = LoadLe32(stored.data() + 2);
    Bytes payload = stored.subspan(kHeadSize);
    std::vector<uint8_t> unpacked;
    if (raw > kMostRaw || (stored[1] != 0 && raw > payload.size() * kDeflateRatio))
      return Error(ErrorCode::kMalformed, "traces: a record is too long");
    total += raw;
    if (total > limits.bytes) {
      return Error(ErrorCode::kLimit, "more than " + std::to_string(limits.bytes >> 20) + " MB of traces");
    }
    if (stored[1] != 0) {
      unpacked.resize(raw);
      if (!Inflate(payload, unpacked))
        return Error(ErrorCode::kMalformed, "traces: a record cannot be unpacked");
      payload = unpacked;
    }
    if (!reader.Take(static_cast<Kind>(stored[0]), payload))
      return Error(ErrorCode::kMalformed,
                   "traces: a record of kind " + std::to_string(stored[0]) + " is damaged");
  }
  return reader.Finish();
}

}  // namespace revmon::trace
