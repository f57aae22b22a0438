#include "logic/caret_machine.h"

#include <algorithm>
#include <utility>

namespace revmon::logic {
namespace {

// Word 0 of a state. The bits of the last position follow, then the frames, the innermost last.
enum Verdict : char32_t { kNone, kViolated, kValidated, kSpent };

void PutBits(std::u32string& words, const std::vector<bool>& bits) {
  for (size_t i = 0; i < bits.size(); i += 32) {
    char32_t word = 0;
    for (size_t k = i; k < std::min(i + 32, bits.size()); ++k) word |= char32_t{bits[k] ? 1u : 0u} << (k - i);
    words += word;
  }
}

std::vector<bool> GetBits(const std::u32string& words, size_t at, size_t count) {
  std::vector<bool> bits(count);
  for (size_t i = 0; i < count; ++i) bits[i] = (words[at + i / 32] >> (i % 32) & 1) != 0;
  return bits;
}

bool IsStack(Op op) { return op >= Op::kStackSince; }
bool IsAbstract(Op op) { return op >= Op::kAbstractPrevious && op <= Op::kAbstractOnce; }
bool IsPrevious(Op op) {
  return op == Op::kPrevious || op == Op::kWeakPrevious || op == Op::kAbstractPrevious;
}
bool Has(StackPoints points, StackPoints one) {
  return (static_cast<uint8_t>(points) & static_cast<uint8_t>(one)) != 0;
}

}  // namespace

Result<CaretMachine> CaretMachine::Make(std::string_view text, const Alphabet& alphabet,
                                        const CategoryLayout& layout, const Budget& budget) {
  CaretMachine machine;
  REVMON_ASSIGN_OR_RETURN(machine.formula_, ParseTemporal(Logic::kPtCaRet, text, alphabet, budget));
  machine.alphabet_ = alphabet;
  machine.push_before_ = alphabet.Find("begin");
  machine.pop_after_ = alphabet.Find("end");
  if (!machine.push_before_ && !machine.pop_after_) {
    machine.push_after_ = alphabet.Find("call");
    machine.pop_before_ = alphabet.Find("return");
  }
  const bool framed =
      machine.push_before_ || machine.pop_after_ || machine.push_after_ || machine.pop_before_;
  machine.keep_.resize(machine.formula_.nodes.size());
  for (uint32_t i = 0; i < machine.formula_.nodes.size(); ++i) {
    const TemporalNode& node = machine.formula_.nodes[i];
    if (IsCaret(node.op) && !framed) {
      return Error(ErrorCode::kInvalid,
                   "call-stack operators need an event named begin, end, call or return");
    }
    if ((IsPast(node.op) || IsAbstract(node.op)) && !IsPrevious(node.op)) machine.keep_[i] = true;
    if (IsPrevious(node.op) || node.op == Op::kAtCall || IsStack(node.op)) machine.keep_[node.a] = true;
    if (node.op == Op::kStackSince) machine.keep_[node.b] = true;
  }
  machine.max_frames_ = budget.max_stack;
  machine.violation_ = layout.Mask("violation");
  machine.validation_ = layout.Mask("validation");
  return machine;
}

CaretMachine::Frame CaretMachine::Outermost() const {
  Frame frame;
  frame.last.resize(formula_.nodes.size());
  frame.fixed.resize(formula_.nodes.size());
  for (size_t i = 0; i < frame.fixed.size(); ++i)
    frame.fixed[i] = formula_.nodes[i].op == Op::kStackHistorically;
  return frame;
}

// A stack operator over one more point, at which the operands have the values `at`.
bool CaretMachine::Fold(const TemporalNode& node, const Bits& at, bool rest) const {
  if (node.op == Op::kStackHistorically) return at[node.a] && rest;
  if (node.op == Op::kStackOnce) return at[node.a] || rest;
  return at[node.b] || (at[node.a] && rest);
}

CaretMachine::Frame CaretMachine::Opened(const Frame& caller) const {
  Frame frame = Outermost();
  frame.opened = true;
  for (size_t i = 0; i < formula_.nodes.size(); ++i) {
    const TemporalNode& node = formula_.nodes[i];
    if (node.op == Op::kAtCall) {
      frame.fixed[i] = caller.seen && caller.last[node.a];
    } else if (IsStack(node.op)) {
      const bool at_call = caller.seen && Has(node.points, StackPoints::kCalls);
      frame.fixed[i] = at_call ? Fold(node, caller.last, caller.fixed[i]) : caller.fixed[i];
    }
  }
  return frame;
}

// The truth of subformula `index` now, when that of its operands is in `now`; `before` is the last
// position's.
bool CaretMachine::Value(uint32_t index, Event event, const Bits& now, const Bits& before,
                         Frame& frame) const {
  const TemporalNode& node = formula_.nodes[index];
  const auto at = [&](uint32_t i) { return bool{now[i]}; };
  const uint32_t remembered = IsPrevious(node.op) ? node.a : index;
  if (IsPast(node.op)) {
    return EvaluatePast(node, before.empty() ? InitialMemory(node.op) : bool{before[remembered]}, at);
  }
  if (IsAbstract(node.op)) {
    const bool memory = frame.seen ? bool{frame.last[remembered]} : InitialMemory(node.op);
    return EvaluatePast(node, memory, at);
  }
  const bool first = frame.opened && !frame.seen;
  if (node.op == Op::kAtBegin && first) frame.fixed[index] = now[node.a];
  if (IsStack(node.op) && first && Has(node.points, StackPoints::kBegins)) {
    frame.fixed[index] = Fold(node, now, frame.fixed[index]);
  }
  if (IsCaret(node.op)) return frame.fixed[index];
  return Evaluate(node, event, at);
}

void CaretMachine::Append(std::u32string& words, const Frame& frame) const {
  words += static_cast<char32_t>((frame.opened ? 1u : 0u) | (frame.seen ? 2u : 0u));
  PutBits(words, frame.last);
  PutBits(words, frame.fixed);
}

CaretMachine::Frame CaretMachine::Top(const std::u32string& words) const {
  const size_t at = words.size() - FrameWords();
  Frame frame;
  frame.opened = (words[at] & 1) != 0;
  frame.seen = (words[at] & 2) != 0;
  frame.last = GetBits(words, at + 1, formula_.nodes.size());
  frame.fixed = GetBits(words, at + 1 + BitWords(), formula_.nodes.size());
  return frame;
}

void CaretMachine::Pop(std::u32string& words) const {
  words.resize(words.size() - FrameWords());
  if (words.size() == 1 + BitWords()) Append(words, Outermost());
}

State CaretMachine::Initial() const {
  State state = {std::u32string(1, kNone)};
  PutBits(state.words, Bits(formula_.nodes.size()));
  Append(state.words, Outermost());
  return state;
}

State CaretMachine::Step(const State& state, Event event) const {
  if (Exhausted(state)) return state;
  std::u32string words = state.words;
  if (pop_before_ == event) Pop(words);
  if (push_before_ == event) Append(words, Opened(Top(words)));
  Frame frame = Top(words);
  const Bits before = words[0] == kNone ? Bits() : GetBits(words, 1, formula_.nodes.size());
  Bits now(formula_.nodes.size());
  for (uint32_t i = 0; i < now.size(); ++i) now[i] = Value(i, event, now, before, frame);
  Bits kept = now;
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = kept[i] && keep_[i];
  frame.last = kept;
  frame.seen = true;
  words.resize(words.size() - FrameWords());
  std::u32string head(1, now.back() ? kValidated : kViolated);
  PutBits(head, kept);
  words.replace(0, head.size(), head);
  Append(words, frame);
  if (pop_after_ == event) Pop(words);
  if (push_after_ == event) Append(words, Opened(frame));
  if ((words.size() - head.size()) / FrameWords() > max_frames_) return {std::u32string(1, kSpent)};
  return {std::move(words)};
}

CategoryMask CaretMachine::Categories(const State& state) const {
  if (state.words[0] == kViolated) return violation_;
  return state.words[0] == kValidated ? validation_ : 0;
}

bool CaretMachine::Exhausted(const State& state) const { return state.words[0] == kSpent; }

std::string CaretMachine::Describe(const State& state) const {
  if (Exhausted(state)) return "exhausted";
  const std::string_view verdict = state.words[0] == kViolated ? "violated" : "validated";
  const size_t frames = (state.words.size() - 1 - BitWords()) / FrameWords();
  return std::string(state.words[0] == kNone ? "start" : verdict) + ", " + std::to_string(frames) + " frames";
}

std::string CaretMachine::Dump() const { return logic::Dump(formula_, alphabet_); }

}  // namespace revmon::logic
