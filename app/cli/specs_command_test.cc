#include "app/cli/specs_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/in_memory_file_system.h"

namespace revmon::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const char kTwice[] =
    "import java.util.Map;\n"
    "/** Not twice. Really.\n * @severity error */\n"
    "Twice(Map m) {\n"
    "  event a before(Map m): call(* a()) && target(m) {}\n"
    "  event b before(Map m): call(* b()) && target(m) {}\n"
    "  ere: a a\n"
    "  @match {}\n"
    "}\n";

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

class SpecsCommand : public ::testing::Test {
 protected:
  SpecsCommand() {
    unsetenv("REVMON_SPECS");
    files_.Put("/s/Twice.mop", kTwice);
  }

  Outcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "specs");
    char* text[2] = {};
    size_t size[2] = {};
    std::FILE* out = open_memstream(&text[0], &size[0]);
    std::FILE* err = open_memstream(&text[1], &size[1]);
    Outcome outcome;
    outcome.code = Main(arguments, {.files = files_, .out = out, .err = err});
    std::fclose(out);
    std::fclose(err);
    outcome.out.assign(text[0], size[0]);
    outcome.err.assign(text[1], size[1]);
    std::free(text[0]);
    std::free(text[1]);
    return outcome;
  }

  // The errors of one file, which must be all of them budgets: nothing else is said about it.
  Outcome CheckText(const std::string& text) {
    files_.Put("/h/Hostile.mop", text);
    return Run({"check", "/h/Hostile.mop"});
  }

  InMemoryFileSystem files_;
};

TEST_F(SpecsCommand, WithoutAPartIsAnError) {
  Outcome outcome = Run({});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("revmon: "));
}

TEST_F(SpecsCommand, HelpOfAPartShowsTheWholeCommand) {
  Outcome outcome = Run({"check", "--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("revmon specs check"));
}

TEST_F(SpecsCommand, CheckSumsUp) {
  Outcome outcome = Run({"check", "/s"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "1 specs, 2 events: 1 ok, 0 errors\n");
}

TEST_F(SpecsCommand, CheckShowsErrorsWithACaretAndFails) {
  files_.Put("/s/sub/Bad.mop", "Bad() {\n  event a befor(): call(* a()) {}\n}\n");
  Outcome outcome = Run({"check", "/s"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "2 specs, 2 events: 1 ok, 1 errors\n");
  EXPECT_THAT(outcome.err, HasSubstr("/s/sub/Bad.mop:2:11: error: "));
  EXPECT_THAT(outcome.err, HasSubstr("  event a befor()"));
  EXPECT_THAT(outcome.err, HasSubstr("^~~~~"));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean 'before'?"));
}

TEST_F(SpecsCommand, WarningsDoNotFail) {
  files_.Put("/w/W.mop", "W() {\n  event a before(): call(* a()) {}\n  ere: a\n}\n");
  Outcome outcome = Run({"check", "/w/W.mop"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("warning: "));
}

TEST_F(SpecsCommand, SameNameInTwoFilesIsAWarning) {
  files_.Put("/s/Copy.mop", kTwice);
  Outcome outcome = Run({"check", "/s"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("/s/Twice.mop:4:1: warning: spec 'Twice' is also in /s/Copy.mop"));
}

TEST_F(SpecsCommand, FileNamedTwiceIsCheckedOnce) {
  EXPECT_THAT(Run({"check", "/s/Twice.mop", "/s", "/s/./Twice.mop"}).out, StartsWith("1 specs"));
}

TEST_F(SpecsCommand, CheckAsJson) {
  files_.Put("/s/Bad.mop", "Bad() {\n  event a befor(): call(* a()) {}\n}\n");
  Outcome outcome = Run({"check", "--json", "/s"});
  EXPECT_EQ(outcome.code, 1);
  json parsed = json::parse(outcome.out);
  EXPECT_EQ(parsed["specs"], 2);
  EXPECT_EQ(parsed["ok"], 1);
  EXPECT_EQ(parsed["errors"], 1);
  json first = parsed["diagnostics"][0];
  EXPECT_EQ(first["file"], "/s/Bad.mop");
  EXPECT_EQ(first["line"], 2);
  EXPECT_EQ(first["column"], 11);
  EXPECT_EQ(first["level"], "error");
}

TEST_F(SpecsCommand, CheckAsJsonSurvivesBytesThatAreNoUtf8) {
  files_.Put("/s/Odd.mop", "Odd() { event \xFF\xFE before(): call(* a()) {} }");
  EXPECT_TRUE(json::accept(Run({"check", "--json", "/s"}).out));
}

TEST_F(SpecsCommand, MissingPath) {
  Outcome outcome = Run({"check", "/no/such"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("/no/such"));
  EXPECT_EQ(outcome.out, "");
}

TEST_F(SpecsCommand, FileOfAnotherKind) {
  files_.Put("/s/readme.txt", "hello");
  Outcome outcome = Run({"check", "/s/readme.txt"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "revmon: /s/readme.txt: not a spec file (specs are files that end in .mop)\n");
}

TEST_F(SpecsCommand, FolderWithoutSpecs) {
  files_.Put("/e/readme.txt", "hello");
  Outcome outcome = Run({"check", "/e"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "revmon: /e: no .mop file in this folder or below\n");
}

TEST_F(SpecsCommand, UnreadableFile) {
  files_.SetError("/s/Twice.mop", Error(ErrorCode::kIo, "Permission denied").At("/s/Twice.mop"));
  Outcome outcome = Run({"check", "/s"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("revmon: /s/Twice.mop: Permission denied\n"));
}

TEST_F(SpecsCommand, ListIsATable) {
  Outcome outcome = Run({"list", "--specs", "/s"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out,
            "NAME   LOGIC  PARAMETERS  SEVERITY  EVENTS  STATES\n"
            "Twice  ere    Map         error     2       4\n");
}

TEST_F(SpecsCommand, ListAsJson) {
  json parsed = json::parse(Run({"list", "--json", "--specs", "/s"}).out);
  EXPECT_EQ(parsed[0]["name"], "Twice");
  EXPECT_EQ(parsed[0]["message"], "Not twice.");
  EXPECT_EQ(parsed[0]["parameters"][0]["type"], "java.util.Map");
  EXPECT_EQ(parsed[0]["properties"][0]["logic"], "ere");
  EXPECT_EQ(parsed[0]["properties"][0]["states"], 4);
}

TEST_F(SpecsCommand, LibraryComesFromTheEnvironment) {
  setenv("REVMON_SPECS", "/s", 1);
  EXPECT_THAT(Run({"list"}).out, HasSubstr("Twice"));
  unsetenv("REVMON_SPECS");
}

TEST_F(SpecsCommand, WithoutALibraryTheUserLearnsHowToNameOne) {
  Outcome outcome = Run({"list"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("pass --specs PATH or set REVMON_SPECS"));
}

TEST_F(SpecsCommand, ShowByNameAtEachStage) {
  EXPECT_THAT(Run({"show", "Twice", "--specs", "/s", "--stage", "ast"}).out, HasSubstr("Twice"));
  EXPECT_THAT(Run({"show", "Twice", "--specs", "/s"}).out, HasSubstr("symbols a, b"));
  EXPECT_THAT(Run({"show", "Twice", "--specs", "/s", "--stage", "automaton"}).out,
              StartsWith("# Twice ere\ns0: a->s1"));
  EXPECT_THAT(Run({"show", "Twice", "--specs", "/s", "--stage", "plan"}).out,
              HasSubstr("when call(* a()) target($0: java.util.Map)"));
  EXPECT_THAT(Run({"show", "Twice", "--specs", "/s", "--dot"}).out, StartsWith("digraph"));
}

TEST_F(SpecsCommand, ShowByFile) {
  Outcome outcome = Run({"show", "/s/Twice.mop"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith("spec Twice(Map m)"));
}

TEST_F(SpecsCommand, ShowFindsASpecInAFileOfAnotherName) {
  files_.Put("/l/Many.mop", std::string(kTwice) + "Other() { event x before(): call(* x()) {} }");
  Outcome outcome = Run({"show", "Other", "--specs", "/l"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, Not(HasSubstr("Twice")));
}

TEST_F(SpecsCommand, UnknownNameIsSuggested) {
  Outcome outcome = Run({"show", "Twcie", "--specs", "/s"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "revmon: no spec is called 'Twcie' (did you mean 'Twice'?)\n");
}

TEST_F(SpecsCommand, ShowOfABrokenSpecStillHasATree) {
  files_.Put("/b/Bad.mop", "Bad() {\n  event a before(): call(* a()) {}\n  ere: a c @match {}\n}\n");
  EXPECT_THAT(Run({"show", "/b/Bad.mop", "--stage", "ast"}).out, HasSubstr("Bad"));
  Outcome outcome = Run({"show", "/b/Bad.mop"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("/b/Bad.mop:3:10: error: "));
}

TEST_F(SpecsCommand, DotOfAGrammarIsAnError) {
  files_.Put("/g/G.mop", "G() { event a before(): call(* a()) {}\n cfg: S -> a S a | epsilon @fail {} }");
  Outcome outcome = Run({"show", "/g/G.mop", "--dot"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("a formula in cfg has none"));
}

TEST_F(SpecsCommand, UnknownStageIsAnError) {
  EXPECT_EQ(Run({"show", "/s/Twice.mop", "--stage", "soup"}).code, 2);
}

TEST_F(SpecsCommand, RunPrintsVerdicts) {
  files_.Put("/t", "a m=1\na m=2 @X.java:7\nb m=2\na m=1 @X.java:9\n");
  Outcome outcome = Run({"run", "Twice", "--specs", "/s", "--trace", "/t"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out,
            "/t:4: Twice @match <m=1> after a m=1 @X.java:9\n"
            "4 events, 2 instances, 1 verdicts\n");
}

TEST_F(SpecsCommand, RunWithoutVerdictsSucceeds) {
  files_.Put("/t", "a m=1\n");
  EXPECT_EQ(Run({"run", "/s/Twice.mop", "--trace", "/t"}).code, 0);
}

TEST_F(SpecsCommand, RunPrintsSlices) {
  files_.Put("/t", "a m=1\nb m=2\na m=1\n");
  Outcome outcome = Run({"run", "Twice", "--specs", "/s", "--trace", "/t", "--slices"});
  EXPECT_THAT(outcome.out, HasSubstr("slice Twice <m=1> in s3: 1:a 3:a\n"));
}

TEST_F(SpecsCommand, RunAsJson) {
  files_.Put("/t", "a m=1\na m=1 @X.java:9 %w\n");
  json parsed =
      json::parse(Run({"run", "Twice", "--specs", "/s", "--trace", "/t", "--json", "--slices"}).out);
  json verdict = parsed["properties"][0]["verdicts"][0];
  EXPECT_EQ(verdict["category"], "match");
  EXPECT_EQ(verdict["event"], "a");
  EXPECT_EQ(verdict["binding"], "<m=1>");
  EXPECT_EQ(verdict["location"], "X.java:9");
  EXPECT_EQ(verdict["thread"], "w");
  EXPECT_EQ(parsed["properties"][0]["slices"][0]["lines"], json::array({1, 2}));
}

TEST_F(SpecsCommand, RunUnderJavaMopRepeatsTheFail) {
  files_.Put("/f/F.mop", "F() { event a before(): call(* a()) {}\n ere: a @fail {} }");
  files_.Put("/t", "a\na\na\n");
  EXPECT_THAT(Run({"run", "/f/F.mop", "--trace", "/t"}).out, HasSubstr(" 1 verdicts"));
  EXPECT_THAT(Run({"run", "/f/F.mop", "--trace", "/t", "--semantics=javamop"}).out, HasSubstr(" 2 verdicts"));
}

TEST_F(SpecsCommand, RunNamesTheLineOfABadTrace) {
  files_.Put("/t", "a m=1\nnope m=1\n");
  Outcome outcome = Run({"run", "Twice", "--specs", "/s", "--trace", "/t"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("/t:2:1: unknown event 'nope'"));
}

TEST_F(SpecsCommand, RunOfASpecWithoutFormulaSaysWhy) {
  files_.Put("/r/R.mop", "R() { event a before(): call(* a()) { run(); } }");
  files_.Put("/t", "a\n");
  Outcome outcome = Run({"run", "/r/R.mop", "--trace", "/t"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("has no formula"));
}

// Hostile specs end with an error that names the limit; none of them fills memory or the stack.

TEST_F(SpecsCommand, HostileDeepNestingInAPointcut) {
  std::string open(100'000, '('), close(100'000, ')');
  Outcome outcome = CheckText("S() { event a before(): " + open + "call(* a())" + close + " {} }");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("nested"));
}

TEST_F(SpecsCommand, HostileDeepNestingInAFormula) {
  std::string open(100'000, '('), close(100'000, ')');
  Outcome outcome =
      CheckText("S() { event a before(): call(* a()) {}\n ere: " + open + "a" + close + " @match {} }");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("max_depth"));
}

TEST_F(SpecsCommand, HostileFormulaOfExponentialSize) {
  // The n-th letter from the end is an a: 2^n states.
  std::string tail;
  for (int i = 0; i < 30; ++i) tail += " (a | b)";
  Outcome outcome =
      CheckText("S() { event a before(): call(* a()) {} event b before(): call(* b()) {}\n ere: (a | b)* a" +
                tail + " @match {} }");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("(budget "));
}

TEST_F(SpecsCommand, HostileLtlOfExponentialSize) {
  std::string formula = "(<> a0)", events;
  for (int i = 0; i < 24; ++i) {
    std::string n = std::to_string(i);
    events += "event a" + n + " before(): call(* x" + n + "()) {}\n";
    if (i > 0) formula += " and (<> (a" + n + " and o (a0 U a" + n + ")))";
  }
  Outcome outcome = CheckText("S() {\n" + events + " ltl: " + formula + " @validation {} }");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("(budget "));
}

TEST_F(SpecsCommand, LargeFsmIsFineUpToTheBudgetAndAnErrorBeyond) {
  auto ring = [](int states) {
    std::string text = "S() { event a before(): call(* a()) {} event b before(): call(* b()) {}\n fsm:\n";
    for (int i = 0; i < states; ++i) {
      text += "s" + std::to_string(i) + " [ a -> s" + std::to_string((i + 1) % states) + " ]\n";
    }
    return text + "@fail {} }";
  };
  EXPECT_EQ(CheckText(ring(100'000)).code, 0);
  Outcome outcome = CheckText(ring(250'000));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("(budget "));
}

}  // namespace
}  // namespace revmon::cli
