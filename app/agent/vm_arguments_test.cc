#include "app/agent/vm_arguments.h"

#include <gtest/gtest.h>

namespace revmon::agent {
namespace {

Sharing Of(std::vector<std::string> arguments) { return SharingOf(arguments); }

TEST(VmArgumentsTest, SharingIsFreeUnlessSomebodyAsks) {
  EXPECT_EQ(Of({}), Sharing::kFree);
  EXPECT_EQ(Of({"-Xmx1g", "-Xshare:auto"}), Sharing::kFree);
  EXPECT_EQ(Of({"-Xshare:off"}), Sharing::kFree);
  EXPECT_EQ(Of({"-XX:AOTMode=auto"}), Sharing::kFree);
  EXPECT_EQ(Of({"-XX:-AutoCreateSharedArchive"}), Sharing::kFree);
}

TEST(VmArgumentsTest, ArchiveMayBeAskedFor) {
  EXPECT_EQ(Of({"-Xshare:on"}), Sharing::kArchive);
  EXPECT_EQ(Of({"-XX:+RequireSharedSpaces"}), Sharing::kArchive);
  EXPECT_EQ(Of({"-XX:SharedArchiveFile=a.jsa"}), Sharing::kArchive);
  EXPECT_EQ(Of({"-XX:SharedArchiveFile=a.jsa", "-Xshare:auto"}), Sharing::kArchive);
  EXPECT_EQ(Of({"-XX:SharedArchiveFile=a.jsa", "-Xshare:off"}), Sharing::kFree);
}

TEST(VmArgumentsTest, CacheMayBeAskedFor) {
  EXPECT_EQ(Of({"-XX:AOTMode=on", "-XX:AOTCache=a.aot"}), Sharing::kCache);
  EXPECT_EQ(Of({"-XX:AOTCache=a.aot"}), Sharing::kCache);
  EXPECT_EQ(Of({"-XX:AOTCache=a.aot", "-XX:AOTMode=auto"}), Sharing::kCache);
  EXPECT_EQ(Of({"-XX:AOTCache=a.aot", "-XX:AOTMode=off"}), Sharing::kFree);
}

TEST(VmArgumentsTest, ArchiveMayBeRecorded) {
  for (const char* argument : {"-Xshare:dump", "-XX:ArchiveClassesAtExit=a.jsa", "-XX:+RecordDynamicDumpInfo",
                               "-XX:+AutoCreateSharedArchive", "-XX:AOTMode=record", "-XX:AOTMode=create",
                               "-XX:AOTCacheOutput=a.aot"}) {
    EXPECT_EQ(Of({argument}), Sharing::kRecorded) << argument;
  }
}

TEST(VmArgumentsTest, LaterArgumentOverridesEarlier) {
  EXPECT_EQ(Of({"-Xshare:on", "-Xshare:auto"}), Sharing::kFree);
  EXPECT_EQ(Of({"-Xshare:auto", "-Xshare:on"}), Sharing::kArchive);
  EXPECT_EQ(Of({"-XX:AOTMode=record", "-XX:AOTMode=off"}), Sharing::kFree);
}

TEST(VmArgumentsTest, RecordingWins) {
  EXPECT_EQ(Of({"-XX:ArchiveClassesAtExit=a.jsa", "-Xshare:on"}), Sharing::kRecorded);
}

}  // namespace
}  // namespace revmon::agent
