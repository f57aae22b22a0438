// Answers: how are texts and list lengths written for the code in the JVM (revmon.rt.Tables reads them)?
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace revmon::weave {

inline void PutCount(ByteWriter& out, size_t count) { out.U4(static_cast<uint32_t>(count)); }

inline void PutText(ByteWriter& out, std::string_view text) {
  PutCount(out, text.size());
  out.Put(text);
}

}  // namespace revmon::weave
