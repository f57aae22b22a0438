// Answers: what does the real javac make of these sources?
//
// For tests that need classes as compilers write them. One call compiles a whole tree: starting javac costs
// about a second, so tests put all their cases into one.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace revmon::testing {

using SourceTree = std::map<std::string, std::string>;          // "a/B.java" -> source
using ClassTree = std::map<std::string, std::vector<uint8_t>>;  // "a/B" -> class file

// A folder below the system's temporary one, removed with everything in it when this goes.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  // Writes a file, with its folders.
  void Write(const std::string& name, const std::string& content) const;

 private:
  std::string path_;
};

// Compiles the tree in a new folder. An error holds javac's own words.
[[nodiscard]] Result<ClassTree> CompileJava(const SourceTree& sources,
                                            const std::vector<std::string>& options = {});

}  // namespace revmon::testing
