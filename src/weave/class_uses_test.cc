#include "weave/class_uses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classfile/basic_blocks.h"
#include "support/class_text.h"

namespace revmon::weave {
namespace {

using classfile::CodeBuilder;
using classfile::Opcode;
using testing::ElementsAre;
using testing::IsEmpty;

// All classes that the only method uses, whatever the block.
template <typename Write>
ClassNames UsesOf(Write write) {
  std::vector<uint8_t> bytes = classfile::ClassWith(classfile::kJava8, "(Ljava/lang/Object;)V", write);
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse(bytes);
  EXPECT_TRUE(file.ok());
  ClassNames all;
  for (const classfile::Member& method : file->methods()) {
    const classfile::Attribute* attribute = file->Find(method, classfile::AttributeKind::kCode);
    classfile::CodeView code;
    std::vector<uint32_t> starts;
    if (attribute == nullptr || !code.ParseFrom(*attribute, file->pool()).ok()) continue;
    EXPECT_TRUE(classfile::FindBlocks(code, &starts).ok());
    Result<std::vector<ClassNames>> uses =
        FindClassUses(*file, code, starts, [](std::string_view name) { return name.starts_with("p/"); });
    EXPECT_TRUE(uses.ok());
    for (const ClassNames& names : *uses) all.insert(names.begin(), names.end());
  }
  return all;
}

TEST(ClassUsesTest, FieldsOfOtherClasses) {
  EXPECT_THAT(UsesOf([](CodeBuilder& code) {
                code.Field(Opcode::kGetstatic, "p/A", "f", "I");
                code.Field(Opcode::kPutstatic, "p/B", "f", "I").Op(Opcode::kReturn);
              }),
              ElementsAre("p/A", "p/B"));
}

TEST(ClassUsesTest, TypesOfInstructions) {
  EXPECT_THAT(UsesOf([](CodeBuilder& code) {
                code.Load('A', 0).Type(Opcode::kInstanceof, "p/A").Op(Opcode::kPop);
                code.Load('A', 0).Type(Opcode::kCheckcast, "[[Lp/B;").Op(Opcode::kPop);
                code.PushInt(1).Type(Opcode::kAnewarray, "p/C").Op(Opcode::kPop);
                code.PushClass("p/D").Op(Opcode::kPop).Op(Opcode::kReturn);
              }),
              ElementsAre("p/A", "p/B", "p/C", "p/D"));
}

TEST(ClassUsesTest, InterfaceThatIsCalledThrough) {
  EXPECT_THAT(UsesOf([](CodeBuilder& code) {
                code.Load('A', 0).Type(Opcode::kCheckcast, "java/lang/Object");
                code.Invoke(Opcode::kInvokeinterface, "p/I", "m", "()V", true).Op(Opcode::kReturn);
              }),
              ElementsAre("p/I"));
}

TEST(ClassUsesTest, WhatIsNotWatchedIsNotThere) {
  EXPECT_THAT(UsesOf([](CodeBuilder& code) {
                code.Field(Opcode::kGetstatic, "java/lang/Integer", "SIZE", "I").Op(Opcode::kPop);
                code.PushClass("[I").Op(Opcode::kPop).Op(Opcode::kReturn);
              }),
              IsEmpty());
}

TEST(ClassUsesTest, NewIsLeftToTheConstructor) {
  EXPECT_THAT(UsesOf([](CodeBuilder& code) {
                code.Type(Opcode::kNew, "p/A").Op(Opcode::kDup);
                code.Invoke(Opcode::kInvokespecial, "p/A", "<init>", "()V");
                code.Op(Opcode::kPop).Op(Opcode::kReturn);
              }),
              IsEmpty());
}

}  // namespace
}  // namespace revmon::weave
