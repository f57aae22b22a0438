#include "project/project.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::project {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string Pom(const std::string& artifact, const std::vector<std::string>& modules = {}) {
  std::string text = "<project><artifactId>" + artifact + "</artifactId><modules>";
  for (const std::string& module : modules) text += "<module>" + module + "</module>";
  return text + "</modules></project>";
}

std::vector<std::string> Names(const Project& project) {
  std::vector<std::string> names;
  for (const Module& module : project.modules) names.push_back(module.name);
  return names;
}

TEST(FindProject, MavenWithModulesOfModules) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", Pom("root", {"core", "apps", "other/odd-pom.xml"}));
  files.Put("/p/core/pom.xml", Pom("core"));
  files.Put("/p/apps/pom.xml", Pom("apps", {"shop", "../core"}));
  files.Put("/p/apps/shop/pom.xml", Pom("shop"));
  files.Put("/p/other/odd-pom.xml", Pom("odd"));
  Result<Project> project = FindProject(files, "/p");
  ASSERT_TRUE(project.ok()) << project.error().Text();
  EXPECT_EQ(project->tool, BuildTool::kMaven);
  EXPECT_EQ(project->root, "/p");
  EXPECT_THAT(Names(*project), ElementsAre("root", "core", "apps", "odd", "shop"));
  EXPECT_EQ(project->modules[4].folder, "/p/apps/shop");
  EXPECT_EQ(project->wrapper, "");
}

TEST(FindProject, ModulesInACircleEnd) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", Pom("root", {"a"}));
  files.Put("/p/a/pom.xml", Pom("a", {"..", "."}));
  Result<Project> project = FindProject(files, "/p");
  ASSERT_TRUE(project.ok());
  EXPECT_THAT(Names(*project), ElementsAre("root", "a"));
}

TEST(FindProject, AMissingModuleIsLeftToMaven) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", Pom("root", {"gone"}));
  Result<Project> project = FindProject(files, "/p");
  ASSERT_TRUE(project.ok());
  EXPECT_THAT(Names(*project), ElementsAre("root"));
}

TEST(FindProject, ABrokenModuleIsNamed) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", Pom("root", {"a"}));
  files.Put("/p/a/pom.xml", "<project>\n<artifactId>a");
  Result<Project> project = FindProject(files, "/p");
  ASSERT_FALSE(project.ok());
  EXPECT_EQ(project.error().place().file, "/p/a/pom.xml");
  EXPECT_EQ(project.error().place().line, 2u);
}

TEST(FindProject, GradleInBothLanguages) {
  for (const char* script : {"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"}) {
    InMemoryFileSystem files;
    files.Put(std::string("/p/") + script, "");
    files.Put("/p/gradlew", "");
    Result<Project> project = FindProject(files, "/p");
    ASSERT_TRUE(project.ok()) << script;
    EXPECT_EQ(project->tool, BuildTool::kGradle);
    EXPECT_EQ(project->wrapper, "/p/gradlew");
  }
}

TEST(FindProject, GradleProjectsAreFoldersThatBuild) {
  InMemoryFileSystem files;
  files.Put("/p/settings.gradle", "");
  files.Put("/p/lib/build.gradle", "");
  files.Put("/p/tool/src/test/java/A.java", "");
  files.Put("/p/docs/index.md", "");
  Result<Project> project = FindProject(files, "/p");
  ASSERT_TRUE(project.ok());
  EXPECT_THAT(Names(*project), ElementsAre("p", "lib", "tool"));
}

TEST(FindProject, OfTwoBuildsTheOneWithAWrapperWins) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", Pom("root"));
  files.Put("/p/build.gradle", "");
  EXPECT_EQ(FindProject(files, "/p")->tool, BuildTool::kMaven);
  files.Put("/p/gradlew", "");
  EXPECT_EQ(FindProject(files, "/p")->tool, BuildTool::kGradle);
  EXPECT_EQ(FindProject(files, "/p", BuildTool::kMaven)->tool, BuildTool::kMaven);
}

TEST(FindProject, NothingHereSaysWhatToDo) {
  InMemoryFileSystem files;
  files.Put("/p/readme", "");
  Result<Project> project = FindProject(files, "/p");
  ASSERT_FALSE(project.ok());
  EXPECT_EQ(project.error().code(), ErrorCode::kNotFound);
  EXPECT_THAT(project.error().Text(), HasSubstr("no project here"));
  EXPECT_THAT(project.error().hint(), HasSubstr("--classes"));
}

TEST(FindProject, AProjectAboveIsNamed) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", Pom("root"));
  files.Put("/p/src/main/A.java", "");
  Result<Project> project = FindProject(files, "/p/src/main");
  ASSERT_FALSE(project.ok());
  EXPECT_THAT(project.error().hint(), HasSubstr("there is one in /p"));
}

TEST(FindProject, TheWantedToolMustBeThere) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", Pom("root"));
  EXPECT_FALSE(FindProject(files, "/p", BuildTool::kGradle).ok());
}

TEST(TestFrameworks, AreToldByTheirJars) {
  EXPECT_THAT(TestFrameworks({"/m2/junit-4.13.2.jar", "/m2/hamcrest-core-1.3.jar"}), ElementsAre("JUnit 4"));
  EXPECT_THAT(TestFrameworks({"/x/junit-jupiter-api-5.10.2.jar", "/x/junit-jupiter-engine-5.10.2.jar"}),
              ElementsAre("JUnit 5"));
  EXPECT_THAT(TestFrameworks({"org.testng:testng", "junit:junit"}), ElementsAre("JUnit 4", "TestNG"));
  EXPECT_THAT(TestFrameworks({"junit-3.8.2.jar", "spock-core-2.3.jar"}), ElementsAre("JUnit 3", "Spock"));
  EXPECT_THAT(TestFrameworks({"/junit-jupiter/commons-io.jar"}), IsEmpty());
}

}  // namespace
}  // namespace revmon::project
