#include "graph/extract.h"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/javac.h"

namespace revmon::graph {
namespace {

using testing::CompileJava;
using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// Each user class names t.T (or its like) in one way only.
const testing::SourceTree kSources = {
    {"t/T.java",
     "package t; public class T { public static Object make() { return null; } public static void run() {} "
     "}"},
    {"t/I.java", "package t; public interface I { void run(); }"},
    {"t/G.java", "package t; public class G<X> { public X get() { return null; } }"},
    {"t/Mark.java",
     "package t; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface Mark "
     "{ Class<?> value() default Object.class; Kind kind() default Kind.A; String text() default \"\"; }"},
    {"t/Kind.java", "package t; public enum Kind { A, B }"},
    {"t/Oops.java", "package t; public class Oops extends RuntimeException {}"},
    {"t/Constants.java",
     "package t; public class Constants { public static final int SMALL = 7, BIG = 70000, SHORT = 300;"
     " public static final String TEXT = \"copied\"; public static final long LONG = 5; }"},
    {"u/Extends.java", "package u; public class Extends extends t.G implements t.I { public void run() {} }"},
    {"u/Calls.java", "package u; public class Calls { void f() { t.T.run(); } }"},
    {"u/Handle.java", "package u; public class Handle { Runnable f() { return t.T::run; } }"},
    {"u/Lambda.java", "package u; public class Lambda { t.I f() { return () -> {}; } }"},
    {"u/Generic.java", "package u; public class Generic { java.util.List<t.T> list; }"},
    {"u/Nested.java", "package u; public class Nested { t.G<t.G<t.T>[]> f() { return null; } }"},
    {"u/Marked.java", "package u; @t.Mark(t.T.class) public class Marked {}"},
    {"u/EnumMarked.java", "package u; public class EnumMarked { @t.Mark(kind = t.Kind.B) int f; }"},
    {"u/TextMarked.java", "package u; public class TextMarked { void f(@t.Mark(text = \"t.T\") int x) {} }"},
    {"u/Catches.java",
     "package u; public class Catches { void f() { try { g(); } catch (t.Oops o) {} } void g() {} }"},
    {"u/Throws.java", "package u; public class Throws { void f() throws t.Oops {} }"},
    {"u/Literal.java", "package u; public class Literal { Object f() { return t.T.class; } }"},
    {"u/Array.java", "package u; public class Array { Object f() { return new t.T[2][3]; } }"},
    {"u/ByName.java",
     "package u; public class ByName { Object f() throws Exception { return Class.forName(\"t.T\"); } }"},
    {"u/Sentence.java", "package u; public class Sentence { String f() { return \"t.T is a class\"; } }"},
    {"u/Copies.java",
     "package u; public class Copies { Object f() { return t.Constants.BIG + t.Constants.TEXT + "
     "t.Constants.SHORT"
     " + t.Constants.SMALL; } long g() { return t.Constants.LONG; } }"},
    {"u/Outer.java",
     "package u; public class Outer { static class Inner {} Object f() { return new Object() {}; } }"},
    {"u/Rec.java", "package u; public record Rec(@t.Mark java.util.List<t.T> parts) {}"},
    {"u/Sealed.java", "package u; public sealed interface Sealed permits OnlyOne {}"},
    {"u/OnlyOne.java", "package u; public final class OnlyOne implements Sealed {}"},
};

class ExtractTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    Result<testing::ClassTree> compiled = CompileJava(kSources);
    ASSERT_TRUE(compiled.ok()) << compiled.error().Text();
    classes_ = std::move(compiled).value();
  }

  ClassFacts Extract(const std::string& name) {
    ClassFacts facts;
    Status status = extractor_.Class(classes_.at(name), facts);
    EXPECT_TRUE(status.ok());
    return facts;
  }
  // Kinds of the references of `user` to `target`.
  std::vector<EdgeKind> Kinds(const std::string& user, std::string_view target) {
    std::vector<EdgeKind> kinds;
    for (const Reference& reference : Extract(user).references) {
      if (reference.name == target) kinds.push_back(reference.kind);
    }
    return kinds;
  }

  static inline testing::ClassTree classes_;
  Extractor extractor_;
};

TEST_F(ExtractTest, SuperclassAndInterfacesAreInherited) {
  EXPECT_THAT(Kinds("u/Extends", "t/G"), Contains(EdgeKind::kInherits));
  EXPECT_THAT(Kinds("u/Extends", "t/I"), UnorderedElementsAre(EdgeKind::kInherits));
}

TEST_F(ExtractTest, PermittedSubclassesAreInherited) {
  EXPECT_THAT(Kinds("u/Sealed", "u/OnlyOne"), UnorderedElementsAre(EdgeKind::kInherits));
}

TEST_F(ExtractTest, CallsCatchesThrowsLiteralsAndArraysAreUses) {
  EXPECT_THAT(Kinds("u/Calls", "t/T"), UnorderedElementsAre(EdgeKind::kUses));
  EXPECT_THAT(Kinds("u/Catches", "t/Oops"), UnorderedElementsAre(EdgeKind::kUses));
  EXPECT_THAT(Kinds("u/Throws", "t/Oops"), UnorderedElementsAre(EdgeKind::kUses));
  EXPECT_THAT(Kinds("u/Literal", "t/T"), UnorderedElementsAre(EdgeKind::kUses));
  EXPECT_THAT(Kinds("u/Array", "t/T"), UnorderedElementsAre(EdgeKind::kUses));
}

TEST_F(ExtractTest, MethodReferencesAndLambdasAreDynamic) {
  EXPECT_THAT(Kinds("u/Handle", "t/T"), UnorderedElementsAre(EdgeKind::kDynamic));
  EXPECT_THAT(Kinds("u/Lambda", "t/I"), Contains(EdgeKind::kDynamic));
}

TEST_F(ExtractTest, TypeArgumentsAreInSignatures) {
  EXPECT_THAT(Kinds("u/Generic", "t/T"), UnorderedElementsAre(EdgeKind::kSignature));
  EXPECT_THAT(Kinds("u/Nested", "t/T"), UnorderedElementsAre(EdgeKind::kSignature));
}

TEST_F(ExtractTest, AnnotationsNameTheirTypeClassLiteralsAndEnums) {
  EXPECT_THAT(Kinds("u/Marked", "t/Mark"), UnorderedElementsAre(EdgeKind::kAnnotation));
  EXPECT_THAT(Kinds("u/Marked", "t/T"), UnorderedElementsAre(EdgeKind::kAnnotation));
  EXPECT_THAT(Kinds("u/EnumMarked", "t/Kind"), UnorderedElementsAre(EdgeKind::kAnnotation));
  EXPECT_THAT(Kinds("t/Mark", "t/Kind"), Contains(EdgeKind::kAnnotation)) << "the default of kind()";
  EXPECT_THAT(Extract("u/TextMarked").texts, Contains("t.T"));
}

TEST_F(ExtractTest, RecordComponentsHaveSignaturesAndAnnotations) {
  EXPECT_THAT(Kinds("u/Rec", "t/T"), UnorderedElementsAre(EdgeKind::kSignature));
  EXPECT_THAT(Kinds("u/Rec", "t/Mark"), UnorderedElementsAre(EdgeKind::kAnnotation));
}

TEST_F(ExtractTest, NestedClassesKnowEachOther) {
  EXPECT_THAT(Kinds("u/Outer", "u/Outer$Inner"), UnorderedElementsAre(EdgeKind::kNest));
  EXPECT_THAT(Kinds("u/Outer$Inner", "u/Outer"), Contains(EdgeKind::kNest));
  EXPECT_THAT(Kinds("u/Outer$1", "u/Outer"), Contains(EdgeKind::kNest));
}

TEST_F(ExtractTest, StringsThatMayBeNamesAreKept) {
  EXPECT_THAT(Extract("u/ByName").texts, Contains("t.T"));
  EXPECT_THAT(Extract("u/Sentence").texts, IsEmpty());
}

TEST_F(ExtractTest, CopiedConstantsLeaveTheirValueOnly) {
  ClassFacts holder = Extract("t/Constants");
  std::map<std::string, uint64_t> values;
  for (const ConstantField& field : holder.constants) values.emplace(field.name, field.value);
  EXPECT_FALSE(values.contains("SMALL")) << "a byte says nothing";
  EXPECT_THAT(holder.loaded, IsEmpty());
  std::map<std::string, uint64_t> kept = values;
  ClassFacts user = Extract("u/Copies");
  EXPECT_THAT(Kinds("u/Copies", "t/Constants"), IsEmpty()) << "javac leaves no trace of the holder";
  user = Extract("u/Copies");
  for (const char* name : {"LONG"}) EXPECT_THAT(user.loaded, Contains(kept.at(name))) << name;
}

TEST_F(ExtractTest, NamesOfTheJdkAreLeftOut) {
  for (const auto& [name, bytes] : classes_) {
    for (const Reference& reference : Extract(name).references) {
      EXPECT_THAT(reference.name, Not(::testing::StartsWith("java/"))) << name;
      EXPECT_NE(reference.name, name) << "no class refers to itself";
    }
  }
}

TEST_F(ExtractTest, EncodedFactsComeBackWhole) {
  for (const auto& [name, bytes] : classes_) {
    ClassFacts facts = Extract(name);
    ByteWriter out;
    Encode(facts, out);
    ByteReader reader(out.bytes());
    ClassFacts back;
    ASSERT_TRUE(Decode(reader, back).ok()) << name;
    EXPECT_EQ(back.name, facts.name);
    EXPECT_EQ(back.content, facts.content);
    EXPECT_EQ(back.outline, facts.outline);
    EXPECT_EQ(back.references, facts.references);
    EXPECT_EQ(back.texts, facts.texts);
    EXPECT_EQ(back.constants, facts.constants);
    EXPECT_EQ(back.loaded, facts.loaded);
    EXPECT_TRUE(reader.empty());
  }
}

TEST_F(ExtractTest, TornFactsAreAnErrorAtEveryLength) {
  ByteWriter out;
  Encode(Extract("u/Marked"), out);
  for (size_t length = 0; length < out.size(); ++length) {
    ByteReader reader(out.bytes().first(length));
    ClassFacts back;
    EXPECT_FALSE(Decode(reader, back).ok()) << length;
  }
}

TEST_F(ExtractTest, BytesThatAreNoClassAreAnError) {
  ClassFacts facts;
  EXPECT_FALSE(extractor_.Class(AsBytes("not a class"), facts).ok());
}

TEST_F(ExtractTest, BodyChangesTheContentAndNotTheOutline) {
  Result<testing::ClassTree> a = CompileJava({{"A.java", "class A { int f() { return 1; } }"}});
  Result<testing::ClassTree> b = CompileJava({{"A.java", "class A { int f() { return 2; } }"}});
  Result<testing::ClassTree> c = CompileJava({{"A.java", "class A { int f() { return 1; } int g; }"}});
  ASSERT_TRUE(a.ok() && b.ok() && c.ok());
  ClassFacts fa, fb, fc;
  ASSERT_TRUE(extractor_.Class(a->at("A"), fa).ok());
  ASSERT_TRUE(extractor_.Class(b->at("A"), fb).ok());
  ASSERT_TRUE(extractor_.Class(c->at("A"), fc).ok());
  EXPECT_NE(fa.content, fb.content);
  EXPECT_EQ(fa.outline, fb.outline);
  EXPECT_NE(fa.outline, fc.outline);
}

TEST(ResourceTest, WordsOfAServiceFileAreNames) {
  Extractor extractor;
  ClassFacts facts;
  extractor.Resource("META-INF/services/a.Service", AsBytes("# comment\na.One\na.Two$Inner # and more\n"),
                     facts);
  EXPECT_TRUE(facts.is_resource);
  EXPECT_THAT(facts.texts, Contains("a.One"));
  EXPECT_THAT(facts.texts, Contains("a.Two$Inner"));
}

TEST(ResourceTest, PicturesAreNotRead) {
  Extractor extractor;
  ClassFacts facts;
  extractor.Resource("logo.png", AsBytes("a.One"), facts);
  EXPECT_THAT(facts.texts, IsEmpty());
  EXPECT_EQ(facts.content, HashText("a.One"));
}

}  // namespace
}  // namespace revmon::graph
