#include "experiment/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::experiment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kWhole = R"(
[experiment]
repetitions = 3
jdks = ["/jdk/17", "/jdk/25"]
time_limit = 60
baseline = "plain"
reference = "full"

[[project]]
name = "cli"
path = "clones/cli"
range = "v1..v2"
build = "mvn -q test-compile"
test = "mvn -q surefire:test"

[[technique]]
name = "plain"
command = "{test}"

[[technique]]
name = "full"
revmon = ["test", "--rps", "off"]
keep = [".starts"]
)";

std::string Refused(const std::string& text) {
  Result<Plan> plan = ParsePlan(text, "p.toml", "/plans");
  return plan.ok() ? "accepted" : plan.error().Text();
}

// A plan with these lines in its project and technique.
std::string With(const std::string& project, const std::string& technique) {
  return "[[project]]\nname = \"a\"\npath = \"a\"\n" + project + "\n[[technique]]\nname = \"t\"\n" +
         technique;
}

TEST(ExperimentPlanTest, ReadsEverything) {
  Result<Plan> plan = ParsePlan(kWhole, "p.toml", "/plans");
  ASSERT_TRUE(plan.ok()) << plan.error().Text();
  EXPECT_EQ(plan->repetitions, 3u);
  EXPECT_THAT(plan->jdks, ElementsAre("/jdk/17", "/jdk/25"));
  EXPECT_EQ(plan->time_limit.count(), 60);
  EXPECT_EQ(plan->reference, "full");
  ASSERT_EQ(plan->projects.size(), 1u);
  EXPECT_EQ(plan->projects[0].path, "/plans/clones/cli");
  EXPECT_EQ(plan->projects[0].range, "v1..v2");
  ASSERT_EQ(plan->techniques.size(), 2u);
  EXPECT_THAT(plan->techniques[0].exits, ElementsAre(0));
  EXPECT_THAT(plan->techniques[1].exits, ElementsAre(0, 1)) << "1 says that violations were found";
  EXPECT_THAT(plan->techniques[1].keep, ElementsAre(".starts"));
}

TEST(ExperimentPlanTest, FirstTechniqueIsBaselineAndReferenceUnlessNamed) {
  Result<Plan> plan = ParsePlan(With("range = \"a..b\"", "command = \"x\""), "p.toml", "/");
  ASSERT_TRUE(plan.ok()) << plan.error().Text();
  EXPECT_EQ(plan->baseline, "t");
  EXPECT_EQ(plan->reference, "t");
}

TEST(ExperimentPlanTest, SyntaxErrorHasItsLine) {
  EXPECT_THAT(Refused("[[project]]\nname = \n"), HasSubstr("p.toml:2:"));
}

TEST(ExperimentPlanTest, MisspeltOptionIsNamedWithAGuess) {
  EXPECT_THAT(Refused(With("rnge = \"a..b\"", "command = \"x\"")), HasSubstr("no option 'rnge'"));
  EXPECT_THAT(Refused(With("range = \"a..b\"", "comand = \"x\"\ncommand = \"x\"")),
              HasSubstr("did you mean 'command'"));
}

TEST(ExperimentPlanTest, UnknownSectionIsRefused) {
  EXPECT_THAT(Refused(std::string(kWhole) + "[projects]\n"), HasSubstr("no section 'projects'"));
}

TEST(ExperimentPlanTest, ExactlyOneWayToNameRevisions) {
  EXPECT_THAT(Refused(With("", "command = \"x\"")), HasSubstr("one of 'revisions', 'range' and 'last'"));
  EXPECT_THAT(Refused(With("range = \"a..b\"\nrevisions = [\"a\"]", "command = \"x\"")),
              HasSubstr("one of 'revisions', 'range' and 'last'"));
}

TEST(ExperimentPlanTest, LastNeedsClassesToCompare) {
  EXPECT_THAT(Refused(With("last = 3", "command = \"x\"")), HasSubstr("needs 'classes'"));
}

TEST(ExperimentPlanTest, TechniqueIsEitherRevmonOrACommand) {
  EXPECT_THAT(Refused(With("range = \"a..b\"", "")), HasSubstr("either 'revmon' or 'command'"));
  EXPECT_THAT(Refused(With("range = \"a..b\"", "command = \"x\"\nrevmon = [\"test\"]")),
              HasSubstr("either 'revmon' or 'command'"));
}

TEST(ExperimentPlanTest, StateStaysBelowTheProject) {
  EXPECT_THAT(Refused(With("range = \"a..b\"", "command = \"x\"\nkeep = [\"../other\"]")),
              HasSubstr("'keep' must name files below the project"));
  EXPECT_THAT(Refused(With("range = \"a..b\"", "command = \"x\"\nkeep = [\"/etc\"]")),
              HasSubstr("'keep' must name files below the project"));
}

TEST(ExperimentPlanTest, NamesAreFoldersAndUnique) {
  EXPECT_THAT(Refused("[[project]]\nname = \"a/b\"\npath = \"a\"\nrange = \"a..b\"\n"), HasSubstr("'name'"));
  EXPECT_THAT(
      Refused(With("range = \"a..b\"", "command = \"x\"\n[[technique]]\nname = \"t\"\ncommand = \"y\"")),
      HasSubstr("two techniques are called 't'"));
}

TEST(ExperimentPlanTest, BaselineMustBeThere) {
  EXPECT_THAT(Refused("[experiment]\nbaseline = \"no\"\n" + With("range = \"a..b\"", "command = \"x\"")),
              HasSubstr("names the technique 'no'"));
}

TEST(ExperimentPlanTest, WrongTypesAreNamed) {
  EXPECT_THAT(Refused("[experiment]\nrepetitions = \"3\"\n" + With("range = \"a..b\"", "command = \"x\"")),
              HasSubstr("'repetitions' of [experiment] must be a number from 1"));
  EXPECT_THAT(Refused(With("revisions = [1]", "command = \"x\"")), HasSubstr("must be a list of texts"));
}

TEST(ExperimentPlanTest, EmptyPlanSaysWhatIsMissing) {
  EXPECT_THAT(Refused(""), HasSubstr("the plan has no [[project]]"));
}

}  // namespace
}  // namespace revmon::experiment
