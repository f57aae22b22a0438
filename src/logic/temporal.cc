#include "logic/temporal.h"

#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "logic/lexer.h"

namespace revmon::logic {
namespace {

constexpr std::array<std::string_view, 43> kSymbols = {
    "(",   ")",   "!",      "~",      "/\\",     "&&",     "\\/",    "||",      "++",   "=>",   "->",
    "<=>", "<->", "[]",     "<>",     "(*)",     "[*]",    "<*>",    "(*a)",    "[*a]", "<*a>", "@b",
    "@c",  "@bc", "[*s@b]", "[*s@c]", "[*s@bc]", "<*s@b>", "<*s@c>", "<*s@bc>", "~(*)", "~o",   "~U",
    "~S",  "[",   "]",      "<",      ">",       "&",      "|",      "*",       ",",    ".",
};

struct Spelling {
  std::string_view text;
  Op op;
  StackPoints points = StackPoints::kNone;
};

constexpr std::array<Spelling, 21> kPrefix = {{
    {"!", Op::kNot},
    {"not", Op::kNot},
    {"o", Op::kNext},
    {"~o", Op::kWeakNext},
    {"[]", Op::kAlways},
    {"<>", Op::kEventually},
    {"(*)", Op::kPrevious},
    {"~(*)", Op::kWeakPrevious},
    {"[*]", Op::kHistorically},
    {"<*>", Op::kOnce},
    {"(*a)", Op::kAbstractPrevious},
    {"[*a]", Op::kAbstractHistorically},
    {"<*a>", Op::kAbstractOnce},
    {"@b", Op::kAtBegin},
    {"@c", Op::kAtCall},
    {"[*s@b]", Op::kStackHistorically, StackPoints::kBegins},
    {"[*s@c]", Op::kStackHistorically, StackPoints::kCalls},
    {"[*s@bc]", Op::kStackHistorically, StackPoints::kBoth},
    {"<*s@b>", Op::kStackOnce, StackPoints::kBegins},
    {"<*s@c>", Op::kStackOnce, StackPoints::kCalls},
    {"<*s@bc>", Op::kStackOnce, StackPoints::kBoth},
}};

// Weakest first; operators of one level chain if it is not the first level.
constexpr std::array<std::pair<int, Spelling>, 18> kInfix = {{
    {0, {"=>", Op::kImplies}},
    {0, {"->", Op::kImplies}},
    {0, {"implies", Op::kImplies}},
    {0, {"<=>", Op::kIff}},
    {0, {"<->", Op::kIff}},
    {0, {"U", Op::kUntil}},
    {0, {"~U", Op::kRelease}},
    {0, {"R", Op::kRelease}},
    {0, {"S", Op::kSince}},
    {0, {"~S", Op::kWeakSince}},
    {0, {"Sa", Op::kAbstractSince}},
    {1, {"or", Op::kOr}},
    {1, {"||", Op::kOr}},
    {1, {"\\/", Op::kOr}},
    {2, {"xor", Op::kXor}},
    {2, {"++", Op::kXor}},
    {3, {"and", Op::kAnd}},
    {3, {"&&", Op::kAnd}},
}};
constexpr int kLevels = 4;

std::string SpellingOf(const TemporalNode& node) {
  for (const Spelling& spelling : kPrefix) {
    if (spelling.op == node.op && spelling.points == node.points) return std::string(spelling.text);
  }
  for (const auto& [level, spelling] : kInfix) {
    if (spelling.op == node.op) return std::string(spelling.text);
  }
  constexpr std::array<std::string_view, 4> kStackSince = {"", "Ss@b", "Ss@c", "Ss@bc"};
  return std::string(kStackSince[static_cast<size_t>(node.points)]);
}

bool Allowed(Logic logic, Op op) {
  if (IsFuture(op)) return logic == Logic::kLtl;
  if (IsCaret(op)) return logic == Logic::kPtCaRet;
  return true;
}

class TemporalParser {
 public:
  TemporalParser(Logic logic, Lexer lexer, const Alphabet& alphabet, const Budget& budget)
      : logic_(logic), lexer_(std::move(lexer)), alphabet_(alphabet), budget_(budget) {}

  Result<TemporalFormula> Run() {
    REVMON_RETURN_IF_ERROR(ParseLevel(0));
    if (!lexer_.AtEnd()) return lexer_.Unexpected("an operator or the end of the formula");
    return std::move(formula_);
  }

 private:
  Result<uint32_t> ParseLevel(int level) {
    if (level == kLevels) return ParsePrefix();
    REVMON_ASSIGN_OR_RETURN(uint32_t left, ParseLevel(level + 1));
    for (int count = 0;; ++count) {
      REVMON_ASSIGN_OR_RETURN(const std::optional<Spelling> infix, AcceptInfix(level, count));
      if (!infix) return left;
      REVMON_ASSIGN_OR_RETURN(const uint32_t right, ParseLevel(level + 1));
      REVMON_ASSIGN_OR_RETURN(left, Add({infix->op, infix->points, left, right}));
    }
  }

  Result<std::optional<Spelling>> AcceptInfix(int level, int count) {
    const Token token = lexer_.Peek();
    std::optional<Spelling> found;
    for (const auto& [at, spelling] : kInfix) {
      if (at == level && token.text == spelling.text) found = spelling;
    }
    if (level == 3 && token.text == "/\\") found = Spelling{"/\\", Op::kAnd};
    if (level == 0 && token.text == "Ss" && logic_ == Logic::kPtCaRet) found = StackSince();
    if (!found || (token.text == "Sa" && logic_ != Logic::kPtCaRet)) return std::optional<Spelling>();
    if (level == 0 && count > 0) {
      return ErrorAt(token, ErrorCode::kMalformed,
                     "operator '" + std::string(token.text) + "' does not chain")
          .Hint("put parentheses around one of the two operands");
    }
    lexer_.Next();
    if (token.text == "Ss") lexer_.Next();
    REVMON_RETURN_IF_ERROR(CheckAllowed(token, found->op));
    return found;
  }

  [[nodiscard]] std::optional<Spelling> StackSince() const {
    const std::string_view points = lexer_.Peek(1).text;
    if (points == "@b") return Spelling{"Ss", Op::kStackSince, StackPoints::kBegins};
    if (points == "@c") return Spelling{"Ss", Op::kStackSince, StackPoints::kCalls};
    if (points == "@bc") return Spelling{"Ss", Op::kStackSince, StackPoints::kBoth};
    return std::nullopt;
  }

  // Prefix operators are read by a loop and applied from the inside out.
  Result<uint32_t> ParsePrefix() {
    std::vector<Spelling> prefixes;
    while (const std::optional<Spelling> prefix = PrefixHere()) {
      REVMON_RETURN_IF_ERROR(CheckAllowed(lexer_.Peek(), prefix->op));
      REVMON_RETURN_IF_ERROR(CheckDepth(depth_ + static_cast<uint32_t>(prefixes.size())));
      lexer_.Next();
      prefixes.push_back(*prefix);
    }
    REVMON_ASSIGN_OR_RETURN(uint32_t node, ParseOperand());
    for (auto prefix = prefixes.rbegin(); prefix != prefixes.rend(); ++prefix) {
      REVMON_ASSIGN_OR_RETURN(node, Add({prefix->op, prefix->points, node, 0}));
    }
    return node;
  }

  [[nodiscard]] std::optional<Spelling> PrefixHere() const {
    if (lexer_.AtEnd()) return std::nullopt;
    for (const Spelling& spelling : kPrefix) {
      if (lexer_.At(spelling.text)) return spelling;
    }
    return std::nullopt;
  }

  Result<uint32_t> ParseOperand() {
    const Token token = lexer_.Peek();
    if (lexer_.Accept("(")) {
      ++depth_;
      REVMON_RETURN_IF_ERROR(CheckDepth(depth_));
      REVMON_ASSIGN_OR_RETURN(const uint32_t inner, ParseLevel(0));
      if (!lexer_.Accept(")")) return lexer_.Unexpected("an operator or ')'");
      --depth_;
      return inner;
    }
    if (token.kind != Token::Kind::kWord || IsReserved(token.text)) {
      return lexer_.Unexpected("an event, 'true', 'false', a prefix operator or '('");
    }
    lexer_.Next();
    if (token.text == "true") return Add({Op::kTrue});
    if (token.text == "false") return Add({Op::kFalse});
    REVMON_ASSIGN_OR_RETURN(const Event event, EventOf(token, alphabet_));
    return Add({Op::kEvent, StackPoints::kNone, event, 0});
  }

  [[nodiscard]] bool IsReserved(std::string_view word) const {
    for (const auto& [level, spelling] : kInfix) {
      if (word == spelling.text) return word != "Sa" || logic_ == Logic::kPtCaRet;
    }
    return false;
  }

  [[nodiscard]] Status CheckDepth(uint32_t depth) const {
    if (depth <= budget_.max_depth) return OkStatus();
    const Token& token = lexer_.Peek();
    return OverBudget("the formula", budget_.max_depth, "levels of nesting", "max_depth")
        .AtLine(token.line, token.column);
  }

  [[nodiscard]] Status CheckAllowed(const Token& token, Op op) const {
    if (Allowed(logic_, op)) return OkStatus();
    return ErrorAt(token, ErrorCode::kUnsupported,
                   std::string(ToString(logic_)) + " has no operator '" + std::string(token.text) + "'")
        .Hint(IsFuture(op) ? "future operators belong to ltl" : "call-stack operators belong to ptcaret");
  }

  Result<uint32_t> Add(TemporalNode node) {
    const uint64_t key = (uint64_t{node.a} << 32 | node.b) ^ (uint64_t{static_cast<uint8_t>(node.op)} << 56) ^
                         (uint64_t{static_cast<uint8_t>(node.points)} << 24);
    auto [it, last] = index_.equal_range(key);
    for (; it != last; ++it) {
      if (formula_.nodes[it->second] == node) return it->second;
    }
    if (formula_.nodes.size() == budget_.max_nodes) {
      return OverBudget("the formula", budget_.max_nodes, "subformulas", "max_nodes");
    }
    const auto id = static_cast<uint32_t>(formula_.nodes.size());
    index_.emplace(key, id);
    formula_.nodes.push_back(node);
    return id;
  }

  Logic logic_;
  Lexer lexer_;
  const Alphabet& alphabet_;
  const Budget& budget_;
  TemporalFormula formula_;
  std::unordered_multimap<uint64_t, uint32_t> index_;
  uint32_t depth_ = 0;
};

}  // namespace

bool IsFuture(Op op) { return op >= Op::kNext && op <= Op::kEventually; }
bool IsPast(Op op) { return op >= Op::kPrevious && op <= Op::kOnce; }
bool IsCaret(Op op) { return op >= Op::kAbstractPrevious; }

bool IsBinary(Op op) {
  switch (op) {
    case Op::kAnd:
    case Op::kOr:
    case Op::kXor:
    case Op::kImplies:
    case Op::kIff:
    case Op::kUntil:
    case Op::kRelease:
    case Op::kSince:
    case Op::kWeakSince:
    case Op::kAbstractSince:
    case Op::kStackSince: return true;
    default: return false;
  }
}

bool IsUnary(Op op) { return op > Op::kEvent && !IsBinary(op); }

bool InitialMemory(Op op) {
  return op == Op::kWeakPrevious || op == Op::kWeakSince || op == Op::kHistorically ||
         op == Op::kAbstractHistorically;
}

std::string Dump(const TemporalFormula& formula, const Alphabet& alphabet) {
  std::string text;
  for (size_t i = 0; i < formula.nodes.size(); ++i) {
    const TemporalNode& node = formula.nodes[i];
    text += std::to_string(i) + ": ";
    if (node.op <= Op::kFalse) {
      text += node.op == Op::kTrue ? "true" : "false";
    } else if (node.op == Op::kEvent) {
      text += alphabet.name(node.a);
    } else if (IsBinary(node.op)) {
      text += std::to_string(node.a) + " " + SpellingOf(node) + " " + std::to_string(node.b);
    } else {
      text += SpellingOf(node) + " " + std::to_string(node.a);
    }
    text += '\n';
  }
  return text;
}

Result<TemporalFormula> ParseTemporal(Logic logic, std::string_view text, const Alphabet& alphabet,
                                      const Budget& budget) {
  REVMON_ASSIGN_OR_RETURN(Lexer lexer, Lexer::Make(text, kSymbols, budget));
  return TemporalParser(logic, std::move(lexer), alphabet, budget).Run();
}

}  // namespace revmon::logic
