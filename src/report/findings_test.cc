#include "report/findings.h"

#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "report/merge.h"
#include "report/source_index.h"
#include "report/test_findings.h"

namespace revmon::report {
namespace {

TEST(LocationTest, AllPartsAreFound) {
  EXPECT_EQ(ParseLocation("a.b.C$D.m(C.java:12)"), (Location{"a.b.C$D", "m", "C.java", 12}));
  EXPECT_EQ(ParseLocation("C.<init>(C.java:7)"), (Location{"C", "<init>", "C.java", 7}));
}

TEST(LocationTest, WhatIsNotThereStaysEmpty) {
  EXPECT_EQ(ParseLocation(""), Location{});
  EXPECT_EQ(ParseLocation("(Unknown)"), Location{});
  EXPECT_EQ(ParseLocation("a.C.m(Unknown Source)"), (Location{"a.C", "m", "", 0}));
  EXPECT_EQ(ParseLocation("a.C.m(C.java)"), (Location{"a.C", "m", "C.java", 0}));
  EXPECT_EQ(ParseLocation("a.C.m(C.java:x)"), (Location{"a.C", "m", "C.java", 0}));
  EXPECT_EQ(ParseLocation("a.C.m(C.java:99999999999)"), (Location{"a.C", "m", "C.java", 0}));
}

TEST(FindingTest, PlaceIsTheBestThatIsKnown) {
  Finding finding;
  EXPECT_EQ(finding.Place(), "(unknown place)");
  finding.location = "a.C.m(Unknown Source)";
  EXPECT_EQ(finding.Place(), "a.C.m(Unknown Source)");
  finding.parts = {"a.C", "m", "C.java", 4};
  EXPECT_EQ(finding.Place(), "C.java:4");
  finding.source.path = "src/a/C.java";
  finding.source.line = 4;
  EXPECT_EQ(finding.Place(), "src/a/C.java:4");
}

TEST(FingerprintTest, MovedLinesKeepIt) {
  Findings before = TestFindings();
  Findings after = TestFindings();
  for (Finding& finding : after.all) {
    finding.parts.line += 10;
    finding.source.line += 10;
    finding.source.first_line += 10;
  }
  SetFingerprints(&after.all);
  EXPECT_EQ(before.all[0].fingerprint, after.all[0].fingerprint);
  EXPECT_EQ(before.all[1].fingerprint, after.all[1].fingerprint);
}

TEST(FingerprintTest, EqualLinesOfOneMethodDiffer) {
  Findings findings = TestFindings();
  findings.all.push_back(findings.all[1]);
  findings.all.back().parts.line = 30;
  SetFingerprints(&findings.all);
  EXPECT_NE(findings.all[1].fingerprint, findings.all[2].fingerprint);
}

TEST(FingerprintTest, OtherLineIsAnother) {
  Findings findings = TestFindings();
  std::string before = findings.all[1].fingerprint;
  findings.all[1].source.lines[2] = "  return it.next() & 2;";
  SetFingerprints(&findings.all);
  EXPECT_NE(findings.all[1].fingerprint, before);
}

TEST(SortTest, ErrorsComeFirst) {
  std::vector<Finding> findings(3);
  findings[0].severity = "suggestion";
  findings[1].severity = "warning";
  findings[2].severity = "error";
  Sort(&findings);
  EXPECT_EQ(findings[0].severity, "error");
  EXPECT_EQ(findings[2].severity, "suggestion");
}

wire::Violation ViolationAt(const std::string& location, uint64_t count) {
  wire::Violation violation;
  violation.spec = "S";
  violation.category = "match";
  violation.location = location;
  violation.count = count;
  violation.first_ms = 100 - count;
  violation.last_ms = 100 + count;
  return violation;
}

TEST(MergeTest, SameViolationOfTwoJvmsIsOne) {
  wire::Results a;
  a.violations = {ViolationAt("a.C.m(C.java:1)", 2)};
  a.notes = {"note"};
  a.complete = true;
  wire::Results b;
  b.violations = {ViolationAt("a.C.m(C.java:1)", 3), ViolationAt("a.C.m(C.java:2)", 1)};
  b.notes = {"note"};
  Merger merger;
  merger.Add(a);
  merger.Add(b);
  Findings findings = std::move(merger).Finish(nullptr);
  ASSERT_EQ(findings.all.size(), 2u);
  EXPECT_EQ(findings.all[0].count, 5u);
  EXPECT_EQ(findings.all[0].first_ms, 97u);
  EXPECT_EQ(findings.all[0].last_ms, 103u);
  EXPECT_EQ(findings.all[0].severity, "warning");
  EXPECT_EQ(findings.notes.size(), 1u);
  EXPECT_EQ(findings.jvms, 2u);
  EXPECT_EQ(findings.unfinished_jvms, 1u);
}

class SourceIndexTest : public testing::Test {
 protected:
  void Put(const std::string& path, std::string_view text) {
    ASSERT_TRUE(files_.CreateDirectories(path.substr(0, path.rfind('/'))).ok());
    ASSERT_TRUE(files_.WriteFileAtomically(path, AsBytes(text)).ok());
  }
  std::string PathOf(const Location& location) { return SourceIndex(files_, "/p").Find(location).path; }
  InMemoryFileSystem files_;
};

TEST_F(SourceIndexTest, PackageDecidesBetweenFilesOfOneName) {
  Put("/p/src/a/C.java", "1\n2\n");
  Put("/p/src/b/C.java", "1\n2\n");
  EXPECT_EQ(PathOf({"b.C$D", "m", "C.java", 2}), "src/b/C.java");
  EXPECT_EQ(PathOf({"c.C", "m", "C.java", 2}), "");
}

TEST_F(SourceIndexTest, MainComesBeforeTestAndBuildOutputIsLeftOut) {
  Put("/p/m/src/test/java/a/C.java", "1\n");
  Put("/p/target/a/C.java", "1\n");
  Put("/p/.hidden/a/C.java", "1\n");
  EXPECT_EQ(PathOf({"a.C", "m", "C.java", 1}), "m/src/test/java/a/C.java");
  Put("/p/module/src/main/java/a/C.java", "1\n");
  EXPECT_EQ(PathOf({"a.C", "m", "C.java", 1}), "module/src/main/java/a/C.java");
}

TEST_F(SourceIndexTest, KotlinFilesNeedNoPackageFolders) {
  Put("/p/src/Shop.kt", "1\n");
  EXPECT_EQ(PathOf({"com.acme.ShopKt", "m", "Shop.kt", 1}), "src/Shop.kt");
}

TEST_F(SourceIndexTest, LineBehindTheEndIsAnotherVersionOfTheFile) {
  Put("/p/src/a/C.java", "1\n2\n");
  EXPECT_EQ(PathOf({"a.C", "m", "C.java", 3}), "");
  EXPECT_EQ(PathOf({"a.C", "m", "C.java", 0}), "");
}

TEST_F(SourceIndexTest, ExcerptHasTheLinesAround) {
  Put("/p/a/C.java", "1\n2\n3\n4\n\t 5\r\n6\n7\n8\n9\n");
  Source source = SourceIndex(files_, "/p").Find({"a.C", "m", "C.java", 5});
  EXPECT_EQ(source.first_line, 2u);
  EXPECT_EQ(source.lines.size(), 7u);
  EXPECT_EQ(source.Text(), "5");
}

TEST(FindingsTest, TheRuleTakesThePlaceOfTheUsualSentenceAlone) {
  Findings findings;
  findings.specs["S"].doc.rule = "Ask first.";
  for (const char* message :
       {"Specification S has been violated on line a.B.m(B.java:3). Documentation is at x\n\n",
        "Specification S has been violated on line a.B.m(B.java:3).\nAnd why.", "Own words."}) {
    findings.all.emplace_back().spec = "S";
    findings.all.back().message = message;
  }
  PreferRules(&findings);
  EXPECT_EQ(findings.all[0].message, "Ask first.");
  EXPECT_TRUE(findings.all[1].message.ends_with("And why."));
  EXPECT_EQ(findings.all[2].message, "Own words.");
}

TEST(SpecInfoTest, DeadStatesAreMarkedAndVerdictsNamed) {
  SpecInfo info = TestSpec();
  ASSERT_EQ(info.automata.size(), 1u);
  EXPECT_EQ(info.parameters, "Object i");
  EXPECT_EQ(info.doc.bad, "it.next();");
  const Automaton& automaton = info.automata[0];
  EXPECT_FALSE(automaton.states[0].dead);
  uint32_t state = automaton.Next(0, "next");
  EXPECT_EQ(automaton.states[state].categories, std::vector<std::string>{"match"});
  EXPECT_TRUE(automaton.states[automaton.Next(state, "next")].dead);
  EXPECT_EQ(automaton.Next(0, "unknown"), 0u);
  EXPECT_EQ(AutomatonOf(info, "match"), 0u);
  EXPECT_EQ(AutomatonOf(info, "fail"), 1u);
}

}  // namespace
}  // namespace revmon::report
