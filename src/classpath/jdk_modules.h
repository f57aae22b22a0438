// Answers: which classes do the modules of a JDK give?
//
// A ClassContainer over lib/modules: plain resources are views of the mapped file (jimage.h), packed ones are
// unpacked here (jimage_unpack.h). Should a later JDK have a packer we do not know, the JDK's own library is
// asked, which helps inside its JVM only.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "classpath/container.h"
#include "classpath/jimage.h"
#include "classpath/jimage_library.h"

namespace revmon::classpath {

class JdkModules final : public ClassContainer {
 public:
  // `library_path` is that of libjimage.so, may be "".
  [[nodiscard]] static Result<std::unique_ptr<JdkModules>> Open(const FileSystem& fs,
                                                                const std::string& modules_path,
                                                                std::string library_path);

  [[nodiscard]] const JImage& image() const { return image_; }

  const std::string& location() const override { return image_.name(); }
  Result<std::optional<FoundClass>> Find(std::string_view name) const override;
  Status ForEach(const Visitor& visit) const override;
  Result<Blob> Read(std::string_view name, uint64_t token) const override;
  std::string OriginOf(std::string_view name, uint64_t token) const override;
  // Any resource of the image.
  [[nodiscard]] Result<Blob> Read(const JImageResource& resource) const;

 private:
  JdkModules(MappedFile content, JImage image, std::string library_path);
  [[nodiscard]] Result<Blob> Unpack(const JImageResource& resource) const;
  [[nodiscard]] Result<std::vector<uint8_t>> UnpackByLibrary(const JImageResource& resource) const;
  [[nodiscard]] std::string OriginOf(const JImageResource& resource) const;

  MappedFile content_;
  JImage image_;
  std::string library_path_;
  mutable std::mutex mutex_;  // guards library_
  mutable std::unique_ptr<const JImageLibrary> library_;
};

}  // namespace revmon::classpath
