#include "weave/dependency_probe.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classfile/class_builder.h"
#include "classfile/class_file.h"
#include "support/class_text.h"

namespace revmon::weave {
namespace {

using classfile::ClassBuilder;
using classfile::CodeBuilder;
using classfile::kAccFinal;
using classfile::kAccPrivate;
using classfile::kAccPublic;
using classfile::kAccStatic;
using classfile::kAccSuper;
using classfile::kJava8;
using classfile::Label;
using classfile::Opcode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using wire::DependencyLevel;

// A class a/A with what `fill` adds, woven; numbers count from 0.
struct Woven {
  std::vector<uint8_t> bytes;
  std::vector<Probe> probes;  // by number

  [[nodiscard]] std::string Code(std::string_view method = "m") const {
    return classfile::CodeText(bytes, method);
  }
};

template <typename Fill>
Woven Weave(Fill fill, ProbeOptions options = {.level = DependencyLevel::kMethod}) {
  ClassBuilder builder(kJava8, kAccPublic | kAccSuper, "a/A", "java/lang/Object");
  fill(builder);
  Result<std::vector<uint8_t>> bytes = builder.Write();
  EXPECT_TRUE(bytes.ok()) << bytes.error().Text();
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse(*bytes);
  options.watched = [](std::string_view name) { return name.starts_with("a/"); };
  Woven woven;
  Result<std::vector<uint8_t>> out = WeaveProbes(*file, options, [&](const Probe& probe) {
    for (uint32_t i = 0; i < woven.probes.size(); ++i) {
      if (woven.probes[i] == probe) return i;
    }
    woven.probes.push_back(probe);
    return static_cast<uint32_t>(woven.probes.size() - 1);
  });
  EXPECT_TRUE(out.ok()) << out.error().Text();
  if (out.ok()) woven.bytes = *out;
  return woven;
}

void Empty(CodeBuilder& code) { code.Op(Opcode::kReturn); }

TEST(DependencyProbeTest, EntrySetsAByte) {
  Woven woven = Weave([](ClassBuilder& a) { a.Method(kAccPublic | kAccStatic, "m", "()V", Empty); });
  EXPECT_THAT(woven.Code(), HasSubstr("0 getstatic | 3 iconst_0 | 4 iconst_1 | 5 bastore | 6 return"));
  ASSERT_EQ(woven.probes.size(), 1u);
  EXPECT_EQ(woven.probes[0].method, "a/A.m()V");
  EXPECT_THAT(woven.probes[0].classes, IsEmpty());
}

TEST(DependencyProbeTest, EntryCallsWhereTestsRunSideBySide) {
  Woven woven = Weave([](ClassBuilder& a) { a.Method(kAccPublic | kAccStatic, "m", "()V", Empty); },
                      {.level = DependencyLevel::kMethod, .calls = true});
  EXPECT_THAT(woven.Code(), HasSubstr("0 iconst_0 | 1 invokestatic | 4 return"));
}

TEST(DependencyProbeTest, ClassLevelHasOneNumberForAllMethods) {
  Woven woven = Weave(
      [](ClassBuilder& a) {
        a.Method(kAccStatic, "m", "()V", Empty);
        a.Method(kAccStatic, "n", "()V", Empty);
      },
      {.level = DependencyLevel::kClass});
  ASSERT_EQ(woven.probes.size(), 1u);
  EXPECT_THAT(woven.probes[0].classes, ElementsAre("a/A"));
}

TEST(DependencyProbeTest, UsesOfTheFirstBlockAreSaidOnEntry) {
  Woven woven = Weave([](ClassBuilder& a) {
    a.Method(kAccStatic, "m", "()V", [](CodeBuilder& code) {
      code.Field(Opcode::kGetstatic, "a/B", "f", "I").Op(Opcode::kPop);
      code.Field(Opcode::kGetstatic, "java/lang/Integer", "SIZE", "I").Op(Opcode::kPop);
      code.Op(Opcode::kReturn);
    });
  });
  ASSERT_EQ(woven.probes.size(), 1u);
  EXPECT_THAT(woven.probes[0].classes, ElementsAre("a/B"));
}

// Static m(Object o) { if (o != null) (o instanceof B); }
void Branches(ClassBuilder& a) {
  a.Method(kAccStatic, "m", "(Ljava/lang/Object;)V", [](CodeBuilder& code) {
    Label end = code.NewLabel();
    code.Load('A', 0).Branch(Opcode::kIfnull, end);
    code.Load('A', 0).Type(Opcode::kInstanceof, "a/B").Op(Opcode::kPop);
    code.Bind(end).Op(Opcode::kReturn);
  });
}

TEST(DependencyProbeTest, LaterBlockThatUsesAClassSaysSoItself) {
  Woven woven = Weave(Branches);
  ASSERT_EQ(woven.probes.size(), 2u);
  EXPECT_EQ(woven.probes[0].method, "a/A.m(Ljava/lang/Object;)V");
  EXPECT_THAT(woven.probes[0].classes, IsEmpty());
  EXPECT_EQ(woven.probes[1].method, "");
  EXPECT_THAT(woven.probes[1].classes, ElementsAre("a/B"));
}

TEST(DependencyProbeTest, BlocksAreToldApart) {
  Woven woven = Weave(Branches, {.level = DependencyLevel::kBlock});
  ASSERT_EQ(woven.probes.size(), 3u);
  EXPECT_THAT(woven.probes[0].blocks, ElementsAre(0u));
  EXPECT_THAT(woven.probes[1].blocks, ElementsAre(1u));
  EXPECT_THAT(woven.probes[1].classes, ElementsAre("a/B"));
  EXPECT_THAT(woven.probes[2].blocks, ElementsAre(2u));
}

TEST(DependencyProbeTest, ClassOfJacocoHasNoBlocksOfItsOwn) {
  Woven woven = Weave(
      [](ClassBuilder& a) {
        Branches(a);
        a.Method(kAccPrivate | kAccStatic, "$jacocoInit", "()V", Empty);
      },
      {.level = DependencyLevel::kBlock});
  for (const Probe& probe : woven.probes) EXPECT_THAT(probe.blocks, IsEmpty());
}

TEST(DependencyProbeTest, MethodThatWouldGetTooBigSaysEverythingOnEntry) {
  Woven woven = Weave(
      [](ClassBuilder& a) {
        a.Method(kAccStatic, "m", "(I)V", [](CodeBuilder& code) {
          for (int i = 0; i < 1500; ++i) {
            Label next = code.NewLabel();
            code.Load('I', 0).Branch(Opcode::kIfne, next).Bind(next);
          }
          code.Op(Opcode::kReturn);
        });
      },
      {.level = DependencyLevel::kBlock});
  ASSERT_FALSE(woven.bytes.empty());
  EXPECT_EQ(woven.probes.back().blocks.size(), 1501u);
  EXPECT_EQ(woven.Code().find("bastore"), woven.Code().rfind("bastore"));
}

TEST(DependencyProbeTest, InitialiserIsEnteredAndLeftEitherWay) {
  Woven woven = Weave([](ClassBuilder& a) { a.Method(kAccStatic, "<clinit>", "()V", Empty); });
  // enter(class), the probe, leave() and the return, leave() and athrow.
  EXPECT_THAT(woven.Code("<clinit>"),
              HasSubstr("0 iconst_0 | 1 invokestatic | 4 getstatic | 7 iconst_1 | 8 iconst_1 | 9 bastore | "
                        "10 invokestatic | 13 return | 14 invokestatic | 17 athrow"));
  EXPECT_THAT(woven.probes[0].classes, ElementsAre("a/A"));
}

TEST(DependencyProbeTest, ReceiversWhereSomebodyCanOverride) {
  ProbeOptions options = {.level = DependencyLevel::kMethod, .receivers = true};
  auto with = [&](uint16_t access) {
    return Weave([&](ClassBuilder& a) { a.Method(access, "m", "()V", Empty); }, options).Code();
  };
  EXPECT_THAT(with(kAccPublic), HasSubstr("aload_0"));
  EXPECT_THAT(with(kAccPublic | kAccStatic), Not(HasSubstr("aload_0")));
  EXPECT_THAT(with(kAccPrivate), Not(HasSubstr("aload_0")));
  EXPECT_THAT(with(kAccPublic | kAccFinal), Not(HasSubstr("aload_0")));
}

TEST(DependencyProbeTest, ConstructorIsEnteredBeforeItsSuperclass) {
  Woven woven = Weave([](ClassBuilder& a) { a.DefaultConstructor(); },
                      {.level = DependencyLevel::kMethod, .receivers = true});
  EXPECT_THAT(woven.Code("<init>"),
              HasSubstr("0 getstatic | 3 iconst_0 | 4 iconst_1 | 5 bastore | 6 aload_0"));
}

TEST(DependencyProbeTest, ObjectThatIsPutIntoAStaticFieldIsTold) {
  Woven woven = Weave([](ClassBuilder& a) {
    a.Method(kAccStatic, "m", "(Ljava/lang/Object;)V", [](CodeBuilder& code) {
      code.Load('A', 0).Field(Opcode::kPutstatic, "a/B", "f", "Ljava/lang/Object;").Op(Opcode::kReturn);
    });
  });
  EXPECT_THAT(woven.Code(), HasSubstr("dup"));
  EXPECT_THAT(woven.Code(), HasSubstr("invokestatic"));
}

TEST(DependencyProbeTest, ClassWithoutCodeStaysAsItIs) {
  EXPECT_THAT(Weave([](ClassBuilder& a) { a.Field(kAccPublic, "f", "I"); }).bytes, IsEmpty());
}

}  // namespace
}  // namespace revmon::weave
