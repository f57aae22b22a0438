#include "graph/method_graph.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "graph/impact.h"
#include "graph/memory_cache.h"
#include "graph/method_diff.h"
#include "support/javac.h"

namespace revmon::graph {
namespace {

using testing::SourceTree;
using Names = std::set<std::string>;

Program ProgramOf(const SourceTree& tree, FactsCache* cache = nullptr) {
  InMemoryFileSystem files;
  SourceTree sources;
  for (const auto& [name, text] : tree) {
    if (name.ends_with(".java")) {
      sources[name] = text;
    } else {
      files.Put("/classes/" + name, text);
    }
  }
  Result<testing::ClassTree> classes = testing::CompileJava(sources);
  EXPECT_TRUE(classes.ok()) << (classes.ok() ? "" : classes.error().Text());
  for (const auto& [name, bytes] : *classes) files.Put("/classes/" + name + ".class", bytes);
  return Program::Read(files, {{"/classes", false}}, 17, cache, Detail::kMethods);
}

// One program with every way in which one method comes to run another; each test asks for some of them.
const SourceTree& Sample() {
  static const SourceTree tree = {
      {"org/junit/Test.java",
       "package org.junit; import java.lang.annotation.*;"
       "@Retention(RetentionPolicy.RUNTIME) public @interface Test { }"},
      {"org/junit/Before.java",
       "package org.junit; import java.lang.annotation.*;"
       "@Retention(RetentionPolicy.RUNTIME) public @interface Before { }"},
      {"p/Shape.java",
       "package p; interface Shape { int area(); default int twice() { return 2 * area(); } }"},
      {"p/Square.java",
       "package p; class Square implements Shape { public int area() { return Util.one(); } }"},
      {"p/Ghost.java", "package p; class Ghost implements Shape { public int area() { return 7; } }"},
      {"p/Base.java", "package p; class Base { int size() { return 1; } static int s = Util.one(); }"},
      {"p/Sub.java", "package p; class Sub extends Base { }"},
      {"p/SubSub.java", "package p; class SubSub extends Sub { int size() { return super.size() + 1; } }"},
      {"p/Util.java", "package p; class Util { static int one() { return 1; } int f; Util() { f = 3; } }"},
      {"p/Value.java",
       "package p; public class Value implements Comparable<Value> { int v;"
       " public int compareTo(Value o) { return v - o.v; } public String toString() { return \"v\"; }"
       " void own() { } }"},
      {"p/Task.java", "package p; interface Task { void go(); }"},
      {"p/Plugin.java", "package p; public class Plugin { public void hello() { } }"},
      {"p/Use.java",
       "package p; class Use {"
       " int viaInterface(Shape s) { return s.area() + new Square().twice(); }"
       " int viaSuper(Sub s) { return s.size() + new SubSub().hashCode(); }"
       " int viaStatic() { return Sub.s; }"
       " Object viaNew() { return new Value(); }"
       " int viaField(Util u) { return u.f; }"
       " Runnable viaLambda() { return () -> Util.one(); }"
       " java.util.function.IntSupplier viaReference() { return Util::one; }"
       " void viaTask(Task t) { t.go(); }"
       " void makeTask() { viaTask(() -> Util.one()); }"
       " String viaConcat(Value v) { return \"x\" + v; }"
       " Object viaName() throws Exception { return Class.forName(\"p.Plugin\"); }"
       " Object viaLiteral() { return Plugin.class; }"
       " Object viaLiteralName() { return Plugin.class.getName(); }"
       " Object viaResource() { return getClass().getResource(\"/data.xml\"); } }"},
      {"data.xml", "<bean class='p.Plugin'/>"},
      {"p/UseTest.java",
       "package p; public class UseTest { @org.junit.Before public void prepare() { Util.one(); }"
       " @org.junit.Test public void first() { } @org.junit.Test public void second() { } }"},
  };
  return tree;
}

class MethodGraphTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    program_ = new Program(ProgramOf(Sample()));
    const Program* programs[] = {program_};
    graph_ = new MethodGraph(MethodGraph::Link(programs, {}, nullptr));
  }
  static void TearDownTestSuite() {
    delete graph_;
    delete program_;
  }
  static NodeId Node(const std::string& name) {
    std::optional<NodeId> node = graph_->Find(name);
    EXPECT_TRUE(node.has_value()) << name;
    return node.value_or(0);
  }
  static bool Leads(const std::string& from, const std::string& to) {
    std::vector<bool> start(graph_->graph.node_count(), false);
    start[Node(from)] = true;
    return ReachedFrom(graph_->graph, start)[Node(to)];
  }
  static bool HasEdge(const std::string& from, const std::string& to, EdgeKind kind) {
    for (const Edge& edge : graph_->graph.Dependees(Node(from))) {
      if (edge.node == Node(to)) return edge.kind == kind;
    }
    return false;
  }

  static inline Program* program_ = nullptr;
  static inline MethodGraph* graph_ = nullptr;
};

TEST_F(MethodGraphTest, CallsThroughAnInterfaceRunWhatIsInstantiated) {
  EXPECT_TRUE(Leads("p/Use.viaInterface(Lp/Shape;)I", "p/Square.area()I"));
  EXPECT_TRUE(Leads("p/Use.viaInterface(Lp/Shape;)I", "p/Shape.twice()I"));
  EXPECT_FALSE(Leads("p/Use.viaInterface(Lp/Shape;)I", "p/Ghost.area()I"));  // nobody makes one
}

TEST_F(MethodGraphTest, InheritedAndDeeplyOverriddenMethodsAreFound) {
  EXPECT_TRUE(HasEdge("p/Use.viaSuper(Lp/Sub;)I", "p/Sub.size()I+", EdgeKind::kCalls));
  EXPECT_TRUE(HasEdge("p/Sub.size()I+", "p/Base.size()I", EdgeKind::kDispatches));
  EXPECT_TRUE(HasEdge("p/Sub.size()I+", "p/SubSub.size()I", EdgeKind::kDispatches));
  EXPECT_TRUE(HasEdge("p/SubSub.size()I", "p/Base.size()I", EdgeKind::kCalls));
}

TEST_F(MethodGraphTest, StaticMembersAndConstructorsBringInitialisers) {
  EXPECT_TRUE(HasEdge("p/Use.viaStatic()I", "p/Base.s:I", EdgeKind::kReads));
  EXPECT_TRUE(HasEdge("p/Base.s:I", "p/Base.<clinit>()V", EdgeKind::kInitializes));
  EXPECT_TRUE(Leads("p/Use.viaStatic()I", "p/Util.one()I"));
  EXPECT_TRUE(Leads("p/SubSub.<init>()V", "p/Base.<clinit>()V"));
}

TEST_F(MethodGraphTest, WhatTheJdkMayCallBackComesWithTheObject) {
  EXPECT_TRUE(HasEdge("p/Value.<init>()V", "p/Value.toString()Ljava/lang/String;", EdgeKind::kCallsBack));
  EXPECT_TRUE(Leads("p/Use.viaNew()Ljava/lang/Object;", "p/Value.compareTo(Lp/Value;)I"));
}

TEST_F(MethodGraphTest, FieldsLeadToTheConstructorsThatSetThem) {
  EXPECT_TRUE(HasEdge("p/Use.viaField(Lp/Util;)I", "p/Util.f:I", EdgeKind::kReads));
  EXPECT_TRUE(HasEdge("p/Util.f:I", "p/Util.<init>()V", EdgeKind::kInitializes));
}

TEST_F(MethodGraphTest, LambdasReferencesAndConcatenationsAreCalls) {
  EXPECT_TRUE(Leads("p/Use.viaLambda()Ljava/lang/Runnable;", "p/Util.one()I"));
  EXPECT_TRUE(
      HasEdge("p/Use.viaReference()Ljava/util/function/IntSupplier;", "p/Util.one()I", EdgeKind::kDynamic));
  EXPECT_TRUE(Leads("p/Use.viaTask(Lp/Task;)V", "p/Util.one()I"));  // the task may be the lambda
  // Compilers differ in how they concatenate; the text of an object comes with the object in any case.
  EXPECT_TRUE(Leads("p/Use.viaNew()Ljava/lang/Object;", "p/Value.toString()Ljava/lang/String;"));
}

TEST_F(MethodGraphTest, NamesAndClassConstantsLeadToAllOfAClass) {
  EXPECT_TRUE(Leads("p/Use.viaName()Ljava/lang/Object;", "p/Plugin.hello()V"));
  EXPECT_TRUE(Leads("p/Use.viaLiteral()Ljava/lang/Object;", "p/Plugin.hello()V"));
  EXPECT_FALSE(Leads("p/Use.viaLiteralName()Ljava/lang/Object;", "p/Plugin.hello()V"));
  EXPECT_TRUE(Leads("p/Use.viaResource()Ljava/lang/Object;", "p/Plugin.hello()V"));
}

TEST_F(MethodGraphTest, TestsRunWithWhatIsRunAroundThemAndNotWithEachOther) {
  EXPECT_TRUE(Leads("p/UseTest.first()V", "p/UseTest.prepare()V"));
  EXPECT_TRUE(Leads("p/UseTest.first()V", "p/UseTest.<init>()V"));
  EXPECT_FALSE(Leads("p/UseTest.first()V", "p/UseTest.second()V"));
}

TEST_F(MethodGraphTest, MethodsThatReflectAreKnown) {
  EXPECT_TRUE(graph_->is_reflecting[Node("p/Use.viaName()Ljava/lang/Object;")]);
  EXPECT_FALSE(graph_->is_reflecting[Node("p/Use.viaLiteral()Ljava/lang/Object;")]);
}

TEST(ShownNode, IsAsJavaHasIt) {
  EXPECT_EQ(ShownNode("p/X.m(I[Lp/Y;)V"), "p.X.m(int, p.Y[])");
  EXPECT_EQ(ShownNode("p/X.<init>(J)V"), "p.X(long)");
  EXPECT_EQ(ShownNode("p/X.<clinit>()V"), "p.X's initialiser");
  EXPECT_EQ(ShownNode("p/X.f:I"), "p.X.f");
  EXPECT_EQ(ShownNode("p/X.*"), "all of p.X");
  EXPECT_EQ(ShownNode("p/X"), "p.X");
  EXPECT_EQ(ShownNode(":a/b.txt"), "a/b.txt");
}

TEST(MethodFacts, AreRestoredFromTheCacheAloneAndParsedOnce) {
  MemoryCache cache;
  SourceTree tree = {{"p/A.java", "package p; class A { int f; int m() { return f; } }"}};
  Program first = ProgramOf(tree, &cache);
  EXPECT_EQ(first.parsed(), 1u);
  Result<Program> again = Program::Restore(first.containers(), cache, Detail::kMethods);
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->has_methods());
  const MethodFacts* facts = again->MethodsOf(*again->FindClass("p/A"));
  ASSERT_NE(facts, nullptr);
  EXPECT_EQ(facts->methods.size(), 2u);
  EXPECT_EQ(facts->fields.size(), 1u);
}

TEST(MethodFacts, OfClassesOnlyAreNoFactsOfMethods) {
  InMemoryFileSystem files;
  files.Put("/classes/a.txt", "x");
  MemoryCache cache;
  Program program = Program::Read(files, {{"/classes", false}}, 17, &cache);
  EXPECT_FALSE(program.has_methods());
  Result<Program> again = Program::Restore(program.containers(), cache, Detail::kMethods);
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->has_methods());
}

TEST(MethodFacts, DamagedOnesAreAnError) {
  MethodFacts facts;
  facts.Clear();
  facts.uses.push_back(5);  // a reference that is not there
  ByteWriter out;
  Encode(facts, out);
  MethodFacts read;
  ByteReader reader(out.bytes());
  EXPECT_FALSE(Decode(reader, read).ok());
  ByteReader cut(out.bytes().first(out.size() - 3));
  EXPECT_FALSE(Decode(cut, read).ok());
}

// What a change reaches, by methods.
class MethodImpactTest : public ::testing::Test {
 protected:
  static Names Impacted(const SourceTree& before, const SourceTree& after, Closure closure) {
    Program old_program = ProgramOf(before);
    Program new_program = ProgramOf(after);
    ProgramDiff diff = Compare(old_program, new_program);
    const Program* programs[] = {&old_program, &new_program};
    MethodGraph graph = MethodGraph::Link(programs, diff.copies, nullptr);
    Impact impact = Impact::Compute(graph, ChangedNodes(graph, old_program, new_program, diff), closure);
    Names names;
    for (NodeId id : impact.Nodes()) {
      std::string_view name = graph.graph.Name(id);
      bool listed = graph.kinds[id] == NodeKind::kMethod && graph.graph.Exists(id) &&
                    name.find('<') == std::string_view::npos;
      if (listed) names.emplace(name.substr(2));
    }
    return names;
  }
  // A change of one class among some that stay.
  static Names Changed(SourceTree rest, const std::string& file, const std::string& before,
                       const std::string& after, Closure closure = Closure::kPs3) {
    SourceTree with = rest;
    rest[file] = before;
    with[file] = after;
    return Impacted(rest, with, closure);
  }
};

TEST_F(MethodImpactTest, AnEditOfABodyReachesCallersAlone) {
  EXPECT_EQ(Changed({{"p/U.java", "package p; class U { void f(A a) { a.m(); } void g(A a) { a.n(); } }"}},
                    "p/A.java", "package p; class A { void m() { } void n() { } }",
                    "package p; class A { void m() { int i = 0; } void n() { } }"),
            (Names{"A.m()V", "U.f(Lp/A;)V"}));
}

TEST_F(MethodImpactTest, AnOverrideThatIsAddedOrRemovedReachesCallersOfTheInherited) {
  SourceTree rest = {{"p/A.java", "package p; class A { void m() { } }"},
                     {"p/U.java", "package p; class U { void f(A a) { a.m(); } B b() { return new B(); } }"}};
  std::string without = "package p; class B extends A { }";
  std::string with = "package p; class B extends A { void m() { } }";
  EXPECT_TRUE(Changed(rest, "p/B.java", without, with).contains("U.f(Lp/A;)V"));
  EXPECT_TRUE(Changed(rest, "p/B.java", with, without).contains("U.f(Lp/A;)V"));
}

TEST_F(MethodImpactTest, AnotherSuperclassReachesAllThatNameTheClass) {
  SourceTree rest = {{"p/A1.java", "package p; class A1 { void m() { } }"},
                     {"p/A2.java", "package p; class A2 { void m() { } }"},
                     {"p/U.java", "package p; class U { void f(B b) { } void g() { } }"}};
  Names names =
      Changed(rest, "p/B.java", "package p; class B extends A1 { }", "package p; class B extends A2 { }");
  EXPECT_TRUE(names.contains("U.f(Lp/B;)V"));
  EXPECT_FALSE(names.contains("U.g()V"));
}

TEST_F(MethodImpactTest, AnAnonymousClassMoreChangesNothingElse) {
  Names names = Changed({{"p/U.java", "package p; class U { void f(A a) { a.n(); } }"}}, "p/A.java",
                        "package p; class A { Object m() { return null; } void n() { } }",
                        "package p; class A { Object m() { return new Object() { }; } void n() { } }");
  EXPECT_TRUE(names.contains("A.m()Ljava/lang/Object;"));
  EXPECT_FALSE(names.contains("A.n()V"));
  EXPECT_FALSE(names.contains("U.f(Lp/A;)V"));
}

TEST_F(MethodImpactTest, WhoReflectsAndNamesTheClassMayRunAllOfIt) {
  SourceTree rest = {{"p/R.java",
                      "package p; class R { static void all(Object o) throws Exception {"
                      " for (java.lang.reflect.Method m : o.getClass().getMethods()) m.invoke(o); } }"},
                     {"p/T.java",
                      "package p; class T { void reflects(A a) throws Exception { R.all(a); }"
                      " void names(A a) { } }"},
                     {"p/T2.java", "package p; class T2 { void other() throws Exception { R.all(null); } }"}};
  Names names = Changed(rest, "p/A.java", "package p; class A { public void m() { } }",
                        "package p; class A { public void m() { int i = 0; } }");
  EXPECT_TRUE(names.contains("T.reflects(Lp/A;)V"));
  EXPECT_FALSE(names.contains("T.names(Lp/A;)V"));
  EXPECT_FALSE(names.contains("T2.other()V"));
}

TEST_F(MethodImpactTest, Ps1TakesWhatDependentsUse) {
  SourceTree rest = {
      {"p/X.java", "package p; class X { static void x() { } static void y() { } }"},
      {"p/U.java", "package p; class U { void f(A a) { a.m(); X.x(); } void g() { X.y(); } }"}};
  EXPECT_EQ(Changed(rest, "p/A.java", "package p; class A { void m() { } }",
                    "package p; class A { void m() { int i = 0; } }", Closure::kPs1),
            (Names{"A.m()V", "U.f(Lp/A;)V", "X.x()V"}));
}

}  // namespace
}  // namespace revmon::graph
