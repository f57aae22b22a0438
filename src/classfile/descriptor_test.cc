#include "classfile/descriptor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace revmon::classfile {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> ArgumentsOf(std::string_view descriptor) {
  std::vector<std::string> arguments;
  Result<MethodDescriptor> parsed = MethodDescriptor::Parse(descriptor);
  if (!parsed.ok()) return {"error"};
  for (TypeView type : *parsed) arguments.emplace_back(type.text);
  return arguments;
}

TEST(FieldDescriptor, AcceptsEveryKindOfType) {
  for (const char* good : {"B", "C", "D", "F", "I", "J", "S", "Z", "[I", "[[[J", "LA;", "La/b/C$D;", "[La/B;",
                           "L\xe4\xb8\xad;", "La-b;"}) {
    EXPECT_TRUE(IsFieldDescriptor(good)) << good;
  }
}

TEST(FieldDescriptor, RejectsWhatIsNoType) {
  for (const char* bad : {"", "V", "[", "[V", "L", "L;", "LA", "LA;;", "II", "La//B;", "L/A;", "LA/;",
                          "La.B;", "L[I;", "X", "(I)V", "TT;"}) {
    EXPECT_FALSE(IsFieldDescriptor(bad)) << bad;
  }
}

TEST(FieldDescriptor, AllowsAtMost255Dimensions) {
  EXPECT_TRUE(IsFieldDescriptor(std::string(255, '[') + "I"));
  EXPECT_FALSE(IsFieldDescriptor(std::string(256, '[') + "I"));
}

TEST(TypeView, KnowsItsParts) {
  EXPECT_EQ(TypeView{"J"}.slots(), 2u);
  EXPECT_EQ(TypeView{"D"}.slots(), 2u);
  EXPECT_EQ(TypeView{"V"}.slots(), 0u);
  EXPECT_EQ(TypeView{"[J"}.slots(), 1u);
  EXPECT_EQ(TypeView{"[[J"}.dimensions(), 2u);
  EXPECT_EQ(TypeView{"[[La/B;"}.element(), TypeView{"La/B;"});
  EXPECT_EQ(TypeView{"La/B;"}.internal_name(), "a/B");
  EXPECT_EQ(TypeView{"[I"}.internal_name(), "[I");
  EXPECT_EQ(TypeView{"I"}.internal_name(), "");
  EXPECT_TRUE(TypeView{"I"}.is_primitive());
  EXPECT_FALSE(TypeView{"V"}.is_primitive());
  EXPECT_TRUE(TypeView{"[I"}.is_reference());
}

TEST(MethodDescriptor, WalksItsArguments) {
  EXPECT_THAT(ArgumentsOf("()V"), ElementsAre());
  EXPECT_THAT(ArgumentsOf("(I)V"), ElementsAre("I"));
  EXPECT_THAT(ArgumentsOf("([[JLa/B;D[La/B;)[I"), ElementsAre("[[J", "La/B;", "D", "[La/B;"));
}

TEST(MethodDescriptor, CountsSlots) {
  Result<MethodDescriptor> parsed = MethodDescriptor::Parse("(JI[D)Ljava/lang/String;");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->argument_count(), 3u);
  EXPECT_EQ(parsed->argument_slots(), 4u);
  EXPECT_EQ(parsed->result().internal_name(), "java/lang/String");
}

TEST(MethodDescriptor, RejectsWhatIsNone) {
  for (const char* bad :
       {"", "(", "()", "I", "(V)V", "(I", "(I)", "(I)VV", "(I)VI", "(LA)V", "(I))V", "()[V", "()X"}) {
    EXPECT_FALSE(IsMethodDescriptor(bad)) << bad;
  }
}

TEST(MethodDescriptor, AllowsAtMost255Slots) {
  EXPECT_TRUE(IsMethodDescriptor("(" + std::string(255, 'I') + ")V"));
  EXPECT_FALSE(IsMethodDescriptor("(" + std::string(256, 'I') + ")V"));
  EXPECT_FALSE(IsMethodDescriptor("(" + std::string(128, 'J') + ")V"));
}

TEST(MethodDescriptor, ErrorNamesTextAndPosition) {
  Result<MethodDescriptor> parsed = MethodDescriptor::Parse("(IX)V");
  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.error().Text(), HasSubstr("'(IX)V': no type at position 2"));
}

TEST(ToJava, PrintsDescriptors) {
  EXPECT_EQ(TypeToJava("[[I"), "int[][]");
  EXPECT_EQ(TypeToJava("Ljava/util/Map$Entry;"), "java.util.Map$Entry");
  EXPECT_EQ(TypeToJava("V"), "void");
  EXPECT_EQ(TypeToJava("nonsense"), "nonsense");
  EXPECT_EQ(ClassNameToJava("a/b/C"), "a.b.C");
  EXPECT_EQ(ClassNameToJava("[La/B;"), "a.B[]");
  EXPECT_EQ(MethodToJava("f", "(I[JLa/B;)Z"), "boolean f(int, long[], a.B)");
  EXPECT_EQ(MethodToJava("f", "(broken"), "f(broken");
}

}  // namespace
}  // namespace revmon::classfile
