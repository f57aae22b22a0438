#include "logic/stack_set.h"

#include <algorithm>

namespace revmon::logic {

StackSets::StackSets(uint32_t max_cells) : max_cells_(max_cells) {
  Intern(false, {});
  Intern(true, {});
}

StackSets::Cell StackSets::Intern(bool ends, Edges edges) {
  // One step may build a few times the cells that it keeps.
  if (cells_.size() > max_cells_ * 8 + 64) {
    overflow_ = true;
    return 0;
  }
  const auto [it, fresh] = index_.emplace(std::pair(ends, edges), static_cast<Cell>(cells_.size()));
  if (fresh) cells_.push_back({ends, std::move(edges)});
  return it->second;
}

// The recursion goes as deep as two stacks agree from the top, at most max_cells.
StackSets::Cell StackSets::Union(Cell a, Cell b) {
  if (a == b || b == None()) return a;
  if (a == None()) return b;
  if (a > b) std::swap(a, b);
  const uint64_t key = uint64_t{a} << 32 | b;
  if (const auto it = unions_.find(key); it != unions_.end()) return it->second;
  const Edges left = cells_[a].edges;
  const Edges right = cells_[b].edges;
  const bool ends = cells_[a].ends || cells_[b].ends;
  Edges merged;
  auto x = left.begin();
  auto y = right.begin();
  while (x != left.end() || y != right.end()) {
    if (y == right.end() || (x != left.end() && x->first < y->first)) {
      merged.push_back(*x++);
    } else if (x == left.end() || y->first < x->first) {
      merged.push_back(*y++);
    } else {
      merged.emplace_back(x->first, Union(x->second, y->second));
      ++x;
      ++y;
    }
  }
  const Cell result = Intern(ends, std::move(merged));
  unions_.emplace(key, result);
  return result;
}

StackSets::Cell StackSets::Push(uint32_t symbol, uint32_t absorbed, Cell below) {
  if (below == None()) return None();
  const Edges& edges = cells_[below].edges;
  const auto it =
      std::find_if(edges.begin(), edges.end(), [&](const auto& edge) { return edge.first == absorbed; });
  if (it != edges.end()) {
    const Cell shorter = it->second;
    Edges others = edges;
    others.erase(others.begin() + (it - edges.begin()));
    below = Union(Intern(cells_[below].ends, std::move(others)), shorter);
  }
  return Intern(false, {{symbol, below}});
}

StackSets::Cell StackSets::Load(const std::u32string& words) {
  std::vector<Cell> loaded;
  for (size_t at = 0; at < words.size();) {
    const auto head = static_cast<uint32_t>(words[at++]);
    Edges edges;
    for (uint32_t i = 0; i < head / 2; ++i, at += 2) {
      edges.emplace_back(static_cast<uint32_t>(words[at]), loaded[words[at + 1]]);
    }
    loaded.push_back(Intern(head % 2 != 0, std::move(edges)));
  }
  return loaded.back();
}

std::u32string StackSets::Save(Cell root, uint32_t& cell_count) const {
  std::u32string words;
  std::unordered_map<Cell, char32_t> number;
  std::vector<std::pair<Cell, size_t>> path = {{root, 0}};
  while (!path.empty()) {
    auto& [cell, next] = path.back();
    const Edges& edges = cells_[cell].edges;
    while (next < edges.size() && number.contains(edges[next].second)) ++next;
    if (next < edges.size()) {
      path.emplace_back(edges[next].second, 0);
      continue;
    }
    words += static_cast<char32_t>(edges.size() * 2 + (cells_[cell].ends ? 1 : 0));
    for (const auto& [symbol, below] : edges) {
      words += static_cast<char32_t>(symbol);
      words += number.at(below);
    }
    number.emplace(cell, static_cast<char32_t>(number.size()));
    path.pop_back();
  }
  cell_count = static_cast<uint32_t>(number.size());
  return words;
}

}  // namespace revmon::logic
