// Answers: which classes does a jar give to a class loader?
//
// Jar is the opened archive with its manifest: from a file, or nested in another jar (stored nested jars are
// views into the outer one, deflated ones are inflated once, within a budget). JarContainer is what a class
// loader sees of it: the classes below a root ("" or "BOOT-INF/classes/"), where META-INF/versions/N shadows
// the root for N up to the given Java release if, and only if, the manifest says Multi-Release: true.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "classpath/container.h"
#include "classpath/manifest.h"
#include "classpath/zip.h"

namespace revmon::classpath {

class Jar {
 public:
  // Takes over the content of a jar file; `name` is what errors and origins call it.
  [[nodiscard]] static Result<std::shared_ptr<const Jar>> Open(MappedFile content, std::string name);
  // A jar inside this one. What must be inflated is taken off `budget` (in bytes).
  [[nodiscard]] static Result<std::shared_ptr<const Jar>> OpenNested(std::shared_ptr<const Jar> outer,
                                                                     const ZipEntry& entry, uint64_t& budget);

  [[nodiscard]] const ZipArchive& archive() const { return archive_; }
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  [[nodiscard]] const std::string& name() const { return archive_.name(); }

  // Where a Spring Boot jar or a web archive keeps its own classes and its nested jars; no roots and no jars
  // where this is a plain jar.
  struct Layout {
    std::string classes_root;
    std::vector<const ZipEntry*> libraries;  // in class path order
  };
  [[nodiscard]] Layout FindLayout() const;

 private:
  explicit Jar(ZipArchive archive) : archive_(std::move(archive)) {}
  [[nodiscard]] Status ReadManifest();
  [[nodiscard]] std::vector<const ZipEntry*> LibrariesBelow(std::string_view root) const;

  MappedFile content_;                // of a file
  Blob nested_content_;               // of a nested jar
  std::shared_ptr<const Jar> outer_;  // kept alive: nested_content_ may be a view into it
  ZipArchive archive_;
  Manifest manifest_;
};

class JarContainer final : public ClassContainer {
 public:
  // `root` is "" or ends in '/'. `release` is the Java feature release (0: base versions only). Classes below
  // the `hidden_roots` are left to other containers.
  JarContainer(std::shared_ptr<const Jar> jar, std::string root, int release,
               std::vector<std::string> hidden_roots = {});

  const std::string& location() const override { return location_; }
  Result<std::optional<FoundClass>> Find(std::string_view name) const override;
  Status ForEach(const Visitor& visit) const override;
  Result<Blob> Read(std::string_view name, uint64_t token) const override;
  std::string OriginOf(std::string_view name, uint64_t token) const override;

 private:
  [[nodiscard]] const ZipEntry* Lookup(std::string_view name) const;
  [[nodiscard]] bool IsHidden(std::string_view entry_name) const;
  // The class name of an entry, "" if it is none this container gives.
  [[nodiscard]] std::string_view ClassNameOf(std::string_view entry_name) const;
  [[nodiscard]] std::string OriginOf(const ZipEntry& entry) const;

  std::shared_ptr<const Jar> jar_;
  std::string root_;
  std::string location_;
  std::vector<std::string> hidden_roots_;
  std::vector<std::string> version_roots_;  // "META-INF/versions/17/", highest first
};

}  // namespace revmon::classpath
