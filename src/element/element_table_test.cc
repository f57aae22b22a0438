#include "element/element_table.h"

#include <gtest/gtest.h>

namespace revmon::element {
namespace {

TEST(ElementTable, NamesAndIds) {
  ElementTable table;
  Id type = table.Type("a/B");
  Id field = table.Field(type, "f", "I");
  Id method = table.Method(type, "m", "(I)V");
  EXPECT_EQ(table.Name(type), "a/B");
  EXPECT_EQ(table.Name(field), "a/B.f:I");
  EXPECT_EQ(table.Name(method), "a/B.m(I)V");
  EXPECT_EQ(table.MemberName(type), "a/B");
  EXPECT_EQ(table.MemberName(method), "m(I)V");
  EXPECT_EQ(table.owner(method), type);
  EXPECT_EQ(table.owner(type), type);
  EXPECT_EQ(table.kind(field), ElementKind::kField);
  EXPECT_EQ(table.size(), 3u);
}

TEST(ElementTable, TheSameElementHasOneId) {
  ElementTable table;
  Id type = table.Type("a/B");
  EXPECT_EQ(table.Type("a/B"), type);
  EXPECT_EQ(table.Method(type, "m", "()V"), table.Method(type, "m", "()V"));
  EXPECT_NE(table.Method(type, "m", "()V"), table.Method(type, "m", "()I"));
}

TEST(ElementTable, KindsDoNotMixWhateverTheNames) {
  ElementTable table;
  Id type = table.Type("A");
  Id field = table.Field(type, "f()", "I");
  Id method = table.Method(type, "f", "():I");
  EXPECT_EQ(table.Name(field), table.Name(method));
  EXPECT_NE(field, method);
  EXPECT_EQ(table.Find(ElementKind::kField, "A.f():I"), field);
  EXPECT_EQ(table.Find(ElementKind::kMethod, "A.f():I"), method);
  EXPECT_EQ(table.Find(ElementKind::kType, "A.f():I"), std::nullopt);
}

}  // namespace
}  // namespace revmon::element
