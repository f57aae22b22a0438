#include "weave/serial_version.h"

#include <bit>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "classfile/class_builder.h"
#include "match/test_world.h"

namespace revmon::weave {
namespace {

using classfile::ClassBuilder;
using classfile::ClassFile;
using classfile::CodeBuilder;
using classfile::Opcode;

constexpr uint16_t kPublic = classfile::kAccPublic;
constexpr std::string_view kObject = "java/lang/Object";

// SHA-1 of FIPS 180 examples, first eight bytes, lowest first.
TEST(SerialVersionTest, ShaIsSha1) {
  EXPECT_EQ(ShaPrefix(AsBytes("abc")), 0x6a810647363e99a9u);
  EXPECT_EQ(ShaPrefix(AsBytes("")), 0x0d4b6b5eeea339dau);
  EXPECT_EQ(ShaPrefix(AsBytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            0x6ed23b1c443e9884u);
}

int64_t VersionOf(const ClassBuilder& builder) {
  std::vector<uint8_t> bytes = builder.Write().value();
  return std::bit_cast<int64_t>(DefaultSerialVersion(ClassFile::Parse(bytes).value()));
}

// The figures are what `serialver` says of these classes.

// class Top implements Serializable { void m() {} }
ClassBuilder Top() {
  ClassBuilder builder(classfile::kJava8, classfile::kAccSuper, "Top", kObject);
  builder.Interface("java/io/Serializable");
  builder.Method(0, "<init>", "()V", [](CodeBuilder& code) {
    code.Load('A', 0).Invoke(Opcode::kInvokespecial, kObject, "<init>", "()V").Op(Opcode::kReturn);
  });
  builder.Method(0, "m", "()V", [](CodeBuilder& code) { code.Op(Opcode::kReturn); });
  return builder;
}
constexpr int64_t kVersionOfTop = -4714864543428594556;

TEST(SerialVersionTest, OfASimpleClass) { EXPECT_EQ(VersionOf(Top()), kVersionOfTop); }

// static final class B implements Serializable, Comparable<B>: all sorts of members, in javac's order.
TEST(SerialVersionTest, LeavesOutPrivateMembersAndSortsTheOthers) {
  ClassBuilder builder(classfile::kJava8, classfile::kAccSuper | classfile::kAccFinal, "Sv$B", kObject);
  builder.Interface("java/io/Serializable").Interface("java/lang/Comparable");
  builder.Field(0, "x", "I");
  builder.Field(classfile::kAccPrivate | classfile::kAccTransient, "t", "I");
  builder.Field(classfile::kAccPrivate | classfile::kAccStatic, "s", "I");
  builder.Field(kPublic | classfile::kAccStatic | classfile::kAccFinal, "c", "J");
  builder.Field(classfile::kAccProtected | classfile::kAccVolatile, "v", "Ljava/lang/String;");
  builder.Field(classfile::kAccStatic, "made", "Ljava/lang/Object;");
  builder.Method(0, "<init>", "(I)V").Method(classfile::kAccPrivate, "<init>", "()V");
  builder.Method(kPublic, "compareTo", "(LSv$B;)I").Method(classfile::kAccPrivate, "hidden", "()V");
  builder.Method(classfile::kAccStatic | classfile::kAccSynchronized, "f",
                 "([ILjava/lang/String;)Ljava/lang/String;");
  builder.Method(kPublic | classfile::kAccBridge | classfile::kAccSynthetic, "compareTo",
                 "(Ljava/lang/Object;)I");
  builder.Method(classfile::kAccStatic, "<clinit>", "()V");
  EXPECT_EQ(VersionOf(builder), -2399990406453706742);
}

// protected static abstract class C: public in its own class file, protected where it is declared.
TEST(SerialVersionTest, ModifiersOfAMemberClassAreThoseOfItsDeclaration) {
  ClassBuilder builder(classfile::kJava8, kPublic | classfile::kAccSuper | classfile::kAccAbstract, "Sv$C",
                       kObject);
  builder.Interface("java/io/Externalizable");
  builder.Method(classfile::kAccProtected, "<init>", "()V").Method(classfile::kAccAbstract, "m", "()V");
  ByteWriter inner;
  inner.U2(1);
  inner.U2(builder.editor()->pool().Class("Sv$C").value());
  inner.U2(builder.editor()->pool().Class("Sv").value());
  inner.U2(builder.editor()->pool().Utf8("C").value());
  inner.U2(classfile::kAccProtected | classfile::kAccStatic | classfile::kAccAbstract);
  ASSERT_TRUE(builder.editor()->SetAttribute("InnerClasses", inner.Release()).ok());
  EXPECT_EQ(VersionOf(builder), 4326964743804961726);
}

class KeepSerialVersionTest : public testing::Test {
 protected:
  KeepSerialVersionTest() { world_.Put({.name = "java/io/Serializable", .flags = match::kFakeInterface}); }
  // What the class says of its version once weaving has given it a static initialiser; nothing = 0.
  int64_t Kept(const ClassBuilder& builder) {
    std::vector<uint8_t> before = builder.Write().value();
    ClassFile file = ClassFile::Parse(before).value();
    classfile::ClassEditor editor(file);
    EXPECT_TRUE(editor.AddMethod(classfile::kAccStatic, "<clinit>", "()V").ok());
    std::vector<uint8_t> woven = editor.Write().value();
    EXPECT_TRUE(KeepSerialVersion(file, world_, woven).ok());
    ClassFile after = ClassFile::Parse(woven).value();
    for (const classfile::Member& field : after.fields()) {
      const classfile::Attribute* value = after.Find(field, classfile::AttributeKind::kConstantValue);
      if (field.name != "serialVersionUID" || value == nullptr) continue;
      return std::bit_cast<int64_t>(after.pool().Bits64(LoadBe16(value->data.data())));
    }
    return 0;
  }

  match::FakeWorld world_;
};

TEST_F(KeepSerialVersionTest, OfASerializableClass) { EXPECT_EQ(Kept(Top()), kVersionOfTop); }

TEST_F(KeepSerialVersionTest, NotWhereTheClassNamesItsOwn) {
  ClassBuilder builder = Top();
  builder.Field(classfile::kAccPrivate | classfile::kAccStatic | classfile::kAccFinal, "serialVersionUID",
                "J");
  EXPECT_EQ(Kept(builder), 0);
}

TEST_F(KeepSerialVersionTest, NotWhereNothingIsSerializable) {
  EXPECT_EQ(Kept(ClassBuilder(classfile::kJava8, kPublic, "Plain", kObject)), 0);
}

TEST_F(KeepSerialVersionTest, AlsoWhereASupertypeIsUnknown) {
  EXPECT_NE(Kept(ClassBuilder(classfile::kJava8, kPublic, "Perhaps", "b/Unknown")), 0);
}

TEST_F(KeepSerialVersionTest, UnchangedClassStays) {
  std::vector<uint8_t> bytes = Top().Write().value();
  std::vector<uint8_t> same = bytes;
  EXPECT_TRUE(KeepSerialVersion(ClassFile::Parse(bytes).value(), world_, same).ok());
  EXPECT_EQ(same, bytes);
}

}  // namespace
}  // namespace revmon::weave
