#include "base/file_system.h"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "base/path.h"

namespace revmon {
namespace {

// Every test runs on the disk and on the double: they must not differ.
class FileSystemTest : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam()) {
      fs_ = std::make_unique<InMemoryFileSystem>();
      root_ = "/root";
      ASSERT_TRUE(fs_->CreateDirectories(root_).ok());
    } else {
      fs_ = std::make_unique<RealFileSystem>();
      std::string pattern = ::testing::TempDir() + "/revmon_fs_XXXXXX";
      ASSERT_NE(mkdtemp(pattern.data()), nullptr);
      root_ = pattern;
    }
  }
  void TearDown() override { EXPECT_TRUE(fs_->RemoveTree(root_).ok()); }

  std::string Path(std::string_view name) const { return JoinPath(root_, name); }
  void Write(std::string_view name, std::string_view content) {
    ASSERT_TRUE(fs_->WriteFileAtomically(Path(name), AsBytes(content)).ok());
  }
  std::string Read(std::string_view name) const {
    auto content = fs_->ReadFile(Path(name));
    return content.ok() ? std::string(AsText(*content)) : content.error().Text();
  }

  std::unique_ptr<FileSystem> fs_;
  std::string root_;
};

INSTANTIATE_TEST_SUITE_P(, FileSystemTest, ::testing::Values(false, true),
                         [](const auto& param) { return param.param ? "InMemory" : "Real"; });

TEST_P(FileSystemTest, WrittenIsRead) {
  Write("a", "hello");
  EXPECT_EQ(Read("a"), "hello");
  Write("a", "");
  EXPECT_EQ(Read("a"), "");
}

TEST_P(FileSystemTest, WritingLeavesNoTemporaryFile) {
  Write("a", "1");
  Write("a", "2");
  auto entries = fs_->List(root_);
  ASSERT_TRUE(entries.ok());
  EXPECT_EQ(*entries, (std::vector<DirectoryEntry>{{"a", FileType::kFile}}));
}

TEST_P(FileSystemTest, FailedWriteLeavesNothing) {
  ASSERT_TRUE(fs_->CreateDirectories(Path("folder")).ok());
  Write("folder/inside", "x");
  EXPECT_FALSE(fs_->WriteFileAtomically(Path("folder"), AsBytes("y")).ok());
  EXPECT_EQ(fs_->List(root_)->size(), 1u);
  EXPECT_FALSE(fs_->WriteFileAtomically(Path("missing/file"), AsBytes("y")).ok());
}

TEST_P(FileSystemTest, MapSeesTheContentAndSurvivesAMove) {
  Write("a", "mapped");
  auto mapped = fs_->Map(Path("a"));
  ASSERT_TRUE(mapped.ok());
  Bytes view = mapped->bytes();
  MappedFile moved = std::move(*mapped);
  EXPECT_EQ(AsText(view), "mapped");
  EXPECT_EQ(moved.bytes().data(), view.data());
  EXPECT_TRUE(mapped->bytes().empty());
  moved = MappedFile();
  EXPECT_TRUE(moved.bytes().empty());
}

TEST_P(FileSystemTest, EmptyFileMaps) {
  Write("empty", "");
  auto mapped = fs_->Map(Path("empty"));
  ASSERT_TRUE(mapped.ok());
  EXPECT_TRUE(mapped->bytes().empty());
}

TEST_P(FileSystemTest, MissingFileIsNotFoundAndNamed) {
  auto content = fs_->ReadFile(Path("nope"));
  ASSERT_FALSE(content.ok());
  EXPECT_EQ(content.error().code(), ErrorCode::kNotFound);
  EXPECT_NE(content.error().Text().find("nope"), std::string::npos);
  EXPECT_EQ(fs_->Map(Path("nope")).error().code(), ErrorCode::kNotFound);
  EXPECT_EQ(fs_->Stat(Path("nope")).error().code(), ErrorCode::kNotFound);
  EXPECT_EQ(fs_->List(Path("nope")).error().code(), ErrorCode::kNotFound);
  EXPECT_EQ(fs_->Remove(Path("nope")).error().code(), ErrorCode::kNotFound);
  EXPECT_EQ(fs_->RealPath(Path("nope")).error().code(), ErrorCode::kNotFound);
}

TEST_P(FileSystemTest, FolderIsNoFile) {
  EXPECT_EQ(fs_->ReadFile(root_).error().code(), ErrorCode::kIo);
  EXPECT_EQ(fs_->Map(root_).error().code(), ErrorCode::kIo);
}

TEST_P(FileSystemTest, ReadLimitIsKept) {
  Write("five", "12345");
  EXPECT_TRUE(fs_->ReadFile(Path("five"), 5).ok());
  EXPECT_EQ(fs_->ReadFile(Path("five"), 4).error().code(), ErrorCode::kLimit);
}

TEST_P(FileSystemTest, ListIsSortedAndOneLevelDeep) {
  Write("b", "");
  Write("a", "");
  ASSERT_TRUE(fs_->CreateDirectories(Path("c/d")).ok());
  Write("c/e", "");
  EXPECT_EQ(*fs_->List(root_),
            (std::vector<DirectoryEntry>{
                {"a", FileType::kFile}, {"b", FileType::kFile}, {"c", FileType::kDirectory}}));
  EXPECT_EQ(fs_->List(Path("c"))->size(), 2u);
  EXPECT_EQ(fs_->List(Path("a")).error().code(), ErrorCode::kNotFound) << "a file is no folder";
}

TEST_P(FileSystemTest, StatTellsTypeSizeAndIdentity) {
  Write("a", "12345");
  auto info = fs_->Stat(Path("a"));
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->type, FileType::kFile);
  EXPECT_EQ(info->size, 5u);
  EXPECT_GT(info->modified_ns, 0);
  EXPECT_EQ(info->inode, fs_->Stat(Path("./a"))->inode);
  EXPECT_NE(info->inode, fs_->Stat(root_)->inode);
  EXPECT_TRUE(fs_->IsDirectory(root_));
  EXPECT_FALSE(fs_->IsDirectory(Path("a")));
  EXPECT_TRUE(fs_->Exists(Path("a")));
  EXPECT_FALSE(fs_->Exists(Path("b")));
}

TEST_P(FileSystemTest, CreateDirectoriesIsIdempotentButStopsAtAFile) {
  EXPECT_TRUE(fs_->CreateDirectories(Path("x/y/z")).ok());
  EXPECT_TRUE(fs_->CreateDirectories(Path("x/y/z")).ok());
  Write("file", "");
  EXPECT_FALSE(fs_->CreateDirectories(Path("file/below")).ok());
}

TEST_P(FileSystemTest, RenameReplaces) {
  Write("a", "1");
  Write("b", "2");
  ASSERT_TRUE(fs_->Rename(Path("a"), Path("b")).ok());
  EXPECT_EQ(Read("b"), "1");
  EXPECT_FALSE(fs_->Exists(Path("a")));
}

TEST_P(FileSystemTest, RemoveTakesFilesAndEmptyFoldersOnly) {
  ASSERT_TRUE(fs_->CreateDirectories(Path("d")).ok());
  Write("d/f", "");
  EXPECT_EQ(fs_->Remove(Path("d")).error().code(), ErrorCode::kIo);
  EXPECT_TRUE(fs_->Remove(Path("d/f")).ok());
  EXPECT_TRUE(fs_->Remove(Path("d")).ok());
}

TEST_P(FileSystemTest, RemoveTreeTakesAllAndIsIdempotent) {
  ASSERT_TRUE(fs_->CreateDirectories(Path("t/u/v")).ok());
  Write("t/u/f", "");
  EXPECT_TRUE(fs_->RemoveTree(Path("t")).ok());
  EXPECT_FALSE(fs_->Exists(Path("t")));
  EXPECT_TRUE(fs_->RemoveTree(Path("t")).ok());
}

TEST_P(FileSystemTest, RealPathIsWithoutDots) {
  ASSERT_TRUE(fs_->CreateDirectories(Path("x")).ok());
  EXPECT_EQ(*fs_->RealPath(Path("x/../x/.")), *fs_->RealPath(Path("x")));
}

TEST(RealFileSystemTest, LinksAreListedAsLinksAndRemoveTreeDoesNotFollowThem) {
  RealFileSystem fs;
  std::string root = ::testing::TempDir() + "/revmon_link_XXXXXX";
  ASSERT_NE(mkdtemp(root.data()), nullptr);
  ASSERT_TRUE(fs.CreateDirectories(root + "/kept").ok());
  ASSERT_TRUE(fs.WriteFileAtomically(root + "/kept/file", AsBytes("x")).ok());
  ASSERT_TRUE(fs.CreateDirectories(root + "/tree").ok());
  ASSERT_EQ(symlink((root + "/kept").c_str(), (root + "/tree/link").c_str()), 0);
  EXPECT_EQ(*fs.List(root + "/tree"), (std::vector<DirectoryEntry>{{"link", FileType::kSymlink}}));
  EXPECT_TRUE(fs.RemoveTree(root + "/tree").ok());
  EXPECT_TRUE(fs.Exists(root + "/kept/file"));
  EXPECT_TRUE(fs.RemoveTree(root).ok());
}

TEST(RealFileSystemTest, FilesThatLieAboutTheirSizeAreReadWhole) {
  RealFileSystem fs;
  auto status = fs.ReadFile("/proc/self/status");
  ASSERT_TRUE(status.ok());
  EXPECT_GT(status->size(), 100u);
}

TEST(InMemoryFileSystemTest, InjectedErrorsComeBack) {
  InMemoryFileSystem fs;
  fs.Put("/a/b", "x");
  fs.SetError("/a/b", Error(ErrorCode::kIo, "disk on fire"));
  EXPECT_EQ(fs.ReadFile("/a/b").error().Text(), "/a/b: disk on fire");
  EXPECT_EQ(fs.WriteFileAtomically("/a/b", AsBytes("y")).error().Text(), "/a/b: disk on fire");
}

TEST(InMemoryFileSystemTest, TickMovesTheModificationTime) {
  InMemoryFileSystem fs;
  fs.Put("a", "1");
  int64_t before = fs.Stat("/a")->modified_ns;
  fs.Tick();
  fs.Put("/a", "1");
  EXPECT_GT(fs.Stat("a")->modified_ns, before);
  EXPECT_EQ(fs.Files(), std::vector<std::string>{"/a"});
}

}  // namespace
}  // namespace revmon
