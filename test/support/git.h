// Answers: how do tests get a real git repository to work on?
//
// Made by the git program itself, in a folder of its own, with a fixed author and no configuration of the
// user's or the machine's.
#pragma once
#include <string>
#include <vector>

#include "support/javac.h"

namespace revmon::testing {

class GitRepository {
 public:
  GitRepository();

  [[nodiscard]] const std::string& path() const { return folder_.path(); }
  void Write(const std::string& name, const std::string& content) const { folder_.Write(name, content); }
  void Remove(const std::string& name) const;
  // Runs git in it and gives what it printed, without the last line end. Ends the test program on failure.
  std::string Git(const std::string& arguments) const;
  // Adds everything and commits; gives the commit's id.
  std::string Commit(const std::string& message) const;

 private:
  TemporaryFolder folder_;
};

}  // namespace revmon::testing
