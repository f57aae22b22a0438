#include "classpath/manifest.h"

#include <gtest/gtest.h>

#include "classpath/modified_utf8.h"

namespace revmon::classpath {
namespace {

using Paths = std::vector<std::string>;

TEST(ManifestTest, MultiReleaseMustBeTrueInTheMainSection) {
  EXPECT_TRUE(Manifest::Parse("Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n").multi_release);
  EXPECT_TRUE(Manifest::Parse("multi-release: TRUE").multi_release);
  EXPECT_FALSE(Manifest::Parse("Multi-Release: false\n").multi_release);
  EXPECT_FALSE(Manifest::Parse("Multi-Release: true \n").multi_release) << "the JDK does not trim either";
  EXPECT_FALSE(Manifest::Parse("Manifest-Version: 1.0\n\nName: a\nMulti-Release: true\n").multi_release);
  EXPECT_FALSE(Manifest::Parse("").multi_release);
}

TEST(ManifestTest, FoldedLinesAreJoined) {
  EXPECT_EQ(Manifest::Parse("Class-Path: lib/a.j\r\n ar  lib/b.jar\r\n").class_path,
            (Paths{"lib/a.jar", "lib/b.jar"}));
}

TEST(ManifestTest, EveryLineEndIsUnderstood) {
  EXPECT_EQ(Manifest::Parse("A: b\rClass-Path: x y\rC: d\r\rName: z").class_path, (Paths{"x", "y"}));
}

TEST(ManifestTest, SpringBootRoots) {
  Manifest manifest = Manifest::Parse(
      "Start-Class: a.Main\nSpring-Boot-Classes: BOOT-INF/classes/\nSpring-Boot-Lib: BOOT-INF/lib/\n");
  EXPECT_EQ(manifest.start_class, "a.Main");
  EXPECT_EQ(manifest.classes_root, "BOOT-INF/classes/");
  EXPECT_EQ(manifest.library_root, "BOOT-INF/lib/");
}

TEST(ManifestTest, GarbageIsIgnored) {
  EXPECT_TRUE(Manifest::Parse(" leading continuation\nno colon\n:\n: \nMulti-Release: true\n").multi_release);
}

TEST(ManifestTest, UrlsBecomePaths) {
  EXPECT_EQ(PathOfUrl("lib/a%20b.jar", "/app"), "/app/lib/a b.jar");
  EXPECT_EQ(PathOfUrl("../x.jar", "/app"), "/x.jar");
  EXPECT_EQ(PathOfUrl("file:/abs/y.jar", "/app"), "/abs/y.jar");
  EXPECT_EQ(PathOfUrl("file:///abs/y.jar", "/app"), "/abs/y.jar");
  EXPECT_EQ(PathOfUrl("file:rel.jar", "/app"), "/app/rel.jar");
  EXPECT_EQ(PathOfUrl("classes/", "/app"), "/app/classes");
  EXPECT_EQ(PathOfUrl("http://host/a.jar", "/app"), "");
  EXPECT_EQ(PathOfUrl("100%", "/app"), "/app/100%");
  EXPECT_EQ(PathOfUrl("a%00b", "/app"), "");
  EXPECT_EQ(PathOfUrl("", "/app"), "");
}

TEST(ModifiedUtf8Test, OnlyCharactersBeyondTheFirstPlaneDiffer) {
  const std::string plain = "a/\xF0\x9D\x92\x9C/\xC3\xA9";  // U+1D49C, U+00E9
  const std::string modified = "a/\xED\xA0\xB5\xED\xB2\x9C/\xC3\xA9";
  EXPECT_TRUE(HasFourByteSequence(plain));
  EXPECT_TRUE(HasSurrogates(modified));
  EXPECT_EQ(ToModifiedUtf8(plain), modified);
  EXPECT_EQ(FromModifiedUtf8(modified), plain);
  EXPECT_FALSE(HasFourByteSequence("a/\xC3\xA9"));
  EXPECT_FALSE(HasSurrogates("a/\xC3\xA9"));
}

TEST(ModifiedUtf8Test, BrokenTextStaysAsItIs) {
  for (std::string broken :
       {"\xF0\x9D\x92", "\xED\xA0\xB5", "\xED\xA0\xB5\xED", "\xFF\xFE", "\xF0\x80\x80\x80"}) {
    EXPECT_EQ(ToModifiedUtf8(broken), broken);
    EXPECT_EQ(FromModifiedUtf8(broken), broken);
  }
}

}  // namespace
}  // namespace revmon::classpath
