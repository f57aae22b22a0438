#include "graph/program.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "classpath/test_archives.h"
#include "classpath/test_classes.h"
#include "graph/memory_cache.h"
#include "graph/program_diff.h"

namespace revmon::graph {
namespace {

using classpath::TestClass;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ProgramTest : public ::testing::Test {
 protected:
  void Put(const std::string& root, const TestClass& c) {
    files_.Put(root + "/" + c.name + ".class", c.Build());
  }
  Program Read(std::vector<ContainerPath> paths = {{"/classes", false}, {"/lib", true}}) {
    return Program::Read(files_, paths, 17, &cache_);
  }
  static std::vector<std::string> Names(const Program& program) {
    std::vector<std::string> names;
    for (const ProgramEntry& entry : program.entries()) names.emplace_back(entry.facts.name);
    return names;
  }
  static std::vector<std::string> Changes(const Program& before, const Program& after) {
    std::vector<std::string> out;
    for (const EntryChange& change : Compare(before, after).changes) {
      out.push_back(std::string(ToString(change.kind)) + " " + std::string(change.name));
    }
    return out;
  }

  InMemoryFileSystem files_;
  MemoryCache cache_;
};

TEST_F(ProgramTest, FirstClassOfANameWins) {
  Put("/classes", {.name = "a/A"});
  Put("/lib", {.name = "a/A", .super = "a/B"});
  Put("/lib", {.name = "a/B"});
  Program program = Read();
  EXPECT_THAT(Names(program), ElementsAre("a/A", "a/B"));
  EXPECT_THAT(program.FindClass("a/A")->facts.references, IsEmpty());
  EXPECT_FALSE(program.IsLibrary(*program.FindClass("a/A")));
  EXPECT_TRUE(program.IsLibrary(*program.FindClass("a/B")));
}

TEST_F(ProgramTest, OnlyWhatChangedIsParsedAgain) {
  Put("/classes", {.name = "a/A"});
  Put("/classes", {.name = "a/B"});
  Put("/lib", {.name = "l/L"});
  EXPECT_EQ(Read().parsed(), 3u);
  EXPECT_EQ(Read().parsed(), 0u);
  Put("/classes", {.name = "a/B", .super = "a/A"});
  EXPECT_EQ(Read().parsed(), 1u);
}

TEST_F(ProgramTest, ServiceFilesOfAllContainersCount) {
  files_.Put("/classes/META-INF/services/a.S", std::string_view("a.One"));
  files_.Put("/lib/META-INF/services/a.S", std::string_view("a.Two"));
  EXPECT_THAT(Names(Read()), ElementsAre("META-INF/services/a.S", "META-INF/services/a.S"));
}

TEST_F(ProgramTest, ComesBackFromItsSnapshots) {
  Put("/classes", {.name = "a/A", .super = "a/B"});
  files_.Put("/classes/x.properties", std::string_view("k=v"));
  Put("/lib", {.name = "a/B"});
  Program program = Read();
  Result<Program> back = Program::Restore(program.containers(), cache_);
  ASSERT_TRUE(back.ok()) << back.error().Text();
  EXPECT_EQ(Names(*back), Names(program));
  EXPECT_THAT(Changes(*back, program), IsEmpty());
}

TEST_F(ProgramTest, LostFactsAreNotFound) {
  Put("/classes", {.name = "a/A"});
  Program program = Read();
  MemoryCache empty;
  Result<Program> back = Program::Restore(program.containers(), empty);
  ASSERT_FALSE(back.ok());
  EXPECT_EQ(back.error().code(), ErrorCode::kNotFound);
}

TEST_F(ProgramTest, DamagedCacheEntryIsReadAgain) {
  Put("/classes", {.name = "a/A"});
  static_cast<void>(Read());
  for (auto& [key, blob] : cache_.blobs) blob.resize(blob.size() / 2);
  Program program = Read();
  EXPECT_THAT(Names(program), ElementsAre("a/A"));
  EXPECT_EQ(program.parsed(), 1u);
}

TEST_F(ProgramTest, MissingContainerIsAProblemAndNoMore) {
  Put("/classes", {.name = "a/A"});
  Program program = Read();
  EXPECT_EQ(program.problems().size(), 1u) << "/lib does not exist";
  EXPECT_EQ(program.class_count(), 1u);
}

TEST_F(ProgramTest, FileThatIsNoClassIsStillComparable) {
  files_.Put("/classes/a/A.class", std::string_view("garbage"));
  Program before = Read();
  files_.Put("/classes/a/A.class", std::string_view("other garbage"));
  EXPECT_THAT(Changes(before, Read()), ElementsAre("changed a/A"));
}

TEST_F(ProgramTest, DiffNamesWhatCameWentAndChanged) {
  Put("/classes", {.name = "a/Same"});
  Put("/classes", {.name = "a/Old"});
  Put("/classes", {.name = "a/C"});
  files_.Put("/classes/r.txt", std::string_view("1"));
  Program before = Read();
  ASSERT_TRUE(files_.Remove("/classes/a/Old.class").ok());
  Put("/classes", {.name = "a/New"});
  Put("/classes", {.name = "a/C", .super = "a/Same"});
  files_.Put("/classes/r.txt", std::string_view("2"));
  EXPECT_THAT(Changes(before, Read()),
              ElementsAre("changed a/C", "added a/New", "removed a/Old", "changed r.txt"));
}

TEST_F(ProgramTest, LibraryIsComparedClassByClass) {
  Put("/lib", {.name = "l/A"});
  Put("/lib", {.name = "l/B"});
  Program before = Read();
  Put("/lib", {.name = "l/B", .super = "l/A"});
  Program after = Read();
  ProgramDiff diff = Compare(before, after);
  ASSERT_EQ(diff.changes.size(), 1u);
  EXPECT_EQ(diff.changes[0].name, "l/B");
  EXPECT_TRUE(diff.changes[0].library);
}

}  // namespace
}  // namespace revmon::graph
