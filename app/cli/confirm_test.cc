#include "app/cli/confirm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

report::Finding Violation(const std::string& spec, const std::vector<std::string>& tests) {
  report::Finding finding;
  finding.spec = spec;
  finding.location = "a.B.m(B.java:1)";
  for (const std::string& test : tests) finding.tests.push_back({test, 1});
  return finding;
}

// Re-runs that find what is said, one entry a round, and remember what they were asked for.
class Fake {
 public:
  void Next(const std::vector<std::string>& specs, const std::vector<std::string>& tests) {
    report::Findings findings;
    for (const std::string& spec : specs) findings.all.push_back(Violation(spec, {}));
    for (const std::string& test : tests) findings.tests.push_back({.name = test, .outcome = "passed"});
    answers_.push_back(findings);
  }
  Rerun AsRerun() {
    return [this](size_t round, const std::vector<std::string>& classes) -> Result<report::Findings> {
      asked_.push_back(classes);
      if (round > answers_.size()) return Error(ErrorCode::kInvalid, "no such round");
      return answers_[round - 1];
    };
  }
  const std::vector<std::vector<std::string>>& asked() const { return asked_; }

 private:
  std::vector<report::Findings> answers_;
  std::vector<std::vector<std::string>> asked_;
};

TEST(Confirm, SeenEachTimeIsStable) {
  Fake fake;
  fake.Next({"S"}, {"a.BTest#m"});
  fake.Next({"S"}, {"a.BTest#m"});
  report::Findings findings;
  findings.all = {Violation("S", {"a.BTest#m[1]", "a.BTest#m[2]", "a.BTest$In#n"})};
  ASSERT_TRUE(Confirm(2, fake.AsRerun(), &findings).ok());
  EXPECT_THAT(fake.asked(), ElementsAre(ElementsAre("a.BTest"), ElementsAre("a.BTest")));
  EXPECT_FALSE(findings.all[0].Unstable());
  EXPECT_EQ(findings.all[0].reruns, 2u);
  EXPECT_EQ(findings.StableCount(true), 1u);
}

TEST(Confirm, MissingOnceIsUnstableAndNotRunAgain) {
  Fake fake;
  fake.Next({"S"}, {"a.BTest#m", "a.CTest#m"});
  fake.Next({"S"}, {"a.BTest#m"});
  report::Findings findings;
  findings.all = {Violation("S", {"a.BTest#m"}), Violation("T", {"a.CTest#m"})};
  ASSERT_TRUE(Confirm(2, fake.AsRerun(), &findings).ok());
  EXPECT_THAT(fake.asked(), ElementsAre(ElementsAre("a.BTest", "a.CTest"), ElementsAre("a.BTest")));
  EXPECT_TRUE(findings.all[1].Unstable());
  EXPECT_EQ(findings.all[1].reruns, 1u);
  EXPECT_EQ(findings.StableCount(true), 1u);
}

TEST(Confirm, ClassThatDidNotComeSaysNothing) {
  Fake fake;
  fake.Next({}, {"a.OtherTest#m"});
  report::Findings findings;
  findings.all = {Violation("S", {"a.BTest#m"})};
  ASSERT_TRUE(Confirm(1, fake.AsRerun(), &findings).ok());
  EXPECT_FALSE(findings.all[0].Unstable());
  EXPECT_EQ(findings.all[0].reruns, 0u);
}

TEST(Confirm, KnownAndUnattributedAreNotRun) {
  Fake fake;
  report::Findings findings;
  findings.all = {Violation("S", {"a.BTest#m"}), Violation("T", {})};
  findings.all[0].known = true;
  ASSERT_TRUE(Confirm(3, fake.AsRerun(), &findings).ok());
  EXPECT_THAT(fake.asked(), IsEmpty());
  EXPECT_EQ(findings.StableCount(true), 1u);
  EXPECT_EQ(findings.StableCount(false), 2u);
}

TEST(Confirm, RerunThatCannotBeStartedIsAnError) {
  Fake fake;
  report::Findings findings;
  findings.all = {Violation("S", {"a.BTest#m"})};
  EXPECT_FALSE(Confirm(1, fake.AsRerun(), &findings).ok());
}

}  // namespace
}  // namespace revmon::cli
