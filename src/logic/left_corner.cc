#include "logic/left_corner.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace revmon::logic {
namespace {

using Rest = std::vector<GrammarSymbol>;

struct CornerEdge {
  GrammarSymbol above;
  Rest rest;
  bool nullable;
};

class LeftCorners {
 public:
  LeftCorners(const Grammar& grammar, const Budget& budget)
      : grammar_(grammar),
        budget_(budget),
        nullable_(NullableSymbols(grammar)),
        edges_(grammar.names.size()) {}

  Result<std::vector<StackRow>> Run() {
    REVMON_RETURN_IF_ERROR(FindEdges());
    Plain(grammar_.start);
    for (size_t i = 0; i < symbols_.size(); ++i) {
      rows_.emplace_back();
      rows_[i].push.resize(grammar_.events);
      if (symbols_[i].below == kNone) {
        REVMON_RETURN_IF_ERROR(FillPlain(i));
      } else {
        REVMON_RETURN_IF_ERROR(FillCorner(i));
      }
    }
    Finish();
    return std::move(rows_);
  }

 private:
  static constexpr GrammarSymbol kNone = ~GrammarSymbol{0};
  struct Symbol {
    GrammarSymbol owner;  // X, or an event
    GrammarSymbol below;  // Y of X\Y
  };

  Status Spend(uint64_t cells) {
    if ((cells_ += cells) <= budget_.max_nodes) return OkStatus();
    return OverBudget("the grammar", budget_.max_nodes, "stack machine cells", "max_nodes");
  }

  Status FindEdges() {
    for (const Production& production : grammar_.productions) {
      for (size_t i = 0; i < production.right.size(); ++i) {
        Rest rest(production.right.begin() + static_cast<std::ptrdiff_t>(i) + 1, production.right.end());
        const bool nullable =
            std::all_of(rest.begin(), rest.end(), [&](GrammarSymbol s) { return nullable_[s]; });
        REVMON_RETURN_IF_ERROR(Spend(1 + rest.size()));
        edges_[production.right[i]].push_back({production.left, std::move(rest), nullable});
        if (!nullable_[production.right[i]]) break;
      }
    }
    for (GrammarSymbol from = 0; from < edges_.size(); ++from) {
      for (const CornerEdge& edge : edges_[from]) down_[edge.above].push_back(from);
    }
    return OkStatus();
  }

  StackSymbol Intern(Symbol symbol) {
    const uint64_t key = uint64_t{symbol.owner} << 32 | symbol.below;
    const auto [it, fresh] = index_.emplace(key, static_cast<StackSymbol>(symbols_.size()));
    if (fresh) symbols_.push_back(symbol);
    return it->second;
  }
  StackSymbol Plain(GrammarSymbol symbol) { return Intern({symbol, kNone}); }
  StackSymbol Corner(GrammarSymbol owner, GrammarSymbol below) { return Intern({owner, below}); }

  // The symbols that can begin an `owner`, itself included.
  Result<const std::vector<bool>*> CornersOf(GrammarSymbol owner) {
    std::vector<bool>& corners = corners_[owner];
    if (!corners.empty()) return &corners;
    // A bit a symbol; the budget counts words so that large grammars stay possible.
    REVMON_RETURN_IF_ERROR(Spend(1 + grammar_.names.size() / 8));
    corners.resize(grammar_.names.size());
    std::vector<GrammarSymbol> work = {owner};
    corners[owner] = true;
    while (!work.empty()) {
      const GrammarSymbol symbol = work.back();
      work.pop_back();
      for (GrammarSymbol below : down_[symbol]) {
        if (corners[below]) continue;
        corners[below] = true;
        work.push_back(below);
      }
    }
    return &corners;
  }

  Status FillPlain(size_t i) {
    const GrammarSymbol symbol = symbols_[i].owner;
    rows_[i].name = grammar_.names[symbol];
    rows_[i].nullable = nullable_[symbol];
    if (grammar_.IsTerminal(symbol)) {
      rows_[i].push[symbol].emplace_back();
      return Spend(1);
    }
    REVMON_ASSIGN_OR_RETURN(const std::vector<bool>* corners, CornersOf(symbol));
    for (Event e = 0; e < grammar_.events; ++e) {
      if ((*corners)[e]) rows_[i].push[e].push_back({Corner(symbol, e)});
    }
    return Spend(grammar_.events);
  }

  Status FillCorner(size_t i) {
    const auto [owner, below] = symbols_[i];
    rows_[i].name = grammar_.names[owner] + "\\" + grammar_.names[below];
    REVMON_ASSIGN_OR_RETURN(const std::vector<bool>* corners, CornersOf(owner));
    // Everything that Y may have grown into without reading an event.
    std::vector<GrammarSymbol> chain = {below};
    std::unordered_set<GrammarSymbol> seen = {below};
    REVMON_RETURN_IF_ERROR(Spend(grammar_.events));
    for (size_t at = 0; at < chain.size(); ++at) {
      rows_[i].nullable = rows_[i].nullable || chain[at] == owner;
      for (const CornerEdge& edge : edges_[chain[at]]) {
        REVMON_RETURN_IF_ERROR(Spend(1));
        if (!(*corners)[edge.above]) continue;
        REVMON_RETURN_IF_ERROR(AddPushes(rows_[i], edge, owner));
        if (edge.nullable && seen.insert(edge.above).second) chain.push_back(edge.above);
      }
    }
    return OkStatus();
  }

  // The rest of the edge reads the event with its first symbol, or with a later one if those before are
  // nullable.
  Status AddPushes(StackRow& row, const CornerEdge& edge, GrammarSymbol owner) {
    for (size_t j = 0; j < edge.rest.size(); ++j) {
      const GrammarSymbol head = edge.rest[j];
      std::vector<StackSymbol> tail;
      for (size_t k = j + 1; k < edge.rest.size(); ++k) tail.push_back(Plain(edge.rest[k]));
      tail.push_back(Corner(owner, edge.above));
      if (grammar_.IsTerminal(head)) {
        REVMON_RETURN_IF_ERROR(Spend(1 + tail.size()));
        row.push[head].push_back(tail);
      } else {
        REVMON_ASSIGN_OR_RETURN(const std::vector<bool>* corners, CornersOf(head));
        for (Event e = 0; e < grammar_.events; ++e) {
          if (!(*corners)[e]) continue;
          REVMON_RETURN_IF_ERROR(Spend(2 + tail.size()));
          row.push[e].push_back(tail);
          row.push[e].back().insert(row.push[e].back().begin(), Corner(head, e));
        }
      }
      if (!nullable_[head]) break;
    }
    return OkStatus();
  }

  // Symbols that stand for the empty trace only are dropped everywhere; equal strings are written once.
  void Finish() {
    std::vector<bool> blank(rows_.size());
    for (size_t i = 0; i < rows_.size(); ++i) {
      const bool reads = std::any_of(rows_[i].push.begin(), rows_[i].push.end(),
                                     [](const auto& strings) { return !strings.empty(); });
      blank[i] = rows_[i].nullable && !reads;
    }
    for (size_t i = 0; i < rows_.size(); ++i) {
      for (auto& strings : rows_[i].push) {
        for (auto& string : strings) std::erase_if(string, [&](StackSymbol s) { return blank[s]; });
        std::sort(strings.begin(), strings.end());
        strings.erase(std::unique(strings.begin(), strings.end()), strings.end());
      }
      const GrammarSymbol owner = symbols_[i].owner;
      const auto loop = index_.find(uint64_t{owner} << 32 | owner);
      if (loop != index_.end() && !grammar_.IsTerminal(owner)) rows_[i].absorbed = loop->second;
    }
    Renumber();
  }

  // Only what the start symbol still leads to, breadth-first, so that dumps are stable and short.
  void Renumber() {
    std::vector<StackSymbol> number(rows_.size(), kNoSymbol), order = {0};
    number[0] = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      for (const auto& strings : rows_[order[i]].push) {
        for (const auto& string : strings) {
          for (StackSymbol s : string) {
            if (number[s] != kNoSymbol) continue;
            number[s] = static_cast<StackSymbol>(order.size());
            order.push_back(s);
          }
        }
      }
    }
    std::vector<StackRow> rows;
    for (StackSymbol s : order) rows.push_back(std::move(rows_[s]));
    for (StackRow& row : rows) {
      if (row.absorbed != kNoSymbol) row.absorbed = number[row.absorbed];
      for (auto& strings : row.push) {
        for (auto& string : strings) {
          for (StackSymbol& s : string) s = number[s];
        }
        std::sort(strings.begin(), strings.end());
      }
    }
    rows_ = std::move(rows);
  }

  const Grammar& grammar_;
  const Budget& budget_;
  std::vector<bool> nullable_;
  std::vector<std::vector<CornerEdge>> edges_;  // per symbol, upwards
  std::unordered_map<GrammarSymbol, std::vector<GrammarSymbol>> down_;
  std::unordered_map<GrammarSymbol, std::vector<bool>> corners_;
  std::vector<Symbol> symbols_;
  std::unordered_map<uint64_t, StackSymbol> index_;
  std::vector<StackRow> rows_;
  uint64_t cells_ = 0;
};

}  // namespace

Result<std::vector<StackRow>> LeftCornerRows(const Grammar& grammar, const Budget& budget) {
  return LeftCorners(grammar, budget).Run();
}

}  // namespace revmon::logic
