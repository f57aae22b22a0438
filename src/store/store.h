// Answers: what is kept between runs?
//
// One SQLite file, .revmon/store.db, safe to delete, safe under two processes (WAL, writers wait), portable
// between machines (no absolute paths, no byte order). A crash at any moment loses at most the run in
// progress: a run is written as begun, and becomes complete in the one transaction that adds its results.
//
//   run            one monitored run: commit, tree, modules, what it monitored, complete or not
//   run_container  the class folders and jars of a run, 16 bytes a class (keys of facts)
//   fact           derived data under content hashes: class facts, specs of a class
//   violation      of a run; carried = known from an earlier run and not looked for in this one
//   test, timing   results of tests, and how long the parts of a run took
//   test_class     of a run: outcome, time and dependencies (the key of a fact) of each class of tests
//   failed_test    classes of tests that failed when they last ran, whatever became of the run
//
// A file that is damaged or somebody else's is moved aside, and a new store takes its place: all it costs is
// one full run. A file of a newer RevMon is left alone.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "store/database.h"
#include "wire/results.h"

namespace revmon::store {

inline constexpr int kSchemaVersion = 3;  // 2: without test classes; 1: runs without modules

struct Container {
  std::string location;  // from the project's root where it lies below, else the file's name
  bool library = false;
  bool archive = false;
  std::vector<Hash128> keys;
};

// What the tests of one module ran on: positions in the run's containers, in the order of its class path.
struct ModuleView {
  std::string name;
  std::vector<uint32_t> containers;
  friend bool operator==(const ModuleView&, const ModuleView&) = default;
};

struct SpecVersion {
  std::string name;
  Hash128 hash;
  friend bool operator==(const SpecVersion&, const SpecVersion&) = default;
};

struct Finding {
  wire::Violation violation;
  bool carried = false;  // not looked for in this run
  bool known = false;    // the run's baseline had it
};

struct TestResult {
  std::string name;
  std::string outcome;  // "passed", "failed", "skipped"
  int64_t milliseconds = 0;
};

// The tests of one class (top classes only) in one module.
struct TestClass {
  std::string module;   // as in ModuleView; "" without a build tool
  std::string name;     // a.b.CTest
  std::string outcome;  // "passed", "failed"
  int64_t milliseconds = 0;
  bool carried = false;                 // known from an earlier run, and not run in this one
  std::optional<Hash128> dependencies;  // key of a fact; nothing where they were not recorded
};

struct Timing {
  std::string name;
  int64_t milliseconds = 0;
};

struct RunRecord {
  int64_t id = 0;      // in this store
  std::string uuid;    // everywhere
  std::string commit;  // "" without git
  std::string tree;    // git's tree, or without git a hash of the classes
  bool dirty = false;
  bool completed = false;
  int64_t started_ms = 0;  // since the epoch
  int64_t ended_ms = 0;
  std::string technique;  // "full", "ps1c", ...
  std::string jdk;        // version; another one makes everything new
  std::string scope;      // which classes were watched at all, as the user asked; the same for another one
  std::vector<SpecVersion> specs;
  std::vector<Container> containers;
  std::vector<ModuleView> modules;  // empty without a build tool: one program
  std::string environment;          // what else tests can depend on, a "name=value" a line
};

struct Outcome {
  std::vector<Finding> findings;
  std::vector<TestResult> tests;
  std::vector<Timing> timings;
  std::vector<TestClass> classes;
};

class Store {
 public:
  // Makes the file (and its folder's .gitignore) where it is missing. What was moved aside is said in
  // `notes`.
  [[nodiscard]] static Result<Store> Open(const std::string& path, std::vector<std::string>* notes);

  [[nodiscard]] const std::string& path() const { return database_->path(); }
  [[nodiscard]] Database& database() { return *database_; }

  // Writes a run down as begun; gives its id. The uuid is made here if there is none.
  [[nodiscard]] Result<int64_t> Begin(const RunRecord& run);
  // Adds what it found and makes it complete.
  [[nodiscard]] Status Finish(int64_t run, int64_t ended_ms, const Outcome& outcome);

  // A later part of a complete run has ended: all that both parts found, and which specs are up to date now.
  [[nodiscard]] Status Amend(int64_t run, const std::vector<SpecVersion>& specs,
                             const std::vector<Finding>& findings);

  // All runs, newest first, without specs and containers.
  [[nodiscard]] Result<std::vector<RunRecord>> Runs();
  [[nodiscard]] Result<RunRecord> Load(int64_t run);
  [[nodiscard]] Result<Outcome> LoadOutcome(int64_t run);
  // The newest complete run of this commit with a clean tree.
  [[nodiscard]] Result<std::optional<int64_t>> FindClean(const std::string& commit);
  // The newest complete run of any tree but this one (for projects without git).
  [[nodiscard]] Result<std::optional<int64_t>> FindOther(const std::string& tree);
  // The newest complete run.
  [[nodiscard]] Result<std::optional<int64_t>> FindNewest();

  // The classes of tests of a run, in the order in which they were given.
  [[nodiscard]] Result<std::vector<TestClass>> LoadTestClasses(int64_t run);
  // Those that failed when they last ran. `ran` says what is known now: it takes the place of what was known
  // of the same classes.
  [[nodiscard]] Result<std::vector<TestClass>> FailedTests();
  [[nodiscard]] Status UpdateFailedTests(const std::vector<TestClass>& ran);

  [[nodiscard]] Result<std::vector<std::optional<std::vector<uint8_t>>>> FindFacts(
      const std::vector<Hash128>& keys);
  struct Fact {
    Hash128 key;
    std::vector<uint8_t> blob;
  };
  [[nodiscard]] Status PutFacts(const std::vector<Fact>& facts);

 private:
  [[nodiscard]] Status AddFindings(int64_t run, const std::vector<Finding>& findings);
  explicit Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  std::unique_ptr<Database> database_;
};

}  // namespace revmon::store
