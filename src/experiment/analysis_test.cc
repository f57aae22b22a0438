#include "experiment/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/page.h"
#include "experiment/tables.h"

namespace revmon::experiment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

CellResult Cell(const std::string& technique, int64_t position, int64_t repetition, int64_t wall_ms,
                std::vector<std::string> locations = {}, const std::string& project = "p") {
  CellResult cell;
  cell.lane = project + "/" + technique + "/jdk/" + std::to_string(repetition);
  cell.project = project;
  cell.technique = technique;
  cell.position = position;
  cell.repetition = repetition;
  cell.revision = "r" + std::to_string(position);
  cell.ok = true;
  cell.measures["wall_ms"] = wall_ms;
  for (std::string& location : locations) cell.violations.push_back({"S", std::move(location), 1});
  return cell;
}

const std::map<std::string, std::string> kFacts = {{"baseline", "plain"}, {"reference", "full"}};

const Series& Of(const Analysis& analysis, const std::string& technique) {
  for (const Series& series : analysis.series) {
    if (series.technique == technique) return series;
  }
  ADD_FAILURE() << technique;
  return analysis.series.front();
}

TEST(AnalysisTest, RatioIsOfSumsOfMedians) {
  std::vector<CellResult> cells;
  for (int64_t r = 0; r < 3; ++r) {
    cells.push_back(Cell("plain", 0, r, 1000 + r));
    cells.push_back(Cell("plain", 1, r, 3000 + r));
    cells.push_back(Cell("full", 0, r, r == 2 ? 90000 : 2000));  // one bad moment does not count
    cells.push_back(Cell("full", 1, r, 6000));
  }
  Result<Analysis> analysis = Analyse(cells, kFacts);
  ASSERT_TRUE(analysis.ok()) << analysis.error().Text();
  EXPECT_DOUBLE_EQ(Of(*analysis, "full").total, 8);
  EXPECT_NEAR(Of(*analysis, "full").ratio, 2, 0.01);
  EXPECT_EQ(Of(*analysis, "plain").ratio, 1);
}

TEST(AnalysisTest, ADifferenceWithinNoiseIsNone) {
  std::vector<CellResult> cells;
  for (int64_t position = 0; position < 8; ++position) {
    for (int64_t r = 0; r < 3; ++r) {
      cells.push_back(Cell("plain", position, r, 1000 + r * 200));
      cells.push_back(
          Cell("full", position, r, 1040 + r * 200));  // always slower, but by less than the noise
      cells.push_back(Cell("slow", position, r, 3000 + r * 200));
    }
  }
  Result<Analysis> analysis = Analyse(cells, kFacts);
  ASSERT_TRUE(analysis.ok());
  EXPECT_LT(Of(*analysis, "full").p, 0.05);
  EXPECT_FALSE(Of(*analysis, "full").Differs());
  EXPECT_TRUE(Of(*analysis, "slow").Differs());
}

TEST(AnalysisTest, MissedFlakyAndExtraViolations) {
  std::vector<CellResult> cells;
  for (int64_t r = 0; r < 2; ++r) {
    cells.push_back(Cell("plain", 0, r, 1));
    std::vector<std::string> full = {"found", "missed", "sometimes"};
    if (r == 1) full.emplace_back("flaky");
    cells.push_back(Cell("full", 0, r, 1, full));
    std::vector<std::string> mine = {"found", "extra"};
    if (r == 0) mine.emplace_back("sometimes");
    cells.push_back(Cell("ps3", 0, r, 1, mine));
  }
  Result<Analysis> analysis = Analyse(cells, kFacts);
  ASSERT_TRUE(analysis.ok());
  ASSERT_EQ(analysis->safety.size(), 1u) << "baseline and reference are no rivals";
  const Safety& safety = analysis->safety[0];
  EXPECT_EQ(safety.expected, 2u);
  EXPECT_EQ(safety.found, 1u);
  EXPECT_EQ(safety.missed, 1u);
  EXPECT_EQ(safety.extra, 1u);
  EXPECT_EQ(safety.flaky, 2u);
  EXPECT_EQ(safety.unsafe_revisions, 1u);
  EXPECT_EQ(safety.unsafe_projects, 1u);
  EXPECT_THAT(safety.misses, ElementsAre("p r0 S missed"));
}

TEST(AnalysisTest, OnlyNewViolationsCanBeMissed) {
  std::vector<CellResult> cells = {
      Cell("plain", 0, 0, 1),
      Cell("plain", 1, 0, 1),
      Cell("full", 0, 0, 1, {"A.m(A.java:1)", "B.m(B.java:1)"}),
      Cell("full", 1, 0, 1, {"A.m(A.java:1)", "B.m(B.java:2)", "C.m(C.java:1)", "D.m(D.java:1)"}),
      Cell("ps3", 0, 0, 1, {"A.m(A.java:1)", "B.m(B.java:1)"}),
      Cell("ps3", 1, 0, 1, {"C.m(C.java:1)"}),
  };
  auto same = [](const Located& a, const Located& b) {
    EXPECT_EQ(a.revision + b.revision, "r0r1");
    return a.location[0] == b.location[0];  // lines moved
  };
  Result<Analysis> analysis = Analyse(cells, kFacts, "", "", same);
  ASSERT_TRUE(analysis.ok());
  const Safety& safety = analysis->safety.at(0);
  EXPECT_EQ(safety.expected, 4u) << "all of the first revision, C and D";
  EXPECT_EQ(safety.found, 3u);
  EXPECT_EQ(safety.old, 2u);
  EXPECT_EQ(safety.old_found, 0u);
  EXPECT_THAT(safety.misses, ElementsAre("p r1 S D.m(D.java:1)"));
  EXPECT_EQ(safety.unsafe_revisions, 1u);

  // By text alone, the moved one is new too.
  analysis = Analyse(cells, kFacts);
  ASSERT_TRUE(analysis.ok());
  EXPECT_EQ(analysis->safety.at(0).missed, 2u);
}

TEST(AnalysisTest, AnotherProjectIsNotTheRevisionBefore) {
  std::vector<CellResult> cells;
  for (const std::string project : {"p", "q"}) {
    for (const char* technique : {"plain", "full", "ps3"}) {
      cells.push_back(Cell(technique, 0, 0, 1, {"A.m(A.java:1)"}, project));
    }
  }
  Result<Analysis> analysis = Analyse(cells, kFacts);
  ASSERT_TRUE(analysis.ok());
  EXPECT_EQ(analysis->safety.at(0).expected, 2u);
}

TEST(AnalysisTest, RevisionsThatOneSideFailedOnAreLeftOut) {
  std::vector<CellResult> cells = {Cell("plain", 0, 0, 1000), Cell("plain", 1, 0, 1000),
                                   Cell("full", 0, 0, 2000), Cell("full", 1, 0, 9000)};
  cells[1].ok = false;
  cells[1].reason = "the build ended with exit code 1";
  Result<Analysis> analysis = Analyse(cells, kFacts);
  ASSERT_TRUE(analysis.ok());
  EXPECT_THAT(Of(*analysis, "full").revisions, ElementsAre("r0"));
  EXPECT_EQ(Of(*analysis, "full").ratio, 2);
  ASSERT_EQ(analysis->failures.size(), 1u);
  EXPECT_THAT(ToMarkdown(*analysis), HasSubstr("the build ended with exit code 1"));
}

TEST(AnalysisTest, RanksCountWins) {
  std::vector<CellResult> cells;
  for (const std::string project : {"p", "q"}) {
    cells.push_back(Cell("plain", 0, 0, 100, {}, project));
    cells.push_back(Cell("a", 0, 0, project == "p" ? 200 : 400, {}, project));
    cells.push_back(Cell("b", 0, 0, 300, {}, project));
  }
  Result<Analysis> analysis = Analyse(cells, {{"baseline", "plain"}, {"reference", "plain"}});
  ASSERT_TRUE(analysis.ok());
  ASSERT_EQ(analysis->ranks.size(), 2u);
  EXPECT_EQ(analysis->ranks[0].technique, "a");
  EXPECT_NEAR(analysis->ranks[0].geometric_mean, 2.828, 0.001);
  EXPECT_EQ(analysis->ranks[0].best_on_projects, 1u);
  EXPECT_EQ(analysis->ranks[1].best_on_revisions, 1u);
}

TEST(AnalysisTest, PhasesAndEventsAreShownWhereTheyAreKnown) {
  std::vector<CellResult> cells = {Cell("plain", 0, 0, 1000), Cell("full", 0, 0, 4000),
                                   Cell("ps3", 0, 0, 2000)};
  cells[1].measures.insert({{"execution_ms", 3000}, {"events", 400}, {"monitors", 20}, {"violations", 4}});
  cells[2].measures.insert({{"execution_ms", 1200}, {"events", 100}, {"monitors", 5}, {"violations", 0}});
  Result<Analysis> analysis = Analyse(cells, kFacts);
  ASSERT_TRUE(analysis.ok());
  const std::string text = ToMarkdown(*analysis);
  EXPECT_THAT(text, HasSubstr("| p |  | full | 3.00 | 1.00 | 4.00 | 25 % |"));
  EXPECT_THAT(text, HasSubstr("| p |  | ps3 | 1.20 | 0.80 | 2.00 | 40 % |"));
  EXPECT_THAT(text, HasSubstr("| p |  | full | 400 | 100 % | 20 | 100 % | 20.0 | 100.0 |"));
  EXPECT_THAT(text, HasSubstr("| p |  | ps3 | 100 | 25 % | 5 | 25 % | 20.0 | - |"));
}

TEST(AnalysisTest, UnknownBaselineNamesWhatThereIs) {
  Result<Analysis> analysis = Analyse({Cell("full", 0, 0, 1)}, kFacts);
  ASSERT_FALSE(analysis.ok());
  EXPECT_EQ(analysis.error().Text(), "no cells of the baseline 'plain'; there are full");
}

TEST(AnalysisTest, PageEscapesWhatPeopleWrote) {
  std::vector<CellResult> cells = {Cell("plain", 0, 0, 1000), Cell("full", 0, 0, 2000)};
  cells.push_back(Cell("full", 1, 0, 1));
  cells.back().ok = false;
  cells.back().reason = "<script>alert(1)</script>";
  Result<Analysis> analysis = Analyse(cells, kFacts);
  ASSERT_TRUE(analysis.ok());
  const std::string html = ToHtml(*analysis);
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("<script>")));
  EXPECT_THAT(html, HasSubstr("<polyline"));
}

}  // namespace
}  // namespace revmon::experiment
