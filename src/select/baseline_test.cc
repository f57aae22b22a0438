#include "select/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "select/accepted.h"
#include "support/git.h"

namespace revmon::select {
namespace {

class BaselineTest : public ::testing::Test {
 protected:
  BaselineTest() {
    std::vector<std::string> notes;
    Result<store::Store> store = store::Store::Open(git_.path() + "/.revmon/store.db", &notes);
    if (!store.ok()) std::abort();
    store_.emplace(std::move(store).value());
  }
  int64_t Ran(const std::string& commit, bool dirty = false, bool complete = true) {
    store::RunRecord run;
    run.commit = commit;
    run.tree = "tree";
    run.dirty = dirty;
    int64_t id = store_->Begin(run).value();
    if (complete) static_cast<void>(store_->Finish(id, 1, {}));
    return id;
  }
  Baseline Find(const std::string& base = "") {
    vcs::Repository repository = vcs::Repository::Open(git_.path()).value().value();
    Result<vcs::WorkState> state = repository.State();
    EXPECT_TRUE(state.ok());
    Result<Baseline> found = FindBaseline(*store_, &repository, *state, base);
    EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().Text());
    return found.ok() ? *found : Baseline{};
  }

  testing::GitRepository git_;
  std::optional<store::Store> store_;
};

TEST_F(BaselineTest, NearestAncestorWithARun) {
  int64_t one = Ran(git_.Commit("one"));
  git_.Commit("two");
  git_.Commit("three");
  EXPECT_EQ(Find().run, one);
}

TEST_F(BaselineTest, CleanCommitIsNeverItsOwnBaseline) {
  int64_t one = Ran(git_.Commit("one"));
  Ran(git_.Commit("two"));
  EXPECT_EQ(Find().run, one) << "running it again gives the same answer";
}

TEST_F(BaselineTest, DirtyTreeIsComparedWithItsCommit) {
  Ran(git_.Commit("one"));
  int64_t two = Ran(git_.Commit("two"));
  git_.Write("new.txt", "x");
  EXPECT_EQ(Find().run, two);
}

TEST_F(BaselineTest, DirtyFailedAndInterruptedRunsNeverCount) {
  int64_t one = Ran(git_.Commit("one"));
  std::string two = git_.Commit("two");
  Ran(two, true);
  Ran(two, false, false);
  git_.Commit("three");
  EXPECT_EQ(Find().run, one);
}

TEST_F(BaselineTest, FirstRunHasNone) {
  git_.Commit("one");
  Baseline baseline = Find();
  EXPECT_EQ(baseline.run, std::nullopt);
  EXPECT_EQ(baseline.why, "there is no earlier run to compare with");
}

TEST_F(BaselineTest, BeforeTheFirstCommitThereIsNone) { EXPECT_EQ(Find().run, std::nullopt); }

TEST_F(BaselineTest, RunsOfOtherBranchesDoNotCount) {
  std::string root = git_.Commit("root");
  int64_t ran = Ran(root);
  git_.Git("checkout -q -b side");
  Ran(git_.Commit("side"));
  git_.Git("checkout -q main");
  git_.Commit("main");
  EXPECT_EQ(Find().run, ran);
}

TEST_F(BaselineTest, PullRequestIsComparedWithTheMergeBase) {
  int64_t root = Ran(git_.Commit("root"));
  git_.Git("checkout -q -b side");
  Ran(git_.Commit("side1"));
  git_.Commit("side2");
  git_.Git("checkout -q main");
  Ran(git_.Commit("main1"));
  git_.Git("checkout -q side");
  EXPECT_EQ(Find("main").run, root);
}

TEST_F(BaselineTest, MergeCommitTakesItsFirstParentFirst) {
  git_.Commit("root");
  git_.Git("checkout -q -b side");
  Ran(git_.Commit("side"));
  git_.Git("checkout -q main");
  int64_t main = Ran(git_.Commit("main"));
  git_.Git("merge -q --no-ff -m merge side");
  EXPECT_EQ(Find().run, main);
}

TEST_F(BaselineTest, WithoutGitTheNewestRunOfOtherClassesCounts) {
  vcs::WorkState state;
  state.tree = "now";
  int64_t ran = Ran("");
  EXPECT_EQ(FindBaseline(*store_, nullptr, state, "")->run, ran);
  state.tree = "tree";
  EXPECT_EQ(FindBaseline(*store_, nullptr, state, "")->run, std::nullopt);
  EXPECT_FALSE(FindBaseline(*store_, nullptr, state, "main").ok());
}

TEST_F(BaselineTest, RunOfARevisionByName) {
  int64_t one = Ran(git_.Commit("one"));
  git_.Commit("two");
  vcs::Repository repository = vcs::Repository::Open(git_.path()).value().value();
  EXPECT_EQ(FindRunOf(*store_, repository, "HEAD~1")->run, one);
  EXPECT_EQ(FindRunOf(*store_, repository, "HEAD")->run, std::nullopt);
}

wire::Violation Sample(uint32_t line) {
  wire::Violation v;
  v.spec = "S";
  v.file = "A.java";
  v.line = line;
  v.location = "p.A$1.lambda$f$2(A.java:" + std::to_string(line) + ")";
  return v;
}

TEST(AcceptedTest, FoundAgainByTheTextOfItsLine) {
  LineText text = [](const Place& place) -> std::optional<std::string> {
    return place.line == 5 || place.line == 9 ? "it.next();" : "other();";
  };
  AcceptedList list;
  EXPECT_TRUE(list.Add(Sample(5), text, "checked by hand"));
  EXPECT_FALSE(list.Add(Sample(9), text, "again"));
  Result<AcceptedList> back = AcceptedList::Parse(list.Print());
  ASSERT_TRUE(back.ok()) << back.error().Text();
  EXPECT_EQ(back->entries(), list.entries());
  ASSERT_NE(back->Find(Sample(9), text), nullptr);
  EXPECT_EQ(back->Find(Sample(9), text)->reason, "again");
  EXPECT_EQ(back->Find(Sample(6), text), nullptr);
}

TEST(AcceptedTest, WithoutSourceTheLineCounts) {
  AcceptedList list;
  list.Add(Sample(5), nullptr, "");
  EXPECT_NE(list.Find(Sample(5), nullptr), nullptr);
  EXPECT_EQ(list.Find(Sample(6), nullptr), nullptr);
}

TEST(AcceptedTest, WhatIsNoListIsAnError) {
  for (const char* text :
       {"", "[]", "{}", "{\"accepted\": 1}", "{\"accepted\": [{}]}", "{\"accepted\": [3]}"}) {
    EXPECT_FALSE(AcceptedList::Parse(text).ok()) << text;
  }
  EXPECT_TRUE(AcceptedList::Parse("{\"accepted\": []}").ok());
}

}  // namespace
}  // namespace revmon::select
