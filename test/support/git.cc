#include "support/git.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace revmon::testing {

GitRepository::GitRepository() { Git("init -q -b main"); }

void GitRepository::Remove(const std::string& name) const {
  std::filesystem::remove(std::filesystem::path(path()) / name);
}

std::string GitRepository::Git(const std::string& arguments) const {
  std::string command =
      "cd '" + path() +
      "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@t "
      "GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@t git " +
      arguments + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) std::abort();
  std::string out;
  char buffer[4096];
  for (size_t n; (n = std::fread(buffer, 1, sizeof(buffer), pipe)) > 0;) out.append(buffer, n);
  if (pclose(pipe) != 0) {
    std::fprintf(stderr, "git %s: %s\n", arguments.c_str(), out.c_str());
    std::abort();
  }
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

std::string GitRepository::Commit(const std::string& message) const {
  Git("add -A");
  Git("commit -q --allow-empty -m '" + message + "'");
  return Git("rev-parse HEAD");
}

}  // namespace revmon::testing
