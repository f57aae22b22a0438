#include "graph/impact.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "graph/memory_cache.h"
#include "graph/program_diff.h"
#include "support/javac.h"

namespace revmon::graph {
namespace {

using testing::CompileJava;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::SourceTree;
using ::testing::UnorderedElementsAre;

// Compiles a tree and reads it as a program; files that are not Java are resources.
Program ProgramOf(const SourceTree& tree, const SourceTree& library = {}) {
  InMemoryFileSystem files;
  SourceTree sources;
  for (const SourceTree& part : {tree, library}) {
    for (const auto& [name, text] : part) {
      if (name.ends_with(".java")) sources[name] = text;
    }
  }
  Result<testing::ClassTree> classes = CompileJava(sources);
  EXPECT_TRUE(classes.ok()) << (classes.ok() ? "" : classes.error().Text());
  if (!classes.ok()) return Program::Read(files, {}, 17, nullptr);
  for (const auto& [name, bytes] : *classes) {
    std::string top = name.substr(0, name.find('$'));
    files.Put((library.contains(top + ".java") ? "/lib/" : "/classes/") + name + ".class", bytes);
  }
  for (const auto& [name, text] : tree) {
    if (!name.ends_with(".java")) files.Put("/classes/" + name, text);
  }
  std::vector<ContainerPath> paths = {{"/classes", false}};
  if (!library.empty()) paths.push_back({"/lib", true});
  return Program::Read(files, paths, 17, nullptr);
}

DependencyGraph GraphOf(const Program& program, EdgeKindSet kinds = kAllEdges) {
  const Program* programs[] = {&program};
  return DependencyGraph::Link(programs, {}, kinds);
}

std::vector<std::string> Names(const DependencyGraph& graph, const std::vector<NodeId>& nodes) {
  std::vector<std::string> names;
  for (NodeId id : nodes) names.emplace_back(graph.Name(id));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> Dependees(const DependencyGraph& graph, std::string_view name) {
  std::vector<NodeId> nodes;
  for (const Edge& edge : graph.Dependees(*graph.FindClass(name))) nodes.push_back(edge.node);
  return Names(graph, nodes);
}

std::vector<std::string> Affected(const DependencyGraph& graph, std::string_view changed, Closure closure) {
  NodeId start[] = {*graph.FindClass(changed)};
  return Names(graph, Impact::Compute(graph, start, closure).Nodes());
}

// Figures 1d and 2 of "Techniques for evolution-aware runtime verification" (ICST 2019).
SourceTree RunningExample() {
  return {
      {"A.java",
       "import java.util.*; class A { String a(List i, String sep) { String o = \"\";"
       " for (Object a : i) { o += a.toString() + sep; } return o; } }"},
      {"B.java",
       "import java.util.*; class B extends A { String b(List l) { String i; i = a(l, \" \");"
       " return i.trim(); } Boolean flag() { return true; } }"},
      {"C.java",
       "import java.util.*; class C { String c(List<String> l) { B b = new B(); D d = new D();"
       " String s = b.b(l); return d.d(s, b.flag()) + \":\" + s; } }"},
      {"D.java",
       "import java.util.*; class D { String d(String s, boolean flag) {"
       " StringTokenizer t = new StringTokenizer(s); String out = \"\"; if (flag) {"
       " if (t.hasMoreTokens()) out = t.nextToken(); } else { out = t.nextToken(); } return out; } }"},
      {"E.java",
       "import java.net.*; class E { String e(String u, String e) throws Exception { D d = new D();"
       " String url = d.d(u, false); if (url.startsWith(\"https\")) { return URLDecoder.decode(url, e); }"
       " return url; } }"},
      {"TC.java",
       "import java.util.*; public class TC { public void testC() { B b = new B(); C c = new C();"
       " D d = new D(); List<String> l1 = Arrays.asList(\"1\", \"2\"); b.b(l1); c.c(l1);"
       " d.d(\"1 2\", false); } }"},
      {"TE.java",
       "public class TE { public void testE() throws Exception { E e = new E();"
       " e.e(\"https://bing.com b\", \"ISO-8859-1\"); } }"},
  };
}

TEST(RunningExampleTest, TheGraphIsThatOfTheFigure) {
  Program program = ProgramOf(RunningExample());
  DependencyGraph graph = GraphOf(program);
  EXPECT_THAT(Dependees(graph, "A"), IsEmpty());
  EXPECT_THAT(Dependees(graph, "B"), ElementsAre("A"));
  EXPECT_THAT(Dependees(graph, "C"), ElementsAre("B", "D"));
  EXPECT_THAT(Dependees(graph, "D"), IsEmpty());
  EXPECT_THAT(Dependees(graph, "E"), ElementsAre("D"));
  EXPECT_THAT(Dependees(graph, "TC"), ElementsAre("B", "C", "D"));
  EXPECT_THAT(Dependees(graph, "TE"), ElementsAre("E"));
}

TEST(RunningExampleTest, ThreeClosuresOfAChangeInB) {
  Program program = ProgramOf(RunningExample());
  DependencyGraph graph = GraphOf(program);
  EXPECT_THAT(Affected(graph, "B", Closure::kPs1), ElementsAre("A", "B", "C", "D", "TC"));
  EXPECT_THAT(Affected(graph, "B", Closure::kPs2), ElementsAre("A", "B", "C", "TC"));
  EXPECT_THAT(Affected(graph, "B", Closure::kPs3), ElementsAre("B", "C", "TC"));
}

TEST(RunningExampleTest, ChainsLeadToTheChange) {
  Program program = ProgramOf(RunningExample());
  DependencyGraph graph = GraphOf(program);
  NodeId changed[] = {*graph.FindClass("B")};
  Impact impact = Impact::Compute(graph, changed, Closure::kPs1);
  std::vector<Step> chain = impact.Chain(*graph.FindClass("D"));
  ASSERT_EQ(chain.size(), 3u);
  EXPECT_EQ(chain[0].role, Role::kDependee);
  EXPECT_EQ(graph.Name(chain[1].node), "C");
  EXPECT_EQ(chain[1].role, Role::kDependent);
  EXPECT_EQ(graph.Name(chain[2].node), "B");
  EXPECT_EQ(chain[2].role, Role::kChanged);
}

TEST(ClosureTest, CircleIsWalkedOnce) {
  Program program = ProgramOf(
      {{"A.java", "class A { B b; }"}, {"B.java", "class B { C c; }"}, {"C.java", "class C { A a; }"}});
  DependencyGraph graph = GraphOf(program);
  for (Closure closure : {Closure::kPs1, Closure::kPs2, Closure::kPs3}) {
    EXPECT_THAT(Affected(graph, "B", closure), ElementsAre("A", "B", "C"));
  }
}

TEST(ClosureTest, Ps2GoesDownBehindADependent) {
  // X is changed; Y depends on X and X on Y; Z is only behind Y.
  Program program = ProgramOf(
      {{"X.java", "class X { Y y; }"}, {"Y.java", "class Y { X x; Z z; }"}, {"Z.java", "class Z {}"}});
  DependencyGraph graph = GraphOf(program);
  EXPECT_THAT(Affected(graph, "X", Closure::kPs2), ElementsAre("X", "Y", "Z"));
}

struct KindCase {
  const char* name;
  EdgeKind kind;
  SourceTree tree;  // class U depends on class T in this way only
};

std::vector<KindCase> KindCases() {
  return {
      {"inherits",
       EdgeKind::kInherits,
       {{"p/U.java", "package p; interface U extends T {}"}, {"p/T.java", "package p; interface T {}"}}},
      {"uses",
       EdgeKind::kUses,
       {{"p/U.java", "package p; class U { Object o() { return new T(); } }"},
        {"p/T.java", "package p; class T {}"}}},
      {"dynamic",
       EdgeKind::kDynamic,
       {{"p/U.java", "package p; class U { Runnable o() { return T::f; } }"},
        {"p/T.java", "package p; class T { static void f() {} }"}}},
      {"signature",
       EdgeKind::kSignature,
       {{"p/U.java", "package p; class U { java.util.List<T> o; }"}, {"p/T.java", "package p; class T {}"}}},
      {"annotation",
       EdgeKind::kAnnotation,
       {{"p/U.java", "package p; @T class U { }"}, {"p/T.java", "package p; @interface T {}"}}},
      {"reflection",
       EdgeKind::kReflection,
       {{"p/U.java", "package p; class U { String o() { return \"p.T\"; } }"},
        {"p/T.java", "package p; class T {}"}}},
      {"resource",
       EdgeKind::kResource,
       {{"p/U.java", "package p; class U { Object o() { return getClass().getResource(\"a.xml\"); } }"},
        {"p/T.java", "package p; class T {}"},
        {"p/a.xml", "<bean class='p.T'/>"}}},
      {"service",
       EdgeKind::kService,
       {{"p/U.java", "package p; interface U {}"},
        {"p/T.java", "package p; class T {}"},
        {"META-INF/services/p.U", "p.T\n"}}},
  };
}

TEST(EdgeKindTest, EachKindIsFoundAndCanBeSwitchedOff) {
  for (const KindCase& test : KindCases()) {
    Program program = ProgramOf(test.tree);
    EXPECT_THAT(Affected(GraphOf(program), "p/T", Closure::kPs3), ::testing::Contains("p/U")) << test.name;
    DependencyGraph without = GraphOf(program, kAllEdges & ~Only(test.kind));
    EXPECT_THAT(Affected(without, "p/T", Closure::kPs3), ElementsAre("p/T")) << test.name;
  }
}

TEST(EdgeKindTest, NestedClassesChangeTogether) {
  Program program = ProgramOf({{"O.java", "class O { static class I {} }"}});
  EXPECT_THAT(Affected(GraphOf(program), "O$I", Closure::kPs3), ElementsAre("O", "O$I"));
  EXPECT_THAT(Affected(GraphOf(program, kAllEdges & ~Only(EdgeKind::kNest)), "O$I", Closure::kPs3),
              ElementsAre("O$I"));
}

TEST(EdgeKindTest, ResourceFoundByAbsoluteAndRelativeName) {
  Program program = ProgramOf({{"p/U.java", "package p; class U { String a = \"/q/r.png\"; }"},
                               {"p/V.java", "package p; class V { String a = \"r.png\"; }"},
                               {"q/r.png", "1"},
                               {"p/r.png", "2"}});
  DependencyGraph graph = GraphOf(program);
  EXPECT_THAT(Dependees(graph, "p/U"), ElementsAre(":q/r.png"));
  EXPECT_THAT(Dependees(graph, "p/V"), ElementsAre(":p/r.png"));
}

TEST(EdgeKindTest, WordsAreNoClassesUnlessThereIsADefaultPackage) {
  SourceTree tree = {{"p/U.java", "package p; class U { String a = \"T\"; }"},
                     {"p/T.java", "package p; class T {}"}};
  Program program = ProgramOf(tree);
  EXPECT_THAT(Dependees(GraphOf(program), "p/U"), IsEmpty());
  tree["T.java"] = "class T {}";
  Program with_default = ProgramOf(tree);
  EXPECT_THAT(Dependees(GraphOf(with_default), "p/U"), ElementsAre("T"));
}

TEST(LinkTest, DependentsOfADeletedClassAreFoundByOldEdges) {
  Program before = ProgramOf({{"U.java", "class U { Object o = new T(); }"}, {"T.java", "class T {}"}});
  Program after = ProgramOf({{"U.java", "class U { Object o = null; }"}});
  const Program* both[] = {&before, &after};
  DependencyGraph graph = DependencyGraph::Link(both);
  EXPECT_THAT(Affected(graph, "T", Closure::kPs3), ElementsAre("T", "U"));
  EXPECT_FALSE(graph.Exists(*graph.FindClass("T")));
  EXPECT_TRUE(graph.Exists(*graph.FindClass("U")));
}

TEST(LinkTest, StaleUserOfAChangedConstantIsADependent) {
  Program before =
      ProgramOf({{"H.java", "class H { static final int X = 70000; static final String S = \"s\"; }"},
                 {"U.java", "class U { int f() { return H.X; } }"},
                 {"V.java", "class V { int f() { return 70001; } }"}});
  // U is as it was: nobody compiled it again.
  Program after =
      ProgramOf({{"H.java", "class H { static final int X = 80000; static final String S = \"s\"; }"},
                 {"U.java", "class U { int f() { return 70000; } }"},
                 {"V.java", "class V { int f() { return 70001; } }"}});
  ProgramDiff diff = Compare(before, after);
  ASSERT_EQ(diff.changes.size(), 1u);
  ASSERT_EQ(diff.copies.size(), 1u);
  EXPECT_EQ(diff.copies[0].field, "X");
  const Program* both[] = {&before, &after};
  EXPECT_THAT(Affected(DependencyGraph::Link(both, diff.copies), "H", Closure::kPs3), ElementsAre("H", "U"));
  EXPECT_THAT(Affected(DependencyGraph::Link(both), "H", Closure::kPs3), ElementsAre("H"));
}

TEST(LinkTest, LibrariesAreNodesAndTheJdkIsNot) {
  Program program = ProgramOf({{"p/U.java", "package p; class U extends l.L { java.util.List<String> x; }"}},
                              {{"l/L.java", "package l; public class L {}"}});
  DependencyGraph graph = GraphOf(program);
  EXPECT_EQ(graph.node_count(), 2u);
  EXPECT_TRUE(graph.IsLibrary(*graph.FindClass("l/L")));
  EXPECT_FALSE(graph.IsLibrary(*graph.FindClass("p/U")));
}

TEST(ReachingTest, EverythingThatUsesTheTargets) {
  Program program = ProgramOf({{"A.java", "class A { B b; }"},
                               {"B.java", "class B { C c; }"},
                               {"C.java", "class C {}"},
                               {"D.java", "class D { C c; }"}});
  DependencyGraph graph = GraphOf(program);
  std::vector<bool> targets(graph.node_count(), false);
  targets[*graph.FindClass("B")] = true;
  std::vector<bool> reached = Reaching(graph, targets);
  EXPECT_TRUE(reached[*graph.FindClass("A")]);
  EXPECT_TRUE(reached[*graph.FindClass("B")]);
  EXPECT_FALSE(reached[*graph.FindClass("C")]);
  EXPECT_FALSE(reached[*graph.FindClass("D")]);
}

}  // namespace
}  // namespace revmon::graph
