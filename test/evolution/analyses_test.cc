// The running example of "Fine-grained analyses for evolution-aware runtime verification" (ICSE 2026, figure
// 3) as real classes: what does each analysis select after the change, and what does it weave?
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classpath/class_path.h"
#include "classpath/hierarchy.h"
#include "classpath/jdk.h"
#include "graph/memory_cache.h"
#include "select/selection.h"
#include "spec/class_path_types.h"
#include "spec/load.h"
#include "spec/plan_builder.h"
#include "support/javac.h"

namespace revmon {
namespace {

using testing::SourceTree;
using Names = std::set<std::string>;

// Specs S1 to S6, each one call.
constexpr const char* kCalls[] = {"Random.nextInt()",   "Random.nextLong()",    "Random.nextDouble()",
                                  "Random.nextFloat()", "Random.nextBoolean()", "Random.nextGaussian()"};
// The same in code.
constexpr const char* kRaise[] = {"r.nextInt();",   "r.nextLong();",    "r.nextDouble();",
                                  "r.nextFloat();", "r.nextBoolean();", "r.nextGaussian();"};

std::string Raise(std::initializer_list<int> specs) {
  std::string code = "java.util.Random r = null; ";
  for (int spec : specs) code += kRaise[spec - 1];
  return code;
}

// "class A { void m1() { code } ... }", and its test class with a test per method.
void Add(SourceTree& tree, const std::string& name,
         const std::vector<std::pair<std::string, std::string>>& methods) {
  std::string source = "package p;\npublic class " + name + " {\n";
  std::string test = "package p;\npublic class " + name + "Test {\n";
  for (const auto& [method, code] : methods) {
    std::string bare = method.substr(method.rfind(' ') + 1);
    source += "  " + method + "() { " + code + " }\n";
    test += "  @org.junit.Test public void test_" + bare + "() { new " + name + "()." + bare + "(); }\n";
  }
  tree["p/" + name + ".java"] = source + "}\n";
  tree["p/" + name + "Test.java"] = test + "}\n";
}

SourceTree Example(bool changed) {
  SourceTree tree = {{"org/junit/Test.java",
                      "package org.junit;\nimport java.lang.annotation.*;\n"
                      "@Retention(RetentionPolicy.RUNTIME) public @interface Test { }\n"}};
  Add(tree, "A", {{"void m1", Raise({1})}, {changed ? "public void m2" : "void m2", Raise({2})}});
  Add(tree, "B", {{"void m1", Raise({3, 4})}, {"void m2", Raise({3}) + (changed ? "r = null;" : "")}});
  if (changed) Add(tree, "C", {{"void m1", Raise({1})}});
  Add(tree, "D", {{"void m1", Raise({5}) + "new B().m1();"}});
  Add(tree, "E", {{"void m1", ""}});
  Add(tree, "F", {{"void m1", Raise({6})}});
  return tree;
}

class AnalysesTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    jdk_ = classpath::DiscoverJdks(files_, classpath::JdkEnvironment::FromProcess()).at(0);
    folder_ = std::make_unique<testing::TemporaryFolder>();
    Compile("old", Example(false));
    Compile("new", Example(true));
    classpath::ClassPath path(files_, {.release = jdk_.feature});
    path.AddJdk(jdk_);
    spec::ClassPathTypes types(path);
    std::vector<spec::Spec> specs;
    for (int i = 0; i < 6; ++i) {
      std::string text = "import java.util.*; S" + std::to_string(i + 1) + "() { event e before() : call(* " +
                         kCalls[i] + ") { __LOC; } }";
      spec::LoadedFile file = spec::Load("s.mop", text, &types);
      ASSERT_EQ(file.diagnostics.errors(), 0u) << spec::Render(file.source, file.diagnostics);
      specs.insert(specs.end(), file.specs.begin(), file.specs.end());
    }
    plan_ = spec::BuildPlan(specs).value();
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static void Compile(const std::string& name, const SourceTree& sources) {
    Result<testing::ClassTree> classes = testing::CompileJava(sources);
    ASSERT_TRUE(classes.ok()) << classes.error().Text();
    for (const auto& [class_name, bytes] : *classes) {
      std::string part = class_name.starts_with("org/") ? "lib" : "classes";
      folder_->Write(name + "/" + part + "/" + class_name + ".class",
                     std::string(bytes.begin(), bytes.end()));
    }
  }
  static graph::Program Read(const std::string& name) {
    std::string at = folder_->path() + "/" + name;
    return graph::Program::Read(files_, {{at + "/classes", false}, {at + "/lib", true}}, 17, &cache_,
                                graph::Detail::kMethods);
  }

  struct Answer {
    Names specs;
    Names woven;  // methods with events of selected specs that are woven: "A.m1"
  };
  static Answer Ask(select::Analysis analysis, const std::string& variant) {
    static graph::Program before = Read("old");
    static graph::Program after = Read("new");
    classpath::ClassPath path(files_, {.release = jdk_.feature});
    path.AddElement(folder_->path() + "/new/classes");
    path.AddElement(folder_->path() + "/new/lib");
    path.AddJdk(jdk_);
    classpath::Hierarchy outer(path);
    select::SpecMap map(plan_, after, path, jdk_.version, &cache_);
    select::SelectionInput input;
    input.before = &before;
    input.after = &after;
    input.plan = &plan_;
    input.specs = &map;
    input.variant = select::ParseVariant(variant).value();
    input.analysis = analysis;
    input.outer = &outer;
    select::Selection selection = select::Select(input);
    EXPECT_EQ(selection.analysis, analysis) << selection.why_classes;
    if (std::getenv("WHY") != nullptr) {
      std::printf("%s %s\n", std::string(ToString(analysis)).c_str(), variant.c_str());
      for (graph::NodeId id : selection.impacted_methods) {
        std::printf("  %s\n", select::Explain(selection, id).c_str());
      }
      for (size_t i = 0; i < selection.ignored.size(); ++i) {
        std::printf("  %s: %s\n", std::string(selection.diff.changes[i].name).c_str(),
                    selection.ignored[i].c_str());
      }
    }
    Answer answer;
    for (const std::string& name : selection.SpecNames(plan_)) answer.specs.insert(name);
    std::vector<const graph::ProgramEntry*> entries;
    for (const graph::ProgramEntry& entry : after.entries()) {
      if (!entry.facts.is_resource) entries.push_back(&entry);
    }
    std::vector<std::vector<select::MethodSpecs>> specs = map.SpecsOfMethods(entries);
    for (size_t i = 0; i < entries.size(); ++i) {
      std::string name(entries[i]->facts.name);
      std::replace(name.begin(), name.end(), '/', '.');
      for (const select::MethodSpecs& method : specs[i]) {
        std::string bare = method.method.substr(0, method.method.find('('));
        for (uint32_t spec : method.specs) {
          if (selection.Covers(plan_, plan_.specs[spec].name, name, bare)) {
            answer.woven.insert(name.substr(2) + "." + bare + ":" + plan_.specs[spec].name);
          }
        }
      }
    }
    return answer;
  }

  static inline RealFileSystem files_;
  static inline classpath::Jdk jdk_;
  static inline std::unique_ptr<testing::TemporaryFolder> folder_;
  static inline graph::MemoryCache cache_;
  static inline wire::Plan plan_;
};

TEST_F(AnalysesTest, SelectsWhatTheLiteratureSays) {
  using select::Analysis;
  for (const char* variant : {"ps1c", "ps3cl"}) {
    EXPECT_EQ(Ask(Analysis::kClass, variant).specs, (Names{"S1", "S2", "S3", "S4", "S5"})) << variant;
    EXPECT_EQ(Ask(Analysis::kMthd, variant).specs, (Names{"S1", "S2", "S3", "S4"})) << variant;
    EXPECT_EQ(Ask(Analysis::kHybrid, variant).specs, (Names{"S1", "S2", "S3", "S4"})) << variant;
    EXPECT_EQ(Ask(Analysis::kMthdNop, variant).specs, (Names{"S1", "S2", "S3"})) << variant;
    EXPECT_EQ(Ask(Analysis::kHybridNop, variant).specs, (Names{"S1", "S2", "S3"})) << variant;
    EXPECT_EQ(Ask(Analysis::kMthdFm, variant).specs, (Names{"S1", "S2", "S3"})) << variant;
    EXPECT_EQ(Ask(Analysis::kFine, variant).specs, (Names{"S1", "S3", "S4", "S5"})) << variant;
  }
}

TEST_F(AnalysesTest, OnlyFmLeavesOutMethodsOfWovenClasses) {
  using select::Analysis;
  EXPECT_EQ(Ask(Analysis::kMthdNop, "ps1c").woven,
            (Names{"A.m1:S1", "A.m2:S2", "B.m1:S3", "B.m2:S3", "C.m1:S1"}));
  EXPECT_EQ(Ask(Analysis::kMthdFm, "ps1c").woven, (Names{"A.m2:S2", "B.m2:S3", "C.m1:S1"}));
}

// Every analysis over every variant: selected specs, and the methods in which they are woven.
TEST_F(AnalysesTest, GoldenTable) {
  std::string table;
  for (select::Analysis analysis : select::AllAnalyses()) {
    for (const select::Variant& variant : select::AllVariants()) {
      Answer answer = Ask(analysis, ToString(variant));
      std::string line = std::string(ToString(analysis)) + " " + ToString(variant) + ":";
      for (const std::string& spec : answer.specs) line += " " + spec;
      line += " |";
      for (const std::string& woven : answer.woven) line += " " + woven;
      table += line + "\n";
    }
  }
  RealFileSystem files;
  Result<std::vector<uint8_t>> golden = files.ReadFile(GOLDEN_TABLE);
  std::string expected = golden.ok() ? std::string(golden->begin(), golden->end()) : "";
  if (std::getenv("REVMON_UPDATE_GOLDEN") != nullptr) std::ofstream(GOLDEN_TABLE) << table;
  EXPECT_EQ(table, expected);
}

}  // namespace
}  // namespace revmon
