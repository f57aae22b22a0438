#include "classfile/class_file.h"

#include <gtest/gtest.h>

#include "support/class_text.h"

namespace revmon::classfile {
namespace {

std::vector<uint8_t> Sample() {
  ClassBuilder builder(kJava8, kAccPublic | kAccSuper, "a/T", "a/S");
  builder.Interface("a/I").Field(kAccPrivate, "f", "I").DefaultConstructor();
  EXPECT_TRUE(builder.editor()->pool().Long(5).ok());
  EXPECT_TRUE(builder.editor()->SetAttribute("SourceFile", {0, 1}).ok());
  return *builder.Write();
}

TEST(ClassFileTest, ReadsAllParts) {
  std::vector<uint8_t> bytes = Sample();
  Result<ClassFile> file = ClassFile::Parse(bytes);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->name(), "a/T");
  EXPECT_EQ(file->super_name(), "a/S");
  ASSERT_EQ(file->interface_count(), 1u);
  EXPECT_EQ(file->interface_name(0), "a/I");
  EXPECT_EQ(file->major_version(), kJava8);
  ASSERT_EQ(file->fields().size(), 1u);
  EXPECT_EQ(file->fields()[0].name, "f");
  EXPECT_EQ(file->fields()[0].descriptor, "I");
  ASSERT_EQ(file->methods().size(), 1u);
  EXPECT_NE(file->Find(file->methods()[0], AttributeKind::kCode), nullptr);
  EXPECT_NE(file->Find(AttributeKind::kSourceFile), nullptr);
  EXPECT_EQ(file->Find(AttributeKind::kRecord), nullptr);
}

TEST(ClassFileTest, ObjectHasNoSuperclass) {
  std::vector<uint8_t> bytes = *ClassBuilder(kJava8, kAccPublic, "java/lang/Object", "").Write();
  Result<ClassFile> file = ClassFile::Parse(bytes);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->super_index(), 0);
  EXPECT_EQ(file->super_name(), "");
}

TEST(ClassFileTest, TruncationAtEveryByteIsAnErrorWithAnOffset) {
  std::vector<uint8_t> bytes = Sample();
  for (size_t size = 0; size < bytes.size(); ++size) {
    // A copy of its own, so that a read past its end is seen by the sanitizer.
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    Result<ClassFile> file = ClassFile::Parse(cut);
    ASSERT_FALSE(file.ok()) << size;
    EXPECT_NE(file.error().place().offset, Place::kNoOffset) << size;
    EXPECT_LE(file.error().place().offset, size) << size;
  }
}

TEST(ClassFileTest, EveryByteChangedIsReadOrRefused) {
  std::vector<uint8_t> bytes = Sample();
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (uint8_t value : {uint8_t{0}, uint8_t{0xff}, static_cast<uint8_t>(bytes[i] ^ 1)}) {
      std::vector<uint8_t> changed = bytes;
      changed[i] = value;
      Result<ClassFile> file = ClassFile::Parse(changed);
      uint64_t at = file.ok() ? 0 : file.error().place().offset;
      EXPECT_LE(at, bytes.size()) << i;
    }
  }
}

TEST(ClassFileTest, WrongMagic) {
  std::vector<uint8_t> bytes = Sample();
  bytes[0] = 0xCB;
  EXPECT_EQ(ClassFile::Parse(bytes).error().message(), "not a class file");
}

TEST(ClassFileTest, VersionBelow45) {
  std::vector<uint8_t> bytes = Sample();
  bytes[7] = 44;
  EXPECT_EQ(ClassFile::Parse(bytes).error().code(), ErrorCode::kUnsupported);
}

TEST(ClassFileTest, VersionsToComeAreRead) {
  std::vector<uint8_t> bytes = Sample();
  bytes[7] = 200;
  EXPECT_TRUE(ClassFile::Parse(bytes).ok());
}

TEST(ClassFileTest, BytesAfterTheEnd) {
  std::vector<uint8_t> bytes = Sample();
  bytes.push_back(0);
  Result<ClassFile> file = ClassFile::Parse(bytes);
  EXPECT_EQ(file.error().message(), "class file goes on after its last attribute");
  EXPECT_EQ(file.error().place().offset, bytes.size() - 1);
}

// The header after the pool of a class without members: flags, this, super, interfaces...
std::vector<uint8_t> Minimal() { return *ClassBuilder(kJava8, kAccPublic, "T", "S").Write(); }
constexpr size_t kTailSize = 14;

TEST(ClassFileTest, ThisIsNoClass) {
  std::vector<uint8_t> bytes = Minimal();
  bytes[bytes.size() - kTailSize + 3] = 1;
  EXPECT_EQ(ClassFile::Parse(bytes).error().message(),
            "this, super or interface index is not a Class constant");
}

TEST(ClassFileTest, SuperIsNoClass) {
  std::vector<uint8_t> bytes = Minimal();
  bytes[bytes.size() - kTailSize + 5] = 99;
  EXPECT_EQ(ClassFile::Parse(bytes).error().message(),
            "this, super or interface index is not a Class constant");
}

TEST(ClassFileTest, FieldNameIsNoText) {
  ByteWriter out;
  std::vector<uint8_t> bytes = Minimal();
  out.Put(Bytes(bytes).first(bytes.size() - 6));
  for (int value : {1, 0, 2, 1, 0, 0, 0}) out.U2(static_cast<uint16_t>(value));  // one field named by a Class
  EXPECT_EQ(ClassFile::Parse(out.bytes()).error().message(),
            "field name or descriptor is not a Utf8 constant");
}

TEST(ClassFileTest, ObjectIsReusedAndEmptyAfterAnError) {
  std::vector<uint8_t> bytes = Sample();
  ClassFile file;
  ASSERT_TRUE(file.ParseFrom(bytes).ok());
  EXPECT_FALSE(file.ParseFrom(Bytes(bytes).first(20)).ok());
  EXPECT_TRUE(file.methods().empty());
  EXPECT_EQ(file.pool().count(), 0);
  ASSERT_TRUE(file.ParseFrom(bytes).ok());
  EXPECT_EQ(file.name(), "a/T");
}

}  // namespace
}  // namespace revmon::classfile
