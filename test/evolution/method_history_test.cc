// Generated histories of real programs: does every analysis over ps1 and ps1c find all new violations?
//
// Ground truth is what the programs do when they are run (RunMany.java); selection sees their class files
// only.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <gtest/gtest.h>

#include "base/file_system.h"
#include "classpath/class_path.h"
#include "classpath/hierarchy.h"
#include "classpath/jdk.h"
#include "evolution/method_history.h"
#include "graph/memory_cache.h"
#include "select/selection.h"
#include "spec/class_path_types.h"
#include "spec/load.h"
#include "spec/plan_builder.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;
using testing::MethodModel;

constexpr int kHistories = 40;
constexpr int kRevisions = 20;

struct Event {
  int spec = 0;
  std::string class_name, method;
  friend auto operator<=>(const Event&, const Event&) = default;
};

class MethodHistoryTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    jdk_ = classpath::DiscoverJdks(files_, classpath::JdkEnvironment::FromProcess()).at(0);
    char name[] = "/tmp/revmon-methods-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    for (int history = 0; history < kHistories; ++history) {
      MethodModel model(static_cast<uint32_t>(500 + history));
      for (int i = 0; i < kRevisions; ++i) {
        for (int edits = i == 0 ? 0 : 1 + i % 4; edits > 0; --edits) model.Edit();
        fs::path root = fs::path(folder_) / "src" / NameOf(history, i);
        for (const auto& [file, text] : model.Files()) {
          fs::create_directories((root / file).parent_path());
          std::ofstream(root / file) << text;
        }
      }
    }
    ASSERT_EQ(Java(COMPILE_MANY, ""), 0);
    ASSERT_EQ(Java(RUN_MANY, " > '" + folder_ + "/events'"), 0);
    std::ifstream lines(folder_ + "/events");
    Event event;
    for (std::string revision; lines >> revision >> event.spec >> event.class_name >> event.method;) {
      events_[revision].insert(event);
    }
    MakePlan();
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }
  static std::string NameOf(int history, int revision) {
    return std::to_string(history) + "-" + std::to_string(revision);
  }
  static int Java(const std::string& source, const std::string& more) {
    std::string command =
        "'" + jdk_.home + "/bin/java' -XX:TieredStopAtLevel=1 '" + source + "' '" + folder_ + "'" + more;
    return std::system(command.c_str());
  }
  static void MakePlan() {
    classpath::ClassPath path(files_, {.release = jdk_.feature});
    path.AddJdk(jdk_);
    path.AddElement(folder_ + "/out/0-0");
    spec::ClassPathTypes types(path);
    std::vector<spec::Spec> specs;
    for (int i = 0; i < MethodModel::kSpecs; ++i) {
      std::string n = std::to_string(i);
      std::string text = "S" + n + "() { event e before() : call(* rec.Rec.e" + n + "(long)) { __LOC; } }";
      spec::LoadedFile file = spec::Load("s.mop", text, &types);
      ASSERT_EQ(file.diagnostics.errors(), 0u) << spec::Render(file.source, file.diagnostics);
      specs.insert(specs.end(), file.specs.begin(), file.specs.end());
    }
    plan_ = spec::BuildPlan(specs).value();
  }

  struct Score {
    size_t fresh = 0, missed = 0, specs = 0, methods = 0;
  };
  static Score Play(select::Analysis analysis, const std::string& variant, bool published) {
    Score score;
    for (int history = 0; history < kHistories; ++history) {
      for (int i = 1; i < kRevisions; ++i) {
        Step(NameOf(history, i - 1), NameOf(history, i), analysis, variant, published, score);
      }
    }
    return score;
  }
  static graph::Program Read(const std::string& name) {
    return graph::Program::Read(files_, {{folder_ + "/out/" + name, false}}, 17, &cache_,
                                graph::Detail::kMethods);
  }
  static void Step(const std::string& old_name, const std::string& new_name, select::Analysis analysis,
                   const std::string& variant, bool published, Score& score) {
    graph::Program before = Read(old_name);
    graph::Program after = Read(new_name);
    classpath::ClassPath path(files_, {.release = jdk_.feature});
    path.AddElement(folder_ + "/out/" + new_name);
    path.AddJdk(jdk_);
    classpath::Hierarchy outer(path);
    select::SpecMap map(plan_, after, path, jdk_.version, &cache_);
    select::SelectionInput input;
    input.before = &before;
    input.after = &after;
    input.plan = &plan_;
    input.specs = &map;
    input.variant = select::ParseVariant(variant).value();
    input.variant.published = published;
    input.analysis = analysis;
    input.outer = &outer;
    select::Selection selection = select::Select(input);
    score.specs += selection.specs.size();
    score.methods += selection.impacted_methods.size();
    for (const Event& event : events_[new_name]) {
      if (events_[old_name].contains(event)) continue;
      ++score.fresh;
      std::string spec = "S" + std::to_string(event.spec);
      if (selection.Covers(plan_, spec, event.class_name, event.method)) continue;
      ++score.missed;
      std::printf("%s %s: %s missed in %s.%s (%s)\n", std::string(ToString(analysis)).c_str(),
                  variant.c_str(), spec.c_str(), event.class_name.c_str(), event.method.c_str(),
                  new_name.c_str());
    }
  }

  static inline RealFileSystem files_;
  static inline classpath::Jdk jdk_;
  static inline std::string folder_;
  static inline std::map<std::string, std::set<Event>> events_;
  static inline wire::Plan plan_;
  static inline graph::MemoryCache cache_;
};

TEST_F(MethodHistoryTest, NoAnalysisMissesANewViolation) {
  for (select::Analysis analysis : select::AllAnalyses()) {
    // As published: nothing is woven beyond what is impacted.
    Score score = Play(analysis, "ps1c", true);
    std::printf("%-10s %zu of %zu new violations missed, %zu specs selected, %zu methods impacted\n",
                std::string(ToString(analysis)).c_str(), score.missed, score.fresh, score.specs,
                score.methods);
    EXPECT_GE(score.fresh, 200u);
    EXPECT_EQ(score.missed, 0u) << ToString(analysis);
  }
}

}  // namespace
}  // namespace revmon
