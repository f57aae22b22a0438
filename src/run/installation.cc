#include "run/installation.h"

#include <initializer_list>

#include "base/path.h"

namespace revmon::run {
namespace {

std::string FirstOf(const FileSystem& files, const std::string& folder,
                    std::initializer_list<const char*> places) {
  for (const char* place : places) {
    std::string path = NormalizePath(JoinPath(folder, place));
    if (files.Exists(path) && !files.IsDirectory(path)) return path;
  }
  return "";
}

}  // namespace

Result<Installation> FindInstallation(const FileSystem& files) {
  REVMON_ASSIGN_OR_RETURN(std::string program, files.RealPath("/proc/self/exe"));
  return FindInstallation(files, std::string(DirName(program)));
}

Result<Installation> FindInstallation(const FileSystem& files, const std::string& folder) {
  Installation found;
  found.agent = FirstOf(files, folder, {"librevmon.so", "../lib/revmon/librevmon.so", "../lib/librevmon.so"});
  if (found.agent.empty()) {
    return Error(ErrorCode::kNotFound, "the agent librevmon.so is neither in " + folder + " nor in " +
                                           NormalizePath(JoinPath(folder, "../lib/revmon")))
        .Hint("keep it where it was installed, or install RevMon again");
  }
  found.precompiled = FirstOf(files, folder, {"specs.classes", "../lib/revmon/specs.classes"});
  return found;
}

}  // namespace revmon::run
