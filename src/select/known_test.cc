#include "select/known.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "select/accepted.h"
#include "store/store.h"
#include "support/git.h"

namespace revmon::select {
namespace {

// A class whose method `first` is on the second line, and below it `second`.
constexpr const char* kSource = "class Words {\n  void first() {}\n  void second() {}\n}\n";

wire::Violation At(const std::string& method, uint32_t line) {
  wire::Violation violation;
  violation.spec = "Rule";
  violation.category = "match";
  violation.file = "Words.java";
  violation.line = line;
  violation.location = "p.Words." + method + "(Words.java:" + std::to_string(line) + ")";
  violation.count = 1;
  return violation;
}

class KnownTest : public ::testing::Test {
 protected:
  KnownTest() {
    git_.Write("src/p/Words.java", kSource);
    git_.Write(".gitignore", ".revmon/\n");
    first_ = git_.Commit("one");
    options_.root = git_.path();
    options_.store = git_.path() + "/.revmon/store.db";
  }
  // A complete run of this commit that found these.
  void Ran(const std::string& commit, const std::vector<wire::Violation>& found) {
    Result<store::Store> store = store::Store::Open(options_.store, &notes_);
    ASSERT_TRUE(store.ok()) << store.error().Text();
    store::RunRecord run;
    run.commit = commit;
    run.tree = git_.Git("rev-parse " + commit + "^{tree}");
    store::Outcome outcome;
    for (const wire::Violation& violation : found) outcome.findings.push_back({violation, false, false});
    int64_t id = store->Begin(run).value();
    ASSERT_TRUE(store->Finish(id, 1, outcome).ok());
  }
  Comparison Compare(const std::vector<wire::Violation>& violations) {
    Result<Comparison> comparison = CompareWithStore(files_, options_, violations);
    EXPECT_TRUE(comparison.ok()) << (comparison.ok() ? "" : comparison.error().Text());
    return comparison.ok() ? *comparison : Comparison{};
  }

  RealFileSystem files_;
  testing::GitRepository git_;
  std::string first_;
  KnownOptions options_;
  std::vector<std::string> notes_;
};

TEST_F(KnownTest, WithoutAStoreAllIsNewAndNoneIsMade) {
  Comparison comparison = Compare({At("first", 2)});
  ASSERT_EQ(comparison.all.size(), 1u);
  EXPECT_FALSE(comparison.all[0].known);
  EXPECT_EQ(comparison.commit, "");
  EXPECT_EQ(comparison.why, "revmon test has kept no run in " + options_.store);
  EXPECT_FALSE(files_.Exists(options_.store));
}

TEST_F(KnownTest, WithoutGitAllIsNew) {
  testing::TemporaryFolder folder;
  options_.root = folder.path();
  Comparison comparison = Compare({At("first", 2)});
  ASSERT_EQ(comparison.all.size(), 1u);
  EXPECT_FALSE(comparison.all[0].known);
  EXPECT_EQ(comparison.why, "there is no git here");
}

TEST_F(KnownTest, WhatTheAncestorHadIsKnownWhereverItsLineIsNow) {
  Ran(first_, {At("first", 2), At("gone", 4)});
  git_.Write("src/p/Words.java", std::string("// moved down\n") + kSource);
  git_.Commit("two");
  Comparison comparison = Compare({At("second", 4), At("first", 3)});
  ASSERT_EQ(comparison.all.size(), 2u) << "nothing that only the other run found";
  EXPECT_FALSE(comparison.all[0].known);
  EXPECT_TRUE(comparison.all[1].known);
  EXPECT_EQ(comparison.commit, first_);
  EXPECT_EQ(comparison.why, "");
}

TEST_F(KnownTest, CommitIsNotComparedWithItself) {
  Ran(first_, {At("first", 2)});
  Comparison comparison = Compare({At("first", 2)});
  ASSERT_EQ(comparison.all.size(), 1u);
  EXPECT_FALSE(comparison.all[0].known) << "as in the tests of this commit";
  EXPECT_EQ(comparison.why, "no ancestor of this commit has a run to compare with");
}

TEST_F(KnownTest, ChangedSourcesAreComparedWithTheirCommit) {
  Ran(first_, {At("first", 2)});
  git_.Write("src/p/Words.java", std::string("// moved down\n") + kSource);
  EXPECT_TRUE(Compare({At("first", 3)}).all.at(0).known);
}

TEST_F(KnownTest, BuildOutputIsNoChange) {
  Ran(first_, {At("first", 2)});
  git_.Write("target/classes/p/Words.class", "x");
  options_.outputs = {git_.path() + "/target"};
  EXPECT_FALSE(Compare({At("first", 2)}).all.at(0).known) << "a clean commit, not compared with itself";
}

TEST_F(KnownTest, AcceptedOnesAreMarkedWithTheirReasonAlsoWithoutAStore) {
  AcceptedList accepted;
  accepted.Add(
      At("first", 2), [](const Place&) { return "void first() {}"; }, "as it should be");
  git_.Write(kAcceptedFile, accepted.Print());
  git_.Write("src/p/Words.java", std::string("// moved down\n") + kSource);
  git_.Commit("two");
  Comparison comparison = Compare({At("first", 3), At("second", 4)});
  ASSERT_EQ(comparison.all.size(), 2u);
  EXPECT_TRUE(comparison.all[0].accepted);
  EXPECT_EQ(comparison.all[0].reason, "as it should be");
  EXPECT_FALSE(comparison.all[1].accepted);
}

}  // namespace
}  // namespace revmon::select
