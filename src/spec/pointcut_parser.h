// Answers: how is pointcut text read?
//
//   or      := and ('||' and)*          '&&' binds tighter than '||'
//   and     := not ('&&' not)*
//   not     := '!' not | '(' or ')' | designator '(' ... ')'
//
// After an error inside a designator's parentheses, reading goes on behind them, so one pointcut can report
// several mistakes. Java expressions (if, condition, countCond) are taken verbatim. Depth is limited.
#pragma once
#include "spec/cursor.h"
#include "spec/pattern_parser.h"
#include "spec/pointcut.h"

namespace revmon::spec {

class PointcutParser {
 public:
  static constexpr int kMaxDepth = 100;
  // `named` are the pointcuts that the spec declares, for "did you mean".
  PointcutParser(Cursor* cursor, std::vector<std::string> named)
      : cursor_(*cursor), patterns_(cursor), named_(std::move(named)) {}

  // Reads as far as the pointcut goes. False after any error; then `out` must not be used.
  bool Parse(Pointcut* out);

 private:
  bool Chain(bool is_or, uint32_t* node);
  bool Not(uint32_t* node);
  bool Primary(uint32_t* node);
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
  std::vector<std::string> named_;
  std::vector<PointcutNode> nodes_;
  int depth_ = 0;
  bool failed_ = false;
};

// A pointcut that stands alone, for tests and tools. Reports to `diagnostics`; empty after an error.
[[nodiscard]] Pointcut ParsePointcut(const SourceText& source, Diagnostics* diagnostics);

}  // namespace revmon::spec
