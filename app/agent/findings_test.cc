#include "app/agent/findings.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::agent {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class FindingsTest : public testing::Test {
 protected:
  FindingsTest() {
    wire::Property property;
    property.handlers = {{.category = "match"}};
    plan_.specs = {{.name = "S", .severity = "warning", .message = "The rule."}};
    plan_.specs[0].properties = {property};
    char folder[] = "/tmp/revmon-findings-test-XXXXXX";
    EXPECT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    EXPECT_TRUE(findings_.Open(folder_ + "/out").ok());
  }
  ~FindingsTest() override { fs::remove_all(folder_); }

  [[nodiscard]] wire::Results Read() const {
    std::ifstream in(findings_.path(), std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(in), {});
    return wire::ReadResults(AsBytes(bytes)).value();
  }

  // A row of revmon.rt.Agent.counts() about site 3.
  static void PutRow(ByteWriter& rows, uint64_t count, const std::vector<wire::TestCount>& tests) {
    for (uint32_t number : {0u, 0u, 0u, 3u}) rows.U4(number);
    for (uint64_t number : {count, uint64_t{1}, uint64_t{50}, uint64_t{2}, uint64_t{4}}) rows.U8(number);
    rows.U4(static_cast<uint32_t>(tests.size()));
    for (const wire::TestCount& test : tests) {
      rows.U4(test.test);
      rows.U8(test.count);
    }
  }

  wire::Plan plan_;
  std::string folder_;
  Findings findings_{plan_};
};

ViolationEvent AtSite3(std::string message, std::string extra = "") {
  return {.site = 3, .message = std::move(message), .thread = "main", .extra = std::move(extra)};
}

TEST_F(FindingsTest, ViolationIsWrittenOnceWithObjectsAndEvents) {
  weave::SiteInfo place;
  place.location = "a.B.m(B.java:3)";
  findings_.AddViolation(AtSite3("said", "4\ni=x.Y\nhasnext a.B.m(B.java:2)\nnext (Unknown Source)"), place);
  findings_.AddViolation(AtSite3("again"), place);
  wire::Results results = Read();
  ASSERT_EQ(results.violations.size(), 1u);
  const wire::Violation& violation = results.violations[0];
  EXPECT_EQ(violation.message, "said");
  EXPECT_EQ(violation.category, "match");
  EXPECT_EQ(violation.objects, "i=x.Y");
  EXPECT_THAT(violation.tests, ElementsAre(wire::TestCount{4, 1}));
  EXPECT_EQ(violation.unattributed, 0u);
  EXPECT_THAT(violation.events, ElementsAre(wire::LeadingEvent{"hasnext", "a.B.m(B.java:2)"},
                                            wire::LeadingEvent{"next", "(Unknown Source)"}));
  EXPECT_EQ(violation.location, "a.B.m(B.java:3)");
}

TEST_F(FindingsTest, HandlerThatSaysNothingGetsTheRule) {
  findings_.AddViolation(AtSite3("Specification S has been violated on line a.B.m(B.java:3)."), {});
  EXPECT_EQ(Read().violations[0].message, "The rule.");
  EXPECT_EQ(Read().violations[0].unattributed, 1u);
}

TEST_F(FindingsTest, SeveralRowsOfCountsAreRead) {
  findings_.AddViolation(AtSite3("said"), {});
  ByteWriter rows;
  PutRow(rows, 7, {});
  PutRow(rows, 9, {{1, 2}, {5, 1}});
  findings_.TakeCounts(rows.bytes());
  const wire::Violation violation = Read().violations[0];
  EXPECT_EQ(violation.count, 9u);
  EXPECT_EQ(violation.last_ms, 50u);
  EXPECT_EQ(violation.unattributed, 2u);
  EXPECT_EQ(violation.other_tests, 4u);
  EXPECT_THAT(violation.tests, ElementsAre(wire::TestCount{1, 2}, wire::TestCount{5, 1}));
}

TEST_F(FindingsTest, CutOrUnknownRowsChangeNothing) {
  findings_.AddViolation(AtSite3("said"), {});
  ByteWriter rows;
  PutRow(rows, 9, {{1, 2}});
  findings_.TakeCounts(Bytes(rows.bytes()).first(rows.size() - 1));
  EXPECT_EQ(Read().violations[0].count, 1u);
  findings_.AddViolation({.spec = 77}, {});
  EXPECT_EQ(Read().violations.size(), 1u);
}

TEST_F(FindingsTest, EachNoteOnce) {
  testing::internal::CaptureStderr();
  findings_.Note("x went wrong");
  findings_.Note("x went wrong");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "revmon: x went wrong\n");
  EXPECT_THAT(Read().notes, ElementsAre("x went wrong"));
}

TEST_F(FindingsTest, TracesStandBesideTheResults) {
  ASSERT_TRUE(findings_.AppendTrace("S", AsBytes("next i=1\n")).ok());
  ASSERT_TRUE(findings_.AppendTrace("S", AsBytes("next i=2\n")).ok());
  std::string path = findings_.path();
  path.replace(path.rfind(".results"), std::string::npos, ".S.trace");
  std::ifstream in(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "next i=1\nnext i=2\n");
}

}  // namespace
}  // namespace revmon::agent
