#include "runtime/classes.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "classfile/class_file.h"

namespace revmon::runtime {
namespace {

using classfile::ClassFile;

TEST(RuntimeClassesTest, HoldWhatGeneratedCodeNames) {
  std::set<std::string_view> names;
  for (const EmbeddedClass& embedded : Classes()) names.insert(embedded.name);
  for (const char* name : {"SpecMonitor", "Site", "Flags", "Failures", "RVMLogging", "RVMLogging$Level",
                           "lang/Signature", "lang/JoinPoint$StaticPart"}) {
    EXPECT_TRUE(names.contains(std::string("revmon/rt/") + name)) << name;
  }
}

TEST(RuntimeClassesTest, AreOfTheNameTheyAreListedUnder) {
  for (const EmbeddedClass& embedded : Classes()) {
    Result<ClassFile> file = ClassFile::Parse(embedded.bytes);
    ASSERT_TRUE(file.ok()) << embedded.name;
    EXPECT_EQ(file->name(), embedded.name);
  }
}

TEST(RuntimeClassesTest, RunOnJava8) {
  for (const EmbeddedClass& embedded : Classes()) {
    EXPECT_EQ(ClassFile::Parse(embedded.bytes).value().major_version(), 52) << embedded.name;
  }
}

// JNI's DefineClass looks for supertypes at once and finds in the boot loader only what is defined there.
TEST(RuntimeClassesTest, ComeAfterTheirSupertypes) {
  std::set<std::string, std::less<>> defined;
  auto known = [&](std::string_view name) { return name.starts_with("java/") || defined.contains(name); };
  for (const EmbeddedClass& embedded : Classes()) {
    ClassFile file = ClassFile::Parse(embedded.bytes).value();
    EXPECT_TRUE(known(file.super_name())) << embedded.name << " extends " << file.super_name();
    for (size_t i = 0; i < file.interface_count(); ++i) {
      EXPECT_TRUE(known(file.interface_name(i))) << embedded.name << " implements " << file.interface_name(i);
    }
    defined.emplace(embedded.name);
  }
}

// The boot loader is asked before a program's own loader: a class of ours under a library's name would take
// the library's place.
TEST(RuntimeClassesTest, StayInOurOwnPackages) {
  for (const EmbeddedClass& embedded : Classes()) {
    // What woven code calls must be visible from everywhere (java/util/RevMon.java says why).
    bool entry = embedded.name.starts_with("java/util/Rev");
    EXPECT_TRUE(entry || embedded.name.starts_with("revmon/rt/")) << embedded.name;
  }
}

TEST(RuntimeClassesTest, HashCoversThem) { EXPECT_NE(ClassesHash(), Hash128{}); }

}  // namespace
}  // namespace revmon::runtime
