#include "run/javac.h"

#include <stdlib.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/path.h"
#include "classpath/jdk.h"

namespace revmon::run {
namespace {

using testing::HasSubstr;

TEST(ParseJavacErrorsTest, TakesLineColumnMessageAndDetails) {
  std::vector<JavacError> errors = ParseJavacErrors(
      "a/X.java:12: error: cannot find symbol\n"
      "\t  foo(bar);\n"
      "\t      ^\n"
      "  symbol:   variable bar\n"
      "  location: class X\n"
      "a/Y.java:3: error: ';' expected\n"
      "int y\n"
      "     ^\n"
      "2 errors\n",
      {"a/X.java", "a/Y.java"});
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].source, 0u);
  EXPECT_EQ(errors[0].line, 12u);
  EXPECT_EQ(errors[0].column, 8u);
  EXPECT_EQ(errors[0].message, "cannot find symbol\n  symbol:   variable bar");
  EXPECT_EQ(errors[1].source, 1u);
  EXPECT_EQ(errors[1].column, 6u);
  EXPECT_EQ(errors[1].message, "';' expected");
}

TEST(ParseJavacErrorsTest, WarningsAreNoErrorsAndEndOne) {
  std::vector<JavacError> errors = ParseJavacErrors(
      "X.java:1: error: bad\nint\n^\nX.java:2: warning: old\nint\n ^\n  detail of the warning\n", {"X.java"});
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message, "bad");
  EXPECT_EQ(errors[0].column, 1u);
}

TEST(ParseJavacErrorsTest, ASourceLineThatLooksLikeADetailIsNone) {
  std::vector<JavacError> errors = ParseJavacErrors("X.java:1: error: bad\n    a = b\n    ^\n", {"X.java"});
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message, "bad");
}

TEST(ParseJavacErrorsTest, OtherOutputIsIgnored) {
  EXPECT_TRUE(
      ParseJavacErrors("error: release version 8 not supported\nNote: X.java uses x\n", {"X.java"}).empty());
  EXPECT_TRUE(ParseJavacErrors("", {"X.java"}).empty());
  EXPECT_TRUE(ParseJavacErrors("X.java\nX.java:\nX.java:z: error: n\n", {"X.java"}).empty());
}

class CompileJavaTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<Javac> javac = FindJavac(files_, "");
    ASSERT_TRUE(javac.ok()) << javac.error().Text();
    javac_ = javac.value();
    std::string path = testing::TempDir() + "revmon-javac-test-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { ASSERT_TRUE(files_.RemoveTree(folder_).ok()); }

  JavacResult Compile(const std::vector<JavaSource>& sources, const JavacOptions& options = {}) {
    Result<JavacResult> result = CompileJava(files_, javac_, sources, options);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().Text());
    return result.ok() ? std::move(result).value() : JavacResult();
  }

  RealFileSystem files_;
  Javac javac_;
  std::string folder_;
};

TEST_F(CompileJavaTest, EachSourceGetsItsClassesTheOuterOneFirst) {
  JavacResult result =
      Compile({{"p/A", "package p; public class A { class In {} B b; }"},
               {"p/B", "package p; public class B { Runnable r = new Runnable() { public void run() {} }; }"},
               {"p/AB", "package p; public class AB {}"}});
  ASSERT_TRUE(result.errors.empty());
  ASSERT_EQ(result.classes.size(), 3u);
  ASSERT_EQ(result.classes[0].size(), 2u);
  EXPECT_EQ(result.classes[0][0].name, "p/A");
  EXPECT_EQ(result.classes[0][1].name, "p/A$In");
  EXPECT_EQ(result.classes[1][1].name, "p/B$1");
  EXPECT_EQ(result.classes[2].size(), 1u);
  EXPECT_EQ(result.classes[2][0].bytes[7], 52) << "a class file of Java 8";
}

TEST_F(CompileJavaTest, MistakesAreFoundInTheirSource) {
  JavacResult result = Compile({{"p/A", "package p; public class A {}"},
                                {"p/B", "package p;\npublic class B {\n  int x = \"\xC3\xA4\" + y;\n}"}});
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].source, 1u);
  EXPECT_EQ(result.errors[0].line, 3u);
  EXPECT_EQ(result.errors[0].column, 17u);
  EXPECT_THAT(result.errors[0].message, HasSubstr("cannot find symbol"));
  EXPECT_TRUE(result.classes[0].empty());
}

TEST_F(CompileJavaTest, LibraryAndClassPathAreSeen) {
  std::vector<JavaClass> library = Compile({{"q/L", "package q; public class L {}"}}).classes[0];
  JavacOptions options{.library = library};
  EXPECT_TRUE(Compile({{"p/A", "package p; class A extends q.L {}"}}, options).errors.empty());

  ASSERT_TRUE(files_.CreateDirectories(folder_ + "/with blank/q").ok());
  ASSERT_TRUE(files_.WriteFileAtomically(folder_ + "/with blank/q/L.class", Bytes(library[0].bytes)).ok());
  JavacOptions user{.class_path = {folder_ + "/with blank"}};
  EXPECT_TRUE(Compile({{"p/A", "package p; class A extends q.L {}"}}, user).errors.empty());
}

TEST_F(CompileJavaTest, TheSecondTimeNothingIsCompiled) {
  JavacOptions options{.cache_folder = folder_ + "/cache"};
  std::vector<JavaSource> sources = {{"p/A", "package p; public class A {}"},
                                     {"p/B", "package p; public class B {}"}};
  JavacResult first = Compile(sources, options);
  EXPECT_EQ(first.compiled, 2u);
  JavacResult second = Compile(sources, options);
  EXPECT_EQ(second.compiled, 0u);
  EXPECT_EQ(second.classes, first.classes);
  sources[1].text += " ";
  EXPECT_EQ(Compile(sources, options).compiled, 1u) << "only what changed";
}

TEST_F(CompileJavaTest, ADamagedEntryIsMadeAgain) {
  JavacOptions options{.cache_folder = folder_ + "/cache"};
  std::vector<JavaSource> sources = {{"p/A", "package p; public class A {}"}};
  JavacResult first = Compile(sources, options);
  std::string entry = JoinPath(options.cache_folder, files_.List(options.cache_folder).value()[0].name);
  ASSERT_TRUE(files_.WriteFileAtomically(entry, AsBytes("RVMJAVA1 rubbish")).ok());
  JavacResult again = Compile(sources, options);
  EXPECT_EQ(again.compiled, 1u);
  EXPECT_EQ(again.classes, first.classes);
}

TEST_F(CompileJavaTest, AFolderOnTheClassPathSwitchesTheCacheOff) {
  JavacOptions options{.class_path = {folder_}, .cache_folder = folder_ + "/cache"};
  std::vector<JavaSource> sources = {{"p/A", "package p; public class A {}"}};
  static_cast<void>(Compile(sources, options));
  EXPECT_EQ(Compile(sources, options).compiled, 1u);
}

TEST_F(CompileJavaTest, TheEnvironmentHasNoSay) {
  ::setenv("JAVA_TOOL_OPTIONS", "-javaagent:/nonexistent.jar", 1);
  ::setenv("JDK_JAVAC_OPTIONS", "--no-such-option", 1);
  EXPECT_TRUE(Compile({{"p/A", "package p; public class A {}"}}).errors.empty());
  ::unsetenv("JAVA_TOOL_OPTIONS");
  ::unsetenv("JDK_JAVAC_OPTIONS");
}

TEST_F(CompileJavaTest, AMissingClassPathEntryIsNamed) {
  Result<JavacResult> result =
      CompileJava(files_, javac_, {{"p/A", "package p; class A {}"}}, {.class_path = {"/nonexistent.jar"}});
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().Text(), HasSubstr("/nonexistent.jar"));
}

TEST_F(CompileJavaTest, AJavacThatFailsIsQuoted) {
  Result<JavacResult> result =
      CompileJava(files_, javac_, {{"p/A", "package p; class A {}"}}, {.release = 3});
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().Text(), HasSubstr("release version 3"));
}

TEST(FindJavacTest, AFolderWithoutAJdkIsAnError) {
  RealFileSystem files;
  EXPECT_FALSE(FindJavac(files, "/nonexistent").ok());
}

}  // namespace
}  // namespace revmon::run
