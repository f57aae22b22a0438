#include "logic/compile.h"

#include <memory>
#include <utility>

#include "logic/caret_machine.h"
#include "logic/categories.h"
#include "logic/ere.h"
#include "logic/fsm.h"
#include "logic/grammar.h"
#include "logic/ltl.h"
#include "logic/ptltl.h"
#include "logic/rewriter.h"
#include "logic/stack_machine.h"

namespace revmon::logic {
namespace {

Machine Minimal(Logic logic, const Dfa& dfa) { return Machine(logic, Minimize(dfa)); }

template <typename SomeEngine>
Machine Wrap(Logic logic, const Alphabet& alphabet, const CategoryLayout& layout, SomeEngine engine) {
  return Machine(logic, alphabet, layout.names(), std::make_shared<const SomeEngine>(std::move(engine)));
}

}  // namespace

std::vector<std::string> BuiltinCategories(Logic logic) {
  switch (logic) {
    case Logic::kEre:
    case Logic::kCfg: return {"match", "fail", "nonfail", "deadlock"};
    case Logic::kFsm: return {"fail", "nonfail", "deadlock"};
    case Logic::kSrs: return {"succeed", "fail", "nonfail", "deadlock"};
    case Logic::kLtl:
    case Logic::kPtLtl:
    case Logic::kPtCaRet: return {"violation", "validation", "deadlock"};
  }
  return {};
}

Result<Machine> Compile(Logic logic, std::string_view text, const Alphabet& alphabet,
                        std::span<const std::string> handled, const Budget& budget) {
  if (alphabet.size() == 0) return Error(ErrorCode::kInvalid, "a formula needs at least one declared event");
  if (logic == Logic::kFsm) {  // its categories are in the text
    REVMON_ASSIGN_OR_RETURN(const Dfa dfa, CompileFsm(text, alphabet, handled, budget));
    return Minimal(logic, dfa);
  }
  REVMON_ASSIGN_OR_RETURN(const CategoryLayout layout,
                          CategoryLayout::Make(BuiltinCategories(logic), handled));
  switch (logic) {
    case Logic::kFsm: break;
    case Logic::kEre: {
      REVMON_ASSIGN_OR_RETURN(const Dfa dfa, CompileEre(text, alphabet, layout, budget));
      return Minimal(logic, dfa);
    }
    case Logic::kLtl: {
      REVMON_ASSIGN_OR_RETURN(const Dfa dfa, CompileLtl(text, alphabet, layout, budget));
      return Minimal(logic, dfa);
    }
    case Logic::kPtLtl: {
      REVMON_ASSIGN_OR_RETURN(const Dfa dfa, CompilePtLtl(text, alphabet, layout, budget));
      return Minimal(logic, dfa);
    }
    case Logic::kCfg: {
      REVMON_ASSIGN_OR_RETURN(const Grammar grammar, ParseGrammar(text, alphabet, budget));
      REVMON_ASSIGN_OR_RETURN(StackMachine machine, StackMachine::Make(grammar, alphabet, layout, budget));
      return Wrap(logic, alphabet, layout, std::move(machine));
    }
    case Logic::kSrs: {
      REVMON_ASSIGN_OR_RETURN(Rewriter rewriter, Rewriter::Make(text, alphabet, layout, budget));
      return Wrap(logic, alphabet, layout, std::move(rewriter));
    }
    case Logic::kPtCaRet: {
      REVMON_ASSIGN_OR_RETURN(CaretMachine machine, CaretMachine::Make(text, alphabet, layout, budget));
      return Wrap(logic, alphabet, layout, std::move(machine));
    }
  }
  return Error(ErrorCode::kUnsupported, "unknown logic");
}

}  // namespace revmon::logic
