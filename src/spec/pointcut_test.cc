#include "spec/pointcut.h"

#include <gtest/gtest.h>

#include "spec/pointcut_parser.h"

namespace revmon::spec {
namespace {

// The pointcut printed back, or the first error.
std::string Printed(const std::string& text) {
  SourceText source("p", text);
  Diagnostics diagnostics;
  Pointcut pointcut = ParsePointcut(source, &diagnostics);
  if (diagnostics.errors() > 0) return "error: " + diagnostics.list()[0].message;
  return ToString(pointcut);
}

PointcutNode Leaf(const std::string& text) {
  SourceText source("p", text);
  Diagnostics diagnostics;
  Pointcut pointcut = ParsePointcut(source, &diagnostics);
  EXPECT_EQ(diagnostics.errors(), 0u) << Render(source, diagnostics);
  return pointcut.empty() ? PointcutNode{} : pointcut.root();
}

struct Case {
  const char* text;
  const char* printed;  // null: the same as the text
};

class PointcutTable : public ::testing::TestWithParam<Case> {};

TEST_P(PointcutTable, PrintsBackAndParsesAgain) {
  std::string expected = GetParam().printed == nullptr ? GetParam().text : GetParam().printed;
  EXPECT_EQ(Printed(GetParam().text), expected);
  EXPECT_EQ(Printed(expected), expected) << "printing must be stable";
}

INSTANTIATE_TEST_SUITE_P(
    Signatures, PointcutTable,
    ::testing::Values(
        Case{"call(* Iterator.next())", nullptr}, Case{"call(* Iterator+.next(..))", nullptr},
        Case{"call( * java.util.Iterator . next ( ) )", "call(* java.util.Iterator.next())"},
        Case{"call(void Map.Entry.setValue(Object))", nullptr},
        Case{"call(Reader+ Console+.reader())", nullptr}, Case{"call(* *.*(..))", nullptr},
        Case{"call(* add*(..))", nullptr}, Case{"call(* java..*.get*Name(.., int, ..))", nullptr},
        Case{"call(* java..foo())", "call(* java..*.foo())"},
        Case{"call(char[] A.b(int[][], String...))", nullptr}, Case{"call(FileReader.new(..))", nullptr},
        Case{"call(FileReader+.new(File, ..))", nullptr}, Case{"call(* T.new(..))", "call(T.new(..))"},
        Case{"call(public !static synchronized * A.b(..))", nullptr},
        Case{"call(* A.b(..) throws IOException, !E+)", nullptr},
        Case{"call(@Deprecated * A.b(..))", nullptr}, Case{"call(!@Deprecated * A.b(..))", nullptr},
        Case{"call(@(A || B) * *(..))", nullptr}, Case{"call(!static int (A || B)+.n*(..))", nullptr},
        Case{"call(* (A || B).n(..))", nullptr}, Case{"call(* (@Marked *).b(..))", nullptr},
        Case{"call(* (A || B+).c(..))", nullptr}, Case{"call(!void A.b(!int))", nullptr},
        Case{"call(List<String> A.b(Map<K, List<? extends V>>))", nullptr}, Case{"get(* C.f)", nullptr},
        Case{"set(Object[] *)", nullptr}, Case{"set(private int a.B.c*)", nullptr},
        Case{"execution(void *.main(String[]))", nullptr}, Case{"initialization(A.new(..))", nullptr},
        Case{"preinitialization(A.new(..))", nullptr}, Case{"withincode(* A.b(..))", nullptr}));

INSTANTIATE_TEST_SUITE_P(
    Leaves, PointcutTable,
    ::testing::Values(
        Case{"target(x)", nullptr}, Case{"this(a.B+)", nullptr}, Case{"args()", nullptr},
        Case{"args(x, .., *, int)", nullptr}, Case{"args(..)", nullptr},
        Case{"within(a..* && !b.C)", "within((a..* && !b.C))"}, Case{"handler(IOException+)", nullptr},
        Case{"staticinitialization(Serializable+)", nullptr}, Case{"if(a.b(\")\") && x[1] > ')')", nullptr},
        Case{"condition( this.n == 0 )", "condition(this.n == 0)"}, Case{"countCond(n > 2)", nullptr},
        Case{"thread(t)", nullptr}, Case{"threadName(\"main\")", nullptr},
        Case{"threadBlocked(\"w\")", nullptr}, Case{"threadName(n)", nullptr}, Case{"startThread()", nullptr},
        Case{"endThread()", nullptr}, Case{"endProgram()", nullptr}, Case{"endObject(o)", nullptr},
        Case{"adviceexecution()", nullptr}, Case{"@annotation(Deprecated)", nullptr},
        Case{"@within(A)", nullptr}, Case{"@args(A, ..)", nullptr}, Case{"cflow(call(* a()))", nullptr},
        Case{"cflowbelow(execution(* a()) && !within(B))", "cflowbelow((execution(* a()) && !within(B)))"}));

INSTANTIATE_TEST_SUITE_P(
    Operators, PointcutTable,
    ::testing::Values(Case{"this(a) || this(b) && this(c)", "(this(a) || (this(b) && this(c)))"},
                      Case{"(this(a) || this(b)) && this(c)", "((this(a) || this(b)) && this(c))"},
                      Case{"!this(a) && !(this(b) || this(c))", "(!this(a) && !(this(b) || this(c)))"},
                      Case{"!!this(a)", "this(a)"}, Case{"!!!this(a)", "!this(a)"},
                      Case{"this(a) && this(b) && this(c)", "(this(a) && this(b) && this(c))"},
                      Case{"((((this(a)))))", "this(a)"}));

TEST(PointcutErrors, NameWhatWasExpected) {
  EXPECT_EQ(Printed("call(Iterator.next())"), "error: this signature has no return type");
  EXPECT_EQ(Printed("call(* )"), "error: expected a method name after the return type '*', found ')'");
  EXPECT_EQ(Printed("call(* a.)"), "error: expected a name after '.', found ')'");
  EXPECT_EQ(Printed("call(* a)"), "error: expected '(' and the parameter types, found ')'");
  EXPECT_EQ(Printed("call(* a(b c))"), "error: expected ')' after the parameter types, found 'c'");
  EXPECT_EQ(Printed("call(* A+(..))"),
            "error: expected '.' and a member name after the declaring type, found '('");
  EXPECT_EQ(Printed("get(* )"), "error: expected a field name after the type '*', found ')'");
  EXPECT_EQ(Printed("target"), "error: expected '(' after the pointcut name, found the end of the file");
  EXPECT_EQ(Printed("target()"), "error: target(...) takes one name");
  EXPECT_EQ(Printed("target(a, b)"), "error: target(...) takes one name");
  EXPECT_EQ(Printed("startThread(t)"), "error: startThread(...) takes nothing");
  EXPECT_EQ(Printed("if()"), "error: expected a Java expression, found ')'");
  EXPECT_EQ(Printed("this(a) & this(b)"), "error: expected '&&', found '&'");
  EXPECT_EQ(Printed("this(a) this(b)"),
            "error: expected '&&', '||' or the end of the pointcut, found 'this'");
  EXPECT_EQ(Printed("this(a) &&"),
            "error: expected a pointcut such as call(...) or target(...), found the end of the file");
  EXPECT_EQ(Printed("(this(a)"), "error: expected ')' to close the group, found the end of the file");
  EXPECT_EQ(Printed("this(a"), "error: this '(' is never closed");
  EXPECT_EQ(Printed(""),
            "error: expected a pointcut such as call(...) or target(...), found the end of the file");
}

TEST(PointcutErrors, UnknownDesignatorSuggestsOne) {
  SourceText source("p", "traget(x)");
  Diagnostics diagnostics;
  EXPECT_TRUE(ParsePointcut(source, &diagnostics).empty());
  ASSERT_EQ(diagnostics.errors(), 1u);
  EXPECT_EQ(diagnostics.list()[0].message, "unknown pointcut 'traget'");
  EXPECT_EQ(diagnostics.list()[0].hint, "did you mean 'target'?");
}

TEST(PointcutErrors, SeveralInOnePointcut) {
  SourceText source("p", "cal(* a()) && target() && args(x y) && this(t)");
  Diagnostics diagnostics;
  EXPECT_TRUE(ParsePointcut(source, &diagnostics).empty());
  EXPECT_EQ(diagnostics.errors(), 3u);
}

TEST(PointcutLimits, DeepParentheses) {
  EXPECT_EQ(Printed(std::string(50000, '(')), "error: pointcut is nested deeper than 100");
  std::string deep = "this(a)";
  for (int i = 0; i < 200; ++i) deep = "cflow(" + deep + ")";
  EXPECT_EQ(Printed(deep), "error: pointcut is nested deeper than 100");
}

TEST(PointcutLimits, DeepTypesAndArguments) {
  std::string nots = "within(" + std::string(50000, '!') + "A)";
  EXPECT_EQ(Printed(nots), "error: pattern is nested deeper than 100");
  std::string generics = "call(";
  for (int i = 0; i < 5000; ++i) generics += "A<";
  EXPECT_EQ(Printed(generics + ")"), "error: pattern is nested deeper than 100");
}

TEST(PointcutLimits, ManyNegationsAndManyAlternativesAreFine) {
  EXPECT_EQ(Printed(std::string(100000, '!') + "this(a)"), "this(a)");
  std::string wide = "this(a)";
  for (int i = 0; i < 20000; ++i) wide += "||this(a)";
  SourceText source("p", wide);
  Diagnostics diagnostics;
  EXPECT_EQ(ParsePointcut(source, &diagnostics).root().children.size(), 20001u);
}

TEST(PointcutLimits, TooManyParts) {
  std::string wide = "this(a)";
  for (uint32_t i = 0; i < PointcutParser::kMaxNodes; ++i) wide += "||this(a)";
  EXPECT_EQ(Printed(wide), "error: the file has more than 131072 pointcut parts");
}

TEST(PointcutModel, ConstructorHasNoReturnType) {
  PointcutNode leaf = Leaf("call(a.B+.new(int, ..))");
  EXPECT_EQ(leaf.signature.kind, SignaturePattern::Kind::kConstructor);
  EXPECT_EQ(leaf.signature.declaring.name, "a.B");
  EXPECT_TRUE(leaf.signature.declaring.subtypes);
  EXPECT_EQ(leaf.signature.parameters[1].kind, TypePattern::Kind::kEllipsis);
}

TEST(PointcutModel, DeclaringTypeAndNameSplitAtTheLastDot) {
  PointcutNode leaf = Leaf("call(* java.util.Map.Entry.get*(..))");
  EXPECT_EQ(leaf.signature.declaring.name, "java.util.Map.Entry");
  EXPECT_EQ(leaf.signature.name, "get*");
  EXPECT_FALSE(Leaf("call(* close(..))").signature.has_declaring);
}

TEST(PointcutModel, JavaIsVerbatimWithItsPlace) {
  PointcutNode leaf = Leaf("if( o == null /* ) */ )");
  EXPECT_EQ(leaf.text, "o == null");
  EXPECT_EQ(leaf.text_span, (Span{4, 13}));
  EXPECT_EQ(Leaf("if(a // why )\n && b // end\n)").text, "a // why )\n && b");
}

TEST(PointcutModel, ChildrenComeBeforeTheirParents) {
  SourceText source("p", "this(a) && (this(b) || !this(c))");
  Diagnostics diagnostics;
  Pointcut pointcut = ParsePointcut(source, &diagnostics);
  for (uint32_t i = 0; i < pointcut.nodes.size(); ++i) {
    for (uint32_t child : pointcut.nodes[i].children) EXPECT_LT(child, i);
  }
  EXPECT_EQ(Dump(pointcut, 0), "&&\n  this(a)\n  ||\n    this(b)\n    !\n      this(c)\n");
}

TEST(Designators, EveryNameIsFoundAgain) {
  for (const std::string& name : DesignatorNames()) {
    Designator designator = Designator::kTrue;
    ASSERT_TRUE(FindDesignator(name, &designator));
    EXPECT_EQ(ToString(designator), name);
  }
  Designator designator = Designator::kTrue;
  EXPECT_FALSE(FindDesignator("&&", &designator));
}

}  // namespace
}  // namespace revmon::spec
