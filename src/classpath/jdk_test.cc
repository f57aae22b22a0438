#include "classpath/jdk.h"

#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "classpath/class_path.h"
#include "classpath/test_archives.h"

namespace revmon::classpath {
namespace {

TEST(JdkTest, FeatureOfVersion) {
  EXPECT_EQ(FeatureOfVersion("17.0.15"), 17);
  EXPECT_EQ(FeatureOfVersion("1.8.0_402"), 8);
  EXPECT_EQ(FeatureOfVersion("25-ea"), 25);
  EXPECT_EQ(FeatureOfVersion("9"), 9);
  EXPECT_EQ(FeatureOfVersion(""), 0);
  EXPECT_EQ(FeatureOfVersion("x"), 0);
  EXPECT_EQ(FeatureOfVersion("99999999999999999999"), 0);
}

TEST(JdkTest, ModularJdk) {
  InMemoryFileSystem fs;
  fs.Put("/jdk/lib/modules", JImageBuilder().Add("java.base", "java/lang/Object.class", "object").Build());
  fs.Put("/jdk/release", "IMPLEMENTOR=\"X\"\nFAKE_JAVA_VERSION=\"1\"\nJAVA_VERSION=\"21.0.2\"\n");
  auto jdk = OpenJdk(fs, "/jdk");
  ASSERT_TRUE(jdk.ok());
  EXPECT_EQ(jdk->version, "21.0.2");
  EXPECT_EQ(jdk->feature, 21);
  EXPECT_EQ(jdk->jimage_library(), "/jdk/lib/libjimage.so");
  ClassPath path(fs);
  path.AddJdk(*jdk);
  auto found = path.Find("java/lang/Object");
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->origin, "/jdk/lib/modules!/java.base/java/lang/Object.class");
  EXPECT_EQ(AsText((*found)->content.bytes()), "object");
  EXPECT_FALSE((*found)->content.owned()) << "plain resources are views";
}

TEST(JdkTest, UnreadablePackedResourceIsAClearError) {
  InMemoryFileSystem fs;
  fs.Put("/jdk/lib/modules",
         JImageBuilder().AddCompressed("java.base", "java/lang/Object.class", "object").Build());
  ClassPath path(fs);
  path.AddJdk(*OpenJdk(fs, "/jdk"));
  const Error error = path.Find("java/lang/Object").error();
  EXPECT_EQ(error.place().file, "/jdk/lib/modules!/java.base/java/lang/Object.class");
  EXPECT_EQ(error.message(), "packed resource ends early");
}

TEST(JdkTest, DamagedModulesAreAProblem) {
  InMemoryFileSystem fs;
  fs.Put("/jdk/lib/modules", "garbage that is long enough for a header");
  ClassPath path(fs);
  path.AddJdk(*OpenJdk(fs, "/jdk"));
  ASSERT_EQ(path.problems().size(), 1u);
  EXPECT_EQ(path.problems()[0].place().file, "/jdk/lib/modules");
}

TEST(JdkTest, Jdk8HasBootJarsInOrder) {
  InMemoryFileSystem fs;
  fs.Put("/jdk8/release", "JAVA_VERSION=\"1.8.0_402\"\n");
  for (std::string jar : {"rt.jar", "resources.jar", "jce.jar", "ext/zipfs.jar", "ext/readme"}) {
    fs.Put("/jdk8/jre/lib/" + jar, ZipBuilder().Stored("java/lang/Object.class", jar).Build());
  }
  auto jdk = OpenJdk(fs, "/jdk8");
  ASSERT_TRUE(jdk.ok());
  EXPECT_EQ(jdk->feature, 8);
  EXPECT_EQ(jdk->jimage_library(), "");
  EXPECT_EQ(jdk->boot_jars,
            (std::vector<std::string>{"/jdk8/jre/lib/resources.jar", "/jdk8/jre/lib/rt.jar",
                                      "/jdk8/jre/lib/jce.jar", "/jdk8/jre/lib/ext/zipfs.jar"}));
  ClassPath path(fs);
  path.AddJdk(*jdk);
  EXPECT_EQ((*path.Find("java/lang/Object"))->origin, "/jdk8/jre/lib/resources.jar!/java/lang/Object.class");
}

TEST(JdkTest, JreWithoutReleaseFileIsEight) {
  InMemoryFileSystem fs;
  fs.Put("/jre/lib/rt.jar", ZipBuilder().Build());
  EXPECT_EQ(OpenJdk(fs, "/jre")->feature, 8);
}

TEST(JdkTest, OtherFoldersAreNoJdk) {
  InMemoryFileSystem fs;
  fs.Put("/x/y", "");
  EXPECT_EQ(OpenJdk(fs, "/x").error().Text(), "/x: no JDK here: neither lib/modules nor rt.jar");
  EXPECT_EQ(OpenJdk(fs, "/nowhere").error().code(), ErrorCode::kNotFound);
}

TEST(JdkTest, DiscoveryOrderAndEachOnce) {
  InMemoryFileSystem fs;
  for (std::string home : {"/usr/lib/jvm/a", "/usr/lib/jvm/b", "/opt/mine", "/opt/onpath"}) {
    fs.Put(home + "/lib/modules", "");
  }
  fs.Put("/opt/onpath/bin/java", "");
  fs.Put("/usr/lib/jvm/not-a-jdk/readme", "");
  JdkEnvironment environment{.java_home = "/opt/mine", .path = ":/none:/opt/onpath/bin:/usr/lib/jvm/b/bin"};
  std::vector<std::string> homes;
  for (const Jdk& jdk : DiscoverJdks(fs, environment)) homes.push_back(jdk.home);
  EXPECT_EQ(homes,
            (std::vector<std::string>{"/opt/mine", "/opt/onpath", "/usr/lib/jvm/a", "/usr/lib/jvm/b"}));
  environment.java_home = "/usr/lib/jvm/b";
  EXPECT_EQ(DiscoverJdks(fs, environment).size(), 3u);
}

TEST(JdkTest, JavaOfAJre8BelongsToItsJdk) {
  InMemoryFileSystem fs;
  fs.Put("/jdk8/jre/lib/rt.jar", ZipBuilder().Build());
  fs.Put("/jdk8/jre/bin/java", "");
  auto jdks = DiscoverJdks(fs, {.java_home = "", .path = "/jdk8/jre/bin", .parents = {}});
  ASSERT_FALSE(jdks.empty());
  EXPECT_EQ(jdks[0].home, "/jdk8");
}

}  // namespace
}  // namespace revmon::classpath
