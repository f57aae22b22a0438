#include "spec/pointcut_parser.h"

#include "base/suggest.h"

namespace revmon::spec {

bool PointcutParser::Parse(Pointcut* out) {
  nodes_.clear();
  failed_ = false;
  uint32_t root = 0;
  if (!Chain(true, &root) || failed_) return false;
  out->nodes = std::move(nodes_);
  return true;
}

uint32_t PointcutParser::Add(PointcutNode node) {
  nodes_.push_back(std::move(node));
  return static_cast<uint32_t>(nodes_.size() - 1);
}

bool PointcutParser::Chain(bool is_or, uint32_t* node) {
  std::string_view sign = is_or ? "||" : "&&";
  auto operand = [&](uint32_t* into) { return is_or ? Chain(false, into) : Not(into); };
  uint32_t first = cursor_.at();
  if (!operand(node)) return false;
  PointcutNode chain;
  while (cursor_.Is(sign[0])) {
    if (!cursor_.AcceptSequence(sign)) return cursor_.FailExpected("'" + std::string(sign) + "'");
    if (chain.children.empty()) chain.children.push_back(*node);
    if (!operand(&chain.children.emplace_back())) return false;
  }
  if (chain.children.empty()) return true;
  chain.kind = is_or ? Designator::kOr : Designator::kAnd;
  chain.span = cursor_.SpanFrom(first);
  *node = Add(std::move(chain));
  return true;
}

bool PointcutParser::Not(uint32_t* node) {
  uint32_t first = cursor_.at();
  bool negated = false;
  bool any = false;
  while (cursor_.Accept('!')) {  // a loop: "!!!!..." must not cost stack
    negated = !negated;
    any = true;
  }
  if (!Primary(node)) return false;
  if (!any || !negated) return true;
  PointcutNode inverse;
  inverse.kind = Designator::kNot;
  inverse.children.push_back(*node);
  inverse.span = cursor_.SpanFrom(first);
  *node = Add(std::move(inverse));
  return true;
}

bool PointcutParser::Primary(uint32_t* node) {
  if (budget_ == 0) {
    cursor_.diagnostics()->Error(cursor_.Peek().span,
                                 "the file has more than " + std::to_string(kMaxNodes) + " pointcut parts");
    return false;
  }
  --budget_;
  if (cursor_.Is('(')) return Group(node);
  bool at_sign = cursor_.Is('@') && cursor_.IsIdentifier(1);
  if (!at_sign && !cursor_.IsIdentifier()) {
    return cursor_.FailExpected("a pointcut such as call(...) or target(...)");
  }
  uint32_t first = cursor_.at();
  PointcutNode leaf;
  Designator designator = LeafName(&leaf);
  if (!Leaf(designator, first, &leaf)) return false;
  *node = Add(std::move(leaf));
  return true;
}

bool PointcutParser::Group(uint32_t* node) {
  if (++depth_ > kMaxDepth) {
    cursor_.diagnostics()->Error(cursor_.Peek().span,
                                 "pointcut is nested deeper than " + std::to_string(kMaxDepth));
    return false;
  }
  cursor_.Advance();
  bool ok = Chain(true, node) && cursor_.Expect(')', "to close the group");
  --depth_;
  return ok;
}

Designator PointcutParser::LeafName(PointcutNode* leaf) {
  uint32_t first = cursor_.at();
  std::string word;
  if (cursor_.Accept('@')) word = "@";
  word += cursor_.Text();
  cursor_.Advance();
  while (cursor_.Is('.') && cursor_.IsIdentifier(1)) {
    word += "." + std::string(cursor_.Text(1));
    cursor_.Advance(2);
  }
  Designator designator = Designator::kNamed;
  if (FindDesignator(word, &designator)) return designator;
  leaf->text = word;
  if (named_.count(word) == 0) {
    std::vector<std::string> candidates = DesignatorNames();
    bool shown = cursor_.diagnostics()->errors() < Diagnostics::kMaxErrors;  // else the hint is for nobody
    if (shown) candidates.insert(candidates.end(), named_.begin(), named_.end());
    cursor_.diagnostics()->Error(cursor_.SpanFrom(first), "unknown pointcut '" + word + "'",
                                 DidYouMean(word, candidates));
    failed_ = true;
  }
  return designator;
}

bool PointcutParser::Leaf(Designator designator, uint32_t name_first, PointcutNode* node) {
  node->kind = designator;
  if (!cursor_.Is('(')) return cursor_.FailExpected("'(' after the pointcut name");
  uint32_t close = cursor_.Partner();
  if (close == Token::kNone) {
    cursor_.diagnostics()->Error(cursor_.Peek().span, "this '(' is never closed");
    return false;
  }
  cursor_.Advance();
  bool is_java = designator == Designator::kIf || designator == Designator::kCondition ||
                 designator == Designator::kCountCond;
  bool unknown = designator == Designator::kNamed && named_.count(node->text) == 0;  // reported
  if (unknown) cursor_.MoveTo(close);
  bool ok = unknown || (is_java ? JavaExpression(node, close) : Contents(node));
  if (ok && cursor_.at() != close) {
    ok = cursor_.FailExpected("')' to close '" + std::string(ToString(designator)) + "('");
  }
  failed_ |= !ok;
  cursor_.MoveTo(close + 1);
  node->span = cursor_.SpanFrom(name_first);
  return true;
}

// From the first token to the last: a trailing "// comment" would swallow whatever is written behind the
// text.
bool PointcutParser::JavaExpression(PointcutNode* node, uint32_t close) {
  if (cursor_.at() == close) return cursor_.FailExpected("a Java expression");
  const TokenList& tokens = cursor_.tokens();
  node->text_span = {cursor_.Peek().span.begin, tokens.tokens[close - 1].span.end};
  node->text =
      std::string(tokens.text.substr(node->text_span.begin, node->text_span.end - node->text_span.begin));
  cursor_.MoveTo(close);
  return true;
}

bool PointcutParser::Contents(PointcutNode* node) {
  switch (node->kind) {
    case Designator::kCall:
    case Designator::kExecution:
    case Designator::kInitialization:
    case Designator::kPreinitialization:
    case Designator::kWithinCode: return patterns_.Method(&node->signature);
    case Designator::kGet:
    case Designator::kSet: return patterns_.Field(&node->signature);
    case Designator::kHandler:
    case Designator::kWithin:
    case Designator::kStaticInitialization: return OneType(node);
    case Designator::kThis:
    case Designator::kTarget:
    case Designator::kAtThis:
    case Designator::kAtTarget:
    case Designator::kAtWithin:
    case Designator::kAtWithinCode:
    case Designator::kAtAnnotation:
    case Designator::kThread:
    case Designator::kEndObject: return Args(node, 1, 1);
    case Designator::kArgs:
    case Designator::kAtArgs:
    case Designator::kNamed: return Args(node, 0, SIZE_MAX);
    case Designator::kCflow:
    case Designator::kCflowBelow: return Nested(node);
    case Designator::kThreadName:
    case Designator::kThreadBlocked: return StringOrVariable(node);
    default: return Args(node, 0, 0);  // startThread() endThread() endProgram() adviceexecution()
  }
}

bool PointcutParser::Args(PointcutNode* node, size_t least, size_t most) {
  std::vector<TypePattern> types;
  uint32_t first = cursor_.at();
  if (!patterns_.TypeList(&types)) return false;
  if (types.size() < least || types.size() > most) {
    std::string wanted = most == 0 ? "nothing" : least == most ? "one name" : "other arguments";
    cursor_.diagnostics()->Error(types.empty() ? cursor_.Peek().span : cursor_.SpanFrom(first),
                                 std::string(ToString(node->kind)) + "(...) takes " + wanted);
    return false;
  }
  for (TypePattern& type : types) node->args.push_back({std::move(type), ""});
  return true;
}

bool PointcutParser::OneType(PointcutNode* node) {
  TypePattern type;
  if (!patterns_.Type(&type)) return false;
  node->args.push_back({std::move(type), ""});
  return true;
}

bool PointcutParser::StringOrVariable(PointcutNode* node) {
  if (cursor_.Peek().kind != TokenKind::kString) return Args(node, 0, 1);
  node->text = std::string(cursor_.Text());
  node->text_span = cursor_.Peek().span;
  cursor_.Advance();
  return true;
}

bool PointcutParser::Nested(PointcutNode* node) {
  if (++depth_ > kMaxDepth) {
    cursor_.diagnostics()->Error(cursor_.Peek().span,
                                 "pointcut is nested deeper than " + std::to_string(kMaxDepth));
    return false;
  }
  bool ok = Chain(true, &node->children.emplace_back());
  --depth_;
  return ok;
}

Pointcut ParsePointcut(const SourceText& source, Diagnostics* diagnostics) {
  TokenList tokens = Lex(source, diagnostics);
  Cursor cursor(tokens, diagnostics);
  Pointcut out;
  const std::set<std::string> none;
  uint32_t budget = PointcutParser::kMaxNodes;
  if (!PointcutParser(&cursor, none, &budget).Parse(&out)) return {};
  if (cursor.AtEnd()) return out;
  static_cast<void>(cursor.FailExpected("'&&', '||' or the end of the pointcut"));
  return {};
}

}  // namespace revmon::spec
