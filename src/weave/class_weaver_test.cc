#include "weave/class_weaver.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classfile/class_file.h"
#include "support/class_text.h"

namespace revmon::weave {
namespace {

using classfile::CodeBuilder;
using classfile::Opcode;
using match::JoinPoint;
using match::JoinPointKind;
using match::Value;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// One spec with one event of that advice.
wire::Plan PlanWith(wire::Event::Advice advice) {
  wire::Event event;
  event.name = "e";
  event.advice = advice;
  wire::Spec spec;
  spec.name = "S";
  spec.symbols = {"e"};
  spec.events = {event};
  return {.specs = {spec}};
}

// The instruction `slot` of the only method raises the event, which wants these values.
JoinPoint PointAt(uint32_t slot, JoinPointKind kind, std::vector<Value> values) {
  JoinPoint point;
  point.kind = kind;
  point.slot = slot;
  point.matches = {{.spec = 0, .event = 0, .residues = {{.variables = std::move(values)}}}};
  return point;
}

// The woven body of the only method as text, "" when it was refused.
std::string Weave(const std::vector<uint8_t>& bytes, const JoinPoint& point, wire::Event::Advice advice,
                  std::vector<std::string>* refused = nullptr) {
  wire::Plan plan = PlanWith(advice);
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse(bytes);
  EXPECT_TRUE(file.ok());
  Result<Woven> woven = WeaveClass(*file, std::vector{point}, plan, [](const JoinPoint&) { return 7u; });
  if (!woven.ok()) return woven.error().Text();
  if (refused != nullptr) *refused = woven->refused;
  return woven->sites == 0 ? "" : classfile::CodeText(woven->bytes);
}

std::vector<uint8_t> CallOfSize() {
  return classfile::ClassWith(classfile::kJava8, "(Ljava/util/List;)I", [](CodeBuilder& code) {
    code.Load('A', 0)
        .Invoke(Opcode::kInvokeinterface, "java/util/List", "size", "()I", true)
        .Op(Opcode::kIreturn);
  });
}

constexpr Value kTarget = {.kind = Value::Kind::kTarget};
constexpr Value kResult = {.kind = Value::Kind::kResult};

TEST(ClassWeaverTest, BeforeACallTheTargetIsPassedAndTheCallStays) {
  std::string text =
      Weave(CallOfSize(), PointAt(1, JoinPointKind::kMethodCall, {kTarget}), wire::Event::Advice::kBefore);
  EXPECT_THAT(text, testing::ContainsRegex("dup .*bipush 28.*invokestatic.*invokeinterface"));
  EXPECT_THAT(text, Not(HasSubstr("store")));
}

TEST(ClassWeaverTest, AfterReturningTheResultIsBoxedAndStaysOnTheStack) {
  std::string text = Weave(CallOfSize(), PointAt(1, JoinPointKind::kMethodCall, {kResult}),
                           wire::Event::Advice::kAfterReturning);
  EXPECT_THAT(
      text, testing::ContainsRegex("invokeinterface.*dup .*invokestatic.*bipush 29.*invokestatic.*ireturn"));
}

TEST(ClassWeaverTest, AfterThrowingAddsAHandlerAroundTheCallOnly) {
  std::string text =
      Weave(CallOfSize(), PointAt(1, JoinPointKind::kMethodCall, {}), wire::Event::Advice::kAfterThrowing);
  EXPECT_THAT(text, HasSubstr("athrow"));
  EXPECT_THAT(text, HasSubstr("try "));
}

TEST(ClassWeaverTest, CallThatPassesNothingKeepsNothing) {
  std::string text =
      Weave(CallOfSize(), PointAt(1, JoinPointKind::kMethodCall, {}), wire::Event::Advice::kBefore);
  EXPECT_THAT(text, Not(HasSubstr("store")));
  EXPECT_THAT(text, HasSubstr("invokestatic"));
}

// m(list, text, n): list.add(text), list.add(n, text), list.put(...) and their kin.
std::vector<uint8_t> CallWith(const std::string& descriptor, std::initializer_list<char> kinds) {
  return classfile::ClassWith(
      classfile::kJava8, "(Ljava/util/List;Ljava/lang/String;IJ)V", [&](CodeBuilder& code) {
        code.Load('A', 0);
        for (char kind : kinds) {
          code.Load(kind, kind == 'A' ? 1 : kind == 'I' ? 2 : 3);
        }
        code.Invoke(Opcode::kInvokeinterface, "java/util/List", "call", descriptor, true);
        if (descriptor.back() != 'V') code.Op(Opcode::kPop);
        code.Op(Opcode::kReturn);
      });
}

TEST(ClassWeaverTest, TargetBelowOneArgumentIsDuplicatedInPlace) {
  std::string text = Weave(CallWith("(Ljava/lang/Object;)V", {'A'}),
                           PointAt(2, JoinPointKind::kMethodCall, {kTarget}), wire::Event::Advice::kBefore);
  EXPECT_THAT(text, testing::ContainsRegex("dup2 .*pop .*bipush 28.*invokestatic.*invokeinterface"));
  EXPECT_THAT(text, Not(HasSubstr("store")));
}

TEST(ClassWeaverTest, TargetAndArgumentAreDuplicatedTogether) {
  std::string text = Weave(CallWith("(I)V", {'I'}),
                           PointAt(2, JoinPointKind::kMethodCall, {kTarget, {Value::Kind::kArgument, 0}}),
                           wire::Event::Advice::kBefore);
  EXPECT_THAT(text, testing::ContainsRegex("dup2 .*invokestatic.*bipush 28.*invokestatic.*invokeinterface"));
  EXPECT_THAT(text, Not(HasSubstr("store")));
}

TEST(ClassWeaverTest, OnlyArgumentsFromTheFirstNeededOneAreMoved) {
  std::string text = Weave(CallWith("(Ljava/lang/Object;I)V", {'A', 'I'}),
                           PointAt(3, JoinPointKind::kMethodCall, {{Value::Kind::kArgument, 1}}),
                           wire::Event::Advice::kBefore);
  EXPECT_THAT(text, HasSubstr("istore"));
  EXPECT_THAT(text, Not(HasSubstr("astore")));
}

TEST(ClassWeaverTest, TargetBelowALongArgumentIsReachedThroughALocal) {
  std::string text = Weave(CallWith("(J)V", {'J'}), PointAt(2, JoinPointKind::kMethodCall, {kTarget}),
                           wire::Event::Advice::kBefore);
  EXPECT_THAT(text, testing::ContainsRegex("lstore.*dup .*astore.*aload.*bipush 28.*invokestatic.*lload"));
}

TEST(ClassWeaverTest, BooleanResultIsPassedAsItIs) {
  std::string text =
      Weave(CallWith("(Ljava/lang/Object;)Z", {'A'}),
            PointAt(2, JoinPointKind::kMethodCall, {kTarget, kResult}), wire::Event::Advice::kAfterReturning);
  EXPECT_THAT(text, HasSubstr("dup | 15 aload 6 | 17 bipush 29 | 19 invokestatic | 22 pop"));
}

TEST(ClassWeaverTest, FourValuesArePassedInAnArrayAndTheResultStays) {
  for (const char* result : {"I", "J"}) {
    std::string descriptor = std::string("(Ljava/lang/Object;IJ)") + result;
    std::vector<uint8_t> bytes = classfile::ClassWith(
        classfile::kJava8, std::string("(Ljava/util/List;Ljava/lang/String;IJ)") + result,
        [&](CodeBuilder& code) {
          code.Load('A', 0).Load('A', 1).Load('I', 2).Load('J', 3);
          code.Invoke(Opcode::kInvokeinterface, "java/util/List", "call", descriptor, true);
          code.Op(*result == 'I' ? Opcode::kIreturn : Opcode::kLreturn);
        });
    std::string text =
        Weave(bytes,
              PointAt(4, JoinPointKind::kMethodCall,
                      {kTarget, kResult, {Value::Kind::kArgument, 0}, {Value::Kind::kArgument, 2}}),
              wire::Event::Advice::kAfterReturning);
    EXPECT_THAT(text, HasSubstr("anewarray"));
    EXPECT_THAT(text,
                testing::ContainsRegex("anewarray.*aastore.*aastore.*aastore.*aastore.*bipush 29.*return"));
  }
}

TEST(ClassWeaverTest, ValueThatTheSiteDoesNotHaveIsPassedAsNull) {
  std::string text = Weave(CallOfSize(), PointAt(1, JoinPointKind::kMethodCall, {{Value::Kind::kThis}}),
                           wire::Event::Advice::kBefore);
  EXPECT_THAT(text, testing::ContainsRegex("aconst_null.*bipush 28.*invokestatic"));
}

TEST(ClassWeaverTest, StaticMethodMayAssignToItsFirstLocal) {  // jsoup's AuthenticationHandler.<clinit> does
  std::vector<uint8_t> bytes =
      classfile::ClassWith(classfile::kJava8, "(Ljava/util/List;)V",
                           [](CodeBuilder& code) { code.Load('A', 0).Store('A', 0).Op(Opcode::kReturn); });
  std::vector<std::string> refused;
  std::string text = Weave(bytes, PointAt(0, JoinPointKind::kMethodExecution, {{Value::Kind::kThis}}),
                           wire::Event::Advice::kBefore, &refused);
  EXPECT_THAT(refused, IsEmpty());
  EXPECT_THAT(text, testing::ContainsRegex("aconst_null.*invokestatic.*aload_0"));
}

TEST(ClassWeaverTest, ObjectThatIsDroppedAtOnceIsRefusedByName) {
  std::vector<uint8_t> bytes = classfile::ClassWith(classfile::kJava8, "()V", [](CodeBuilder& code) {
    code.Type(Opcode::kNew, "java/lang/Object")
        .Invoke(Opcode::kInvokespecial, "java/lang/Object", "<init>", "()V")
        .Op(Opcode::kReturn);
  });
  std::vector<std::string> refused;
  EXPECT_EQ(Weave(bytes, PointAt(1, JoinPointKind::kConstructorCall, {kResult}),
                  wire::Event::Advice::kAfterReturning, &refused),
            "");
  EXPECT_THAT(refused, ElementsAre("m: a new object is dropped at once"));
}

TEST(ClassWeaverTest, MethodThatHotSpotWouldNeverCompileStaysAsItWas) {
  std::vector<uint8_t> bytes =
      classfile::ClassWith(classfile::kJava8, "(Ljava/util/List;)I", [](CodeBuilder& code) {
        for (int i = 0; i < 7990; ++i) code.Op(Opcode::kNop);
        code.Load('A', 0)
            .Invoke(Opcode::kInvokeinterface, "java/util/List", "size", "()I", true)
            .Op(Opcode::kIreturn);
      });
  std::vector<std::string> refused;
  EXPECT_EQ(Weave(bytes, PointAt(7991, JoinPointKind::kMethodCall, {kTarget}), wire::Event::Advice::kBefore,
                  &refused),
            "");
  ASSERT_THAT(refused, Not(IsEmpty()));
  EXPECT_THAT(refused[0], HasSubstr("would never be compiled"));
}

TEST(ClassWeaverTest, ClassWithoutStaticInitialiserGetsOne) {
  JoinPoint point = PointAt(0, JoinPointKind::kStaticInitialization, {});
  point.method = JoinPoint::kNoMethod;
  wire::Plan plan = PlanWith(wire::Event::Advice::kAfter);
  std::vector<uint8_t> bytes = CallOfSize();
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse(bytes);
  ASSERT_TRUE(file.ok());
  Result<Woven> woven = WeaveClass(*file, std::vector{point}, plan, [](const JoinPoint&) { return 1u; });
  ASSERT_TRUE(woven.ok()) << woven.error().Text();
  Result<classfile::ClassFile> again = classfile::ClassFile::Parse(woven->bytes);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->methods().back().name, "<clinit>");
}

}  // namespace
}  // namespace revmon::weave
