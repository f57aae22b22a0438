// Formulas of all logics: the first byte chooses the logic, the rest is the text. Whatever compiles must step
// without running wild, agree with its own minimised form, and have parameter sets or a clear error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "logic/coenable.h"
#include "logic/compile.h"

using namespace revmon::logic;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  // Seeds begin with a digit; its code modulo 7 is the number of the logic.
  const auto logic = static_cast<Logic>(data[0] % 7);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Alphabet alphabet = {"a", "b", "begin", "end"};
  Budget budget;
  budget.max_states = 500;
  budget.max_steps = 50'000;
  budget.max_sets = 10'000;
  budget.max_nodes = 5'000;
  budget.max_stack = 60;
  budget.max_rewrites = 100;
  const revmon::Result<Machine> machine = Compile(logic, text, alphabet, {}, budget);
  if (!machine.ok()) {
    if (machine.error().message().empty()) std::abort();
    return 0;
  }
  State state = machine->Initial();
  for (Event step = 0; step < 40; ++step) {
    const State next = machine->Step(state, step * step % 7 % alphabet.size());
    if (machine->Exhausted(state) && next != state) std::abort();
    if (machine->Categories(next) >> machine->categories().size() != 0 && machine->categories().size() < 64)
      std::abort();
    (void)machine->Describe(next).size();
    state = next;
  }
  if (machine->Dump().empty()) std::abort();
  if (machine->dfa() != nullptr && Dump(Minimize(*machine->dfa())) != Dump(*machine->dfa())) std::abort();
  const std::vector<EventMask> masks = {1, 2, 4, 8};
  (void)EnableSets(*machine, 1, masks, budget).ok();
  (void)CoenableSets(*machine, 1, masks, budget).ok();
  return 0;
}
