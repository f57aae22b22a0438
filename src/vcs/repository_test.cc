#include "vcs/repository.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/git.h"

namespace revmon::vcs {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

Repository OpenOrDie(const std::string& path) {
  Result<std::optional<Repository>> opened = Repository::Open(path);
  if (!opened.ok() || !opened->has_value()) std::abort();
  return std::move(**opened);
}

size_t CountObjects(const testing::GitRepository& git) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(git.path() + "/.git/objects")) {
    count += entry.is_regular_file() ? 1 : 0;
  }
  return count;
}

WorkState StateOf(const testing::GitRepository& git, const std::vector<std::string>& ignored = {}) {
  Result<WorkState> state = OpenOrDie(git.path()).State(ignored);
  EXPECT_TRUE(state.ok()) << (state.ok() ? "" : state.error().Text());
  return state.ok() ? *state : WorkState{};
}

TEST(RepositoryTest, FolderWithoutGitHasNone) {
  testing::TemporaryFolder folder;
  Result<std::optional<Repository>> opened = Repository::Open(folder.path());
  ASSERT_TRUE(opened.ok());
  EXPECT_FALSE(opened->has_value());
}

TEST(RepositoryTest, FoundFromAFolderBelow) {
  testing::GitRepository git;
  git.Write("module/src/A.java", "class A {}");
  git.Commit("one");
  EXPECT_EQ(std::filesystem::path(OpenOrDie(git.path() + "/module/src").root()).filename(),
            std::filesystem::path(git.path()).filename());
}

TEST(RepositoryTest, BeforeTheFirstCommit) {
  testing::GitRepository git;
  git.Write("A.java", "class A {}");
  WorkState state = StateOf(git);
  EXPECT_EQ(state.commit, "");
  EXPECT_NE(state.tree, "");
  EXPECT_THAT(state.changed, ElementsAre("A.java"));
}

TEST(RepositoryTest, CleanTreeIsThatOfItsCommit) {
  testing::GitRepository git;
  git.Write("A.java", "class A {}");
  std::string commit = git.Commit("one");
  WorkState state = StateOf(git);
  EXPECT_EQ(state.commit, commit);
  EXPECT_EQ(state.tree, git.Git("rev-parse HEAD^{tree}"));
  EXPECT_FALSE(state.dirty());
}

TEST(RepositoryTest, DirtyTreeIsWhatItsCommitWillBe) {
  testing::GitRepository git;
  git.Write("a/A.java", "class A {}");
  git.Write("a/B.java", "class B {}");
  git.Write("run.sh", "exit");
  git.Commit("one");
  git.Write("a/A.java", "class A { int x; }");
  git.Remove("a/B.java");
  git.Write("b/C.java", "class C {}");
  std::filesystem::permissions(git.path() + "/run.sh", std::filesystem::perms::owner_exec,
                               std::filesystem::perm_options::add);
  WorkState state = StateOf(git);
  EXPECT_THAT(state.changed, ElementsAre("a/A.java", "a/B.java", "b/C.java", "run.sh"));
  git.Commit("two");
  EXPECT_EQ(state.tree, git.Git("rev-parse HEAD^{tree}"));
  EXPECT_EQ(StateOf(git).tree, state.tree);
}

TEST(RepositoryTest, NothingIsWritten) {
  testing::GitRepository git;
  git.Write("A.java", "class A {}");
  git.Commit("one");
  git.Write("A.java", "class A { int x; }");
  git.Write("New.java", "class New {}");
  size_t before = CountObjects(git);
  Repository repository = OpenOrDie(git.path());
  Result<WorkState> state = repository.State();
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(CountObjects(git), before);
  Result<std::optional<std::string>> file = repository.FileIn(state->tree, "New.java");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*file, "class New {}") << "the tree in memory can be read";
}

TEST(RepositoryTest, StagedChangesCountLikeOthers) {
  testing::GitRepository git;
  git.Write("A.java", "class A {}");
  git.Commit("one");
  git.Write("A.java", "class A { int x; }");
  WorkState unstaged = StateOf(git);
  git.Git("add -A");
  EXPECT_EQ(StateOf(git).tree, unstaged.tree);
}

TEST(RepositoryTest, IgnoredFilesAndOwnFolderDoNotCount) {
  testing::GitRepository git;
  git.Write(".gitignore", "*.log\n");
  git.Commit("one");
  git.Write("x.log", "1");
  git.Write(".revmon/store.db", "2");
  git.Write("target/classes/A.class", "3");
  EXPECT_THAT(StateOf(git, {"target"}).changed, IsEmpty());
  EXPECT_THAT(StateOf(git).changed, ElementsAre("target/classes/A.class"));
}

TEST(RepositoryTest, TouchedFileIsNoChange) {
  testing::GitRepository git;
  git.Write("A.java", "class A {}");
  git.Commit("one");
  git.Write("A.java", "class B {}");
  git.Write("A.java", "class A {}");
  EXPECT_FALSE(StateOf(git).dirty());
}

TEST(RepositoryTest, AncestorsComeNearestFirst) {
  testing::GitRepository git;
  std::string root = git.Commit("root");
  std::string left = git.Commit("left");
  git.Git("checkout -q -b side " + root);
  std::string right1 = git.Commit("right1");
  std::string right2 = git.Commit("right2");
  git.Git("checkout -q main");
  git.Git("merge -q --no-ff -m merge side");
  std::string merge = git.Git("rev-parse HEAD");
  Result<std::vector<std::string>> ancestors = OpenOrDie(git.path()).Ancestors(merge, 100);
  ASSERT_TRUE(ancestors.ok());
  EXPECT_THAT(*ancestors, ElementsAre(left, right2, root, right1));
  EXPECT_EQ(OpenOrDie(git.path()).Ancestors(merge, 2)->size(), 2u);
}

TEST(RepositoryTest, MergeBaseOfTwoBranches) {
  testing::GitRepository git;
  std::string root = git.Commit("root");
  std::string main = git.Commit("main");
  git.Git("checkout -q -b side " + root);
  std::string side = git.Commit("side");
  Repository repository = OpenOrDie(git.path());
  EXPECT_EQ(repository.MergeBase(main, side).value(), root);
  git.Git("checkout -q --orphan other");
  std::string other = git.Commit("other");
  EXPECT_EQ(repository.MergeBase(main, other).value(), std::nullopt);
}

TEST(RepositoryTest, ShallowCloneEndsEarlyAndSaysSo) {
  testing::GitRepository git;
  git.Commit("one");
  git.Commit("two");
  std::string three = git.Commit("three");
  testing::TemporaryFolder folder;
  git.Git("clone -q --depth 2 file://" + git.path() + " " + folder.path() + "/clone");
  Repository clone = OpenOrDie(folder.path() + "/clone");
  EXPECT_TRUE(clone.shallow());
  EXPECT_FALSE(OpenOrDie(git.path()).shallow());
  EXPECT_EQ(clone.Ancestors(three, 100)->size(), 1u);
  EXPECT_FALSE(clone.Resolve("HEAD~2").ok());
}

TEST(RepositoryTest, DiffFindsRenamesAndHunks) {
  testing::GitRepository git;
  git.Write("a/Old.java", "class Old {\n  void f() {}\n  void g() {}\n  void h() {}\n}\n");
  git.Write("gone.txt", "x");
  std::string one = git.Git("rev-parse " + git.Commit("one") + "^{tree}");
  git.Remove("a/Old.java");
  git.Remove("gone.txt");
  git.Write("a/New.java", "class Old {\n  int x;\n  void f() {}\n  void g() {}\n  void h() {}\n}\n");
  git.Write("added.txt", "y");
  std::string two = git.Git("rev-parse " + git.Commit("two") + "^{tree}");
  Result<std::vector<FileChange>> diff = OpenOrDie(git.path()).Diff(one, two);
  ASSERT_TRUE(diff.ok()) << diff.error().Text();
  ASSERT_EQ(diff->size(), 3u);
  EXPECT_EQ((*diff)[0].old_path, "gone.txt");
  EXPECT_EQ((*diff)[0].new_path, "");
  EXPECT_TRUE((*diff)[1].renamed());
  EXPECT_EQ((*diff)[1].old_path, "a/Old.java");
  EXPECT_THAT((*diff)[1].hunks, ElementsAre(Hunk{1, 0, 2, 1}));
  EXPECT_EQ((*diff)[2].new_path, "added.txt");
}

TEST(RepositoryTest, DiffAgainstADirtyTree) {
  testing::GitRepository git;
  git.Write("A.java", "class A {\n}\n");
  std::string one = git.Git("rev-parse " + git.Commit("one") + "^{tree}");
  git.Write("A.java", "\nclass A {\n}\n");
  Repository repository = OpenOrDie(git.path());
  Result<std::vector<FileChange>> diff = repository.Diff(one, repository.State()->tree);
  ASSERT_TRUE(diff.ok());
  ASSERT_EQ(diff->size(), 1u);
  EXPECT_THAT((*diff)[0].hunks, ElementsAre(Hunk{0, 0, 1, 1}));
}

TEST(RepositoryTest, FilesOfATree) {
  testing::GitRepository git;
  git.Write("a/b/C.java", "");
  git.Write("D.java", "");
  std::string tree = git.Git("rev-parse " + git.Commit("one") + "^{tree}");
  Result<std::vector<std::string>> files = OpenOrDie(git.path()).FilesOf(tree);
  ASSERT_TRUE(files.ok());
  EXPECT_THAT(*files, ::testing::UnorderedElementsAre("a/b/C.java", "D.java"));
  EXPECT_EQ(OpenOrDie(git.path()).FileIn(tree, "nothing").value(), std::nullopt);
}

TEST(RepositoryTest, UnknownRevisionIsNamed) {
  testing::GitRepository git;
  git.Commit("one");
  Result<std::string> id = OpenOrDie(git.path()).Resolve("no-such-branch");
  ASSERT_FALSE(id.ok());
  EXPECT_THAT(id.error().Text(), ::testing::HasSubstr("no-such-branch"));
}

}  // namespace
}  // namespace revmon::vcs
