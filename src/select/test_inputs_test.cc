#include "select/test_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::select {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TestInputsTest, FilesOfTheBuild) {
  for (const char* path :
       {"pom.xml", "core/pom.xml", "build.gradle", "lib/build.gradle.kts", "settings.gradle",
        "gradle.properties", "gradle/libs.versions.toml", ".mvn/maven.config",
        "buildSrc/src/main/java/P.java", "gradlew", "src/test/resources/testng.xml"}) {
    EXPECT_EQ(KindOfInput(path), InputKind::kBuild) << path;
  }
}

TEST(TestInputsTest, SourcesAndDocuments) {
  EXPECT_EQ(KindOfInput("src/main/java/a/B.java"), InputKind::kSource);
  EXPECT_EQ(KindOfInput("src/main/kotlin/a/B.kt"), InputKind::kSource);
  for (const char* path : {"README.md", "LICENSE.txt", "docs/a.png", ".github/workflows/ci.yml", ".gitignore",
                           "src/site/xdoc/index.xml", "revmon.toml"}) {
    EXPECT_EQ(KindOfInput(path), InputKind::kDocument) << path;
  }
}

TEST(TestInputsTest, DataIsTheRest) {
  EXPECT_EQ(KindOfInput("data/rates.csv"), InputKind::kData);
  EXPECT_EQ(KindOfInput("src/test/resources/golden.md"), InputKind::kData) << "a test may read it";
  EXPECT_EQ(KindOfInput("src/test/resources/In.java"), InputKind::kData);
}

TEST(TestInputsTest, ChangedBuildFileIsTheReason) {
  EXPECT_EQ(SortInputs({"src/a/B.java", "core/pom.xml", "x.csv"}, "").why_all, "core/pom.xml changed");
}

TEST(TestInputsTest, DataIsRelativeToTheProject) {
  ChangedInputs inputs = SortInputs({"app/data/x.csv", "other/y.csv", "app/src/A.java"}, "app");
  EXPECT_EQ(inputs.why_all, "");
  EXPECT_THAT(inputs.data, ElementsAre("data/x.csv"));
}

TEST(TestInputsTest, OnlyBuildFilesAboveCount) {
  EXPECT_EQ(SortInputs({"pom.xml"}, "group/app").why_all, "pom.xml changed");
  EXPECT_EQ(SortInputs({"group/pom.xml"}, "group/app").why_all, "group/pom.xml changed");
  EXPECT_EQ(SortInputs({"group/other/pom.xml"}, "group/app").why_all, "");
  EXPECT_EQ(SortInputs({"application/pom.xml"}, "app").why_all, "") << "only begins the same";
}

TEST(TestInputsTest, DifferenceNamesTheFirst) {
  EXPECT_EQ(DifferenceOf("TZ=UTC\nsystem=Linux\n", "TZ=UTC\nsystem=Linux\n"), "");
  EXPECT_EQ(DifferenceOf("TZ=UTC\n", "TZ=CET\n"), "TZ is CET instead of UTC");
  EXPECT_EQ(DifferenceOf("TZ=UTC\n", ""), "TZ is not set instead of UTC");
  EXPECT_EQ(DifferenceOf("", "arguments=-Pfast -Dx=y\n"), "arguments is -Pfast -Dx=y instead of not set");
  EXPECT_EQ(DifferenceOf("MAVEN_OPTS=#12\n", "MAVEN_OPTS=#34\n"), "MAVEN_OPTS differs");
}

}  // namespace
}  // namespace revmon::select
