#include "run/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "spec/load.h"

namespace revmon::run {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

spec::LoadedFile LoadText(std::string text) {
  spec::LoadedFile file = spec::Load("specs/S.mop", std::move(text), nullptr);
  EXPECT_EQ(file.diagnostics.errors(), 0u) << spec::Render(file.source, file.diagnostics);
  return file;
}

std::vector<SpecText> All(const spec::LoadedFile& file) {
  std::vector<SpecText> out;
  for (const spec::Spec& spec : file.specs) out.push_back({&spec, &file.source});
  return out;
}

// What javac says of a spec, as the user sees it.
std::string ErrorsOf(std::string text) {
  spec::LoadedFile file = LoadText(std::move(text));
  RealFileSystem files;
  Result<SupportClasses> result = CompileSupport(files, All(file), {});
  if (!result.ok()) return result.error().Text();
  std::string out;
  for (const std::string& error : result->errors) out += error;
  for (const auto& classes : result->classes) EXPECT_TRUE(out.empty() || classes.empty());
  return out;
}

TEST(CompileSupportTest, ClassesGoIntoThePlan) {
  spec::LoadedFile file = LoadText(R"(
    A(Object o) { int n; event e before(Object o) : call(* F.e()) && target(o) { n++; } }
    B(Object o) { event e before(Object o) : call(* F.e()) && target(o) {} ere: e @match { __RESET; } })");
  RealFileSystem files;
  Result<SupportClasses> result = CompileSupport(files, All(file), {});
  ASSERT_TRUE(result.ok()) << result.error().Text();
  ASSERT_EQ(result->classes.size(), 2u);
  EXPECT_EQ(result->compiled, 1u);

  wire::Spec with_java;
  Attach(std::move(result->classes[0]), &with_java);
  EXPECT_EQ(with_java.support_class, "revmon/spec/AMonitor");
  EXPECT_EQ(with_java.classes.size(), 1u);
  wire::Spec without;
  Attach(std::move(result->classes[1]), &without);
  EXPECT_EQ(without.support_class, "");
}

TEST(CompileSupportTest, SpecsWithoutJavaNeedNoJdk) {
  spec::LoadedFile file = LoadText(
      "B(Object o) { event e before(Object o) : call(* F.e()) && target(o) {} ere: e @match { __RESET; } }");
  InMemoryFileSystem empty;
  EXPECT_TRUE(CompileSupport(empty, All(file), {}).ok());
}

TEST(CompileSupportTest, WithoutAJdkTheSpecsThatWantOneAreNamed) {
  spec::LoadedFile file =
      LoadText("A(Object o) { int n; event e before(Object o) : call(* F.e()) && target(o) { n++; } }");
  InMemoryFileSystem empty;
  Result<SupportClasses> result = CompileSupport(empty, All(file), {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(
      result.error().Text(),
      "specs A contain Java code, and no javac was found (install a JDK (8 or later), or name one with --jdk "
      "or JAVA_HOME)");
}

TEST(CompileSupportTest, AMistakeInABodyIsShownInTheSpec) {
  EXPECT_EQ(ErrorsOf("A(Object o) {\n  event e before(Object o) : call(* F.e()) && target(o) {\n    "
                     "o.foo(__LOC);\n  }\n}"),
            "specs/S.mop:3:6: error: javac: cannot find symbol\n"
            "      o.foo(__LOC);\n"
            "       ^\n"
            "  symbol:   method foo(String)\n");
}

TEST(CompileSupportTest, AMistakeInAConditionIsShownInTheSpec) {
  EXPECT_THAT(
      ErrorsOf(
          "A(Object o) {\n  event e before(Object o) : call(* F.e()) && target(o) && condition(o + 1) {}\n}"),
      StartsWith("specs/S.mop:2:72: error: javac: bad operand types"));
}

TEST(CompileSupportTest, AMistakeInAMemberIsShownInTheSpec) {
  EXPECT_THAT(ErrorsOf("A(Object o) {\n  int x = \"text\";\n"
                       "  event e before(Object o) : call(* F.e()) && target(o) { x++; }\n}"),
              StartsWith("specs/S.mop:2:11: error: javac: incompatible types"));
}

TEST(CompileSupportTest, AnUnknownTypeIsShownWhereItIsDeclared) {
  EXPECT_THAT(
      ErrorsOf("A(Object o) {\n  event e before(Object o, Missing m) : call(* F.e(..)) && target(o) && "
               "args(m) { o.hashCode(); }\n}"),
      StartsWith("specs/S.mop:2:28: error: javac: cannot find symbol"));
}

TEST(CompileSupportTest, AMissingPackageSaysWhatToDo) {
  EXPECT_THAT(
      ErrorsOf("import com.acme.missing.*;\nA(Object o) {\n  event e before(Object o) : call(* F.e()) && "
               "target(o) { o.hashCode(); }\n}"),
      AllOf(StartsWith("specs/S.mop:1:8: error: javac: package com.acme.missing does not exist"),
            HasSubstr("--classpath")));
}

TEST(CompileSupportTest, MistakesOfSeveralSpecsComeAtOnce) {
  std::string errors = ErrorsOf(
      "A(Object o) { event e before(Object o) : call(* F.e()) && target(o) { one(); } }\n"
      "B(Object o) { event e before(Object o) : call(* F.e()) && target(o) { two(); } }\n");
  EXPECT_THAT(errors, AllOf(HasSubstr("S.mop:1:71:"), HasSubstr("S.mop:2:71:")));
}

// A class of the same package hides what ".*" imports.
TEST(CompileSupportTest, ASpecMayHaveTheNameOfAClassItUses) {
  EXPECT_EQ(
      ErrorsOf(
          "import java.util.*;\nList(List l) { List last; event e before(List l) : call(* F.e()) && "
          "target(l) { last = l; } }\n"
          "Other(List l) { List last; event e before(List l) : call(* F.e()) && target(l) { last = l; } }"),
      "");
}

TEST(CompileSupportTest, WhatHasNoMeaningStopsBeforeJavac) {
  EXPECT_THAT(
      ErrorsOf("A(Object o) { event e before(Object o) : call(* F.e()) && target(o) { f(__ACTIVITY); } }"),
      HasSubstr("S.mop:1:73: error: __ACTIVITY"));
}

}  // namespace
}  // namespace revmon::run
