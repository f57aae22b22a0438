#include "run/installation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::run {
namespace {

class InstallationTest : public testing::Test {
 protected:
  void Put(const std::string& folder, const std::string& name) {
    ASSERT_TRUE(files_.CreateDirectories(folder).ok());
    ASSERT_TRUE(files_.WriteFileAtomically(folder + "/" + name, {}).ok());
  }
  InMemoryFileSystem files_;
};

TEST_F(InstallationTest, BuildFolderHasEverythingBesideTheProgram) {
  Put("/build", "librevmon.so");
  Put("/build", "specs.classes");
  Result<Installation> found = FindInstallation(files_, "/build");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->agent, "/build/librevmon.so");
  EXPECT_EQ(found->precompiled, "/build/specs.classes");
}

TEST_F(InstallationTest, PrefixHasLibBesideBin) {
  Put("/usr/lib/revmon", "librevmon.so");
  Result<Installation> found = FindInstallation(files_, "/usr/bin");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->agent, "/usr/lib/revmon/librevmon.so");
  EXPECT_EQ(found->precompiled, "");
}

TEST_F(InstallationTest, MissingAgentNamesThePlaces) {
  Result<Installation> found = FindInstallation(files_, "/usr/bin");
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().Text(),
              testing::AllOf(testing::HasSubstr("/usr/bin"), testing::HasSubstr("/usr/lib/revmon")));
}

}  // namespace
}  // namespace revmon::run
