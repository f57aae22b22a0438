#include "select/test_selection.h"

#include <algorithm>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "select/change_kinds.h"
#include "select/test_selection_cases.h"
#include "support/javac.h"
#include "wire/test_dependencies.h"

namespace revmon::select {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using Tests = std::set<std::string>;

class TestSelectionTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    cases_ = new std::vector<Case>(Cases());
    before_ = new graph::Program(Read(false));
    after_ = new graph::Program(Read(true));
    records_ = new wire::Dependencies;
    records_->level = wire::DependencyLevel::kBlock;
    for (const Case& one : *cases_) {
      for (const Did& did : one.did) Record(*records_, one.name, did);
    }
  }
  static void TearDownTestSuite() {
    delete cases_;
    delete before_;
    delete after_;
    delete records_;
  }
  static graph::Program Read(bool after) {
    testing::SourceTree tree;
    for (const Case& one : *cases_) {
      std::string folder = std::string(one.name) + "/";
      auto put = [&](const char* file, const std::string& source) {
        tree[folder + file + ".java"] = "package " + std::string(one.name) + "; " + source;
      };
      for (const Did& did : one.did) put(did.test, "public class " + std::string(did.test) + " { }");
      for (const auto& [file, source] : one.both) put(file, source);
      for (const auto& [file, source] : after ? one.after : one.before) put(file, source);
    }
    Result<testing::ClassTree> classes = testing::CompileJava(tree);
    EXPECT_TRUE(classes.ok()) << (classes.ok() ? "" : classes.error().Text());
    InMemoryFileSystem files;
    for (const auto& [name, bytes] : *classes) files.Put("/c/" + name + ".class", bytes);
    return graph::Program::Read(files, {{"/c", false}}, 17, nullptr, graph::Detail::kMethods);
  }
  static uint32_t Id(wire::Dependencies& records, const std::string& element) {
    auto at = std::find(records.elements.begin(), records.elements.end(), element);
    if (at == records.elements.end()) at = records.elements.insert(at, element);
    return static_cast<uint32_t>(at - records.elements.begin());
  }
  static void Record(wire::Dependencies& records, const std::string& package, const Did& did) {
    wire::TestDependencies test;
    test.test = package + "." + did.test;
    std::istringstream words(did.what);
    for (std::string word; words >> word;) {
      if (word.starts_with('!')) {
        test.files.push_back(word.substr(1));
        continue;
      }
      wire::Receiver receiver;
      size_t close = word.find('>');
      bool received = word.starts_with('<');
      if (received) receiver.type = Id(records, package + "/" + word.substr(1, close - 1));
      if (received) word = word.substr(close + 1);
      size_t at = word.find('@');
      std::string element = package + "/" + word.substr(0, at);
      uint32_t id = Id(records, element);
      receiver.method = id;
      if (received) test.receivers.push_back(receiver);
      test.elements.push_back(id);
      test.elements.push_back(Id(records, std::string(wire::ClassOfElement(element))));
      if (at == std::string::npos) continue;
      std::istringstream numbers(word.substr(at + 1));
      wire::BlockUse use{id, {}};
      for (std::string number; std::getline(numbers, number, ',');)
        use.blocks.push_back(static_cast<uint32_t>(std::stoi(number)));
      test.blocks.push_back(use);
    }
    test.elements.push_back(Id(records, package + "/" + did.test));
    std::sort(test.elements.begin(), test.elements.end());
    records.tests[test.test] = test;
  }

  static RtsInput Input() {
    RtsInput input;
    input.before = before_;
    input.after = after_;
    input.records = records_;
    for (const auto& [name, record] : records_->tests) input.tests.push_back(name);
    return input;
  }
  static std::vector<TestVerdict> Select(const RtsInput& input, const RtsOptions& options) {
    Result<std::vector<TestVerdict>> verdicts = SelectTests(input, options);
    EXPECT_TRUE(verdicts.ok());
    return std::move(*verdicts);
  }
  static std::vector<TestVerdict> Verdicts(const RtsOptions& options) { return Select(Input(), options); }
  static Tests Selected(const RtsOptions& options) {
    Tests selected;
    for (const TestVerdict& verdict : Verdicts(options)) {
      EXPECT_FALSE(verdict.why.empty()) << verdict.test;
      if (verdict.selected) selected.insert(verdict.test);
    }
    return selected;
  }
  static Tests Expected(const Case& one, std::initializer_list<const char*> lists) {
    Tests expected;
    for (const char* list : lists) {
      std::istringstream words(list);
      for (std::string word; words >> word;) expected.insert(std::string(one.name) + "." + word);
    }
    return expected;
  }
  static Tests Of(const Tests& tests, const Case& one) {
    Tests out;
    for (const std::string& test : tests) {
      if (test.starts_with(std::string(one.name) + ".")) out.insert(test);
    }
    return out;
  }
  static std::vector<std::string> WhyOf(const RtsOptions& options, const std::string& test) {
    for (TestVerdict& verdict : Verdicts(options)) {
      if (verdict.test == test) return verdict.why;
    }
    return {};
  }

  static inline std::vector<Case>* cases_ = nullptr;
  static inline graph::Program *before_ = nullptr, *after_ = nullptr;
  static inline wire::Dependencies* records_ = nullptr;
};

TEST_F(TestSelectionTest, HyrtsByKindOfChange) {
  Tests selected = Selected({.technique = Technique::kHyrts});
  for (const Case& one : *cases_) EXPECT_EQ(Of(selected, one), Expected(one, {one.hyrts})) << one.name;
}

TEST_F(TestSelectionTest, HyrtsFLiftsAddedAndDeletedMethods) {
  Tests selected = Selected({.technique = Technique::kHyrtsF});
  for (const Case& one : *cases_)
    EXPECT_EQ(Of(selected, one), Expected(one, {one.hyrts, one.hyrts_f})) << one.name;
}

TEST_F(TestSelectionTest, FrtsAndEkstaziByClass) {
  Tests selected = Selected({.technique = Technique::kFrts});
  for (const Case& one : *cases_)
    EXPECT_EQ(Of(selected, one), Expected(one, {one.hyrts, one.hyrts_f, one.frts})) << one.name;
  EXPECT_EQ(Selected({.technique = Technique::kEkstazi}), selected);
}

TEST_F(TestSelectionTest, PublishedRuleOfHyrts) {
  Tests selected = Selected({.technique = Technique::kHyrts, .published = true});
  for (const Case& one : *cases_) EXPECT_EQ(Of(selected, one), Expected(one, {one.published})) << one.name;
}

TEST_F(TestSelectionTest, HyrtsBLeavesOutTestsThatTookAnotherWay) {
  Tests selected = Selected({.technique = Technique::kHyrtsB});
  for (const Case& one : *cases_) {
    Tests expected = Expected(one, {one.hyrts});
    expected.erase("blocks.T2");
    EXPECT_EQ(Of(selected, one), expected) << one.name;
  }
}

TEST_F(TestSelectionTest, EachLiftLiesBetweenHyrtsAndFrts) {
  Tests hyrts = Selected({.technique = Technique::kHyrts}), frts = Selected({.technique = Technique::kFrts});
  for (const char* kind : {"DSI", "ASI", "CSI", "DI", "AI", "CI", "DSM", "ASM", "CSM", "DIM", "AIM", "CIM"}) {
    Tests lifted = Selected({.technique = Technique::kHyrts, .lifted = ParseLifted(kind).value()});
    EXPECT_TRUE(std::includes(lifted.begin(), lifted.end(), hyrts.begin(), hyrts.end())) << kind;
    EXPECT_TRUE(std::includes(frts.begin(), frts.end(), lifted.begin(), lifted.end())) << kind;
  }
  EXPECT_THAT(Selected({.technique = Technique::kHyrts, .lifted = {ElementChange::kAsm}}),
              Contains("asm.T1"));
  EXPECT_THAT(Selected({.technique = Technique::kHyrts, .lifted = {ElementChange::kAi}}), Contains("ai.T1"));
  EXPECT_THAT(Selected({.technique = Technique::kHyrts, .lifted = {ElementChange::kCim}}),
              Contains("cim.T2"));
}

TEST_F(TestSelectionTest, FineEkstaziIsPartOfEkstazi) {
  Tests ekstazi = Selected({.technique = Technique::kEkstazi});
  Tests by_findings = Selected({.technique = Technique::kFineEkstazi});
  Tests by_methods = Selected({.technique = Technique::kFineEkstaziMethods});
  EXPECT_TRUE(std::includes(ekstazi.begin(), ekstazi.end(), by_findings.begin(), by_findings.end()));
  EXPECT_TRUE(std::includes(by_findings.begin(), by_findings.end(), by_methods.begin(), by_methods.end()));
}

TEST_F(TestSelectionTest, TheExampleOfThePaperSaysWhy) {
  RtsOptions hyrts{.technique = Technique::kHyrts};
  EXPECT_THAT(WhyOf(hyrts, "fig1cm.T2"), ElementsAre("CSM fig1cm.A.m2()", "fig1cm.T2 ran fig1cm.A.m2()"));
  EXPECT_THAT(WhyOf(hyrts, "fig1aim.T3"), ElementsAre("LC <fig1aim.B, fig1aim.A.m1()>",
                                                      "fig1aim.T3 ran m1 of an object of class fig1aim.B"));
  EXPECT_THAT(WhyOf(hyrts, "fig1aim.T1"), ElementsAre("no change reaches it"));
}

TEST_F(TestSelectionTest, WithoutReceiversHyrtsLiftsAsHyrtsFDoes) {
  wire::Dependencies plain = *records_;
  for (auto& [name, test] : plain.tests) test.receivers.clear();
  RtsInput input = Input();
  input.records = &plain;
  Tests selected;
  for (const TestVerdict& verdict : Select(input, {.technique = Technique::kHyrts})) {
    if (verdict.selected) selected.insert(verdict.test);
  }
  EXPECT_EQ(selected, Selected({.technique = Technique::kHyrtsF}));
}

TEST_F(TestSelectionTest, RecordsOfClassesAloneAreFollowedByClasses) {
  wire::Dependencies classes = *records_;
  classes.level = wire::DependencyLevel::kClass;
  for (auto& [name, test] : classes.tests) {
    std::erase_if(test.elements, [&](uint32_t id) { return wire::IsMethodElement(classes.elements[id]); });
    test.receivers.clear();
    test.blocks.clear();
  }
  RtsInput input = Input();
  input.records = &classes;
  for (Technique technique : {Technique::kHyrts, Technique::kHyrtsB, Technique::kFrts}) {
    Tests selected;
    for (const TestVerdict& verdict : Select(input, {.technique = technique})) {
      if (verdict.selected) selected.insert(verdict.test);
    }
    EXPECT_EQ(selected, Selected({.technique = Technique::kFrts})) << ToString(technique);
  }
}

TEST_F(TestSelectionTest, WhatIsNotKnownIsSelected) {
  RtsInput input = Input();
  wire::Dependencies blind = *records_;
  blind.tests.erase("fig1cm.T1");
  blind.tests["fig1cm.T3"].everything = true;
  blind.tests["fig1cm.T3"].why_everything = "fig1cm.Odd could not be watched";
  input.records = &blind;
  input.tests = {"fig1cm.T1", "fig1cm.T3", "fig1cm.T4", "fig1cm.T2#one", "sealed_.Y"};
  input.always["fig1cm.T4"] = "failed last time";
  std::vector<TestVerdict> verdicts = Select(input, {.technique = Technique::kHyrts});
  EXPECT_THAT(verdicts[0].why, ElementsAre("nothing is known of what fig1cm.T1 did"));
  EXPECT_THAT(verdicts[1].why,
              ElementsAre("fig1cm.T3 may depend on anything: fig1cm.Odd could not be watched"));
  EXPECT_THAT(verdicts[2].why, ElementsAre("failed last time"));
  EXPECT_TRUE(verdicts[3].selected);  // by what its class did
  EXPECT_THAT(verdicts[4].why, ElementsAre("sealed_.Y is new"));
}

TEST_F(TestSelectionTest, WithoutAnEarlierRunAllAreSelected) {
  RtsInput input = Input();
  input.before = nullptr;
  EXPECT_THAT(Select(input, {.technique = Technique::kStarts})[0].why,
              ElementsAre(HasSubstr("no earlier run")));
  input = Input();
  input.records = nullptr;
  for (const TestVerdict& verdict : Select(input, {.technique = Technique::kEkstazi}))
    EXPECT_TRUE(verdict.selected);
  input = Input();
  input.why_all = "pom.xml changed";
  EXPECT_THAT(Select(input, {})[0].why, ElementsAre("pom.xml changed"));
}

TEST_F(TestSelectionTest, WithoutAChangeNothingIsSelected) {
  RtsInput input = Input();
  input.after = before_;
  for (Technique technique : AllTechniques()) {
    if (technique == Technique::kAll) continue;
    for (const TestVerdict& verdict : Select(input, {.technique = technique})) {
      EXPECT_FALSE(verdict.selected) << verdict.test;
      EXPECT_THAT(verdict.why, ElementsAre("nothing changed"));
    }
  }
}

TEST_F(TestSelectionTest, FilesThatWereOpened) {
  RtsInput input = Input();
  input.after = before_;
  wire::Dependencies with = *records_;
  with.tests["cim.T1"].files = {"/home/me/project/src/test/data/in.csv"};
  with.tests["cim.T2"].files = {"src/test/data/main.csv"};
  input.records = &with;
  input.changed_files = {"src/test/data/in.csv"};
  for (Technique technique :
       {Technique::kStarts, Technique::kFineStartsMethods, Technique::kFrts, Technique::kHyrtsB}) {
    for (const TestVerdict& verdict : Select(input, {.technique = technique})) {
      EXPECT_EQ(verdict.selected, verdict.test == "cim.T1") << verdict.test << " " << ToString(technique);
    }
  }
}

// No code of these tests leads to the classes that they used: as if they had put names together.
TEST_F(TestSelectionTest, WhatTestsUseWithoutReachingItCountsForFineEkstaziToo) {
  for (Technique technique : {Technique::kFineEkstazi, Technique::kFineEkstaziMethods}) {
    Tests selected = Selected({.technique = technique});
    for (const char* test : {"cim.T1", "swap.T1", "csi.T1", "df.T1", "dim.T1", "tostring.T1"})
      EXPECT_TRUE(selected.contains(test)) << test;
  }
}

// What FineRTS leaves out though tests see it, and what it rightly does not.
TEST_F(TestSelectionTest, PublishedRuleOfFineEkstazi) {
  Tests published = Selected({.technique = Technique::kFineEkstazi, .published = true});
  for (const char* missed :
       {"tostring.T1", "synchronized_.T1", "ch.T2", "supers.T1", "field.T1", "defaults.T1"}) {
    EXPECT_FALSE(published.contains(missed)) << missed;
  }
  for (const char* found : {"cim.T1", "swap.T1", "csi.T1", "df.T1", "dim.T1"}) {
    EXPECT_TRUE(published.contains(found)) << found;
  }
}

TEST_F(TestSelectionTest, OnlyHyrtsLifts) {
  EXPECT_FALSE(SelectTests(Input(), {.technique = Technique::kFrts, .lifted = {ElementChange::kAim}}).ok());
}

TEST_F(TestSelectionTest, KindsAsPeopleReadThem) {
  graph::ProgramDiff diff = graph::Compare(*before_, *after_);
  graph::MemberLookup before(*before_, nullptr), after(*after_, nullptr);
  ChangeKinds kinds = FindChangeKinds(before, after, *before_, *after_, diff);
  std::vector<std::string> shown;
  for (const ClassChange& change : kinds.classes) {
    shown.push_back(Shown(change));
    for (const MemberChange& member : change.members) shown.push_back(Shown(change, member));
  }
  for (const LookupChange& change : kinds.lookups) shown.push_back(Shown(change));
  EXPECT_THAT(shown, IsSupersetOf({"CF dsi.C",
                                   "DSI dsi.C's initialiser",
                                   "ASI asi.C's initialiser",
                                   "CSI csi.C's initialiser",
                                   "DI di.C(int)",
                                   "AI ai.C(int)",
                                   "CI ci.C(int)",
                                   "DSM dsm.C.m()",
                                   "ASM asm.C.m()",
                                   "CSM csm.C.m()",
                                   "DIM dim.C.m()",
                                   "AIM aim.C.fresh()",
                                   "CIM cim.C.m()",
                                   "AF af.Plug",
                                   "DF df.C",
                                   "CH ch.C",
                                   "AFL field.B.f",
                                   "CFL copies.K.V",
                                   "LC <fig1aim.B, fig1aim.A.m1()>",
                                   "LC <dim.C, dim.C.m()>",
                                   "LC <defaults.X, defaults.I.d()>"}));
  EXPECT_THAT(shown, Not(Contains("LC <defaults.J, defaults.I.d()>")));  // no object is of an interface
}

}  // namespace
}  // namespace revmon::select
