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

[[nodiscard]] inline std::vector<uint8_t> EncodeModules(const std::vector<ModuleView>& modules) {
  ByteWriter out;
  for (const ModuleView& module : modules) {
    out.U4(static_cast<uint32_t>(module.name.size()));
    out.Put(module.name);
    out.U4(static_cast<uint32_t>(module.containers.size()));
    for (uint32_t container : module.containers) out.U4(container);
  }
  return out.Release();
}

[[nodiscard]] inline Result<std::vector<ModuleView>> DecodeModules(Bytes bytes) {
  std::vector<ModuleView> modules;
  ByteReader reader(bytes);
  while (reader.ok() && !reader.empty()) {
    ModuleView module;
    module.name = AsText(reader.Take(reader.U4()));
    uint32_t count = reader.U4();
    for (uint32_t i = 0; i < count && reader.ok(); ++i) module.containers.push_back(reader.U4());
    modules.push_back(std::move(module));
  }
  if (!reader.ok()) return Error(ErrorCode::kMalformed, "the store is damaged (modules of a run)");
  return modules;
}

}  // namespace revmon::store
