// How long do the formulas of everyday specifications take? The answer of each is checked before timing.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "logic/coenable.h"
#include "logic/compile.h"

namespace revmon::logic {
namespace {

struct Case {
  Logic logic;
  std::string_view text;
  std::string_view category;
  std::vector<std::string> events;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {Logic::kEre, "create modify* use* modify+ use", "match", {"create", "modify", "use"}},
      {Logic::kEre,
       "getset (modify | getiter)* getiter useiter* modify+ useiter",
       "match",
       {"getset", "getiter", "modify", "useiter", "other"}},
      {Logic::kEre,
       "(epsilon | create) (hasnext+ next)* hasnext*",
       "fail",
       {"create", "hasnext", "next", "other"}},
      {Logic::kEre,
       "open (read | write | mark)* close close+",
       "match",
       {"open", "read", "write", "mark", "close"}},
      {Logic::kEre,
       "(sync asynccreate) | (sync synccreate access)",
       "match",
       {"sync", "synccreate", "asynccreate", "access"}},
      {Logic::kEre,
       "~((open | close)* close close (open | close)*) & (open close)*",
       "fail",
       {"open", "close"}},
      {Logic::kFsm,
       "start [ init -> inited ] inited [ step -> inited, stop -> stopped, fail -> broken ] "
       "stopped [ init -> inited ] broken [ ]",
       "broken",
       {"init", "step", "stop", "fail"}},
      {Logic::kFsm,
       "na [ deposit -> na default na ] ns [ pre -> ns ] alias bad = ns, fail",
       "bad",
       {"deposit", "pre"}},
      {Logic::kLtl, "[](next => (*) hasnext)", "violation", {"hasnext", "next", "other"}},
      {Logic::kLtl, "[](lock => o unlock)", "violation", {"lock", "unlock", "use"}},
      {Logic::kLtl, "[](close => <*> open) and [](open => o !open)", "violation", {"open", "close", "use"}},
      {Logic::kPtLtl, "use => (!close S open)", "violation", {"open", "close", "use"}},
      {Logic::kCfg, "S -> S acquire S release | epsilon", "fail", {"acquire", "release"}},
      {Logic::kSrs,
       "hasnext hasnext -> hasnext . hasnext next -> #epsilon . ^ next -> #fail .",
       "fail",
       {"hasnext", "next"}},
      {Logic::kPtCaRet, "use => <*a> open", "violation", {"begin", "end", "open", "use"}},
  };
  return cases;
}

Machine Compiled(const Case& one) {
  const std::vector<std::string> handled = {std::string(one.category)};
  Result<Machine> machine = Compile(one.logic, one.text, Alphabet(one.events), handled);
  if (!machine.ok()) std::abort();
  return std::move(machine).value();
}

// 105 formulas with their parameter sets: about as many as the property library has.
void BM_EverydayFormulas(benchmark::State& state) {
  for (auto _ : state) {
    for (int copy = 0; copy < 7; ++copy) {
      for (const Case& one : Cases()) {
        const Machine machine = Compiled(one);
        std::vector<EventMask> masks;
        for (Event e = 0; e < machine.alphabet().size(); ++e) masks.push_back(EventMask{1} << (e % 3));
        Result<std::vector<MaskSets>> enable = EnableSets(machine, 1, masks);
        Result<std::vector<MaskSets>> coenable = CoenableSets(machine, 1, masks);
        if (!enable.ok() || !coenable.ok()) std::abort();
        benchmark::DoNotOptimize(enable);
      }
    }
  }
  state.counters["formulas"] = static_cast<double>(7 * Cases().size());
}
BENCHMARK(BM_EverydayFormulas)->Unit(benchmark::kMillisecond);

void BM_FsmOfManyStates(benchmark::State& state) {
  const auto count = state.range(0);
  std::string text;
  for (int64_t i = 0; i < count; ++i) {
    text += "s" + std::to_string(i) + " [ a -> s" + std::to_string((i + 1) % count) + ", b -> s" +
            std::to_string(i * 7 % count) + " ]\n";
  }
  const std::vector<std::string> handled = {"s" + std::to_string(count - 1)};
  for (auto _ : state) {
    Result<Machine> machine = Compile(Logic::kFsm, text, Alphabet{"a", "b"}, handled);
    if (!machine.ok() || machine->dfa()->size() != count) std::abort();
  }
}
BENCHMARK(BM_FsmOfManyStates)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void BM_Step(benchmark::State& state) {
  const Case& one = Cases()[static_cast<size_t>(state.range(0))];
  const Machine machine = Compiled(one);
  State at = machine.Initial();
  Event event = 0;
  for (auto _ : state) {
    at = machine.Step(at, event);
    event = (event + 1) % machine.alphabet().size();
    benchmark::DoNotOptimize(at);
  }
  state.SetLabel(std::string(ToString(one.logic)));
}
BENCHMARK(BM_Step)->Arg(0)->Arg(12)->Arg(13)->Arg(14);

}  // namespace
}  // namespace revmon::logic
