#include "weave/slot_class.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classfile/class_file.h"
#include "runtime/classes.h"
#include "support/class_text.h"
#include "weave/slot_plan.h"

namespace revmon::weave {
namespace {

using classfile::AttributeKind;
using classfile::ClassFile;
using classfile::Member;

// "name descriptor" of all public members.
std::set<std::string> Members(std::span<const Member> members) {
  std::set<std::string> texts;
  for (const Member& member : members) {
    if ((member.access_flags & classfile::kAccPublic) == 0) continue;
    texts.insert(std::string(member.name) + " " + std::string(member.descriptor));
  }
  return texts;
}

// The class of java/runtime that the generated one replaces.
ClassFile Embedded(std::string_view name) {
  for (const runtime::EmbeddedClass& embedded : runtime::Classes()) {
    if (embedded.name == name) return ClassFile::Parse(embedded.bytes).value();
  }
  ADD_FAILURE() << name;
  return {};
}

TEST(SlotClassTest, BaseHasTheFieldsThatOurJavaIsCompiledAgainst) {
  std::vector<uint8_t> bytes = MakeSlotBase().value();
  ClassFile made = ClassFile::Parse(bytes).value();
  EXPECT_EQ(made.name(), kSlotBase);
  EXPECT_EQ(made.super_name(), "java/lang/Object");
  EXPECT_EQ(Members(made.fields()), Members(Embedded(kSlotBase).fields()));
  for (const Member& field : made.fields()) {
    EXPECT_NE(field.access_flags & classfile::kAccSynthetic, 0) << field.name;
    EXPECT_NE(field.access_flags & classfile::kAccTransient, 0) << field.name;
    EXPECT_EQ((field.access_flags & classfile::kAccVolatile) != 0, field.name == "revmonShared");
  }
}

TEST(SlotClassTest, SlotsHasTheMethodsThatOurJavaIsCompiledAgainst) {
  std::vector<uint8_t> bytes = MakeSlotsClass({}).value();
  std::set<std::string> made = Members(ClassFile::Parse(bytes).value().methods());
  for (const std::string& wanted : Members(Embedded(kSlotsClass).methods())) {
    EXPECT_TRUE(made.contains(wanted)) << wanted;
  }
}

TEST(SlotClassTest, EveryMethodIsInlinedAlways) {
  for (const std::vector<uint8_t>& bytes : {MakeSlotBase().value(), MakeSlotsClass({}).value()}) {
    ClassFile file = ClassFile::Parse(bytes).value();
    for (const Member& method : file.methods()) {
      const classfile::Attribute* annotations = file.Find(method, AttributeKind::kRuntimeVisibleAnnotations);
      ASSERT_NE(annotations, nullptr) << method.name;
      ASSERT_EQ(annotations->data.size(), 6u);
      EXPECT_EQ(file.pool().Utf8(LoadBe16(annotations->data.data() + 2)),
                "Ljdk/internal/vm/annotation/ForceInline;");
    }
  }
}

// How often a method tests classes, in order.
std::vector<std::string> Tested(const ClassFile& file, const Member& method) {
  std::vector<std::string> names;
  classfile::CodeView code;
  EXPECT_TRUE(code.ParseFrom(*file.Find(method, AttributeKind::kCode), file.pool()).ok());
  classfile::InstructionReader reader(code);
  classfile::Instruction instruction;
  while (reader.Next(instruction)) {
    if (instruction.opcode != classfile::Opcode::kInstanceof) continue;
    names.emplace_back(file.pool().ClassName(instruction.pool_index()));
  }
  return names;
}

TEST(SlotClassTest, BaseIsTestedBeforeCarriers) {
  std::vector<std::string> carriers = {"java/util/AbstractMap", "java/lang/Thread"};
  std::vector<uint8_t> bytes = MakeSlotsClass(carriers).value();
  ClassFile file = ClassFile::Parse(bytes).value();
  for (const Member& method : file.methods()) {
    if (!method.descriptor.starts_with("(Ljava/lang/Object;")) continue;
    EXPECT_THAT(Tested(file, method),
                testing::ElementsAre(kSlotBase, "java/util/AbstractMap", "java/lang/Thread"))
        << method.name;
  }
}

TEST(SlotClassTest, ManyCarriersFit) {
  std::vector<std::string> carriers;
  for (int i = 0; i < 200; ++i) carriers.push_back("java/util/C" + std::to_string(i));
  EXPECT_TRUE(MakeSlotsClass(carriers).ok());
}

}  // namespace
}  // namespace revmon::weave
