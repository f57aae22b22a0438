// explain, clean, init and generate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/command_answer.h"
#include "base/in_memory_file_system.h"

namespace revmon::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kSpec = R"(/**
 * Close it.
 *
 * It leaks.
 *
 * @severity warning
 * @profile default
 * @bad
 * <pre>
 * open();
 * </pre>
 */
Stream_Close(Object s) {
  event open before(Object s): call(* F.open()) && target(s) {}
  event close before(Object s): call(* F.close()) && target(s) {}
  ere: open close close
  @match {}
}
)";

class SmallCommandsTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(files_.CreateDirectories("/lib/java.io").ok());
    ASSERT_TRUE(files_.WriteFileAtomically("/lib/java.io/Stream_Close.mop", AsBytes(kSpec)).ok());
  }

  int Run(const std::vector<std::string>& arguments) {
    Answer answer = Ask(files_, arguments);
    out_ = std::move(answer.out);
    err_ = std::move(answer.err);
    return answer.code;
  }

  InMemoryFileSystem files_;
  std::string out_;
  std::string err_;
};

TEST_F(SmallCommandsTest, ExplainShowsTheDocumentation) {
  EXPECT_EQ(Run({"explain", "Stream_Close", "--specs", "/lib"}), kExitOk);
  EXPECT_EQ(out_,
            "Stream_Close\n\nClose it.\n\nIt leaks.\n\nWrong:\n    open();\n\n"
            "Severity:   warning\nProfiles:   default\nParameters: Object s\nEvents:     open, close\n"
            "Property:   ere: open close close\nFile:       /lib/java.io/Stream_Close.mop\n");
}

TEST_F(SmallCommandsTest, ExplainSuggestsWhatWasMeant) {
  EXPECT_EQ(Run({"explain", "StreamClose", "--specs", "/lib"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("did you mean 'Stream_Close'?"));
  EXPECT_EQ(Run({"explain"}), kExitError);
}

TEST_F(SmallCommandsTest, ReferenceHasATableAndAChapterEach) {
  EXPECT_EQ(Run({"explain", "--markdown", "--specs", "/lib"}), kExitOk);
  EXPECT_THAT(out_,
              AllOf(HasSubstr("| [Stream_Close](#stream_close) | open, close | 5 | warning | default |\n"),
                    HasSubstr("\n## java.io\n\n### Stream_Close\n\n**Close it.**\n")));
}

TEST_F(SmallCommandsTest, CleanRemovesOnlyWhatIsOurs) {
  ASSERT_TRUE(files_.CreateDirectories("/out/runs").ok());
  EXPECT_EQ(Run({"clean", "--out", "/out"}), kExitError);
  EXPECT_TRUE(files_.Exists("/out/runs"));
  ASSERT_TRUE(files_.WriteFileAtomically("/out/.gitignore", AsBytes(std::string_view("*\n"))).ok());
  EXPECT_EQ(Run({"clean", "--out", "/out"}), kExitOk);
  EXPECT_FALSE(files_.Exists("/out"));
  EXPECT_EQ(Run({"clean", "--out", "/out"}), kExitOk);
  EXPECT_THAT(out_, HasSubstr("nothing to remove"));
}

TEST_F(SmallCommandsTest, InitNeverWritesOverAFileUnasked) {
  EXPECT_EQ(Run({"init", "--file", "/revmon.toml"}), kExitOk);
  EXPECT_EQ(Run({"init", "--file", "/revmon.toml"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("--force"));
  EXPECT_EQ(Run({"init", "--file", "/revmon.toml", "--force"}), kExitOk);
}

TEST_F(SmallCommandsTest, EverythingGeneratedKnowsEveryCommand) {
  for (const char* what : {"bash", "zsh", "fish", "man"}) {
    EXPECT_EQ(Run({"generate", what}), kExitOk);
    bool man = std::string_view(what) == "man";
    auto known = [&](std::string word) {  // in a manual page '-' is "\\-"
      for (size_t at = 0; man && (at = word.find('-', at)) != std::string::npos; at += 2)
        word.insert(at, "\\");
      EXPECT_NE(out_.find(word), std::string::npos) << what << " does not know " << word;
    };
    for (const Command& command : Commands()) known(std::string(command.name));
    known(std::string_view(what) == "fish" ? "-l fail-on" : "--fail-on");
  }
  EXPECT_EQ(Run({"generate", "tcsh"}), kExitError);
}

TEST_F(SmallCommandsTest, ManPageIsOne) {
  EXPECT_EQ(Run({"generate", "man"}), kExitOk);
  EXPECT_THAT(out_, AllOf(StartsWith(".TH REVMON 1"), HasSubstr("\n.SH EXIT STATUS\n")));
}

}  // namespace
}  // namespace revmon::cli
