#include "spec/load.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace revmon::spec {
namespace {

std::string Messages(const LoadedFile& file) { return Render(file.source, file.diagnostics); }

const char kEvents[] =
    "S(Object o) {\n"
    "  event open before(Object o) : call(* open()) && target(o) {}\n"
    "  event close before(Object o) : call(* close()) && target(o) {}\n";

LoadedFile WithFormula(const std::string& formula) {
  return Load("t.mop", "import x.Object;\n" + std::string(kEvents) + formula + "\n}", nullptr);
}

TEST(Load, CompilesEveryLogic) {
  for (const char* formula :
       {"ere: open close @match {}", "fsm: s [ open -> t ] t [ close -> s ] @t {} @fail {}",
        "ltl: [](close => (*) open) @violation {}", "ptltl: close => <*> open @violation {}",
        "cfg: S -> open S close | epsilon @fail {}", "srs: open close -> #fail . @fail {}"}) {
    LoadedFile file = WithFormula(formula);
    ASSERT_EQ(file.diagnostics.errors(), 0u) << Messages(file);
    ASSERT_EQ(file.specs.size(), 1u);
    EXPECT_TRUE(file.specs[0].properties.at(0).machine.has_value()) << formula;
  }
}

TEST(Load, SeveralFormulasEachHaveTheirMachine) {
  LoadedFile file = WithFormula("ere: open @match {}\nltl: [](open => o close) @violation {}");
  ASSERT_EQ(file.specs.size(), 1u) << Messages(file);
  ASSERT_EQ(file.specs[0].properties.size(), 2u);
  EXPECT_EQ(file.specs[0].properties[1].machine->logic(), logic::Logic::kLtl);
}

TEST(Load, EventOnlySpecHasNoMachine) {
  LoadedFile file = WithFormula("");
  ASSERT_EQ(file.specs.size(), 1u);
  EXPECT_TRUE(file.specs[0].properties.empty());
  EXPECT_EQ(file.declared_events, 2u);
}

TEST(Load, AlphabetIsEveryDeclaredEvent) {
  LoadedFile file = WithFormula("ere: open+ @fail {}");
  ASSERT_EQ(file.specs.size(), 1u) << Messages(file);
  const logic::Machine& machine = *file.specs[0].properties[0].machine;
  logic::State state = machine.Step(machine.Initial(), 1);  // close is not in the formula: it fails
  EXPECT_EQ(machine.Categories(state), machine.CategoryBit("fail"));
}

// The first example of the manual is a spec that works.
TEST(Load, ExampleOfTheManual) {
  std::ifstream in("docs/spec-language.md");
  std::string manual((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  size_t begin = manual.find("```\npackage");
  ASSERT_NE(begin, std::string::npos);
  begin += 4;
  LoadedFile file = Load("manual.mop", manual.substr(begin, manual.find("```", begin) - begin), nullptr);
  EXPECT_EQ(file.diagnostics.errors() + file.diagnostics.warnings(), 0u) << Messages(file);
  ASSERT_EQ(file.specs.size(), 1u);
  EXPECT_EQ(file.specs[0].severity, "warning");
}

TEST(LoadErrors, UndeclaredEventInFormula) {
  LoadedFile file = WithFormula("  ere: open\n    clos* @match {}");
  EXPECT_EQ(file.diagnostics.errors(), 1u);
  std::string text = Messages(file);
  EXPECT_NE(text.find("t.mop:6:5: error: ere: "), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'close'?"), std::string::npos) << text;
  EXPECT_NE(text.find("\n      clos* @match {}\n      ^~~~\n"), std::string::npos) << text;
  EXPECT_TRUE(file.specs.empty());
}

TEST(LoadErrors, UnknownCategory) {
  LoadedFile file = WithFormula("ere: open @mach {} @fail {}");
  EXPECT_EQ(file.diagnostics.errors(), 1u);
  std::string text = Messages(file);
  EXPECT_NE(text.find("t.mop:5:12: error:"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'match'?"), std::string::npos) << text;
}

TEST(LoadErrors, SyntaxOfTheFormula) {
  LoadedFile file = WithFormula("ere: (open @match {}");
  EXPECT_EQ(file.diagnostics.errors(), 1u) << Messages(file);
  EXPECT_NE(Messages(file).find("t.mop:5:"), std::string::npos);
}

TEST(LoadErrors, WrongAndRightSpecInOneFile) {
  LoadedFile file = Load("t.mop",
                         "A() { event a before() : call(* f()) {} ere: b @match {} }\n"
                         "B() { event b before() : call(* f()) {} ere: b @match {} }",
                         nullptr);
  EXPECT_EQ(file.diagnostics.errors(), 1u);
  ASSERT_EQ(file.specs.size(), 1u);
  EXPECT_EQ(file.specs[0].name, "B");
  EXPECT_EQ(file.ast.specs.size(), 2u);
}

TEST(LoadLimits, TooLargeFile) {
  LoadedFile file = Load("big.mop", std::string(SourceText::kMaxSize + 1, ' '), nullptr);
  EXPECT_EQ(Messages(file).substr(0, 50), "big.mop:1:1: error: the file is larger than 16 MiB");
}

}  // namespace
}  // namespace revmon::spec
