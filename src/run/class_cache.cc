#include "run/class_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/path.h"

namespace revmon::run {
namespace {

constexpr std::string_view kMagic = "RVMJAVA1";
constexpr uint64_t kMaxEntry = uint64_t{256} << 20;

bool IsOurs(const std::string& folder) {
  struct stat info = {};
  if (::lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return false;
  return info.st_uid == ::geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

ClassCache::ClassCache(FileSystem& files, std::string folder) : files_(files), folder_(std::move(folder)) {
  if (folder_.empty()) return;
  if (!files_.CreateDirectories(std::string(DirName(folder_))).ok()) return;
  ::mkdir(folder_.c_str(), 0700);  // where it exists, IsOurs says whether it will do
  usable_ = IsOurs(folder_);
}

std::string ClassCache::PathOf(const Hash128& key) const {
  return JoinPath(folder_, ToHex(key) + ".classes");
}

std::optional<std::vector<JavaClass>> ClassCache::Find(const Hash128& key) const {
  if (!usable_) return std::nullopt;
  Result<std::vector<uint8_t>> content = files_.ReadFile(PathOf(key), kMaxEntry);
  if (!content.ok()) return std::nullopt;
  ByteReader in(Bytes(content.value()));
  if (AsText(in.Take(kMagic.size())) != kMagic) return std::nullopt;
  Hash128 expected;
  expected.high = in.U8Le();
  expected.low = in.U8Le();
  Bytes rest = in.Rest();
  if (!in.ok() || HashBytes(rest) != expected) return std::nullopt;
  std::vector<JavaClass> classes;
  for (uint32_t count = in.U4Le(); count > 0 && in.ok(); --count) {
    JavaClass& next = classes.emplace_back();
    next.name = AsText(in.Take(in.U4Le()));
    Bytes bytes = in.Take(in.U4Le());
    next.bytes.assign(bytes.begin(), bytes.end());
  }
  if (!in.ok() || in.remaining() > 0) return std::nullopt;
  return classes;
}

void ClassCache::Store(const Hash128& key, const std::vector<JavaClass>& classes) {
  if (!usable_) return;
  ByteWriter body;
  body.U4Le(static_cast<uint32_t>(classes.size()));
  for (const JavaClass& one : classes) {
    body.U4Le(static_cast<uint32_t>(one.name.size()));
    body.Put(one.name);
    body.U4Le(static_cast<uint32_t>(one.bytes.size()));
    body.Put(Bytes(one.bytes));
  }
  Hash128 hash = HashBytes(body.bytes());
  ByteWriter out;
  out.Put(kMagic);
  out.U8Le(hash.high);
  out.U8Le(hash.low);
  out.Put(body.bytes());
  static_cast<void>(files_.WriteFileAtomically(PathOf(key), out.bytes()).ok());
}

}  // namespace revmon::run
