#include "spec/value_test.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace revmon::spec {
namespace {

Variable Named(std::string type, std::string name) {
  Variable variable;
  variable.name = std::move(name);
  variable.type.name = std::move(type);
  return variable;
}

const std::vector<Variable>& Variables() {
  static const std::vector<Variable> variables = {
      Named("boolean", "b"), Named("int", "n"),     Named("long", "m"),  Named("char", "c"),
      Named("Object", "o"),  Named("String", "s"),  Named("Map", "map"), Named("double", "d"),
      Named("Integer", "i"), Named("boolean", "b2")};
  return variables;
}

// The steps as text, or "java".
std::string Read(const std::string& expression) {
  static const char* const kNames[] = {"true", "null", "same", "eq", "lt", "le", "not", "and", "or"};
  std::optional<wire::ValueTest> test = ReadValueTest(expression, Variables());
  if (!test) return "java";
  std::string text;
  for (const wire::ValueTest::Step& step : test->steps) {
    text += text.empty() ? "" : " ";
    if (step.op < wire::ValueTest::Op::kNot) text += Variables()[step.left].name + " ";
    if (step.op >= wire::ValueTest::Op::kSame && step.op < wire::ValueTest::Op::kNot) {
      text += step.right == wire::ValueTest::kConstant ? std::to_string(step.constant)
                                                       : Variables()[step.right].name;
      text += " ";
    }
    text += kNames[static_cast<size_t>(step.op)];
  }
  return text;
}

TEST(ValueTestTest, BooleanResult) {
  EXPECT_EQ(Read("b"), "b true");
  EXPECT_EQ(Read("!b"), "b true not");
  EXPECT_EQ(Read("! ! b"), "b true not not");
  EXPECT_EQ(Read("(b)"), "b true");
}

TEST(ValueTestTest, Null) {
  EXPECT_EQ(Read("o == null"), "o null");
  EXPECT_EQ(Read("null != o"), "o null not");
}

TEST(ValueTestTest, NumbersInARange) {
  EXPECT_EQ(Read("n < 0 || n > 255"), "n 0 lt n 255 le not or");
  EXPECT_EQ(Read("0 <= n && n >= -3"), "n 0 lt not n -3 lt not and");
  EXPECT_EQ(Read("n == m"), "n m eq");
  EXPECT_EQ(Read("c != 10"), "c 10 eq not");
}

TEST(ValueTestTest, AndBindsMoreTightlyThanOr) {
  EXPECT_EQ(Read("b || b2 && o == null"), "b true b2 true o null and or");
  EXPECT_EQ(Read("(b || b2) && o == null"), "b true b2 true or o null and");
}

TEST(ValueTestTest, NotBindsMoreTightlyThanAComparison) {
  EXPECT_EQ(Read("!(n < 3)"), "n 3 lt not");
  EXPECT_EQ(Read("!b == b2"), "java");
}

TEST(ValueTestTest, SameObjectOnlyWhereJavaAllowsTheQuestion) {
  EXPECT_EQ(Read("o == map"), "o map same");
  EXPECT_EQ(Read("s == map"), "java") << "javac shall refuse it";
}

TEST(ValueTestTest, WhatElseJavaCanSayStaysJava) {
  for (const char* expression : {"",
                                 "true",
                                 "count > 0",
                                 "s.isEmpty()",
                                 "n + 1 > 3",
                                 "n > 3 + 1",
                                 "b & b2",
                                 "b = b2",
                                 "b ? b2 : b",
                                 "n > Thread.MAX_PRIORITY",
                                 "d < 1",
                                 "i < 0",
                                 "i == n",
                                 "n > 10L",
                                 "n > 010",
                                 "n > 0x10",
                                 "n < 1.5",
                                 "s == \"x\"",
                                 "c == 'x'",
                                 "b == true",
                                 "n << 2 > 1",
                                 "b == b2 == b",
                                 "(b) == b2",
                                 "n",
                                 "!n",
                                 "o",
                                 "map[0] == null",
                                 "n > 99999999999",
                                 "b |",
                                 "b ||",
                                 "(b",
                                 "b)",
                                 "n <",
                                 "- b",
                                 "null == null",
                                 "3 < 4",
                                 "o < null",
                                 "f(b)"}) {
    EXPECT_EQ(Read(expression), "java") << expression;
  }
}

TEST(ValueTestTest, DeepNestingIsLeftToJava) {
  EXPECT_EQ(Read(std::string(40, '(') + "b" + std::string(40, ')')), "java");
  EXPECT_EQ(Read(std::string(100'000, '!') + "b"), "java");
}

TEST(ValueTestTest, VeryLongTestsAreLeftToJava) {
  std::string expression = "b";
  for (int i = 0; i < 40; ++i) expression += " || b";
  EXPECT_EQ(Read(expression), "java");
}

}  // namespace
}  // namespace revmon::spec
