// Answers: how are many stacks kept as one small value?
//
// A set of stacks as a minimal acyclic automaton read from the top: a cell says whether a stack may end here
// and which symbols may come next. Cells are hash-consed during one step; between steps the set is a flat
// list of words, cells below before cells above, the root last, and equal sets have equal words:
//   edges * 2 + ends, then (symbol, number of the cell below) per edge, in symbol order.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace revmon::logic {

class StackSets {
 public:
  using Cell = uint32_t;
  using Edges = std::vector<std::pair<uint32_t, Cell>>;

  explicit StackSets(uint32_t max_cells);

  [[nodiscard]] Cell None() const { return 0; }        // no stack
  [[nodiscard]] Cell EmptyStack() const { return 1; }  // one stack, with nothing on it

  [[nodiscard]] Cell Union(Cell a, Cell b);
  // Puts `symbol` on top of every stack, after taking one `absorbed` off the stacks that have it on top.
  [[nodiscard]] Cell Push(uint32_t symbol, uint32_t absorbed, Cell below);
  [[nodiscard]] const Edges& EdgesOf(Cell cell) const { return cells_[cell].edges; }
  [[nodiscard]] bool Ends(Cell cell) const { return cells_[cell].ends; }

  [[nodiscard]] Cell Load(const std::u32string& words);
  [[nodiscard]] std::u32string Save(Cell root, uint32_t& cell_count) const;
  // More cells were made than allowed; results are meaningless.
  [[nodiscard]] bool overflow() const { return overflow_; }

 private:
  struct Node {
    bool ends;
    Edges edges;
  };
  Cell Intern(bool ends, Edges edges);

  size_t max_cells_;
  bool overflow_ = false;
  std::vector<Node> cells_;
  std::map<std::pair<bool, Edges>, Cell> index_;
  std::unordered_map<uint64_t, Cell> unions_;
};

}  // namespace revmon::logic
