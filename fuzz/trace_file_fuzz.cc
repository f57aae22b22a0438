// Files of traces: as the file is, and once more as records without checksum, so that the readers of the
// payloads are reached too. What is read must come back the same when written again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "trace/export.h"
#include "trace/trace_file.h"

using namespace revmon;

namespace {

std::string Exported(const trace::TraceSet& set) {
  std::string text;
  auto write = [&](std::string_view more) { text += more; };
  (void)trace::Export(set, {write, write, write, write, write});
  return text;
}

void Try(Bytes bytes) {
  Result<trace::TraceFile> read = trace::ReadTraceFile(bytes, {.bytes = 1 << 20});
  if (!read.ok()) return;
  std::vector<uint8_t> file;
  trace::WriteTraceSet(read->set, [&](Bytes more) { file.insert(file.end(), more.begin(), more.end()); });
  Result<trace::TraceFile> again = trace::ReadTraceFile(file);
  if (!again.ok() || Exported(again->set) != Exported(read->set)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  Try(bytes);
  std::vector<uint8_t> file = trace::TraceFileHeader();
  for (size_t at = 0; at + 2 <= size;) {
    size_t length = std::min<size_t>(data[at + 1], size - at - 2);
    std::vector<uint8_t> record =
        trace::EncodeRecord(static_cast<trace::Kind>(data[at] % 10), bytes.subspan(at + 2, length));
    file.insert(file.end(), record.begin(), record.end());
    at += 2 + length;
  }
  Try(file);
  return 0;
}
