#include "monitor/spec_property.h"

#include <gtest/gtest.h>

#include "monitor/engine.h"
#include "spec/load.h"

namespace revmon::monitor {
namespace {

spec::Spec LoadOne(const std::string& text) {
  spec::LoadedFile file = spec::Load("t.mop", "import java.util.*;\n" + text, nullptr);
  EXPECT_EQ(file.diagnostics.errors(), 0u) << spec::Render(file.source, file.diagnostics);
  return file.specs.empty() ? spec::Spec{} : std::move(file.specs[0]);
}

const std::string kUnsafeIterator =
    "U(Collection c, Iterator i) {\n"
    "  creation event create after(Collection c) returning(Iterator i): call(* iterator()) && target(c) {}\n"
    "  event update before(Collection c): call(* add(..)) && target(c) {}\n"
    "  event next before(Iterator i): call(* next()) && target(i) {}\n"
    "  ere: create next* update+ next @match ";

std::vector<std::string> Verdicts(const Property& property, const std::string& text) {
  std::vector<std::string> out;
  Engine engine(property);
  Result<std::vector<TraceEvent>> trace = ParseTrace(text);
  for (const TraceEvent& event : trace.value()) {
    std::vector<Verdict> verdicts;
    Status stepped = engine.Step(event, verdicts);
    if (!stepped.ok()) return {stepped.error().Text()};
    for (const Verdict& v : verdicts) {
      out.push_back(std::to_string(event.line) + " " + property.handlers[v.handler].category +
                    engine.Describe(v.binding));
    }
  }
  return out;
}

TEST(SpecProperty, CarriesEventsParametersAndHandlers) {
  std::vector<Property> properties = PropertiesOf(LoadOne("full-binding " + kUnsafeIterator + "{} }"));
  ASSERT_EQ(properties.size(), 1u);
  const Property& property = properties[0];
  EXPECT_EQ(property.name, "U");
  EXPECT_EQ(property.parameters, (std::vector<std::string>{"c", "i"}));
  ASSERT_EQ(property.events.size(), 3u);
  EXPECT_EQ(property.events[0].parameters, 3u);
  EXPECT_TRUE(property.events[0].creates);
  EXPECT_EQ(property.events[2].parameters, 2u);
  EXPECT_FALSE(property.events[2].creates);
  EXPECT_TRUE(property.full_binding);
  EXPECT_FALSE(property.handlers.at(0).resets);
}

TEST(SpecProperty, RunsAsTheSpecSays) {
  Property property = PropertiesOf(LoadOne(kUnsafeIterator + "{} }")).at(0);
  EXPECT_EQ(Verdicts(property, "create c=1 i=a\ncreate c=1 i=b\nnext i=a\nupdate c=1\nnext i=b\nnext i=a\n"),
            (std::vector<std::string>{"5 match<c=1,i=b>", "6 match<c=1,i=a>"}));
}

TEST(SpecProperty, ResetOfAHandlerStartsOver) {
  const std::string twice =
      "T(Map m) { event a before(Map m): call(* a()) && target(m) {}\n ere: a a @match ";
  Property plain = PropertiesOf(LoadOne(twice + "{} }")).at(0);
  Property reset = PropertiesOf(LoadOne(twice + "{ if (odd()) { __RESET; } } }")).at(0);
  EXPECT_TRUE(reset.handlers.at(0).resets);
  const std::string trace = "a m=1\na m=1\na m=1\na m=1\n";
  EXPECT_EQ(Verdicts(plain, trace), (std::vector<std::string>{"2 match<m=1>"}));
  EXPECT_EQ(Verdicts(reset, trace), (std::vector<std::string>{"2 match<m=1>", "4 match<m=1>"}));
}

TEST(SpecProperty, MaximalBindingSilencesWhatALargerInstanceExtends) {
  const std::string spec =
      "M(Map m, List l) {\n"
      "  event e before(Map m): call(* a()) && target(m) {}\n"
      "  event f before(Map m, List l): call(* b(List)) && target(m) && args(l) {}\n"
      "  ere: (e | f) e @match {} }";
  const std::string trace = "f m=1 l=2\ne m=1\ne m=3\ne m=3\n";
  EXPECT_EQ(Verdicts(PropertiesOf(LoadOne(spec)).at(0), trace),
            (std::vector<std::string>{"2 match<m=1,l=2>", "4 match<m=3>"}));
  const std::string twice = "f m=1 l=2\ne m=1\ne m=1\n";
  EXPECT_EQ(Verdicts(PropertiesOf(LoadOne(spec)).at(0), twice),
            (std::vector<std::string>{"2 match<m=1,l=2>", "3 match<m=1>"}));
  EXPECT_EQ(Verdicts(PropertiesOf(LoadOne("maximal-binding " + spec)).at(0), twice),
            (std::vector<std::string>{"2 match<m=1,l=2>"}));
}

TEST(SpecProperty, OverloadedEventIsFoundByWhatItBinds) {
  Property property = PropertiesOf(LoadOne("O(Map m, List l) {\n"
                                           "  event e before(Map m): call(* a()) && target(m) {}\n"
                                           "  event e before(List l): call(* b()) && target(l) {}\n"
                                           "  ere: e e @match {} }"))
                          .at(0);
  EXPECT_EQ(Verdicts(property, "e m=1\ne l=2\n"), (std::vector<std::string>{"2 match<m=1,l=2>"}));
}

TEST(SpecProperty, SeveralFormulasAreNumberedAndRawIsLeftOut) {
  std::vector<Property> properties =
      PropertiesOf(LoadOne("S() { event a before(): call(* a()) {}\n ere: a @match {}\n raw: run();\n"
                           " ltl: [] a @violation {} }"));
  ASSERT_EQ(properties.size(), 2u);
  EXPECT_EQ(properties[0].name, "S#1");
  EXPECT_EQ(properties[1].name, "S#3");
}

TEST(SpecProperty, EventOnlySpecHasNone) {
  EXPECT_TRUE(PropertiesOf(LoadOne("S() { event a before(): call(* a()) {} }")).empty());
}

}  // namespace
}  // namespace revmon::monitor
