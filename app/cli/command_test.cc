#include "app/cli/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/in_memory_file_system.h"

namespace revmon::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

Outcome RunMain(const std::vector<std::string>& arguments) {
  char* text[2] = {};
  size_t size[2] = {};
  std::FILE* out = open_memstream(&text[0], &size[0]);
  std::FILE* err = open_memstream(&text[1], &size[1]);
  InMemoryFileSystem files;
  files.Put("/broken/A.class", "no magic here");
  Outcome outcome;
  outcome.code = Main(arguments, {.files = files, .out = out, .err = err});
  std::fclose(out);
  std::fclose(err);
  outcome.out.assign(text[0], size[0]);
  outcome.err.assign(text[1], size[1]);
  std::free(text[0]);
  std::free(text[1]);
  return outcome;
}

TEST(Main, VersionGoesToStandardOutput) {
  Outcome outcome = RunMain({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith("revmon "));
  EXPECT_EQ(outcome.err, "");
}

TEST(Main, HelpListsEveryCommand) {
  Outcome outcome = RunMain({"--help"});
  EXPECT_EQ(outcome.code, 0);
  for (const Command& command : Commands()) {
    EXPECT_THAT(outcome.out, HasSubstr(std::string(command.name)));
    EXPECT_THAT(outcome.out, HasSubstr(std::string(command.summary)));
  }
}

TEST(Main, NoCommandIsAnError) {
  Outcome outcome = RunMain({});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "revmon: no command given (revmon --help lists the commands)\n");
}

TEST(Main, NonsenseCommandSuggestsNothing) {
  Outcome outcome = RunMain({"xyzzy"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "revmon: unknown command 'xyzzy' (revmon --help lists the commands)\n");
}

TEST(Main, MisspeltCommandSuggestsTheRightOne) {
  Outcome outcome = RunMain({"inspct", "x.jar"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "revmon: unknown command 'inspct', did you mean 'inspect'?\n");
}

TEST(Main, HelpOfACommandNamesItsOptions) {
  Outcome outcome = RunMain({"inspect", "--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Usage: revmon inspect"));
  EXPECT_THAT(outcome.out, HasSubstr("--checksums"));
}

TEST(Inspect, MissingFileIsNamed) {
  Outcome outcome = RunMain({"inspect", "/no/such/A.class"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("revmon: /no/such/A.class"));
}

TEST(Inspect, DiffTakesExactlyTwoPaths) {
  Outcome outcome = RunMain({"inspect", "--diff", "a"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "revmon: --diff takes two paths, before and after\n");
}

TEST(Inspect, BrokenClassIsNamedWithItsOffset) {
  Outcome outcome = RunMain({"inspect", "/broken/A.class"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("/broken/A.class at offset 0: not a class file"));
}

TEST(Main, UnknownOptionIsOneLine) {
  Outcome outcome = RunMain({"--no-such-option"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("revmon: "));
  EXPECT_THAT(outcome.err, HasSubstr("--no-such-option"));
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1);
}

}  // namespace
}  // namespace revmon::cli
