#include "spec/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "spec/parser.h"

namespace revmon::spec {
namespace {

using ::testing::ElementsAre;

class FakeOracle : public TypeOracle {
 public:
  bool Exists(std::string_view name) const override {
    static const std::set<std::string, std::less<>> kNames = {"java.lang.Object",     "java.lang.String",
                                                              "java.lang.Thread",     "java.util.Iterator",
                                                              "java.util.Collection", "java.lang.Exception"};
    return kNames.count(name) > 0;
  }
};

struct Checked {
  std::vector<Spec> specs;
  std::string messages;  // "error 2:5 text (hint)", one a line
};

Checked Examine(const std::string& text) {
  SourceText source("t.mop", text);
  Diagnostics diagnostics;
  FileAst file = Parse(source, &diagnostics);
  FakeOracle oracle;
  Checked out;
  out.specs = Check(file, source, &oracle, &diagnostics);
  diagnostics.Sort();
  for (const Diagnostic& d : diagnostics.list()) {
    Position at = source.At(d.span.begin);
    out.messages += std::string(ToString(d.level)) + " " + std::to_string(at.line) + ":" +
                    std::to_string(at.column) + " " + d.message +
                    (d.hint.empty() ? "" : " (" + d.hint + ")") + "\n";
  }
  return out;
}

std::string Messages(const std::string& text) { return Examine(text).messages; }

// A spec over one iterator with the given members.
std::string One(const std::string& members) { return "S(Iterator i) {\n" + members + "\n}"; }

const char kStep[] = "event step before(Iterator i) : call(* Iterator.next()) && target(i) {}\n";

TEST(Check, EventsVariablesAndSymbols) {
  Checked checked = Examine(R"(/** Doc.
 * @severity error */
Pair(Collection c, Iterator i) {
  int n = 0;
  creation event make after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { n = 1; }
  event step before(Iterator i, Thread t) : call(* Iterator.next()) && target(i) && thread(t) && condition(n > 0) {}
  event step after(Iterator i, String s) : call(* Iterator.next(String)) && target(i) && args(s) && if(s != null) {}
  event end after() : endProgram() {}
  ere: make step*
  @fail { System.out.println("bad"); __RESET; }
})");
  EXPECT_EQ(checked.messages, "");
  ASSERT_EQ(checked.specs.size(), 1u);
  EXPECT_EQ(DumpEvents(checked.specs[0]), R"(spec Pair(Collection c, Iterator i)
  severity error
  symbols make, step, end
  java needed
  0 make: after returning, creates, Java body
    c: java.util.Collection from target, parameter c
    i: java.util.Iterator from returning, parameter i
    on call(* Collection+.iterator()) && target(c)
  1 step: before
    i: java.util.Iterator from target, parameter i
    t: java.lang.Thread from thread, value
    on call(* Iterator.next()) && target(i)
    condition n > 0
  2 step: after
    i: java.util.Iterator from target, parameter i
    s: java.lang.String from args, value
    on call(* Iterator.next(String)) && target(i) && args(s)
    if s != null
  3 end: after
    at endProgram
  ere @fail
)");
  EXPECT_THAT(checked.specs[0].events[0].binds, ElementsAre(0u, 1u));
  EXPECT_THAT(checked.specs[0].events[1].binds, ElementsAre(1u));
  EXPECT_EQ(checked.specs[0].events[2].symbol, 1u);
}

TEST(Check, WithoutCreationEveryEventCreates) {
  Checked checked = Examine(
      One(std::string(kStep) + "event b after(Iterator i) : call(* Iterator.remove()) && target(i) {}"));
  ASSERT_EQ(checked.specs.size(), 1u);
  EXPECT_FALSE(checked.specs[0].explicit_creation);
  EXPECT_TRUE(checked.specs[0].events[0].creation);
  EXPECT_TRUE(checked.specs[0].events[1].creation);
}

TEST(Check, JavaNeedsAreToldApart) {
  EXPECT_FALSE(Examine(One(std::string(kStep) + "ere: step @match { System.out.println(\"x\"); }"))
                   .specs.at(0)
                   .java.any());
  EXPECT_TRUE(Examine(One(std::string(kStep) + "ere: step @match { foo(); }")).specs.at(0).java.handlers);
  EXPECT_TRUE(Examine(One(std::string("int n; ") + kStep)).specs.at(0).java.members);
  EXPECT_TRUE(Examine(One("event a before(Iterator i) : this(i) && call(* f()) && if(i != null) {}"))
                  .specs.at(0)
                  .java.guards);
  EXPECT_TRUE(Examine(One("event a before(Iterator i) : this(i) && call(* f()) && condition(true) {}"))
                  .specs.at(0)
                  .java.conditions);
  EXPECT_TRUE(
      Examine(One("event a before(Iterator i) : this(i) && call(* f()) { n++; }")).specs.at(0).java.bodies);
}

TEST(Check, ImportsForGeneratedJava) {
  Checked checked = Examine("import java.io.*; import static a.B.c;\n" + One(kStep));
  ASSERT_EQ(checked.specs.size(), 1u);
  EXPECT_EQ(checked.specs[0].imports[0], "java.io.*");
  EXPECT_EQ(checked.specs[0].imports[1], "static a.B.c");
  EXPECT_EQ(checked.specs[0].imports.back(), "org.aspectj.lang.*");
}

TEST(CheckErrors, DuplicateEvent) {
  EXPECT_EQ(
      Messages(One(std::string(kStep) + kStep)),
      "error 3:7 event 'step' is declared twice with the same parameters (first on line 2) (join the two "
      "pointcuts with '||', or give one event another name)\n");
}

TEST(CheckErrors, DuplicateNames) {
  EXPECT_EQ(
      Messages("S(Iterator i, Iterator i) { event a before(Iterator i) : call(* f()) && target(i) {} }"),
      "error 1:24 parameter 'i' is declared twice\n");
  EXPECT_EQ(Messages(One("event a before(Iterator i, Object i) : call(* f()) && target(i) {}")),
            "error 2:35 variable 'i' is declared twice in event 'a'\n");
  EXPECT_EQ(Messages(One(std::string(kStep)) + One(kStep)), "error 4:2 spec 'S' is declared twice\n");
  EXPECT_EQ(Messages(One(std::string(kStep) + "pointcut p() : this(Object); pointcut p() : this(Object);")),
            "error 3:39 pointcut 'p' is declared twice\n");
  EXPECT_EQ(Messages(One(std::string(kStep) + "ere: step @match {} @MATCH {}")),
            "error 3:22 handler '@match' is given twice\n");
}

TEST(CheckErrors, VariableNeverBound) {
  EXPECT_EQ(Messages(One("event a before(Iterator i, int n) : call(* f()) && target(i) {}")),
            "error 2:32 variable 'n' is never bound (bind it with target(n) or args(n) next to each call)\n");
}

TEST(CheckErrors, VariableBoundInSomeAlternatives) {
  EXPECT_EQ(
      Messages(One("event a before(Iterator i) : call(* f()) && target(i) || call(* g()) {}")),
      "error 2:25 variable 'i' is bound only in some alternatives of the pointcut (bind it with target(i) or "
      "args(i) next to each call)\n");
}

TEST(CheckErrors, VariableBoundTwice) {
  EXPECT_EQ(Messages(One("event a before(Iterator i) : call(* f(..)) && target(i) && args(i) {}")),
            "error 2:65 variable 'i' is bound twice in event 'a'\n");
}

TEST(CheckErrors, VariableUnderNegationOrCflow) {
  EXPECT_EQ(Messages(One("event a before(Iterator i) : call(* f()) && !target(i) {}")),
            "error 2:53 variable 'i' cannot be bound under '!'\n");
  EXPECT_NE(
      Messages(One("event a before(Iterator i) : call(* f()) && cflow(target(i)) {}")).find("inside cflow"),
      std::string::npos);
}

TEST(CheckErrors, UndeclaredVariables) {
  EXPECT_EQ(Messages("S() { event a before(Iterator iter) : call(* f()) && target(itr) {} }"),
            "error 1:61 unknown variable 'itr' in target(...) (did you mean 'iter'?)\n");
  EXPECT_EQ(Messages(One(std::string(kStep) + "event b before() : call(* f()) && target(i) {}")),
            "error 3:42 event 'b' does not declare 'i' used in target(...) (add 'Iterator i' to the event's "
            "parameters)\n");
  EXPECT_EQ(Messages(One("event a before(Iterator i) : call(* f()) && target(i) && thread(t) {}")),
            "error 2:65 unknown variable 't' in thread(...)\n");
}

TEST(CheckErrors, ParameterBoundByNoEvent) {
  EXPECT_EQ(Messages("S(Iterator i, Object o) { event a before(Iterator i) : call(* f()) && target(i) {} }"),
            "error 1:22 no event binds the spec's parameter 'o'\n");
}

TEST(CheckErrors, PrimitiveParameter) {
  EXPECT_EQ(Messages("S(int n) { event a before(int n) : call(* f(..)) && args(n) {} }").substr(0, 68),
            "error 1:3 a spec parameter is an object; 'int' has no identity\nerror");
}

TEST(CheckErrors, NoEvents) {
  EXPECT_EQ(Messages("S() { int n; }"), "error 1:1 spec 'S' declares no event\n");
}

TEST(CheckErrors, TooManyParameters) {
  std::string params;
  for (size_t i = 0; i <= kMaxParameters; ++i)
    params += (i > 0 ? ", Object p" : "Object p") + std::to_string(i);
  EXPECT_EQ(Messages("S(" + params + ") { event a before() : call(* f()) {} }"),
            "error 1:1 a spec has at most 32 parameters\n");
}

TEST(CheckErrors, RawWithHandler) {
  EXPECT_EQ(Messages(One(std::string(kStep) + "raw: x(); @match {}")),
            "error 3:12 'raw:' has no verdicts, so it takes no handler\n");
}

TEST(CheckErrors, BrokenSpecIsNotReturned) {
  Checked checked =
      Examine(One("event a befor() : call(* f()) {}") + "T() { event a before() : call(* f()) {} }");
  ASSERT_EQ(checked.specs.size(), 1u);
  EXPECT_EQ(checked.specs[0].name, "T");
}

TEST(CheckWarnings, UnknownMacro) {
  EXPECT_EQ(Messages(One(std::string(kStep) + "ere: step @match { __REST; }")),
            "warning 3:20 unknown macro '__REST' (did you mean '__RESET'?)\n");
}

TEST(CheckWarnings, MacroInMember) {
  EXPECT_EQ(Messages(One(std::string("String f() { return __LOC; }\n") + kStep)),
            "warning 2:21 macros are replaced in event bodies and handlers only, not in members\n");
}

TEST(CheckWarnings, SkipOutsideAround) {
  EXPECT_EQ(Messages(One("event a before(Iterator i) : call(* f()) && target(i) { __SKIP; }")),
            "warning 2:57 __SKIP has no effect in a 'before' event; only 'around' can skip the call\n");
  EXPECT_EQ(Messages(One(std::string(kStep) + "ere: step @match { __SKIP; }")),
            "warning 3:12 __SKIP has no effect: the spec has no 'around' event\n");
  EXPECT_EQ(Messages(One("event a void around(Iterator i) : call(* f()) && target(i) { __SKIP; }")), "");
}

TEST(CheckWarnings, ProceedInAround) {
  EXPECT_NE(Messages(One("event a void around(Iterator i) : call(* f()) && target(i) { proceed(i); }"))
                .find("must not call proceed()"),
            std::string::npos);
}

TEST(CheckWarnings, HandlerUsesParameter) {
  EXPECT_EQ(
      Messages(One(std::string(kStep) + "ere: step @match { use(i); }")),
      "warning 3:12 handlers do not see the parameter 'i' (keep what the handler needs in a field, set by an "
      "event's body)\n");
  EXPECT_EQ(Messages(One(std::string(kStep) + "Iterator i; ere: step @match { use(i); }")), "");
}

TEST(CheckWarnings, FormulaWithoutHandler) {
  EXPECT_EQ(Messages(One(std::string(kStep) + "ere: step")),
            "warning 3:1 the formula has no handler; nothing is ever reported for it\n");
}

TEST(CheckWarnings, JoinPointKinds) {
  EXPECT_NE(Messages(One("event a before(Iterator i) : target(i) {}")).find("matches every join point"),
            std::string::npos);
  EXPECT_NE(Messages(One("event a before(Iterator i) : call(* f()) && execution(* f()) && target(i) {}"))
                .find("can never happen"),
            std::string::npos);
}

TEST(CheckWarnings, Severity) {
  EXPECT_EQ(
      Messages("/** @severity eror */ " + One(kStep)),
      "warning 1:5 unknown severity 'eror'; expected error, warning or suggestion (did you mean 'error'?)\n");
}

TEST(CheckNotes, UnknownTypesAndModifiers) {
  EXPECT_EQ(Messages("enforce unsynchronized S(Gadget g) { event a before(Gadget g) : call(* Gadget.f()) && "
                     "target(g) {} }"),
            "note 1:1 'enforce' has no effect: RevMon reports and never holds a thread back\n"
            "note 1:9 'unsynchronized' has no effect: monitors are always exact under threads\n"
            "note 1:26 type 'Gadget' is not on the class path; it matches only classes of that name\n");
}

TEST(CheckNotes, ModifiersWithMeaningAreKept) {
  Checked checked = Examine("full-binding connected suffix perthread " + One(kStep));
  EXPECT_EQ(checked.messages, "");
  const Modifiers& modifiers = checked.specs.at(0).modifiers;
  EXPECT_TRUE(modifiers.full_binding && modifiers.connected && modifiers.suffix && modifiers.perthread);
}

TEST(CheckNotes, OtherTypeForAParameter) {
  EXPECT_EQ(Messages(One("event a before(Object i) : call(* f()) && target(i) {}")),
            "note 2:7 event 'a' declares 'i' as Object, the spec as Iterator\n");
}

}  // namespace
}  // namespace revmon::spec
