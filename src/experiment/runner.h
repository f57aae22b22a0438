// Answers: how does an experiment run unattended to its end, however often it is interrupted?
//
// Lanes are independent and taken by `jobs` threads; within a lane cell follows cell (cell.h). A cell that
// fails is recorded with its reason and the lane goes on from the last good state. After a kill the same
// command goes on: what the ledger has is not run again, and what a killed run left running is ended first.
// Each cell has a folder of its own,
//
//   out/cells/<lane>/<position>/   job.json (what was run, where, with which revision), build/ and run/
//   output
#pragma once
#include <functional>
#include <string>

#include "base/file_system.h"
#include "base/result.h"
#include "experiment/cell.h"
#include "experiment/ledger.h"
#include "experiment/plan.h"

namespace revmon::experiment {

struct RunOptions {
  std::string out;     // absolute
  std::string revmon;  // this program, for techniques that are options of it
  uint32_t jobs = 1;
  std::function<void(const std::string& line)> say;  // progress; one line at a time
};

struct RunSummary {
  size_t ran = 0;      // now
  size_t failed = 0;   // of them
  size_t present = 0;  // measured before
};

// An error only when nothing sensible can be run: another run is at work on `out`, a project is no clone, a
// lane has changed its meaning.
[[nodiscard]] Result<RunSummary> RunExperiment(FileSystem& files, const Plan& plan,
                                               const RunOptions& options);

// The ledger of an out folder.
[[nodiscard]] std::string LedgerPath(const std::string& out);

}  // namespace revmon::experiment
