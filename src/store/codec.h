// Answers: how do lists stand in a column? Big-endian hashes; texts as a length and bytes.
#pragma once
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace revmon::store {

[[nodiscard]] inline std::vector<uint8_t> EncodeKeys(const std::vector<Hash128>& keys) {
  ByteWriter out;
  for (const Hash128& key : keys) {
    out.U8(key.high);
    out.U8(key.low);
  }
  return out.Release();
}

[[nodiscard]] inline Result<std::vector<Hash128>> DecodeKeys(Bytes bytes) {
  if (bytes.size() % 16 != 0) return Error(ErrorCode::kMalformed, "the store is damaged (keys of a run)");
  std::vector<Hash128> keys(bytes.size() / 16);
  ByteReader reader(bytes);
  for (Hash128& key : keys) {
    key.high = reader.U8();
    key.low = reader.U8();
  }
  return keys;
}

[[nodiscard]] inline std::vector<uint8_t> EncodeSpecs(const std::vector<SpecVersion>& specs) {
  ByteWriter out;
  for (const SpecVersion& spec : specs) {
    out.U4(static_cast<uint32_t>(spec.name.size()));
    out.Put(spec.name);
    out.U8(spec.hash.high);
    out.U8(spec.hash.low);
  }
  return out.Release();
}

[[nodiscard]] inline Result<std::vector<SpecVersion>> DecodeSpecs(Bytes bytes) {
  std::vector<SpecVersion> specs;
  ByteReader reader(bytes);
  while (reader.ok() && !reader.empty()) {
    SpecVersion spec;
    spec.name = AsText(reader.Take(reader.U4()));
    spec.hash.high = reader.U8();
    spec.hash.low = reader.U8();
    specs.push_back(std::move(spec));
  }
  if (!reader.ok()) return Error(ErrorCode::kMalformed, "the store is damaged (specs of a run)");
  return specs;
}

}  // namespace revmon::store
