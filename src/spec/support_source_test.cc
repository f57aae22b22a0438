#include "spec/support_source.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/load.h"

namespace revmon::spec {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Written {
  LoadedFile file;
  SupportSource source;
  Diagnostics diagnostics;
};

Written Write(std::string text) {
  Written out{.file = Load("dir/S.mop", std::move(text), nullptr)};
  EXPECT_EQ(out.file.diagnostics.errors(), 0u) << Render(out.file.source, out.file.diagnostics);
  if (!out.file.specs.empty()) {
    out.source = WriteSupportSource(out.file.specs[0], out.file.source, &out.diagnostics);
  }
  return out;
}

std::string LineOf(std::string_view text, std::string_view part) {
  size_t at = text.find(part);
  if (at == std::string_view::npos) return "not there";
  return std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), '\n'));
}

// Long lines are what the class looks like: glue shares the line of the code it serves.
TEST(SupportSourceTest, OneClassWithEverythingOnItsLine) {
  Written out = Write(R"mop(import java.util.*;

S(Iterator i) {
  int seen;

  event go before(Iterator i, int n) : call(* F.go(int)) && target(i) && args(n)
      && condition(n > seen) {
    seen += n;
  }
  ere: go
  @match { f(seen); __RESET; }
}
)mop");
  const std::string contain_begin =
      "catch (Throwable revmon_failure) { try { revmon.rt.Failures.contain(\"S\", ";
  const std::string contain_end = ", revmon_failure); } catch (StackOverflowError revmon_full) {} return ";
  EXPECT_EQ(out.source.class_name, "revmon/spec/SMonitor");
  EXPECT_EQ(
      out.source.text,
      "package revmon.spec;\n"
      "import java.util.*; import java.lang.*; import java.util.*; import java.util.concurrent.*; "
      "import java.util.concurrent.locks.*; import java.lang.ref.*; import revmon.rt.lang.*;\n"
      "@SuppressWarnings(\"all\") public final class SMonitor extends revmon.rt.SpecMonitor {\n"
      "int seen;\n\n\n"
      "private boolean revmon_condition0_0(Iterator i, int n) throws Throwable { return (n > seen); } "
      "private void revmon_body_0(final revmon.rt.Site revmon_site, Iterator i, int n) throws Throwable { \n"
      "    seen += n;\n"
      "  }\n\n"
      "private void revmon_handler_0_match(final revmon.rt.Site revmon_site, "
      "final revmon.rt.Flags revmon_flags) throws Throwable {  f(seen); revmon_flags.reset(); }\n"
      "public boolean condition0_0(Iterator i, int n) { try { return revmon_condition0_0(i, n); } " +
          contain_begin + "\"condition(...) of event go (S.mop:7)\"" + contain_end + "false; } }\n" +
          "public int body_0(final revmon.rt.Site revmon_site, Iterator i, int n) { "
          "try { revmon_body_0(revmon_site, i, n); return 0; } " +
          contain_begin + "\"the body of event go (S.mop:7)\"" + contain_end +
          "revmon.rt.SpecMonitor.FAILED; } }\n" +
          "public int handler_0_match(final revmon.rt.Site revmon_site) { "
          "final revmon.rt.Flags revmon_flags = new revmon.rt.Flags(); "
          "try { revmon_handler_0_match(revmon_site, revmon_flags); return revmon_flags.bits(); } " +
          contain_begin + "\"@match (S.mop:11)\"" + contain_end +
          "revmon_flags.bits() | revmon.rt.SpecMonitor.FAILED; } }\n" +
          "public static SMonitor revmonCreate() { try { return new SMonitor(); } " + contain_begin +
          "\"a field's initialiser\"" + contain_end + "null; } }\n" +
          "@Override public revmon.rt.SpecMonitor revmonNew() { return revmonCreate(); }\n"
          "public static java.lang.String[] revmonCodes() { "
          "return new java.lang.String[] {\"condition0_0\", \"body_0\", \"handler_0_match\"}; }\n"
          "@Override public boolean revmonAsk(int revmon_code, java.lang.Object[] revmon_v) { "
          "switch (revmon_code) { case 0: return condition0_0((Iterator) revmon_v[0], "
          "revmonInt(revmon_v[1])); "
          "default: return false; } }\n"
          "@Override public int revmonDo(int revmon_code, revmon.rt.Site revmon_site, "
          "java.lang.Object[] revmon_v) { switch (revmon_code) { "
          "case 1: return body_0(revmon_site, (Iterator) revmon_v[0], revmonInt(revmon_v[1])); "
          "case 2: return handler_0_match(revmon_site); "
          "default: return revmon.rt.SpecMonitor.FAILED; } }\n}\n");
}

TEST(SupportSourceTest, EveryLineOfCodeKeepsItsNumber) {
  Written out = Write(R"(S(Object o) {
  // a comment
  event a before(Object o) :
    call(* F.a()) && target(o) { int
      second = 5;
    }
  int field = 7;
  event b before(Object o) : call(* F.b()) && target(o) && if(o
      != null) { third(); }
  private int helper() {
    return 11;
  }
})");
  for (const char* line_and_text :
       {"5 second = 5", "7 int field", "9 != null", "9 third()", "11 return 11"}) {
    std::string text(line_and_text);
    size_t blank = text.find(' ');
    EXPECT_EQ(LineOf(out.source.text, text.substr(blank + 1)), text.substr(0, blank)) << text;
  }
}

TEST(SupportSourceTest, GuardsAreStatic) {
  Written out =
      Write("S(Object o) { event a before(Object o) : call(* F.a()) && target(o) && if(o == o) {} }");
  EXPECT_THAT(out.source.text,
              HasSubstr("private static boolean revmon_guard0_0(Object o) throws Throwable"));
  EXPECT_THAT(out.source.text, HasSubstr("public static boolean guard0_0(Object o)"));
}

TEST(SupportSourceTest, GuardsInsideAPointcutAreFoundByNode) {
  Written out = Write(
      "S(Object o) { event a before(Object o) : target(o) && (call(* F.a()) || call(* F.b()) && if(o == o)) "
      "{} }");
  EXPECT_THAT(out.source.text, HasSubstr("public static boolean test"));
}

TEST(SupportSourceTest, FixedBodiesAreNotCompiled) {
  Written out = Write(R"(S(Object o) { int x;
    event a before(Object o) : call(* F.a()) && target(o) { System.err.println("fixed"); }
    ere: a @match { System.err.println(__DEFAULT_MESSAGE); } })");
  EXPECT_THAT(out.source.text, Not(HasSubstr("body_0")));
  EXPECT_THAT(out.source.text, Not(HasSubstr("handler_")));
}

TEST(SupportSourceTest, UnboundParametersAreAskedForWhereTheyAreNamed) {
  Written out = Write(R"(S(Object a, String b) {
    event one before(Object a) : call(* F.a()) && target(a) { f(a, b); }
    event two before(Object a) : call(* F.b()) && target(a) { f(a); }
    event three before(String b) : call(* F.c()) && target(b) && condition(b.isEmpty()) { f(b); }
  })");
  EXPECT_THAT(out.source.text, HasSubstr("{ final String b = (String) revmonParameter(1);  f(a, b); }"));
  EXPECT_THAT(out.source.text, HasSubstr("{  f(a); }"));
  EXPECT_THAT(out.source.text, HasSubstr("return (b.isEmpty())"));
  EXPECT_THAT(out.source.text, HasSubstr("public long revmonUsedParameters() { return 2L; }"));
}

TEST(SupportSourceTest, AFieldHidesAParameterOfItsName) {
  Written out = Write(R"(S(Object a, String b) { String b;
    event one before(Object a) : call(* F.a()) && target(a) { f(b); }
    event two before(Object a, String b) : call(* F.b(String)) && target(a) && args(b) { f(this.b); } })");
  EXPECT_THAT(out.source.text, Not(HasSubstr("revmonParameter")));
}

TEST(SupportSourceTest, TypesThatOnlyPointcutsNeedAreNotImported) {
  Written out = Write(R"(import com.acme.Used; import com.acme.Unused; import com.acme.Param;
S(Object o) { Used field;
  event a before(Object o, Param p) : call(* Unused.a(..)) && target(o) && args(p) { f(); } })");
  EXPECT_THAT(out.source.text, HasSubstr("import com.acme.Used;"));
  EXPECT_THAT(out.source.text, HasSubstr("import com.acme.Param;"));
  EXPECT_THAT(out.source.text, Not(HasSubstr("com.acme.Unused")));
}

TEST(SupportSourceTest, ACommentAtTheEndSwallowsNothing) {
  Written out = Write(
      "S(Object o) { event a before(Object o) : call(* F.a()) && target(o) { f(); /* x */ // end\n} int x; "
      "// y\n}");
  EXPECT_THAT(out.source.text, HasSubstr("// end\n}"));
}

TEST(SupportSourceTest, ALoneCarriageReturnIsNoLine) {
  Written out = Write(
      "S(Object o) {\r\n event a before(Object o) : call(* F.a()) && target(o) { f();\rg();\r\nh(); } }");
  EXPECT_THAT(out.source.text, HasSubstr("f(); g();\r\nh();"));
  EXPECT_EQ(LineOf(out.source.text, "h();"), "3");
}

TEST(SupportSourceTest, OnlyBodiesThatCallAPrintingHelperEnter) {
  Written out = Write(R"(S(Object o) {
    int n;
    void say() { System.err.println(n); }
    event a before(Object o) : call(* F.a()) && target(o) { say(); }
    event b before(Object o) : call(* F.b()) && target(o) { n++; } })");
  EXPECT_THAT(out.source.text, HasSubstr("body_0(final revmon.rt.Site revmon_site, Object o) { try { Object "
                                         "revmon_before = revmon.rt.RVMLogging.enter(\"S\", revmon_site)"));
  EXPECT_THAT(out.source.text,
              HasSubstr("body_1(final revmon.rt.Site revmon_site, Object o) { try { revmon_body_1"));
}

TEST(SupportSourceTest, MapsCodeMacrosAndTypesToTheSpec) {
  Written out = Write(
      "S(Object o) { event a before(Object o, Foo f) : call(* F.a(..)) && target(o) && args(f) {\n"
      "  bar(__LOC, baz); } }");
  auto back = [&](std::string_view part) {
    size_t at = out.source.text.find(part);
    std::optional<Span> span = out.source.map.Find(static_cast<uint32_t>(at));
    return span ? std::string(out.file.source.text().substr(span->begin, 5)) : "nowhere";
  };
  EXPECT_EQ(back("baz);"), "baz);");
  EXPECT_EQ(back("revmon.rt.Site.locationOf"), "__LOC");
  EXPECT_EQ(back("Foo f) throws"), "Foo f");
  EXPECT_EQ(back("public final class"), "nowhere");
}

TEST(SupportSourceTest, WhatHasNoMeaningIsReported) {
  Written out =
      Write("S(Object o) { event a before(Object o) : call(* F.a()) && target(o) { f(__ACTIVITY); } }");
  ASSERT_EQ(out.diagnostics.errors(), 1u);
  EXPECT_EQ(out.file.source.Slice(out.diagnostics.list()[0].span), "__ACTIVITY");
}

}  // namespace
}  // namespace revmon::spec
