#include "logic/ere.h"

#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "logic/ere_arena.h"
#include "logic/explore.h"
#include "logic/lexer.h"

namespace revmon::logic {
namespace {

constexpr std::array<std::string_view, 8> kSymbols = {"|", "&", "~", "*", "+", "^", "(", ")"};
constexpr uint32_t kMaxPower = 1000;
constexpr std::string_view kOperand = "an event, 'epsilon', 'empty', '~' or '('";

class EreParser {
 public:
  EreParser(Lexer lexer, const Alphabet& alphabet, EreArena& arena, const Budget& budget)
      : lexer_(std::move(lexer)), alphabet_(alphabet), arena_(arena), budget_(budget) {}

  Result<Expression> Run() {
    REVMON_ASSIGN_OR_RETURN(const Expression result, ParseOr());
    if (!lexer_.AtEnd()) return lexer_.Unexpected("an operator or the end of the formula");
    if (arena_.spent()) return *arena_.spent();
    return result;
  }

 private:
  Result<Expression> ParseOr() {
    std::vector<Expression> parts;
    do {
      REVMON_ASSIGN_OR_RETURN(const Expression part, ParseAnd());
      parts.push_back(part);
    } while (lexer_.Accept("|"));
    return arena_.Or(std::move(parts));
  }

  Result<Expression> ParseAnd() {
    std::vector<Expression> parts;
    do {
      REVMON_ASSIGN_OR_RETURN(const Expression part, ParseConcat());
      parts.push_back(part);
    } while (lexer_.Accept("&"));
    return arena_.And(std::move(parts));
  }

  Result<Expression> ParseConcat() {
    std::vector<Expression> parts;
    do {
      REVMON_ASSIGN_OR_RETURN(const Expression part, ParseNot());
      parts.push_back(part);
    } while (lexer_.Peek().kind == Token::Kind::kWord || lexer_.At("(") || lexer_.At("~"));
    Expression result = arena_.Epsilon();
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) result = arena_.Concat(*part, result);
    return result;
  }

  Result<Expression> ParseNot() {
    bool negative = false;
    while (lexer_.Accept("~")) negative = !negative;
    REVMON_ASSIGN_OR_RETURN(const Expression inner, ParsePostfix());
    return negative ? arena_.Not(inner) : inner;
  }

  Result<Expression> ParsePostfix() {
    REVMON_ASSIGN_OR_RETURN(Expression result, ParseOperand());
    while (true) {
      if (lexer_.Accept("*")) {
        result = arena_.Star(result);
      } else if (lexer_.Accept("+")) {
        result = arena_.Concat(result, arena_.Star(result));
      } else if (lexer_.Accept("^")) {
        REVMON_ASSIGN_OR_RETURN(result, ParsePower(result));
      } else {
        return result;
      }
      if (arena_.spent()) return *arena_.spent();
    }
  }

  Result<Expression> ParsePower(Expression base) {
    if (lexer_.Peek().kind != Token::Kind::kNumber) return lexer_.Unexpected("a number of repetitions");
    const Token number = lexer_.Next();
    uint32_t count = kMaxPower + 1;
    std::from_chars(number.text.data(), number.text.data() + number.text.size(), count);
    if (count > kMaxPower) {
      return OverBudget("the repetition", kMaxPower, "copies", "repetition")
          .AtLine(number.line, number.column);
    }
    Expression result = arena_.Epsilon();
    for (uint32_t i = 0; i < count; ++i) result = arena_.Concat(base, result);
    return result;
  }

  Result<Expression> ParseOperand() {
    const Token token = lexer_.Peek();
    if (lexer_.Accept("(")) {
      if (++depth_ > budget_.max_depth) {
        return OverBudget("the expression", budget_.max_depth, "levels of nesting", "max_depth")
            .AtLine(token.line, token.column);
      }
      REVMON_ASSIGN_OR_RETURN(const Expression inner, ParseOr());
      if (!lexer_.Accept(")")) return lexer_.Unexpected("an operator or ')'");
      --depth_;
      return inner;
    }
    if (token.kind != Token::Kind::kWord) return lexer_.Unexpected(kOperand);
    lexer_.Next();
    if (token.text == "epsilon") return arena_.Epsilon();
    if (token.text == "empty") return arena_.Empty();
    REVMON_ASSIGN_OR_RETURN(const Event event, EventOf(token, alphabet_));
    return arena_.Symbol(event);
  }

  Lexer lexer_;
  const Alphabet& alphabet_;
  EreArena& arena_;
  const Budget& budget_;
  uint32_t depth_ = 0;
};

}  // namespace

Result<Dfa> CompileEre(std::string_view text, const Alphabet& alphabet, const CategoryLayout& layout,
                       const Budget& budget) {
  EreArena arena(budget);
  REVMON_ASSIGN_OR_RETURN(Lexer lexer, Lexer::Make(text, kSymbols, budget));
  REVMON_ASSIGN_OR_RETURN(const Expression root, EreParser(std::move(lexer), alphabet, arena, budget).Run());
  const auto step = [&](Expression state, Event event) -> Result<Expression> {
    const Expression next = arena.Derive(state, event);
    if (arena.spent()) return *arena.spent();
    return next;
  };
  // While exploring, bit 0 means "accepting"; the real categories need to know which states are dead.
  REVMON_ASSIGN_OR_RETURN(Dfa dfa, Explore(alphabet, layout, root, budget, step, [&](Expression state) {
                            return CategoryMask{arena.Nullable(state) ? 1u : 0u};
                          }));
  const std::vector<bool> alive = CanReach(dfa, 1);
  for (StateId s = 0; s < dfa.size(); ++s) {
    const CategoryMask match = dfa.Mask(s) != 0 ? layout.Mask("match") : 0;
    dfa.SetMask(s, match | layout.Mask(alive[s] ? "nonfail" : "fail"));
  }
  return dfa;
}

}  // namespace revmon::logic
