// Specs with Java in the engine: what conditions, bodies, guards and handlers see, and when. The reference
// engine runs no Java, so the expectations are written by hand after docs/spec-language.md.
#include <gtest/gtest.h>

#include <fstream>

#include "jvm_fixture.h"
#include "run/support.h"
#include "spec/load.h"
#include "spec/plan_builder.h"
#include "weave/site_info.h"
#include "weave/tables.h"

namespace revmon::test {
namespace {

constexpr uint32_t kNumber = 1'000'000;  // EngineDriver: a number, not an object

struct Fired {
  std::vector<uint32_t> arguments;
};

class JavaEngineTest : public JvmTest {
 protected:
  // Every event of the spec happens at one site, with the site's arguments as its variables in order. Answers
  // "call property handler <binding> message", in order.
  std::vector<std::string> Fire(const std::string& text, const std::vector<Fired>& calls,
                                wire::Semantics semantics = wire::Semantics::kTextbook) {
    spec::LoadedFile file = spec::Load("t.mop", text, nullptr);
    EXPECT_EQ(file.diagnostics.errors(), 0u) << spec::Render(file.source, file.diagnostics);
    if (file.specs.size() != 1) return {};
    Result<wire::Plan> plan = spec::BuildPlan(file.specs, semantics);
    Result<run::SupportClasses> support =
        run::CompileSupport(files_, {{&file.specs[0], &file.source}}, {.jdk_home = home_});
    EXPECT_TRUE(plan.ok() && support.ok());
    if (!plan.ok() || !support.ok()) return {};
    for (const std::string& error : support->errors) ADD_FAILURE() << error;
    for (const auto& classes : support->classes) {
      for (const wire::ClassBlob& one : classes) PutClass("/app/", one.name, Bytes(one.bytes));
    }
    Write(*plan, file.specs[0], calls);
    Compile("EngineDriver.java");
    Java({"-Xmx64m"}, {"revmon.rt.EngineDriver", folder_ + "/cases", folder_ + "/verdicts", "messages"});
    std::vector<std::string> lines;
    std::ifstream in(folder_ + "/verdicts");
    for (std::string line; std::getline(in, line);) lines.push_back(line.substr(line.find(' ') + 1));
    return lines;
  }

 private:
  void Write(const wire::Plan& plan, const spec::Spec& spec, const std::vector<Fired>& calls) {
    weave::SiteInfo site{.location = "a.B.m(B.java:1)"};
    for (uint32_t e = 0; e < spec.events.size(); ++e) {
      match::Residue residue;
      for (uint16_t i = 0; i < spec.events[e].variables.size(); ++i) {
        residue.variables.push_back({match::Value::Kind::kArgument, i});
      }
      site.matches.push_back({0, e, {residue}});
    }
    ByteWriter out;
    PutBytes(out, weave::EncodeTables(plan));
    out.U4(1);
    PutBytes(out, weave::EncodeSite(site));
    out.U4(static_cast<uint32_t>(calls.size()));
    for (uint32_t i = 0; i < calls.size(); ++i) {
      out.U4(i);
      PutBytes(out, AsBytes("main"));
      out.U4(0);
      out.U4(0);
      out.U4(static_cast<uint32_t>(calls[i].arguments.size()));
      for (uint32_t argument : calls[i].arguments) out.U4(argument);
      out.U4(0);
      out.U1(0);
    }
    ASSERT_TRUE(files_.WriteFileAtomically(folder_ + "/cases", out.bytes()).ok());
  }
};

using Lines = std::vector<std::string>;

// The last good call makes pos == 0; it must not be reported.
const std::string kAheadLimit =
    "S(Object a) { int pos = 2;\n"
    " event ok before(Object a): call(* x(..)) && args(a) && condition(pos > 0) { pos--; }\n"
    " event bad before(Object a): call(* x(..)) && args(a) && condition(pos == 0) {}\n"
    " ere: ok* bad+ @match { System.err.println(\"pos \" + pos); } }";

TEST_F(JavaEngineTest, EventIsNotEnabledByAnotherOfTheSameMoment) {
  EXPECT_EQ(Fire(kAheadLimit, {{{1}}, {{1}}, {{1}}, {{1}}}),
            (Lines{"2 0 0 <a=1> pos 0", "3 0 0 <a=1> pos 0"}));
}

TEST_F(JavaEngineTest, EventIsDisabledByAnotherOfTheSameMoment) {
  const std::string contended =
      "S() { Object owner;\n"
      " event mine before(Object t): call(* x(..)) && args(t) && condition(owner == null || owner == t)"
      " { owner = t; }\n"
      " event other before(Object t): call(* x(..)) && args(t) && condition(owner != t) {}\n"
      " ere: mine* other @match { System.err.println(\"contended\"); } }";
  EXPECT_EQ(Fire(contended, {{{1}}, {{1}}, {{2}}, {{1}}}), (Lines{"2 0 0 <> contended"}));
}

// `bad` is asked first, before `ok` of the same call has run; then `ok` is rejected and repeats the verdict.
TEST_F(JavaEngineTest, JavaMopAsksInReverseAndRejectedEventsRepeat) {
  EXPECT_EQ(Fire(kAheadLimit, {{{1}}, {{1}}, {{1}}}, wire::Semantics::kJavaMop),
            (Lines{"2 0 0 <a=1> pos 0", "2 0 0 <a=1> pos 0"}));
}

TEST_F(JavaEngineTest, FieldsBelongToOneMonitor) {
  EXPECT_EQ(Fire(kAheadLimit, {{{1}}, {{2}}, {{1}}, {{1}}, {{2}}, {{2}}}),
            (Lines{"3 0 0 <a=1> pos 0", "5 0 0 <a=2> pos 0"}));
}

TEST_F(JavaEngineTest, GuardSeesVariablesAndRejectedEventStartsNothing) {
  const std::string text =
      "S(Object a) {\n"
      " event x before(Object a, int n): call(* x(..)) && args(a, n) && if(n > 3) {}\n"
      " ere: x @match { System.err.println(__LOC); } }";
  EXPECT_EQ(Fire(text, {{{1, kNumber + 2}}, {{1, kNumber + 5}}}), (Lines{"1 0 0 <a=1> a.B.m(B.java:1)"}));
}

TEST_F(JavaEngineTest, BodiesOfAnEventOnlySpecReport) {
  const std::string text =
      "S(Object a) { int n;\n"
      " event x before(Object a): call(* x(..)) && args(a) { if (++n == 2) System.out.println(\"twice\"); } "
      "}";
  EXPECT_EQ(Fire(text, {{{1}}, {{2}}, {{1}}, {{1}}}), (Lines{"2 -1 0 <a=1> twice"}));
}

TEST_F(JavaEngineTest, ResetInJavaStartsOverAndKeepsFields) {
  const std::string text =
      "S(Object a) { int n;\n"
      " event x before(Object a): call(* x(..)) && args(a) { n++; }\n"
      " ere: x x @match { System.err.println(\"n \" + n); if (n < 4) { __RESET; } } }";
  EXPECT_EQ(Fire(text, {{{1}}, {{1}}, {{1}}, {{1}}, {{1}}}), (Lines{"1 0 0 <a=1> n 2", "3 0 0 <a=1> n 4"}));
}

TEST_F(JavaEngineTest, JoinedMonitorStartsWithACopyOfTheFields) {
  const std::string text =
      "S(Object a, Object b) { int n;\n"
      " event x before(Object a, int k): call(* x(..)) && args(a, *, k) && if(k == 1) { n++; }\n"
      " event y before(Object b, int k): call(* x(..)) && args(b, *, k) && if(k == 2) { n += 10; }\n"
      " ere: x x y @match { System.err.println(\"n \" + n); } }";
  EXPECT_EQ(Fire(text, {{{1, kNumber + 1}}, {{1, kNumber + 1}}, {{5, kNumber + 2}}}),
            (Lines{"2 0 0 <a=1,b=5> n 12"}));
}

TEST_F(JavaEngineTest, BoundNullIsNoEvent) {
  const std::string text =
      "S(Object a) { event x before(Object a): call(* x(..)) && args(a) {}\n"
      " ere: x @match { System.err.println(\"seen\"); } }";
  EXPECT_EQ(Fire(text, {{{}}, {{1}}}), (Lines{"1 0 0 <a=1> seen"}));
}

}  // namespace
}  // namespace revmon::test
