#include "logic/machine.h"

#include <utility>

#include "logic/caret_machine.h"
#include "logic/rewriter.h"
#include "logic/stack_machine.h"

namespace revmon::logic {

Machine::Machine(Logic logic, Dfa dfa)
    : logic_(logic),
      dfa_(std::make_shared<const Dfa>(std::move(dfa))),
      alphabet_(dfa_, &dfa_->alphabet()),
      categories_(dfa_, &dfa_->categories()) {}

Machine::Machine(Logic logic, Alphabet alphabet, std::vector<std::string> categories,
                 std::shared_ptr<const Engine> engine)
    : logic_(logic),
      engine_(std::move(engine)),
      alphabet_(std::make_shared<const Alphabet>(std::move(alphabet))),
      categories_(std::make_shared<const std::vector<std::string>>(std::move(categories))) {}

CategoryMask Machine::CategoryBit(std::string_view name) const {
  const std::string folded = FoldCase(name);
  for (size_t i = 0; i < categories_->size(); ++i) {
    if ((*categories_)[i] == folded) return CategoryMask{1} << i;
  }
  return 0;
}

State Machine::Initial() const { return dfa_ ? State{std::u32string(1, char32_t{0})} : engine_->Initial(); }

State Machine::Step(const State& state, Event event) const {
  if (!dfa_) return engine_->Step(state, event);
  return State{
      std::u32string(1, static_cast<char32_t>(dfa_->Next(static_cast<StateId>(state.words[0]), event)))};
}

CategoryMask Machine::Categories(const State& state) const {
  return dfa_ ? dfa_->Mask(static_cast<StateId>(state.words[0])) : engine_->Categories(state);
}

bool Machine::Exhausted(const State& state) const { return !dfa_ && engine_->Exhausted(state); }

std::string Machine::Describe(const State& state) const {
  return dfa_ ? dfa_->Name(static_cast<StateId>(state.words[0])) : engine_->Describe(state);
}

std::string Machine::Dump() const { return dfa_ ? logic::Dump(*dfa_) : engine_->Dump(); }

const StackMachine* Machine::stack_machine() const {
  return dynamic_cast<const StackMachine*>(engine_.get());
}
const CaretMachine* Machine::caret_machine() const {
  return dynamic_cast<const CaretMachine*>(engine_.get());
}
const Rewriter* Machine::rewriter() const { return dynamic_cast<const Rewriter*>(engine_.get()); }

}  // namespace revmon::logic
