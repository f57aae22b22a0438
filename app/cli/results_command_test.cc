#include "app/cli/results_command.h"

#include <cstdio>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "wire/results.h"

namespace revmon::cli {
namespace {

using testing::HasSubstr;

class ResultsCommandTest : public testing::Test {
 protected:
  void Write(const std::string& path, uint64_t count, bool complete) {
    wire::Violation violation;
    violation.id = 1;
    violation.spec = "Iterator_HasNext";
    violation.severity = "warning";
    violation.message = "Ask first.";
    violation.location = "a.B.m(B.java:3)";
    violation.count = count;
    std::vector<uint8_t> bytes = wire::ResultsHeader();
    auto append = [&](const std::vector<uint8_t>& record) {
      bytes.insert(bytes.end(), record.begin(), record.end());
    };
    append(wire::EncodeViolation(violation));
    if (complete) append(wire::EncodeEnd({.classes_seen = 4, .classes_woven = 2, .sites = 9}));
    ASSERT_TRUE(files_.WriteFileAtomically(path, bytes).ok());
  }

  int Run(const std::vector<std::string>& arguments) {
    std::FILE* out = std::tmpfile();
    std::FILE* err = std::tmpfile();
    int code = Main(arguments, Context{files_, out, err});
    out_ = Text(out);
    err_ = Text(err);
    return code;
  }

  static std::string Text(std::FILE* file) {
    std::string text(static_cast<size_t>(std::ftell(file)), '\0');
    std::rewind(file);
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
  }

  InMemoryFileSystem files_;
  std::string out_;
  std::string err_;
};

TEST_F(ResultsCommandTest, JvmsAreMergedAndCountsAddedUp) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  Write("/out/a.results", 2, true);
  Write("/out/b.results", 3, false);
  EXPECT_EQ(Run({"results", "/out"}), kExitDifferent);
  EXPECT_EQ(out_,
            "a.B.m(B.java:3): warning: Iterator_HasNext (5 times)\n    Ask first.\n"
            "1 violation in 2 JVMs, 1 ended without saying so\n");
}

TEST_F(ResultsCommandTest, JsonHoldsTheSame) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  Write("/out/a.results", 1, true);
  EXPECT_EQ(Run({"results", "--json", "/out/a.results"}), kExitDifferent);
  EXPECT_THAT(out_, HasSubstr("\"spec\": \"Iterator_HasNext\""));
  EXPECT_THAT(out_, HasSubstr("\"classesWoven\": 2"));
}

TEST_F(ResultsCommandTest, FolderWithoutResultsIsAnErrorWithANextStep) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  EXPECT_EQ(Run({"results", "/out"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("out=DIR"));
}

TEST_F(ResultsCommandTest, OtherFilesAreNamed) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  ASSERT_TRUE(files_.WriteFileAtomically("/out/x.results", std::vector<uint8_t>(30, 'x')).ok());
  EXPECT_EQ(Run({"results", "/out"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("/out/x.results at offset 0: not a results file"));
}

}  // namespace
}  // namespace revmon::cli
