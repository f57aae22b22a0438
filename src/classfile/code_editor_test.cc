#include "classfile/code_editor.h"

#include <gtest/gtest.h>

#include "support/class_text.h"

namespace revmon::classfile {
namespace {

CodeBuilder Nop(CodeEditor& code) {
  CodeBuilder nop(code.pool());
  nop.Op(Opcode::kNop);
  return nop;
}

// if (i == 0) { nop }; return;
std::vector<uint8_t> Branching(uint16_t version = kJava8) {
  return ClassWith(version, "(I)V", [](CodeBuilder& code) {
    Label end = code.NewLabel();
    code.Load('I', 0).Branch(Opcode::kIfeq, end).Op(Opcode::kNop).Bind(end).Op(Opcode::kReturn);
  });
}

TEST(CodeEditorTest, BuilderMakesFramesForItsOwnBranches) {
  EXPECT_EQ(CodeText(Branching()),
            "stack 1 locals 1 | 0 iload_0 | 1 ifeq 5 | 4 nop | 5 return | frame 5 [I] []");
}

TEST(CodeEditorTest, OldClassesGetNoFrames) {
  EXPECT_EQ(CodeText(Branching(kJava5)), "stack 1 locals 1 | 0 iload_0 | 1 ifeq 5 | 4 nop | 5 return");
}

TEST(CodeEditorTest, JumpsRunInsertedCode) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) { return code.InsertBefore(3, Nop(code), Jumps::kRunInserted); }),
            "stack 1 locals 1 | 0 iload_0 | 1 ifeq 5 | 4 nop | 5 nop | 6 return | frame 5 [I] []");
}

TEST(CodeEditorTest, JumpsSkipInsertedCode) {
  EXPECT_EQ(
      EditedText(Branching(),
                 [](CodeEditor& code) { return code.InsertBefore(3, Nop(code), Jumps::kSkipInserted); }),
      "stack 1 locals 1 | 0 iload_0 | 1 ifeq 6 | 4 nop | 5 nop | 6 return | frame 6 [I] []");
}

TEST(CodeEditorTest, SkippedCodeThatNothingFallsIntoIsLeftOut) {
  std::vector<uint8_t> bytes = ClassWith(kJava8, "()V", [](CodeBuilder& code) {
    Label end = code.NewLabel();
    code.Goto(end).Bind(end).Op(Opcode::kReturn);
  });
  EXPECT_EQ(
      EditedText(bytes,
                 [](CodeEditor& code) { return code.InsertBefore(1, Nop(code), Jumps::kSkipInserted); }),
      "stack 0 locals 0 | 0 goto 3 | 3 return | frame 3 [] []");
}

TEST(CodeEditorTest, InsertionsAtOneSlotKeepTheirOrderSkippedFirst) {
  EXPECT_EQ(
      EditedText(Branching(),
                 [](CodeEditor& code) -> Status {
                   CodeBuilder one(code.pool());
                   one.Op(Opcode::kIconst1).Op(Opcode::kPop);
                   CodeBuilder two(code.pool());
                   two.Op(Opcode::kIconst2).Op(Opcode::kPop);
                   REVMON_RETURN_IF_ERROR(code.InsertBefore(3, std::move(one), Jumps::kRunInserted));
                   REVMON_RETURN_IF_ERROR(code.InsertBefore(3, std::move(two), Jumps::kRunInserted));
                   return code.InsertBefore(3, Nop(code), Jumps::kSkipInserted);
                 }),
      "stack 1 locals 1 | 0 iload_0 | 1 ifeq 6 | 4 nop | 5 nop | 6 iconst_1 | 7 pop | 8 iconst_2 | 9 pop | "
      "10 return | frame 6 [I] []");
}

TEST(CodeEditorTest, InsertAfterRunsOnlyWhenABranchIsNotTaken) {
  EXPECT_EQ(EditedText(Branching(), [](CodeEditor& code) { return code.InsertAfter(1, Nop(code)); }),
            "stack 1 locals 1 | 0 iload_0 | 1 ifeq 6 | 4 nop | 5 nop | 6 return | frame 6 [I] []");
}

TEST(CodeEditorTest, NothingRunsAfterAReturn) {
  EXPECT_EQ(EditedText(Branching(), [](CodeEditor& code) { return code.InsertAfter(3, Nop(code)); }),
            "nothing runs after return");
}

TEST(CodeEditorTest, ReplaceKeepsJumpsToTheInstruction) {
  EXPECT_EQ(
      EditedText(Branching(),
                 [](CodeEditor& code) -> Status {
                   CodeBuilder instead(code.pool());
                   instead.Op(Opcode::kAconstNull).Op(Opcode::kPop).Op(Opcode::kReturn);
                   return code.Replace(3, std::move(instead));
                 }),
      "stack 1 locals 1 | 0 iload_0 | 1 ifeq 5 | 4 nop | 5 aconst_null | 6 pop | 7 return | frame 5 [I] []");
}

TEST(CodeEditorTest, ReplacingTwiceIsRefused) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) -> Status {
                         REVMON_RETURN_IF_ERROR(code.Replace(2, Nop(code)));
                         return code.Replace(2, Nop(code));
                       }),
            "the instruction has been replaced already");
}

TEST(CodeEditorTest, ReplacingTheLastInstructionByNothingIsRefused) {
  EXPECT_EQ(
      EditedText(Branching(), [](CodeEditor& code) { return code.Replace(3, CodeBuilder(code.pool())); }),
      "the method's code runs out of its end");
}

TEST(CodeEditorTest, NoSuchSlot) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) { return code.InsertBefore(4, Nop(code), Jumps::kRunInserted); }),
            "no such instruction");
}

TEST(CodeEditorTest, MaxStackGrowsByWhatInsertedCodeNeeds) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) -> Status {
                         CodeBuilder deep(code.pool());
                         deep.Op(Opcode::kLconst0).Op(Opcode::kLconst1).Op(Opcode::kPop2).Op(Opcode::kPop2);
                         return code.InsertBefore(1, std::move(deep), Jumps::kRunInserted);
                       }),
            "stack 5 locals 1 | 0 iload_0 | 1 lconst_0 | 2 lconst_1 | 3 pop2 | 4 pop2 | 5 ifeq 9 | 8 nop | "
            "9 return | frame 9 [I] []");
}

TEST(CodeEditorTest, TakingMoreThanTheStackHoldsIsRefused) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) -> Status {
                         CodeBuilder pop(code.pool());
                         pop.Op(Opcode::kPop);
                         return code.InsertBefore(0, std::move(pop), Jumps::kRunInserted);
                       }),
            "code takes more from the stack than there is (instruction 0)");
}

TEST(CodeEditorTest, InsertedBranchesGetFrames) {
  EXPECT_EQ(
      EditedText(Branching(),
                 [](CodeEditor& code) -> Status {
                   CodeBuilder loop(code.pool());
                   Label again = loop.NewLabel();
                   loop.Bind(again).Iinc(0, -1).Load('I', 0).Branch(Opcode::kIfgt, again);
                   return code.InsertBefore(1, std::move(loop), Jumps::kRunInserted);
                 }),
      "stack 2 locals 1 | 0 iload_0 | 1 iinc 0 -1 | 4 iload_0 | 5 ifgt 1 | 8 ifeq 12 | 11 nop | 12 return | "
      "frame 1 [I] [I] | frame 12 [I] []");
}

TEST(CodeEditorTest, PathsWithDifferentStacksAreRefused) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) -> Status {
                         CodeBuilder bad(code.pool());
                         Label end = bad.NewLabel();
                         bad.Load('I', 0).Branch(Opcode::kIfeq, end).Op(Opcode::kIconst0).Bind(end);
                         return code.InsertBefore(3, std::move(bad), Jumps::kRunInserted);
                       }),
            "paths with different stack depths meet");
}

TEST(CodeEditorTest, UnboundLabelIsRefused) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) -> Status {
                         CodeBuilder bad(code.pool());
                         bad.Goto(bad.NewLabel());
                         return code.InsertBefore(0, std::move(bad), Jumps::kRunInserted);
                       }),
            "a label that is used was never bound to an instruction");
}

TEST(CodeEditorTest, LabelBoundTwiceIsRefused) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) -> Status {
                         CodeBuilder bad(code.pool());
                         Label label = bad.NewLabel();
                         bad.Bind(label).Bind(label);
                         return code.InsertBefore(0, std::move(bad), Jumps::kRunInserted);
                       }),
            "a label is bound twice");
}

TEST(CodeEditorTest, LocalsUntilJoinAreTopInDeclaredFrames) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) -> Status {
                         REVMON_ASSIGN_OR_RETURN(uint16_t local, code.AddLocal("D", LocalScope::kUntilJoin));
                         CodeBuilder store(code.pool());
                         store.Op(Opcode::kDconst0).Store('D', local);
                         return code.InsertBefore(0, std::move(store), Jumps::kSkipInserted);
                       }),
            "stack 2 locals 3 | 0 dconst_0 | 1 dstore_1 | 2 iload_0 | 3 ifeq 7 | 6 nop | 7 return | frame 7 "
            "[I] []");
}

TEST(CodeEditorTest, LocalsOfTheWholeMethodAreInEveryFrame) {
  EXPECT_EQ(
      EditedText(Branching(),
                 [](CodeEditor& code) -> Status {
                   REVMON_RETURN_IF_ERROR(code.AddLocal("J", LocalScope::kWholeMethod));
                   REVMON_RETURN_IF_ERROR(code.AddLocal("La/B;", LocalScope::kWholeMethod));
                   return OkStatus();
                 }),
      "stack 2 locals 4 | 0 lconst_0 | 1 lstore_1 | 2 aconst_null | 3 astore_3 | 4 iload_0 | 5 ifeq 9 | "
      "8 nop | 9 return | frame 9 [I J a/B] []");
}

TEST(CodeEditorTest, MaxLocalsCoversInsertedCode) {
  EXPECT_EQ(
      EditedText(Branching(),
                 [](CodeEditor& code) -> Status {
                   CodeBuilder store(code.pool());
                   store.Op(Opcode::kLconst0).Store('J', 300);
                   return code.InsertBefore(0, std::move(store), Jumps::kRunInserted);
                 }),
      "stack 2 locals 302 | 0 lconst_0 | 1 wide lstore 300 | 5 iload_0 | 6 ifeq 10 | 9 nop | 10 return | "
      "frame 10 [I] []");
}

// A call at slot 1 whose result stays in a local that the handler must not trust.
std::vector<uint8_t> Calling(uint16_t version = kJava8) {
  return ClassWith(version, "(I)V", [](CodeBuilder& code) {
    code.Load('I', 0).Invokestatic("a/B", "f", "(I)I").Store('I', 1).Op(Opcode::kReturn);
  });
}

CodeBuilder Rethrow(CodeEditor& code) {
  CodeBuilder handler(code.pool());
  handler.Op(Opcode::kAthrow);
  return handler;
}

TEST(CodeEditorTest, WrapComputesTheFrameOfItsHandler) {
  EXPECT_EQ(
      EditedText(Calling(),
                 [](CodeEditor& code) { return code.Wrap(1, 2, Cover::kSlots, "a/E", Rethrow(code)); }),
      "stack 1 locals 2 | 0 iload_0 | 1 invokestatic | 4 istore_1 | 5 return | 6 athrow | try 1-5 6 a/E | "
      "frame 6 [I] [a/E]");
}

TEST(CodeEditorTest, WrapInOldClassesNeedsNoFrame) {
  EXPECT_EQ(
      EditedText(Calling(kJava5),
                 [](CodeEditor& code) { return code.Wrap(1, 1, Cover::kSlots, "", Rethrow(code)); }),
      "stack 1 locals 2 | 0 iload_0 | 1 invokestatic | 4 istore_1 | 5 return | 6 athrow | try 1-4 6 any");
}

TEST(CodeEditorTest, WrapCoversInsertedCodeOrOnlyInstructions) {
  auto wrapped = [](Cover cover) {
    return EditedText(Calling(), [cover](CodeEditor& code) -> Status {
      REVMON_RETURN_IF_ERROR(code.InsertBefore(1, Nop(code), Jumps::kRunInserted));
      REVMON_RETURN_IF_ERROR(code.InsertAfter(1, Nop(code)));
      return code.Wrap(1, 1, cover, "", Rethrow(code));
    });
  };
  EXPECT_NE(wrapped(Cover::kSlots).find("try 1-6 8 any"), std::string::npos) << wrapped(Cover::kSlots);
  EXPECT_NE(wrapped(Cover::kInstructions).find("try 2-5 8 any"), std::string::npos)
      << wrapped(Cover::kInstructions);
}

TEST(CodeEditorTest, InnerHandlersComeFirst) {
  EXPECT_EQ(EditedText(Calling(),
                       [](CodeEditor& code) -> Status {
                         REVMON_RETURN_IF_ERROR(code.Wrap(0, 3, Cover::kSlots, "a/Outer", Rethrow(code)));
                         return code.Wrap(1, 1, Cover::kSlots, "a/Inner", Rethrow(code));
                       }),
            "stack 1 locals 2 | 0 iload_0 | 1 invokestatic | 4 istore_1 | 5 return | 6 athrow | 7 athrow | "
            "try 1-4 7 a/Inner | try 0-6 6 a/Outer | try 7-8 6 a/Outer | frame 6 [I] [a/Outer] | "
            "frame 7 [I] [a/Inner]");
}

TEST(CodeEditorTest, WhatAHandlerThrowsGoesToTheHandlersAroundIt) {
  // The wrapped call stands inside try { } catch (a/E), so the handler's athrow does as well.
  std::vector<uint8_t> bytes = ClassWith(kJava8, "()V", [](CodeBuilder& code, CodeEditor& editor) {
    Label start = editor.NewLabel();
    Label end = editor.NewLabel();
    Label caught = editor.NewLabel();
    code.Bind(start).Invokestatic("a/B", "f", "()V").Bind(end).Op(Opcode::kReturn);
    code.Bind(caught).Op(Opcode::kPop).Op(Opcode::kReturn);
    EXPECT_TRUE(editor.AddHandler(start, end, caught, "a/E").ok());
  });
  EXPECT_EQ(
      EditedText(bytes, [](CodeEditor& code) { return code.Wrap(0, 0, Cover::kSlots, "", Rethrow(code)); }),
      "stack 1 locals 0 | 0 invokestatic | 3 return | 4 pop | 5 return | 6 athrow | try 0-3 6 any | "
      "try 0-3 4 a/E | try 6-7 4 a/E | frame 4 [] [a/E] | frame 6 [] [java/lang/Throwable]");
}

TEST(CodeEditorTest, OuterWrapMadeLaterCoversTheInnerHandlerToo) {
  EXPECT_EQ(EditedText(Calling(),
                       [](CodeEditor& code) -> Status {
                         REVMON_RETURN_IF_ERROR(code.Wrap(1, 1, Cover::kSlots, "a/Inner", Rethrow(code)));
                         return code.Wrap(0, 3, Cover::kSlots, "a/Outer", Rethrow(code));
                       }),
            "stack 1 locals 2 | 0 iload_0 | 1 invokestatic | 4 istore_1 | 5 return | 6 athrow | 7 athrow | "
            "try 1-4 6 a/Inner | try 0-6 7 a/Outer | try 6-7 7 a/Outer | frame 6 [I] [a/Inner] | "
            "frame 7 [I] [a/Outer]");
}

TEST(CodeEditorTest, DifferentClassesInAWrappedRangeMeetInObject) {
  std::vector<uint8_t> bytes = ClassWith(kJava8, "(La/Common;)V", [](CodeBuilder& code, CodeEditor& editor) {
    Label start = editor.NewLabel();
    Label end = editor.NewLabel();
    Label caught = editor.NewLabel();
    code.Bind(start).Invokestatic("a/B", "a", "()La/A;").Store('A', 0);
    code.Invokestatic("a/B", "b", "()La/B;").Store('A', 0).Op(Opcode::kNop).Bind(end).Op(Opcode::kReturn);
    code.Bind(caught).Op(Opcode::kPop).Op(Opcode::kReturn);
    EXPECT_TRUE(editor.AddHandler(start, end, caught, "a/E").ok());
  });
  std::string text =
      EditedText(bytes, [](CodeEditor& code) { return code.Wrap(2, 4, Cover::kSlots, "", Rethrow(code)); });
  EXPECT_NE(
      text.find("frame 10 [java/lang/Object] [a/E] | frame 12 [java/lang/Object] [java/lang/Throwable]"),
      std::string::npos)
      << text;
}

TEST(CodeEditorTest, HandlerMayGoBackIntoTheMethod) {
  EXPECT_EQ(EditedText(Calling(),
                       [](CodeEditor& code) -> Status {
                         CodeBuilder handler(code.pool());
                         handler.Op(Opcode::kPop).Goto(code.EntryOf(3));
                         return code.Wrap(1, 1, Cover::kSlots, "", std::move(handler));
                       }),
            "stack 1 locals 2 | 0 iload_0 | 1 invokestatic | 4 istore_1 | 5 return | 6 pop | 7 goto 5 | "
            "try 1-4 6 any | frame 5 [I] [] | frame 6 [I] [java/lang/Throwable]");
}

TEST(CodeEditorTest, HandlerThatFallsOutIsRefused) {
  EXPECT_EQ(
      EditedText(Calling(), [](CodeEditor& code) { return code.Wrap(1, 1, Cover::kSlots, "", Nop(code)); }),
      "the method's code runs out of its end");
}

TEST(CodeEditorTest, EmptyRangeIsRefused) {
  EXPECT_EQ(EditedText(Calling(),
                       [](CodeEditor& code) { return code.Wrap(2, 1, Cover::kSlots, "", Rethrow(code)); }),
            "no such range");
}

TEST(CodeEditorTest, HandlersBetweenLabelsOfInsertedCode) {
  EXPECT_EQ(
      EditedText(Calling(),
                 [](CodeEditor& code) -> Status {
                   Label start = code.NewLabel();
                   Label end = code.NewLabel();
                   Label caught = code.NewLabel();
                   CodeBuilder tried(code.pool());
                   tried.Bind(start).Invokestatic("a/B", "g", "()V").Bind(end);
                   CodeBuilder handler(code.pool());
                   handler.Bind(caught).Op(Opcode::kAthrow);
                   REVMON_RETURN_IF_ERROR(code.InsertBefore(0, std::move(tried), Jumps::kRunInserted));
                   REVMON_RETURN_IF_ERROR(code.Append(std::move(handler)));
                   return code.AddHandler(start, end, caught, "");
                 }),
      "stack 1 locals 2 | 0 invokestatic | 3 iload_0 | 4 invokestatic | 7 istore_1 | 8 return | 9 athrow | "
      "try 0-3 9 any | frame 9 [I] [java/lang/Throwable]");
}

TEST(CodeEditorTest, SuperCallCannotBeWrapped) {
  ClassBuilder builder(kJava8, kAccPublic | kAccSuper, "T", "java/lang/Object");
  builder.DefaultConstructor();
  Result<std::vector<uint8_t>> bytes = builder.Write();
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(EditedText(
                *bytes, [](CodeEditor& code) { return code.Wrap(1, 1, Cover::kSlots, "", Rethrow(code)); },
                "<init>"),
            "a handler or join around a constructor's call of super() or this() has no valid frame");
}

TEST(CodeEditorTest, NewSitesInFramesFollowTheirInstruction) {
  std::vector<uint8_t> bytes = ClassWith(kJava8, "(I)V", [](CodeBuilder& code) {
    Label second = code.NewLabel();
    code.Type(Opcode::kNew, "a/B").Load('I', 0).Branch(Opcode::kIfeq, second).Op(Opcode::kNop).Bind(second);
    code.Invoke(Opcode::kInvokespecial, "a/B", "<init>", "()V").Op(Opcode::kReturn);
  });
  EXPECT_EQ(EditedText(bytes,
                       [](CodeEditor& code) { return code.InsertBefore(0, Nop(code), Jumps::kRunInserted); }),
            "stack 2 locals 1 | 0 nop | 1 new | 4 iload_0 | 5 ifeq 9 | 8 nop | 9 invokespecial | 12 return | "
            "frame 9 [I] [new@1]");
  EXPECT_EQ(EditedText(bytes,
                       [](CodeEditor& code) -> Status {
                         CodeBuilder instead(code.pool());
                         instead.Op(Opcode::kAconstNull);
                         return code.Replace(0, std::move(instead));
                       }),
            "a `new` that frames rely on was replaced");
}

TEST(CodeEditorTest, SwitchesArePaddedAnew) {
  std::vector<uint8_t> bytes = ClassWith(kJava8, "(I)V", [](CodeBuilder& code) {
    Label a = code.NewLabel();
    Label b = code.NewLabel();
    Label targets[] = {a, b};
    std::pair<int32_t, Label> cases[] = {{-7, a}, {9, b}};
    code.Load('I', 0).TableSwitch(3, targets, b);
    code.Bind(a).Load('I', 0).LookupSwitch(cases, b).Bind(b).Op(Opcode::kReturn);
  });
  EXPECT_EQ(EditedText(bytes,
                       [](CodeEditor& code) { return code.InsertBefore(0, Nop(code), Jumps::kRunInserted); }),
            "stack 1 locals 1 | 0 nop | 1 iload_0 | 2 tableswitch 3:24 4:52 default:52 | 24 iload_0 | "
            "25 lookupswitch -7:24 9:52 default:52 | 52 return | frame 24 [I] [] | frame 52 [I] []");
}

std::string Widened(Opcode opcode, uint16_t version, int nops) {
  std::vector<uint8_t> bytes = ClassWith(version, "(I)V", [opcode](CodeBuilder& code) {
    Label end = code.NewLabel();
    if (opcode != Opcode::kGoto) code.Load('I', 0);
    code.Branch(opcode, end);
    if (opcode == Opcode::kGoto) code.Bind(code.NewLabel());
    if (opcode != Opcode::kGoto) code.Op(Opcode::kNop);
    code.Bind(end).Op(Opcode::kReturn);
  });
  std::string text = EditedText(bytes, [nops](CodeEditor& code) -> Status {
    CodeBuilder pad(code.pool());
    for (int i = 0; i < nops; ++i) pad.Op(Opcode::kNop);
    return code.InsertAfter(code.size() - 2, std::move(pad));
  });
  std::string shorter;  // without the padding
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(" | ", at), text.size());
    std::string part = text.substr(at, end - at);
    if (!part.ends_with(" nop")) shorter += (shorter.empty() ? "" : " | ") + part;
    at = end + 3;
  }
  return shorter;
}

TEST(CodeEditorTest, ConditionalThatDoesNotReachIsInvertedAroundAGoto) {
  EXPECT_EQ(Widened(Opcode::kIfeq, kJava8, 33000),
            "stack 1 locals 1 | 0 iload_0 | 1 ifne 9 | 4 goto_w 33010 | 33010 return | frame 9 [I] [] | "
            "frame 33010 [I] []");
}

TEST(CodeEditorTest, EveryConditionHasItsInverse) {
  EXPECT_NE(Widened(Opcode::kIflt, kJava8, 33000).find("ifge 9"), std::string::npos);
  EXPECT_NE(Widened(Opcode::kIfgt, kJava8, 33000).find("ifle 9"), std::string::npos);
  EXPECT_NE(Widened(Opcode::kIfle, kJava8, 33000).find("ifgt 9"), std::string::npos);
  EXPECT_NE(Widened(Opcode::kIfnull, kJava5, 33000).find("ifnonnull 9"), std::string::npos);
}

TEST(CodeEditorTest, LongestJumpThatReachesStaysShort) {
  EXPECT_NE(Widened(Opcode::kIfeq, kJava8, 32763).find("1 ifeq 32768"), std::string::npos);
  EXPECT_NE(Widened(Opcode::kIfeq, kJava8, 32764).find("1 ifne 9"), std::string::npos);
}

TEST(CodeEditorTest, MethodThatWouldPass64KiBIsRefused) {
  EXPECT_EQ(EditedText(Branching(),
                       [](CodeEditor& code) -> Status {
                         CodeBuilder pad(code.pool());
                         for (int i = 0; i < 65530; ++i) pad.Op(Opcode::kNop);
                         return code.InsertBefore(0, std::move(pad), Jumps::kRunInserted);
                       }),
            "a method would pass 65535 bytes");
}

TEST(CodeEditorTest, UneditedBodyIsTheSameBytesCopiedOrReencoded) {
  std::vector<uint8_t> bytes = Branching();
  Result<ClassFile> file = ClassFile::Parse(bytes);
  ASSERT_TRUE(file.ok());
  ClassEditor editor(*file);
  Result<CodeEditor> code = editor.EditCode(0);
  ASSERT_TRUE(code.ok());
  EXPECT_FALSE(code->edited());
  Bytes original = file->Find(file->methods()[0], AttributeKind::kCode)->data;
  std::vector<uint8_t> expected(original.begin(), original.end());
  Result<std::vector<uint8_t>> copied = code->Encode();
  Result<std::vector<uint8_t>> encoded = code->Reencode();
  ASSERT_TRUE(copied.ok() && encoded.ok());
  EXPECT_EQ(*copied, expected);
  EXPECT_EQ(*encoded, expected);
}

// A class whose method m has exactly this code and exception table.
std::vector<uint8_t> RawClass(uint16_t version, std::vector<uint8_t> code, std::vector<uint8_t> handlers = {},
                              std::vector<uint8_t> attributes = {0, 0}) {
  ClassBuilder builder(version, kAccPublic | kAccSuper, "T", "java/lang/Object");
  builder.Method(kAccPublic | kAccStatic, "m", "()V");
  ByteWriter out;
  out.U2(2);
  out.U2(2);
  out.U4(static_cast<uint32_t>(code.size()));
  out.Put(code);
  out.U2(static_cast<uint16_t>(handlers.size() / 8));
  out.Put(handlers);
  out.Put(attributes);
  EXPECT_TRUE(builder.editor()->SetMethodAttribute(0, "Code", out.Release()).ok());
  return *builder.Write();
}

std::string DecodeError(Bytes bytes) {
  return EditedText(bytes, [](CodeEditor&) { return OkStatus(); });
}

TEST(CodeEditorDamageTest, BranchIntoAnInstruction) {
  EXPECT_NE(DecodeError(RawClass(kJava5, {0xa7, 0, 1, 0xb1})).find("goto at pc 0 goes to no instruction"),
            std::string::npos);
}

TEST(CodeEditorDamageTest, BranchBeforeTheCode) {
  EXPECT_NE(DecodeError(RawClass(kJava5, {0xa7, 0xff, 0xf0, 0xb1})).find("goes to no instruction"),
            std::string::npos);
}

TEST(CodeEditorDamageTest, BranchToTheEnd) {
  EXPECT_NE(DecodeError(RawClass(kJava5, {0xa7, 0, 4, 0xb1})).find("goes to no instruction"),
            std::string::npos);
}

TEST(CodeEditorDamageTest, HandlerInsideAnInstruction) {
  EXPECT_NE(DecodeError(RawClass(kJava5, {0x11, 0, 1, 0xb1}, {0, 1, 0, 3, 0, 3, 0, 0}))
                .find("exception handler 0 does not start and end at instructions"),
            std::string::npos);
}

TEST(CodeEditorDamageTest, HandlerThatCoversNothing) {
  EXPECT_NE(
      DecodeError(RawClass(kJava5, {0x11, 0, 1, 0xb1}, {0, 0, 0, 0, 0, 3, 0, 0})).find("exception handler 0"),
      std::string::npos);
}

TEST(CodeEditorDamageTest, HandlerThatCatchesNoClass) {
  EXPECT_NE(
      DecodeError(RawClass(kJava5, {0x11, 0, 1, 0xb1}, {0, 0, 0, 3, 0, 3, 0, 1})).find("catches no class"),
      std::string::npos);
}

TEST(CodeEditorDamageTest, IllegalOpcode) {
  EXPECT_NE(DecodeError(RawClass(kJava5, {0xfe, 0xb1})).find("illegal or truncated instruction at pc 0"),
            std::string::npos);
}

TEST(CodeEditorDamageTest, SubroutineInAClassWithFrames) {
  EXPECT_NE(DecodeError(RawClass(kJava8, {0xa8, 0, 3, 0xb1})).find("jsr or ret in a class of version 51"),
            std::string::npos);
}

TEST(CodeEditorTest, SubroutinesOfOldClassesAreEdited) {
  // jsr 4; return; astore_0; ret 0
  std::vector<uint8_t> bytes = RawClass(kJava5, {0xa8, 0, 4, 0xb1, 0x4b, 0xa9, 0});
  EXPECT_EQ(
      EditedText(bytes,
                 [](CodeEditor& code) { return code.InsertBefore(1, Nop(code), Jumps::kSkipInserted); }),
      "stack 2 locals 2 | 0 jsr 5 | 3 nop | 4 return | 5 astore_0 | 6 ret 0");
}

TEST(CodeEditorTest, Version50WithoutFramesStaysWithoutFrames) {
  std::vector<uint8_t> bytes = RawClass(50, {0xa7, 0, 3, 0xb1});
  EXPECT_EQ(EditedText(bytes,
                       [](CodeEditor& code) { return code.InsertBefore(1, Nop(code), Jumps::kRunInserted); }),
            "stack 2 locals 2 | 0 goto 3 | 3 nop | 4 return");
}

TEST(CodeEditorTest, MissingFrameOfANewerClassIsRefusedWhenFramesMustBeKnown) {
  std::vector<uint8_t> bytes = RawClass(kJava8, {0xb1, 0x00, 0xb1});  // dead code without frame
  EXPECT_EQ(EditedText(bytes,
                       [](CodeEditor& code) { return code.InsertBefore(0, Nop(code), Jumps::kRunInserted); }),
            "nothing reaches instruction 2, so its frame is unknown");
}

// The attributes of m's Code after inserting a no-op before slot 1 and wrapping it: name, then data.
std::string AttributesAfterEdit(Bytes bytes) {
  Result<ClassFile> file = ClassFile::Parse(bytes);
  ClassEditor editor(*file);
  Result<CodeEditor> code = editor.EditCode(0);
  if (!code.ok()) return code.error().Text();
  EXPECT_TRUE(code->InsertBefore(1, Nop(*code), Jumps::kRunInserted).ok());
  EXPECT_TRUE(code->Wrap(1, 1, Cover::kSlots, "", Rethrow(*code)).ok());
  Status status = editor.SetCode(0, *code);
  if (!status.ok()) return status.error().Text();
  std::vector<uint8_t> written = *editor.Write();
  Result<ClassFile> result = ClassFile::Parse(written);
  CodeView view;
  EXPECT_TRUE(view.ParseFrom(*result->Find(result->methods()[0], AttributeKind::kCode), result->pool()).ok());
  std::string text;
  for (const Attribute& attribute : view.attributes) {
    text += std::string(result->pool().Utf8(attribute.name_index)) + ":";
    for (uint8_t byte : attribute.data) text += " " + std::to_string(byte);
    text += ";";
  }
  for (std::string_view name : code->dropped_attributes()) text += " dropped " + std::string(name);
  return text;
}

// sipush 1; pop; return, a handler over all of it, and one attribute of Code.
std::vector<uint8_t> WithAttribute(std::string_view name, const std::vector<uint8_t>& data) {
  ClassBuilder builder(kJava5, kAccPublic | kAccSuper, "T", "java/lang/Object");
  builder.Method(kAccPublic | kAccStatic, "m", "()V");
  uint16_t name_index = *builder.editor()->pool().Utf8(name);
  ByteWriter out;
  for (int value : {2, 2, 0, 5}) out.U2(static_cast<uint16_t>(value));
  for (int value : {0x11, 0, 1, 0x57, 0xb1}) out.U1(static_cast<uint8_t>(value));
  for (int value : {1, 0, 4, 4, 0, 1}) out.U2(static_cast<uint16_t>(value));
  out.U2(name_index);
  out.U4(static_cast<uint32_t>(data.size()));
  out.Put(data);
  EXPECT_TRUE(builder.editor()->SetMethodAttribute(0, "Code", out.Release()).ok());
  return *builder.Write();
}

TEST(CodeEditorTest, LinesMoveWithTheirInstructions) {
  EXPECT_EQ(AttributesAfterEdit(WithAttribute("LineNumberTable", {0, 3, 0, 0, 0, 7, 0, 3, 0, 8, 0, 4, 0, 9})),
            "LineNumberTable: 0 3 0 0 0 7 0 3 0 8 0 5 0 9;");
}

TEST(CodeEditorTest, VariableRangesGrowWithInsertedCode) {
  EXPECT_EQ(AttributesAfterEdit(WithAttribute("LocalVariableTable", {0, 1, 0, 3, 0, 2, 0, 1, 0, 2, 0, 0})),
            "LocalVariableTable: 0 1 0 3 0 3 0 1 0 2 0 0;");
  EXPECT_EQ(
      AttributesAfterEdit(WithAttribute("LocalVariableTypeTable", {0, 1, 0, 0, 0, 3, 0, 1, 0, 2, 0, 0})),
      "LocalVariableTypeTable: 0 1 0 0 0 3 0 1 0 2 0 0;");
}

TEST(CodeEditorTest, TypeAnnotationsFollowTheInstructionItself) {
  EXPECT_EQ(AttributesAfterEdit(
                WithAttribute("RuntimeInvisibleTypeAnnotations", {0, 1, 0x44, 0, 3, 0, 0, 1, 0, 0})),
            "RuntimeInvisibleTypeAnnotations: 0 1 68 0 4 0 0 1 0 0;");
}

TEST(CodeEditorTest, TypeAnnotationsOfHandlersAreRenumbered) {
  EXPECT_EQ(
      AttributesAfterEdit(WithAttribute("RuntimeVisibleTypeAnnotations", {0, 1, 0x42, 0, 0, 0, 0, 1, 0, 0})),
      "RuntimeVisibleTypeAnnotations: 0 1 66 0 1 0 0 1 0 0;");
}

TEST(CodeEditorTest, UnknownAttributesOfEditedCodeAreDroppedAndNamed) {
  EXPECT_EQ(AttributesAfterEdit(WithAttribute("CharacterRangeTable", {1, 2})),
            " dropped CharacterRangeTable");
}

TEST(CodeEditorTest, FramesOfClassesTooOldForThemAreDropped) {
  EXPECT_EQ(AttributesAfterEdit(WithAttribute("StackMapTable", {0, 1, 3})), "");
}

TEST(CodeEditorDamageTest, LineInsideAnInstruction) {
  EXPECT_NE(
      AttributesAfterEdit(WithAttribute("LineNumberTable", {0, 1, 0, 1, 0, 7})).find("inside an instruction"),
      std::string::npos);
}

}  // namespace
}  // namespace revmon::classfile
