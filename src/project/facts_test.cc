#include "project/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::project {
namespace {

using ::testing::ElementsAre;

TEST(TestRuns, ARecordIsReadKeyByKey) {
  TestRun run = ParseTestRun(
      "tool\tmaven\nmodule\torg.acme:shop\nfolder\t/shop\nrunner\tmaven-surefire-plugin 3.2.5\n"
      "execution\tdefault-test\nclasses\t/shop/target/classes\ntest-classes\t/shop/target/test-classes\n"
      "source\t/shop/src\ntest-source\t/shop/test\nclass-path\t/a.jar\nclass-path\t/b.jar\nreports\t/r\n"
      "obstacle\tno fork\nselection\t/b/s\nnote\tbroken\n");
  EXPECT_EQ(run.tool, "maven");
  EXPECT_EQ(run.module, "org.acme:shop");
  EXPECT_EQ(run.folder, "/shop");
  EXPECT_EQ(run.runner, "maven-surefire-plugin 3.2.5");
  EXPECT_EQ(run.execution, "default-test");
  EXPECT_THAT(run.classes, ElementsAre("/shop/target/classes"));
  EXPECT_THAT(run.test_classes, ElementsAre("/shop/target/test-classes"));
  EXPECT_THAT(run.sources, ElementsAre("/shop/src"));
  EXPECT_THAT(run.test_sources, ElementsAre("/shop/test"));
  EXPECT_THAT(run.class_path, ElementsAre("/a.jar", "/b.jar"));
  EXPECT_EQ(run.reports, "/r");
  EXPECT_EQ(run.obstacle, "no fork");
  EXPECT_EQ(run.selection, "/b/s");
  EXPECT_EQ(run.note, "broken");
}

TEST(TestRuns, OddPathsSurvive) {
  EXPECT_THAT(ParseTestRun("class-path\t/a\\tb\\nc\\\\d.jar\n").class_path, ElementsAre("/a\tb\nc\\d.jar"));
}

TEST(TestRuns, LinesWithoutMeaningAreSkipped) {
  TestRun run = ParseTestRun("nonsense\nfuture\tvalue\nmodule\ta:b\nmodule");
  EXPECT_EQ(run.module, "a:b");
}

TEST(TestRuns, OnlyFinishedRecordsAreReadInOrder) {
  InMemoryFileSystem files;
  files.Put("/m/module-2.facts", "module\tb\n");
  files.Put("/m/module-1.facts", "module\tc\n");
  files.Put("/m/module-3.tmp", "module\ta\n");
  files.Put("/m/progress", "module\tz\n");
  Result<std::vector<TestRun>> runs = ReadTestRuns(files, "/m");
  ASSERT_TRUE(runs.ok());
  ASSERT_EQ(runs->size(), 2u);
  EXPECT_EQ((*runs)[0].module, "b");
  EXPECT_EQ((*runs)[1].module, "c");
}

TEST(Progress, FollowsModules) {
  Progress progress = ParseProgress("modules\t3\nmodule\tparent\ndone\tparent\nmodule\tcore\ntests\tcore\n");
  EXPECT_EQ(progress.modules, 3u);
  EXPECT_EQ(progress.done, 1u);
  EXPECT_EQ(progress.module, "core");
  EXPECT_TRUE(progress.testing);
}

TEST(Progress, AFinishedModuleIsNoLongerTesting) {
  Progress progress = ParseProgress("module\tcore\ntests\tcore\ndone\tcore\n");
  EXPECT_FALSE(progress.testing);
  EXPECT_EQ(progress.done, 1u);
}

TEST(Progress, AnUnfinishedLineWaits) {
  EXPECT_EQ(ParseProgress("module\tcore\nmodule\tap").module, "core");
  EXPECT_EQ(ParseProgress("").module, "");
}

TEST(Progress, ACountThatIsNoneIsUnknown) { EXPECT_EQ(ParseProgress("modules\tmany\n").modules, 0u); }

}  // namespace
}  // namespace revmon::project
