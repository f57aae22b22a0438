#include "spec/normalize.h"

#include <gtest/gtest.h>

#include "spec/parser.h"

namespace revmon::spec {
namespace {

struct Normal {
  std::optional<SplitPointcut> split;
  std::string errors;
};

// Normalises the pointcut of the only event in a spec with the given named pointcuts.
Normal Examine(const std::string& pointcut, const std::string& named = "") {
  SourceText source("t", "A() { " + named + " event e before() : " + pointcut + " {} }");
  Diagnostics diagnostics;
  FileAst file = Parse(source, &diagnostics);
  EXPECT_EQ(diagnostics.errors(), 0u) << Render(source, diagnostics);
  NamedPointcuts by_name;
  for (const PointcutDecl& decl : file.specs.at(0).pointcuts) by_name.emplace(decl.name.text, &decl);
  NormalizeBudget budget;
  Normal out;
  out.split = Normalize(file.specs.at(0).events.at(0).pointcut, by_name, &budget, &diagnostics);
  for (const Diagnostic& d : diagnostics.list()) out.errors += d.message + "\n";
  return out;
}

std::string Alternatives(const std::string& pointcut, const std::string& named = "") {
  Normal normal = Examine(pointcut, named);
  return normal.split ? ToString(normal.split->join_point) : "error: " + normal.errors;
}

TEST(Normalize, DistributesOrOverAnd) {
  EXPECT_EQ(Alternatives("(call(* a()) || call(* b())) && target(T)"),
            "call(* a()) && target(T) || call(* b()) && target(T)");
}

TEST(Normalize, PushesNegationToTheLeaves) {
  EXPECT_EQ(Alternatives("call(* a()) && !(target(T) && args(int))"),
            "call(* a()) && !target(T) || call(* a()) && !args(int)");
  EXPECT_EQ(Alternatives("call(* a()) && !(target(T) || args(int))"),
            "call(* a()) && !target(T) && !args(int)");
  EXPECT_EQ(Alternatives("!(!call(* a()))"), "call(* a())");
}

TEST(Normalize, TopLevelOrWithoutParentheses) {
  EXPECT_EQ(Alternatives("call(* a()) && args(int) || call(* b()) && args(long)"),
            "call(* a()) && args(int) || call(* b()) && args(long)");
}

TEST(Normalize, CflowStaysOneLeaf) {
  EXPECT_EQ(Alternatives("call(* a()) && !cflow(call(* b()) || call(* c()))"),
            "call(* a()) && !cflow((call(* b()) || call(* c())))");
}

TEST(Normalize, SplitsWhatBelongsToTheEvent) {
  Normal normal =
      Examine("call(* a()) && condition(x > 0) && if(y) && thread(t) && threadName(\"m\") && countCond(n)");
  ASSERT_TRUE(normal.split);
  EXPECT_EQ(ToString(normal.split->join_point), "call(* a())");
  ASSERT_EQ(normal.split->conditions.size(), 1u);
  EXPECT_EQ(normal.split->conditions[0].text, "x > 0");
  EXPECT_EQ(normal.split->guards.at(0).text, "y");
  EXPECT_EQ(normal.split->threads.size(), 2u);
  EXPECT_EQ(normal.split->counts.at(0).text, "n");
}

TEST(Normalize, SplitsThroughParentheses) {
  Normal normal = Examine("(call(* a()) && (target(T) && condition(x)))");
  ASSERT_TRUE(normal.split);
  EXPECT_EQ(ToString(normal.split->join_point), "call(* a()) && target(T)");
  EXPECT_EQ(normal.split->conditions.size(), 1u);
}

TEST(Normalize, TriggersLeaveTrue) {
  Normal normal = Examine("endProgram()");
  ASSERT_TRUE(normal.split);
  EXPECT_EQ(normal.split->trigger, Trigger::kEndProgram);
  EXPECT_EQ(ToString(normal.split->join_point), "true");
  EXPECT_EQ(Examine("startThread() && thread(t)").split->trigger, Trigger::kStartThread);
  EXPECT_EQ(Examine("endObject(o)").split->ended.size(), 1u);
}

TEST(Normalize, IfUnderOrStaysInTheTree) {
  EXPECT_EQ(Alternatives("call(* a()) && if(x) || call(* b())"), "call(* a()) && if(x) || call(* b())");
}

TEST(Normalize, MisplacedCondition) {
  EXPECT_EQ(
      Alternatives("call(* a()) && condition(x) || call(* b())"),
      "error: condition(...) belongs to the whole event: join it by '&&' outside of '||', '!' and cflow\n");
  EXPECT_NE(Examine("call(* a()) && !thread(t)").errors, "");
  EXPECT_NE(Examine("call(* a()) && !condition(x)").errors, "");
}

TEST(Normalize, CausesExcludeEachOther) {
  EXPECT_EQ(Alternatives("startThread() && call(* a())"),
            "error: call(...) and startThread() never happen at once\n");
  EXPECT_EQ(Alternatives("startThread() && endProgram()"),
            "error: an event has one cause; 'startThread' and 'endProgram' never happen at once\n");
}

TEST(Normalize, NamedPointcutsAreExpanded) {
  std::string named =
      "pointcut open(Object x) : call(* open()) && target(x); pointcut any(Object y) : open(y) || this(y);";
  EXPECT_EQ(Alternatives("any(o)", named), "call(* open()) && target(o) || this(o)");
  EXPECT_EQ(Alternatives("!open(o)", named), "!call(* open()) || !target(o)");
}

TEST(Normalize, NamedPointcutsRenameTheirJava) {
  Normal normal =
      Examine("small(o)",
              "pointcut small(String s) : call(* f(..)) && args(s) && if(s.length() < 3 && x.s != \"s\");");
  ASSERT_TRUE(normal.split);
  EXPECT_EQ(normal.split->guards.at(0).text, "o.length() < 3 && x.s != \"s\"");
}

TEST(Normalize, RecursivePointcut) {
  EXPECT_EQ(Alternatives("p()", "pointcut p() : call(* a()) || q(); pointcut q() : p();"),
            "error: pointcut 'p' is defined by itself\n");
}

TEST(Normalize, WrongNumberOfArguments) {
  EXPECT_EQ(Alternatives("p(a, b)", "pointcut p(Object x) : this(x);"),
            "error: pointcut 'p' takes 1 arguments, found 2\n");
}

TEST(NormalizeLimits, TooManyAlternatives) {
  std::string text = "(this(a)||this(b))";
  for (int i = 0; i < 20; ++i) text += "&&(this(a)||this(b))";
  EXPECT_NE(Examine(text).errors.find("too many alternatives"), std::string::npos);
}

TEST(NormalizeLimits, ExponentialNamedPointcuts) {
  std::string named = "pointcut p0() : this(A);";
  for (int i = 1; i < 40; ++i) {
    std::string before = "p" + std::to_string(i - 1) + "()";
    named += " pointcut p" + std::to_string(i) + "() : " + before + " && " + before + ";";
  }
  EXPECT_NE(Examine("p39()", named).errors.find("grow beyond"), std::string::npos);
}

TEST(NormalizeLimits, LongConjunctionIsFine) {
  std::string text = "this(a)";
  for (int i = 0; i < 20000; ++i) text += " && within(b)";
  Normal normal = Examine(text);
  ASSERT_TRUE(normal.split);
  EXPECT_EQ(normal.split->join_point.alternatives.at(0).size(), 20001u);
}

}  // namespace
}  // namespace revmon::spec
