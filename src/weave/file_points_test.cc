#include "weave/file_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classfile/class_builder.h"
#include "support/class_text.h"

namespace revmon::weave {
namespace {

using classfile::ClassBuilder;
using classfile::CodeBuilder;
using classfile::Opcode;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<uint8_t> WovenStream(std::string_view method) {
  ClassBuilder stream(classfile::kJava8, classfile::kAccPublic | classfile::kAccSuper,
                      "java/io/FileInputStream", "java/lang/Object");
  stream.Method(classfile::kAccPrivate, method, "(Ljava/lang/String;)V",
                [](CodeBuilder& code) { code.Op(Opcode::kReturn); });
  Result<std::vector<uint8_t>> bytes = stream.Write();
  EXPECT_TRUE(bytes.ok());
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse(*bytes);
  Result<std::vector<uint8_t>> woven = WeaveFilePoints(*file);
  EXPECT_TRUE(woven.ok());
  return woven.ok() ? *woven : std::vector<uint8_t>();
}

TEST(FilePointsTest, OpenTellsItsPath) {
  EXPECT_THAT(classfile::CodeText(WovenStream("open"), "open"),
              HasSubstr("0 aload_1 | 1 invokestatic | 4 return"));
}

TEST(FilePointsTest, OtherMethodsStayAsTheyAre) { EXPECT_THAT(WovenStream("close"), IsEmpty()); }

TEST(FilePointsTest, AllClassesAreKnown) {
  for (std::string_view name : FileClasses()) EXPECT_TRUE(HasFilePoints(name)) << name;
  EXPECT_FALSE(HasFilePoints("java/io/FileOutputStream"));
}

}  // namespace
}  // namespace revmon::weave
