// Pairs of tiny sources, compiled by the real javac: which elements differ, and in which aspect?
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "element/diff.h"
#include "element/snapshot.h"
#include "support/javac.h"

namespace revmon::element {
namespace {

namespace testing = revmon::testing;
using ::testing::ElementsAreArray;

// "Foo.f:I constant" and the like, sorted. Each case has a package of its own, which is cut off.
using Expected = std::vector<std::string>;

struct Case {
  const char* name;
  const char* before;
  const char* after;
  Expected expected;
};

// In all sources: one or more top-level classes without package and import lines.
const std::vector<Case> kCases = {
    {"nothing", "class A { int f() { return 1; } }", "class A { int f() { return 1; } }", {}},
    {"comment and lines",
     "class A { int f() { return 1; } }",
     "// x\n\nclass A {\n\n int f() {\n return 1; } }",
     {"A.<init>()V debug", "A.f()I debug"}},
    {"local variable renamed",
     "class A { int f(int a) { return a; } }",
     "class A { int f(int b) { return b; } }",
     {"A.f(I)I debug"}},
    {"body",
     "class A { int f() { return 1; } int g() { return 2; } }",
     "class A { int f() { return 3; } int g() { return 2; } }",
     {"A.f()I body"}},
    {"long constant in the pool",
     "class A { long f() { return 123456789012L; } }",
     "class A { long f() { return 123456789013L; } }",
     {"A.f()J body"}},
    {"string constant",
     "class A { String f() { return \"a\"; } }",
     "class A { String f() { return \"b\"; } }",
     {"A.f()Ljava/lang/String; body"}},
    {"negative zero",
     "class A { double f() { return 0.5; } }",
     "class A { double f() { return -0.5; } }",
     {"A.f()D body"}},
    {"callee",
     "class A { void f() { g(); } void g() {} void h() {} }",
     "class A { void f() { h(); } void g() {} void h() {} }",
     {"A.f()V body"}},
    {"branch swapped",
     "class A { int f(int a) { if (a > 0) return 1; return 2; } }",
     "class A { int f(int a) { if (a > 0) return 2; return 1; } }",
     {"A.f(I)I body"}},
    {"jump target",
     "class A { int f(int a) { int b = 0; if (a > 0) { b++; } b++; return b; } }",
     "class A { int f(int a) { int b = 0; if (a > 0) { b++; b++; } return b; } }",
     {"A.f(I)I body"}},
    {"switch key",
     "class A { int f(int a) { switch (a) { case 1: return 1; case 1000: return 2; } return 0; } }",
     "class A { int f(int a) { switch (a) { case 1: return 1; case 1001: return 2; } return 0; } }",
     {"A.f(I)I body"}},
    {"table switch targets",
     "class A { int f(int a) { switch (a) { case 1: return 1; case 2: return 2; case 3: return 3; } return "
     "0; } }",
     "class A { int f(int a) { switch (a) { case 1: return 1; case 3: return 2; case 2: return 3; } return "
     "0; } }",
     {"A.f(I)I body"}},
    {"caught type",
     "class A { void f() { try { g(); } catch (RuntimeException e) { } } void g() {} }",
     "class A { void f() { try { g(); } catch (Error e) { } } void g() {} }",
     {"A.f()V body"}},
    {"protected region",
     "class A { void f() { try { g(); } finally { h(); } } void g() {} void h() {} }",
     "class A { void f() { g(); h(); } void g() {} void h() {} }",
     {"A.f()V body debug"}},
    {"class literal",
     "class A { Class<?> f() { return String.class; } }",
     "class A { Class<?> f() { return Integer.class; } }",
     {"A.f()Ljava/lang/Class; body"}},
    {"static initialiser",
     "class A { static int a = Integer.parseInt(\"1\"); }",
     "class A { static int a = Integer.parseInt(\"2\"); }",
     {"A.<clinit>()V body"}},
    {"constant",
     "class A { static final int C = 1; }",
     "class A { static final int C = 2; }",
     {"A.C:I constant"}},
    {"string constant field",
     "class A { static final String C = \"x\"; }",
     "class A { static final String C = \"y\"; }",
     {"A.C:Ljava/lang/String; constant"}},
    {"constant inlined elsewhere",
     "class K { static final int C = 1; } class A { int f() { return K.C; } }",
     "class K { static final int C = 2; } class A { int f() { return K.C; } }",
     {"A.f()I body", "K.C:I constant"}},
    {"field modifier", "class A { int a; }", "class A { volatile int a; }", {"A.a:I shape"}},
    {"field type", "class A { int a; }", "class A { long a; }", {"A.a:I removed", "A.a:J added"}},
    {"field signature",
     "class A { java.util.List<String> a; }",
     "class A { java.util.List<Integer> a; }",
     {"A.a:Ljava/util/List; shape"}},
    {"method visibility", "class A { void f() { } }", "class A { public void f() { } }", {"A.f()V shape"}},
    {"synchronized", "class A { void f() { } }", "class A { synchronized void f() { } }", {"A.f()V shape"}},
    {"throws", "class A { void f() { } }", "class A { void f() throws Exception { } }", {"A.f()V shape"}},
    {"varargs", "class A { void f(int[] a) { } }", "class A { void f(int... a) { } }", {"A.f([I)V shape"}},
    {"method signature",
     "class A { <T> T f(T t) { return t; } }",
     "class A { <T extends Object> Object f(Object t) { return t; } }",
     {"A.f(Ljava/lang/Object;)Ljava/lang/Object; shape debug"}},
    {"type parameter bound", "class A<T> { }", "class A<T extends Object & Runnable> { }", {"A header"}},
    {"parameter type",
     "class A { void f(int a) { } }",
     "class A { void f(long a) { } }",
     {"A.f(I)V removed", "A.f(J)V added"}},
    {"field added", "class A { int a; }", "class A { int a; int b; }", {"A.b:I added"}},
    {"method removed",
     "class A { void f() { } void g() { } }",
     "class A { void f() { } }",
     {"A.g()V removed"}},
    {"class added", "class A { }", "class A { } interface B { void f(); }", {"B added", "B.f()V added"}},
    {"class removed",
     "class A { } interface B { int f = \"\".length(); }",
     "class A { }",
     {"B removed", "B.<clinit>()V removed", "B.f:I removed"}},
    {"members reordered",
     "class A { int a; int b; void f() { } void g() { } }",
     "class A { int b; int a; void g() { } void f() { } }",
     {"A order"}},
    {"reordered and added",
     "class A { int a; int b; }",
     "class A { int b; int c; int a; }",
     {"A order", "A.c:I added"}},
    {"added in front is no reordering",
     "class A { int a; int b; }",
     "class A { int c; int a; int b; }",
     {"A.c:I added"}},
    {"class modifier", "class A { }", "final class A { }", {"A header"}},
    {"superclass", "class A { }", "class A extends Thread { }", {"A header", "A.<init>()V body"}},
    {"interfaces",
     "abstract class A implements Runnable { }",
     "abstract class A implements Runnable, Cloneable { }",
     {"A header"}},
    {"interface order",
     "abstract class A implements Runnable, Cloneable { }",
     "abstract class A implements Cloneable, Runnable { }",
     {"A header"}},
    {"generic superinterface",
     "abstract class A implements Comparable<String> { }",
     "abstract class A implements Comparable<Integer> { }",
     {"A header"}},
    {"class annotation", "class A { }", "@Deprecated(since = \"1\") class A { }", {"A header annotations"}},
    {"annotation value",
     "@interface V { int value(); } @V(1) class A { }",
     "@interface V { int value(); } @V(2) class A { }",
     {"A annotations"}},
    {"field annotation",
     "@interface V { String[] value(); } class A { @V({\"a\"}) int a; }",
     "@interface V { String[] value(); } class A { @V({\"b\"}) int a; }",
     {"A.a:I annotations"}},
    {"method annotation",
     "@interface V { Class<?> value(); } class A { @V(int.class) void f() { } }",
     "@interface V { Class<?> value(); } class A { @V(long.class) void f() { } }",
     {"A.f()V annotations"}},
    {"parameter annotation",
     "@interface V { } class A { void f(int a, @V int b) { } }",
     "@interface V { } class A { void f(@V int a, int b) { } }",
     {"A.f(II)V annotations"}},
    {"type annotation",
     "import java.lang.annotation.*; @Target(ElementType.TYPE_USE) @interface V { } class A { "
     "java.util.List<String> a; }",
     "import java.lang.annotation.*; @Target(ElementType.TYPE_USE) @interface V { } class A { "
     "java.util.List<@V String> a; }",
     {"A.a:Ljava/util/List; annotations"}},
    {"type annotation in a body",
     "import java.lang.annotation.*; @Target(ElementType.TYPE_USE) @interface V { } class A { Object "
     "f(Object o) { return (String) o; } }",
     "import java.lang.annotation.*; @Target(ElementType.TYPE_USE) @interface V { } class A { Object "
     "f(Object o) { return (@V String) o; } }",
     {"A.f(Ljava/lang/Object;)Ljava/lang/Object; body"}},
    {"annotation default",
     "@interface A { int value() default 1; }",
     "@interface A { int value() default 2; }",
     {"A.value()I shape"}},
    {"record component renamed",
     "record A(int a) { }",
     "record A(int b) { }",
     {"A header", "A.<init>(I)V shape body debug", "A.a()I removed", "A.a:I removed", "A.b()I added",
      "A.b:I added", "A.equals(Ljava/lang/Object;)Z body", "A.hashCode()I body",
      "A.toString()Ljava/lang/String; body"}},
    {"record component annotation",
     "import java.lang.annotation.*; @Target(ElementType.RECORD_COMPONENT) @interface V { } record A(int a) "
     "{ }",
     "import java.lang.annotation.*; @Target(ElementType.RECORD_COMPONENT) @interface V { } record A(@V int "
     "a) { }",
     {"A annotations"}},
    {"permitted subclass",
     "sealed interface A permits B, C { } final class B implements A { } final class C implements A { } "
     "final class D { }",
     "sealed interface A permits B, C, D { } final class B implements A { } final class C implements A { } "
     "final class D implements A { }",
     {"A header", "D header"}},
    {"nested class becomes static",
     "class A { class B { } }",
     "class A { static class B { } }",
     {"A header", "A$B header", "A$B.<init>()V added", "A$B.<init>(L%/A;)V removed",
      "A$B.this$0:L%/A; removed"}},
    {"nested class of another class mentioned",
     "class A { Object f(java.util.Map<String, String> m) { return null; } }",
     "class A { Object f(java.util.Map<String, String> m) { return m.entrySet().iterator().next().getKey(); "
     "} }",
     {"A.f(Ljava/util/Map;)Ljava/lang/Object; body debug"}},
    {"nested class added",
     "class A { }",
     "class A { static class B { } }",
     {"A header", "A$B added", "A$B.<init>()V added"}},
    {"nested classes reordered",
     "class A { static class B { } static class C { } }",
     "class A { static class C { } static class B { } }",
     {}},
    {"enum constants reordered",
     "enum A { X, Y }",
     "enum A { Y, X }",
     {"A order", "A.$values()[L%/A; body", "A.<clinit>()V body"}},
    {"lambda body",
     "class A { Runnable f() { return () -> System.gc(); } }",
     "class A { Runnable f() { return () -> System.exit(1); } }",
     {"A.lambda$f$0()V body"}},
    {"bootstrap argument",
     "class A { Runnable f() { return System::gc; } }",
     "class A { Runnable f() { return System::runFinalization; } }",
     {"A.f()Ljava/lang/Runnable; body"}},
    {"bootstrap methods renumbered",
     "class A { Runnable f() { return System::gc; } Runnable g() { return Thread::yield; } }",
     "class A { Runnable g() { return Thread::yield; } Runnable f() { return System::gc; } }",
     {"A order"}},
    {"string concatenation recipe",
     "class A { String f(int a) { return \"a\" + a; } }",
     "class A { String f(int a) { return \"b\" + a; } }",
     {"A.f(I)Ljava/lang/String; body"}},
    {"enclosing method",
     "class A { Object f() { return new Object() { }; } Object g() { return null; } }",
     "class A { Object f() { return null; } Object g() { return new Object() { }; } }",
     {"A$1 header", "A.f()Ljava/lang/Object; body debug", "A.g()Ljava/lang/Object; body debug"}},
};

std::string PackageOf(size_t index) { return "c" + std::to_string(index); }

testing::SourceTree Sources(const char* Case::*side) {
  testing::SourceTree sources;
  for (size_t i = 0; i < kCases.size(); ++i) {
    sources[PackageOf(i) + "/A.java"] = "package " + PackageOf(i) + "; " + kCases[i].*side;
  }
  return sources;
}

// The classes of one package.
Snapshot SnapshotOf(const testing::ClassTree& classes, const std::string& package, ElementTable& table) {
  Snapshot snapshot(table);
  Canonicalizer canonicalizer;
  ClassChecksums sums;
  for (const auto& [name, bytes] : classes) {
    if (!name.starts_with(package + "/")) continue;
    Result<classfile::ClassFile> file = classfile::ClassFile::Parse(bytes);
    EXPECT_TRUE(file.ok());
    EXPECT_TRUE(canonicalizer.Run(*file, sums).ok());
    EXPECT_TRUE(snapshot.Add(*file, sums).ok());
  }
  snapshot.Finish();
  return snapshot;
}

// "Foo.f:I constant debug", sorted, the package written as '%' except in front.
Expected Describe(const std::vector<Change>& changes, const ElementTable& table, const std::string& package) {
  Expected lines;
  for (const Change& change : changes) {
    std::string line(table.Name(change.id).substr(package.size() + 1));
    for (const std::string& aspect : AspectNames(table.kind(change.id), change.aspects)) line += " " + aspect;
    for (size_t at; (at = line.find("L" + package + "/")) != std::string::npos;) {
      line.replace(at, package.size() + 1, "L%");
    }
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(Changes, EachKindShowsInItsAspectAndNowhereElse) {
  Result<testing::ClassTree> before = testing::CompileJava(Sources(&Case::before), {"-g"});
  ASSERT_TRUE(before.ok()) << before.error().Text();
  Result<testing::ClassTree> after = testing::CompileJava(Sources(&Case::after), {"-g"});
  ASSERT_TRUE(after.ok()) << after.error().Text();
  for (size_t i = 0; i < kCases.size(); ++i) {
    ElementTable table;
    Snapshot old = SnapshotOf(*before, PackageOf(i), table);
    Snapshot now = SnapshotOf(*after, PackageOf(i), table);
    EXPECT_THAT(Describe(Compare(old, now), table, PackageOf(i)), ElementsAreArray(kCases[i].expected))
        << kCases[i].name;
    EXPECT_TRUE(Compare(old, old).empty()) << kCases[i].name;
  }
}

}  // namespace
}  // namespace revmon::element
