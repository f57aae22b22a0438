#include "classpath/class_path.h"

#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "classpath/test_archives.h"

namespace revmon::classpath {
namespace {

using Names = std::vector<std::string>;

class ClassPathTest : public ::testing::Test {
 protected:
  // "content @ origin", "(absent)" or the error.
  static std::string Find(const ClassPath& path, std::string_view name) {
    auto found = path.Find(name);
    if (!found.ok()) return found.error().Text();
    if (!found->has_value()) return "(absent)";
    return std::string(AsText((*found)->content.bytes())) + " @ " + (*found)->origin;
  }
  static Names List(const ClassPath& path, bool shadowed = false) {
    Names names;
    ClassList list = path.List(shadowed);
    for (const Error& problem : list.problems) names.push_back(problem.Text());
    for (const ClassEntry& entry : list.entries) {
      names.push_back((entry.shadowed ? "(" : "") + std::string(entry.name) + (entry.shadowed ? ")" : "") +
                      " @ " + path.OriginOf(entry));
      EXPECT_TRUE(path.Read(entry).ok());
    }
    return names;
  }
  ClassPath Make(std::string_view elements, ClassPathOptions options = {}) {
    ClassPath path(fs_, options);
    path.AddPath(elements);
    return path;
  }
  InMemoryFileSystem fs_;
};

TEST_F(ClassPathTest, FirstContainerWinsAndTheShadowedAreToldOnDemand) {
  fs_.Put("/classes/a/B.class", "folder");
  fs_.Put("/x.jar", ZipBuilder().Stored("a/B.class", "jar").Stored("a/C.class", "c").Build());
  ClassPath path = Make("/classes:/x.jar");
  EXPECT_EQ(Find(path, "a/B"), "folder @ /classes/a/B.class");
  EXPECT_EQ(Find(path, "a/C"), "c @ /x.jar!/a/C.class");
  EXPECT_EQ(Find(path, "a/D"), "(absent)");
  EXPECT_EQ(List(path), (Names{"a/B @ /classes/a/B.class", "a/C @ /x.jar!/a/C.class"}));
  EXPECT_EQ(List(path, true),
            (Names{"a/B @ /classes/a/B.class", "(a/B) @ /x.jar!/a/B.class", "a/C @ /x.jar!/a/C.class"}));
}

TEST_F(ClassPathTest, MissingAndDamagedElementsAreProblemsNotFailures) {
  fs_.Put("/bad.jar", "not a zip archive, but long enough for one");
  fs_.Put("/good.jar", ZipBuilder().Stored("A.class", "1").Build());
  ClassPath path = Make("/none:/bad.jar:/good.jar");
  EXPECT_EQ(Find(path, "A"), "1 @ /good.jar!/A.class");
  ASSERT_EQ(path.problems().size(), 2u);
  EXPECT_EQ(path.problems()[0].code(), ErrorCode::kNotFound);
  EXPECT_EQ(path.problems()[1].place().file, "/bad.jar");
}

TEST_F(ClassPathTest, WildcardTakesTheJarsOfAFolder) {
  fs_.Put("/lib/b.jar", ZipBuilder().Stored("A.class", "b").Build());
  fs_.Put("/lib/a.JAR", ZipBuilder().Stored("A.class", "a").Build());
  fs_.Put("/lib/A.class", "not seen");
  ClassPath path = Make("/lib/*");
  EXPECT_EQ(Find(path, "A"), "a @ /lib/a.JAR!/A.class");
  EXPECT_EQ(path.containers().size(), 2u);
}

TEST_F(ClassPathTest, ElementsNamedTwiceCountOnce) {
  fs_.Put("/a.jar", ZipBuilder().Build());
  EXPECT_EQ(Make("/a.jar:/./a.jar:/x/../a.jar").containers().size(), 1u);
}

TEST_F(ClassPathTest, ManifestClassPathComesRightBehindItsJar) {
  fs_.Put("/app/boot.jar",
          ZipBuilder()
              .Stored("META-INF/MANIFEST.MF", "Class-Path: lib/x.jar ../classes/ missing.jar boot.jar\n")
              .Build());
  fs_.Put("/app/lib/x.jar",
          ZipBuilder().Stored("A.class", "x").Stored("META-INF/MANIFEST.MF", "Class-Path: y.jar\n").Build());
  fs_.Put("/app/lib/y.jar", ZipBuilder().Stored("A.class", "y").Stored("B.class", "y").Build());
  fs_.Put("/classes/B.class", "folder");
  fs_.Put("/last.jar", ZipBuilder().Stored("B.class", "last").Build());
  ClassPath path = Make("/app/boot.jar:/last.jar");
  Names locations;
  for (const auto& container : path.containers()) locations.push_back(container->location());
  EXPECT_EQ(locations, (Names{"/app/boot.jar", "/app/lib/x.jar", "/app/lib/y.jar", "/classes", "/last.jar"}));
  EXPECT_TRUE(path.problems().empty()) << "what a manifest names may be missing";
}

TEST_F(ClassPathTest, ElementLimitStopsAClassPathWithoutEnd) {
  std::string many = "Class-Path:";
  for (int i = 0; i < 50; ++i) {
    many += " d" + std::to_string(i) + "/";
    fs_.Put("/d" + std::to_string(i) + "/A.class", "1");
  }
  fs_.Put("/a.jar", ZipBuilder().Stored("META-INF/MANIFEST.MF", many + "\n").Build());
  ClassPath path = Make("/a.jar", {.element_limit = 10});
  EXPECT_EQ(path.containers().size(), 10u);
  ASSERT_EQ(path.problems().size(), 1u);
  EXPECT_EQ(path.problems()[0].code(), ErrorCode::kLimit);
}

class MultiReleaseTest : public ClassPathTest {
 protected:
  void Put(std::string_view manifest) {
    fs_.Put("/m.jar", ZipBuilder()
                          .Stored("META-INF/MANIFEST.MF", manifest)
                          .Stored("a/B.class", "base")
                          .Stored("META-INF/versions/9/a/B.class", "nine")
                          .Stored("META-INF/versions/17/a/B.class", "seventeen")
                          .Stored("META-INF/versions/11/a/New.class", "new")
                          .Stored("META-INF/versions/8/a/Old.class", "old")
                          .Stored("META-INF/versions/7/a/Older.class", "never")
                          .Stored("META-INF/versions/09/a/Zero.class", "never")
                          .Stored("META-INF/versions/9/module-info.class", "module")
                          .Stored("META-INF/Odd.class", "never")
                          .Build());
  }
};

TEST_F(MultiReleaseTest, HighestVersionUpToTheReleaseWins) {
  Put("Multi-Release: true\n");
  EXPECT_EQ(Find(Make("/m.jar", {.release = 8}), "a/B"), "base @ /m.jar!/a/B.class");
  EXPECT_EQ(Find(Make("/m.jar", {.release = 9}), "a/B"), "nine @ /m.jar!/META-INF/versions/9/a/B.class");
  EXPECT_EQ(Find(Make("/m.jar", {.release = 16}), "a/B"), "nine @ /m.jar!/META-INF/versions/9/a/B.class");
  EXPECT_EQ(Find(Make("/m.jar", {.release = 25}), "a/B"),
            "seventeen @ /m.jar!/META-INF/versions/17/a/B.class");
  EXPECT_EQ(Find(Make("/m.jar", {.release = 10}), "a/New"), "(absent)");
  EXPECT_EQ(Find(Make("/m.jar", {.release = 11}), "a/New"), "new @ /m.jar!/META-INF/versions/11/a/New.class");
}

TEST_F(MultiReleaseTest, ListingTellsEachNameOnceInTheVersionThatWins) {
  Put("Multi-Release: true\n");
  EXPECT_EQ(List(Make("/m.jar", {.release = 8})), (Names{"a/B @ /m.jar!/a/B.class"}));
  EXPECT_EQ(List(Make("/m.jar", {.release = 17})),
            (Names{"a/B @ /m.jar!/META-INF/versions/17/a/B.class",
                   "a/New @ /m.jar!/META-INF/versions/11/a/New.class",
                   "a/Old @ /m.jar!/META-INF/versions/8/a/Old.class"}));
}

TEST_F(MultiReleaseTest, WithoutTheManifestLineVersionsDoNotCount) {
  Put("Multi-Release: no\n");
  EXPECT_EQ(List(Make("/m.jar", {.release = 17})), (Names{"a/B @ /m.jar!/a/B.class"}));
  EXPECT_EQ(Find(Make("/m.jar", {.release = 17}), "a/New"), "(absent)");
}

class NestedJarTest : public ClassPathTest {
 protected:
  static std::string Library(std::string_view content, bool deflate = false) {
    ZipBuilder builder;
    builder.Add({.name = "lib/L.class", .content = std::string(content), .deflate = deflate});
    return builder.BuildText();
  }
};

TEST_F(NestedJarTest, SpringBootClassesThenLibrariesStoredOrDeflated) {
  fs_.Put("/app.jar", ZipBuilder()
                          .Stored("META-INF/MANIFEST.MF",
                                  "Spring-Boot-Classes: BOOT-INF/classes/\nSpring-Boot-Lib: BOOT-INF/lib/\n")
                          .Stored("launcher/Main.class", "main")
                          .Stored("BOOT-INF/classes/a/App.class", "app")
                          .Stored("BOOT-INF/lib/one.jar", Library("1"))
                          .Deflated("BOOT-INF/lib/two.jar", Library(std::string(3000, '2'), true))
                          .Stored("BOOT-INF/lib/readme.txt", "x")
                          .Build());
  ClassPath path = Make("/app.jar");
  ASSERT_TRUE(path.problems().empty()) << path.problems()[0].Text();
  EXPECT_EQ(List(path, true), (Names{"launcher/Main @ /app.jar!/launcher/Main.class",
                                     "a/App @ /app.jar!/BOOT-INF/classes/a/App.class",
                                     "lib/L @ /app.jar!/BOOT-INF/lib/one.jar!/lib/L.class",
                                     "(lib/L) @ /app.jar!/BOOT-INF/lib/two.jar!/lib/L.class"}));
  EXPECT_EQ(Find(path, "lib/L"), "1 @ /app.jar!/BOOT-INF/lib/one.jar!/lib/L.class");
  EXPECT_EQ(Find(path, "BOOT-INF/classes/a/App"), "(absent)");
}

TEST_F(NestedJarTest, ClassPathIndexGivesTheOrder) {
  fs_.Put("/app.jar",
          ZipBuilder()
              .Stored("BOOT-INF/lib/a.jar", Library("a"))
              .Stored("BOOT-INF/lib/b.jar", Library("b"))
              .Stored("BOOT-INF/classpath.idx", "- \"BOOT-INF/lib/b.jar\"\n- \"BOOT-INF/lib/gone.jar\"\n")
              .Build());
  EXPECT_EQ(Find(Make("/app.jar"), "lib/L"), "b @ /app.jar!/BOOT-INF/lib/b.jar!/lib/L.class");
  EXPECT_EQ(Make("/app.jar").containers().size(), 4u);
}

TEST_F(NestedJarTest, WebArchive) {
  fs_.Put("/app.war", ZipBuilder()
                          .Stored("WEB-INF/classes/A.class", "a")
                          .Deflated("WEB-INF/lib/l.jar", Library("l"))
                          .Build());
  ClassPath path = Make("/app.war");
  EXPECT_EQ(Find(path, "A"), "a @ /app.war!/WEB-INF/classes/A.class");
  EXPECT_EQ(Find(path, "lib/L"), "l @ /app.war!/WEB-INF/lib/l.jar!/lib/L.class");
}

TEST_F(NestedJarTest, BudgetBoundsWhatIsInflated) {
  fs_.Put("/bomb.jar", ZipBuilder()
                           .Deflated("BOOT-INF/lib/a.jar", Library(std::string(100000, '0')))
                           .Deflated("BOOT-INF/lib/b.jar", Library(std::string(100000, '0')))
                           .Build());
  ClassPath path = Make("/bomb.jar", {.nested_budget = 150000});
  ASSERT_EQ(path.problems().size(), 1u);
  EXPECT_EQ(path.problems()[0].code(), ErrorCode::kLimit);
}

TEST_F(NestedJarTest, DamagedNestedJarIsAProblem) {
  fs_.Put("/app.jar", ZipBuilder().Stored("BOOT-INF/lib/bad.jar", "garbage garbage garbage garbage").Build());
  ClassPath path = Make("/app.jar");
  ASSERT_EQ(path.problems().size(), 1u);
  EXPECT_EQ(path.problems()[0].place().file, "/app.jar!/BOOT-INF/lib/bad.jar");
}

TEST_F(ClassPathTest, ClassNamesCannotLeadOutOfAFolder) {
  fs_.Put("/secret.class", "secret");
  fs_.Put("/classes/A.class", "a");
  ClassPath path = Make("/classes");
  for (std::string_view name : {"../secret", "x/../../secret", "/secret", "", ".", "A/", "//A"}) {
    EXPECT_EQ(Find(path, name), "(absent)") << name;
  }
  EXPECT_EQ(Find(path, std::string_view("A\0", 2)), "(absent)");
}

TEST_F(ClassPathTest, NamesBeyondTheFirstPlaneAreInClassFileForm) {
  const std::string plain = "a/\xF0\x9D\x92\x9C", modified = "a/\xED\xA0\xB5\xED\xB2\x9C";
  fs_.Put("/x.jar", ZipBuilder().Stored(plain + ".class", "1").Build());
  fs_.Put("/classes/" + plain + ".class", "2");
  for (std::string_view element : {"/x.jar", "/classes"}) {
    ClassPath path = Make(element);
    ClassList list = path.List();
    ASSERT_EQ(list.entries.size(), 1u);
    EXPECT_EQ(list.entries[0].name, modified);
    EXPECT_TRUE(path.Read(list.entries[0]).ok());
    EXPECT_NE(Find(path, modified), "(absent)");
  }
}

TEST_F(ClassPathTest, UnreadableClassIsAnErrorThatNamesTheJar) {
  std::vector<uint8_t> bytes = ZipBuilder().Deflated("A.class", std::string(500, 'x')).Build();
  bytes[37] = 0xFF;
  fs_.Put("/x.jar", bytes);
  fs_.Put("/classes/A.class", "second");
  EXPECT_EQ(Find(Make("/x.jar:/classes"), "A"), "/x.jar at offset 0: damaged deflate data");
}

TEST_F(ClassPathTest, ForEachClassReadsInOrder) {
  fs_.Put("/classes/b/B.class", "1");
  fs_.Put("/classes/a/A.class", "2");
  fs_.Put("/classes/Top.class", "3");
  fs_.Put("/classes/module-info.class", "no class");
  Names seen;
  Make("/classes").ForEachClass([&](const ClassEntry& entry, const Result<Blob>& content) {
    seen.push_back(std::string(entry.name) + "=" + std::string(AsText(content->bytes())));
  });
  EXPECT_EQ(seen, (Names{"Top=3", "a/A=2", "b/B=1"}));
}

TEST_F(ClassPathTest, JarsAreReadWhereMappingIsNotWanted) {
  fs_.Put("/x.jar", ZipBuilder().Stored("A.class", "1").Build());
  EXPECT_EQ(Find(Make("/x.jar", {.map_files = false}), "A"), "1 @ /x.jar!/A.class");
}

TEST(FolderLinkTest, ALoopOfLinksIsWalkedOnce) {
  RealFileSystem fs;
  std::string root = ::testing::TempDir() + "/revmon_loop_XXXXXX";
  ASSERT_NE(mkdtemp(root.data()), nullptr);
  ASSERT_TRUE(fs.CreateDirectories(root + "/a").ok());
  ASSERT_TRUE(fs.WriteFileAtomically(root + "/a/A.class", AsBytes("1")).ok());
  ASSERT_EQ(symlink(root.c_str(), (root + "/a/loop").c_str()), 0);
  ClassPath path(fs);
  path.AddElement(root);
  EXPECT_EQ(path.List().entries.size(), 1u);
  EXPECT_TRUE(fs.RemoveTree(root).ok());
}

}  // namespace
}  // namespace revmon::classpath
