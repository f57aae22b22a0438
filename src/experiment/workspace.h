// Answers: where does a cell run, and how is it as if nothing had run there before?
//
//   out/clones/<project>/           one bare clone each; the user's checkout is only ever read
//   out/lanes/<key>/work/           the lane's working copy
//   out/lanes/<key>/state/<n>/      what the technique keeps between revisions, as cell n left it
//
// Before each cell the working copy is checked out afresh, everything else in it removed, and the state of
// the last good cell put back. A kill during a cell therefore leaves nothing that the next attempt could see,
// whatever the technique writes and when. Nor can what a killed run left running disturb it: each run of
// RevMon makes its working copies anew, under another name first, and an old one is moved away before it is
// removed.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace revmon::experiment {

class Workspace {
 public:
  // `folder` is the lane's; `keep` are the paths below the working copy that carry state.
  Workspace(FileSystem& files, std::string folder, std::vector<std::string> keep)
      : files_(files), folder_(std::move(folder)), keep_(std::move(keep)) {}

  [[nodiscard]] std::string work() const;
  // Once before the first Prepare of a process: forgets the working copy of an earlier one.
  [[nodiscard]] Status StartOver();
  // The working copy at `revision`, with the state that cell `position` shall see.
  [[nodiscard]] Status Prepare(const std::string& clone, const std::string& revision, int64_t position);
  // What cell `position` leaves for the next one; whole or not at all.
  [[nodiscard]] Status SaveState(int64_t position);

 private:
  [[nodiscard]] std::string StateOf(int64_t position) const;
  [[nodiscard]] Result<std::optional<int64_t>> LastState(int64_t before) const;
  [[nodiscard]] Status Copy(const std::string& from, const std::string& to);

  FileSystem& files_;
  std::string folder_;
  std::vector<std::string> keep_;
};

// Runs git in `folder`; its standard output. An error has git's own words.
[[nodiscard]] Result<std::string> Git(const std::string& folder, const std::vector<std::string>& arguments);
// A bare clone of `project` (no network, hard links where possible) in `folder`, made once.
[[nodiscard]] Status MakeClone(FileSystem& files, const std::string& project, const std::string& folder);

}  // namespace revmon::experiment
