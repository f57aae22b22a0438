// revmon impacted, affected-specs, violations, accept, store: what users see.
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/command_answer.h"
#include "store/store.h"
#include "support/git.h"

namespace revmon::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Answer Revmon(const std::vector<std::string>& arguments) {
  RealFileSystem files;
  return Ask(files, arguments);
}

class ImpactedCommandTest : public ::testing::Test {
 protected:
  void Put(const std::string& folder, const testing::SourceTree& tree) {
    Result<testing::ClassTree> classes = testing::CompileJava(tree);
    ASSERT_TRUE(classes.ok()) << classes.error().Text();
    for (const auto& [name, bytes] : *classes) {
      folder_.Write(folder + "/" + name + ".class", std::string(bytes.begin(), bytes.end()));
    }
  }
  void SetUp() override {
    testing::SourceTree tree = {
        {"p/Util.java",
         "package p; class Util { static Object first(java.util.Iterator<?> i) { return i.next(); } }"},
        {"p/Cart.java", "package p; class Cart { Object f() { return Util.first(null); } }"},
        {"p/Other.java", "package p; class Other { }"}};
    Put("old", tree);
    tree["p/Cart.java"] = "package p; class Cart { int x; Object f() { return Util.first(null); } }";
    Put("new", tree);
  }
  std::string At(const std::string& name) const { return folder_.path() + "/" + name; }

  testing::TemporaryFolder folder_;
};

TEST_F(ImpactedCommandTest, ListsClassesAndCounts) {
  Answer answer = Revmon({"impacted", "--before", At("old"), "--classes", At("new")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "p.Cart\np.Util\n1 changed, 2 of 3 classes impacted\n");
}

TEST_F(ImpactedCommandTest, SaysWhy) {
  Answer answer = Revmon({"impacted", "--before", At("old"), "--classes", At("new"), "--why"});
  EXPECT_THAT(answer.out, HasSubstr("p.Cart changed\n"));
  EXPECT_THAT(answer.out, HasSubstr("p.Util: may get other objects from p.Cart, which changed\n"));
}

TEST_F(ImpactedCommandTest, VariantsByNameAndByOptions) {
  Answer by_name = Revmon({"impacted", "--before", At("old"), "--classes", At("new"), "--rps", "ps3"});
  Answer by_option = Revmon({"impacted", "--before", At("old"), "--classes", At("new"), "--closure", "ps3"});
  EXPECT_EQ(by_name.out, "p.Cart\n1 changed, 1 of 3 classes impacted\n");
  EXPECT_EQ(by_option.out, by_name.out);
}

TEST_F(ImpactedCommandTest, AffectedSpecsHaveEventsInImpactedClasses) {
  Answer answer = Revmon({"affected-specs", "--before", At("old"), "--classes", At("new"), "--why", "--specs",
                          std::string(REVMON_SPECS) + "/java.util/Iterator_HasNext.mop", "--specs",
                          std::string(REVMON_SPECS) + "/java.util/StringTokenizer_HasMoreElements.mop"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out,
            "Iterator_HasNext: has events in p.Util, which may get other objects from p.Cart, which changed\n"
            "1 of 2 specs re-monitored (p.Cart changed: 2 classes impacted)\n");
}

TEST_F(ImpactedCommandTest, ByMethods) {
  std::vector<std::string> command = {"impacted", "--before", At("old"), "--classes", At("new"), "--methods"};
  Answer answer = Revmon(command);
  EXPECT_EQ(answer.code, 0) << answer.err;
  // A field that nobody uses affects nobody.
  EXPECT_EQ(answer.out, "1 changed, 0 methods of 1 of 3 classes impacted\n");
  Answer fine = Revmon({"impacted", "--before", At("old"), "--classes", At("new"), "--analysis", "FINE1c"});
  EXPECT_THAT(fine.out, HasSubstr("p.Cart cannot matter: F3 order or set of members; F4 unused field x:I\n"));
  EXPECT_THAT(fine.out, HasSubstr("1 changed, 0 of 3 classes impacted\n"));
}

TEST_F(ImpactedCommandTest, AnalysisThatDoesNotExistIsAnError) {
  Answer answer = Revmon({"impacted", "--before", At("old"), "--classes", At("new"), "--analysis", "x"});
  EXPECT_EQ(answer.code, kExitError);
  EXPECT_THAT(answer.err, HasSubstr("no analysis is called 'x'"));
}

TEST_F(ImpactedCommandTest, WithoutAnEarlierRunEverythingIsImpacted) {
  Answer answer = Revmon({"impacted", "--classes", At("new"), "--store", At("s/store.db")});
  EXPECT_EQ(answer.out, "all classes (there is no earlier run to compare with)\n");
}

TEST_F(ImpactedCommandTest, FolderThatIsNotThereIsAnError) {
  Answer answer = Revmon({"impacted", "--classes", At("nothing"), "--store", At("s/store.db")});
  EXPECT_EQ(answer.code, kExitError);
  EXPECT_THAT(answer.err, HasSubstr("nothing"));
  EXPECT_EQ(Revmon({"impacted"}).code, kExitError);
}

// A git project with one complete run: one known violation, one new, one carried.
class ViolationsCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    git_.Write("src/p/A.java",
               "package p;\nclass A {\n  void f() { it.next(); }\n  void g() { other.next(); }\n}\n");
    std::string commit = git_.Commit("one");
    std::vector<std::string> notes;
    Result<store::Store> store = store::Store::Open(store_, &notes);
    ASSERT_TRUE(store.ok());
    store::RunRecord run;
    run.commit = commit;
    run.tree = git_.Git("rev-parse HEAD^{tree}");
    run.technique = "ps1c";
    Result<int64_t> id = store->Begin(run);
    ASSERT_TRUE(id.ok());
    store::Outcome outcome;
    outcome.findings = {{At("f", 3), false, true}, {At("g", 4), false, false}, {At("h", 5), true, true}};
    ASSERT_TRUE(store->Finish(*id, 5, outcome).ok());
  }
  static wire::Violation At(const std::string& method, uint32_t line) {
    wire::Violation v;
    v.spec = "Iterator_HasNext";
    v.severity = "warning";
    v.category = "fail";
    v.file = "A.java";
    v.line = line;
    v.location = "p.A." + method + "(A.java:" + std::to_string(line) + ")";
    return v;
  }

  testing::GitRepository git_;
  std::string store_ = git_.path() + "/.revmon/store.db";
};

TEST_F(ViolationsCommandTest, ShowsNewOnesUnlessAskedForMore) {
  Answer fresh = Revmon({"violations", "--store", store_});
  EXPECT_EQ(fresh.code, kExitDifferent);
  EXPECT_THAT(fresh.out, HasSubstr("p.A.g(A.java:4): warning: Iterator_HasNext [new]"));
  EXPECT_THAT(fresh.out, Not(HasSubstr("p.A.f")));
  EXPECT_THAT(fresh.out, HasSubstr("1 new of 3 violations"));
  Answer known = Revmon({"violations", "--known", "--store", store_});
  EXPECT_THAT(known.out, HasSubstr("p.A.f(A.java:3): warning: Iterator_HasNext [known]"));
  EXPECT_THAT(known.out, HasSubstr("[known, not looked for in this run]"));
  EXPECT_THAT(known.out, Not(HasSubstr("p.A.g")));
  EXPECT_THAT(Revmon({"violations", "--all", "--store", store_}).out, HasSubstr("p.A.g"));
}

TEST_F(ViolationsCommandTest, AcceptedOnesAreKnownAndSurviveEdits) {
  Answer accepted = Revmon({"accept", "A.java:4", "--reason", "checked above", "--store", store_});
  EXPECT_EQ(accepted.code, 0) << accepted.err;
  EXPECT_THAT(accepted.out, HasSubstr("1 accepted, 1 in all"));
  EXPECT_TRUE(std::filesystem::exists(git_.path() + "/revmon-accepted.json"));
  Answer after = Revmon({"violations", "--store", store_});
  EXPECT_EQ(after.code, 0);
  EXPECT_THAT(after.out, HasSubstr("0 new of 3 violations"));
  EXPECT_THAT(Revmon({"violations", "--known", "--store", store_}).out, HasSubstr("accepted: checked above"));
}

TEST_F(ViolationsCommandTest, AcceptingWhatIsNotThereSaysHow) {
  Answer answer = Revmon({"accept", "B.java:1", "--reason", "x", "--store", store_});
  EXPECT_EQ(answer.code, kExitError);
  EXPECT_THAT(answer.err, HasSubstr("revmon violations --all"));
}

TEST_F(ViolationsCommandTest, StoreMovesToAnotherMachine) {
  EXPECT_THAT(Revmon({"store", "show", "--store", store_}).out, HasSubstr("3 violations, 1 of them carried"));
  std::string file = git_.path() + "/exported.db";
  EXPECT_EQ(Revmon({"store", "export", file, "--store", store_}).out, "1 runs written to " + file + "\n");
  std::string other = git_.path() + "/other/store.db";
  EXPECT_EQ(Revmon({"store", "import", file, "--store", other}).out, "1 runs are new here\n");
  EXPECT_THAT(Revmon({"store", "gc", "--keep", "1", "--store", other}).out, HasSubstr("0 runs"));
  EXPECT_THAT(Revmon({"violations", "--store", other}).out, HasSubstr("1 new of 3 violations"));
}

TEST_F(ViolationsCommandTest, MissingStoreIsAnError) {
  Answer answer = Revmon({"violations", "--store", git_.path() + "/none/store.db"});
  EXPECT_EQ(answer.code, kExitError);
  EXPECT_THAT(answer.err, HasSubstr("revmon test"));
  EXPECT_FALSE(std::filesystem::exists(git_.path() + "/none")) << "asking makes nothing";
}

TEST_F(ViolationsCommandTest, SinceComparesTheRunsOfTwoRevisions) {
  git_.Write("src/p/A.java",
             "package p;\n\nclass A {\n  void f() { it.next(); }\n  void g() { other.next(); }\n}\n");
  std::string commit = git_.Commit("two");
  std::vector<std::string> notes;
  Result<store::Store> store = store::Store::Open(store_, &notes);
  store::RunRecord run;
  run.commit = commit;
  run.tree = git_.Git("rev-parse HEAD^{tree}");
  int64_t id = store->Begin(run).value();
  ASSERT_TRUE(store->Finish(id, 6, {{{At("f", 4), false, true}, {At("x", 9), false, true}}, {}, {}}).ok());
  Answer answer = Revmon({"violations", "--since", "HEAD~1..HEAD", "--store", store_});
  EXPECT_THAT(answer.out, HasSubstr("p.A.x(A.java:9)"));
  EXPECT_THAT(answer.out, Not(HasSubstr("p.A.f")));
  EXPECT_EQ(Revmon({"violations", "--since", "nonsense", "--store", store_}).code, kExitError);
}

}  // namespace
}  // namespace revmon::cli
