#include "project/test_reports.h"

#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::project {
namespace {

std::vector<TestClassResult> Parse(std::string_view xml) {
  std::vector<TestClassResult> classes;
  EXPECT_TRUE(AddTestReport(xml, &classes).ok());
  return classes;
}

TEST(TestReports, TimesOfAClassAreAdded) {
  auto classes = Parse(R"(<?xml version="1.0"?><testsuite name="a.BTest" tests="2">
    <properties><property name="x" value="y"/></properties>
    <testcase name="one" classname="a.BTest" time="0.25"/>
    <testcase name="two" classname="a.BTest" time="1,000.5"><system-out>text</system-out></testcase></testsuite>)");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(classes[0].name, "a.BTest");
  EXPECT_EQ(classes[0].milliseconds, 1000750);
  EXPECT_EQ(classes[0].tests, 2U);
  EXPECT_FALSE(classes[0].failed);
}

TEST(TestReports, FailureAndErrorFailTheirClass) {
  auto classes = Parse(R"(<testsuite><testcase name="one" classname="a.B"><failure/></testcase>
    <testcase name="two" classname="a.C"><error/></testcase><testcase name="three" classname="a.D"/></testsuite>)");
  ASSERT_EQ(classes.size(), 3U);
  EXPECT_TRUE(classes[0].failed);
  EXPECT_TRUE(classes[1].failed);
  EXPECT_FALSE(classes[2].failed);
}

TEST(TestReports, NestedClassesCountForTheirTopClass) {
  auto classes = Parse(R"(<testsuite><testcase name="one" classname="a.B$Inner"><failure/></testcase>
    <testcase name="two" classname="a.B"/></testsuite>)");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(classes[0].name, "a.B");
  EXPECT_TRUE(classes[0].failed);
}

TEST(TestReports, SkippedTestsDidNotRun) {
  auto classes =
      Parse(R"(<testsuite><testcase name="one" classname="a.B"><skipped/></testcase></testsuite>)");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(classes[0].tests, 0U);
}

TEST(TestReports, SeveralSuitesInOneReport) {
  auto classes = Parse(R"(<testsuites><testsuite><testcase name="one" classname="a.B"/></testsuite>
    <testsuite><testcase name="two" classname="a.C"/></testsuite></testsuites>)");
  EXPECT_EQ(classes.size(), 2U);
}

TEST(TestReports, NoXmlIsAnError) {
  std::vector<TestClassResult> classes;
  EXPECT_FALSE(AddTestReport("<testsuite", &classes).ok());
}

TEST(TestReports, OldReportsAndOtherFilesSayNothing) {
  InMemoryFileSystem files;
  auto write = [&](const std::string& path, std::string_view text) {
    EXPECT_TRUE(files.WriteFileAtomically(path, AsBytes(text)).ok());
  };
  ASSERT_TRUE(files.CreateDirectories("/r").ok());
  write("/r/TEST-a.B.xml", R"(<testsuite><testcase name="one" classname="a.B"/></testsuite>)");
  write("/r/a.B.txt", "Tests run: 1");
  write("/r/TEST-broken.xml", "<");
  int64_t written = files.Stat("/r/TEST-a.B.xml")->modified_ns;
  EXPECT_EQ(ReadTestReports(files, "/r", written).size(), 1U);
  EXPECT_TRUE(ReadTestReports(files, "/r", written + 1'000'000'000).empty());
  EXPECT_TRUE(ReadTestReports(files, "/missing", 0).empty());
}

}  // namespace
}  // namespace revmon::project
