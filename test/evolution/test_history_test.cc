// Generated histories of real programs, as RTSCheck has them: does every technique of test selection that we
// call safe select every test that observes something else?
//
// Ground truth is what tests print when JUnit runs them on a real JVM, in both revisions. What dynamic
// techniques know is what the agent recorded in the older one. Needs build/test-frameworks
// (tools/fetch-test-jars.sh).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "base/file_system.h"
#include "classpath/class_path.h"
#include "classpath/hierarchy.h"
#include "classpath/jdk.h"
#include "evolution/method_history.h"
#include "graph/memory_cache.h"
#include "select/test_selection.h"
#include "wire/test_dependencies.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;
using select::RtsOptions;
using select::Technique;
using testing::MethodModel;
using Tests = std::set<std::string>;

constexpr const char* kPlatform = FRAMEWORKS_FOLDER "/junit-platform-console-standalone-1.11.3.jar";

int FromEnvironment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

void ReplaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// With JUnit's own annotations, and tests that print what they have seen.
std::map<std::string, std::string> Sources(const MethodModel& model) {
  std::map<std::string, std::string> files = model.Files();
  files.erase("org/junit/Test.java");
  files.erase("org/junit/Before.java");
  std::string& rec = files["rec/Rec.java"];
  rec.insert(rec.rfind('}'),
             "  public static void done(String test, long x) { System.out.println(\"SAW \" + test + \" \" + "
             "x + \" \" + "
             "String.join(\",\", found).replace(' ', '.')); }\n");
  for (auto& [name, text] : files) {
    if (!name.starts_with("p/T") || name == "p/Task.java") continue;
    ReplaceAll(text, "@org.junit.Test", "@org.junit.jupiter.api.Test");
    ReplaceAll(text, "@org.junit.Before", "@org.junit.jupiter.api.BeforeEach");
    std::string test = "p." + name.substr(2, name.size() - 7);
    ReplaceAll(text, "\n  }\n", "\n    rec.Rec.done(\"" + test + "\", x);\n  }\n");
  }
  return files;
}

struct Revision {
  std::map<std::string, std::string> saw;  // by test: all that it printed
  wire::Dependencies records;
};

class TestHistoryTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!fs::exists(kPlatform)) return;
    histories_ = FromEnvironment("REVMON_HISTORIES", 3);
    revisions_ = FromEnvironment("REVMON_REVISIONS", 7);
    jdk_ = classpath::DiscoverJdks(files_, classpath::JdkEnvironment::FromProcess()).at(0);
    char name[] = "/tmp/revmon-tests-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    for (int history = 0; history < histories_; ++history) {
      MethodModel model(static_cast<uint32_t>(FromEnvironment("REVMON_SEED", 900) + history));
      for (int i = 0; i < revisions_; ++i) {
        for (int edits = i == 0 ? 0 : 2 + i % 5; edits > 0; --edits) model.Edit();
        for (const auto& [file, text] : Sources(model)) Write("src/" + NameOf(history, i) + "/" + file, text);
      }
    }
    fs::create_directories(folder_ + "/src/runner");
    fs::copy_file(RUN_RECORDED, folder_ + "/src/runner/RunRecorded.java");
    ASSERT_EQ(Java("-cp '" + std::string(kPlatform) + "' '" COMPILE_MANY "' '" + folder_ + "'"), 0);
    for (int history = 0; history < histories_; ++history) {
      for (int i = 0; i < revisions_; ++i) RunOne(NameOf(history, i));
    }
  }
  static void TearDownTestSuite() {
    if (!folder_.empty() && std::getenv("REVMON_KEEP") == nullptr) fs::remove_all(folder_);
  }
  void SetUp() override {
    if (folder_.empty()) GTEST_SKIP() << "no test frameworks in " FRAMEWORKS_FOLDER;
  }
  static void Write(const std::string& name, const std::string& text) {
    fs::path path = fs::path(folder_) / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  static std::string NameOf(int history, int revision) {
    return std::to_string(history) + "-" + std::to_string(revision);
  }
  static int Java(const std::string& arguments) {
    return std::system(("'" + jdk_.home + "/bin/java' -XX:TieredStopAtLevel=1 " + arguments).c_str());
  }
  static void RunOne(const std::string& name) {
    std::string out = folder_ + "/records/" + name, printed = folder_ + "/" + name + ".txt";
    fs::create_directories(out);
    ASSERT_EQ(
        Java("-agentpath:" AGENT_LIBRARY "=deps=block,receivers,out=" + out + " -cp '" + kPlatform + ":" +
             folder_ + "/out/runner' RunRecorded '" + folder_ + "/out/" + name + "' > '" + printed + "'"),
        0);
    Revision& revision = all_[name];
    std::ifstream lines(printed);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string mark, test;
      if (words >> mark >> test && mark == "SAW") revision.saw[test] += line + "\n";
    }
    std::vector<wire::DependencyFile> read;
    for (const fs::directory_entry& entry : fs::directory_iterator(out)) {
      if (entry.path().extension() != ".dependencies") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(in)), {});
      Result<wire::DependencyFile> file = wire::ReadDependencies(bytes);
      ASSERT_TRUE(file.ok()) << file.error().Text();
      read.push_back(std::move(*file));
    }
    ASSERT_EQ(read.size(), 1u);
    revision.records = wire::MergeDependencies(read, wire::TestUnit::kClass);
  }

  static graph::Program Read(const std::string& name) {
    return graph::Program::Read(files_, {{folder_ + "/out/" + name, false}}, 17, &cache_,
                                graph::Detail::kMethods);
  }

  // One step of one history, as every technique sees it.
  struct Step {
    Step(const std::string& old_name, const std::string& new_name)
        : before(Read(old_name)),
          after(Read(new_name)),
          path(files_, {.release = jdk_.feature}),
          old_revision(all_[old_name]) {
      path.AddElement(folder_ + "/out/" + new_name);
      path.AddJdk(jdk_);
      outer = std::make_unique<classpath::Hierarchy>(path);
      for (const auto& [test, saw] : all_[new_name].saw) {
        tests.push_back(test);
        if (old_revision.saw[test] != saw) affected.insert(test);
      }
    }
    Tests Select(const RtsOptions& options) const {
      select::RtsInput input;
      input.before = &before;
      input.after = &after;
      input.outer = outer.get();
      input.tests = tests;
      input.records = &old_revision.records;
      Tests selected;
      Result<std::vector<select::TestVerdict>> verdicts = select::SelectTests(input, options);
      EXPECT_TRUE(verdicts.ok());
      for (const select::TestVerdict& verdict : *verdicts) {
        if (verdict.selected) selected.insert(verdict.test);
      }
      return selected;
    }
    graph::Program before, after;
    classpath::ClassPath path;
    std::unique_ptr<classpath::Hierarchy> outer;
    Revision& old_revision;
    std::vector<std::string> tests;
    Tests affected;
  };
  template <typename Visit>
  static void ForEachStep(Visit visit) {
    for (int history = 0; history < histories_; ++history) {
      for (int i = 1; i < revisions_; ++i)
        visit(Step(NameOf(history, i - 1), NameOf(history, i)), NameOf(history, i));
    }
  }

  static inline RealFileSystem files_;
  static inline classpath::Jdk jdk_;
  static inline std::string folder_;
  static inline int histories_ = 0, revisions_ = 0;
  static inline std::map<std::string, Revision> all_;
  static inline graph::MemoryCache cache_;
};

bool Includes(const Tests& large, const Tests& small) {
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

TEST_F(TestHistoryTest, NoTechniqueMissesATestThatSeesSomethingElse) {
  std::map<std::string, size_t> selected, missed;
  size_t affected = 0, all = 0;
  ForEachStep([&](const Step& step, const std::string& name) {
    affected += step.affected.size();
    all += step.tests.size();
    for (Technique technique : select::AllTechniques()) {
      Tests chosen = step.Select({.technique = technique});
      std::string shown(ToString(technique));
      selected[shown] += chosen.size();
      for (const std::string& test : step.affected) {
        if (chosen.contains(test)) continue;
        ++missed[shown];
        ADD_FAILURE() << shown << " misses " << test << " of " << name;
      }
    }
  });
  for (const auto& [technique, count] : selected)
    std::printf("%-14s %4zu of %zu tests selected, %zu of %zu affected ones missed\n", technique.c_str(),
                count, all, missed[technique], affected);
  EXPECT_GE(affected, 10u);
  EXPECT_LT(selected["hyrts"], all);  // it does leave out some
}

TEST_F(TestHistoryTest, FinerTechniquesSelectParts) {
  ForEachStep([&](const Step& step, const std::string& name) {
    Tests frts = step.Select({.technique = Technique::kFrts}),
          hyrts = step.Select({.technique = Technique::kHyrts});
    Tests hyrts_f = step.Select({.technique = Technique::kHyrtsF}),
          hyrts_b = step.Select({.technique = Technique::kHyrtsB});
    EXPECT_TRUE(Includes(hyrts, hyrts_b) && Includes(hyrts_f, hyrts) && Includes(frts, hyrts_f)) << name;
    for (const char* kind :
         {"DSI", "ASI", "CSI", "DI", "AI", "CI", "DSM", "ASM", "CSM", "DIM", "AIM", "CIM"}) {
      Tests lifted =
          step.Select({.technique = Technique::kHyrts, .lifted = select::ParseLifted(kind).value()});
      EXPECT_TRUE(Includes(lifted, hyrts) && Includes(frts, lifted)) << name << " " << kind;
    }
    Tests ekstazi = step.Select({.technique = Technique::kEkstazi});
    Tests fine = step.Select({.technique = Technique::kFineEkstazi});
    EXPECT_TRUE(Includes(ekstazi, fine)) << name;
    EXPECT_TRUE(Includes(fine, step.Select({.technique = Technique::kFineEkstaziMethods}))) << name;
    Tests starts = step.Select({.technique = Technique::kStarts});
    Tests fine_starts = step.Select({.technique = Technique::kFineStarts});
    EXPECT_TRUE(Includes(starts, fine_starts)) << name;
    EXPECT_TRUE(Includes(fine_starts, step.Select({.technique = Technique::kFineStartsMethods}))) << name;
  });
}

}  // namespace
}  // namespace revmon
