#include <stdlib.h>

#include <cstdio>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/command.h"
#include "wire/plan_io.h"

namespace revmon::cli {
namespace {

using testing::HasSubstr;

class SpecsCompile : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = testing::TempDir() + "revmon-compile-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { ASSERT_TRUE(files_.RemoveTree(folder_).ok()); }

  void Put(const std::string& name, const std::string& text) {
    ASSERT_TRUE(files_.WriteFileAtomically(folder_ + "/" + name, AsBytes(text)).ok());
  }

  // What it says on both streams; the plan is `plan` in the folder.
  int Compile(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"specs",           "compile",      folder_,           "-o",
                                          folder_ + "/plan", "--java-cache", folder_ + "/cache"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    char* text = nullptr;
    size_t size = 0;
    std::FILE* stream = ::open_memstream(&text, &size);
    int code = Main(arguments, {.files = files_, .out = stream, .err = stream});
    std::fclose(stream);
    said_.assign(text, size);
    std::free(text);
    return code;
  }

  wire::Plan Plan() {
    Result<std::vector<uint8_t>> bytes = files_.ReadFile(folder_ + "/plan");
    if (!bytes.ok()) return {};
    Result<wire::Plan> plan = wire::ReadPlan(Bytes(bytes.value()));
    EXPECT_TRUE(plan.ok());
    return plan.ok() ? plan.value() : wire::Plan();
  }

  RealFileSystem files_;
  std::string folder_;
  std::string said_;
};

constexpr const char* kJava =
    "A(Object o) {\n  int n;\n  event e before(Object o) : call(* F.e()) && target(o) && condition(n > 0) { "
    "n++; }\n"
    "  ere: e @match { System.err.println(n); }\n}\n";
constexpr const char* kNoJava =
    "B(Object o) { event e before(Object o) : call(* F.e()) && target(o) {} ere: e @match { __RESET; } }\n";

TEST_F(SpecsCompile, WritesAPlanWithTheClassesOfSpecsThatNeedSome) {
  Put("A.mop", kJava);
  Put("B.mop", kNoJava);
  ASSERT_EQ(Compile(), kExitOk) << said_;
  EXPECT_THAT(said_, HasSubstr("2 specs, 2 events, 1 with Java"));
  wire::Plan plan = Plan();
  ASSERT_EQ(plan.specs.size(), 2u);
  EXPECT_EQ(plan.specs[0].support_class, "revmon/spec/AMonitor");
  ASSERT_EQ(plan.specs[0].classes.size(), 1u);
  EXPECT_EQ(plan.specs[0].events[0].conditions, std::vector<std::string>{"condition0_0"});
  EXPECT_EQ(plan.specs[0].properties[0].handlers[0].code.method, "handler_0_match");
  EXPECT_EQ(plan.specs[1].support_class, "");
}

TEST_F(SpecsCompile, TheSameSpecsGiveTheSameBytes) {
  Put("A.mop", kJava);
  ASSERT_EQ(Compile(), kExitOk) << said_;
  std::vector<uint8_t> first = files_.ReadFile(folder_ + "/plan").value();
  ASSERT_EQ(Compile({"--no-java-cache"}), kExitOk) << said_;
  EXPECT_EQ(files_.ReadFile(folder_ + "/plan").value(), first);
}

TEST_F(SpecsCompile, SemanticsIsPartOfThePlan) {
  Put("B.mop", kNoJava);
  ASSERT_EQ(Compile({"--semantics", "javamop"}), kExitOk) << said_;
  EXPECT_EQ(Plan().semantics, wire::Semantics::kJavaMop);
}

TEST_F(SpecsCompile, AMistakeInASpecLeavesNoPlan) {
  Put("A.mop", "A(Object o) { event e before(Object o) : cal(* F.e()) && target(o) {} }");
  EXPECT_EQ(Compile(), kExitDifferent);
  EXPECT_THAT(said_, HasSubstr("A.mop:1:"));
  EXPECT_FALSE(files_.Exists(folder_ + "/plan"));
}

TEST_F(SpecsCompile, AMistakeInItsJavaLeavesNoPlan) {
  Put("A.mop", "A(Object o) { event e before(Object o) : call(* F.e()) && target(o) { o.foo(); } }");
  EXPECT_EQ(Compile(), kExitDifferent);
  EXPECT_THAT(said_, HasSubstr("A.mop:1:72: error: javac: cannot find symbol"));
  EXPECT_FALSE(files_.Exists(folder_ + "/plan"));
}

TEST_F(SpecsCompile, AnUnknownJdkIsAnError) {
  Put("A.mop", kJava);
  EXPECT_EQ(Compile({"--jdk", "/nonexistent"}), kExitError);
  EXPECT_THAT(said_, HasSubstr("specs A contain Java code"));
}

}  // namespace
}  // namespace revmon::cli
