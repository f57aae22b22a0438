#include "monitor/engine.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "monitor/test_property.h"

namespace revmon::monitor {
namespace {

using logic::Logic;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// "3:<c=1,i=2>": the verdicts as event index and binding.
std::vector<std::string> Verdicts(const Property& property, std::string_view text,
                                  Semantics semantics = Semantics::kTextbook) {
  Result<std::vector<TraceEvent>> trace = ParseTrace(text);
  if (!trace.ok()) return {trace.error().Text()};
  Engine engine(property, semantics);
  std::vector<Verdict> verdicts;
  for (const TraceEvent& event : *trace) {
    if (Status status = engine.Step(event, verdicts); !status.ok()) return {status.error().Text()};
  }
  std::vector<std::string> texts;
  for (const Verdict& v : verdicts)
    texts.push_back(std::to_string(v.event_index) + ":" + engine.Describe(v.binding));
  return texts;
}

constexpr ParameterMask kC = 1;
constexpr ParameterMask kI = 2;

Property UnsafeIterator() {
  return MakeProperty({"c", "i"},
                      {{"create", 0, kC | kI, true}, {"modify", 0, kC, false}, {"next", 0, kI, false}},
                      Logic::kEre, "create next* modify+ next", "match");
}

Property HasNext(Logic logic, std::string_view formula, const std::string& category) {
  return MakeProperty({"i"}, {{"hasnext", 0, 1, true}, {"next", 0, 1, true}}, logic, formula, category);
}

TEST(EngineTest, ModifiedCollectionIsReportedForItsOwnIteratorOnly) {
  EXPECT_THAT(
      Verdicts(UnsafeIterator(),
               "create c=1 i=A\ncreate c=1 i=B\ncreate c=2 i=C\nnext i=A\nmodify c=1\nnext i=C\nnext i=B\n"),
      ElementsAre("6:<c=1,i=B>"));
}

TEST(EngineTest, EventsBeforeTheCreatingOneDoNotCount) {
  EXPECT_THAT(Verdicts(UnsafeIterator(), "modify c=1\ncreate c=1 i=A\nnext i=A\n"), IsEmpty());
}

TEST(EngineTest, CategoryThatCanBeLeftIsReportedEachTimeItIsReached) {
  Property property =
      MakeProperty({"i"}, {{"a", 0, 1, true}, {"b", 0, 1, true}}, Logic::kEre, "(a b)*", "match");
  EXPECT_THAT(Verdicts(property, "a i=1\nb i=1\na i=1\nb i=1"), ElementsAre("1:<i=1>", "3:<i=1>"));
}

TEST(EngineTest, CategoryThatCannotBeLeftIsReportedOnce) {
  Property property = HasNext(Logic::kEre, "(hasnext+ next)*", "fail");
  EXPECT_THAT(Verdicts(property, "next i=1\nnext i=1\nhasnext i=1\n"), ElementsAre("0:<i=1>"));
}

TEST(EngineTest, JavaMopRepeatsFailAndRepeatsAfterRejectedEvents) {
  Property property = HasNext(Logic::kEre, "(hasnext+ next)*", "fail");
  EXPECT_THAT(Verdicts(property, "next i=1\nnext i=1\n!hasnext i=1\n", Semantics::kJavaMop),
              ElementsAre("0:<i=1>", "1:<i=1>", "2:<i=1>"));
}

TEST(EngineTest, RejectedEventIsNoEvent) {
  Property property = HasNext(Logic::kEre, "(hasnext next)*", "fail");
  EXPECT_THAT(Verdicts(property, "hasnext i=1\n!hasnext i=1\nnext i=1\n"), IsEmpty());
  EXPECT_EQ(Verdicts(property, "!next i=1\n"), std::vector<std::string>{});
}

TEST(EngineTest, LtlViolationIsReportedOnceInBothSemantics) {
  Property property = HasNext(Logic::kLtl, "[](next => (*) hasnext)", "violation");
  for (Semantics semantics : {Semantics::kTextbook, Semantics::kJavaMop}) {
    EXPECT_THAT(Verdicts(property, "hasnext i=1\nnext i=1\nnext i=1\nnext i=1\n", semantics),
                ElementsAre("2:<i=1>"));
  }
}

TEST(EngineTest, ResetStartsTheInstanceOver) {
  Property property = HasNext(Logic::kEre, "(hasnext+ next)*", "fail");
  property.handlers[0].resets = true;
  EXPECT_THAT(Verdicts(property, "next i=1\nhasnext i=1\nnext i=1\nnext i=1\n"),
              ElementsAre("0:<i=1>", "3:<i=1>"));
}

TEST(EngineTest, EventWithoutParametersReachesEveryInstance) {
  Property property =
      MakeProperty({"f"}, {{"open", 0, 1, true}, {"close", 0, 1, false}, {"end", 0, 0, false}}, Logic::kEre,
                   "open end", "match");
  EXPECT_THAT(Verdicts(property, "open f=1\nopen f=2\nclose f=1\nend\n"), ElementsAre("3:<f=2>"));
}

TEST(EngineTest, FullBindingSilencesPartialInstances) {
  Property property =
      MakeProperty({"a", "b"}, {{"x", 0, 1, true}, {"y", 0, 2, true}}, Logic::kEre, "x | x y", "match");
  EXPECT_THAT(Verdicts(property, "x a=1\ny b=2\n"), ElementsAre("0:<a=1>", "1:<a=1,b=2>"));
  property.full_binding = true;
  EXPECT_THAT(Verdicts(property, "x a=1\ny b=2\n"), ElementsAre("1:<a=1,b=2>"));
}

TEST(EngineTest, ConnectedSilencesInstancesThatNoEventConnects) {
  std::vector<EventDecl> events = {{"x", 0, 1, true}, {"y", 0, 2, true}, {"link", 0, 3, true}};
  Property property = MakeProperty({"a", "b"}, events, Logic::kEre, "x link y | x y", "match");
  property.connected = true;
  EXPECT_THAT(Verdicts(property, "x a=1\ny b=2\n"), IsEmpty());
  EXPECT_THAT(Verdicts(property, "x a=1\nlink a=1 b=2\ny b=2\n"), ElementsAre("2:<a=1,b=2>"));
}

TEST(EngineTest, SuffixMatchesFromAnyPoint) {
  Property property =
      MakeProperty({"i"}, {{"a", 0, 1, true}, {"b", 0, 1, true}}, Logic::kEre, "a b", "match");
  EXPECT_THAT(Verdicts(property, "b i=1\na i=1\nb i=1\n"), IsEmpty());
  property.suffix = true;
  EXPECT_THAT(Verdicts(property, "b i=1\na i=1\nb i=1\na i=1\nb i=1\n"), ElementsAre("2:<i=1>", "4:<i=1>"));
}

TEST(EngineTest, PerThreadKeepsThreadsApart) {
  Property property =
      MakeProperty({"i"}, {{"a", 0, 1, true}, {"b", 0, 1, true}}, Logic::kEre, "a b", "match");
  property.per_thread = true;
  EXPECT_THAT(Verdicts(property, "a i=1 %t1\nb i=1 %t2\nb i=1 %t1\n"), ElementsAre("2:<i=1,%t1>"));
}

TEST(EngineTest, UnknownEventNamesTheKnownOnes) {
  EXPECT_THAT(Verdicts(UnsafeIterator(), "update c=1\n"),
              ElementsAre("line 1:1: unknown event 'update' (Test has the events create, modify, next)"));
}

TEST(EngineTest, WrongOrMissingParameterIsAnError) {
  EXPECT_THAT(Verdicts(UnsafeIterator(), "next c=1\n")[0], HasSubstr("binds no parameter 'c'"));
  EXPECT_THAT(Verdicts(UnsafeIterator(), "next\n")[0], HasSubstr("needs a value for 'i'"));
}

TEST(EngineTest, InstanceLimitIsAnErrorWithANextStep) {
  Property property =
      MakeProperty({"a", "b"}, {{"x", 0, 1, true}, {"y", 0, 2, true}}, Logic::kEre, "x y", "match");
  Engine engine(property, Semantics::kTextbook, {.max_instances = 100});
  std::vector<Verdict> verdicts;
  Status status;
  for (int i = 0; i < 60 && status.ok(); ++i) {
    TraceEvent event;
    event.name = i % 2 == 0 ? "x" : "y";
    event.bindings = {{i % 2 == 0 ? "a" : "b", std::to_string(i)}};
    status = engine.Step(event, verdicts);
  }
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::kLimit);
  EXPECT_THAT(status.error().Text(), HasSubstr("creation"));
}

TEST(EngineTest, SlicesShowWhatEachInstanceSaw) {
  Engine engine(UnsafeIterator());
  engine.RecordSlices();
  std::vector<Verdict> verdicts;
  std::vector<TraceEvent> trace =
      ParseTrace("create c=1 i=A\nmodify c=1\ncreate c=1 i=B\nnext i=A\n").value();
  for (const TraceEvent& event : trace) ASSERT_TRUE(engine.Step(event, verdicts).ok());
  std::vector<Engine::InstanceView> views = engine.Instances();
  ASSERT_EQ(views.size(), 2u);
  EXPECT_EQ(views[0].binding, "<c=1,i=A>");
  EXPECT_THAT(views[0].slice, ElementsAre(0u, 1u, 3u));
  EXPECT_EQ(views[1].binding, "<c=1,i=B>");
  EXPECT_THAT(views[1].slice, ElementsAre(2u));
}

}  // namespace
}  // namespace revmon::monitor
