// Answers: which file of the project holds the source of this class?
//
// The project folder is walked once, when the first class is asked for. Build output, version control and
// hidden folders are left out. A class "a.b.C$D" of the file "C.java" is in a file that ends in "a/b/C.java"
// (Java insists on it; for Kotlin, Groovy and Scala a file of that name anywhere will do when there is only
// one). Where several modules have such a file, main sources come before test sources, then the shorter path.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "report/findings.h"

namespace revmon::report {

class SourceIndex {
 public:
  static constexpr size_t kMaxFiles = 200'000;
  static constexpr uint32_t kContext = 3;  // lines of an excerpt before and behind the line

  // `root` is the project; paths in answers are relative to it.
  SourceIndex(const FileSystem& files, std::string root);

  // An empty Source where the file is not found or has no such line.
  [[nodiscard]] Source Find(const Location& location);

 private:
  void Walk();
  [[nodiscard]] std::string PathOf(const Location& location);
  const std::vector<std::string>& LinesOf(const std::string& path);

  const FileSystem& files_;
  std::string root_;
  bool walked_ = false;
  std::map<std::string, std::vector<std::string>> by_name_;  // file name -> relative paths
  std::map<std::string, std::vector<std::string>> lines_;    // of files that were asked for
};

}  // namespace revmon::report
