#include "run/java_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::run {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(JavaCommandTest, AgentStandsRightBehindTheLauncher) {
  MonitoredCommand monitored = WithAgent({"/usr/bin/java", "-jar", "a.jar"}, "-agentpath:x", "-Dinherited");
  EXPECT_THAT(monitored.command.argv, ElementsAre("/usr/bin/java", "-agentpath:x", "-jar", "a.jar"));
  EXPECT_TRUE(monitored.command.environment.empty());
  EXPECT_FALSE(monitored.by_environment);
}

TEST(JavaCommandTest, OtherCommandsGetItByTheEnvironmentBehindWhatIsThere) {
  MonitoredCommand monitored = WithAgent({"./mvnw", "test"}, "-agentpath:/a b/x", "-Dinherited");
  EXPECT_THAT(monitored.command.argv, ElementsAre("./mvnw", "test"));
  EXPECT_THAT(monitored.command.environment,
              ElementsAre(Pair("JAVA_TOOL_OPTIONS", "-Dinherited \"-agentpath:/a b/x\"")));
  EXPECT_TRUE(monitored.by_environment);
}

TEST(JavaCommandTest, NameDecidesNotThePath) {
  EXPECT_TRUE(IsJavaLauncher("java"));
  EXPECT_TRUE(IsJavaLauncher("/opt/jdk/bin/java"));
  EXPECT_FALSE(IsJavaLauncher("javac"));
  EXPECT_FALSE(IsJavaLauncher("java/start.sh"));
}

TEST(JavaCommandTest, QuotesOfBothKindsSurvive) {
  EXPECT_EQ(QuoteToolOption("plain"), "plain");
  EXPECT_EQ(QuoteToolOption("a b"), "\"a b\"");
  EXPECT_EQ(QuoteToolOption("a'b\"c"), "\"a'b\"'\"c'");
}

}  // namespace
}  // namespace revmon::run
