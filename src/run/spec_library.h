// Answers: which spec files does the user mean, and what do they hold?
//
// Specs are named by path (a file, or a folder with all *.mop files below it) or by name, which is looked up
// in a library: the paths after --specs, else those of REVMON_SPECS (between colons), else the folder `specs`
// that is shipped beside the program. Types are looked up in the newest JDK of the machine; without one,
// names behind wildcard imports stay as written, and everything else works.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "classpath/class_path.h"
#include "spec/class_path_types.h"
#include "spec/load.h"

namespace revmon::run {

// The types that specs may mean by a simple name.
class SpecTypes {
 public:
  // `class_path` is added behind the JDK; "" for none.
  SpecTypes(const FileSystem& files, const std::string& class_path);
  // Null when there is neither a JDK nor a class path.
  [[nodiscard]] const spec::TypeOracle* oracle() const { return oracle_.get(); }
  // What could not be opened, for the user to know.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::unique_ptr<classpath::ClassPath> path_;
  std::unique_ptr<spec::ClassPathTypes> oracle_;
  std::vector<std::string> notes_;
};

// The parts of "a:b:c" that are not empty.
[[nodiscard]] std::vector<std::string> SplitPath(std::string_view path);

// The files that the paths name, each once; folders are searched to the bottom, in order of names. It is an
// error if a path does not exist, is a file of another kind, or a folder without any spec.
[[nodiscard]] Result<std::vector<std::string>> FindSpecFiles(const FileSystem& files,
                                                             std::span<const std::string> paths);

// `given` if there is any, else where the library is; an error that says where it was looked for.
[[nodiscard]] Result<std::vector<std::string>> LibraryPaths(const FileSystem& files,
                                                            const std::vector<std::string>& given);

[[nodiscard]] Result<spec::LoadedFile> LoadSpecFile(const FileSystem& files, const std::string& path,
                                                    const spec::TypeOracle* oracle);

// The file of that path, or the one in the library that declares a spec of that name. `spec` is the name, ""
// when a path was given and all specs of the file are meant.
struct FoundSpec {
  spec::LoadedFile file;
  std::string spec;
};
[[nodiscard]] Result<FoundSpec> FindSpec(const FileSystem& files, const std::string& name_or_path,
                                         const std::vector<std::string>& library,
                                         const spec::TypeOracle* oracle);

}  // namespace revmon::run
