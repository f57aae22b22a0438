#include "match/matcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/test_world.h"

namespace revmon::match {
namespace {

using classfile::ClassBuilder;
using classfile::CodeBuilder;
using classfile::kAccPublic;
using classfile::kAccStatic;
using classfile::Opcode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using TestKind = wire::Test::Kind;

class MatcherTest : public ::testing::Test {
 protected:
  MatcherTest() {
    world_.Put({.name = "It", .flags = kFakeInterface, .methods = {{"next", "()Ljava/lang/Object;"}}});
    world_.Put({.name = "MyIt",
                .interfaces = {"It"},
                .methods = {{"next", "()Ljava/lang/Object;"},
                            {"of", "(I)LMyIt;", "", kAccStatic},
                            {"take", "(Ljava/lang/Object;Ljava/lang/Object;)V"},
                            {"<init>", "()V"}},
                .fields = {{"f", "I"}, {"s", "I", "", kAccStatic}}});
    world_.Put({.name = "SubIt", .super = "MyIt"});
  }
  // A class U with one method m()V (an instance method) of this code.
  template <typename Write>
  std::vector<JoinPoint> Match(const wire::Plan& plan, Write write, uint16_t access = kAccPublic) {
    ClassBuilder builder(classfile::kJava5, kAccPublic, "U", "java/lang/Object");
    builder.Method(access, "m", "()V", write);
    return Match(plan, builder);
  }
  std::vector<JoinPoint> Match(const wire::Plan& plan, const ClassBuilder& builder) {
    Result<std::vector<uint8_t>> bytes = builder.Write();
    EXPECT_TRUE(bytes.ok()) << bytes.error().Text();
    Result<classfile::ClassFile> file = classfile::ClassFile::Parse(*bytes);
    Matcher matcher(plan, world_);
    Result<std::vector<JoinPoint>> points = matcher.Match(*file);
    EXPECT_TRUE(points.ok());
    return points.ok() ? std::move(points).value() : std::vector<JoinPoint>();
  }
  // Events (by number) at each join point.
  static std::vector<std::vector<uint32_t>> Events(const std::vector<JoinPoint>& points) {
    std::vector<std::vector<uint32_t>> out;
    for (const JoinPoint& point : points) {
      std::vector<uint32_t>& events = out.emplace_back();
      for (const match::Match& match : point.matches) events.push_back(match.event);
    }
    return out;
  }
  static void CallNext(CodeBuilder& code, const char* owner = "It") {
    code.Op(Opcode::kAconstNull).Invoke(Opcode::kInvokevirtual, owner, "next", "()Ljava/lang/Object;");
    code.Op(Opcode::kPop).Op(Opcode::kReturn);
  }
  FakeWorld world_;
};

TEST_F(MatcherTest, ACallMatchesThroughEverySupertypeOfItsOwner) {
  const wire::Plan plan = PlanOf({{Call("It", "next")},
                                  {Call("MyIt+", "next")},
                                  {Call("SubIt", "next")},
                                  {Call("It+", "next", {"int"})},
                                  {Call("It+", "*")},
                                  {Call("Other+", "next")}});
  const auto points = Match(plan, [](CodeBuilder& code) { CallNext(code, "SubIt"); });
  EXPECT_THAT(Events(points), ElementsAre(ElementsAre(0, 1, 2, 4)));
  EXPECT_EQ(points[0].kind, JoinPointKind::kMethodCall);
  EXPECT_EQ(points[0].slot, 1u);
  EXPECT_TRUE(points[0].matches[0].residues[0].IsStatic());
}

TEST_F(MatcherTest, AnUnknownOwnerIsLeftToTheObject) {
  const wire::Plan plan = PlanOf({{Call("It+", "next")}, {Call("It+", "next", {"int"})}});
  const auto points = Match(plan, [](CodeBuilder& code) { CallNext(code, "lost/It"); });
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0)));
  const TypeTest expected{.value = {Value::Kind::kTarget, 0}, .type = "It"};
  EXPECT_THAT(points[0].matches[0].residues[0].types, ElementsAre(expected));
}

TEST_F(MatcherTest, TargetNeverMatchesStaticMethods) {
  const wire::Plan plan = PlanOf({{Call("MyIt", "of"), Of(TestKind::kTarget, {"MyIt"})},
                                  {Call("MyIt", "of"), Not(Of(TestKind::kTarget, {"MyIt"}))},
                                  {Call("MyIt", "of"), Of(TestKind::kArgs, {"int"})}});
  const auto points = Match(plan, [](CodeBuilder& code) {
    code.PushInt(1).Invokestatic("MyIt", "of", "(I)LMyIt;").Op(Opcode::kPop).Op(Opcode::kReturn);
  });
  EXPECT_THAT(Events(points), ElementsAre(ElementsAre(1, 2)));
}

TEST_F(MatcherTest, TargetsThatMayBeLeaveATest) {
  const wire::Plan plan = PlanOf({{Call("It", "next"), Of(TestKind::kTarget, {"MyIt"})},
                                  {Call("It", "next"), Not(Of(TestKind::kTarget, {"MyIt"}))},
                                  {Call("It", "next"), Of(TestKind::kTarget, {"It"})},
                                  {Call("It", "next"), Not(Of(TestKind::kTarget, {"It"}))}});
  const auto points = Match(plan, [](CodeBuilder& code) { CallNext(code); });
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_THAT(points[0].matches[0].residues[0].types,
              ElementsAre(TypeTest{.value = {Value::Kind::kTarget, 0}, .type = "MyIt"}));
  EXPECT_TRUE(points[0].matches[1].residues[0].types[0].negated);
  EXPECT_TRUE(points[0].matches[2].residues[0].IsStatic());
}

TEST_F(MatcherTest, ANegatedPairOfArgumentsIsTwoResidues) {
  const wire::Plan plan = PlanOf({{Call("MyIt", "take"), Not(Of(TestKind::kArgs, {"It", "MyIt"}))},
                                  {Call("MyIt", "take"), Of(TestKind::kArgs, {"..", "It"})},
                                  {Call("MyIt", "take"), Of(TestKind::kArgs, {"It"})}});
  const auto points = Match(plan, [](CodeBuilder& code) {
    code.Op(Opcode::kAconstNull).Op(Opcode::kAconstNull).Op(Opcode::kAconstNull);
    code.Invoke(Opcode::kInvokevirtual, "MyIt", "take", "(Ljava/lang/Object;Ljava/lang/Object;)V");
    code.Op(Opcode::kReturn);
  });
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0, 1)));
  ASSERT_EQ(points[0].matches[0].residues.size(), 2u);
  EXPECT_EQ(points[0].matches[0].residues[1].types[0].value.index, 1);
  EXPECT_EQ(points[0].matches[1].residues[0].types[0].value.index, 1);
}

TEST_F(MatcherTest, VariablesAreBoundToTheirValues) {
  wire::Plan plan = PlanOf({{Call("MyIt", "take")}});
  wire::Event& event = plan.specs[0].events[0];
  event.variables = {{.name = "a", .type = Type("java.lang.Object"), .source = wire::Variable::Source::kArgs},
                     {.name = "t", .type = Type("MyIt"), .source = wire::Variable::Source::kTarget},
                     {.name = "th", .type = Type("Thread"), .source = wire::Variable::Source::kThread}};
  wire::Test args = Of(TestKind::kArgs, {"*", "*"});
  args.args[1] = {0, Type("java.lang.Object")};
  wire::Test target = Of(TestKind::kTarget, {"MyIt"});
  target.args[0].variable = 1;
  event.alternatives[0].push_back(args);
  event.alternatives[0].push_back(target);
  const auto points = Match(plan, [](CodeBuilder& code) {
    code.Op(Opcode::kAconstNull).Op(Opcode::kAconstNull).Op(Opcode::kAconstNull);
    code.Invoke(Opcode::kInvokevirtual, "MyIt", "take", "(Ljava/lang/Object;Ljava/lang/Object;)V");
    code.Op(Opcode::kReturn);
  });
  ASSERT_EQ(points.size(), 1u);
  EXPECT_THAT(points[0].matches[0].residues[0].variables,
              ElementsAre(Value{Value::Kind::kArgument, 1}, Value{Value::Kind::kTarget, 0},
                          Value{Value::Kind::kThread, 0}));
}

TEST_F(MatcherTest, SuperCallsAreNoJoinPoints) {
  world_.Put({.name = "V", .super = "MyIt", .methods = {{"next", "()Ljava/lang/Object;"}}});
  ClassBuilder builder(classfile::kJava5, kAccPublic, "V", "MyIt");
  builder.Method(kAccPublic, "next", "()Ljava/lang/Object;", [](CodeBuilder& code) {
    code.Load('A', 0)
        .Invoke(Opcode::kInvokespecial, "MyIt", "next", "()Ljava/lang/Object;")
        .Op(Opcode::kAreturn);
  });
  EXPECT_THAT(Match(PlanOf({{Call("It+", "next")}}), builder), IsEmpty());
}

TEST_F(MatcherTest, NewIsAJoinPointAndSuperIsNot) {
  ClassBuilder builder(classfile::kJava5, kAccPublic, "V", "MyIt");
  builder.Method(kAccPublic, "<init>", "()V", [](CodeBuilder& code) {
    code.Load('A', 0).Invoke(Opcode::kInvokespecial, "MyIt", "<init>", "()V");
    code.Type(Opcode::kNew, "MyIt")
        .Invoke(Opcode::kInvokespecial, "MyIt", "<init>", "()V")
        .Op(Opcode::kReturn);
  });
  wire::Test fresh = Call("It+", "new");
  const wire::Plan plan = PlanOf(
      {{fresh}, {fresh, Of(TestKind::kTarget, {"It"})}, {Call("It", "new")}, {Call("MyIt", "new", {"int"})}});
  const auto points = Match(plan, builder);
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0)));
  EXPECT_EQ(points[0].kind, JoinPointKind::kConstructorCall);
  EXPECT_EQ(points[0].slot, 3u);
}

TEST_F(MatcherTest, NothingInABridgeMethodMatches) {
  const auto code = [](CodeBuilder& builder) { CallNext(builder); };
  EXPECT_THAT(Match(PlanOf({{Call("It", "next")}}), code, classfile::kAccBridge), IsEmpty());
  EXPECT_EQ(Match(PlanOf({{Call("It", "next")}}), code, classfile::kAccSynthetic).size(), 1u);
}

TEST_F(MatcherTest, FieldsAreReadAndWritten) {
  wire::SignaturePattern field = Signature("int", "MyIt", "f", {});
  field.kind = wire::SignaturePattern::Kind::kField;
  const wire::Plan plan = PlanOf({{Sig(TestKind::kGet, field)},
                                  {Sig(TestKind::kSet, field), Of(TestKind::kArgs, {"int"})},
                                  {Sig(TestKind::kSet, field), Of(TestKind::kArgs, {"boolean"})}});
  const auto points = Match(plan, [](CodeBuilder& code) {
    code.Load('A', 0).Load('A', 0).Field(Opcode::kGetfield, "SubIt", "f", "I");
    code.Field(Opcode::kPutfield, "MyIt", "f", "I").Op(Opcode::kReturn);
  });
  EXPECT_THAT(Events(points), ElementsAre(ElementsAre(0), ElementsAre(1)));
  EXPECT_EQ(points[1].kind, JoinPointKind::kFieldSet);
}

TEST_F(MatcherTest, StaticInitialisersAreAddedWhereThereIsNone) {
  const wire::Plan plan =
      PlanOf({{Of(TestKind::kStaticInitialization, {"It+"})}, {Of(TestKind::kStaticInitialization, {"V"})}});
  ClassBuilder without(classfile::kJava5, kAccPublic, "V", "MyIt");
  const auto added = Match(plan, without);
  ASSERT_THAT(Events(added), ElementsAre(ElementsAre(0, 1)));
  EXPECT_EQ(added[0].method, JoinPoint::kNoMethod);
  ClassBuilder with(classfile::kJava5, kAccPublic, "W", "MyIt");
  with.Method(kAccStatic, "<clinit>", "()V", [](CodeBuilder& code) { code.Op(Opcode::kReturn); });
  const auto present = Match(plan, with);
  ASSERT_THAT(Events(present), ElementsAre(ElementsAre(0)));
  EXPECT_EQ(present[0].method, 0u);
}

TEST_F(MatcherTest, ExecutionsAndWhereTheyAre) {
  world_.Put({.name = "Outer"});
  world_.Put(
      {.name = "Outer$V", .super = "MyIt", .methods = {{"next", "()Ljava/lang/Object;"}}, .outer = "Outer"});
  ASSERT_NE(world_.Find("Outer$V"), nullptr);  // known before the class is seen
  ClassBuilder builder(classfile::kJava5, kAccPublic, "Outer$V", "MyIt");
  builder.Method(kAccPublic, "next", "()Ljava/lang/Object;",
                 [](CodeBuilder& code) { code.Op(Opcode::kAconstNull).Op(Opcode::kAreturn); });
  const wire::Test execution = Sig(TestKind::kExecution, Signature("*", "It", "next", {}));
  const wire::Plan plan =
      PlanOf({{execution},
              {execution, Of(TestKind::kWithin, {"Outer"})},
              {execution, Not(Of(TestKind::kWithin, {"Outer"}))},
              {execution, Of(TestKind::kThis, {"MyIt"})},
              {execution, Sig(TestKind::kWithinCode, Signature("*", "", "other", {".."}))}});
  const auto points = Match(plan, builder);
  EXPECT_THAT(Events(points), ElementsAre(ElementsAre(0, 1, 3)));
  EXPECT_EQ(points[0].kind, JoinPointKind::kMethodExecution);
}

TEST_F(MatcherTest, ReturningTestsTheTypeOfTheResult) {
  wire::Plan plan = PlanOf({{Call("It+", "next")}, {Call("It+", "next")}, {Call("It+", "next")}});
  const char* const types[] = {"java.lang.Object", "MyIt", "int"};
  for (size_t i = 0; i < 3; ++i) {
    wire::Event& event = plan.specs[0].events[i];
    event.advice = wire::Event::Advice::kAfterReturning;
    event.variables = {{.name = "r", .type = Type(types[i]), .source = wire::Variable::Source::kReturning}};
  }
  const auto points = Match(plan, [](CodeBuilder& code) { CallNext(code); });
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0, 1)));
  EXPECT_TRUE(points[0].matches[0].residues[0].IsStatic());
  EXPECT_THAT(points[0].matches[1].residues[0].types,
              ElementsAre(TypeTest{.value = {Value::Kind::kResult, 0}, .type = "MyIt"}));
}

TEST_F(MatcherTest, ThrowingTestsTheTypeOfWhatIsThrown) {
  world_.Put({.name = "java/lang/Throwable"});
  world_.Put({.name = "java/lang/RuntimeException", .super = "java/lang/Throwable"});
  wire::Plan plan = PlanOf({{Call("It+", "next")}, {Call("It+", "next")}});
  const char* const types[] = {"java.lang.Throwable", "java.lang.RuntimeException"};
  for (size_t i = 0; i < 2; ++i) {
    wire::Event& event = plan.specs[0].events[i];
    event.advice = wire::Event::Advice::kAfterThrowing;
    event.variables = {{.name = "e", .type = Type(types[i]), .source = wire::Variable::Source::kThrowing}};
  }
  const auto points = Match(plan, [](CodeBuilder& code) { CallNext(code); });
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0, 1)));
  EXPECT_TRUE(points[0].matches[0].residues[0].IsStatic());
  EXPECT_THAT(
      points[0].matches[1].residues[0].types,
      ElementsAre(TypeTest{.value = {Value::Kind::kThrown, 0}, .type = "java/lang/RuntimeException"}));
}

TEST_F(MatcherTest, TypeArgumentsDecideArgumentsAndLetNullPass) {
  world_.Put({.name = "Box",
              .signature = "<T:Ljava/lang/Object;>Ljava/lang/Object;",
              .methods = {{"put", "(Ljava/lang/Object;)V", "(TT;)V"}}});
  world_.Put({.name = "ItBox", .super = "Box", .signature = "LBox<LMyIt;>;"});
  const wire::Plan plan = PlanOf({{Call("Box+", "put"), Of(TestKind::kArgs, {"It"})},
                                  {Call("Box+", "put"), Not(Of(TestKind::kArgs, {"It"}))}});
  const auto points = Match(plan, [](CodeBuilder& code) {
    code.Op(Opcode::kAconstNull).Op(Opcode::kAconstNull);
    code.Invoke(Opcode::kInvokevirtual, "ItBox", "put", "(Ljava/lang/Object;)V").Op(Opcode::kReturn);
  });
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0)));
  EXPECT_TRUE(points[0].matches[0].residues[0].types.at(0).null_passes);
}

TEST_F(MatcherTest, CflowIsACounterThatItsJoinPointsKeep) {
  wire::Test flow;
  flow.kind = TestKind::kCflow;
  flow.inner = {{Sig(TestKind::kExecution, Signature("*", "U", "m", {}))}};
  const wire::Plan plan = PlanOf({{Call("It", "next"), flow}, {Call("It", "next"), Not(flow)}});
  const auto points = Match(plan, [](CodeBuilder& code) { CallNext(code); });
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].kind, JoinPointKind::kMethodExecution);
  ASSERT_EQ(points[0].flows.size(), 1u);
  EXPECT_EQ(points[0].flows[0].id, 0u);
  EXPECT_THAT(points[1].matches[0].residues[0].cflows, ElementsAre(0));
  EXPECT_THAT(points[1].matches[1].residues[0].not_cflows, ElementsAre(0));
}

TEST_F(MatcherTest, AlternativesOfOneEventAreOneMatch) {
  wire::Plan plan = PlanOf({{Call("It", "next"), Of(TestKind::kTarget, {"MyIt"})}});
  plan.specs[0].events[0].alternatives.push_back({Call("It+", "nex*")});
  plan.specs[0].events[0].alternatives.push_back({Call("It", "next")});
  const auto points = Match(plan, [](CodeBuilder& code) { CallNext(code); });
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0)));
  EXPECT_EQ(points[0].matches[0].residues.size(), 2u);  // the second always holds: the third is not asked
}

TEST_F(MatcherTest, HandlersAreCatchClausesAndNotFinally) {
  ClassBuilder builder(classfile::kJava5, kAccPublic, "U", "java/lang/Object");
  builder.Method(kAccPublic, "m", "()V", [](CodeBuilder& code, classfile::CodeEditor& editor) {
    const classfile::Label start = editor.NewLabel(), end = editor.NewLabel(), handler = editor.NewLabel();
    code.Bind(start).Op(Opcode::kNop).Bind(end).Op(Opcode::kReturn);
    code.Bind(handler).Op(Opcode::kPop).Op(Opcode::kReturn);
    EXPECT_TRUE(editor.AddHandler(start, end, handler, "It").ok());
    EXPECT_TRUE(editor.AddHandler(start, end, handler, "").ok());
  });
  const auto points =
      Match(PlanOf({{Of(TestKind::kHandler, {"It"})}, {Of(TestKind::kHandler, {"*"})}}), builder);
  ASSERT_THAT(Events(points), ElementsAre(ElementsAre(0, 1)));
  EXPECT_EQ(points[0].slot, 2u);
}

TEST_F(MatcherTest, AClassThatNamesNothingIsLeftAtOnce) {
  const wire::Plan plan = PlanOf({{Call("It+", "next")}});
  ClassBuilder builder(classfile::kJava5, kAccPublic, "U", "java/lang/Object");
  builder.Method(kAccPublic, "m", "()V", [](CodeBuilder& code) {
    code.PushInt(1).Invokestatic("MyIt", "of", "(I)LMyIt;").Op(Opcode::kPop).Op(Opcode::kReturn);
  });
  const std::vector<uint8_t> bytes = builder.Write().value();
  const classfile::ClassFile file = classfile::ClassFile::Parse(bytes).value();
  Matcher matcher(plan, world_);
  EXPECT_FALSE(matcher.MayMatch(file));
}

TEST_F(MatcherTest, DamagedCodeIsAnError) {
  ClassBuilder builder(classfile::kJava5, kAccPublic, "U", "java/lang/Object");
  builder.Method(kAccPublic, "m", "()V", [](CodeBuilder& code) { CallNext(code); });
  std::vector<uint8_t> bytes = builder.Write().value();
  // pop, return are the last two instructions; make the first an invokevirtual that passes the end.
  const std::vector<uint8_t> tail = {static_cast<uint8_t>(Opcode::kPop),
                                     static_cast<uint8_t>(Opcode::kReturn)};
  auto at = std::find_end(bytes.begin(), bytes.end(), tail.begin(), tail.end());
  ASSERT_NE(at, bytes.end());
  *at = static_cast<uint8_t>(Opcode::kInvokevirtual);
  const classfile::ClassFile file = classfile::ClassFile::Parse(bytes).value();
  const wire::Plan plan = PlanOf({{Call("It+", "next")}});
  Matcher matcher(plan, world_);
  EXPECT_FALSE(matcher.Match(file).ok());
}

}  // namespace
}  // namespace revmon::match
