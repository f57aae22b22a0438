#include "spec/parser.h"

#include <gtest/gtest.h>

namespace revmon::spec {
namespace {

std::string DumpOf(const std::string& text) {
  SourceText source("t.mop", text);
  Diagnostics diagnostics;
  FileAst file = Parse(source, &diagnostics);
  EXPECT_EQ(diagnostics.errors(), 0u) << Render(source, diagnostics);
  return Dump(file);
}

// All errors as "line:column message", one a line.
std::string Errors(const std::string& text) {
  SourceText source("t.mop", text);
  Diagnostics diagnostics;
  FileAst file = Parse(source, &diagnostics);
  std::string out;
  for (const Diagnostic& d : diagnostics.list()) {
    Position at = source.At(d.span.begin);
    out += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + d.message;
    if (!d.hint.empty()) out += " (" + d.hint + ")";
    out += "\n";
  }
  return out;
}

TEST(Parser, WholeFile) {
  EXPECT_EQ(DumpOf(R"(package my.specs;
import java.util.*;
import static java.lang.Math.max;
/** Use a token at most once.
 * @severity warning
 */
full-binding suffix OneUse(Token t, Map<String, int[]> m) {
  private int uses = 0;
  boolean tooMany(int n) { return n > 1; } // }
  pointcut used(Token x) : call(* Token.use(..)) && target(x);
  creation event make after() returning(Token t) : call(Token.new(..)) { }
  static event use before(Token t) : used(t) && condition(tooMany(++uses)) { uses++; }
  event lose after(Token t) throwing(Exception e) : call(* *.lose(Token)) && args(t);
  ere : make use /* once */ | epsilon
  @match { System.out.println("}"); }
  @fail { __RESET; }
  ltl: [](use => (*) make)
  @violation {}
})"),
            R"(package my.specs
import java.util.*
import static java.lang.Math.max
spec OneUse(Token t, Map<String, int[]> m)
  severity warning
  modifier full-binding
  modifier suffix
  field uses: private int uses = 0;
  method tooMany: boolean tooMany(int n) { return n > 1; }
  pointcut used(Token x)
    &&
      call(* Token.use(..))
      target(x)
  creation event make after() returning(Token t)
    call(Token.new(..))
    body {}
  static event use before(Token t)
    &&
      used(t)
      condition(tooMany(++uses))
    body { uses++; }
  event lose after(Token t) throwing(Exception e)
    &&
      call(* *.lose(Token))
      args(t)
  ere: make use | epsilon
    @match { System.out.println("}"); }
    @fail { __RESET; }
  ltl: [](use => (*) make)
    @violation {}
)");
}

TEST(Parser, SeveralSpecsInOneFile) {
  EXPECT_EQ(
      DumpOf(
          "A() { event a before() : call(* x()) {} }\nB(Object o) { event b before(Object o) : this(o) {} }"),
      "spec A()\n  event a before()\n    call(* x())\n    body {}\n"
      "spec B(Object o)\n  event b before(Object o)\n    this(o)\n    body {}\n");
}

TEST(Parser, AroundWithItsType) {
  EXPECT_EQ(DumpOf("A() { event a Map<K, V>[] around(int[] x) : call(* f(..)) && args(x) { __SKIP; } }"),
            "spec A()\n  event a Map<K, V>[] around(int[] x)\n    &&\n      call(* f(..))\n      args(x)\n   "
            " body { __SKIP; }\n");
}

TEST(Parser, ReturningWithoutParentheses) {
  EXPECT_EQ(DumpOf("A() { event a after returning(Reader r) : call(* f()) {} event b after() returning : "
                   "call(* g()) {} }"),
            "spec A()\n  event a after() returning(Reader r)\n    call(* f())\n    body {}\n"
            "  event b after() returning\n    call(* g())\n    body {}\n");
}

TEST(Parser, ParameterForms) {
  EXPECT_EQ(
      DumpOf(
          "A() { event a before(final Reader+ r, Object arr[], @Nullable String s) : args(r, arr, s) {} }"),
      "spec A()\n  event a before(Reader+ r, Object[] arr, (@Nullable String) s)\n    args(r, arr, s)\n    "
      "body {}\n");
}

TEST(Parser, RawFormulaIsJavaUpToTheEnd) {
  EXPECT_EQ(DumpOf("A() { event a before() : call(* f()) {}\nraw: if (x) { y(); } else z(); }"),
            "spec A()\n  event a before()\n    call(* f())\n    body {}\n  raw: if (x) { y(); } else z();\n");
}

TEST(Parser, PtCaretKeepsItsAtSigns) {
  EXPECT_EQ(DumpOf("A() { event a before() : call(* f()) {}\nptcaret: a -> <*s@b> @c a @violation {} }"),
            "spec A()\n  event a before()\n    call(* f())\n    body {}\n  ptcaret: a -> <*s@b> @c a\n    "
            "@violation {}\n");
}

TEST(Parser, LogicNamesAreCaseFolded) {
  EXPECT_NE(DumpOf("A() { event a before() : call(* f()) {}\nERE: a @match {} }").find("  ere: a\n"),
            std::string::npos);
}

TEST(Parser, FormulaKeepsItsPlaceWhenCommentsAreBlanked) {
  std::string text = "A() { event a before() : call(* f()) {}\n ere: a // c\n b @match {} }";
  SourceText source("t", text);
  Diagnostics diagnostics;
  FileAst file = Parse(source, &diagnostics);
  const FormulaDecl& formula = file.specs.at(0).formulas.at(0);
  EXPECT_EQ(formula.text, "a     \n b");
  EXPECT_EQ(source.Slice(formula.span), "a // c\n b");
}

TEST(Parser, InitialiserBlocksAndFieldsNamedLikeKeywords) {
  EXPECT_EQ(
      DumpOf(
          "A() { static { x(); } static int creation = 1; Event event; event a before() : call(* f()) {} }"),
      "spec A()\n  initializer: static { x(); }\n  field creation: static int creation = 1;\n"
      "  field event: Event event;\n  event a before()\n    call(* f())\n    body {}\n");
}

TEST(ParserErrors, NoSpec) {
  EXPECT_EQ(Errors(""), "1:1 the file holds no spec; expected 'Name(Type param, ...) { ... }'\n");
  EXPECT_EQ(Errors("package a; import b.c;"),
            "1:23 the file holds no spec; expected 'Name(Type param, ...) { ... }'\n");
}

TEST(ParserErrors, ForgottenSemicolonOfAnImport) {
  EXPECT_EQ(Errors("import java.util.*\nimport java.io.*;\nA() { event a before() : call(* f()) {} }"),
            "2:1 expected ';' after the import, found 'import'\n");
}

TEST(ParserErrors, UnknownModifier) {
  EXPECT_EQ(Errors("full-bindng A() { event a before() : call(* f()) {} }"),
            "1:1 unknown spec modifier 'full-bindng' (did you mean 'full-binding'?)\n");
}

TEST(ParserErrors, SpecNameWithDash) {
  EXPECT_EQ(Errors("my-spec() { event a before() : call(* f()) {} }"),
            "1:1 a spec's name must be a Java identifier, without '-'\n");
}

TEST(ParserErrors, SpecNeverClosed) {
  EXPECT_EQ(Errors("A() { event a before() : call(* f()) {}"),
            "1:5 the body of spec 'A' is never closed; expected '}'\n");
}

TEST(ParserErrors, BodyNeverClosed) {
  EXPECT_EQ(Errors("A() {\n event a before() : call(* f()) { if (x) { }\n"),
            "1:5 the body of spec 'A' is never closed; expected '}'\n"
            "2:33 the body of event 'a' is never closed; expected '}'\n");
}

TEST(ParserErrors, EachEventReportsItsOwn) {
  EXPECT_EQ(Errors(R"(A(Object o) {
  event a befor(Object o) : call(* f()) && target(o) { }
  evnt b before(Object o) : call(* f()) && target(o) { }
  event c before(Object) : call(* f()) { }
  event d before(Object o) : call(f()) && target(o) { }
  event e before(Object o) call(* f()) { }
  event f after(Object o) returnin(int i) : call(* f()) { }
  event g before(Object o) : call(* f()) target(o) { }
  event ok before(Object o) : call(* f()) && target(o) { }
  ere : ok
  @match { }
})"),
            "2:11 expected 'before', 'after' or 'Type around', found 'befor' (did you mean 'before'?)\n"
            "3:3 expected 'event', found 'evnt' (did you mean 'event'?)\n"
            "4:24 expected a variable name after the type 'Object', found ')'\n"
            "5:35 this signature has no return type (write '* f(..)' for any return type)\n"
            "6:28 expected 'returning', 'throwing' or ':', found 'call'\n"
            "7:27 expected 'returning', 'throwing' or ':', found 'returnin' (did you mean 'returning'?)\n"
            "8:42 expected '&&', '||' or '{' after the pointcut of event 'g', found 'target'\n");
}

TEST(ParserErrors, RecoveryKeepsTheGoodParts) {
  SourceText source(
      "t", "A() { event a before() : cal(* f()) {} event b before() : call(* f()) {} ere: b @match {} }");
  Diagnostics diagnostics;
  FileAst file = Parse(source, &diagnostics);
  ASSERT_EQ(file.specs.size(), 1u);
  EXPECT_TRUE(file.specs[0].broken);
  EXPECT_EQ(file.specs[0].events.size(), 2u);
  EXPECT_TRUE(file.specs[0].events[0].pointcut.empty());
  EXPECT_EQ(file.specs[0].formulas.size(), 1u);
}

TEST(ParserErrors, BrokenSpecDoesNotHideTheNext) {
  SourceText source("t", "A( { } B() { event b before() : call(* f()) {} }");
  Diagnostics diagnostics;
  FileAst file = Parse(source, &diagnostics);
  ASSERT_EQ(file.specs.size(), 1u);
  EXPECT_EQ(file.specs[0].name.text, "B");
  EXPECT_FALSE(file.specs[0].broken);
}

TEST(ParserErrors, UnknownLogicAndEmptyFormula) {
  EXPECT_EQ(
      Errors("A() { event a before() : call(* f()) {} er: a @match {} fsm: @fail {} }"),
      "1:41 unknown logic 'er' (did you mean 'ere'?)\n1:62 expected a formula after 'fsm:', found '@'\n");
}

TEST(ParserErrors, HandlerMistakes) {
  EXPECT_EQ(Errors("A() { event a before() : call(* f()) {}\n@match { } }"),
            "2:1 this handler follows no formula; expected 'ere: ...' or another logic before it\n");
  EXPECT_EQ(Errors("A() { event a before() : call(* f()) {}\nere: a\n@match x(); @fail {} }"),
            "3:8 expected '{' and the code of handler '@match', found 'x'\n");
}

TEST(ParserErrors, ReturningOnBefore) {
  EXPECT_EQ(Errors("A() { event a before() returning(int x) : call(* f()) {} }"),
            "1:24 'returning' belongs to 'after' events only\n");
}

TEST(ParserErrors, StrayText) {
  EXPECT_EQ(Errors("A() { ) event a before() : call(* f()) {} }"),
            "1:7 expected an event, a formula, or a Java field or method, found ')'\n");
}

TEST(ParserErrors, FieldWithoutSemicolonDoesNotSwallowTheEvent) {
  for (const char* field : {"int x", "int x = 3"}) {
    SourceText source("t", std::string("A() { ") + field + " event a before() : call(* f()) {} int y; }");
    Diagnostics diagnostics;
    FileAst file = Parse(source, &diagnostics);
    EXPECT_EQ(diagnostics.errors(), 1u);
    ASSERT_EQ(file.specs[0].events.size(), 1u);
    EXPECT_EQ(file.specs[0].members.size(), 1u);
  }
}

TEST(ParserLimits, HostileInputsEnd) {
  static_cast<void>(Errors(std::string(200000, '{')));
  static_cast<void>(Errors("A() {" + std::string(200000, '(')));
  std::string statics = "A() { ere: ";
  for (int i = 0; i < 50000; ++i) statics += "static @x ";
  static_cast<void>(Errors(statics + "}"));
  std::string events = "A() {";
  for (int i = 0; i < 20000; ++i) events += "event a befor ";
  EXPECT_NE(Errors(events + "}"), "");
}

TEST(Doc, IsCleanedAndTagsAreFound) {
  std::string doc = CleanDoc("/** First.\n * Second @severity no\n *\n * @severity error\n */");
  EXPECT_EQ(doc, "First.\nSecond @severity no\n\n@severity error");
  EXPECT_EQ(DocTag(doc, "severity"), "error");
  EXPECT_EQ(DocTag(doc, "author"), "");
  EXPECT_EQ(DocTag("@severityx error", "severity"), "");
  EXPECT_EQ(CleanDoc("/***/"), "");
}

}  // namespace
}  // namespace revmon::spec
