// Answers: what does one monitored run need before its JVMs start, and what is there when they have ended?
//
//   out/                      0700, default .revmon
//     .gitignore              "*": nothing here is ever committed
//     runs/<time>-<pid>/      one run; the newest few are kept
//       plan                  what the agents are to monitor
//       jvm-*.results         one file per JVM, written by the agent
//
// A Session makes the plan for what was asked, gives the argument that brings the agent into a JVM, and
// afterwards reads what all JVMs of the run found. It starts nothing itself: `revmon run` starts a command,
// `revmon test` a build tool. Two sessions may share an out folder at the same time.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/file_system.h"
#include "base/result.h"
#include "run/installation.h"
#include "run/plan_maker.h"
#include "wire/results.h"

namespace revmon::run {

inline constexpr const char* kDefaultOut = ".revmon";
inline constexpr size_t kKeptRuns = 5;

struct SessionOptions {
  std::string out = kDefaultOut;
  PlanOptions plan;       // its paths: empty = the shipped library
  bool no_specs = false;  // an empty plan: nothing is monitored
};

// Leaves only these specs in a plan, and weaves by these class patterns, and of the classes that `methods`
// lists only those methods.
void NarrowPlan(wire::Plan* plan, const std::vector<std::string>& specs, std::vector<std::string> include,
                std::vector<std::string> exclude, std::vector<wire::ClassMethods> methods = {});

// "-agentpath:AGENT=plan=PLAN,out=OUT", with commas in paths doubled. `more` are further options.
[[nodiscard]] std::string AgentArgument(const std::string& agent, const std::string& plan,
                                        const std::string& out,
                                        const std::vector<std::pair<std::string, std::string>>& more);

// What one JVM left behind.
struct JvmResults {
  std::string file;
  wire::Results results;
};

class Session {
 public:
  // Makes the out folder and the plan. kInvalid with the rendered diagnostics when specs have errors.
  [[nodiscard]] static Result<Session> Open(FileSystem& files, const Installation& installation,
                                            const SessionOptions& options, const Clock& clock = RealClock());

  // Leaves only these specs in the plan, and weaves by these class patterns and, in the classes that
  // `methods` lists, in these methods: what selection found out from the plan itself. Before any JVM starts.
  [[nodiscard]] Status Narrow(const std::vector<std::string>& specs, std::vector<std::string> include,
                              std::vector<std::string> exclude, std::vector<wire::ClassMethods> methods = {});

  // The same plan for a further run, whose results go into a folder of this name inside this one's.
  [[nodiscard]] Result<Session> Again(const std::string& name) const;

  // The folder of this run, absolute.
  [[nodiscard]] const std::string& folder() const { return folder_; }
  // The file of the plan, absolute, and the agent's.
  [[nodiscard]] const std::string& plan_file() const { return plan_file_; }
  [[nodiscard]] const std::string& agent() const { return agent_; }
  // The out folder, absolute: reports go here.
  [[nodiscard]] const std::string& out() const { return out_; }
  [[nodiscard]] const wire::Plan& plan() const { return plan_; }
  // Warnings and notes about the specs, a line or a few each, ready to print.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  // "plan=...,out=...", with commas in paths doubled. `more` are further options of the agent.
  [[nodiscard]] std::string AgentOptions(
      const std::vector<std::pair<std::string, std::string>>& more = {}) const;
  // "-agentpath:/.../librevmon.so=plan=...,out=...": one word of a java command line.
  [[nodiscard]] std::string AgentArgument(
      const std::vector<std::pair<std::string, std::string>>& more = {}) const;

  // Removes the folder of this run: it was interrupted, or could not be started.
  void Discard();

  // What the JVMs that have run so far wrote, by file name. Damaged files are notes, not errors.
  [[nodiscard]] Result<std::vector<JvmResults>> Collect(std::vector<std::string>* notes) const;

 private:
  explicit Session(FileSystem& files) : files_(&files) {}
  FileSystem* files_;
  std::string agent_;
  std::string out_;
  std::string folder_;
  std::string plan_file_;
  wire::Plan plan_;
  std::vector<std::string> notes_;
};

// The results files in a folder, or the one file that `path` is. A damaged one is a note, or, where nobody
// wants notes (null), an error.
[[nodiscard]] Result<std::vector<JvmResults>> ReadResultsFiles(const FileSystem& files,
                                                               const std::string& path,
                                                               std::vector<std::string>* notes);

// The newest run of an out folder, or the folder itself when it holds no runs.
[[nodiscard]] std::string NewestRun(const FileSystem& files, const std::string& out);

// The folders of earlier runs, newest first.
[[nodiscard]] std::vector<std::string> EarlierRuns(const FileSystem& files, const std::string& out,
                                                   const std::string& folder);

// Makes the out folder (0700) with its .gitignore; an error when it cannot be written to.
[[nodiscard]] Status PrepareOut(FileSystem& files, const std::string& out);

}  // namespace revmon::run
