#include "classfile/frame_flow.h"

#include <gtest/gtest.h>

#include <string>

#include "classfile/stack_effect.h"
#include "support/class_text.h"

namespace revmon::classfile {
namespace {

// The state after `write`'s instructions in a static method with the given parameters, as "[locals] [stack]"
// in slots, or the error. Checks on the way that StackEffectOf agrees about the depth of the stack.
template <typename Write>
std::string After(std::string_view parameters, Write write) {
  std::string descriptor = "(" + std::string(parameters) + ")V";
  std::vector<uint8_t> bytes = ClassWith(kJava5, descriptor, [&](CodeBuilder& code) {
    write(code);
    Label end = code.NewLabel();
    code.Bind(end).Goto(end);
  });
  Result<ClassFile> file = ClassFile::Parse(bytes);
  if (!file.ok()) return "the test's code is wrong";
  ConstantPoolEditor pool(file->pool());
  CodeView view;
  EXPECT_TRUE(view.ParseFrom(*file->Find(file->methods()[0], AttributeKind::kCode), file->pool()).ok());
  Result<std::vector<VerificationType>> entry =
      EntryLocals({.class_name = "T", .name = "m", .descriptor = descriptor, .access_flags = kAccStatic});
  FrameState state = StateOfFrame(*entry, {});
  FrameFlow flow(pool, "T");
  InstructionReader reader(view);
  for (Instruction instruction; reader.Next(instruction) && instruction.opcode != Opcode::kGoto;) {
    size_t depth = state.stack.size();
    Result<StackEffect> effect = StackEffectOf(instruction, pool);
    Status status = flow.Step(instruction, instruction.pc, state);
    if (!status.ok()) return status.error().Text();
    EXPECT_EQ(state.stack.size(), depth - effect->pops + effect->pushes) << InstructionText(instruction);
  }
  return TypesText(state.locals) + " " + TypesText(state.stack);
}

TEST(FrameFlowTest, ParametersAreTheEntryState) {
  EXPECT_EQ(After("IJ[DLa/B;Z", [](CodeBuilder&) {}), "[I J T [D a/B I] []");
}

TEST(FrameFlowTest, ConstantsAndArithmetic) {
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(7).PushLong(9).PushFloat(1).PushDouble(2); }),
            "[] [I J T F D T]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushLong(9).PushInt(1).Op(Opcode::kLshl).Op(Opcode::kL2d); }),
            "[] [D T]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushDouble(9).PushDouble(1).Op(Opcode::kDcmpg); }), "[] [I]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushString("s").PushClass("a/B"); }),
            "[] [java/lang/String java/lang/Class]");
}

TEST(FrameFlowTest, StoresReplaceWhatTheyOverlap) {
  EXPECT_EQ(After("J", [](CodeBuilder& c) { c.PushInt(1).Store('I', 1); }), "[T I] []");
  EXPECT_EQ(After("II", [](CodeBuilder& c) { c.PushLong(1).Store('J', 1); }), "[I J T] []");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).Store('I', 2); }), "[T T I] []");
}

TEST(FrameFlowTest, DupAndSwapMoveSlots) {
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).PushFloat(2).Op(Opcode::kSwap); }), "[] [F I]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).PushFloat(2).Op(Opcode::kDupX1); }), "[] [F I F]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushLong(1).PushFloat(2).Op(Opcode::kDupX2); }), "[] [F J T F]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).PushLong(2).Op(Opcode::kDup2X1); }),
            "[] [J T I J T]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushDouble(1).PushLong(2).Op(Opcode::kDup2X2); }),
            "[] [J T D T J T]");
}

TEST(FrameFlowTest, ArraysAndTheirElements) {
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).NewArray('J').PushInt(0).Op(Opcode::kLaload); }),
            "[] [J T]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).Type(Opcode::kAnewarray, "a/B"); }), "[] [[La/B;]");
  EXPECT_EQ(After("[[La/B;", [](CodeBuilder& c) { c.Load('A', 0).PushInt(0).Op(Opcode::kAaload); }),
            "[[[La/B;] [[La/B;]");
  EXPECT_EQ(After("[La/B;", [](CodeBuilder& c) { c.Load('A', 0).PushInt(0).Op(Opcode::kAaload); }),
            "[[La/B;] [a/B]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).PushInt(2).MultiNewArray("[[I", 2); }), "[] [[[I]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.Op(Opcode::kAconstNull).Type(Opcode::kCheckcast, "a/B"); }),
            "[] [a/B]");
}

TEST(FrameFlowTest, CallsAndFieldsPushTheirTypes) {
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).Invokestatic("a/B", "m", "(I)[J"); }), "[] [[J]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.Field(Opcode::kGetstatic, "a/B", "f", "D"); }), "[] [D T]");
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.Invokedynamic(0, "run", "()Ljava/lang/Runnable;"); }),
            "[] [java/lang/Runnable]");
}

TEST(FrameFlowTest, ConstructorCallInitialisesEveryCopy) {
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.Type(Opcode::kNew, "a/B").Op(Opcode::kDup); }),
            "[] [new@0 new@0]");
  EXPECT_EQ(After("",
                  [](CodeBuilder& c) {
                    c.Type(Opcode::kNew, "a/B").Op(Opcode::kDup).Store('A', 0).Op(Opcode::kDup);
                    c.Invoke(Opcode::kInvokespecial, "a/B", "<init>", "()V");
                  }),
            "[a/B] [a/B]");
}

TEST(FrameFlowTest, LoadOfAnUnsetLocal) {
  EXPECT_EQ(After("", [](CodeBuilder& c) { c.PushInt(1).Store('I', 1).Load('A', 0); }),
            "aload of an unset local at pc 2");
}

TEST(FrameFlowTest, MergeKeepsWhatAgrees) {
  VerificationType integer = {.tag = TypeTag::kInteger};
  VerificationType null = {.tag = TypeTag::kNull};
  VerificationType a = VerificationType::Object("a/A");
  VerificationType b = VerificationType::Object("a/B");
  FrameState from = {.locals = {integer, a, null, integer}, .stack = {b}, .this_uninitialized = false};
  FrameState into = {.locals = {integer, b, a, a, integer}, .stack = {null}, .this_uninitialized = false};
  bool changed = false;
  ASSERT_TRUE(MergeState(from, into, changed).ok());
  EXPECT_TRUE(changed);
  EXPECT_EQ(TypesText(into.locals) + TypesText(into.stack), "[I java/lang/Object a/A T][a/B]");
  changed = false;
  ASSERT_TRUE(MergeState(from, into, changed).ok());
  EXPECT_FALSE(changed) << "a second time moves nothing";
}

TEST(FrameFlowTest, ClassesThatMeetTakeTheTypeOfTheBound) {
  FrameState from = {.locals = {VerificationType::Object("a/A"), VerificationType::Object("a/A")}};
  FrameState into = {.locals = {VerificationType::Object("a/B"), VerificationType::Object("a/A")}};
  FrameState bound = {.locals = {VerificationType::Object("a/Common"), VerificationType::Object("a/Common")}};
  bool changed = false;
  MergeLocals(from, into, changed, &bound);
  EXPECT_TRUE(changed);
  EXPECT_EQ(TypesText(into.locals), "[a/Common a/A]") << "only where they differ";
  changed = false;
  MergeLocals(from, into, changed, &bound);
  EXPECT_FALSE(changed);
}

TEST(FrameFlowTest, ConstructorsStartUninitialised) {
  MethodInfo method = {.class_name = "a/T", .name = "<init>", .descriptor = "(J)V"};
  EXPECT_EQ(TypesText(*EntryLocals(method)), "[this! J]");
  method.class_name = "java/lang/Object";
  EXPECT_EQ(TypesText(*EntryLocals(method)), "[java/lang/Object J]");
  method.descriptor = "nonsense";
  EXPECT_FALSE(EntryLocals(method).ok());
}

}  // namespace
}  // namespace revmon::classfile
