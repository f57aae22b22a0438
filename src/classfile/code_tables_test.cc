#include "classfile/code_tables.h"

#include <gtest/gtest.h>

#include <string>

namespace revmon::classfile {
namespace {

// Instructions at pc 0, 1 and 4; the code ends at 5.
SlotMap Slots() {
  SlotMap slots;
  slots.Reset(5);
  slots.Set(0, 0);
  slots.Set(1, 1);
  slots.Set(4, 2);
  slots.Set(5, 3);
  return slots;
}

// "pc@offset slot.part", "range@offset slot-slot" and "handler@offset index", or the error's code.
std::string Fixups(AttributeKind kind, const std::vector<uint8_t>& data) {
  Attribute attribute = {.kind = kind, .name_index = 1, .offset = 500, .data = data};
  Result<CodeTable> table = ReadCodeTable(attribute, Slots());
  if (!table.ok()) return std::string(ToString(table.error().code()));
  std::string text;
  for (const Fixup& fixup : table->fixups) {
    std::string at = "@" + std::to_string(fixup.at) + " ";
    if (!text.empty()) text += ", ";
    switch (fixup.kind) {
      case Fixup::Kind::kPc:
        text += "pc" + at + std::to_string(fixup.a / 4) + "." + std::to_string(fixup.a % 4);
        break;
      case Fixup::Kind::kRange:
        text += "range" + at + std::to_string(fixup.a / 4) + "-" + std::to_string(fixup.b / 4);
        break;
      case Fixup::Kind::kHandlerIndex: text += "handler" + at + std::to_string(fixup.a); break;
    }
  }
  return text;
}

std::string Lines(const std::vector<uint8_t>& data) { return Fixups(AttributeKind::kLineNumberTable, data); }
std::string Variables(const std::vector<uint8_t>& data) {
  return Fixups(AttributeKind::kLocalVariableTable, data);
}
std::string Annotations(const std::vector<uint8_t>& data) {
  return Fixups(AttributeKind::kRuntimeVisibleTypeAnnotations, data);
}
const std::string kMalformed(ToString(ErrorCode::kMalformed));
const std::string kTruncated(ToString(ErrorCode::kTruncated));

TEST(CodeTablesTest, LinesStartWithTheirSlot) {
  EXPECT_EQ(Lines({0, 2, 0, 0, 0, 10, 0, 4, 0, 11}), "pc@2 0.0, pc@6 2.0");
}
TEST(CodeTablesTest, LineInsideAnInstruction) { EXPECT_EQ(Lines({0, 1, 0, 2, 0, 10}), kMalformed); }
TEST(CodeTablesTest, LinesCutOff) { EXPECT_EQ(Lines({0, 2, 0, 0, 0, 10, 0}), kTruncated); }
TEST(CodeTablesTest, LinesTooLong) { EXPECT_EQ(Lines({0, 0, 9}), kMalformed); }

TEST(CodeTablesTest, VariablesCoverSlots) {
  EXPECT_EQ(Variables({0, 1, 0, 1, 0, 4, 0, 1, 0, 1, 0, 0}), "range@2 1-3");
}
TEST(CodeTablesTest, VariableEndsInsideAnInstruction) {
  EXPECT_EQ(Variables({0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0}), kMalformed);
}
TEST(CodeTablesTest, VariableEndsBehindTheCode) {
  EXPECT_EQ(Variables({0, 1, 0, 1, 0xff, 0xff, 0, 1, 0, 1, 0, 0}), kMalformed);
}
TEST(CodeTablesTest, VariablesCutOff) { EXPECT_EQ(Variables({0, 1, 0, 1, 0, 4, 0}), kTruncated); }

// Each: count, target, empty path, annotation of type 1 without elements.
TEST(CodeTablesTest, AnnotationOfAnInstruction) {
  EXPECT_EQ(Annotations({0, 1, 0x44, 0, 4, 0, 0, 1, 0, 0}), "pc@3 2.2");
}
TEST(CodeTablesTest, AnnotationOfACastNamesAnArgument) {
  EXPECT_EQ(Annotations({0, 1, 0x47, 0, 1, 3, 0, 0, 1, 0, 0}), "pc@3 1.2");
}
TEST(CodeTablesTest, AnnotationOfAVariableHasRanges) {
  EXPECT_EQ(Annotations({0, 1, 0x40, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 1, 0, 0}),
            "range@5 0-1, range@11 1-2");
}
TEST(CodeTablesTest, AnnotationOfACatchNamesAHandler) {
  EXPECT_EQ(Annotations({0, 1, 0x42, 0, 7, 0, 0, 1, 0, 0}), "handler@3 7");
}
TEST(CodeTablesTest, AnnotationAtNoInstructionStaysAsItIs) {
  EXPECT_EQ(Annotations({0, 1, 0x44, 0xff, 0xff, 0, 0, 1, 0, 0}), "");
}
TEST(CodeTablesTest, AnnotationWithPathAndElements) {
  EXPECT_EQ(Annotations({0,   2, 0x44, 0, 4, 1,    3, 0, 0, 1, 0, 1, 0, 2, '[', 0,   2, 'I', 0, 3,
                         'e', 0, 4,    0, 5, 0x45, 0, 0, 0, 0, 1, 0, 1, 0, 2,   '@', 0, 1,   0, 0}),
            "pc@3 2.2, pc@26 0.2");
}
TEST(CodeTablesTest, AnnotationTargetThatCannotBeInsideCode) {
  EXPECT_EQ(Annotations({0, 1, 0x13, 0, 0, 1, 0, 0}), kMalformed);
}
TEST(CodeTablesTest, AnnotationCutOff) { EXPECT_EQ(Annotations({0, 1, 0x44, 0, 4, 0, 0}), kTruncated); }
TEST(CodeTablesTest, AnnotationsNestedWithoutEndAreRefused) {
  std::vector<uint8_t> data = {0, 1, 0x44, 0, 4, 0, 0, 1, 0, 1, 0, 2};
  for (int i = 0; i < 100000; ++i) data.insert(data.end(), {'[', 0, 1});
  EXPECT_EQ(Annotations(data), kMalformed);
}

TEST(CodeTablesTest, OtherAttributesHaveNoFixups) {
  EXPECT_EQ(Fixups(AttributeKind::kUnknown, {1, 2, 3}), "");
  EXPECT_FALSE(IsKnownCodeAttribute(AttributeKind::kUnknown));
  EXPECT_TRUE(IsKnownCodeAttribute(AttributeKind::kLineNumberTable));
}

}  // namespace
}  // namespace revmon::classfile
