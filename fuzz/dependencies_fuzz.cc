// Files of test dependencies: as the file is, and once more with the checksum of every record put right, so
// that the readers of the payloads are reached too. What is read must come back the same when written again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/hash.h"
#include "wire/test_dependencies.h"

using namespace revmon;

namespace {

void Append(std::vector<uint8_t>& file, const std::vector<uint8_t>& record) {
  file.insert(file.end(), record.begin(), record.end());
}

void Try(Bytes bytes) {
  Result<wire::DependencyFile> read = wire::ReadDependencies(bytes);
  if (!read.ok()) return;
  std::vector<uint8_t> file = wire::DependenciesHeader(read->level);
  Append(file, wire::EncodeElements(0, read->elements));
  uint32_t id = 0;
  for (const wire::TestDependencies& test : read->tests) {
    wire::DependencyUse use;
    use.of = wire::DependencyUse::Of::kTest;
    use.id = ++id;
    use.elements = test.elements;
    use.blocks = test.blocks;
    use.receivers = test.receivers;
    use.files = test.files;
    Append(file, wire::EncodeOpened(id, test.test));
    Append(file, wire::EncodeUse(use));
    Append(file, wire::EncodeClosed(id));
  }
  Result<wire::DependencyFile> again = wire::ReadDependencies(file);
  if (!again.ok() || again->torn_bytes != 0 || again->elements != read->elements ||
      again->tests.size() != read->tests.size()) {
    std::abort();
  }
  for (size_t i = 0; i < read->tests.size(); ++i) {
    wire::TestDependencies expected = read->tests[i];
    expected.everything = false;
    expected.outer.clear();
    expected.why_everything.clear();
    if (again->tests[i] != expected) std::abort();
  }
  (void)wire::MergeDependencies({&*read, 1}, wire::TestUnit::kMethod);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  Try(bytes);
  if (size < 16) return 0;
  std::vector<uint8_t> file(data, data + 16);
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
