// Answers: what would this class look like had its compiler written the constant pool in another order?
//
// Everything else stays byte for byte, so the result means the same to the JVM and must have the same
// checksums. Constants that a one-byte `ldc` names stay where they are, and so do Long and Double, which take
// two places. The class must hold standard attributes only.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::testing {

// `seed` picks the order.
[[nodiscard]] Result<std::vector<uint8_t>> PermutePool(Bytes class_file, uint32_t seed);

}  // namespace revmon::testing
