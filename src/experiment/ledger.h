// Answers: what has been measured so far, and what is still to do after a kill?
//
// One SQLite file. A cell is written in one transaction when it has ended, well or badly, with everything
// known about it; a cell that is not there has not ended. So a run that was killed at any moment goes on with
// the first cell that is missing in each lane. What was resolved once (which commits a range means) is kept
// too: a branch that moves meanwhile does not move the experiment.
//
// `revmon experiment export` writes the tables as CSV or JSON; their columns are those below.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace revmon::experiment {

struct FoundViolation {
  std::string spec;
  std::string location;
  int64_t count = 0;
  friend auto operator<=>(const FoundViolation&, const FoundViolation&) = default;
};

struct RanTest {
  std::string name;
  std::string outcome;  // passed, failed, skipped
  friend auto operator<=>(const RanTest&, const RanTest&) = default;
};

struct CellResult {
  std::string lane;
  int64_t position = 0;  // in the lane
  std::string project, technique, jdk;
  int64_t repetition = 0;
  std::string revision;
  bool ok = false;
  std::string reason;  // of a failure
  // wall_ms, cpu_ms, peak_kb, build_ms, exit_code, started_ms, load_percent and what the technique adds
  std::map<std::string, int64_t> measures;
  std::vector<FoundViolation> violations;
  std::vector<RanTest> tests;

  [[nodiscard]] int64_t Measure(const std::string& name) const {
    auto found = measures.find(name);
    return found == measures.end() ? 0 : found->second;
  }
};

// Safe to use from several threads, and from several processes as far as SQLite goes.
class Ledger {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Ledger>> Open(const std::string& path);

  // The commits of a project as resolved first; nothing before SaveRevisions.
  [[nodiscard]] Result<std::optional<std::vector<std::string>>> Revisions(const std::string& project);
  [[nodiscard]] Status SaveRevisions(const std::string& project, const std::vector<std::string>& revisions);

  // What a lane was defined as when it first ran. kInvalid when it is defined differently now: its cells
  // would not compare.
  [[nodiscard]] Status ClaimLane(const std::string& lane, const std::string& definition);

  // Facts about the machine and the tools, shown with every report.
  [[nodiscard]] Status SaveFact(const std::string& name, const std::string& value);
  [[nodiscard]] Result<std::map<std::string, std::string>> Facts();

  [[nodiscard]] Result<bool> Has(const std::string& lane, int64_t position);
  [[nodiscard]] Status Record(const CellResult& cell);
  // By lane and position.
  [[nodiscard]] Result<std::vector<CellResult>> All();

 private:
  explicit Ledger(std::unique_ptr<store::Database> database) : database_(std::move(database)) {}
  [[nodiscard]] Status Details(const CellResult& cell);
  [[nodiscard]] Status AddDetails(std::map<std::pair<std::string, int64_t>, CellResult>& cells);

  std::mutex mutex_;
  std::unique_ptr<store::Database> database_;
};

// The cells as one table: a line per cell, a column per measure that any of them has.
[[nodiscard]] std::string ToCsv(const std::vector<CellResult>& cells);
// Everything, violations and tests included.
[[nodiscard]] std::string ToJson(const std::vector<CellResult>& cells);

}  // namespace revmon::experiment
