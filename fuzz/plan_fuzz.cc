// Plans: as the file is, and once more under a correct header, so that the payload's reader is reached too.
// What is read must be sound, and writing it must give the same plan again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/hash.h"
#include "wire/plan_io.h"

using namespace revmon;

namespace {

void Try(Bytes file) {
  Result<wire::Plan> plan = wire::ReadPlan(file);
  if (!plan.ok()) return;
  if (!wire::FindFlaw(*plan).empty()) std::abort();
  for (const wire::Spec& spec : plan->specs) (void)wire::Dump(spec).size();
  Result<wire::Plan> again = wire::ReadPlan(wire::WritePlan(*plan));
  if (!again.ok() || !(*again == *plan)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  Try(bytes);
  constexpr size_t kHeader = 40;
  if (size < kHeader) return 0;
  Bytes payload = bytes.subspan(kHeader);
  Hash128 hash = HashBytes(payload);
  ByteWriter file;
  file.Put(std::string_view("RVMPLAN\n"));
  file.U4Le(wire::kPlanVersion);
  file.U4Le(0);
  file.U8Le(payload.size());
  file.U8Le(hash.high);
  file.U8Le(hash.low);
  file.Put(payload);
  Try(file.bytes());
  return 0;
}
