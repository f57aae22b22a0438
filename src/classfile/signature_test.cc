#include "classfile/signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace revmon::classfile {
namespace {

using ::testing::HasSubstr;

struct Case {
  SignatureKind kind;
  const char* text;
  const char* java;
};
constexpr auto kClass = SignatureKind::kClass;
constexpr auto kMethod = SignatureKind::kMethod;
constexpr auto kField = SignatureKind::kField;

const Case kCases[] = {
    {kField, "TT;", "T"},
    {kField, "[[I", "int[][]"},
    {kField, "Ljava/util/List<*>;", "java.util.List<?>"},
    {kField, "Ljava/util/Map<+TK;-[TV;>;", "java.util.Map<? extends K, ? super V[]>"},
    {kField, "La/Outer<TT;>.Inner<TU;>.Leaf;", "a.Outer<T>.Inner<U>.Leaf"},
    {kField, "La/Outer.Inner<*>;", "a.Outer.Inner<?>"},
    {kField, "La/A<La/B<La/C<La/D;>;>;>;", "a.A<a.B<a.C<a.D>>>"},
    {kMethod, "()V", "void f()"},
    {kMethod, "<T:Ljava/lang/Object;>(TT;I[J)TT;", "<T> T f(T, int, long[])"},
    {kMethod, "<E:Ljava/lang/Exception;>()V^TE;^La/X;",
     "<E extends java.lang.Exception> void f() throws E, a.X"},
    {kMethod, "<T:Ljava/lang/Object;:Ljava/lang/Comparable<-TT;>;>(Ljava/util/Collection<+TT;>;)TT;",
     "<T extends java.lang.Object & java.lang.Comparable<? super T>> T f(java.util.Collection<? extends T>)"},
    {kMethod, "<R::Ljava/lang/Runnable;>(TR;)V", "<R extends java.lang.Runnable> void f(R)"},
    {kClass, "Ljava/lang/Object;", "extends java.lang.Object"},
    {kClass, "<K:Ljava/lang/Object;V:TK;>La/B<TK;>;La/I;La/J<TV;>;",
     "<K, V extends K> extends a.B<K> implements a.I, a.J<V>"},
};

TEST(Signature, PrintsBackExactlyAndAsJava) {
  for (const Case& c : kCases) {
    Result<Signature> parsed = Signature::Parse(c.kind, c.text);
    ASSERT_TRUE(parsed.ok()) << c.text << ": " << parsed.error().Text();
    EXPECT_EQ(parsed->Print(), c.text);
    EXPECT_EQ(parsed->ToJava("f"), c.java);
  }
}

TEST(Signature, EveryProperPrefixIsAnErrorOrPrintsBack) {
  for (const Case& c : kCases) {
    for (size_t length = 0; length < std::string_view(c.text).size(); ++length) {
      std::string_view prefix = std::string_view(c.text).substr(0, length);
      Result<Signature> parsed = Signature::Parse(c.kind, prefix);
      if (parsed.ok()) {
        EXPECT_EQ(parsed->Print(), prefix);
      }
    }
  }
}

TEST(Signature, NodesFormATree) {
  Result<Signature> parsed = Signature::Parse(kMethod, "(Ljava/util/List<-TT;>;I)V");
  ASSERT_TRUE(parsed.ok());
  auto nodes = parsed->nodes();
  ASSERT_EQ(nodes.size(), 6u);
  EXPECT_EQ(nodes[0].kind, SignatureNode::kArguments);
  EXPECT_EQ(nodes[0].end, 5u);
  EXPECT_EQ(nodes[1].text, "java/util/List");
  EXPECT_EQ(nodes[1].end, 4u);
  EXPECT_EQ(nodes[2].kind, SignatureNode::kSuper);
  EXPECT_EQ(nodes[3].kind, SignatureNode::kVariable);
  EXPECT_EQ(nodes[3].text, "T");
  EXPECT_EQ(nodes[5].text, "V");
}

TEST(Signature, RejectsWhatIsNone) {
  const Case bad[] = {
      {kField, "", ""},
      {kField, "I", ""},
      {kField, "V", ""},
      {kField, "La/B", ""},
      {kField, "La/B;;", ""},
      {kField, "La//B;", ""},
      {kField, "LB<>;", ""},
      {kField, "LB<I>;", ""},
      {kField, "LB<*", ""},
      {kField, "T;", ""},
      {kField, "TA/B;", ""},
      {kField, "[V", ""},
      {kField, "LA.;", ""},
      {kField, "LA.b/c;", ""},
      {kMethod, "()", ""},
      {kMethod, "(V)V", ""},
      {kMethod, "(I", ""},
      {kMethod, "()V^I", ""},
      {kMethod, "()V^[La/B;", ""},
      {kMethod, "<>()V", ""},
      {kMethod, "<T>()V", ""},
      {kClass, "", ""},
      {kClass, "TT;", ""},
      {kClass, "<T:La/B;>", ""},
      {kClass, "La/B;TT;", ""},
      {kClass, "[La/B;", ""},
  };
  for (const Case& c : bad) EXPECT_FALSE(Signature::Parse(c.kind, c.text).ok()) << c.text;
}

TEST(Signature, ErrorNamesTextAndPosition) {
  Result<Signature> parsed = Signature::Parse(kMethod, "(La/B;?)V");
  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.error().Text(), HasSubstr("'(La/B;?)V': no type at position 6"));
}

std::string Nested(size_t depth) {
  std::string text;
  for (size_t i = 0; i < depth; ++i) text += "LA<";
  text += "*";
  for (size_t i = 0; i < depth; ++i) text += ">;";
  return text;
}

TEST(Signature, NestingIsLimited) {
  EXPECT_TRUE(Signature::Parse(kField, Nested(kMaxSignatureDepth)).ok());
  Result<Signature> deep = Signature::Parse(kField, Nested(20'000));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().code(), ErrorCode::kLimit);
  EXPECT_EQ(Signature::Parse(kField, std::string(65'000, '[') + "I").error().code(), ErrorCode::kLimit);
}

TEST(Signature, WideIsNotDeep) {
  std::string text = "LA<";
  for (int i = 0; i < 10'000; ++i) text += "TT;";
  text += ">;";
  Result<Signature> parsed = Signature::Parse(kField, text);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->Print(), text);
}

}  // namespace
}  // namespace revmon::classfile
