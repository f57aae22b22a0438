// The engine in the JVM against the reference engine: random specs and the library's, random traces, the
// same verdicts. All cases of one test run in one JVM (EngineDriver.java).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/bytes.h"
#include "jvm_fixture.h"
#include "monitor/engine.h"
#include "monitor/spec_property.h"
#include "random_spec.h"
#include "spec/load.h"
#include "spec/plan_builder.h"
#include "trace/trace_file.h"
#include "weave/site_info.h"
#include "weave/tables.h"

namespace revmon::test {
namespace {

using monitor::Semantics;

struct Case {
  std::string text;  // of the spec
  spec::Spec spec;
  std::vector<monitor::TraceEvent> trace;
  std::vector<uint8_t> tables;
};

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Nothing when the spec is no sound one, or needs Java.
std::vector<Case> CasesOf(const std::string& name, const std::string& text,
                          Semantics semantics = Semantics::kTextbook) {
  std::vector<Case> cases;
  spec::LoadedFile file = spec::Load(name, text, nullptr);
  if (file.diagnostics.errors() > 0) return {};
  for (spec::Spec& spec : file.specs) {
    if (spec.java.any()) continue;
    Result<wire::Plan> plan = spec::BuildPlan(std::span(&spec, 1), static_cast<wire::Semantics>(semantics));
    if (!plan.ok()) continue;
    // A trace has no values to test: whether a condition held is said by the trace itself.
    for (wire::Event& event : plan->specs[0].events) event.tests.clear();
    cases.push_back({text, std::move(spec), {}, weave::EncodeTables(*plan)});
  }
  return cases;
}

size_t EventOf(const Case& one, const monitor::TraceEvent& event) {
  for (size_t i = 0; i < one.spec.events.size(); ++i) {
    const spec::Event& declared = one.spec.events[i];
    if (declared.name != event.name || declared.binds.size() != event.bindings.size()) continue;
    bool same = true;
    for (size_t k = 0; k < declared.binds.size(); ++k) {
      same &= one.spec.parameters[declared.binds[k]].name == event.bindings[k].parameter;
    }
    if (same) return i;
  }
  ADD_FAILURE() << "no event " << event.name;
  return 0;
}

std::string LocationOf(size_t event) { return "a.B.m(B.java:" + std::to_string(event + 1) + ")"; }

// One site per event; its parameters are the arguments.
std::vector<uint8_t> SiteOf(const spec::Spec& spec, uint32_t event) {
  match::Residue residue;
  for (const spec::Variable& variable : spec.events[event].variables) {
    match::Value value;
    const std::vector<uint32_t>& binds = spec.events[event].binds;
    auto at = std::find(binds.begin(), binds.end(), static_cast<uint32_t>(variable.parameter));
    if (variable.parameter >= 0) {
      value = {match::Value::Kind::kArgument, static_cast<uint16_t>(at - binds.begin())};
    }
    residue.variables.push_back(value);
  }
  return weave::EncodeSite({.location = LocationOf(event), .matches = {{0, event, {residue}}}});
}

uint32_t MomentOf(const spec::Event& event) {
  if (event.advice == spec::Advice::kAfterThrowing) return 2;
  return event.advice == spec::Advice::kAfter || event.advice == spec::Advice::kAfterReturning ? 1 : 0;
}

void PutTables(ByteWriter& out, const Case& one) {
  PutBytes(out, one.tables);
  out.U4(static_cast<uint32_t>(one.spec.events.size()));
  for (uint32_t e = 0; e < one.spec.events.size(); ++e) PutBytes(out, SiteOf(one.spec, e));
}

void PutCase(ByteWriter& out, const Case& one, bool forgets) {
  PutTables(out, one);
  std::map<std::string, size_t> last_use;
  for (size_t i = 0; i < one.trace.size(); ++i) {
    for (const monitor::TraceBinding& binding : one.trace[i].bindings) last_use[binding.object] = i;
  }
  out.U4(static_cast<uint32_t>(one.trace.size()));
  for (size_t i = 0; i < one.trace.size(); ++i) {
    const monitor::TraceEvent& event = one.trace[i];
    out.U4(static_cast<uint32_t>(i));
    PutBytes(out, AsBytes(event.thread));
    out.U4(static_cast<uint32_t>(EventOf(one, event)));
    out.U4(MomentOf(one.spec.events[EventOf(one, event)]));
    std::set<std::string> done;
    out.U4(static_cast<uint32_t>(event.bindings.size()));
    for (const monitor::TraceBinding& binding : event.bindings) {
      out.U4(static_cast<uint32_t>(std::stoul(binding.object)));
      if (forgets && last_use[binding.object] == i) done.insert(binding.object);
    }
    out.U4(static_cast<uint32_t>(done.size()));
    for (const std::string& object : done) out.U4(static_cast<uint32_t>(std::stoul(object)));
    out.U1(forgets && !done.empty() ? 1 : 0);
  }
}

// "event property handler <binding>", sorted: the order within one event is free.
std::multiset<std::string> Expected(const Case& one, Semantics semantics) {
  std::multiset<std::string> lines;
  std::vector<monitor::Property> properties = monitor::PropertiesOf(one.spec);
  for (size_t p = 0; p < properties.size(); ++p) {
    monitor::Engine engine(properties[p], semantics);
    std::vector<monitor::Verdict> verdicts;
    for (const monitor::TraceEvent& event : one.trace) {
      Status status = engine.Step(event, verdicts);
      EXPECT_TRUE(status.ok());
    }
    for (const monitor::Verdict& verdict : verdicts) {
      lines.insert(std::to_string(verdict.event_index) + " " + std::to_string(p) + " " +
                   std::to_string(verdict.handler) + " " + engine.Describe(verdict.binding));
    }
  }
  return lines;
}

std::string TraceText(const Case& one) {
  std::string text;
  for (const monitor::TraceEvent& event : one.trace) text += monitor::ToString(event) + "\n";
  return text;
}

class EngineTest : public JvmTest {
 protected:
  // Both engines on all cases; `forgets`: objects die after their last event.
  void Compare(const std::vector<Case>& cases, bool forgets, Semantics semantics = Semantics::kTextbook,
               const std::string& option = "-Xmx64m") {
    ByteWriter out;
    for (const Case& one : cases) PutCase(out, one, forgets);
    ASSERT_TRUE(files_.WriteFileAtomically(folder_ + "/cases", out.bytes()).ok());
    Compile("EngineDriver.java");
    Java({option}, {"revmon.rt.EngineDriver", folder_ + "/cases", folder_ + "/verdicts"});
    std::vector<std::multiset<std::string>> actual(cases.size());
    std::ifstream in(folder_ + "/verdicts");
    for (std::string line; std::getline(in, line);) {
      size_t space = line.find(' ');
      actual.at(std::stoul(line.substr(0, space))).insert(line.substr(space + 1));
    }
    size_t verdicts = 0;
    size_t failed = 0;
    for (size_t i = 0; i < cases.size() && failed < 3; ++i) {
      std::multiset<std::string> expected = Expected(cases[i], semantics);
      verdicts += expected.size();
      if (expected == actual[i]) continue;
      ++failed;
      std::string missing;
      std::string extra;
      for (const std::string& line : expected) missing += actual[i].contains(line) ? "" : line + "\n";
      for (const std::string& line : actual[i]) extra += expected.contains(line) ? "" : line + "\n";
      ADD_FAILURE() << "case " << i << "\n"
                    << cases[i].text << TraceText(cases[i]) << "missing:\n"
                    << missing << "too many:\n"
                    << extra;
    }
    RecordProperty("verdicts", static_cast<int>(verdicts));
    EXPECT_GT(verdicts, cases.size());  // else nothing was compared
  }
};

// Each instance's slice: "event@location event@location".
std::multiset<std::string> ReferenceTraces(const Case& one, const monitor::Property& property) {
  monitor::Engine engine(property);
  engine.RecordSlices();
  std::vector<monitor::Verdict> verdicts;
  for (const monitor::TraceEvent& event : one.trace) EXPECT_TRUE(engine.Step(event, verdicts).ok());
  std::multiset<std::string> traces;
  for (const monitor::Engine::InstanceView& instance : engine.Instances()) {
    std::string text;
    for (size_t at : instance.slice) {
      text += (text.empty() ? "" : " ") + one.trace[at].name + "@" + LocationOf(EventOf(one, one.trace[at]));
    }
    traces.insert(text);
  }
  return traces;
}

std::multiset<std::string> TracesOf(const trace::TraceSet& set) {
  std::multiset<std::string> traces;
  for (const trace::SpecTraces& spec : set.specs) {
    for (const trace::Count& count : spec.counts) {
      std::string text;
      spec.trie.ForEachToken(count.end, [&](trace::Token token) {
        const trace::EventAt& at = spec.tokens[token];
        text += (text.empty() ? "" : " ") + spec.events[at.event] + "@" + set.locations[at.location];
      });
      for (uint64_t i = 0; i < count.monitors; ++i) traces.insert(text);
    }
  }
  return traces;
}

// Instances that can never report are not made where they would be joined of smaller ones.
bool Joins(const monitor::Property& property) {
  monitor::ParameterMask all = (monitor::ParameterMask{1} << property.parameters.size()) - 1;
  return std::any_of(property.events.begin(), property.events.end(), [&](const monitor::EventDecl& event) {
    return event.creates && event.parameters != all;
  });
}

class TracesTest : public EngineTest {
 protected:
  // Every case's monitors have the traces of the reference engine's instances.
  void CompareTraces(const std::vector<Case>& cases) {
    ByteWriter out;
    for (const Case& one : cases) PutCase(out, one, false);
    ASSERT_TRUE(files_.WriteFileAtomically(folder_ + "/cases", out.bytes()).ok());
    Compile("EngineDriver.java");
    Java({"-Xmx128m", "-Drevmon.test.traces=" + folder_ + "/traces"},
         {"revmon.rt.EngineDriver", folder_ + "/cases", folder_ + "/verdicts"});
    Result<std::vector<uint8_t>> told = files_.ReadFile(folder_ + "/traces");
    ASSERT_TRUE(told.ok());
    ByteReader in(*told);
    size_t compared = 0;
    size_t longest = 0;
    for (size_t i = 0; i < cases.size() && !HasFailure(); ++i) {
      std::multiset<std::string> actual = ReadCase(in);
      std::vector<monitor::Property> properties = monitor::PropertiesOf(cases[i].spec);
      if (properties.empty()) continue;
      std::multiset<std::string> expected = ReferenceTraces(cases[i], properties[0]);
      bool same = Joins(properties[0])
                      ? std::includes(expected.begin(), expected.end(), actual.begin(), actual.end())
                      : actual == expected;
      EXPECT_TRUE(same) << "case " << i << "\n"
                        << cases[i].text << TraceText(cases[i]) << Listed("expected", expected)
                        << Listed("actual", actual);
      compared += actual.size();
      for (const std::string& trace : actual) longest = std::max(longest, trace.size());
    }
    EXPECT_GT(compared, cases.size());
    EXPECT_GT(longest, 100u);
  }

 private:
  static std::multiset<std::string> ReadCase(ByteReader& in) {
    std::vector<uint8_t> file = trace::TraceFileHeader();
    for (uint32_t kind = in.U4(); kind != 0; kind = in.U4()) {
      std::vector<uint8_t> record = trace::EncodeRecord(static_cast<trace::Kind>(kind), in.Take(in.U4()));
      file.insert(file.end(), record.begin(), record.end());
    }
    Result<trace::TraceFile> read = trace::ReadTraceFile(file);
    EXPECT_TRUE(read.ok()) << read.error().Text();
    return read.ok() ? TracesOf(read->set) : std::multiset<std::string>();
  }
  static std::string Listed(const std::string& what, const std::multiset<std::string>& traces) {
    std::string text = what + ":\n";
    for (const std::string& trace : traces) text += "  " + trace + "\n";
    return text;
  }
};

class SelectedMonitorsTest : public EngineTest {
 protected:
  // Whatever is selected, nothing is reported that the reference engine does not report; `all`: nothing is
  // missing.
  void CompareSelected(const std::vector<Case>& cases, const std::string& option, bool all) {
    ByteWriter out;
    for (const Case& one : cases) PutCase(out, one, false);
    ASSERT_TRUE(files_.WriteFileAtomically(folder_ + "/cases", out.bytes()).ok());
    Compile("EngineDriver.java");
    Java({"-Xmx128m", option, "-Drevmon.test.traces=" + folder_ + "/traces"},
         {"revmon.rt.EngineDriver", folder_ + "/cases", folder_ + "/verdicts"});
    std::vector<std::multiset<std::string>> actual(cases.size());
    std::ifstream in(folder_ + "/verdicts");
    for (std::string line; std::getline(in, line);) {
      size_t space = line.find(' ');
      actual.at(std::stoul(line.substr(0, space))).insert(line.substr(space + 1));
    }
    size_t reported = 0;
    size_t missed = 0;
    for (size_t i = 0; i < cases.size() && !HasFailure(); ++i) {
      std::multiset<std::string> expected = Expected(cases[i], Semantics::kTextbook);
      EXPECT_TRUE(std::includes(expected.begin(), expected.end(), actual[i].begin(), actual[i].end()))
          << "case " << i << "\n"
          << cases[i].text << TraceText(cases[i]);
      reported += actual[i].size();
      missed += expected.size() - actual[i].size();
    }
    EXPECT_GT(reported, cases.size() / 4);
    EXPECT_EQ(missed == 0, all) << missed;
  }
};

// REVMON_SEED=7 and REVMON_CASES=100000 for a long search.
uint64_t FromEnvironment(const char* name, uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::stoull(value);
}

std::vector<Case> RandomCases(uint64_t seed, size_t count, size_t length,
                              Semantics semantics = Semantics::kTextbook,
                              std::string (*text)(Random&) = RandomSpec) {
  Random random(FromEnvironment("REVMON_SEED", seed));
  count = FromEnvironment("REVMON_CASES", count);
  std::vector<Case> cases;
  while (cases.size() < count) {
    std::vector<Case> one = CasesOf("random.mop", text(random), semantics);
    if (one.empty()) continue;
    one[0].trace = RandomTrace(one[0].spec, random, length);
    cases.push_back(std::move(one[0]));
  }
  return cases;
}

TEST_F(TracesTest, MonitorsHaveTheTracesOfTheReferenceEngine) { CompareTraces(RandomCases(11, 2000, 24)); }

TEST_F(TracesTest, MonitorsHaveTheTracesOfTheReferenceEngineWithSlots) {
  UseSlots();
  CompareTraces(RandomCases(12, 2000, 24));
}

TEST_F(TracesTest, MonitorsOfPairsHaveTheTracesOfTheReferenceEngine) {
  CompareTraces(RandomCases(13, 1000, 40, Semantics::kTextbook, RandomPairSpec));
}

TEST_F(SelectedMonitorsTest, MonitorsThatAreSkippedLeadToNoFalseReport) {
  CompareSelected(RandomCases(21, 1500, 24), "-Drevmon.test.random=0.5", false);
}

TEST_F(SelectedMonitorsTest, MonitorsThatAreSkippedLeadToNoFalseReportWithSlots) {
  UseSlots();
  CompareSelected(RandomCases(22, 1500, 24), "-Drevmon.test.random=0.5", false);
}

TEST_F(SelectedMonitorsTest, WhereAllAreMadeNothingIsMissing) {
  CompareSelected(RandomCases(23, 500, 24), "-Drevmon.test.random=1", true);
}

TEST_F(SelectedMonitorsTest, MonitorsThatTheBanditSkipsLeadToNoFalseReport) {
  CompareSelected(RandomCases(24, 1000, 60), "-Drevmon.test.valg=true", false);
}

TEST_F(EngineTest, RandomSpecsGiveTheVerdictsOfTheReferenceEngine) {
  Compare(RandomCases(1, 3000, 24), false);
}

TEST_F(EngineTest, JavaMopSemanticsRepeatVerdictsAsTheReferenceEngineDoes) {
  Compare(RandomCases(4, 500, 24, Semantics::kJavaMop), false, Semantics::kJavaMop);
}

TEST_F(EngineTest, ObjectsThatDieChangeNoVerdict) { Compare(RandomCases(2, 200, 20), true); }

TEST_F(EngineTest, RandomSpecsGiveTheSameVerdictsWithSlots) {
  UseSlots();
  Compare(RandomCases(5, 3000, 24), false);
}

TEST_F(EngineTest, ObjectsThatDieChangeNoVerdictWithSlots) {
  UseSlots();
  Compare(RandomCases(6, 200, 20), true);
}

TEST_F(EngineTest, PairsOfParentAndChildGiveTheSameVerdicts) {
  Compare(RandomCases(8, 2000, 30, Semantics::kTextbook, RandomPairSpec), false);
}

TEST_F(EngineTest, PairsOfParentAndChildGiveTheSameVerdictsWithSlots) {
  UseSlots();
  Compare(RandomCases(9, 2000, 30, Semantics::kTextbook, RandomPairSpec), false);
}

// One-object specs, most of which then run beyond the automaton's limit of states.
TEST_F(EngineTest, StatesWithoutNumberGiveTheSameVerdicts) {
  UseSlots();
  Compare(RandomCases(7, 1500, 24), false, Semantics::kTextbook, "-Drevmon.test.states=4");
}

// Fires events of one spec from EngineStress.java, which says what it finds wrong.
class EngineStressTest : public EngineTest {
 protected:
  void Stress(const std::string& kind, const std::string& text, const std::string& heap, uint32_t count) {
    std::vector<Case> cases = CasesOf("stress.mop", text);
    ASSERT_EQ(cases.size(), 1u);
    ByteWriter out;
    PutTables(out, cases[0]);
    ASSERT_TRUE(files_.WriteFileAtomically(folder_ + "/spec", out.bytes()).ok());
    Compile("EngineStress.java");
    Java({heap}, {"revmon.rt.EngineStress", kind, folder_ + "/spec", std::to_string(count)});
  }
};

TEST_F(EngineStressTest, TenMillionShortLivedObjectsFitIntoASmallHeap) {
  Stress("short-lived",
         "S(Object a) { event x before(Object a): call(* x(..)) && args(a) {}\n"
         "event y before(Object a): call(* y(..)) && args(a) {}\n ere: x y y @match {} }",
         "-Xmx64m", 10'000'000);
}

TEST_F(EngineStressTest, ShortLivedChildrenOfLongLivedParentsAreForgotten) {
  Stress("pairs",
         "S(Object a, Object b) {\n"
         "creation event x before(Object a, Object b): call(* x(..)) && args(a, b) {}\n"
         "event y before(Object a): call(* y(..)) && args(a) {}\n"
         "event z before(Object b): call(* z(..)) && args(b) {}\n ere: x y+ z @match {} }",
         "-Xmx64m", 3'000'000);
}

TEST_F(EngineStressTest, ChildrenAreForgottenWhereInstancesAreJoinedToo) {
  Stress("pairs",
         "S(Object a, Object b) {\n"
         "event x before(Object a, Object b): call(* x(..)) && args(a, b) {}\n"
         "event y before(Object a): call(* y(..)) && args(a) {}\n"
         "event z before(Object b): call(* z(..)) && args(b) {}\n ere: (x | y)* x y+ z @match {} }",
         "-Xmx64m", 1'000'000);
}

TEST_F(EngineStressTest, JoinedInstancesReportEachPair) {
  Stress("pairs",
         "S(Object a, Object b) {\n"
         "event x before(Object a, Object b): call(* x(..)) && args(a, b) {}\n"
         "event y before(Object a): call(* y(..)) && args(a) {}\n"
         "event z before(Object b): call(* z(..)) && args(b) {}\n ere: (x | y)* x y+ z @match {} }",
         "-Xmx128m", 100'000);
}

TEST_F(EngineStressTest, EightThreadsOnSharedObjectsLoseNoEvent) {
  Stress("shared",
         "S(Object a) { creation event x before(Object a): call(* x(..)) && args(a) {}\n"
         "event y before(Object a): call(* y(..)) && args(a) {}\n"
         "ptltl: x @violation { } }",
         "-Xmx64m", 200'000);
}

TEST_F(EngineStressTest, EightThreadsOnObjectsTakenOverLoseNoEvent) {
  UseSlots();
  Stress("shared",
         "S(Object a) { creation event x before(Object a): call(* x(..)) && args(a) {}\n"
         "event y before(Object a): call(* y(..)) && args(a) {}\n"
         "ptltl: x @violation { } }",
         "-Xmx64m", 200'000);
}

TEST_F(EngineStressTest, ChildrenOfSharedParentsMissNoEvent) {
  UseSlots();
  Stress("children",
         "S(Object a, Object b) {\n"
         "creation event x before(Object a, Object b): call(* x(..)) && args(a, b) {}\n"
         "event y before(Object a): call(* y(..)) && args(a) {}\n"
         "event z before(Object b): call(* z(..)) && args(b) {}\n ere: x y+ z @match {} }",
         "-Xmx128m", 100'000);
}

TEST_F(EngineTest, LibrarySpecsGiveTheVerdictsOfTheReferenceEngine) {
  Random random(3);
  std::vector<Case> cases;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(REVMON_SPECS_DIR)) {
    if (entry.path().extension() != ".mop") continue;
    for (Case& one : CasesOf(entry.path().filename(), ReadText(entry.path()))) {
      one.trace = RandomTrace(one.spec, random, 60);
      cases.push_back(std::move(one));
    }
  }
  EXPECT_GT(cases.size(), 30u);
  Compare(cases, false);
}

}  // namespace
}  // namespace revmon::test
