#include "run/precompiled.h"

#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "run/support.h"
#include "spec/load.h"

namespace revmon::run {
namespace {

const std::vector<JavaClass> kClasses = {{"a/B", {1, 2, 3}}, {"a/B$C", {}}};

TEST(PrecompiledTest, ComesBackAsItWasWritten) {
  InMemoryFileSystem files;
  Precompiled out;
  Hash128 key = Precompiled::KeyOf("source", {});
  out.Add(key, kClasses);
  ASSERT_TRUE(out.Write(files, "/specs.classes").ok());
  Precompiled in = Precompiled::Read(files, "/specs.classes");
  ASSERT_NE(in.Find(key), nullptr);
  EXPECT_EQ(*in.Find(key), kClasses);
  EXPECT_EQ(in.Find(Precompiled::KeyOf("other", {})), nullptr);
}

TEST(PrecompiledTest, AnotherRuntimeIsAnotherKey) {
  EXPECT_NE(Precompiled::KeyOf("source", {}), Precompiled::KeyOf("source", kClasses));
}

TEST(PrecompiledTest, NoFileIsEmpty) {
  InMemoryFileSystem files;
  EXPECT_EQ(Precompiled::Read(files, "").size(), 0u);
  EXPECT_EQ(Precompiled::Read(files, "/none").size(), 0u);
}

TEST(PrecompiledTest, DamagedAnywhereIsEmpty) {
  InMemoryFileSystem files;
  Precompiled out;
  out.Add(Precompiled::KeyOf("source", {}), kClasses);
  ASSERT_TRUE(out.Write(files, "/specs.classes").ok());
  std::vector<uint8_t> good = files.ReadFile("/specs.classes").value();
  for (size_t i = 0; i < good.size(); ++i) {
    std::vector<uint8_t> bad = good;
    bad[i] ^= 0x40;
    ASSERT_TRUE(files.WriteFileAtomically("/bad", bad).ok());
    EXPECT_EQ(Precompiled::Read(files, "/bad").size(), 0u) << i;
    bad.resize(i);
    ASSERT_TRUE(files.WriteFileAtomically("/bad", bad).ok());
    EXPECT_EQ(Precompiled::Read(files, "/bad").size(), 0u) << i;
  }
}

TEST(PrecompiledTest, SpecsCompiledBeforeNeedNoJdk) {
  spec::LoadedFile file = spec::Load(
      "S.mop", "A(Object o) { int n; event e before(Object o) : call(* F.e()) && target(o) { n++; } }",
      nullptr);
  ASSERT_EQ(file.specs.size(), 1u);
  std::vector<SpecText> specs = {{&file.specs[0], &file.source}};
  RealFileSystem disk;
  Result<SupportClasses> compiled = CompileSupport(disk, specs, {});
  ASSERT_TRUE(compiled.ok()) << compiled.error().Text();

  InMemoryFileSystem no_jdk;
  ASSERT_TRUE(compiled->kept.Write(no_jdk, "/specs.classes").ok());
  Result<SupportClasses> again = CompileSupport(no_jdk, specs, {.precompiled = "/specs.classes"});
  ASSERT_TRUE(again.ok()) << again.error().Text();
  EXPECT_EQ(again->classes, compiled->classes);
  EXPECT_EQ(again->compiled, 0u);
}

}  // namespace
}  // namespace revmon::run
