// Answers: which productions does a cfg formula write down?
//
//   S -> open S close S | epsilon,      the first left side is the start symbol
//   A -> (a | b)* c+                    groups and repetition become symbols of their own
//
// A name on a left side is a nonterminal, every other one must be a declared event. The result is reduced:
// symbols that derive no trace or cannot occur are gone, with all productions that use them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/formula.h"

namespace revmon::logic {

// Terminals are the events 0 .. events-1, nonterminals follow.
using GrammarSymbol = uint32_t;

struct Production {
  GrammarSymbol left = 0;
  std::vector<GrammarSymbol> right;
};

struct Grammar {
  uint32_t events = 0;
  GrammarSymbol start = 0;
  std::vector<std::string> names;  // of all symbols
  std::vector<Production> productions;
  bool empty = false;  // no trace at all

  [[nodiscard]] bool IsTerminal(GrammarSymbol symbol) const { return symbol < events; }
};

[[nodiscard]] Result<Grammar> ParseGrammar(std::string_view text, const Alphabet& alphabet,
                                           const Budget& budget);

// Per symbol: does it derive the empty trace?
[[nodiscard]] std::vector<bool> NullableSymbols(const Grammar& grammar);

}  // namespace revmon::logic
