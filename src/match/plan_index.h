// Answers: which alternatives of which events can matter at a join point of this kind and name at all?
//
// A plan of 160 specs has about a thousand alternatives; a class has thousands of instructions. So all
// alternatives are numbered in plan order (spec, event, alternative) and filed by the kinds of join point
// their call(), execution() ... allow and, for members, by the name asked for: a hash lookup leaves a
// handful. The pointcuts inside cflow and cflowbelow are numbered behind them: their join points must be
// found too.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "match/join_point.h"
#include "wire/plan.h"

namespace revmon::match {

inline constexpr size_t kJoinPointKinds = static_cast<size_t>(JoinPointKind::kHandler) + 1;

// A control-flow counter. Equal pointcuts share one.
struct FlowPointcut {
  bool below = false;
  const std::vector<wire::Alternative>* alternatives = nullptr;
};

class PlanIndex {
 public:
  static constexpr uint32_t kNoFlow = ~uint32_t{0};

  struct Entry {
    const wire::Alternative* tests = nullptr;
    const wire::Event* event = nullptr;  // null inside cflow
    uint32_t spec_index = 0;
    uint32_t event_index = 0;
    uint32_t flow = kNoFlow;
  };

  // `plan` must outlive the index.
  explicit PlanIndex(const wire::Plan& plan);

  [[nodiscard]] const Entry& entry(uint32_t number) const { return entries_[number]; }
  [[nodiscard]] size_t size() const { return entries_.size(); }
  [[nodiscard]] const std::vector<FlowPointcut>& flows() const { return flows_; }
  // Does any test ask for the method around a join point?
  [[nodiscard]] bool asks_within_code() const { return asks_within_code_; }
  // Index of the counter that a cflow or cflowbelow test asks.
  [[nodiscard]] uint32_t FlowOf(const wire::Test& test) const;

  // Numbers of the alternatives for `kind` and, for calls, executions and fields, `name`; ascending.
  [[nodiscard]] std::vector<uint32_t> Candidates(JoinPointKind kind, std::string_view name) const;
  [[nodiscard]] bool Empty(JoinPointKind kind) const { return filed_[static_cast<size_t>(kind)].count == 0; }

 private:
  struct File {
    std::unordered_map<std::string_view, std::vector<uint32_t>> by_name;
    std::vector<uint32_t> any_name;
    size_t count = 0;
  };
  void AddAlternatives(const std::vector<wire::Alternative>& alternatives, Entry entry);
  void AddFlows(const wire::Alternative& tests);
  void FileEntry(uint32_t number);

  std::vector<Entry> entries_;
  std::vector<FlowPointcut> flows_;
  std::array<File, kJoinPointKinds> filed_;
  bool asks_within_code_ = false;
};

// Does a test of this kind (call, get, ...) speak of join points of that kind?
[[nodiscard]] bool Selects(const wire::Test& test, JoinPointKind kind);
// Is it a test that names a kind of join point?
[[nodiscard]] bool IsKindTest(wire::Test::Kind kind);

}  // namespace revmon::match
