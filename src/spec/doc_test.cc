#include "spec/doc.h"

#include <gtest/gtest.h>

#include "spec/ast.h"

namespace revmon::spec {
namespace {

SpecDoc DocOf(const char* comment) { return ParseDoc(CleanDoc(comment)); }

TEST(SpecDocTest, EveryPartIsFound) {
  SpecDoc doc = DocOf(R"(/**
 * Close it. Always.
 *
 * Otherwise
 *   it leaks.
 *
 * Contract: close() says
 * so.
 *
 * @severity warning
 * @profile default, strict
 * @bad
 * <pre>
 * if (x) {
 *   open();
 * }
 * </pre>
 * @good
 * <pre>
 * close();
 * </pre>
 * @falsealarm Streams in
 *   memory.
 */)");
  EXPECT_EQ(doc.rule, "Close it.");
  EXPECT_EQ(doc.why, "Always.\n\nOtherwise it leaks.");
  EXPECT_EQ(doc.contract, "close() says so.");
  EXPECT_EQ(doc.severity, "warning");
  EXPECT_EQ(doc.profiles, (std::vector<std::string>{"default", "strict"}));
  EXPECT_EQ(doc.bad, "if (x) {\n  open();\n}");
  EXPECT_EQ(doc.good, "close();");
  EXPECT_EQ(doc.false_alarms, "Streams in memory.");
}

TEST(SpecDocTest, NoDocIsAnEmptyOne) { EXPECT_EQ(ParseDoc(""), SpecDoc{}); }

TEST(SpecDocTest, RuleOverTwoLinesIsOneSentence) {
  SpecDoc doc = DocOf("/**\n * Do this,\n * then that.\n */");
  EXPECT_EQ(doc.rule, "Do this, then that.");
  EXPECT_EQ(doc.why, "");
}

TEST(SpecDocTest, SnippetWithoutPreIsTakenAsItIs) {
  EXPECT_EQ(DocOf("/**\n * R.\n * @bad\n * a();\n *   b();\n */").bad, "a();\n  b();");
}

TEST(SpecDocTest, ListWithEmptyPartsHasNone) {
  EXPECT_EQ(DocList("@profile , a,,b ,", "profile"), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(DocList("text", "profile").empty());
}

}  // namespace
}  // namespace revmon::spec
