#include "trace/trace_set.h"

#include <algorithm>
#include <numeric>

namespace revmon::trace {
namespace {

constexpr Token kNoToken = ~Token{0};

// By token: where it stands among the others, by event and location's text.
std::vector<uint32_t> RanksOf(const TraceSet& set, const SpecTraces& spec) {
  std::vector<uint32_t> order(spec.tokens.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const EventAt& x = spec.tokens[a];
    const EventAt& y = spec.tokens[b];
    if (x.event != y.event) return x.event < y.event;
    return set.locations[x.location] < set.locations[y.location];
  });
  std::vector<uint32_t> ranks(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) ranks[order[i]] = i;
  return ranks;
}

}  // namespace

std::vector<UniqueTrace> UniqueTraces(const TraceSet& set, const SpecTraces& spec) {
  std::vector<uint32_t> ranks = RanksOf(set, spec);
  std::vector<Position> ends;
  for (const Count& count : spec.counts) {
    if (ends.empty() || ends.back() != count.end) ends.push_back(count.end);
  }
  std::vector<UniqueTrace> traces;
  auto less = [&](Token a, Token b) { return ranks[a] < ranks[b]; };
  for (Position end : spec.trie.Sorted(ends, less)) {
    UniqueTrace trace{.end = end, .monitors = 0, .tests = {}};
    auto at = std::lower_bound(spec.counts.begin(), spec.counts.end(), Count{.end = end});
    for (; at != spec.counts.end() && at->end == end; ++at) {
      trace.monitors += at->monitors;
      trace.tests.emplace_back(at->test, at->monitors);
    }
    traces.push_back(std::move(trace));
  }
  return traces;
}

uint32_t Merger::Number(std::map<std::string, uint32_t>& numbers, std::vector<std::string>& names,
                        const std::string& name) {
  auto [known, fresh] = numbers.try_emplace(name, static_cast<uint32_t>(names.size()));
  if (fresh) names.push_back(name);
  return known->second;
}

void Merger::Add(const TraceSet& set, const LocationMap& map, const std::string* as_test) {
  locations_.try_emplace(set_.locations[0], 0u);
  tests_.try_emplace(set_.tests[0], 0u);
  std::vector<std::string> locations = set.locations;
  // Location 0 is no place: nothing can move it.
  for (size_t i = 1; map != nullptr && i < locations.size(); ++i) locations[i] = map(locations[i]);
  std::vector<std::string> tests = set.tests;
  if (as_test != nullptr) std::fill(tests.begin(), tests.end(), *as_test);
  for (const SpecTraces& spec : set.specs) AddSpec(spec, locations, tests);
}

std::vector<Token> Merger::TokensOf(const SpecTraces& spec, const std::vector<std::string>& locations,
                                    Building& building) {
  SpecTraces& target = set_.specs[building.spec];
  std::vector<uint32_t> events;
  for (const std::string& event : spec.events)
    events.push_back(Number(building.events, target.events, event));
  std::vector<Token> tokens;
  for (const EventAt& at : spec.tokens) {
    if (locations[at.location].empty()) {
      tokens.push_back(kNoToken);
      continue;
    }
    EventAt ours{events[at.event], Number(locations_, set_.locations, locations[at.location])};
    auto [token, is_new] = building.tokens.try_emplace(ours, static_cast<Token>(target.tokens.size()));
    if (is_new) target.tokens.push_back(ours);
    tokens.push_back(token->second);
  }
  return tokens;
}

void Merger::AddSpec(const SpecTraces& spec, const std::vector<std::string>& locations,
                     const std::vector<std::string>& tests) {
  auto [known, fresh] = specs_.try_emplace(spec.name);
  Building& building = known->second;
  if (fresh) {
    building.spec = set_.specs.size();
    set_.specs.emplace_back().name = spec.name;
  }
  std::vector<Token> tokens = TokensOf(spec, locations, building);
  SpecTraces& target = set_.specs[building.spec];
  target.cut_monitors += spec.cut_monitors;
  target.cut_events += spec.cut_events;
  Position ours;
  bool all_known = true;
  for (size_t i = 0; i < spec.counts.size(); ++i) {
    const Count& count = spec.counts[i];
    if (i == 0 || count.end != spec.counts[i - 1].end) {
      ours = {};
      all_known = true;
      spec.trie.ForEachToken(count.end, [&](Token token) {
        all_known &= tokens[token] != kNoToken;
        if (all_known) ours = target.trie.Step(ours, tokens[token]);
      });
      left_out_ += all_known ? 0 : 1;
    }
    if (all_known) building.counts[ours][Number(tests_, set_.tests, tests[count.test])] += count.monitors;
  }
}

TraceSet Merger::Finish() {
  for (auto& [name, building] : specs_) {
    SpecTraces& spec = set_.specs[building.spec];
    for (const auto& [end, tests] : building.counts) {
      for (const auto& [test, monitors] : tests) spec.counts.push_back({end, test, monitors});
    }
  }
  std::sort(set_.specs.begin(), set_.specs.end(),
            [](const SpecTraces& a, const SpecTraces& b) { return a.name < b.name; });
  return std::move(set_);
}

Totals TotalsOf(const SpecTraces& spec) {
  Totals totals;
  uint64_t length = 0;
  for (size_t i = 0; i < spec.counts.size(); ++i) {
    const Count& count = spec.counts[i];
    if (i == 0 || spec.counts[i - 1].end != count.end) {
      ++totals.unique;
      length = spec.trie.LengthTo(count.end);
      totals.longest = std::max(totals.longest, length);
    }
    totals.monitors += count.monitors;
    totals.events += count.monitors * length;
  }
  return totals;
}

}  // namespace revmon::trace
