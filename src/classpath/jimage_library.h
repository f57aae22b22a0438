// Answers: what does the JDK's own reader say about its image?
//
// libjimage.so of the JDK at hand, by dlopen: the yardstick for our own reader in tests, and the way out
// should a later JDK pack resources in a manner we do not know. It needs that JDK's libjvm.so in the process,
// so it loads inside a JVM only (or where a test has loaded libjvm.so before). The five-argument FindResource
// of JDK 9 to 25 is assumed; a JDK that changed it answers "not found". Thread-safe, as the library's reader
// is.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace revmon::classpath {

class JImageLibrary {
 public:
  // Loads `library_path` (lib/libjimage.so) and opens `image_path` (lib/modules) with it.
  [[nodiscard]] static Result<std::unique_ptr<JImageLibrary>> Open(const std::string& library_path,
                                                                   const std::string& image_path);
  JImageLibrary(const JImageLibrary&) = delete;
  JImageLibrary& operator=(const JImageLibrary&) = delete;
  ~JImageLibrary();

  // The unpacked content of "/module/path"; nothing where the library knows no such resource. `limit` bounds
  // the size that is believed.
  [[nodiscard]] Result<std::optional<std::vector<uint8_t>>> Read(const std::string& module,
                                                                 const std::string& path,
                                                                 uint64_t limit) const;
  // "" where no module has the package.
  [[nodiscard]] std::string ModuleOfPackage(const std::string& package) const;
  // Every resource, as (module, package, name, extension).
  using Visitor = std::function<void(std::string_view module, std::string_view package, std::string_view name,
                                     std::string_view extension)>;
  void ForEach(const Visitor& visit) const;

 private:
  struct Functions;
  JImageLibrary() = default;
  std::unique_ptr<Functions> functions_;
  void* handle_ = nullptr;
  void* image_ = nullptr;
};

}  // namespace revmon::classpath
