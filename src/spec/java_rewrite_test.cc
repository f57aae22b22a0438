#include "spec/java_rewrite.h"

#include <gtest/gtest.h>

namespace revmon::spec {
namespace {

std::string Rewritten(std::string text, RewriteScope scope = RewriteScope::kBody) {
  Diagnostics diagnostics;
  Rewrite rewrite = RewriteJava(text, "S", scope, 0, &diagnostics);
  for (size_t i = rewrite.replacements.size(); i-- > 0;) {
    Span span = rewrite.replacements[i].span;
    text.replace(span.begin, span.end - span.begin, rewrite.replacements[i].text);
  }
  return text;
}

TEST(JavaRewriteTest, MacrosBecomeJava) {
  EXPECT_EQ(Rewritten("x = __LOC;"), "x = revmon.rt.Site.locationOf(revmon_site);");
  EXPECT_EQ(Rewritten("s = __STATICSIG;"), "s = revmon.rt.Site.signatureOf(revmon_site);");
  EXPECT_EQ(Rewritten("m = __DEFAULT_MESSAGE;"),
            "m = revmon.rt.SpecMonitor.revmonDefaultMessage(\"S\", revmon_site);");
  EXPECT_EQ(Rewritten("f(__MONITOR);"), "f(SMonitor.this);");
  EXPECT_EQ(Rewritten("__RESET; __SKIP;"), "revmon_flags.reset(); revmon_flags.skip();");
  EXPECT_EQ(Rewritten("__RESET ( );"), "revmon_flags.reset();");
}

TEST(JavaRewriteTest, NothingInsideStringsOrComments) {
  for (const char* text : {R"(a = "__LOC __RESET";)", "// __RESET", "/* __LOC */", R"(a = "\"__LOC";)",
                           "/** RVMLogging.out.println(1) */", R"x(a = "System.out.println(x)";)x",
                           R"(a = "org.aspectj.lang.Signature";)"}) {
    EXPECT_EQ(Rewritten(text), text);
  }
}

TEST(JavaRewriteTest, QuoteInACharIsNoString) {
  EXPECT_EQ(Rewritten("c = '\"'; __RESET; d = '\"';"), "c = '\"'; revmon_flags.reset(); d = '\"';");
}

TEST(JavaRewriteTest, LongerNamesAndMembersAreNoMacros) {
  for (const char* text : {"__LOCATION = 1;", "a.__LOC = 2;", "x__RESET();"})
    EXPECT_EQ(Rewritten(text), text);
}

TEST(JavaRewriteTest, PrintingLearnsSpecAndSite) {
  EXPECT_EQ(Rewritten("RVMLogging.out.println(Level.CRITICAL, x);"),
            "revmon.rt.RVMLogging.out(\"S\", revmon_site).println(Level.CRITICAL, x);");
  EXPECT_EQ(Rewritten("System . err\n.printf(x);"),
            "revmon.rt.RVMLogging.err(\"S\", revmon_site)\n.printf(x);");
  EXPECT_EQ(Rewritten("com.runtimeverification.rvmonitor.java.rt.RVMLogging.out.print(x);"),
            "revmon.rt.RVMLogging.out(\"S\", revmon_site).print(x);");
}

TEST(JavaRewriteTest, OtherUsesOfSystemStay) {
  for (const char* text :
       {"System.exit(1);", "java.io.PrintStream p = System.out;", "System.out.write(b);",
        "my.System.out.println(x);", "System", "System.", "System.out", "System.out.println"}) {
    EXPECT_EQ(Rewritten(text), text);
  }
}

TEST(JavaRewriteTest, MembersHaveNoMacrosAndPrintForTheirThread) {
  EXPECT_EQ(Rewritten("__RESET; System.out.println(x);", RewriteScope::kOther),
            "__RESET; revmon.rt.RVMLogging.out.println(x);");
}

TEST(JavaRewriteTest, TheirPackagesAreOurs) {
  EXPECT_EQ(Rewritten("org.aspectj.lang.Signature s;"), "revmon.rt.lang.Signature s;");
  EXPECT_EQ(Rewritten("org . aspectj.lang . reflect.X s;"), "revmon.rt.lang . reflect.X s;");
  for (const char* text : {"org.aspectj.language.X s;", "org.aspectj.lang", "my.org.aspectj.lang.X s;"}) {
    EXPECT_EQ(Rewritten(text), text);
  }
}

TEST(JavaRewriteTest, SaysWhatIsUsed) {
  Diagnostics diagnostics;
  EXPECT_TRUE(RewriteJava("if (a) __SKIP;", "S", RewriteScope::kBody, 0, &diagnostics).flags);
  EXPECT_FALSE(RewriteJava("x = __LOC;", "S", RewriteScope::kBody, 0, &diagnostics).flags);
}

TEST(JavaRewriteTest, AndroidIsRefusedAtItsPlace) {
  Diagnostics diagnostics;
  static_cast<void>(RewriteJava("x = __ACTIVITY;", "S", RewriteScope::kBody, 100, &diagnostics));
  ASSERT_EQ(diagnostics.errors(), 1u);
  EXPECT_EQ(diagnostics.list()[0].span, (Span{104, 114}));
}

TEST(RuntimeNameTest, MapsWholePackagesOnly) {
  EXPECT_EQ(RuntimeName("com.runtimeverification.rvmonitor.java.rt.RVMLogging.Level"),
            "revmon.rt.RVMLogging.Level");
  EXPECT_EQ(RuntimeName("org.aspectj.lang.*"), "revmon.rt.lang.*");
  EXPECT_EQ(RuntimeName("org.aspectj.language.X"), "org.aspectj.language.X");
  EXPECT_EQ(RuntimeName("java.util.*"), "java.util.*");
}

}  // namespace
}  // namespace revmon::spec
