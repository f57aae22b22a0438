// Known and new violations over real git repositories.
#include "select/suppress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/git.h"

namespace revmon::select {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

wire::Violation At(const std::string& location, const std::string& spec = "S") {
  wire::Violation v;
  v.spec = spec;
  v.category = "fail";
  v.location = location;
  size_t open = location.find('('), colon = location.find(':'), close = location.find(')');
  v.file = location.substr(open + 1, colon - open - 1);
  v.line = static_cast<uint32_t>(std::stoul(location.substr(colon + 1, close - colon - 1)));
  v.count = 1;
  return v;
}

// Two states of one repository, violations in both.
class SuppressTest : public ::testing::Test {
 protected:
  void Before(const std::vector<std::string>& locations) {
    git_.Commit("before");
    old_tree_ = git_.Git("rev-parse HEAD^{tree}");
    for (const std::string& location : locations) baseline_.push_back({At(location), false});
  }
  Verdicts After(const std::vector<std::string>& locations) {
    for (const std::string& location : locations) violations_.push_back(At(location));
    repository_.emplace(vcs::Repository::Open(git_.path()).value().value());
    Result<vcs::WorkState> state = repository_->State();
    EXPECT_TRUE(state.ok());
    Result<SourceLines> lines = SourceLines::Between(*repository_, old_tree_, state->tree);
    EXPECT_TRUE(lines.ok());
    return Judge({.baseline = &baseline_,
                  .violations = &violations_,
                  .lines = &*lines,
                  .covers = covers_,
                  .same_class = same_class_,
                  .exists = exists_});
  }
  static std::vector<std::string> New(const Verdicts& verdicts) {
    std::vector<std::string> out;
    for (const Judged& judged : verdicts.all) {
      if (!judged.known) out.push_back(judged.violation.location);
    }
    return out;
  }
  static std::vector<std::string> Carried(const Verdicts& verdicts) {
    std::vector<std::string> out;
    for (const Judged& judged : verdicts.all) {
      if (judged.carried) out.push_back(judged.violation.location);
    }
    return out;
  }

  testing::GitRepository git_;
  std::optional<vcs::Repository> repository_;
  std::string old_tree_;
  std::vector<store::Finding> baseline_;
  std::vector<wire::Violation> violations_;
  std::function<bool(const std::string&, std::string_view, std::string_view)> covers_;
  std::function<bool(std::string_view)> same_class_, exists_;
};

constexpr const char* kFile = "package p;\nclass A {\n  void f() {\n    it.next();\n  }\n}\n";

TEST_F(SuppressTest, SameLineOfAnUnchangedFileIsKnown) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  Verdicts verdicts = After({"p.A.f(A.java:4)", "p.A.f(A.java:5)"});
  EXPECT_THAT(New(verdicts), ElementsAre("p.A.f(A.java:5)"));
  EXPECT_EQ(verdicts.CountNew(), 1u);
}

TEST_F(SuppressTest, AnotherSpecAtTheSameLineIsNew) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  baseline_[0].violation.spec = "T";
  EXPECT_EQ(After({"p.A.f(A.java:4)"}).CountNew(), 1u);
}

TEST_F(SuppressTest, LineMovedByAnImportIsKnown) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  git_.Write("src/p/A.java", "package p;\nimport java.util.*;\n\n" + std::string(kFile).substr(11));
  EXPECT_THAT(New(After({"p.A.f(A.java:6)"})), IsEmpty());
}

TEST_F(SuppressTest, OldLineNumberOfAMovedLineIsNew) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  git_.Write("src/p/A.java", "package p;\n\n" + std::string(kFile).substr(11));
  EXPECT_THAT(New(After({"p.A.f(A.java:4)"})), ElementsAre("p.A.f(A.java:4)"));
}

TEST_F(SuppressTest, EditedStatementIsNewEvenOnTheSameLine) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  git_.Write("src/p/A.java", "package p;\nclass A {\n  void f() {\n    other.next();\n  }\n}\n");
  EXPECT_THAT(New(After({"p.A.f(A.java:4)"})), ElementsAre("p.A.f(A.java:4)"));
}

TEST_F(SuppressTest, CommentAndLayoutDoNotMakeItNew) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  git_.Write("src/p/A.java",
             "package p;\nclass A {\n  void f() {\n    it // an iterator\n      .next();\n  }\n}\n");
  EXPECT_THAT(New(After({"p.A.f(A.java:5)"})), IsEmpty());
}

TEST_F(SuppressTest, EqualStatementInAnotherMethodIsNew) {
  git_.Write("src/p/A.java",
             "package p;\nclass A {\n  void f() {\n    it.next();\n  }\n  void g() {\n  }\n}\n");
  Before({"p.A.f(A.java:4)"});
  git_.Write("src/p/A.java",
             "package p;\nclass A {\n  void f() {\n  }\n  void g() {\n    it.next();\n  }\n}\n");
  EXPECT_THAT(New(After({"p.A.g(A.java:6)"})), ElementsAre("p.A.g(A.java:6)"));
}

TEST_F(SuppressTest, InnerClassesMoveWithTheirFile) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A$Inner.f(A.java:4)"});
  git_.Write("src/p/A.java", "\n" + std::string(kFile));
  EXPECT_THAT(New(After({"p.A$Inner.f(A.java:5)"})), IsEmpty());
}

TEST_F(SuppressTest, RenumberedLambdasAndAnonymousClassesAreKnown) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A$1.lambda$f$0(A.java:4)"});
  git_.Write("src/p/A.java", "\n" + std::string(kFile));
  EXPECT_THAT(New(After({"p.A$2.lambda$f$1(A.java:5)"})), IsEmpty());
}

TEST_F(SuppressTest, RenamedClassIsFollowed) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)", "p.A$Inner.f(A.java:4)"});
  git_.Remove("src/p/A.java");
  git_.Write("src/q/B.java", "package q;\nclass B {\n  void f() {\n    it.next();\n  }\n}\n");
  EXPECT_THAT(New(After({"q.B.f(B.java:4)", "q.B$Inner.f(B.java:4)"})), IsEmpty());
}

TEST_F(SuppressTest, CommittedAndDirtyTreesAreJudgedAlike) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  git_.Write("src/p/A.java", "\n" + std::string(kFile));
  git_.Commit("after");
  EXPECT_THAT(New(After({"p.A.f(A.java:5)"})), IsEmpty());
}

TEST_F(SuppressTest, ModulesWithEqualPackagesMustAgree) {
  git_.Write("m1/src/p/A.java", kFile);
  git_.Write("m2/src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  git_.Write("m1/src/p/A.java", "\n" + std::string(kFile));
  EXPECT_EQ(After({"p.A.f(A.java:5)"}).CountNew(), 1u) << "it may be that of m2, where line 5 is another one";
}

TEST_F(SuppressTest, KotlinFileOutsideItsPackageIsFoundByName) {
  git_.Write("src/A.kt", kFile);
  Before({"p.AKt.f(A.kt:4)"});
  git_.Write("src/A.kt", "\n" + std::string(kFile));
  EXPECT_THAT(New(After({"p.AKt.f(A.kt:5)"})), IsEmpty());
}

TEST_F(SuppressTest, LibraryClassThatOnlyMovedIsKnownByItsMethod) {
  Before({"lib.L.m(L.java:40)"});
  same_class_ = [](std::string_view) { return true; };
  Verdicts verdicts = After({"lib.L.m(L.java:44)", "lib.L.m(L.java:50)"});
  EXPECT_THAT(New(verdicts), ElementsAre("lib.L.m(L.java:50)")) << "one old one is good for one";
}

TEST_F(SuppressTest, ChangedLibraryClassMustHaveTheSameLine) {
  Before({"lib.L.m(L.java:40)", "lib.L.n(L.java:60)"});
  same_class_ = [](std::string_view) { return false; };
  EXPECT_THAT(New(After({"lib.L.m(L.java:41)", "lib.L.n(L.java:60)"})), ElementsAre("lib.L.m(L.java:41)"));
}

TEST_F(SuppressTest, UnknownSourceIsKnownByItsMethod) {
  Before({});
  baseline_.push_back({At("gen.G.m(x:0)"), false});
  baseline_[0].violation.file = "";
  violations_.push_back(baseline_[0].violation);
  EXPECT_EQ(After({}).CountNew(), 0u);
}

TEST_F(SuppressTest, WhatWasNotCoveredIsCarriedToItsNewLine) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  git_.Write("src/p/A.java", "\n\n" + std::string(kFile));
  covers_ = [](const std::string&, std::string_view, std::string_view) { return false; };
  Verdicts verdicts = After({});
  EXPECT_THAT(Carried(verdicts), ElementsAre("p.A.f(A.java:6)"));
  EXPECT_EQ(verdicts.CountNew(), 0u);
  EXPECT_THAT(verdicts.fixed, IsEmpty());
  ASSERT_EQ(verdicts.Findings().size(), 1u);
  EXPECT_TRUE(verdicts.Findings()[0].carried);
}

TEST_F(SuppressTest, WhatWasCoveredAndNotSeenIsFixed) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  covers_ = [](const std::string&, std::string_view, std::string_view) { return true; };
  Verdicts verdicts = After({});
  EXPECT_THAT(verdicts.Findings(), IsEmpty());
  EXPECT_EQ(verdicts.fixed.size(), 1u);
}

TEST_F(SuppressTest, ViolationsOfDeletedClassesAreNotCarried) {
  git_.Write("src/p/A.java", kFile);
  git_.Write("src/p/B.java", "class B {}");
  Before({"p.A.f(A.java:4)", "lib.Gone.f(Gone.java:1)"});
  git_.Remove("src/p/A.java");
  covers_ = [](const std::string&, std::string_view, std::string_view) { return false; };
  exists_ = [](std::string_view name) { return name == "p.B"; };
  EXPECT_THAT(After({}).Findings(), IsEmpty());
}

TEST_F(SuppressTest, EditedLineThatWasNotCoveredStaysNearby) {
  git_.Write("src/p/A.java", kFile);
  Before({"p.A.f(A.java:4)"});
  git_.Write("src/p/A.java", "package p;\nclass A {\n  void f() {\n    other.next();\n  }\n}\n");
  covers_ = [](const std::string&, std::string_view, std::string_view) { return false; };
  EXPECT_THAT(Carried(After({})), ElementsAre("p.A.f(A.java:4)"));
}

TEST(SuppressWithoutGitTest, EqualLocationsAndUnchangedClassesAreKnown) {
  std::vector<store::Finding> baseline = {{At("p.A.f(A.java:4)"), false}, {At("p.B.f(B.java:4)"), false}};
  std::vector<wire::Violation> violations = {At("p.A.f(A.java:4)"), At("p.B.f(B.java:9)"),
                                             At("p.C.f(C.java:1)")};
  Verdicts verdicts =
      Judge({.baseline = &baseline, .violations = &violations, .same_class = [](std::string_view name) {
               return name == "p.B";
             }});
  EXPECT_TRUE(verdicts.all[0].known);
  EXPECT_TRUE(verdicts.all[1].known);
  EXPECT_FALSE(verdicts.all[2].known);
}

TEST(SuppressWithoutBaselineTest, EverythingIsNew) {
  std::vector<wire::Violation> violations = {At("p.A.f(A.java:4)")};
  EXPECT_EQ(Judge({.violations = &violations}).CountNew(), 1u);
}

TEST(MergeTest, JvmsThatFoundTheSameAddUp) {
  wire::Results one, two;
  one.violations = {At("p.A.f(A.java:4)")};
  two.violations = {At("p.A.f(A.java:4)"), At("p.A.f(A.java:5)")};
  std::vector<wire::Violation> merged = Merge({one, two});
  ASSERT_EQ(merged.size(), 2u);
  EXPECT_EQ(merged[0].count, 2u);
}

// RPS + VMS over a history: what a run does not look for must never come back as new.
TEST(HistoryTest, TwentyRevisionsNeverShowACarriedViolationAsNew) {
  testing::GitRepository git;
  auto text = [](int lines_before, int revision) {
    std::string out = "package p;\nclass A {\n";
    for (int i = 0; i < lines_before; ++i) out += "  int x" + std::to_string(i) + ";\n";
    return out + "  void f() {\n    it.next(); // " + std::to_string(revision) + "\n  }\n}\n";
  };
  git.Write("src/p/A.java", text(0, 0));
  git.Commit("0");
  std::string tree = git.Git("rev-parse HEAD^{tree}");
  std::vector<store::Finding> known = {{At("p.A.f(A.java:4)"), false}};
  for (int revision = 1; revision <= 20; ++revision) {
    int before = (revision * 7) % 5;
    git.Write("src/p/A.java", text(before, revision));
    git.Commit(std::to_string(revision));
    std::string now = git.Git("rev-parse HEAD^{tree}");
    vcs::Repository repository = vcs::Repository::Open(git.path()).value().value();
    Result<SourceLines> lines = SourceLines::Between(repository, tree, now);
    ASSERT_TRUE(lines.ok());
    // Every third run monitors the spec again, the others leave it out.
    bool monitored = revision % 3 == 0;
    std::string here = "p.A.f(A.java:" + std::to_string(4 + before) + ")";
    std::vector<wire::Violation> seen;
    if (monitored) seen.push_back(At(here));
    Verdicts verdicts =
        Judge({.baseline = &known,
               .violations = &seen,
               .lines = &*lines,
               .covers = [&](const std::string&, std::string_view, std::string_view) { return monitored; }});
    EXPECT_EQ(verdicts.CountNew(), 0u) << revision;
    known = verdicts.Findings();
    ASSERT_EQ(known.size(), 1u) << revision;
    EXPECT_EQ(known[0].violation.location, here) << revision;
    EXPECT_EQ(known[0].carried, !monitored);
    tree = now;
  }
}

}  // namespace
}  // namespace revmon::select
