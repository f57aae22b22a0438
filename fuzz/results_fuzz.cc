// Results files: as the file is, and once more with the checksum of every record put right, so that the
// readers of the payloads are reached too. What is read must come back the same when written again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/hash.h"
#include "wire/results.h"

using namespace revmon;

namespace {

void Append(std::vector<uint8_t>& file, const std::vector<uint8_t>& record) {
  file.insert(file.end(), record.begin(), record.end());
}

void Try(Bytes bytes) {
  Result<wire::Results> results = wire::ReadResults(bytes);
  if (!results.ok()) return;
  std::vector<uint8_t> file = wire::ResultsHeader();
  for (const wire::TestRun& test : results->tests) Append(file, wire::EncodeTestStart(test));
  for (const wire::Violation& violation : results->violations) Append(file, wire::EncodeViolation(violation));
  for (const std::string& note : results->notes) Append(file, wire::EncodeNote(note));
  Append(file, wire::EncodeRunStats(results->run_stats));
  Append(file, wire::EncodeEnd(results->stats));
  Result<wire::Results> again = wire::ReadResults(file);
  if (!again.ok() || again->torn_bytes != 0 || again->violations != results->violations ||
      again->tests != results->tests || again->notes != results->notes || !(again->stats == results->stats) ||
      !(again->run_stats == results->run_stats)) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  Try(bytes);
  std::vector<uint8_t> file = wire::ResultsHeader();
  size_t at = file.size();
  while (at + 8 <= size) {
    size_t length = size_t{data[at]} | size_t{data[at + 1]} << 8;
    length = length < size - at - 8 ? length : size - at - 8;
    Bytes payload = bytes.subspan(at + 8, length);
    ByteWriter record;
    record.U4Le(static_cast<uint32_t>(length));
    record.U4Le(static_cast<uint32_t>(TableHash(payload)));
    record.Put(payload);
    Append(file, record.Release());
    at += 8 + length;
  }
  Try(file);
  return 0;
}
