// Answers: which classes lie in a folder of class files?
//
// Nothing is cached: a build may rewrite the folder at any time. Names with "..", "." or empty parts are
// never looked up, so a class name cannot lead out of the folder. Links are followed, each folder is walked
// once.
#pragma once
#include <string>

#include "base/file_system.h"
#include "classpath/container.h"

namespace revmon::classpath {

class FolderContainer final : public ClassContainer {
 public:
  // `fs` must outlive the container.
  FolderContainer(const FileSystem& fs, std::string path) : fs_(fs), path_(std::move(path)) {}

  const std::string& location() const override { return path_; }
  Result<std::optional<FoundClass>> Find(std::string_view name) const override;
  Status ForEach(const Visitor& visit) const override;
  Result<Blob> Read(std::string_view name, uint64_t token) const override;
  std::string OriginOf(std::string_view name, uint64_t token) const override;

 private:
  static constexpr uint64_t kLargestClass = uint64_t{256} << 20;
  static constexpr size_t kDeepest = 256;  // folders below each other

  std::string FileOf(std::string_view name) const;

  const FileSystem& fs_;
  std::string path_;
};

}  // namespace revmon::classpath
