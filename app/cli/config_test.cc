#include "app/cli/config.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include "app/cli/monitor_options.h"
#include "base/in_memory_file_system.h"

namespace revmon::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// `run` and `test` with their shared options, parsed and configured as Main does it.
class ConfigTest : public testing::Test {
 protected:
  void SetUp() override {
    run_ = root_.add_subcommand("run");
    test_ = root_.add_subcommand("test");
    DeclareMonitorOptions(*run_, &options_, FailOn::kNever);
    DeclareMonitorOptions(*test_, &test_options_, FailOn::kNew);
    test_->add_option("--build-tool", tool_, "Which")->type_name("NAME");
  }

  void Write(std::string_view text, const std::string& path = "revmon.toml") {
    ASSERT_TRUE(files_.WriteFileAtomically(path, AsBytes(text)).ok());
  }

  // "" or what went wrong.
  std::string Apply(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), "run");
    std::reverse(arguments.begin(), arguments.end());
    root_.parse(arguments);
    Status status = ApplyConfig(files_, root_, *run_);
    return status.ok() ? "" : status.error().Text();
  }

  InMemoryFileSystem files_;
  CLI::App root_;
  CLI::App* run_ = nullptr;
  CLI::App* test_ = nullptr;
  MonitorOptions options_;
  MonitorOptions test_options_;
  std::string tool_;
};

class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

TEST_F(ConfigTest, NoFileIsNoConfiguration) {
  EXPECT_EQ(Apply(), "");
  EXPECT_EQ(options_.profile, "");
}

TEST_F(ConfigTest, EveryKindOfValueIsTaken) {
  Write("profile = \"strict\"\ninclude = [\"a.*\", \"b.*\"]\nevents = 7\nquiet = true\nfail-on = \"any\"\n");
  EXPECT_EQ(Apply(), "");
  EXPECT_EQ(options_.profile, "strict");
  EXPECT_THAT(options_.include, ElementsAre("a.*", "b.*"));
  EXPECT_EQ(options_.events, 7);
  EXPECT_TRUE(options_.quiet);
  EXPECT_EQ(options_.fail_on, FailOn::kAny);
}

TEST_F(ConfigTest, FalseLeavesASwitchOff) {
  Write("quiet = false\n");
  EXPECT_EQ(Apply(), "");
  EXPECT_FALSE(options_.quiet);
}

TEST_F(ConfigTest, OneTextIsAListOfOne) {
  Write("spec = \"A\"\n");
  EXPECT_EQ(Apply(), "");
  EXPECT_THAT(options_.spec, ElementsAre("A"));
}

TEST_F(ConfigTest, TableOfTheCommandWinsOverTheTop) {
  Write(
      "profile = \"strict\"\nfail-on = \"new\"\n[run]\nprofile = \"security\"\n[test]\nprofile = "
      "\"all\"\nbuild-tool = \"maven\"\n");
  EXPECT_EQ(Apply(), "");
  EXPECT_EQ(options_.profile, "security");
  EXPECT_EQ(options_.fail_on, FailOn::kNew);
}

TEST_F(ConfigTest, EnvironmentWinsOverTheFileAndTheCommandLineOverBoth) {
  Write("profile = \"strict\"\nmin-severity = \"error\"\nspec = [\"A\"]\n");
  Variable profile("REVMON_PROFILE", "security");
  Variable severity("REVMON_MIN_SEVERITY", "warning");
  Variable spec("REVMON_SPEC", "B,C");
  EXPECT_EQ(Apply({"--profile", "all"}), "");
  EXPECT_EQ(options_.profile, "all");
  EXPECT_EQ(options_.min_severity, "warning");
  EXPECT_THAT(options_.spec, ElementsAre("B", "C"));
}

TEST_F(ConfigTest, ListsOnTheCommandLineReplaceThoseOfTheFile) {
  Write("spec = [\"A\", \"B\"]\n");
  EXPECT_EQ(Apply({"--spec", "C"}), "");
  EXPECT_THAT(options_.spec, ElementsAre("C"));
}

TEST_F(ConfigTest, PathsAreRelativeToTheFile) {
  ASSERT_TRUE(files_.CreateDirectories("/p").ok());
  Write("add-specs = [\"rules\", \"/abs\"]\nprofile = \"strict\"\n", "/p/other.toml");
  EXPECT_EQ(Apply({"--config", "/p/other.toml"}), "");
  EXPECT_THAT(options_.add_specs, ElementsAre("/p/rules", "/abs"));
  EXPECT_EQ(options_.profile, "strict");
}

TEST_F(ConfigTest, MistakesAreShownAtTheirPlace) {
  Write("\nprofil = \"x\"\n");
  EXPECT_EQ(Apply(), "revmon.toml:2: unknown key 'profil' (did you mean 'profile'?)");
  Write("[tset]\nquiet = true\n");
  EXPECT_THAT(Apply(), HasSubstr("did you mean 'test'?"));
  Write("[run]\nbuild-tool = \"maven\"\n");  // of test only
  EXPECT_THAT(Apply(), HasSubstr("revmon.toml:2: unknown key 'build-tool'"));
  Write("fail-on = \"sometimes\"\n");
  EXPECT_THAT(Apply(), HasSubstr("revmon.toml:1: fail-on: "));
  Write("quiet = 3\n");
  EXPECT_EQ(Apply(), "revmon.toml:1: quiet is true or false, not '3'");
  Write("profile = [\"a\", \"b\"]\n");
  EXPECT_EQ(Apply(), "revmon.toml:1: profile takes one value, not 2");
  Write("profile = 1.5\n");
  EXPECT_THAT(Apply(), HasSubstr("revmon.toml:1: 'profile' is neither"));
  Write("profile =\n");
  EXPECT_THAT(Apply(), HasSubstr("revmon.toml:1:"));
}

TEST_F(ConfigTest, NamedFileMustBeThere) {
  EXPECT_THAT(Apply({"--config", "none.toml"}), HasSubstr("none.toml"));
}

TEST_F(ConfigTest, TemplateHoldsEveryOptionAndCanBeRead) {
  std::string text = ConfigTemplate(root_);
  for (const char* key : {"out", "specs", "profile", "fail-on", "events", "build-tool"}) {
    EXPECT_THAT(text, HasSubstr("\n# " + std::string(key) + " = ")) << key;
  }
  EXPECT_THAT(text, Not(HasSubstr("# config =")));
  Write(text);
  EXPECT_EQ(Apply(), "");
}

TEST(EnvironmentNameTest, UpperCaseAndUnderscores) {
  EXPECT_EQ(EnvironmentName("min-severity"), "REVMON_MIN_SEVERITY");
}

}  // namespace
}  // namespace revmon::cli
