// Answers: what is one element of a class path?
//
// A folder, a jar (or a part of one), or the modules of a JDK. Immutable once made, so every method may be
// called from many threads. Class names are internal names in modified UTF-8, as class files write them:
// "java/lang/Object". A token is the container's own way to find a listed class again without a search.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "classpath/blob.h"

namespace revmon::classpath {

struct FoundClass {
  Blob content;
  std::string origin;  // "x.jar!/a/B.class", "classes/a/B.class", "modules!/java.base/java/lang/Object.class"
};

class ClassContainer {
 public:
  using Visitor = std::function<void(std::string_view name, uint64_t token)>;

  virtual ~ClassContainer() = default;
  // "/x/classes", "/x/y.jar", "/x/app.jar!/BOOT-INF/lib/z.jar", "/x/jdk/lib/modules".
  [[nodiscard]] virtual const std::string& location() const = 0;
  // The class of this name: nothing where there is none, an error where there is one that cannot be read.
  [[nodiscard]] virtual Result<std::optional<FoundClass>> Find(std::string_view name) const = 0;
  // Every class once; the name is valid during the call only. module-info is no class.
  [[nodiscard]] virtual Status ForEach(const Visitor& visit) const = 0;
  // A class that ForEach has told, and where it comes from.
  [[nodiscard]] virtual Result<Blob> Read(std::string_view name, uint64_t token) const = 0;
  [[nodiscard]] virtual std::string OriginOf(std::string_view name, uint64_t token) const = 0;
};

inline constexpr std::string_view kClassSuffix = ".class";

}  // namespace revmon::classpath
