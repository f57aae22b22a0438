#include "spec/plan_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "spec/load.h"
#include "spec/plan_sets.h"
#include "wire/plan_io.h"

namespace revmon::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class SomeTypes final : public TypeOracle {
 public:
  [[nodiscard]] bool Exists(std::string_view name) const override {
    return names_.count(std::string(name)) > 0;
  }

 private:
  std::set<std::string> names_ = {"java.util.Map",        "java.util.Map$Entry", "java.util.Iterator",
                                  "java.util.Collection", "java.lang.Object",    "java.lang.String"};
};

Spec LoadOne(const std::string& text) {
  SomeTypes types;
  LoadedFile file = Load("t.mop", text, &types);
  EXPECT_EQ(file.diagnostics.errors(), 0u) << Render(file.source, file.diagnostics);
  return file.specs.empty() ? Spec{} : std::move(file.specs[0]);
}

wire::Spec Build(const std::string& text) {
  Result<wire::Spec> built = BuildSpec(LoadOne(text));
  if (!built.ok()) {
    ADD_FAILURE() << built.error().Text();
    return {};
  }
  EXPECT_EQ(wire::FindFlawBeforeClasses(*built), "");
  return std::move(built).value();
}

// A spec over one Collection c and one Iterator i, with the given events and formula.
const std::string kIteratorEvents =
    "U(Collection c, Iterator i) {\n"
    "  creation event create after(Collection c) returning(Iterator i): call(* iterator()) && target(c) {}\n"
    "  event update before(Collection c): call(* add(..)) && target(c) {}\n"
    "  event next before(Iterator i): call(* next()) && target(i) {}\n";

TEST(PlanTypes, NamesAreResolvedToBinaryNames) {
  wire::Spec spec = Build(
      "S(Map.Entry e) { event a before(Map.Entry e, Object[] x): call(* Map.Entry+.set*(Object[], ..)) && "
      "target(e) && args(x, ..) {} }");
  EXPECT_EQ(wire::ToString(spec.parameters.at(0).type), "java.util.Map$Entry");
  const wire::Alternative& tests = spec.events.at(0).alternatives.at(0);
  EXPECT_EQ(wire::ToString(tests.at(0)), "call(* java.util.Map$Entry+.set*(java.lang.Object[], ..))");
  EXPECT_EQ(wire::ToString(tests.at(1)), "target($0: java.util.Map$Entry)");
  EXPECT_EQ(wire::ToString(tests.at(2)), "args($1: java.lang.Object[], ..)");
}

TEST(PlanTypes, WildcardsAndOperatorsStay) {
  wire::Spec spec = Build("S() { event a before(): call(!static void (java..* || !String).*(int...)) {} }");
  EXPECT_EQ(wire::ToString(spec.events.at(0).alternatives.at(0).at(0)),
            "call(!static void (java..* || !java.lang.String).*(int...))");
}

TEST(PlanTypes, UnknownNameMatchesThatNameOnly) {
  wire::Spec spec = Build("S() { event a before(): call(* my.Odd.*()) {} }");
  EXPECT_EQ(wire::ToString(spec.events.at(0).alternatives.at(0).at(0)), "call(* my.Odd.*())");
}

TEST(PlanAlternatives, UnionBecomesOneAlternativeEach) {
  wire::Spec spec = Build("S(Map m) { event a before(Map m): (call(* x()) || call(* y())) && target(m) {} }");
  ASSERT_EQ(spec.events.at(0).alternatives.size(), 2u);
  EXPECT_EQ(wire::ToString(spec.events[0].alternatives[1].at(0)), "call(* y())");
}

TEST(PlanAlternatives, CflowHoldsItsOwnNormalForm) {
  wire::Spec spec = Build(
      "S() { event a before(): call(* x()) && !cflow((call(* y()) || call(* z())) && within(Map) && "
      "!cflowbelow(call(* w()))) {} }");
  const wire::Test& flow = spec.events.at(0).alternatives.at(0).at(1);
  EXPECT_TRUE(flow.negated);
  ASSERT_EQ(flow.inner.size(), 2u);
  EXPECT_EQ(wire::ToString(flow.inner[1].at(0)), "call(* z())");
  EXPECT_EQ(wire::ToString(flow.inner[1].at(1)), "within(java.util.Map)");
  EXPECT_EQ(wire::ToString(flow.inner[1].at(2)), "!cflowbelow(call(* w()))");
}

TEST(PlanJava, MethodsOfTheSupportClassAreNamed) {
  wire::Spec spec = Build(
      "S(Map m) { event a before(Map m): call(* x()) && target(m) && if(true) && condition(m.isEmpty()) { "
      "run(m); }\n event b before(Map m): target(m) && (call(* x()) && if(false) || call(* y())) {}\n"
      " ere: a b @match { run(); } @fail { __RESET; } }");
  EXPECT_EQ(spec.support_class, "revmon/spec/SMonitor");
  EXPECT_THAT(spec.events.at(0).guards, ElementsAre("guard0_0"));
  EXPECT_THAT(spec.events.at(0).conditions, ElementsAre("condition0_0"));
  EXPECT_EQ(spec.events.at(0).body.method, "body_0");
  EXPECT_THAT(spec.events.at(1).guards, IsEmpty());
  const wire::Test& nested = spec.events.at(1).alternatives.at(0).at(2);
  EXPECT_EQ(nested.kind, wire::Test::Kind::kGuard);
  EXPECT_THAT(nested.guard, ::testing::MatchesRegex("test[0-9]_1"));
  const wire::Property& property = spec.properties.at(0);
  EXPECT_EQ(property.handlers.at(0).code.method, "handler_0_match");
  EXPECT_EQ(property.handlers.at(1).code.method, "");
  ASSERT_EQ(property.handlers.at(1).code.actions.size(), 1u);
  EXPECT_EQ(property.handlers.at(1).code.actions[0].kind, wire::Action::Kind::kReset);
}

TEST(PlanJava, ConditionsOverValuesNeedNone) {
  wire::Spec spec = Build(
      "S(Map m) { event a after(Map m) returning(boolean b):\n"
      " call(* x()) && target(m) && condition(!b) && condition(m.isEmpty()) {}\n ere: a @match {} }");
  EXPECT_THAT(spec.events.at(0).conditions, ElementsAre("condition0_0"));
  ASSERT_EQ(spec.events.at(0).tests.size(), 1u);
  EXPECT_EQ(spec.events.at(0).tests[0].steps.size(), 2u);
}

TEST(PlanJava, FixedSpecIsCompleteWithoutClasses) {
  wire::Spec spec = Build(
      "S(Map m) { event a before(Map m): call(* x()) && target(m) {}\n"
      " ere: a a @match { System.err.println(\"twice at \" + __LOC); } }");
  EXPECT_EQ(spec.support_class, "");
  wire::Plan plan{.specs = {spec}};
  EXPECT_EQ(wire::FindFlaw(plan), "");
  const wire::Action& print = spec.properties.at(0).handlers.at(0).code.actions.at(0);
  EXPECT_TRUE(print.to_stderr);
  EXPECT_EQ(print.pieces.at(1).kind, wire::Action::Piece::Kind::kLocation);
}

TEST(PlanJava, RawCodeRunsAfterEveryEvent) {
  wire::Spec spec = Build("S(Map m) { event a before(Map m): call(* x()) && target(m) {}\n raw: run(); }");
  const wire::Property& property = spec.properties.at(0);
  EXPECT_EQ(property.logic, "raw");
  EXPECT_EQ(property.machine.masks, std::vector<uint64_t>{1});
  EXPECT_EQ(property.handlers.at(0).code.method, "raw_0");
  EXPECT_THAT(property.live.at(0), ElementsAre(1u));  // garbage once the map is
}

TEST(PlanMachines, EveryLogicHasItsTables) {
  const std::string events =
      "S(Map m) { event call before(Map m): call(* x()) && target(m) {}\n"
      " event return before(Map m): call(* y()) && target(m) {}\n ";
  using Kind = wire::Machine::Kind;
  const std::vector<std::pair<std::string, Kind>> cases = {
      {"ere: call return @match {}", Kind::kDfa},
      {"fsm: s [ call -> t ] t [ return -> s ] @t {}", Kind::kDfa},
      {"ltl: [](call => o return) @violation {}", Kind::kDfa},
      {"ptltl: return => (*) call @violation {}", Kind::kDfa},
      {"cfg: S -> call S return S | epsilon @fail {}", Kind::kStack},
      {"srs: call return -> #epsilon . ^ return -> #fail . @fail {}", Kind::kRewriter},
      {"ptcaret: return => [*s@c] call @violation {}", Kind::kCaret}};
  for (const auto& [formula, kind] : cases) {
    wire::Spec spec = Build(events + formula + " }");
    ASSERT_EQ(spec.properties.size(), 1u) << formula;
    EXPECT_EQ(spec.properties[0].machine.kind, kind) << formula;
    EXPECT_NE(spec.properties[0].handlers.at(0).bit, 0u) << formula;
    wire::Plan plan{.specs = {spec}};
    Result<wire::Plan> back = wire::ReadPlan(wire::WritePlan(plan));
    ASSERT_TRUE(back.ok()) << formula << ": " << back.error().Text();
    EXPECT_EQ(*back, plan) << formula;
  }
}

TEST(PlanMachines, DeterministicGrammarIsMarked) {
  const std::string events = "S() { event a before(): call(* x()) {} event b before(): call(* y()) {}\n";
  auto one_stack = [&](const std::string& formula) {
    return Build(events + formula + " @fail {} }").properties.at(0).machine.one_stack;
  };
  EXPECT_TRUE(one_stack("cfg: S -> a S b | epsilon"));
  EXPECT_FALSE(one_stack("cfg: S -> a S a | b S b | epsilon"));
}

TEST(PlanMachines, CallStackPointsSurvive) {
  wire::Spec spec = Build(
      "S() { event call before(): call(* x()) {} event return after(): call(* x()) {}\n"
      " ptcaret: call => <*s@c> call @violation {} }");
  const wire::Machine& machine = spec.properties.at(0).machine;
  EXPECT_TRUE(std::any_of(machine.nodes.begin(), machine.nodes.end(),
                          [](const wire::Machine::CaretNode& node) { return node.points == 2; }));
  EXPECT_THAT(machine.caret_letters, ElementsAre(wire::Machine::kNoLetter, wire::Machine::kNoLetter, 0u, 1u));
}

// c is bit 0, i is bit 1.
TEST(PlanSets, UnsafeIteratorNeedsItsIterator) {
  wire::Property p = Build(kIteratorEvents + "ere: create next* update+ next @match {} }").properties.at(0);
  EXPECT_THAT(p.enable.at(0), ElementsAre(0u));    // create comes first
  EXPECT_THAT(p.enable.at(1), ElementsAre(3u));    // update after create
  EXPECT_THAT(p.coenable.at(0), ElementsAre(3u));  // update and next are both to come
  EXPECT_THAT(p.coenable.at(1), ElementsAre(2u));  // one more next will do
  EXPECT_EQ(p.live.size(), p.machine.masks.size());
}

TEST(PlanSets, OverloadedEventIsAllItsBindings) {
  wire::Property p = Build(
                         "S(Collection c, Iterator i) {\n"
                         "  event e before(Collection c): call(* x()) && target(c) {}\n"
                         "  event e before(Iterator i): call(* y()) && target(i) {}\n"
                         "  event f before(): call(* z()) {}\n"
                         "  ere: e f @match {} }")
                         .properties.at(0);
  EXPECT_THAT(p.enable.at(1), ElementsAre(1u, 2u));
}

TEST(PlanSets, ResetMakesTheFirstEventPossibleAgain) {
  std::string formula = "ere: create update @match ";
  wire::Property plain = Build(kIteratorEvents + formula + "{} }").properties.at(0);
  wire::Property reset = Build(kIteratorEvents + formula + "{ __RESET; } }").properties.at(0);
  EXPECT_THAT(plain.coenable.at(1), IsEmpty());
  EXPECT_THAT(reset.coenable.at(1), ElementsAre(3u));
  EXPECT_THAT(plain.enable.at(0), ElementsAre(0u));
  EXPECT_THAT(reset.enable.at(0), ElementsAre(0u, 3u));
}

TEST(PlanSets, ResetDecidedByJavaAllowsEveryPast) {
  wire::Property p =
      Build(kIteratorEvents + "ere: create update @match { if (odd()) __RESET; } }").properties.at(0);
  EXPECT_THAT(p.enable.at(0), ElementsAre(0u, 1u, 2u, 3u));
}

TEST(PlanSets, ResetOfReportingInstancesOnlyAllowsEveryPast) {
  wire::Property p =
      Build("full-binding " + kIteratorEvents + "ere: create update @match { __RESET; } }").properties.at(0);
  EXPECT_THAT(p.enable.at(0), ElementsAre(0u, 1u, 2u, 3u));
}

TEST(PlanSets, ResetInABodyIsAFreshStartAtAnyTime) {
  wire::Property p = Build(
                         "S(Collection c, Iterator i) {\n"
                         "  event a before(Collection c): call(* x()) && target(c) {}\n"
                         "  event b before(Iterator i): call(* y()) && target(i) { __RESET; }\n"
                         "  ere: a b @match {} }")
                         .properties.at(0);
  EXPECT_THAT(p.enable.at(0), ElementsAre(0u, 1u, 2u, 3u));
  for (const std::vector<uint64_t>& live : p.live) EXPECT_THAT(live, Not(IsEmpty()));
}

TEST(PlanSets, SuffixAllowsEveryPastAndAFreshStart) {
  wire::Property p = Build("suffix " + kIteratorEvents + "ere: create update @match {} }").properties.at(0);
  EXPECT_THAT(p.enable.at(1), ElementsAre(0u, 1u, 2u, 3u));
  EXPECT_THAT(p.coenable.at(1), ElementsAre(3u));
  for (const std::vector<uint64_t>& live : p.live) EXPECT_THAT(live, Not(IsEmpty()));
}

TEST(PlanSets, NothingHandledNeedsNothing) {
  wire::Property p = Build(kIteratorEvents + "ere: create update }").properties.at(0);
  EXPECT_THAT(p.enable.at(0), IsEmpty());
  EXPECT_THAT(p.coenable.at(0), IsEmpty());
}

// Soundness by brute force: whatever a trace does between an event and a verdict, the sets allow it.
class SoundSets {
 public:
  SoundSets(const Spec& spec, const wire::Spec& plan)
      : machine_(*spec.properties.at(0).machine),
        suffix_(spec.modifiers.suffix),
        property_(plan.properties.at(0)) {
    for (const Event& event : spec.events) {
      uint64_t mask = 0;
      for (uint32_t parameter : event.binds) mask |= uint64_t{1} << parameter;
      events_.push_back({event.symbol, mask});
    }
    for (const Handler& handler : spec.properties[0].handlers) {
      uint64_t bit = machine_.CategoryBit(handler.category);
      goal_ |= bit;
      for (const MacroUse& use : handler.body.macros) resets_ |= use.macro == Macro::kReset ? bit : 0;
    }
  }

  void Try(size_t length) {
    std::vector<size_t> trace(length);
    for (;;) {
      Check(trace);
      size_t at = 0;
      while (at < length && ++trace[at] == events_.size()) trace[at++] = 0;
      if (at == length) return;
    }
  }
  [[nodiscard]] size_t verdicts() const { return verdicts_; }

 private:
  void Check(const std::vector<size_t>& trace) {
    std::vector<logic::State> states = {machine_.Initial()};
    std::vector<logic::State> after;  // without suffix: the one state after each event
    for (size_t i = 0; i < trace.size(); ++i) {
      bool verdict = false, reset = false;
      for (logic::State& state : states) {
        state = machine_.Step(state, events_[trace[i]].symbol);
        verdict |= (machine_.Categories(state) & goal_) != 0;
        reset |= (machine_.Categories(state) & resets_) != 0;
      }
      if (verdict) CheckVerdict(trace, i, after);
      if (reset) states = {machine_.Initial()};
      after.push_back(states.front());
      if (suffix_) states.push_back(machine_.Initial());
    }
  }

  void CheckVerdict(const std::vector<size_t>& trace, size_t last, const std::vector<logic::State>& after) {
    ++verdicts_;
    for (size_t i = 0; i <= last; ++i) {
      const auto& enable = property_.enable.at(events_[trace[i]].symbol);
      EXPECT_TRUE(std::binary_search(enable.begin(), enable.end(), Union(trace, 0, i)));
      if (i == last) continue;
      uint64_t needed = Union(trace, i + 1, last + 1);
      EXPECT_TRUE(Allows(property_.coenable.at(events_[trace[i]].symbol), needed));
      if (!property_.live.empty() && !suffix_) {
        EXPECT_TRUE(Allows(property_.live.at(after[i].words[0]), needed));
      }
    }
  }

  uint64_t Union(const std::vector<size_t>& trace, size_t from, size_t to) const {
    uint64_t all = 0;
    for (size_t i = from; i < to; ++i) all |= events_[trace[i]].mask;
    return all;
  }
  static bool Allows(const std::vector<uint64_t>& sets, uint64_t mask) {
    return std::any_of(sets.begin(), sets.end(), [&](uint64_t set) { return (set & ~mask) == 0; });
  }

  struct Letter {
    uint32_t symbol;
    uint64_t mask;
  };
  const logic::Machine& machine_;
  bool suffix_;
  const wire::Property& property_;
  std::vector<Letter> events_;
  uint64_t goal_ = 0, resets_ = 0;
  size_t verdicts_ = 0;
};

TEST(PlanSets, AllowEveryWayToAVerdict) {
  const std::string events =
      "S(Collection c, Iterator i) {\n"
      "  event a before(Collection c): call(* x()) && target(c) {}\n"
      "  event a before(Collection c, Iterator i): call(* y(Iterator)) && target(c) && args(i) {}\n"
      "  event b before(Iterator i): call(* z()) && target(i) {}\n"
      "  event d before(): call(* w()) {}\n";
  for (const char* formula : {"ere: a b+ d @match ", "ere: (a b)* @fail ", "ere: a d b | b a @match ",
                              "ltl: [](b => (*) a) @violation ",
                              "fsm: s [ a -> t b -> s ] t [ d -> u b -> s ] u [ a -> s default u ] @u ",
                              "cfg: S -> a S b | d @match ",
                              "srs: a b -> #epsilon . ^ b -> #fail . d d -> #succeed . @fail {} @succeed "}) {
    for (const char* handler : {"{}", "{ __RESET; }", "{ if (odd()) __RESET; }"}) {
      for (const char* modifier : {"", "suffix "}) {
        SCOPED_TRACE(std::string(modifier) + formula + handler);
        Spec spec = LoadOne(modifier + events + formula + handler + " }");
        Result<wire::Spec> plan = BuildSpec(spec);
        ASSERT_TRUE(plan.ok()) << plan.error().Text();
        SoundSets sound(spec, *plan);
        sound.Try(6);
        EXPECT_GT(sound.verdicts(), 0u);
      }
    }
  }
}

// Every order of 24 events that each bind another parameter: 2^24 sets.
TEST(PlanLimits, ExponentialParameterSetsAreAClearError) {
  std::string parameters, events, formula;
  for (int i = 0; i < 24; ++i) {
    std::string n = std::to_string(i);
    parameters += (i > 0 ? ", Map m" : "Map m") + n;
    events += "event e" + n + " before(Map m" + n + "): call(* x" + n + "()) && target(m" + n + ") {}\n";
    formula += (i > 0 ? " | e" : "e") + n;
  }
  Spec spec = LoadOne("Big(" + parameters + ") {\n" + events + "ere: (" + formula + ")* @match {} }");
  Result<wire::Spec> built = BuildSpec(spec, {.max_sets = 100'000});
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().code(), ErrorCode::kLimit);
  EXPECT_THAT(built.error().Text(),
              HasSubstr("spec 'Big': computing the parameter sets needs more than 100000 unions"));
}

TEST(PlanLimits, PointcutThatExplodesInNormalFormIsAClearError) {
  std::string wide = "call(* x(";
  for (int i = 0; i < 200; ++i) wide += (i > 0 ? ", int" : "int");
  wide += "))";
  std::string choices;
  for (int i = 0; i < 12; ++i) choices += " && (within(A" + std::to_string(i) + ") || within(B))";
  Result<wire::Spec> built = BuildSpec(LoadOne("S() { event a before(): " + wide + choices + " {} }"));
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().code(), ErrorCode::kLimit);
  EXPECT_THAT(built.error().Text(), HasSubstr("event 'a'"));
}

TEST(BuildPlan, TwoSpecsOfOneNameAreAnError) {
  Spec spec = LoadOne("S() { event a before(): call(* x()) {} }");
  std::vector<Spec> specs = {spec, spec};
  specs[1].file = "other.mop";
  Result<wire::Plan> plan = BuildPlan(specs);
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().Text(), "other.mop: spec 'S' is also in t.mop");
}

TEST(BuildPlan, CarriesNameSeverityMessageAndModifiers) {
  Spec spec = LoadOne(
      "/** Do it\n * right. Always.\n *\n * @severity warning\n */\n"
      "full-binding perthread S() { event a before(): call(* x()) {} }");
  Result<wire::Plan> plan = BuildPlan(std::vector<Spec>{spec}, wire::Semantics::kJavaMop);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->semantics, wire::Semantics::kJavaMop);
  const wire::Spec& built = plan->specs.at(0);
  EXPECT_EQ(built.message, "Do it right.");
  EXPECT_EQ(built.severity, "warning");
  EXPECT_TRUE(built.full_binding);
  EXPECT_TRUE(built.per_thread);
  EXPECT_FALSE(built.connected);
}

TEST(FirstSentence, EndsAtItsFullStopParagraphOrTag) {
  EXPECT_EQ(FirstSentence("A b. C d."), "A b.");
  EXPECT_EQ(FirstSentence("Use java.util.Map\nwell. More"), "Use java.util.Map well.");
  EXPECT_EQ(FirstSentence("No stop\n\nNext"), "No stop");
  EXPECT_EQ(FirstSentence("No stop\n@severity error"), "No stop");
  EXPECT_EQ(FirstSentence("@severity error"), "");
  EXPECT_EQ(FirstSentence(""), "");
}

}  // namespace
}  // namespace revmon::spec
