// Generated histories: does every safe variant find all new violations, and is every kind of edge needed for
// that?
//
// Ground truth is what the model does (history.h); selection only sees class files that javac made, and,
// where a source did not change, those of the revision before, as an incremental build has them.
#include "evolution/history.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/file_system.h"
#include "classpath/class_path.h"
#include "classpath/jdk.h"
#include "graph/memory_cache.h"
#include "select/selection.h"
#include "spec/class_path_types.h"
#include "spec/load.h"
#include "spec/plan_builder.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;
using testing::Model;
using testing::Violations;

constexpr int kHistories = 8;
constexpr int kRevisions = 24;
constexpr int kClasses = 28;

constexpr const char* kCalls[Model::kSpecs] = {"Iterator.next()",
                                               "StringTokenizer.nextToken()",
                                               "Random.nextInt()",
                                               "Scanner.nextLine()",
                                               "java.util.concurrent.Semaphore.release()",
                                               "BitSet.flip(int)"};

struct Revision {
  Violations violations;
  std::map<std::string, std::string> files;
  std::map<int, std::string> names;
  std::string folder;
};

void Write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

class HistoryTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    jdk_ = classpath::DiscoverJdks(files_, classpath::JdkEnvironment::FromProcess()).at(0);
    char name[] = "/tmp/revmon-history-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    MakePlan();
    for (int history = 0; history < kHistories; ++history) Generate(history);
    std::string command =
        "'" + jdk_.home + "/bin/java' -XX:TieredStopAtLevel=1 '" + COMPILE_MANY + "' '" + folder_ + "' 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0);
    for (std::vector<Revision>& history : histories_) Stage(history);
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  static void MakePlan() {
    classpath::ClassPath path(files_, {.release = jdk_.feature});
    path.AddJdk(jdk_);
    spec::ClassPathTypes types(path);
    std::vector<spec::Spec> specs;
    for (int i = 0; i < Model::kSpecs; ++i) {
      std::string text = "import java.util.*; S" + std::to_string(i) + "() { event e before() : call(* " +
                         kCalls[i] + ") { __LOC; } }";
      spec::LoadedFile file = spec::Load("s.mop", text, &types);
      ASSERT_EQ(file.diagnostics.errors(), 0u) << spec::Render(file.source, file.diagnostics);
      specs.insert(specs.end(), file.specs.begin(), file.specs.end());
    }
    plan_ = spec::BuildPlan(specs).value();
  }

  static void Generate(int history) {
    Model model(static_cast<uint32_t>(1000 + history), kClasses);
    std::vector<Revision> revisions;
    for (int i = 0; i < kRevisions; ++i) {
      Revision revision;
      for (int edits = i == 0 ? 0 : 1 + i % 3; edits > 0; --edits) static_cast<void>(model.Edit());
      revision.violations = model.Run();
      revision.files = model.Files();
      for (const auto& [spec, id] : revision.violations) revision.names[id] = model.NameOf(id);
      std::string name = std::to_string(history) + "-" + std::to_string(i);
      revision.folder = folder_ + "/program/" + name;
      for (const auto& [file, text] : revision.files) {
        if (file.ends_with(".java")) {
          Write(fs::path(folder_) / "src" / name / file, text);
          if (model.IsLibrary(file)) libraries_.insert(name + "/" + file);
        }
      }
      revisions.push_back(std::move(revision));
    }
    histories_.push_back(std::move(revisions));
  }

  // Class files into program folders; those of sources that did not change are as the revision before
  // compiled them.
  static void Stage(std::vector<Revision>& history) {
    for (size_t i = 0; i < history.size(); ++i) {
      Revision& revision = history[i];
      std::string name = fs::path(revision.folder).filename();
      for (const char* part : {"classes", "lib"}) fs::create_directories(fs::path(revision.folder) / part);
      for (const auto& entry : fs::recursive_directory_iterator(fs::path(folder_) / "out" / name)) {
        if (!entry.is_regular_file()) continue;
        std::string relative = fs::relative(entry.path(), fs::path(folder_) / "out" / name);
        std::string source = relative.substr(0, relative.find_first_of(".$")) + ".java";
        std::string part = libraries_.contains(name + "/" + source) ? "lib" : "classes";
        fs::path from = entry.path();
        if (i > 0) {
          const Revision& before = history[i - 1];
          auto old = before.files.find(source);
          fs::path kept = fs::path(folder_) / "out" / fs::path(before.folder).filename() / relative;
          if (old != before.files.end() && old->second == revision.files.at(source) && fs::exists(kept))
            from = kept;
        }
        fs::create_directories((fs::path(revision.folder) / part / relative).parent_path());
        fs::copy_file(from, fs::path(revision.folder) / part / relative);
      }
      for (const auto& [file, text] : revision.files) {
        if (!file.ends_with(".java")) Write(fs::path(revision.folder) / "classes" / file, text);
      }
    }
  }

  struct Score {
    size_t fresh = 0;   // new violations that full monitoring finds
    size_t missed = 0;  // of these
    size_t specs = 0;   // selected, over all revisions
  };

  // Over all revisions of all histories.
  static Score Play(const select::Variant& variant, graph::EdgeKindSet edges) {
    Score score;
    for (const std::vector<Revision>& history : histories_) {
      graph::Program before = Read(history[0]);
      for (size_t i = 1; i < history.size(); ++i) {
        graph::Program after = Read(history[i]);
        Add(history[i - 1], history[i], before, after, variant, edges, score);
        before = std::move(after);
      }
    }
    return score;
  }
  static graph::Program Read(const Revision& revision) {
    return graph::Program::Read(
        files_, {{revision.folder + "/classes", false}, {revision.folder + "/lib", true}}, 17, &cache_);
  }
  static void Add(const Revision& old, const Revision& now, const graph::Program& before,
                  const graph::Program& after, const select::Variant& variant, graph::EdgeKindSet edges,
                  Score& score) {
    classpath::ClassPath path(files_, {.release = jdk_.feature});
    path.AddElement(now.folder + "/classes");
    path.AddElement(now.folder + "/lib");
    path.AddJdk(jdk_);
    select::SpecMap map(plan_, after, path, jdk_.version, &cache_);
    select::SelectionInput input;
    input.before = &before;
    input.after = &after;
    input.plan = &plan_;
    input.specs = &map;
    input.variant = variant;
    input.edges = edges;
    select::Selection selection = select::Select(input);
    score.specs += selection.specs.size();
    for (const auto& [spec, id] : now.violations) {
      if (old.violations.contains({spec, id})) continue;
      ++score.fresh;
      std::string class_name = now.names.at(id);
      std::replace(class_name.begin(), class_name.end(), '/', '.');
      if (!selection.Covers(plan_, "S" + std::to_string(spec), class_name)) ++score.missed;
    }
  }

  static inline RealFileSystem files_;
  static inline classpath::Jdk jdk_;
  static inline std::string folder_;
  static inline wire::Plan plan_;
  static inline std::vector<std::vector<Revision>> histories_;
  static inline std::set<std::string> libraries_;
  static inline graph::MemoryCache cache_;
};

TEST_F(HistoryTest, SafeVariantsMissNothingAndEveryEdgeIsNeeded) {
  for (const select::Variant& variant : select::AllVariants()) {
    Score score = Play(variant, graph::kAllEdges);
    std::printf("%-6s %3zu of %3zu new violations missed, %4zu specs selected%s\n", ToString(variant).c_str(),
                score.missed, score.fresh, score.specs, variant.safe() ? "" : " (not safe)");
    EXPECT_GE(score.fresh, 200u);
    EXPECT_TRUE(score.missed == 0 || !variant.safe()) << ToString(variant);
  }
  for (int kind = 0; kind < graph::kEdgeKinds; ++kind) {
    graph::EdgeKindSet without = graph::kAllEdges & ~graph::Only(static_cast<graph::EdgeKind>(kind));
    Score score = Play({.published = true}, without);  // ps1c, which leaves out most
    std::printf("without \"%s\": %zu missed\n",
                std::string(ToString(static_cast<graph::EdgeKind>(kind))).c_str(), score.missed);
    EXPECT_GT(score.missed, 0u) << ToString(static_cast<graph::EdgeKind>(kind));
  }
}

}  // namespace
}  // namespace revmon
