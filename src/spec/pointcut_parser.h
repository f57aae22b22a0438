// Answers: how is pointcut text read?
//
//   or      := and ('||' and)*          '&&' binds tighter than '||'
//   and     := not ('&&' not)*
//   not     := '!' not | '(' or ')' | designator '(' ... ')'
//
// After an error inside a designator's parentheses, reading goes on behind them, so one pointcut can report
// several mistakes. Java expressions (if, condition, countCond) are taken verbatim. Depth is limited.
#pragma once
#include <set>
#include <string>

#include "spec/cursor.h"
#include "spec/pattern_parser.h"
#include "spec/pointcut.h"

namespace revmon::spec {

class PointcutParser {
 public:
  static constexpr int kMaxDepth = 100;
  static constexpr uint32_t kMaxNodes = 1u << 17;  // of all pointcuts of a file
  // `named` are the pointcuts that the spec declares; it must outlive the parser.
  // `budget` is how many nodes the file may still hold; a node is half a kilobyte.
  PointcutParser(Cursor* cursor, const std::set<std::string>& named, uint32_t* budget)
      : cursor_(*cursor), patterns_(cursor), named_(named), budget_(*budget) {}

  // Reads as far as the pointcut goes. False after any error; then `out` must not be used.
  bool Parse(Pointcut* out);

 private:
  bool Chain(bool is_or, uint32_t* node);
  bool Not(uint32_t* node);
  bool Primary(uint32_t* node);
  bool Group(uint32_t* node);
  Designator LeafName(PointcutNode* leaf);
  bool Leaf(Designator designator, uint32_t name_first, PointcutNode* node);
  bool Contents(PointcutNode* node);
  bool Args(PointcutNode* node, size_t least, size_t most);
  bool OneType(PointcutNode* node);
  bool JavaExpression(PointcutNode* node, uint32_t close);
  bool StringOrVariable(PointcutNode* node);
  bool Nested(PointcutNode* node);
  uint32_t Add(PointcutNode node);

  Cursor& cursor_;
  PatternParser patterns_;
  const std::set<std::string>& named_;
  uint32_t& budget_;
  std::vector<PointcutNode> nodes_;
  int depth_ = 0;
  bool failed_ = false;
};

// A pointcut that stands alone, for tests and tools. Reports to `diagnostics`; empty after an error.
[[nodiscard]] Pointcut ParsePointcut(const SourceText& source, Diagnostics* diagnostics);

}  // namespace revmon::spec
