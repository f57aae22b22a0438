#include "run/session.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/path.h"
#include "wire/plan_io.h"

namespace revmon::run {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kSpecs = R"(
/** First. @severity is no tag here.
 * @severity error
 * @profile default,strict */
A(Object o) { event e before(Object o) : call(* F.e()) && target(o) {} ere: e @match { __RESET; } }
/** Second.
 * @severity suggestion
 * @profile strict */
B(Object o) { event e before(Object o) : call(* F.e()) && target(o) {} ere: e e @match { __RESET; } }
)";

class SessionTest : public testing::Test {
 protected:
  void SetUp() override {
    char folder[] = "/tmp/revmon-session-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    WriteText("specs/AB.mop", kSpecs);
    options_.out = folder_ + "/out,put";
    options_.plan.paths = {folder_ + "/specs"};
  }
  void TearDown() override { fs::remove_all(folder_); }

  void WriteText(const std::string& name, const std::string& text) {
    fs::create_directories(fs::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name) << text;
  }

  Result<Session> Open() { return Session::Open(files_, {"/lib/librevmon.so", ""}, options_, clock_); }

  std::vector<std::string> Names() {
    Result<Session> session = Open();
    if (!session.ok()) return {session.error().Text()};
    std::vector<std::string> names;
    for (const wire::Spec& spec : session->plan().specs) names.push_back(spec.name);
    return names;
  }

  RealFileSystem files_;
  FakeClock clock_;
  std::string folder_;
  SessionOptions options_;
};

TEST_F(SessionTest, PlanIsWrittenForThisUserOnlyAndCanBeRead) {
  mode_t before = ::umask(002);
  Result<Session> session = Open();
  ::umask(before);
  ASSERT_TRUE(session.ok()) << session.error().Text();
  std::string plan = session->folder() + "/plan";
  struct stat info = {};
  ASSERT_EQ(::stat(plan.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  Result<std::vector<uint8_t>> bytes = files_.ReadFile(plan);
  ASSERT_TRUE(bytes.ok());
  EXPECT_TRUE(wire::ReadPlan(*bytes).ok());
}

TEST_F(SessionTest, OutFolderIsPrivateAndIgnoredByGit) {
  ASSERT_TRUE(Open().ok());
  struct stat info = {};
  ASSERT_EQ(::stat(options_.out.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  Result<std::vector<uint8_t>> ignore = files_.ReadFile(options_.out + "/.gitignore");
  ASSERT_TRUE(ignore.ok());
  EXPECT_EQ(AsText(*ignore), "*\n");
}

TEST_F(SessionTest, CommasInPathsAreDoubledForTheAgent) {
  Result<Session> session = Open();
  ASSERT_TRUE(session.ok());
  std::string argument = session->AgentArgument({{"strict", ""}, {"tests", "a,b"}});
  EXPECT_THAT(argument, StartsWith("-agentpath:/lib/librevmon.so=plan=" + folder_ + "/out,,put/runs/"));
  EXPECT_THAT(argument, HasSubstr(",out=" + folder_ + "/out,,put/runs/"));
  EXPECT_TRUE(argument.ends_with(",strict,tests=a,,b")) << argument;
}

TEST_F(SessionTest, OwnSpecsAreAllMonitoredUnlessAProfileIsNamed) {
  EXPECT_THAT(Names(), ElementsAre("A", "B"));
  options_.plan.profile = "default";
  EXPECT_THAT(Names(), ElementsAre("A"));
}

TEST_F(SessionTest, NamesWinOverTheProfile) {
  options_.plan.profile = "default";
  options_.plan.names = {"B"};
  EXPECT_THAT(Names(), ElementsAre("B"));
}

TEST_F(SessionTest, SeverityAndWithoutLeaveSpecsOut) {
  options_.plan.min_severity = "warning";
  EXPECT_THAT(Names(), ElementsAre("A"));
  options_.plan.min_severity = "";
  options_.plan.without = {"A"};
  EXPECT_THAT(Names(), ElementsAre("B"));
  options_.plan.without = {"A", "B"};
  EXPECT_THAT(Names(), ElementsAre(HasSubstr("no spec is left to monitor")));
}

TEST_F(SessionTest, AddedSpecReplacesOneOfItsName) {
  WriteText("more/B.mop",
            "/** New. */ B(Object p) { event f before(Object p) : call(* F.f()) && target(p) {} "
            "ere: f @match { __RESET; } }");
  options_.plan.more_paths = {folder_ + "/more"};
  Result<Session> session = Open();
  ASSERT_TRUE(session.ok()) << session.error().Text();
  ASSERT_EQ(session->plan().specs.size(), 2u);
  EXPECT_EQ(session->plan().specs[1].message, "New.");
}

TEST_F(SessionTest, AddedSpecWithoutAProfileIsMonitoredInEach) {
  const std::string body =
      "(Object p) { event f before(Object p) : call(* F.f()) && target(p) {} ere: f @match {} }";
  WriteText("more/Mine.mop", "/** Mine. */ Mine" + body);
  WriteText("more/Strict.mop", "/** Strict.\n * @profile strict */\nStrict" + body);
  options_.plan.more_paths = {folder_ + "/more"};
  options_.plan.profile = "default";
  EXPECT_THAT(Names(), ElementsAre("A", "Mine"));
}

TEST_F(SessionTest, DiscardLeavesNothingOfTheRun) {
  Result<Session> session = Open();
  ASSERT_TRUE(session.ok()) << session.error().Text();
  EXPECT_TRUE(files_.Exists(session->folder() + "/plan"));
  session->Discard();
  EXPECT_FALSE(files_.Exists(session->folder()));
}

TEST_F(SessionTest, UnknownNamesSuggestWhatWasMeant) {
  options_.plan.profile = "strikt";
  EXPECT_THAT(Names(), ElementsAre("no spec is in a profile 'strikt' (did you mean 'strict'?)"));
  options_.plan.profile = "";
  options_.plan.names = {"C"};
  EXPECT_THAT(Names(), ElementsAre(HasSubstr("no spec is called 'C'")));
}

TEST_F(SessionTest, ErrorsInSpecsAreShownAndNothingIsMade) {
  WriteText("specs/Wrong.mop", "W(Object o) { event }");
  Result<Session> session = Open();
  ASSERT_FALSE(session.ok());
  EXPECT_THAT(session.error().Text(), HasSubstr("Wrong.mop:1:"));
  EXPECT_FALSE(files_.Exists(options_.out));
}

TEST_F(SessionTest, OutThatIsAFileIsAnErrorThatNamesIt) {
  WriteText("out,put", "x");
  Result<Session> session = Open();
  ASSERT_FALSE(session.ok());
  EXPECT_THAT(session.error().Text(), HasSubstr(options_.out));
}

TEST_F(SessionTest, OldRunsAreRemovedRunningOnesAreNot) {
  for (int i = 0; i < 7; ++i)
    fs::create_directories(options_.out + "/runs/20000101-00000" + std::to_string(i) + "-999999999");
  fs::create_directories(options_.out + "/runs/19990101-000000-" + std::to_string(::getpid()));
  Result<Session> session = Open();
  ASSERT_TRUE(session.ok());
  Result<std::vector<DirectoryEntry>> runs = files_.List(options_.out + "/runs");
  ASSERT_TRUE(runs.ok());
  EXPECT_EQ(runs->size(), kKeptRuns + 1);
  EXPECT_THAT(runs->front().name, StartsWith("1999"));
}

TEST_F(SessionTest, TwoRunsInOneSecondHaveTheirOwnFolders) {
  Result<Session> first = Open();
  Result<Session> second = Open();
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(first->folder(), second->folder());
  EXPECT_EQ(NewestRun(files_, options_.out),
            JoinPath(options_.out, "runs/" + std::string(BaseName(second->folder()))));
}

TEST_F(SessionTest, DamagedResultsAreANote) {
  Result<Session> session = Open();
  ASSERT_TRUE(session.ok());
  std::ofstream(session->folder() + "/jvm-1.results") << "junk that is no results file";
  std::vector<uint8_t> header = wire::ResultsHeader();
  ASSERT_TRUE(files_.WriteFileAtomically(session->folder() + "/jvm-2.results", header).ok());
  std::vector<std::string> notes;
  Result<std::vector<JvmResults>> jvms = session->Collect(&notes);
  ASSERT_TRUE(jvms.ok());
  EXPECT_EQ(jvms->size(), 1u);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("jvm-1.results")));
  EXPECT_FALSE(session->Collect(nullptr).ok());
}

TEST(NewestRunTest, FolderWithoutRunsIsItsOwn) {
  RealFileSystem files;
  EXPECT_EQ(NewestRun(files, "/no-such-folder"), "/no-such-folder");
}

}  // namespace
}  // namespace revmon::run
