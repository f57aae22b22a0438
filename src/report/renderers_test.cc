#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/in_memory_file_system.h"
#include "report/automaton_svg.h"
#include "report/escape.h"
#include "report/format.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/run_info.h"
#include "report/sarif.h"
#include "report/test_findings.h"
#include "report/text.h"
#include "report/violation_counts.h"

namespace revmon::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

TEST(EscapeTest, MarkupCannotBreakOut) {
  EXPECT_EQ(EscapeMarkup("<a href=\"x\">'&"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
}

TEST(EscapeTest, WhatXmlForbidsIsReplaced) {
  EXPECT_EQ(EscapeMarkup(std::string("a\0b\x1b\n\t", 6)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD\n\t");
  EXPECT_EQ(EscapeMarkup("\xEF\xBF\xBF"), "\xEF\xBF\xBD");
}

TEST(EscapeTest, BrokenUtf8IsReplaced) {
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(ValidUtf8("ä€😀"), "ä€😀");
  EXPECT_EQ(ValidUtf8("\xC3"), bad);
  EXPECT_EQ(ValidUtf8("\xC0\xAF"), bad + bad);            // overlong
  EXPECT_EQ(ValidUtf8("\xED\xA0\x80"), bad + bad + bad);  // surrogate
  EXPECT_EQ(ValidUtf8("\xF5\x80\x80\x80"), bad + bad + bad + bad);
}

TEST(EscapeTest, UriKeepsOnlyWhatMayStandThere) { EXPECT_EQ(UriPath("a b/ü.java"), "a%20b/%C3%BC.java"); }

TEST(TextTest, PlaceFirstThenWhatItMeans) {
  EXPECT_EQ(RenderText(TestFindings(), {}),
            "Till.java:9: error: Own_Rule (known)\n"
            "    in shop.Till.<init>\n"
            "    1 time unattributed\n"
            "src/shop/Cart.java:3: warning: Iterator_HasNext\n"
            "    return it.next() & 1;\n"
            "    Ask <first>.\n"
            "    in shop.Cart.total, 5 times\n"
            "    by shop.CartTest#total (5 times)\n"
            "      ask at shop.Cart.total(Cart.java:2)\n"
            "      next at src/shop/Cart.java:3\n"
            "      next at src/shop/Cart.java:3\n"
            "2 violations (1 error, 1 warning) of 2 specs, 1 new, 1 known in 2 JVMs\n");
}

TEST(TextTest, UnstableOnesAreCountedApart) {
  Findings findings = TestFindings();
  for (Finding& finding : findings.all) {
    if (finding.known) continue;
    finding.reruns = 2;
    finding.seen_again = 1;
  }
  std::string text = RenderText(findings, {});
  EXPECT_THAT(text, HasSubstr("Iterator_HasNext (unstable: again in 1 of 2 re-runs)\n"));
  EXPECT_THAT(text, HasSubstr("1 new, 1 known, 1 unstable, in 2 JVMs"));
  EXPECT_THAT(RenderJunit(findings), HasSubstr("failures=\"0\" errors=\"0\" skipped=\"2\""));
  EXPECT_THAT(RenderJunit(findings), HasSubstr("<skipped message=\"unstable: Ask &lt;first&gt;.\"/>"));
  EXPECT_THAT(RenderJson(findings), HasSubstr("\"unstable\": true"));
}

TEST(TextTest, NoJvmIsNotTheSameAsNoViolation) {
  Findings findings;
  findings.run.specs = 3;
  EXPECT_EQ(RenderText(findings, {}), "nothing was monitored: no JVM left results\n");
  findings.run.specs = 0;  // all were found to be unaffected
  findings.run.exit_code = 0;
  EXPECT_EQ(RenderText(findings, {}), "no violations: nothing had to be monitored\n");
}

TEST(TextTest, ColourOnlyOnRequest) {
  EXPECT_THAT(RenderText(TestFindings(), {.colour = true}), HasSubstr("\033[1;31merror\033[0m"));
  EXPECT_THAT(RenderText(TestFindings(), {}), Not(HasSubstr("\033")));
}

TEST(TextTest, ManyFindingsAreCounted) {
  EXPECT_THAT(RenderText(TestFindings(), {.max_findings = 1}), HasSubstr("... and 1 more violation\n"));
}

TEST(TextTest, NothingFoundSaysWhatWasAsked) {
  Findings findings;
  findings.jvms = 1;
  findings.run.specs = 171;
  EXPECT_EQ(RenderText(findings, {}), "no violations of 171 specs in 1 JVM\n");
}

TEST(TextTest, ManyTestsAreCounted) {
  Findings findings = TestFindings();
  findings.all[1].tests = {{"A#a", 1}, {"B#b", 1}, {"C#c", 1}, {"D#d", 1}, {"E#e", 1}};
  findings.all[1].unattributed = 2;
  EXPECT_THAT(RenderText(findings, {}),
              HasSubstr("by A#a, B#b, C#c and 2 more tests; 2 times unattributed\n"));
}

TEST(JsonTest, HoldsEverything) {
  Json json = Json::parse(RenderJson(TestFindings()));
  const Json& finding = json["violations"][1];
  EXPECT_EQ(finding["spec"], "Iterator_HasNext");
  EXPECT_EQ(finding["path"], "src/shop/Cart.java");
  EXPECT_EQ(finding["tests"][0]["test"], "shop.CartTest#total");
  EXPECT_EQ(finding["events"].size(), 3u);
  EXPECT_EQ(finding["new"], true);
  EXPECT_EQ(json["violations"][0]["new"], false);
  EXPECT_EQ(json["run"]["wallMs"], 1234);
  EXPECT_EQ(json["specs"][0]["events"], 7);
}

TEST(JsonTest, BrokenUtf8IsReplacedNotThrown) {
  Findings findings = TestFindings();
  findings.all[0].message = "\xFF";
  EXPECT_FALSE(Json::parse(RenderJson(findings), nullptr, false).is_discarded());
  EXPECT_FALSE(Json::parse(RenderSarif(findings, "1"), nullptr, false).is_discarded());
}

// What GitHub's upload asks for, beyond the schema.
TEST(SarifTest, ResultsHaveWhatCodeScanningNeeds) {
  Json log = Json::parse(RenderSarif(TestFindings(), "0.1.0"));
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1u);
  const Json& run = log["runs"][0];
  const Json& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2u);
  for (const Json& rule : rules) {
    for (const char* key : {"shortDescription", "fullDescription", "help", "defaultConfiguration"}) {
      EXPECT_TRUE(rule.contains(key)) << key;
    }
    EXPECT_FALSE(rule["help"]["markdown"].get<std::string>().empty());
  }
  ASSERT_EQ(run["results"].size(), 2u);
  for (const Json& result : run["results"]) {
    EXPECT_EQ(rules[result["ruleIndex"].get<size_t>()]["id"], result["ruleId"]);
    const Json& place = result["locations"][0]["physicalLocation"];
    std::string uri = place["artifactLocation"]["uri"];
    EXPECT_FALSE(uri.starts_with("/")) << uri;
    EXPECT_EQ(uri.find(':'), std::string::npos) << uri;
    EXPECT_GE(place["region"]["startLine"].get<int>(), 1);
    EXPECT_EQ(result["partialFingerprints"]["revmonViolation/v1"].get<std::string>().size(), 32u);
    EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
  }
  EXPECT_EQ(run["results"][0]["level"], "error");
  EXPECT_EQ(run["results"][0]["baselineState"], "unchanged");
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "shop/Till.java");
  EXPECT_EQ(run["results"][1]["codeFlows"][0]["threadFlows"][0]["locations"].size(), 3u);
}

TEST(SarifTest, SuggestionIsANoteAndNothingFoundIsAnEmptyRun) {
  Findings findings = TestFindings();
  findings.all[0].severity = "suggestion";
  EXPECT_EQ(Json::parse(RenderSarif(findings, "1"))["runs"][0]["results"][0]["level"], "note");
  EXPECT_TRUE(Json::parse(RenderSarif({}, "1"))["runs"][0]["results"].empty());
}

TEST(JunitTest, NewOnesFailKnownOnesAreSkipped) {
  std::string xml = RenderJunit(TestFindings());
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\" time=\"1.234\""));
  EXPECT_THAT(xml,
              HasSubstr("<failure type=\"warning\" message=\"Ask &lt;first&gt;.\">src/shop/Cart.java:3\n"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"known: Own_Rule\"/>"));
}

TEST(JunitTest, NothingFoundIsACaseThatPassed) {
  EXPECT_THAT(RenderJunit({}), HasSubstr("tests=\"1\" failures=\"0\""));
}

TEST(ViolationCountsTest, LinesAreThoseOfTheCommunity) {
  EXPECT_EQ(RenderViolationCounts(TestFindings()),
            "5 Specification Iterator_HasNext has been violated on line shop.Cart.total(Cart.java:3). "
            "Documentation for this property can be found at java.util/Iterator_HasNext.mop\n"
            "1 Specification Own_Rule has been violated on line shop.Till.<init>(Till.java:9). "
            "Documentation for this property can be found at Own_Rule.mop\n");
}

TEST(ViolationCountsTest, CategoriesOfOnePlaceAreAddedUp) {
  Findings findings = TestFindings();
  findings.all.push_back(findings.all[0]);
  findings.all.back().category = "fail";
  EXPECT_THAT(RenderViolationCounts(findings), HasSubstr("2 Specification Own_Rule"));
}

TEST(HtmlTest, NothingOfTheProgramIsMarkup) {
  Findings findings = TestFindings();
  findings.all[1].message = "</script><script>alert(1)</script>";
  findings.all[1].tests[0].name = "\" onmouseover=\"x";
  std::string html = RenderHtml(findings, "<version>");
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("\" onmouseover=\"x")));
  EXPECT_THAT(html, HasSubstr("&lt;version&gt;"));
}

TEST(HtmlTest, AsksNobodyForAnything) {
  std::string html = RenderHtml(TestFindings(), "1");
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  for (const char* request : {"http://", "https://", "src=", "@import", "url("}) {
    EXPECT_THAT(html, Not(HasSubstr(request)));
  }
}

TEST(HtmlTest, ShowsSourceStepsAutomatonAndCharts) {
  std::string html = RenderHtml(TestFindings(), "1");
  EXPECT_THAT(
      html,
      HasSubstr("<span class=\"line here\"><span class=\"number\">3</span>  return it.next() &amp; 1;"));
  EXPECT_THAT(html, HasSubstr("How it came to this"));
  EXPECT_THAT(html, HasSubstr("class=\"edge walked\""));
  EXPECT_THAT(html, HasSubstr("Places per rule"));
  EXPECT_THAT(html, HasSubstr("1.2 s"));
}

TEST(HtmlTest, WayWithoutItsBeginIsNotDrawn) {
  Findings findings = TestFindings();
  findings.all[1].steps.pop_back();  // ask, next: no verdict there
  EXPECT_THAT(RenderHtml(findings, "1"), Not(HasSubstr("class=\"edge walked\"")));
}

TEST(HtmlTest, NothingFoundIsSaid) { EXPECT_THAT(RenderHtml({}, "1"), HasSubstr("No rule was broken.")); }

TEST(AutomatonSvgTest, StepsAreNumberedAtTheirArrows) {
  SpecInfo info = TestSpec();
  std::string svg = DrawAutomaton(info.automata[0], {"ask", "next", "next"}, "T");
  EXPECT_THAT(svg, HasSubstr("<tspan class=\"step\" dx=\"5\">1</tspan>"));
  EXPECT_THAT(svg, HasSubstr("<tspan class=\"step\" dx=\"5\">3</tspan>"));
  EXPECT_THAT(svg, HasSubstr("@match"));
}

TEST(AutomatonSvgTest, AmongManyArrowsOnlyTheWayIsLabelled) {
  Automaton automaton = TestSpec().automata[0];
  automaton.states.assign(4, {});
  automaton.edges.clear();
  for (uint32_t from = 0; from < 4; ++from) {
    for (uint32_t to = 0; to < 4; ++to) automaton.edges.push_back({from, to, {"e" + std::to_string(to)}});
  }
  std::string svg = DrawAutomaton(automaton, {"e1", "e2"}, "T");
  EXPECT_THAT(svg, HasSubstr("class=\"faint\""));
  EXPECT_LT(svg.find("class=\"faint\""), svg.find("class=\"edge walked\""));
  EXPECT_THAT(DrawAutomaton(automaton, {}, "T"), Not(HasSubstr("class=\"faint\"")));
}

TEST(AutomatonSvgTest, TooManyStatesAreNotDrawn) {
  Automaton automaton;
  automaton.states.resize(kMaxDrawnStates + 1);
  EXPECT_EQ(DrawAutomaton(automaton, {}, "T"), "");
  EXPECT_EQ(DrawAutomaton({}, {}, "T"), "");
  automaton.states.resize(1);
  EXPECT_NE(DrawAutomaton(automaton, {}, "T"), "");
}

TEST(MarkdownTest, PlainTextIsWrapped) {
  EXPECT_EQ(Wrapped("aa bb cc", 5), "aa bb\ncc\n");
  EXPECT_EQ(Wrapped("aaaaaaaa b", 3, " "), " aaaaaaaa\n b\n");
  EXPECT_EQ(SpecPlainText(TestSpec()),
            "Ask <first>.\n\nWhy & when.\n\nWrong:\n    it.next();\n\nRight:\n"
            "    if (it.hasNext()) it.next();\n\nFalse alarms: None.\n");
}

TEST(MarkdownTest, FencesHoldCodeWithFences) {
  SpecInfo info = TestSpec();
  info.doc.bad = "```";
  EXPECT_THAT(SpecMarkdown(info), HasSubstr("~~~~java\n```\n~~~~\n"));
}

TEST(FormatTest, EveryNameIsAFormatWithItsOwnFile) {
  std::vector<std::string> files;
  for (const std::string& name : FormatNames()) {
    std::optional<Format> format = ParseFormat(name);
    ASSERT_TRUE(format.has_value()) << name;
    files.push_back(FileNameOf(*format));
    EXPECT_FALSE(Render(TestFindings(), *format, "1").empty());
  }
  std::sort(files.begin(), files.end());
  EXPECT_EQ(std::unique(files.begin(), files.end()), files.end());
  EXPECT_FALSE(ParseFormat("xml").has_value());
}

TEST(RunInfoTest, ComesBackAsItWasWritten) {
  InMemoryFileSystem files;
  ASSERT_TRUE(files.CreateDirectories("/run").ok());
  RunInfo run{"java \"x\"", "2026-11-15T08:00:00Z", 12, 3, 4, {"/specs"}};
  ASSERT_TRUE(WriteRunInfo(files, "/run", run).ok());
  RunInfo back = ReadRunInfo(files, "/run");
  EXPECT_EQ(back.command, run.command);
  EXPECT_EQ(back.wall_ms, 12);
  EXPECT_EQ(back.exit_code, 3);
  EXPECT_EQ(back.specs, 4u);
  EXPECT_EQ(back.spec_paths, run.spec_paths);
}

TEST(RunInfoTest, DamageIsUnknown) {
  InMemoryFileSystem files;
  ASSERT_TRUE(files.CreateDirectories("/run").ok());
  EXPECT_EQ(ReadRunInfo(files, "/run").wall_ms, -1);
  for (const char* text : {"{", "[]", "{\"wallMs\": \"x\", \"command\": 3, \"specPaths\": [1]}"}) {
    ASSERT_TRUE(files.WriteFileAtomically("/run/run.json", AsBytes(std::string_view(text))).ok());
    RunInfo run = ReadRunInfo(files, "/run");
    EXPECT_EQ(run.wall_ms, -1);
    EXPECT_EQ(run.command, "");
    EXPECT_TRUE(run.spec_paths.empty());
  }
}

}  // namespace
}  // namespace revmon::report
