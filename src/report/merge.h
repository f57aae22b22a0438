// Answers: what do the results of all JVMs of a run come to?
#pragma once
#include "report/findings.h"
#include "report/source_index.h"
#include "wire/results.h"

namespace revmon::report {

// Adds up results one JVM after the other; Finish sorts, resolves places and sets fingerprints.
class Merger {
 public:
  void Add(const wire::Results& results);
  // `sources` may be null: then places stay as the agent gave them.
  [[nodiscard]] Findings Finish(SourceIndex* sources) &&;

 private:
  void AddViolation(const wire::Violation& violation, const std::map<uint32_t, std::string>& test_names);
  void AddActivity(const wire::RunStats& stats);

  std::map<std::string, size_t> index_;                 // key of a violation -> position in findings_.all
  std::vector<std::map<std::string, uint64_t>> tests_;  // per finding: test -> count
  Findings findings_;
};

}  // namespace revmon::report
