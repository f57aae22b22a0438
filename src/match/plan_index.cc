#include "match/plan_index.h"

#include <algorithm>

#include "match/pattern_match.h"

namespace revmon::match {
namespace {

using TestKind = wire::Test::Kind;

// Does the test pick members by a name pattern?
const std::string* NameOf(const wire::Test& test) {
  switch (test.kind) {
    case TestKind::kCall:
    case TestKind::kExecution:
    case TestKind::kGet:
    case TestKind::kSet:
      return test.signature.kind == wire::SignaturePattern::Kind::kConstructor ? nullptr
                                                                               : &test.signature.name;
    default: return nullptr;
  }
}

}  // namespace

bool IsKindTest(TestKind kind) { return kind >= TestKind::kCall && kind <= TestKind::kAdviceExecution; }

bool Selects(const wire::Test& test, JoinPointKind kind) {
  const bool constructor = test.signature.kind == wire::SignaturePattern::Kind::kConstructor;
  switch (test.kind) {
    case TestKind::kCall:
      return kind == (constructor ? JoinPointKind::kConstructorCall : JoinPointKind::kMethodCall);
    case TestKind::kExecution:
      return kind == (constructor ? JoinPointKind::kConstructorExecution : JoinPointKind::kMethodExecution);
    case TestKind::kGet: return kind == JoinPointKind::kFieldGet;
    case TestKind::kSet: return kind == JoinPointKind::kFieldSet;
    case TestKind::kInitialization: return kind == JoinPointKind::kInitialization;
    case TestKind::kPreinitialization: return kind == JoinPointKind::kPreinitialization;
    case TestKind::kHandler: return kind == JoinPointKind::kHandler;
    case TestKind::kStaticInitialization: return kind == JoinPointKind::kStaticInitialization;
    default: return false;
  }
}

PlanIndex::PlanIndex(const wire::Plan& plan) {
  for (uint32_t s = 0; s < plan.specs.size(); ++s) {
    const wire::Spec& spec = plan.specs[s];
    for (uint32_t e = 0; e < spec.events.size(); ++e) {
      const wire::Event& event = spec.events[e];
      if (event.trigger != wire::Event::Trigger::kJoinPoint) continue;
      AddAlternatives(event.alternatives,
                      {.tests = nullptr, .event = &event, .spec_index = s, .event_index = e});
    }
  }
  const size_t of_events = entries_.size();
  for (size_t i = 0; i < of_events; ++i) AddFlows(*entries_[i].tests);
  // Counters found inside the pointcuts of others are appended while this runs.
  for (uint32_t i = 0; i < flows_.size(); ++i) {
    const std::vector<wire::Alternative>& alternatives = *flows_[i].alternatives;
    AddAlternatives(alternatives, {.flow = i});
    for (const wire::Alternative& tests : alternatives) AddFlows(tests);
  }
  for (uint32_t i = 0; i < entries_.size(); ++i) FileEntry(i);
}

void PlanIndex::AddAlternatives(const std::vector<wire::Alternative>& alternatives, Entry entry) {
  for (const wire::Alternative& tests : alternatives) {
    entry.tests = &tests;
    entries_.push_back(entry);
  }
}

void PlanIndex::AddFlows(const wire::Alternative& tests) {
  for (const wire::Test& test : tests) {
    if (test.kind != TestKind::kCflow && test.kind != TestKind::kCflowBelow) continue;
    if (FlowOf(test) == kNoFlow) flows_.push_back({test.kind == TestKind::kCflowBelow, &test.inner});
  }
}

uint32_t PlanIndex::FlowOf(const wire::Test& test) const {
  for (uint32_t i = 0; i < flows_.size(); ++i) {
    if (flows_[i].below == (test.kind == TestKind::kCflowBelow) && *flows_[i].alternatives == test.inner)
      return i;
  }
  return kNoFlow;
}

void PlanIndex::FileEntry(uint32_t number) {
  const wire::Alternative& tests = *entries_[number].tests;
  asks_within_code_ =
      asks_within_code_ || std::any_of(tests.begin(), tests.end(), [](const wire::Test& test) {
        return test.kind == TestKind::kWithinCode || test.kind == TestKind::kAtWithinCode;
      });
  for (size_t k = 0; k < kJoinPointKinds; ++k) {
    const auto kind = static_cast<JoinPointKind>(k);
    const std::string* name = nullptr;
    bool possible = true;
    for (const wire::Test& test : tests) {
      if (test.negated || !IsKindTest(test.kind)) continue;
      possible = possible && Selects(test, kind);
      const std::string* wanted = NameOf(test);
      if (wanted != nullptr && wanted->find('*') == std::string::npos) name = wanted;
    }
    if (!possible) continue;
    ++filed_[k].count;
    (name != nullptr ? filed_[k].by_name[*name] : filed_[k].any_name).push_back(number);
  }
}

std::vector<uint32_t> PlanIndex::Candidates(JoinPointKind kind, std::string_view name) const {
  const File& file = filed_[static_cast<size_t>(kind)];
  std::vector<uint32_t> out;
  if (auto found = file.by_name.find(name); found != file.by_name.end()) out = found->second;
  const size_t exact = out.size();
  for (uint32_t number : file.any_name) {
    const wire::Alternative& tests = *entries_[number].tests;
    const bool fits = std::all_of(tests.begin(), tests.end(), [&](const wire::Test& test) {
      const std::string* wanted = test.negated ? nullptr : NameOf(test);
      return wanted == nullptr || NameMatches(*wanted, name);
    });
    if (fits) out.push_back(number);
  }
  std::inplace_merge(out.begin(), out.begin() + static_cast<ptrdiff_t>(exact), out.end());
  return out;
}

}  // namespace revmon::match
