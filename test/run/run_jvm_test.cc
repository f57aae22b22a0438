// revmon run in real JVMs: what the user types, what the program sees, what is left on the disk.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file_system.h"
#include "classpath/jdk.h"
#include "run/process.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

std::string ReadText(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class RunJvmTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    RealFileSystem files;
    jdks_ = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks_.empty()) << "no JDK on this machine";
    char folder[] = "/tmp/revmon-run-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    fs::create_directories(folder_ + "/classes");
    run::Command javac;
    javac.argv = {"javac", "-g", "-Xlint:-options",    "--release",
                  "8",     "-d", folder_ + "/classes", SHOP_SOURCE};
    Result<run::Outcome> outcome = run::RunCommand(javac);
    ASSERT_TRUE(outcome.ok());
    ASSERT_EQ(outcome->exit_code, 0) << outcome->err;
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  // A project folder of its own for each test, with the source where Java projects have it.
  void SetUp() override {
    project_ = folder_ + "/project";
    fs::remove_all(project_);
    fs::create_directories(project_ + "/src/main/java/shop");
    fs::copy_file(SHOP_SOURCE, project_ + "/src/main/java/shop/Shop.java");
  }

  run::Outcome Revmon(std::vector<std::string> arguments,
                      std::vector<std::pair<std::string, std::string>> environment = {}) {
    run::Command command;
    command.argv = {REVMON_CLI};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.directory = project_;
    command.environment = std::move(environment);
    command.time_limit = std::chrono::minutes(2);
    Result<run::Outcome> outcome = run::RunCommand(command);
    EXPECT_TRUE(outcome.ok());
    return outcome.ok() ? std::move(outcome).value() : run::Outcome{};
  }

  std::vector<std::string> Run(std::vector<std::string> options, const std::string& end = "",
                               const std::string& java = "java") {
    std::vector<std::string> words = {"run", "--spec", "Iterator_HasNext"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", java, "-cp", folder_ + "/classes", "shop.Shop"});
    if (!end.empty()) words.push_back(end);
    return words;
  }

  static inline std::vector<classpath::Jdk> jdks_;
  static inline std::string folder_;
  std::string project_;
};

constexpr const char* kPlace =
    "src/main/java/shop/Shop.java:11: warning: Iterator_HasNext\n    return all.next(); // here\n";

TEST_F(RunJvmTest, StreamsAreTheProgramsOwnAndTheSummaryIsOnStderr) {
  for (const classpath::Jdk& jdk : jdks_) {
    run::Outcome outcome = Revmon(Run({}, "", jdk.home + "/bin/java"));
    EXPECT_EQ(outcome.exit_code, 0) << jdk.version << outcome.err;
    EXPECT_EQ(outcome.out, "first: 42\n") << jdk.version;
    EXPECT_THAT(outcome.err, AllOf(testing::StartsWith("to stderr\n"), HasSubstr(kPlace),
                                   HasSubstr("revmon: 1 violation (1 warning) of 1 spec in 1 JVM\n")))
        << jdk.version;
  }
}

TEST_F(RunJvmTest, ExitCodeIsTheProgramsOwnUnlessAskedOtherwise) {
  EXPECT_EQ(Revmon(Run({}, "exit7")).exit_code, 7);
  EXPECT_EQ(Revmon(Run({"--fail-on", "any"}, "exit7")).exit_code, 7);
  EXPECT_EQ(Revmon(Run({"--fail-on", "any"})).exit_code, 1);
  EXPECT_EQ(Revmon(Run({"--fail-on", "new"})).exit_code, 1);
}

TEST_F(RunJvmTest, QuietSaysNothing) { EXPECT_EQ(Revmon(Run({"--quiet"})).err, "to stderr\n"); }

TEST_F(RunJvmTest, ScriptsGetTheAgentByTheEnvironment) {
  std::ofstream(project_ + "/start") << "#!/bin/sh\nexec java -cp " << folder_
                                     << "/classes shop.Shop \"$@\"\n";
  fs::permissions(project_ + "/start", fs::perms::owner_all);
  run::Outcome outcome = Revmon({"run", "-v", "--spec", "Iterator_HasNext", "./start", "exit3"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("./start is no java launcher"), HasSubstr(kPlace)));
}

TEST_F(RunJvmTest, StandardInputReachesTheProgram) {
  run::Command command;
  command.argv = {"sh", "-c", "echo A | \"$@\"", "sh", REVMON_CLI};
  for (const std::string& word : Run({}, "read")) command.argv.push_back(word);
  command.directory = project_;
  Result<run::Outcome> outcome = run::RunCommand(command);
  ASSERT_TRUE(outcome.ok());
  EXPECT_THAT(outcome->out, HasSubstr("read 65\n"));
}

TEST_F(RunJvmTest, TerminationIsPassedOnAndTheSummaryStillComes) {
  run::Command command;
  command.argv = {"sh",
                  "-c",
                  "out=$1; shift; \"$@\" >\"$out\" & pid=$!\n"
                  "until grep -q waiting \"$out\"; do sleep 0.05; done; kill -TERM $pid; wait $pid",
                  "sh",
                  project_ + "/out",
                  REVMON_CLI};
  for (const std::string& word : Run({}, "wait")) command.argv.push_back(word);
  command.directory = project_;
  command.time_limit = std::chrono::minutes(1);
  Result<run::Outcome> outcome = run::RunCommand(command);
  ASSERT_TRUE(outcome.ok());
  EXPECT_FALSE(outcome->timed_out);
  EXPECT_EQ(outcome->exit_code, 143);
  EXPECT_THAT(outcome->err, HasSubstr("revmon: 1 violation"));
}

TEST_F(RunJvmTest, NothingIsLeftBesideTheOutFolderWhichGitIgnores) {
  Revmon(Run({"--format", "html", "--format", "json"}));
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(project_)) names.push_back(entry.path().filename());
  EXPECT_THAT(names, testing::UnorderedElementsAre(".revmon", "src"));
  EXPECT_EQ(ReadText(project_ + "/.revmon/.gitignore"), "*\n");
  Json json = Json::parse(ReadText(project_ + "/.revmon/report.json"), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["violations"][0]["path"], "src/main/java/shop/Shop.java");
  EXPECT_EQ(json["violations"][0]["events"][0]["event"], "next");
  EXPECT_EQ(json["run"]["exitCode"], 0);
}

TEST_F(RunJvmTest, ResultsShowsTheLastRunAgain) {
  run::Outcome ran = Revmon(Run({}));
  run::Outcome shown = Revmon({"results"});
  EXPECT_EQ(shown.exit_code, 1);
  EXPECT_THAT(shown.out, HasSubstr(kPlace));
  EXPECT_EQ(Revmon({"clean"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(project_ + "/.revmon"));
  EXPECT_EQ(Revmon({"results"}).exit_code, 2);
}

TEST_F(RunJvmTest, ConfigurationIsReadAndTheCommandLineWins) {
  std::ofstream(project_ + "/revmon.toml") << "fail-on = \"any\"\nquiet = true\n";
  EXPECT_EQ(Revmon(Run({})).exit_code, 1);
  EXPECT_EQ(Revmon(Run({}), {{"REVMON_FAIL_ON", "never"}}).exit_code, 0);
  EXPECT_EQ(Revmon(Run({"--fail-on", "any"}), {{"REVMON_FAIL_ON", "never"}}).exit_code, 1);
}

// What is wrong is said in one line before anything starts, and nothing is written.
void ExpectRefused(const run::Outcome& outcome, const std::string& said) {
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, AllOf(testing::StartsWith("revmon: "), HasSubstr(said)));
}

TEST_F(RunJvmTest, UnreadableSpecIsNamed) {
  ExpectRefused(Revmon({"run", "--specs", "none.mop", "java", "-version"}), "none.mop");
  std::ofstream(project_ + "/Bad.mop") << "Bad(Object o) { event }\n";
  ExpectRefused(Revmon({"run", "--specs", "Bad.mop", "java", "-version"}), "Bad.mop:1:");
  std::ofstream(project_ + "/Java.mop")
      << "J(Object o) { event e before(Object o) : call(* F.e()) && target(o) { nonsense(); } }\n";
  ExpectRefused(Revmon({"run", "--specs", "Java.mop", "java", "-version"}), "javac: cannot find symbol");
  EXPECT_FALSE(fs::exists(project_ + "/.revmon"));
}

TEST_F(RunJvmTest, OutThatCannotBeWrittenIsNamed) {
  std::ofstream(project_ + "/file") << "x";
  ExpectRefused(Revmon(Run({"--out", "file"})), "file");
  ExpectRefused(Revmon(Run({"--out", "file/below"})), "file");
  ExpectRefused(Revmon(Run({"--out", "/proc/revmon"})), "/proc");
}

TEST_F(RunJvmTest, MissingProgramIsNamed) {
  ExpectRefused(Revmon({"run", "--spec", "Iterator_HasNext", "no-such-java", "-version"}), "no-such-java");
}

TEST_F(RunJvmTest, ReportThatCannotBeWrittenIsAnErrorAfterTheRun) {
  run::Outcome outcome = Revmon(Run({"--report", "html=/proc/report.html"}));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "first: 42\n");
  EXPECT_THAT(outcome.err, HasSubstr("/proc/report.html"));
}

// A file system of 64 KiB, in a user namespace of its own where the machine lets us have one.
TEST_F(RunJvmTest, FullDiskIsSaidAndNothingIsHalfWritten) {
  fs::create_directories(project_ + "/small");
  run::Command command;
  command.argv = {"unshare",
                  "-rm",
                  "sh",
                  "-c",
                  "mount -t tmpfs -o size=64k none small || exit 99\n"
                  "head -c 60000 /dev/zero >small/ballast\n"
                  "\"$@\"; echo \"code $?\"; ls small/out/report.html 2>/dev/null; find small -name '*.tmp*'",
                  "sh",
                  REVMON_CLI};
  for (const std::string& word : Run({"--out", "small/out", "--format", "html"}))
    command.argv.push_back(word);
  command.directory = project_;
  Result<run::Outcome> outcome = run::RunCommand(command);
  if (!outcome.ok() || outcome->exit_code == 99 || outcome->out.find("code ") == std::string::npos) {
    GTEST_SKIP() << "no file system of its own to be had here";
  }
  EXPECT_THAT(outcome->out, testing::EndsWith("code 2\n")) << outcome->err;
  EXPECT_THAT(outcome->err, HasSubstr("No space left on device"));
}

// The page works in a real browser: the script ran (it marks the root element), nothing was logged.
TEST_F(RunJvmTest, HtmlReportWorksInABrowser) {
  run::Command which;
  which.argv = {"sh", "-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"};
  Result<run::Outcome> found = run::RunCommand(which);
  if (!found.ok() || found->exit_code != 0) GTEST_SKIP() << "no Chromium here";
  Revmon(Run({"--format", "html"}));
  run::Command browser;
  browser.argv = {found->out.substr(0, found->out.find('\n')),
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--disable-background-networking",
                  "--user-data-dir=" + folder_ + "/browser",
                  "--enable-logging=stderr",
                  "--dump-dom",
                  "file://" + project_ + "/.revmon/report.html"};
  browser.time_limit = std::chrono::minutes(1);
  Result<run::Outcome> outcome = run::RunCommand(browser);
  ASSERT_TRUE(outcome.ok());
  ASSERT_EQ(outcome->exit_code, 0) << outcome->err;
  EXPECT_THAT(outcome->out, HasSubstr("<html lang=\"en\" class=\"js\">"));
  EXPECT_THAT(outcome->out,
              HasSubstr("id=\"statistics\" role=\"tabpanel\" aria-labelledby=\"tab-statistics\" hidden"));
  EXPECT_THAT(outcome->out, HasSubstr("<svg class=\"automaton\""));
  EXPECT_THAT(outcome->err, Not(HasSubstr("CONSOLE")));
}

}  // namespace
}  // namespace revmon
