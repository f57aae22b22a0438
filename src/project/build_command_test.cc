#include "project/build_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "project/embedded.h"

namespace revmon::project {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Attachment kAttachment{.agent = "-agentpath:/r/librevmon.so=plan=/o/plan,out=/o", .folder = "/o/build"};

Project MavenProject() {
  Project project;
  project.tool = BuildTool::kMaven;
  project.root = "/p";
  return project;
}

Project GradleProject() {
  Project project;
  project.tool = BuildTool::kGradle;
  project.root = "/p";
  return project;
}

std::string ReadText(const FileSystem& files, const std::string& path) {
  Result<std::vector<uint8_t>> bytes = files.ReadFile(path);
  return bytes.ok() ? std::string(bytes->begin(), bytes->end()) : "";
}

TEST(NamesGoal, MavenOptionsAndTheirValuesAreNone) {
  EXPECT_FALSE(NamesGoal(BuildTool::kMaven, {}));
  EXPECT_FALSE(NamesGoal(BuildTool::kMaven, {"-pl", "core", "-T", "2", "-Dtest=A", "-q", "-P", "ci"}));
  EXPECT_TRUE(NamesGoal(BuildTool::kMaven, {"-pl", "core", "verify"}));
  EXPECT_TRUE(NamesGoal(BuildTool::kMaven, {"surefire:test"}));
}

TEST(NamesGoal, GradleOptionsAndTheirValuesAreNone) {
  EXPECT_FALSE(NamesGoal(BuildTool::kGradle, {"--tests", "A", "-x", "javadoc", "--parallel"}));
  EXPECT_TRUE(NamesGoal(BuildTool::kGradle, {":lib:test", "--tests", "A"}));
}

TEST(MavenCommand, LoadsTheExtensionForThisRunOnly) {
  InMemoryFileSystem files;
  Result<std::vector<std::string>> argv =
      MakeBuildCommand(files, MavenProject(), {"mvn"}, kAttachment, {"-q"});
  ASSERT_TRUE(argv.ok());
  EXPECT_THAT(*argv, ElementsAre("mvn", "-B", "-Dmaven.ext.class.path=/o/build/extension.jar",
                                 "-Drevmon.maven.agent=-agentpath:/r/librevmon.so=plan=/o/plan,out=/o",
                                 "-Drevmon.maven.folder=/o/build", "test", "-q"));
  EXPECT_EQ(ReadText(files, "/o/build/extension.jar").size(), MavenExtension().size());
}

TEST(MavenCommand, TheUsersGoalIsKept) {
  InMemoryFileSystem files;
  Result<std::vector<std::string>> argv =
      MakeBuildCommand(files, MavenProject(), {"mvn"}, kAttachment, {"verify", "-T2"});
  ASSERT_TRUE(argv.ok());
  EXPECT_THAT(*argv, AllOf(Contains("verify"), Not(Contains("test"))));
}

TEST(MavenCommand, ExtensionsOfTheProjectStay) {
  InMemoryFileSystem files;
  files.Put("/p/.mvn/maven.config", "-T1\n-Dmaven.ext.class.path=/x/other.jar\n");
  Result<std::vector<std::string>> argv = MakeBuildCommand(files, MavenProject(), {"mvn"}, kAttachment, {});
  ASSERT_TRUE(argv.ok());
  EXPECT_THAT(*argv, Contains("-Dmaven.ext.class.path=/o/build/extension.jar:/x/other.jar"));
}

TEST(MavenCommand, ExtensionsOfTheUserStay) {
  InMemoryFileSystem files;
  Result<std::vector<std::string>> argv =
      MakeBuildCommand(files, MavenProject(), {"mvn"}, kAttachment, {"-Dmaven.ext.class.path=/x/mine.jar"});
  ASSERT_TRUE(argv.ok());
  EXPECT_THAT(*argv, AllOf(Contains("-Dmaven.ext.class.path=/o/build/extension.jar:/x/mine.jar"),
                           Not(Contains("-Dmaven.ext.class.path=/x/mine.jar"))));
}

TEST(MavenCommand, ABuildCacheIsSwitchedOff) {
  InMemoryFileSystem files;
  files.Put("/p/.mvn/maven-build-cache-config.xml", "<cache/>");
  Result<std::vector<std::string>> argv = MakeBuildCommand(files, MavenProject(), {"mvn"}, kAttachment, {});
  ASSERT_TRUE(argv.ok());
  EXPECT_THAT(*argv, Contains("-Dmaven.build.cache.enabled=false"));
}

TEST(GradleCommand, ComesWithAnInitScript) {
  InMemoryFileSystem files;
  Result<std::vector<std::string>> argv =
      MakeBuildCommand(files, GradleProject(), {"sh", "gradlew"}, kAttachment, {"--tests", "ATest"});
  ASSERT_TRUE(argv.ok());
  EXPECT_THAT(*argv, ElementsAre("sh", "gradlew", "--init-script", "/o/build/init.gradle", "test", "--tests",
                                 "ATest"));
  EXPECT_THAT(ReadText(files, "/o/build/init.gradle"),
              AllOf(HasSubstr("agent: '-agentpath:/r/librevmon.so=plan=/o/plan,out=/o'"),
                    HasSubstr("folder: '/o/build'"), Not(HasSubstr("@"))));
  EXPECT_EQ(ReadText(files, "/o/build/modern.gradle"), GradleModernScript());
  EXPECT_EQ(ReadText(files, "/o/build/legacy.gradle"), GradleLegacyScript());
}

TEST(GradleCommand, QuotesInPathsAreText) {
  EXPECT_EQ(GroovyString("/it's\\a"), "'/it\\'s\\\\a'");
  EXPECT_EQ(GroovyString("a\nb"), "'a\\nb'");
}

TEST(FindInPath, TakesTheFirstFile) {
  InMemoryFileSystem files;
  files.Put("/b/mvn", "");
  files.Put("/c/mvn", "");
  files.Put("/a/mvn/readme", "");
  EXPECT_EQ(FindInPath(files, "mvn", "/none:/a:/b:/c"), "/b/mvn");
  EXPECT_EQ(FindInPath(files, "gradle", "/b:/c"), "");
}

TEST(FindBuildProgram, TheWrapperComesFirst) {
  InMemoryFileSystem files;
  Project project = MavenProject();
  project.wrapper = "/p/mvnw";
  files.Put("/p/mvnw", "");
  EXPECT_THAT(*FindBuildProgram(files, project, ""), ElementsAre("sh", "/p/mvnw"));  // not executable here
}

TEST(FindBuildProgram, WhatIsGivenMustExist) {
  InMemoryFileSystem files;
  Result<std::vector<std::string>> program = FindBuildProgram(files, MavenProject(), "/opt/mvn");
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().code(), ErrorCode::kNotFound);
}

TEST(FindBuildProgram, NoMavenSaysWhatToDo) {
  InMemoryFileSystem files;
  Result<std::vector<std::string>> program = FindBuildProgram(files, MavenProject(), "");
  ASSERT_FALSE(program.ok());
  EXPECT_THAT(program.error().Text(), AllOf(HasSubstr("no mvn"), HasSubstr("install Maven")));
}

TEST(Embedded, TheExtensionIsAJarThatNamesItsComponents) {
  std::string jar(MavenExtension().begin(), MavenExtension().end());
  EXPECT_THAT(jar, StartsWith("PK"));
  EXPECT_THAT(
      jar, AllOf(HasSubstr("META-INF/sisu/javax.inject.Named"), HasSubstr("revmon/maven/TestMonitor.class"),
                 HasSubstr("revmon/maven/Progress.class")));
}

}  // namespace
}  // namespace revmon::project
