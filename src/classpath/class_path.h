// Answers: which bytes does a class of this name have, and where do they come from?
//
// An ordered list of containers (JDK modules, jars, folders); the first that has a class wins, as in the JVM.
//
//   ClassPath path(fs, {.release = jdk.feature});
//   path.AddJdk(jdk);
//   path.AddPath("target/classes:lib/*:app.jar");
//   Result<std::optional<FoundClass>> found = path.Find("a/B");
//
// As in the JVM, an element that is missing or damaged does not stop anything: it is left out and kept as a
// problem for whoever wants to say so. Jars bring along the Class-Path of their manifest (Surefire's
// manifest-only jars are nothing else), Spring Boot and web archives their nested classes and jars.
// Adding is for one thread; afterwards everything is const and safe for many.
#pragma once
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/file_system.h"
#include "base/result.h"
#include "classpath/container.h"
#include "classpath/jar.h"
#include "classpath/jdk.h"

namespace revmon::classpath {

struct ClassPathOptions {
  int release = 0;                             // Java feature release for multi-release jars; 0: base only
  bool map_files = true;                       // false: read jars into memory, safe when they are rewritten
  uint64_t nested_budget = uint64_t{1} << 30;  // bytes for nested jars that must be inflated
  size_t element_limit = 20000;                // containers, against Class-Path entries without end
};

// One class of a listing.
struct ClassEntry {
  std::string_view name;
  uint64_t token = 0;
  uint32_t container = 0;  // index into ClassPath::containers()
  bool shadowed = false;   // an earlier container has the same name
};

// Owns the names of its entries.
struct ClassList {
  std::vector<ClassEntry> entries;
  std::vector<Error> problems;  // containers that could not be listed to the end
  Arena names;
};

class ClassPath {
 public:
  // `fs` must outlive the class path.
  explicit ClassPath(const FileSystem& fs, ClassPathOptions options = {}) : fs_(fs), options_(options) {}

  // The classes of the JDK, at this place of the order (usually first).
  void AddJdk(const Jdk& jdk);
  // Elements between colons, as after `java -cp`: folders, jars, "folder/*" for all jars in a folder.
  void AddPath(std::string_view path);
  // One folder or jar, with all it brings along.
  void AddElement(const std::string& path);

  [[nodiscard]] Result<std::optional<FoundClass>> Find(std::string_view name) const;
  // All classes in class path order, first wins; with the shadowed ones too if asked for.
  [[nodiscard]] ClassList List(bool with_shadowed = false) const;
  // The content of a listed class.
  [[nodiscard]] Result<Blob> Read(const ClassEntry& entry) const;
  [[nodiscard]] std::string OriginOf(const ClassEntry& entry) const;
  // visit(entry, content) for each class, first wins. An unreadable class is passed as its error.
  void ForEachClass(const std::function<void(const ClassEntry&, const Result<Blob>&)>& visit) const;

  [[nodiscard]] std::span<const std::unique_ptr<ClassContainer>> containers() const { return containers_; }
  // What could not be added, in order.
  [[nodiscard]] std::span<const Error> problems() const { return problems_; }

 private:
  // Adds one element and gives back the paths its manifest names.
  std::vector<std::string> AddOne(const std::string& path, bool from_manifest);
  void AddJar(const std::shared_ptr<const Jar>& jar);
  void AddWildcard(const std::string& folder);
  [[nodiscard]] Result<std::shared_ptr<const Jar>> OpenJar(const std::string& path) const;

  const FileSystem& fs_;
  ClassPathOptions options_;
  std::vector<std::unique_ptr<ClassContainer>> containers_;
  std::vector<Error> problems_;
  std::set<std::string> added_;  // normalized paths: the second mention of an element changes nothing
};

}  // namespace revmon::classpath
