// The running example of "Techniques for evolution-aware runtime verification" (ICST 2019, figures 1 and 2),
// as real code under the real agent: which violations does each technique show after the change in B?
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classpath/jdk.h"
#include "graph/memory_cache.h"
#include "run/plan_maker.h"
#include "run/process.h"
#include "run/session.h"
#include "select/selection.h"
#include "select/suppress.h"
#include "support/javac.h"

namespace revmon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::SourceTree;

// Lines as in the paper where violations happen: A 4, D 28, E 36.
SourceTree Program(bool changed) {
  std::string argument = changed ? "Collections.synchronizedList(l)" : "l";
  return {
      {"A.java",
       "import java.util.*;\nclass A { String a(List i, String sep) {\n  String o = \"\";\n"
       "  for (Object a : i) {\n    o += a.toString() + sep;\n  } return o; } }\n"},
      {"B.java", "import java.util.*;\nclass B extends A {\n  String b(List l) {\n    String i;\n    i = a(" +
                     argument + ", \" \");\n    return i.trim(); }\n  Boolean flag() { return true; } }\n"},
      {"C.java",
       "import java.util.*;\nclass C {\n  String c(List<String> l) {\n    B b = new B(); D d = new D();\n"
       "    String s = b.b(l);\n    return d.d(s, b.flag()) + \":\" + s; } }\n"},
      {"D.java",
       "import java.util.*;\nclass D {\n  String d(String s, boolean flag) {\n"
       "    StringTokenizer t = new StringTokenizer(s);\n    String out = \"\";\n    if (flag) {\n"
       "      if (t.hasMoreTokens()) out = t.nextToken(); }\n    else { out = t.nextToken(); }\n    return "
       "out; } }\n"},
      {"E.java",
       "import java.net.*;\nclass E {\n  String e(String u, String e) throws Exception {\n    D d = new "
       "D();\n"
       "    String url = d.d(u, false);\n    if (url.startsWith(\"https\")) {\n"
       "      String s = URLDecoder.decode(url, e);\n      return s; }\n    return url; } }\n"},
      {"TC.java",
       "import java.util.*;\npublic class TC {\n  public void testC() {\n"
       "    B b = new B(); C c = new C(); D d = new D();\n    List<String> l1 = Arrays.asList(\"1\", "
       "\"2\");\n"
       "    b.b(l1); c.c(l1);\n    d.d(\"1 2\", false); } }\n"},
      {"TE.java",
       "public class TE {\n  public void testE() throws Exception {\n    E e = new E();\n"
       "    String u = \"https://bing.com\"; e.e(u + \" b\", \"ISO-8859-1\"); } }\n"},
  };
}

// Runs the tests by name and is not part of the program: a test framework has no edges either.
constexpr const char* kRunner =
    "public class Runner { public static void main(String[] names) throws Exception { for (String n : names) "
    "{"
    " Class<?> c = Class.forName(n); Object o = c.getConstructor().newInstance();"
    " for (java.lang.reflect.Method m : c.getDeclaredMethods()) if (m.getName().startsWith(\"test\")) "
    "m.invoke(o); } } }";

class RunningExampleTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    jdk_ = classpath::DiscoverJdks(files_, classpath::JdkEnvironment::FromProcess()).at(0);
    folder_ = std::make_unique<testing::TemporaryFolder>();
    Compile("old", Program(false));
    Compile("new", Program(true));
    Compile("runner", {{"Runner.java", kRunner}});
    run::PlanOptions options;
    for (const char* name : {"java.util/Collections_SynchronizedCollection",
                             "java.util/StringTokenizer_HasMoreElements", "java.net/URLDecoder_DecodeUTF8"}) {
      options.paths.push_back(std::string(SPECS_FOLDER) + "/" + name + ".mop");
    }
    Result<run::MadePlan> made = run::MakePlan(files_, options);
    ASSERT_TRUE(made.ok()) << made.error().Text();
    ASSERT_EQ(made->errors, 0u) << made->diagnostics;
    plan_ = std::move(made->plan);
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static void Compile(const std::string& name, const SourceTree& sources) {
    Result<testing::ClassTree> classes = testing::CompileJava(sources);
    ASSERT_TRUE(classes.ok()) << classes.error().Text();
    for (const auto& [class_name, bytes] : *classes) {
      folder_->Write(name + "/" + class_name + ".class", std::string(bytes.begin(), bytes.end()));
    }
  }

  // The tests of one version under a plan.
  static std::vector<wire::Violation> Monitor(const std::string& version, const wire::Plan& plan) {
    static int count = 0;
    std::string file = folder_->path() + "/plan" + std::to_string(++count);
    std::string out = folder_->path() + "/out" + std::to_string(count);
    EXPECT_TRUE(run::WritePlanFile(files_, file, plan).ok());
    run::Command java;
    java.argv = {jdk_.home + "/bin/java",
                 "-agentpath:" AGENT_LIBRARY "=plan=" + file + ",out=" + out,
                 "-cp",
                 folder_->path() + "/" + version + ":" + folder_->path() + "/runner",
                 "Runner",
                 "TC",
                 "TE"};
    Result<run::Outcome> outcome = run::RunCommand(java);
    EXPECT_TRUE(outcome.ok() && outcome->exit_code == 0) << (outcome.ok() ? outcome->err : "");
    std::vector<std::string> notes;
    Result<std::vector<run::JvmResults>> jvms = run::ReadResultsFiles(files_, out, &notes);
    EXPECT_TRUE(jvms.ok());
    std::vector<wire::Results> results;
    for (run::JvmResults& jvm : *jvms) results.push_back(std::move(jvm.results));
    return select::Merge(results);
  }

  // Short names of the specs, as the paper has them.
  static std::set<std::string> Shown(const std::vector<wire::Violation>& violations) {
    static const std::map<std::string, std::string> names = {{"Collections_SynchronizedCollection", "CSC"},
                                                             {"StringTokenizer_HasMoreElements", "STHME"},
                                                             {"URLDecoder_DecodeUTF8", "URLD"}};
    std::set<std::string> shown;
    for (const wire::Violation& v : violations) {
      shown.insert(names.at(v.spec) + " in " + select::PlaceOf(v).class_name);
    }
    return shown;
  }

  struct Answer {
    std::set<std::string> selected;
    std::set<std::string> shown;
  };
  static Answer Technique(const std::string& variant, bool published = false) {
    graph::MemoryCache cache;
    auto read = [&](const char* name) {
      return graph::Program::Read(files_, {{folder_->path() + "/" + name, false}}, 17, &cache);
    };
    graph::Program before = read("old");
    graph::Program after = read("new");
    classpath::ClassPath path(files_, {.release = jdk_.feature});
    path.AddJdk(jdk_);
    path.AddElement(folder_->path() + "/new");
    select::SpecMap map(plan_, after, path, jdk_.version, &cache);
    select::SelectionInput input;
    input.before = &before;
    input.after = &after;
    input.plan = &plan_;
    input.specs = &map;
    input.variant = select::ParseVariant(variant).value();
    input.variant.published = published;
    select::Selection selection = select::Select(input);
    Answer answer;
    wire::Plan narrowed;
    narrowed.include = selection.include;
    narrowed.exclude = selection.exclude;
    // The runner is no class of the program; it must not be watched either way.
    for (const select::SelectedSpec& spec : selection.specs)
      narrowed.specs.push_back(plan_.specs[spec.index]);
    for (const std::string& name : selection.SpecNames(plan_)) answer.selected.insert(name);
    answer.shown = Shown(Monitor("new", narrowed));
    return answer;
  }

  static inline RealFileSystem files_;
  static inline classpath::Jdk jdk_;
  static inline std::unique_ptr<testing::TemporaryFolder> folder_;
  static inline wire::Plan plan_;
};

using Names = std::set<std::string>;

TEST_F(RunningExampleTest, EveryTechniqueShowsWhatThePaperSays) {
  std::vector<wire::Violation> before = Monitor("old", plan_);
  EXPECT_EQ(Shown(before), (Names{"STHME in D", "URLD in E"}));
  std::vector<wire::Violation> full = Monitor("new", plan_);
  EXPECT_EQ(Shown(full), (Names{"CSC in A", "STHME in D", "URLD in E"}));

  for (const char* variant : {"ps1", "ps1c"}) {
    EXPECT_EQ(Technique(variant).shown, (Names{"CSC in A", "STHME in D"})) << variant;
  }
  EXPECT_EQ(Technique("ps1c", true).shown, (Names{"CSC in A", "STHME in D"}));
  for (const char* variant : {"ps2", "ps2c", "ps3"}) {
    EXPECT_EQ(Technique(variant).shown, (Names{"CSC in A"})) << variant;
  }
  Answer ps3c = Technique("ps3c");
  EXPECT_EQ(ps3c.selected, (Names{"Collections_SynchronizedCollection"}));
  EXPECT_EQ(ps3c.shown, Names{});

  // VMS alone: everything is monitored, what is not new is not shown.
  std::vector<store::Finding> known;
  for (const wire::Violation& v : before) known.push_back({v, false, false});
  select::Verdicts verdicts = select::Judge({.baseline = &known, .violations = &full});
  std::vector<wire::Violation> fresh;
  for (const select::Judged& judged : verdicts.all) {
    if (!judged.known) fresh.push_back(judged.violation);
  }
  EXPECT_EQ(Shown(fresh), (Names{"CSC in A"}));
}

}  // namespace
}  // namespace revmon
