#include "spec/java_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::spec {
namespace {

using ::testing::ElementsAre;

JavaCode Body(const std::string& text) {
  SourceText source("t", text);
  Diagnostics diagnostics;
  TokenList tokens = Lex(source, &diagnostics);
  auto last = static_cast<uint32_t>(tokens.tokens.size() - 1);
  return ReadJava(tokens, 0, last, {0, static_cast<uint32_t>(text.size())});
}

JavaMember Member(const std::string& text) {
  SourceText source("t", text);
  Diagnostics diagnostics;
  TokenList tokens = Lex(source, &diagnostics);
  JavaMember member;
  auto last = static_cast<uint32_t>(tokens.tokens.size() - 1);
  EXPECT_EQ(ReadMember(tokens, 0, last, &member), last) << text;
  return member;
}

TEST(JavaBody, EmptyIsFixed) {
  EXPECT_TRUE(Body("").fixed);
  EXPECT_TRUE(Body(" // nothing\n ;").fixed);
  EXPECT_TRUE(Body("").actions.empty());
}

TEST(JavaBody, FixedMessages) {
  JavaCode body = Body(
      "RVMLogging.out.println(Level.WARNING, __DEFAULT_MESSAGE);\n"
      "System.err.println(\"at \" + __LOC + \"!\"); __RESET;");
  ASSERT_TRUE(body.fixed);
  ASSERT_EQ(body.actions.size(), 3u);
  EXPECT_EQ(body.actions[0].level, "WARNING");
  EXPECT_FALSE(body.actions[0].to_stderr);
  EXPECT_EQ(body.actions[0].pieces[0].kind, Action::Piece::Kind::kDefaultMessage);
  EXPECT_TRUE(body.actions[1].to_stderr);
  ASSERT_EQ(body.actions[1].pieces.size(), 3u);
  EXPECT_EQ(body.actions[1].pieces[0].text, "at ");
  EXPECT_EQ(body.actions[1].pieces[1].kind, Action::Piece::Kind::kLoc);
  EXPECT_EQ(body.actions[2].kind, Action::Kind::kReset);
}

TEST(JavaBody, SkipAndResetCallAreFixed) {
  JavaCode body = Body("__SKIP; __RESET();");
  ASSERT_TRUE(body.fixed);
  EXPECT_EQ(body.actions[0].kind, Action::Kind::kSkip);
  EXPECT_EQ(body.actions[1].kind, Action::Kind::kReset);
}

TEST(JavaBody, AnythingElseIsJava) {
  for (const char* text : {"this.n++;", "System.out.println(n);", "System.out.println(\"a\" + n);",
                           "if (x) { __RESET; }", "System.out.println(\"a\")", "log.println(\"a\");",
                           "System.out.print(\"a\");", "RVMLogging.out.println(\"a\");", "return;",
                           "System.out.println(\"a\".length());", "System.out.println(\"a\" + );"}) {
    JavaCode body = Body(text);
    EXPECT_FALSE(body.fixed) << text;
    EXPECT_TRUE(body.actions.empty()) << text;
  }
}

TEST(JavaBody, MacrosOutsideStringsAndCommentsOnly) {
  JavaCode body = Body("x(\"__RESET\"); // __SKIP\n y(__LOC, __MONITOR); __OOPS; __lower();");
  ASSERT_EQ(body.macros.size(), 3u);
  EXPECT_EQ(body.macros[0].macro, Macro::kLoc);
  EXPECT_EQ(body.macros[1].macro, Macro::kMonitor);
  EXPECT_EQ(body.macros[2].macro, Macro::kUnknown);
  EXPECT_EQ(body.macros[0].span, (Span{27, 32}));
}

TEST(JavaBody, NamesAreThoseNotBehindADot) {
  EXPECT_THAT(Body("this.count = a.size() + b;").names, ElementsAre("a", "b", "count", "this"));
}

TEST(JavaExpression, IsNeverFixedAndKeepsPlaces) {
  JavaCode code = ReadExpression("x == __LOC", {100, 110});
  EXPECT_FALSE(code.fixed);
  EXPECT_EQ(code.macros[0].span, (Span{105, 110}));
  EXPECT_THAT(code.names, ElementsAre("x"));
}

TEST(JavaMembers, Fields) {
  JavaMember member = Member("private static final Map<String, List<int[]>> map = new HashMap<>();");
  EXPECT_EQ(member.kind, JavaMember::Kind::kField);
  EXPECT_THAT(member.names, ElementsAre("map"));
  EXPECT_EQ(member.type, "private static final Map<String, List<int[]>>");
}

TEST(JavaMembers, SeveralDeclarators) {
  EXPECT_THAT(Member("int a = f(1, 2), b, c = 3;").names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(Member("int a, b;").names, ElementsAre("a", "b"));
}

TEST(JavaMembers, ArrayInitialiserAndAnonymousClassAreValues) {
  EXPECT_THAT(Member("int[] a = {1, 2, 3};").names, ElementsAre("a"));
  JavaMember member = Member("Runnable r = new Runnable() { public void run() { x(); } };");
  EXPECT_EQ(member.kind, JavaMember::Kind::kField);
  EXPECT_THAT(member.names, ElementsAre("r"));
}

TEST(JavaMembers, Methods) {
  JavaMember member =
      Member("@Deprecated(since = \"1\") private <T> boolean ok(List<T> l) throws X { return l == null; }");
  EXPECT_EQ(member.kind, JavaMember::Kind::kMethod);
  EXPECT_THAT(member.names, ElementsAre("ok"));
}

TEST(JavaMembers, InitialisersAndTypes) {
  EXPECT_EQ(Member("static { x = 1; }").kind, JavaMember::Kind::kInitializer);
  JavaMember member = Member("static class Node<T> extends Base { int n; }");
  EXPECT_EQ(member.kind, JavaMember::Kind::kType);
  EXPECT_THAT(member.names, ElementsAre("Node"));
}

TEST(JavaMembers, NativeMethodEndsAtItsSemicolon) {
  EXPECT_EQ(Member("native int f(int x);").kind, JavaMember::Kind::kMethod);
}

TEST(JavaMembers, ThatNeverEnd) {
  for (const char* text : {"int a", "int f(", "int f() {", "int a = {1", "}"}) {
    SourceText source("t", text);
    Diagnostics diagnostics;
    TokenList tokens = Lex(source, &diagnostics);
    JavaMember member;
    EXPECT_EQ(ReadMember(tokens, 0, static_cast<uint32_t>(tokens.tokens.size() - 1), &member), 0u) << text;
  }
}

TEST(Macros, NamesAreKnown) {
  EXPECT_EQ(ToString(Macro::kDefaultMessage), "__DEFAULT_MESSAGE");
  EXPECT_EQ(MacroNames().size(), 7u);
}

}  // namespace
}  // namespace revmon::spec
