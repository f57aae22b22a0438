// Answers: how is a plan stored in a file?
//
//   offset  bytes  content
//        0      8  "RVMPLAN\n"
//        8      4  format version (little-endian, like all numbers)
//       12      4  reserved, 0
//       16      8  length of the payload
//       24     16  XXH3-128 of the payload, high word first
//       40      n  payload: the fields of wire::Plan in the order of archive visits (plan_io.cc), lists as a
//                  u32 count, texts as a u32 length and UTF-8 bytes
//
// Any change to the payload's layout raises the version; a reader takes its own version only, since CLI and
// agent are shipped together and a plan is remade in milliseconds. A plan is code (it holds classes that the
// boot loader runs): whoever opens one checks the file's owner first.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "wire/plan.h"

namespace revmon::wire {

inline constexpr uint32_t kPlanVersion = 4;

[[nodiscard]] std::vector<uint8_t> WritePlan(const Plan& plan);

// A sound plan (FindFlaw finds nothing), or what is wrong with the bytes.
[[nodiscard]] Result<Plan> ReadPlan(Bytes bytes);

}  // namespace revmon::wire
