#include "select/ignorable.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "support/javac.h"

namespace revmon::select {
namespace {

using testing::SourceTree;

// One class each: what it is before and after ("" = not there), and the rule by which the change cannot
// matter,
// "" if it can. All of them are one program, so that javac runs twice only.
struct Case {
  const char* name;
  const char* before;
  const char* after;
  const char* rule;
};

constexpr Case kCases[] = {
    {"F1", "", "class F1 { void f() { } }", "F1"},
    {"F1Named", "", "class F1Named { void f() { } }", ""},  // a string in Use has its name
    {"F1Runs", "", "class F1Runs { public void testIt() { } }", ""},
    {"F1Typed", "", "class F1Typed implements Runnable { public void run() { } }", ""},
    {"F2", "class F2 { void used() { } }", "class F2 { void used() { } void more() { } }", "F2"},
    {"F2Removed", "class F2Removed { void used() { } static void less() { } }",
     "class F2Removed { void used() { } }", "F2"},
    {"F2Override", "class F2Override { void used() { } }",
     "class F2Override { void used() { } public String toString() { return \"\"; } }", ""},
    {"F2Test", "public class F2Test { }", "public class F2Test { public void testNew() { } }", ""},
    {"F3", "class F3 { void used() { } void other() { } }", "class F3 { void other() { } void used() { } }",
     "F3"},
    {"F3Seen", "class F3Seen { void used() { } void other() { } }",
     "class F3Seen { void other() { } void used() { } }", ""},  // Use has its class constant
    {"F4", "class F4 { void used() { } }", "class F4 { int more; void used() { } }", "F4"},
    {"F4Block", "class F4Block { void used() { } }",
     "class F4Block { static { Use.count(); } void used() { } }", ""},
    {"F5", "class F5 { void used() { } Object f() { return new Object() { }; } }",
     "class F5 { void used() { } Object f() { Runnable r = () -> { }; return r; } }", ""},
    {"F5Used", "class F5Used { Object used() { return new Object() { }; } }",
     "class F5Used { Object used() { Runnable r = () -> { }; return r; } }", ""},
    {"F6", "class F6 { void f() { } }", "", "F6"},
    {"F6Renamed", "class F6Renamed { void used() { } void old() { } }",
     "class F6Renamed { void used() { } void fresh() { } }", "F2"},
    {"F7", "class F7 { void used() { } static final long V = 1000; }",
     "class F7 { void used() { } static final long V = 2000; }", "F7"},
    {"F7Read", "class F7Read { void used() { } static long v = 1000; }",
     "class F7Read { void used() { } static long v = 2000; }", ""},  // its initialiser is what changes
    {"F8", "class F8 { void used() { } }", "class F8 { void used() throws RuntimeException { } }", "F8"},
    {"F8Body", "class F8Body { void used() { } }",
     "class F8Body { void used() throws RuntimeException { throw new RuntimeException(); } }", ""},
    {"F9", "class F9 { void used() { } }", "class F9 { public void used() { } }", "F9"},
    {"F9Final", "class F9Final { void used() { } }", "class F9Final { final void used() { } }", "F9"},
    {"F9Sync", "class F9Sync { void used() { } }", "class F9Sync { synchronized void used() { } }", ""},
    {"F9Overridden", "class F9Overridden { private void m() { } void used() { m(); } }",
     "class F9Overridden { void m() { } void used() { m(); } }", ""},  // F9Sub.m() overrides it now
    {"F9Field", "class F9Field { private int f; void used() { f = 1; } }",
     "class F9Field { public int f; void used() { f = 1; } }", "F9"},
    {"F9Volatile", "class F9Volatile { int f; void used() { f = 1; } }",
     "class F9Volatile { volatile int f; void used() { f = 1; } }", ""},
    {"F10", "class F10 { F10() { } F10(int i) { } void used() { } }",
     "class F10 { F10() { } F10(int i) { Use.count(); } void used() { } }", "F10"},
    {"F10Used", "class F10Used { F10Used() { } void used() { } }",
     "class F10Used { F10Used() { Use.count(); } void used() { } }", ""},
    {"F11", "class F11 { void used() { } }", "class F11 extends Use { void used() { } }", ""},
    {"F12", "class F12 { void used() { } }", "class F12 { @Hidden void used() { } }", "F12"},
    {"F12Run", "class F12Run { void used() { } }", "class F12Run { @Run void used() { } }", ""},
    {"Body", "class Body { void used() { } }", "class Body { void used() { Use.count(); } }", ""},
};

class IgnorableTest : public ::testing::Test {
 protected:
  static graph::Program Read(bool after) {
    SourceTree tree = {
        {"p/Run.java",
         "package p; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) @interface Run { }"},
        {"p/Hidden.java", "package p; @interface Hidden { }"},
        {"p/F9Sub.java", "package p; class F9Sub extends F9Overridden { void m() { Use.count(); } }"}};
    std::string use =
        "package p; class Use { static int n; static void count() { n++; } Object named = \"p.F1Named\";\n"
        " Object seen() { return F3Seen.class; } void use() {\n";
    for (const Case& one : kCases) {
      std::string source = after ? one.after : one.before;
      if (!source.empty()) tree["p/" + std::string(one.name) + ".java"] = "package p; " + source;
      bool used = std::string(one.before).find("used()") != std::string::npos;
      if (used) use += "  new " + std::string(one.name) + "().used();\n";
    }
    tree["p/Use.java"] = use + " } }";
    Result<testing::ClassTree> classes = testing::CompileJava(tree);
    EXPECT_TRUE(classes.ok()) << (classes.ok() ? "" : classes.error().Text());
    InMemoryFileSystem files;
    for (const auto& [name, bytes] : *classes) files.Put("/classes/" + name + ".class", bytes);
    return graph::Program::Read(files, {{"/classes", false}}, 17, nullptr, graph::Detail::kMethods);
  }
};

TEST_F(IgnorableTest, EveryRuleAndItsNearMisses) {
  graph::Program before = Read(false);
  graph::Program after = Read(true);
  wire::Plan plan;
  SelectionInput input;
  input.before = &before;
  input.after = &after;
  input.plan = &plan;
  graph::ProgramDiff diff = graph::Compare(before, after);
  std::vector<std::string> rules = FindIgnorable(input, diff);
  std::map<std::string, std::string> found;
  for (size_t i = 0; i < rules.size(); ++i) found[std::string(diff.changes[i].name).substr(2)] = rules[i];
  for (const Case& one : kCases) {
    ASSERT_TRUE(found.contains(one.name)) << one.name;
    std::string rule = found[one.name];
    if (*one.rule == '\0') {
      EXPECT_EQ(rule, "") << one.name;
    } else {
      EXPECT_THAT(rule, ::testing::HasSubstr(one.rule)) << one.name;
    }
  }
}

TEST_F(IgnorableTest, WhatSpecsAskForMatters) {
  graph::Program before = Read(false);
  graph::Program after = Read(true);
  // One event about modifiers, throws clauses and annotations.
  wire::Test test;
  test.signature.modifiers = {{.negated = false, .flag = 1}};
  test.signature.throws.resize(1);
  test.signature.annotations.resize(1);
  wire::Plan plan;
  plan.specs.resize(1);
  plan.specs[0].events.resize(1);
  plan.specs[0].events[0].alternatives = {{test}};
  SelectionInput input;
  input.before = &before;
  input.after = &after;
  input.plan = &plan;
  graph::ProgramDiff diff = graph::Compare(before, after);
  std::vector<std::string> rules = FindIgnorable(input, diff);
  for (size_t i = 0; i < rules.size(); ++i) {
    std::string_view name = diff.changes[i].name.substr(2);
    if (name == "F8" || name == "F9" || name == "F12") {
      EXPECT_EQ(rules[i], "") << name;
    }
  }
}

}  // namespace
}  // namespace revmon::select
