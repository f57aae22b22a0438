// Test support: sets of traces written as words, and written out again.
#pragma once
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "trace/trace_set.h"

namespace revmon::trace {

// A trace as "next@a.B.m(B.java:3) hasNext@...", how many monitors had it, and their test.
struct Written {
  std::string spec;
  std::string trace;
  uint64_t monitors = 1;
  std::string test = "";
};

inline TraceSet MakeSet(const std::vector<Written>& written) {
  Merger merger;
  for (const Written& one : written) {
    TraceSet set;
    set.tests.push_back(one.test);
    SpecTraces spec;
    spec.name = one.spec;
    std::istringstream words(one.trace);
    Position at;
    for (std::string word; words >> word;) {
      size_t split = word.find('@');
      spec.events.push_back(word.substr(0, split));
      set.locations.push_back(word.substr(split + 1));
      spec.tokens.push_back(
          {static_cast<uint32_t>(spec.events.size() - 1), static_cast<uint32_t>(set.locations.size() - 1)});
      at = spec.trie.Step(at, static_cast<Token>(spec.tokens.size() - 1));
    }
    spec.counts.push_back({at, one.test.empty() ? 0u : 1u, one.monitors});
    set.specs.push_back(std::move(spec));
    merger.Add(set);
  }
  return merger.Finish();
}

inline std::string TextOf(const TraceSet& set, const SpecTraces& spec, Position end) {
  std::string text;
  spec.trie.ForEachToken(end, [&](Token token) {
    const EventAt& at = spec.tokens[token];
    text += (text.empty() ? "" : " ") + spec.events[at.event] + "@" + set.locations[at.location];
  });
  return text;
}

// "Spec: trace" -> "monitors, of which by test".
inline std::map<std::string, std::string> Contents(const TraceSet& set) {
  std::map<std::string, std::string> contents;
  for (const SpecTraces& spec : set.specs) {
    for (const UniqueTrace& trace : UniqueTraces(set, spec)) {
      std::map<std::string, uint64_t> tests;
      for (const auto& [test, monitors] : trace.tests) tests[set.tests[test]] += monitors;
      std::string text = std::to_string(trace.monitors);
      for (const auto& [test, monitors] : tests) text += " " + test + "=" + std::to_string(monitors);
      contents[spec.name + ": " + TextOf(set, spec, trace.end)] = text;
    }
  }
  return contents;
}

}  // namespace revmon::trace
