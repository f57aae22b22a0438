#include "store/store.h"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/schema.h"
#include "support/javac.h"

namespace revmon::store {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class StoreTest : public ::testing::Test {
 protected:
  Store Open() {
    Result<Store> store = Store::Open(path_, &notes_);
    if (!store.ok()) {
      ADD_FAILURE() << store.error().Text();
      std::abort();
    }
    return std::move(store).value();
  }
  static RunRecord Sample(const std::string& commit) {
    RunRecord run;
    run.commit = commit;
    run.tree = "tree of " + commit;
    run.started_ms = 1000;
    run.technique = "full";
    run.jdk = "17.0.1";
    run.scope = "all";
    run.specs = {{"A", {1, 2}}, {"B", {3, 4}}};
    run.containers = {{"target/classes", false, false, {{5, 6}, {7, 8}}}, {"x.jar", true, true, {{9, 10}}}};
    run.modules = {{"g:a test", {0, 1}}, {"g:b", {1}}};
    return run;
  }
  static wire::Violation SampleViolation() {
    wire::Violation v;
    v.spec = "A";
    v.severity = "warning";
    v.category = "fail";
    v.message = "do not";
    v.location = "a.B.c(B.java:7)";
    v.file = "B.java";
    v.line = 7;
    v.thread = "main";
    v.count = 3;
    v.first_ms = 11;
    v.last_ms = 12;
    return v;
  }
  static int64_t Complete(Store& store, const RunRecord& run, const Outcome& outcome = {}) {
    Result<int64_t> id = store.Begin(run);
    EXPECT_TRUE(id.ok());
    Status finished = store.Finish(*id, 2000, outcome);
    EXPECT_TRUE(finished.ok()) << finished.error().Text();
    return *id;
  }

  testing::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/.revmon/store.db";
  std::vector<std::string> notes_;
};

TEST_F(StoreTest, RunComesBackAsItWas) {
  int64_t id = 0;
  {
    Store store = Open();
    Outcome outcome{{{SampleViolation(), true, true}}, {{"a.BTest", "passed", 12}}, {{"tests", 99}}};
    id = Complete(store, Sample("c1"), outcome);
  }
  Store store = Open();
  Result<RunRecord> run = store.Load(id);
  ASSERT_TRUE(run.ok());
  EXPECT_TRUE(run->completed);
  EXPECT_FALSE(run->dirty);
  EXPECT_EQ(run->commit, "c1");
  EXPECT_EQ(run->jdk, "17.0.1");
  EXPECT_EQ(run->scope, "all");
  EXPECT_EQ(run->ended_ms, 2000);
  EXPECT_EQ(run->uuid.size(), 32u);
  EXPECT_THAT(run->specs, ElementsAre(SpecVersion{"A", {1, 2}}, SpecVersion{"B", {3, 4}}));
  EXPECT_THAT(run->modules, ElementsAre(ModuleView{"g:a test", {0, 1}}, ModuleView{"g:b", {1}}));
  ASSERT_EQ(run->containers.size(), 2u);
  EXPECT_THAT(run->containers[0].keys, ElementsAre(Hash128{5, 6}, Hash128{7, 8}));
  EXPECT_TRUE(run->containers[1].library && run->containers[1].archive);
  Result<Outcome> outcome = store.LoadOutcome(id);
  ASSERT_TRUE(outcome.ok());
  ASSERT_EQ(outcome->findings.size(), 1u);
  EXPECT_EQ(outcome->findings[0].violation, SampleViolation());
  EXPECT_TRUE(outcome->findings[0].carried);
  EXPECT_TRUE(outcome->findings[0].known);
  ASSERT_EQ(outcome->tests.size(), 1u);
  EXPECT_EQ(outcome->tests[0].outcome, "passed");
  ASSERT_EQ(outcome->timings.size(), 1u);
  EXPECT_EQ(outcome->timings[0].milliseconds, 99);
}

TEST_F(StoreTest, AmendedRunHasWhatBothPartsFound) {
  Store store = Open();
  int64_t id =
      Complete(store, Sample("c1"), {{{SampleViolation(), true, true}}, {{"a.BTest", "passed", 12}}, {}});
  wire::Violation late = SampleViolation();
  late.spec = "B";
  late.id = 1;  // its position
  ASSERT_TRUE(
      store.Amend(id, {{"B", {3, 4}}}, {{SampleViolation(), false, true}, {late, false, false}}).ok());
  EXPECT_THAT(store.Load(id)->specs, ElementsAre(SpecVersion{"B", {3, 4}}));
  Result<Outcome> outcome = store.LoadOutcome(id);
  ASSERT_TRUE(outcome.ok());
  ASSERT_EQ(outcome->findings.size(), 2u);
  EXPECT_EQ(outcome->findings[1].violation, late);
  EXPECT_EQ(outcome->tests.size(), 1u);
}

TEST_F(StoreTest, OnlyACompleteRunCanBeAmended) {
  Store store = Open();
  Result<int64_t> begun = store.Begin(Sample("c1"));
  ASSERT_TRUE(begun.ok());
  EXPECT_FALSE(store.Amend(*begun, {}, {}).ok());
}

TEST_F(StoreTest, OwnFolderIsIgnoredByGit) {
  Store store = Open();
  std::ifstream in(folder_.path() + "/.revmon/.gitignore");
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "*");
}

TEST_F(StoreTest, RunThatNeverEndedIsNoBaseline) {
  Store store = Open();
  ASSERT_TRUE(store.Begin(Sample("c1")).ok());
  EXPECT_EQ(store.FindClean("c1").value(), std::nullopt);
  EXPECT_EQ(store.FindNewest().value(), std::nullopt);
  int64_t id = Complete(store, Sample("c1"));
  EXPECT_EQ(store.FindClean("c1").value(), id);
}

TEST_F(StoreTest, DirtyRunIsNoBaselineOfItsCommit) {
  Store store = Open();
  RunRecord run = Sample("c1");
  run.dirty = true;
  Complete(store, run);
  EXPECT_EQ(store.FindClean("c1").value(), std::nullopt);
}

TEST_F(StoreTest, NewestRunOfACommitCounts) {
  Store store = Open();
  Complete(store, Sample("c1"));
  int64_t second = Complete(store, Sample("c1"));
  EXPECT_EQ(store.FindClean("c1").value(), second);
  EXPECT_EQ(store.FindOther("tree of c1").value(), std::nullopt);
  EXPECT_EQ(store.FindOther("another").value(), second);
}

TEST_F(StoreTest, RunIsFinishedOnce) {
  Store store = Open();
  int64_t id = Complete(store, Sample("c1"));
  EXPECT_FALSE(store.Finish(id, 1, {}).ok());
  EXPECT_FALSE(store.Finish(12345, 1, {{{SampleViolation(), false, false}}, {}, {}}).ok());
  EXPECT_THAT(store.LoadOutcome(12345)->findings, IsEmpty()) << "nothing of a failed Finish stays";
}

TEST_F(StoreTest, FactsComeBackByKey) {
  Store store = Open();
  ASSERT_TRUE(store.PutFacts({{{1, 1}, {1, 2, 3}}, {{2, 2}, {}}}).ok());
  ASSERT_TRUE(store.PutFacts({{{1, 1}, {4}}}).ok());
  auto found = store.FindFacts({{2, 2}, {3, 3}, {1, 1}});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ((*found)[0], std::vector<uint8_t>());
  EXPECT_EQ((*found)[1], std::nullopt);
  EXPECT_EQ((*found)[2], std::vector<uint8_t>{4});
}

TEST_F(StoreTest, TextThatIsNoDatabaseIsMovedAside) {
  folder_.Write(".revmon/store.db", std::string(5000, 'x'));
  Store store = Open();
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_THAT(notes_[0], HasSubstr("damaged"));
  EXPECT_TRUE(fs::exists(path_ + ".damaged-1"));
  Complete(store, Sample("c1"));
}

TEST_F(StoreTest, SomebodyElsesDatabaseIsMovedAside) {
  fs::create_directories(fs::path(path_).parent_path());
  {
    auto other = Database::Open(path_, Database::Mode::kCreate);
    ASSERT_TRUE(other.ok());
    ASSERT_TRUE((*other)->Execute("CREATE TABLE run (id INTEGER)").ok());
  }
  Store store = Open();
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_THAT(notes_[0], HasSubstr("no RevMon store"));
}

TEST_F(StoreTest, TornFileIsMovedAside) {
  {
    Store store = Open();
    for (int i = 0; i < 50; ++i) Complete(store, Sample("c" + std::to_string(i)));
    ASSERT_TRUE(store.database().Execute("PRAGMA wal_checkpoint(TRUNCATE)").ok());
  }
  fs::resize_file(path_, fs::file_size(path_) / 2);
  Store store = Open();
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_THAT(store.Runs().value(), IsEmpty());
}

TEST_F(StoreTest, EmptyFileIsANewStore) {
  folder_.Write(".revmon/store.db", "");
  Store store = Open();
  EXPECT_THAT(notes_, IsEmpty());
  Complete(store, Sample("c1"));
}

TEST_F(StoreTest, NewerStoreIsLeftAlone) {
  { ASSERT_TRUE(Open().database().Execute("PRAGMA user_version = 99").ok()); }
  Result<Store> store = Store::Open(path_, &notes_);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().code(), ErrorCode::kUnsupported);
  EXPECT_TRUE(fs::exists(path_));
}

TEST_F(StoreTest, StoreOfAnEarlierRevMonIsBroughtUpToDate) {
  int64_t id = 0;
  {
    Store store = Open();
    id = Complete(store, Sample("c1"));
    ASSERT_TRUE(store.database()
                    .Execute("ALTER TABLE run DROP COLUMN modules; ALTER TABLE run DROP COLUMN environment; "
                             "DROP TABLE test_class; DROP TABLE failed_test; PRAGMA user_version = 1")
                    .ok());
  }
  Store store = Open();
  EXPECT_THAT(notes_, IsEmpty());
  Result<RunRecord> run = store.Load(id);
  ASSERT_TRUE(run.ok()) << run.error().Text();
  EXPECT_EQ(run->commit, "c1");
  EXPECT_THAT(run->modules, IsEmpty());
}

TEST_F(StoreTest, StoreWithoutTestClassesIsBroughtUpToDate) {
  int64_t id = 0;
  {
    Store store = Open();
    id = Complete(store, Sample("c1"));
    ASSERT_TRUE(store.database()
                    .Execute("ALTER TABLE run DROP COLUMN environment; DROP TABLE test_class; "
                             "DROP TABLE failed_test; PRAGMA user_version = 2")
                    .ok());
  }
  Store store = Open();
  EXPECT_THAT(notes_, IsEmpty());
  EXPECT_EQ(store.Load(id)->environment, "");
  EXPECT_THAT(store.LoadTestClasses(id).value(), IsEmpty());
  EXPECT_THAT(store.FailedTests().value(), IsEmpty());
}

TEST_F(StoreTest, ClassesOfTestsComeBack) {
  Store store = Open();
  RunRecord run = Sample("c1");
  run.environment = "os=Linux\nTZ=UTC\n";
  int64_t id = store.Begin(run).value();
  Outcome outcome;
  outcome.classes = {{"m test", "a.BTest", "passed", 12, false, Hash128{7, 8}},
                     {"m test", "a.CTest", "failed", 3, true, {}}};
  ASSERT_TRUE(store.Finish(id, 6, outcome).ok());
  std::vector<TestClass> classes = store.LoadTestClasses(id).value();
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].module, "m test");
  EXPECT_EQ(classes[0].name, "a.BTest");
  EXPECT_EQ(classes[0].milliseconds, 12);
  EXPECT_EQ(classes[0].dependencies, (Hash128{7, 8}));
  EXPECT_EQ(classes[1].outcome, "failed");
  EXPECT_TRUE(classes[1].carried);
  EXPECT_FALSE(classes[1].dependencies.has_value());
  EXPECT_EQ(store.Load(id)->environment, run.environment);
}

TEST_F(StoreTest, FailedTestsStayUntilTheyPass) {
  Store store = Open();
  ASSERT_TRUE(store.UpdateFailedTests({{"m", "a.B", "failed"}, {"m", "a.C", "failed"}}).ok());
  // B was not run, C passed, D failed: what was not run stays.
  ASSERT_TRUE(store
                  .UpdateFailedTests(
                      {{"m", "a.B", "passed", 0, true}, {"m", "a.C", "passed"}, {"n", "a.D", "failed"}})
                  .ok());
  std::vector<TestClass> failed = store.FailedTests().value();
  ASSERT_EQ(failed.size(), 2U);
  EXPECT_EQ(failed[0].name, "a.B");
  EXPECT_EQ(failed[1].module, "n");
}

TEST_F(StoreTest, FolderThatCannotBeMadeIsAnError) {
  folder_.Write(".revmon", "a file");
  EXPECT_FALSE(Store::Open(path_, &notes_).ok());
}

TEST_F(StoreTest, TwoProcessesWriteAtOnce) {
  constexpr int kRuns = 40;
  std::vector<pid_t> children;
  for (int child = 0; child < 2; ++child) {
    pid_t pid = fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      std::vector<std::string> notes;
      Result<Store> store = Store::Open(path_, &notes);
      if (!store.ok() || !notes.empty()) _exit(1);
      for (int i = 0; i < kRuns; ++i) {
        Result<int64_t> id = store->Begin(Sample(std::to_string(child) + "-" + std::to_string(i)));
        if (!id.ok() || !store->Finish(*id, 1, {{{SampleViolation(), false, false}}, {}, {}}).ok()) _exit(2);
        if (!store->PutFacts({{{1, static_cast<uint64_t>(i)}, {1}}}).ok()) _exit(3);
      }
      _exit(0);
    }
    children.push_back(pid);
  }
  for (pid_t pid : children) {
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
  }
  Store store = Open();
  std::vector<RunRecord> runs = store.Runs().value();
  EXPECT_EQ(runs.size(), 2u * kRuns);
  for (const RunRecord& run : runs) EXPECT_TRUE(run.completed);
}

TEST_F(StoreTest, KilledWriterLosesItsRunOnly) {
  { Complete(*std::make_unique<Store>(Open()), Sample("c1")); }
  pid_t pid = fork();
  ASSERT_GE(pid, 0);
  if (pid == 0) {
    std::vector<std::string> notes;
    Result<Store> store = Store::Open(path_, &notes);
    Result<Transaction> open = Transaction::Begin(store->database());
    Status written = store->database().Execute("UPDATE run SET completed = 0");
    _exit(written.ok() ? 0 : 1);  // no commit, no clean-up
  }
  int status = 0;
  waitpid(pid, &status, 0);
  ASSERT_EQ(status, 0);
  Store store = Open();
  EXPECT_TRUE(store.FindClean("c1").value().has_value());
}

}  // namespace
}  // namespace revmon::store
