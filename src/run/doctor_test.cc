#include "run/doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::run {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

// A build program that says its version; any path that exists on the real machine will do for starting it.
DoctorOptions With(const std::string& program) { return {.folder = "/p", .build_program = program}; }

auto Says(Health health, const std::string& text) {
  return Contains(AllOf(Field(&Check::health, health), Field(&Check::text, HasSubstr(text))));
}

TEST(Doctor, AProjectIsDescribed) {
  InMemoryFileSystem files;
  files.Put("/bin/true", "");
  files.Put("/p/pom.xml", R"(<project><artifactId>shop</artifactId><dependencies><dependency>
      <groupId>junit</groupId><artifactId>junit</artifactId></dependency></dependencies></project>)");
  std::vector<Check> checks = ExamineProject(files, With("/bin/true"));
  EXPECT_THAT(checks, Says(Health::kGood, "Maven project in /p, 1 module"));
  EXPECT_THAT(checks, Says(Health::kGood, "tests with JUnit 4"));
}

TEST(Doctor, NoProjectIsAProblem) {
  InMemoryFileSystem files;
  files.Put("/p/readme", "");
  EXPECT_THAT(ExamineProject(files, With("")), Says(Health::kBad, "no project here"));
}

TEST(Doctor, ABrokenPomIsAProblemWithItsPlace) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", "<project>\n");
  EXPECT_THAT(ExamineProject(files, With("")), Says(Health::kBad, "/p/pom.xml:"));
}

TEST(Doctor, AMissingBuildProgramIsAProblem) {
  InMemoryFileSystem files;
  files.Put("/p/pom.xml", "<project><artifactId>shop</artifactId></project>");
  EXPECT_THAT(ExamineProject(files, With("/nowhere/mvn")), Says(Health::kBad, "no such program"));
}

TEST(Doctor, TestsInMavensOwnJvmAreNamed) {
  InMemoryFileSystem files;
  files.Put("/bin/true", "");
  files.Put("/p/pom.xml", R"(<project><artifactId>shop</artifactId><build><plugins><plugin>
      <artifactId>maven-surefire-plugin</artifactId><configuration><forkCount>0</forkCount></configuration>
      </plugin></plugins></build></project>)");
  EXPECT_THAT(ExamineProject(files, With("/bin/true")), Says(Health::kNote, "forkCount 0"));
}

TEST(Doctor, AJvmThatCannotLoadTheAgentIsAProblem) {
  RealFileSystem files;
  Check check = TryAgent(files, {.agent = "/nowhere/librevmon.so", .precompiled = ""}, "/nowhere", "Java 99");
  EXPECT_EQ(check.health, Health::kBad);
  EXPECT_THAT(check.text, HasSubstr("Java 99"));
  EXPECT_THAT(check.text, Not(HasSubstr("works")));
}

}  // namespace
}  // namespace revmon::run
