#include "run/java_home.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::run {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

void AddJava(InMemoryFileSystem& files, const std::string& home) {
  ASSERT_TRUE(files.CreateDirectories(home + "/bin").ok());
  ASSERT_TRUE(files.CreateDirectories(home + "/lib").ok());
  for (const char* name : {"/bin/java", "/lib/modules", "/release"}) {
    ASSERT_TRUE(files.WriteFileAtomically(home + name, AsBytes("x")).ok());
  }
}

classpath::JdkEnvironment Environment(const std::string& java_home, const std::string& path) {
  return {.java_home = java_home, .path = path, .parents = {"/usr/lib/jvm"}};
}

TEST(ChooseJava, TheNamedOneIsToldToTheBuild) {
  InMemoryFileSystem files;
  AddJava(files, "/jdk");
  AddJava(files, "/other");
  Result<JavaChoice> choice = ChooseJava(files, Environment("/other", ""), "/jdk");
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->java, "/jdk/bin/java");
  EXPECT_EQ(choice->java_home, "/jdk");
}

TEST(ChooseJava, NamedOneWithoutJava) {
  InMemoryFileSystem files;
  Result<JavaChoice> choice = ChooseJava(files, Environment("", ""), "/jdk");
  ASSERT_FALSE(choice.ok());
  EXPECT_EQ(choice.error().Text(), "/jdk: no bin/java here (--jdk takes the folder of a JDK)");
}

TEST(ChooseJava, JavaHomeWinsOverPath) {
  InMemoryFileSystem files;
  AddJava(files, "/home");
  AddJava(files, "/path");
  Result<JavaChoice> choice = ChooseJava(files, Environment("/home", "/path/bin"), "");
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->java, "/home/bin/java");
  EXPECT_EQ(choice->java_home, "");
}

TEST(ChooseJava, WrongJavaHomeIsAnErrorEvenIfThereIsAnother) {
  InMemoryFileSystem files;
  AddJava(files, "/path");
  Result<JavaChoice> choice = ChooseJava(files, Environment("/gone", "/path/bin"), "");
  ASSERT_FALSE(choice.ok());
  EXPECT_THAT(choice.error().Text(), AllOf(StartsWith("/gone: JAVA_HOME"), HasSubstr("unset it")));
}

TEST(ChooseJava, PathNeedsNoTelling) {
  InMemoryFileSystem files;
  AddJava(files, "/path");
  AddJava(files, "/usr/lib/jvm/a");
  Result<JavaChoice> choice = ChooseJava(files, Environment("", "/none:/path/bin"), "");
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->java, "/path/bin/java");
  EXPECT_EQ(choice->java_home, "");
}

TEST(ChooseJava, OneThatNobodyPointsAtIsTold) {
  InMemoryFileSystem files;
  AddJava(files, "/usr/lib/jvm/a");
  Result<JavaChoice> choice = ChooseJava(files, Environment("", "/bin"), "");
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->java_home, "/usr/lib/jvm/a");
}

TEST(ChooseJava, NoneAtAll) {
  InMemoryFileSystem files;
  Result<JavaChoice> choice = ChooseJava(files, Environment("", "/bin"), "");
  ASSERT_FALSE(choice.ok());
  EXPECT_THAT(choice.error().Text(), HasSubstr("install a JDK, or set JAVA_HOME"));
}

}  // namespace
}  // namespace revmon::run
