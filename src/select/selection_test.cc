#include "select/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "classpath/class_path.h"
#include "classpath/jdk.h"
#include "graph/memory_cache.h"
#include "spec/class_path_types.h"
#include "spec/load.h"
#include "spec/plan_builder.h"
#include "support/javac.h"

namespace revmon::select {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::SourceTree;
using ::testing::UnorderedElementsAre;

constexpr const char* kNextSpec =
    "import java.util.*; Next(Iterator i) { event has after(Iterator i) : call(* Iterator.hasNext()) && "
    "target(i) {}"
    " event next before(Iterator i) : call(* Iterator.next()) && target(i) {}"
    " ere : (has has* next)* @fail { } }";
constexpr const char* kCloseSpec =
    "import java.io.*; Close(Closeable c) { event close before(Closeable c) : call(* Closeable.close()) && "
    "target(c) {}"
    " event read before(Closeable c) : call(* Reader.read()) && target(c) {}"
    " ere : read* close @fail { } }";

// One program in two states, three specs at most.
class SelectionTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    jdks_ = classpath::DiscoverJdks(real_, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks_.empty());
    classpath::ClassPath path(real_, {.release = jdks_[0].feature});
    path.AddJdk(jdks_[0]);
    spec::ClassPathTypes types(path);
    std::vector<spec::Spec> specs;
    for (const char* text : {kNextSpec, kCloseSpec}) {
      spec::LoadedFile file = spec::Load("test.mop", text, &types);
      ASSERT_EQ(file.diagnostics.errors(), 0u) << spec::Render(file.source, file.diagnostics);
      specs.insert(specs.end(), file.specs.begin(), file.specs.end());
    }
    plan_ = spec::BuildPlan(specs).value();
  }

  // The program of a tree; what is under lib/ is a library.
  graph::Program Read(const SourceTree& tree) {
    for (std::string folder : {"classes", "lib"}) {
      EXPECT_TRUE(real_.RemoveTree(folder_.path() + "/" + folder).ok());
      EXPECT_TRUE(real_.CreateDirectories(folder_.path() + "/" + folder).ok());
    }
    SourceTree sources;
    for (const auto& [name, text] : tree) sources[name.starts_with("lib/") ? name.substr(4) : name] = text;
    Result<testing::ClassTree> classes = testing::CompileJava(sources);
    EXPECT_TRUE(classes.ok()) << (classes.ok() ? "" : classes.error().Text());
    for (const auto& [name, bytes] : *classes) {
      std::string top = name.substr(0, name.find('$'));
      bool library = tree.contains("lib/" + top + ".java");
      folder_.Write((library ? "lib/" : "classes/") + name + ".class",
                    std::string(bytes.begin(), bytes.end()));
    }
    return graph::Program::Read(
        real_, {{folder_.path() + "/classes", false}, {folder_.path() + "/lib", true}}, 17, &cache_);
  }

  // `after` must be what was read last.
  Selection Choose(const graph::Program* before, const graph::Program& after, const std::string& variant) {
    SelectionInput input;
    input.variant = ParseVariant(variant).value();
    return Choose(before, after, input);
  }
  Selection Choose(const graph::Program* before, const graph::Program& after, SelectionInput input) {
    classpath::ClassPath path(real_, {.release = jdks_[0].feature});
    path.AddJdk(jdks_[0]);
    path.AddPath(folder_.path() + "/classes:" + folder_.path() + "/lib");
    SpecMap map(plan_, after, path, jdks_[0].version, &cache_);
    input.before = before;
    input.after = &after;
    input.plan = &plan_;
    input.specs = &map;
    Selection selection = Select(input);
    matched_ = map.matched();
    return selection;
  }
  static std::vector<std::string> Impacted(const Selection& selection) {
    std::vector<std::string> names;
    for (graph::NodeId id : selection.impacted) names.emplace_back(selection.graph.Name(id));
    return names;
  }

  static inline RealFileSystem real_;
  static inline std::vector<classpath::Jdk> jdks_;
  static inline wire::Plan plan_;
  testing::TemporaryFolder folder_;
  graph::MemoryCache cache_;
  size_t matched_ = 0;
};

SourceTree Shop(const char* version) {
  return {
      {"p/Util.java",
       "package p; class Util { static Object first(java.util.Iterator<?> i) { return i.next(); } }"},
      {"p/Cart.java", std::string("package p; class Cart { int v = ") + version +
                          "; Object f(java.util.List<?> l) { return Util.first(l.iterator()); } }"},
      {"p/Other.java",
       "package p; class Other { Object g(java.util.List<?> l) { java.util.Iterator<?> i = l.iterator();"
       " return i.hasNext() ? Util.first(i) : null; } }"},
      {"p/File.java", "package p; class File { void h(java.io.Reader r) throws Exception { r.close(); } }"},
  };
}

TEST_F(SelectionTest, OnlySpecsWithEventsInImpactedClassesAreSelected) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("2"));
  Selection selection = Choose(&before, after, "ps1");
  EXPECT_THAT(Impacted(selection), ElementsAre("p/Cart", "p/Util"));
  EXPECT_THAT(selection.SpecNames(plan_), ElementsAre("Next"));
  EXPECT_THAT(selection.exclude, IsEmpty());
  EXPECT_EQ(Summary(selection, 2), "1 of 2 specs re-monitored (p.Cart changed: 2 classes impacted)");
}

TEST_F(SelectionTest, Ps3DoesNotLookBelowTheChange) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("2"));
  Selection selection = Choose(&before, after, "ps3");
  EXPECT_THAT(Impacted(selection), ElementsAre("p/Cart"));
  EXPECT_THAT(selection.SpecNames(plan_), IsEmpty()) << "next() is called in Util";
}

TEST_F(SelectionTest, SafePs1cKeepsNeighboursThatShareObjects) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("2"));
  Selection selection = Choose(&before, after, "ps1c");
  // Other calls hasNext() and hands the iterator to Util: unwoven, it would make Util look wrong.
  EXPECT_THAT(selection.exclude, ElementsAre("p.File"));
  EXPECT_EQ(selection.left_out, 1u);
}

TEST_F(SelectionTest, PublishedPs1cLeavesOutAllUnaffectedClasses) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("2"));
  SelectionInput input;
  input.variant.published = true;
  EXPECT_THAT(Choose(&before, after, input).exclude, ElementsAre("p.File", "p.Other"));
}

TEST_F(SelectionTest, NothingChangedSelectsNothing) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("1"));
  Selection selection = Choose(&before, after, "ps1c");
  EXPECT_TRUE(selection.unchanged);
  EXPECT_FALSE(selection.full);
  EXPECT_THAT(selection.specs, IsEmpty());
  EXPECT_EQ(Summary(selection, 2), "0 of 2 specs re-monitored (nothing changed)");
}

TEST_F(SelectionTest, WithoutABaselineEverythingIsMonitored) {
  graph::Program after = Read(Shop("1"));
  Selection selection = Choose(nullptr, after, "ps1c");
  EXPECT_TRUE(selection.full);
  EXPECT_EQ(selection.specs.size(), 2u);
  EXPECT_EQ(Summary(selection, 2), "2 of 2 specs monitored (there is no earlier run to compare with)");
}

TEST_F(SelectionTest, FullRunWithoutLibrariesIncludesTheProgramOnly) {
  SourceTree tree = Shop("1");
  tree["lib/l/L.java"] = "package l; public class L {}";
  graph::Program after = Read(tree);
  Selection selection = Choose(nullptr, after, "ps1l");
  EXPECT_TRUE(selection.full);
  EXPECT_THAT(selection.include, ElementsAre("p.*"));
}

TEST_F(SelectionTest, ChangedLibraryReachesTheProgramThroughItsClasses) {
  SourceTree tree = Shop("1");
  tree["lib/l/L.java"] = "package l; public class L { public static int x() { return 1; } }";
  tree["lib/l/M.java"] = "package l; public class M { public static int x() { return 1; } }";
  tree["p/Uses.java"] = "package p; class Uses { int x = l.L.x(); Object f() { return Util.first(null); } }";
  graph::Program before = Read(tree);
  tree["lib/l/L.java"] = "package l; public class L { public static int x() { return 2; } }";
  graph::Program after = Read(tree);
  Selection selection = Choose(&before, after, "ps1c");
  EXPECT_THAT(Impacted(selection), ElementsAre("l/L", "p/Uses", "p/Util"));
  EXPECT_FALSE(selection.full);
  SelectionInput input;
  input.full_on_library_change = true;
  EXPECT_TRUE(Choose(&before, after, input).full);
}

TEST_F(SelectionTest, WithoutLibrariesTheirEventsSelectNothing) {
  SourceTree tree;
  tree["lib/l/L.java"] =
      "package l; public class L { public static Object x(java.util.Iterator<?> i) { return i.next(); } }";
  tree["p/Uses.java"] = "package p; class Uses { int v = 1; Object f() { return l.L.x(null); } }";
  graph::Program before = Read(tree);
  tree["p/Uses.java"] = "package p; class Uses { int v = 2; Object f() { return l.L.x(null); } }";
  graph::Program after = Read(tree);
  EXPECT_THAT(Choose(&before, after, "ps1").SpecNames(plan_), ElementsAre("Next"));
  Selection without = Choose(&before, after, "ps1l");
  EXPECT_THAT(without.SpecNames(plan_), IsEmpty());
  EXPECT_THAT(without.include, ElementsAre("p.Uses"));
}

TEST_F(SelectionTest, NewSpecIsLookedForEverywhere) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("1"));
  SelectionInput input;
  input.changed_specs = {"Close"};
  Selection selection = Choose(&before, after, input);
  EXPECT_THAT(selection.SpecNames(plan_), ElementsAre("Close"));
  EXPECT_THAT(selection.exclude, IsEmpty());
  EXPECT_TRUE(selection.Covers(plan_, "Close", "p.File"));
  EXPECT_FALSE(selection.Covers(plan_, "Next", "p.File"));
}

TEST_F(SelectionTest, ClassesTheAgentLeavesAloneSelectNothing) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("2"));
  SelectionInput input;
  input.watches = [](std::string_view name) { return name != "p/Util"; };
  EXPECT_THAT(Choose(&before, after, input).SpecNames(plan_), IsEmpty());
}

TEST_F(SelectionTest, CoverageFollowsPatterns) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("2"));
  Selection selection = Choose(&before, after, "ps1c");
  EXPECT_TRUE(selection.Covers(plan_, "Next", "p.Util"));
  EXPECT_FALSE(selection.Covers(plan_, "Next", "p.File"));
  EXPECT_FALSE(selection.Covers(plan_, "Close", "p.Util"));
}

TEST_F(SelectionTest, AnswersOfTheMatcherAreKept) {
  graph::Program before = Read(Shop("1"));
  graph::Program after = Read(Shop("2"));
  static_cast<void>(Choose(&before, after, "ps1"));
  EXPECT_EQ(matched_, 2u);
  static_cast<void>(Choose(&before, after, "ps1"));
  EXPECT_EQ(matched_, 0u);
}

TEST_F(SelectionTest, ChangedSupertypeAsksTheMatcherAgain) {
  SourceTree tree = {
      {"p/Base.java", "package p; public abstract class Base { public abstract Object next(); }"},
      {"p/Mine.java", "package p; public abstract class Mine extends Base { }"},
      {"p/User.java", "package p; public class User { Object f(Mine m) { return m.next(); } }"},
  };
  graph::Program before = Read(tree);
  {
    graph::Program same = Read(tree);
    SelectionInput input;
    input.why_full = "";
    static_cast<void>(Choose(&before, same, input));
  }
  tree["p/Base.java"] =
      "package p; public abstract class Base implements java.util.Iterator<Object> { public abstract Object "
      "next(); }";
  graph::Program after = Read(tree);
  Selection selection = Choose(&before, after, "ps3");
  EXPECT_THAT(Impacted(selection), ElementsAre("p/Base", "p/Mine", "p/User"));
  EXPECT_THAT(selection.SpecNames(plan_), ElementsAre("Next"))
      << "User's bytes are as before, its calls are not";
}

TEST_F(SelectionTest, ExplainsHowAChangeReachesAClass) {
  graph::Program before = Read(Shop("1"));
  SourceTree tree = Shop("2");
  tree["p/Main.java"] = "package p; class Main { Cart c; }";
  graph::Program after = Read(tree);
  Selection selection = Choose(&before, after, "ps1");
  auto why = [&](const char* name) { return Explain(selection, *selection.graph.FindClass(name)); };
  EXPECT_EQ(why("p/Cart"), "p.Cart changed");
  EXPECT_EQ(why("p/Main"), "p.Main is new");
  EXPECT_EQ(why("p/Util"), "p.Util: may get other objects from p.Cart, which changed");
}

}  // namespace
}  // namespace revmon::select
