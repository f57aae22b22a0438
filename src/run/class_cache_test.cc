#include "run/class_cache.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/path.h"

namespace revmon::run {
namespace {

class ClassCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = testing::TempDir() + "revmon-cache-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    parent_ = path;
    folder_ = parent_ + "/deep/java";
  }
  void TearDown() override { ASSERT_TRUE(files_.RemoveTree(parent_).ok()); }

  [[nodiscard]] std::string Entry() const { return JoinPath(folder_, ToHex(key_) + ".classes"); }

  RealFileSystem files_;
  std::string parent_;
  std::string folder_;
  Hash128 key_{1, 2};
  std::vector<JavaClass> classes_ = {{"a/B", {1, 2, 3}}, {"a/B$C", {}}};
};

TEST_F(ClassCacheTest, GivesBackWhatWasStored) {
  ClassCache(files_, folder_).Store(key_, classes_);
  EXPECT_EQ(ClassCache(files_, folder_).Find(key_), classes_);
}

TEST_F(ClassCacheTest, KnowsNoOtherKey) {
  ClassCache cache(files_, folder_);
  cache.Store(key_, classes_);
  EXPECT_EQ(cache.Find({1, 3}), std::nullopt);
}

TEST_F(ClassCacheTest, TheFolderIsForTheUserAlone) {
  EXPECT_TRUE(ClassCache(files_, folder_).usable());
  struct stat info = {};
  ASSERT_EQ(::stat(folder_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
}

TEST_F(ClassCacheTest, AFolderOthersCanWriteIsNotUsed) {
  ClassCache(files_, folder_).Store(key_, classes_);
  ASSERT_EQ(::chmod(folder_.c_str(), 0777), 0);
  ClassCache cache(files_, folder_);
  EXPECT_FALSE(cache.usable());
  EXPECT_EQ(cache.Find(key_), std::nullopt);
  cache.Store({5, 5}, classes_);
  EXPECT_EQ(files_.List(folder_)->size(), 1u);
}

TEST_F(ClassCacheTest, ALinkIsNotUsed) {
  ASSERT_TRUE(files_.CreateDirectories(parent_ + "/real").ok());
  ASSERT_EQ(::symlink((parent_ + "/real").c_str(), (parent_ + "/link").c_str()), 0);
  EXPECT_FALSE(ClassCache(files_, parent_ + "/link").usable());
}

TEST_F(ClassCacheTest, WithoutAFolderNothingIsKept) {
  ClassCache cache(files_, "");
  cache.Store(key_, classes_);
  EXPECT_EQ(cache.Find(key_), std::nullopt);
}

TEST_F(ClassCacheTest, AFolderThatCannotBeMadeIsNoFailure) {
  ASSERT_TRUE(files_.WriteFileAtomically(parent_ + "/file", AsBytes("x")).ok());
  EXPECT_FALSE(ClassCache(files_, parent_ + "/file/java").usable());
}

TEST_F(ClassCacheTest, EveryTruncationIsNoEntry) {
  ClassCache cache(files_, folder_);
  cache.Store(key_, classes_);
  std::vector<uint8_t> whole = files_.ReadFile(Entry()).value();
  for (size_t size = 0; size < whole.size(); ++size) {
    ASSERT_TRUE(files_.WriteFileAtomically(Entry(), Bytes(whole).first(size)).ok());
    EXPECT_EQ(cache.Find(key_), std::nullopt) << size;
  }
}

TEST_F(ClassCacheTest, EveryChangedByteIsNoEntry) {
  ClassCache cache(files_, folder_);
  cache.Store(key_, classes_);
  std::vector<uint8_t> whole = files_.ReadFile(Entry()).value();
  for (size_t i = 0; i < whole.size(); ++i) {
    std::vector<uint8_t> damaged = whole;
    damaged[i] ^= 0x40;
    ASSERT_TRUE(files_.WriteFileAtomically(Entry(), Bytes(damaged)).ok());
    EXPECT_EQ(cache.Find(key_), std::nullopt) << i;
  }
}

}  // namespace
}  // namespace revmon::run
