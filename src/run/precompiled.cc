#include "run/precompiled.h"

#include "base/bytes.h"

namespace revmon::run {
namespace {

constexpr std::string_view kMagic = "RVMPREC1";
constexpr uint64_t kMaxFile = uint64_t{256} << 20;
constexpr size_t kHashSize = 16;

void PutHash(ByteWriter& out, const Hash128& hash) {
  out.U8Le(hash.high);
  out.U8Le(hash.low);
}

Hash128 TakeHash(ByteReader& in) {
  Hash128 hash;
  hash.high = in.U8Le();
  hash.low = in.U8Le();
  return hash;
}

template <typename Content>
void PutField(ByteWriter& out, const Content& content) {
  out.U4Le(static_cast<uint32_t>(content.size()));
  out.Put(content);
}

}  // namespace

Hash128 Precompiled::KeyOf(std::string_view source, const std::vector<JavaClass>& library) {
  Hasher key;
  key.Field(source);
  for (const JavaClass& one : library) key.Field(one.name).Field(Bytes(one.bytes));
  return key.Finish();
}

Precompiled Precompiled::Read(const FileSystem& files, const std::string& path) {
  Precompiled out;
  if (path.empty()) return out;
  Result<std::vector<uint8_t>> content = files.ReadFile(path, kMaxFile);
  if (!content.ok() || content->size() < kMagic.size() + kHashSize) return out;
  Bytes body = Bytes(*content).first(content->size() - kHashSize);
  ByteReader tail(Bytes(*content).subspan(body.size()));
  if (HashBytes(body) != TakeHash(tail)) return out;
  ByteReader in(body);
  if (AsText(in.Take(kMagic.size())) != kMagic) return out;
  for (uint32_t entries = in.U4Le(); entries > 0 && in.ok(); --entries) {
    Hash128 key = TakeHash(in);
    std::vector<JavaClass> classes;
    for (uint32_t count = in.U4Le(); count > 0 && in.ok(); --count) {
      JavaClass& next = classes.emplace_back();
      next.name = AsText(in.Take(in.U4Le()));
      Bytes bytes = in.Take(in.U4Le());
      next.bytes.assign(bytes.begin(), bytes.end());
    }
    out.Add(key, std::move(classes));
  }
  return in.ok() && in.empty() ? out : Precompiled();
}

const std::vector<JavaClass>* Precompiled::Find(const Hash128& key) const {
  auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

Status Precompiled::Write(FileSystem& files, const std::string& path) const {
  ByteWriter out;
  out.Put(kMagic);
  out.U4Le(static_cast<uint32_t>(entries_.size()));
  for (const auto& [key, classes] : entries_) {
    PutHash(out, key);
    out.U4Le(static_cast<uint32_t>(classes.size()));
    for (const JavaClass& one : classes) {
      PutField(out, std::string_view(one.name));
      PutField(out, Bytes(one.bytes));
    }
  }
  PutHash(out, HashBytes(out.bytes()));
  return files.WriteFileAtomically(path, out.bytes());
}

}  // namespace revmon::run
