#include "logic/grammar.h"

#include <array>
#include <unordered_map>
#include <utility>

#include "logic/lexer.h"

namespace revmon::logic {
namespace {

constexpr std::array<std::string_view, 9> kSymbols = {"->", "|", ",", ";", ".", "(", ")", "*", "+"};
constexpr std::string_view kItem = "an event, a nonterminal, 'epsilon' or '('";

class GrammarParser {
 public:
  GrammarParser(Lexer lexer, const Alphabet& alphabet, const Budget& budget)
      : lexer_(std::move(lexer)), alphabet_(alphabet), budget_(budget) {
    grammar_.events = alphabet.size();
    grammar_.names = alphabet.names();
  }

  Result<Grammar> Run() {
    REVMON_RETURN_IF_ERROR(DeclareLeftSides());
    do {
      REVMON_RETURN_IF_ERROR(ParseRule());
    } while (!lexer_.AtEnd());
    return std::move(grammar_);
  }

 private:
  [[nodiscard]] bool AtRule() const {
    return lexer_.Peek().kind == Token::Kind::kWord && lexer_.Peek(1).text == "->";
  }

  // Left sides may be used before they are written, so a first look collects them.
  Status DeclareLeftSides() {
    for (size_t i = 0; lexer_.Peek(i).kind != Token::Kind::kEnd; ++i) {
      const Token& token = lexer_.Peek(i);
      if (token.kind != Token::Kind::kWord || lexer_.Peek(i + 1).text != "->") continue;
      if (alphabet_.Find(token.text) || token.text == "epsilon") {
        return ErrorAt(token, ErrorCode::kInvalid,
                       "'" + std::string(token.text) + "' cannot be a nonterminal: it " +
                           (token.text == "epsilon" ? "means the empty trace" : "is an event"));
      }
      if (left_sides_.contains(token.text)) continue;
      left_sides_.emplace(token.text, static_cast<GrammarSymbol>(grammar_.names.size()));
      left_names_.emplace_back(token.text);
      REVMON_RETURN_IF_ERROR(AddSymbol(std::string(token.text)));
    }
    grammar_.start = grammar_.events;
    return OkStatus();
  }

  Result<GrammarSymbol> AddSymbolId(std::string name) {
    if (grammar_.names.size() >= budget_.max_nodes) return Spent();
    grammar_.names.push_back(std::move(name));
    return static_cast<GrammarSymbol>(grammar_.names.size() - 1);
  }
  Status AddSymbol(std::string name) {
    REVMON_RETURN_IF_ERROR(AddSymbolId(std::move(name)));
    return OkStatus();
  }
  [[nodiscard]] Error Spent() const {
    return OverBudget("the grammar", budget_.max_nodes, "symbols and productions", "max_nodes")
        .AtLine(lexer_.Peek().line, lexer_.Peek().column);
  }

  Status ParseRule() {
    if (!AtRule())
      return lexer_.Unexpected(lexer_.Peek().kind == Token::Kind::kWord ? "a rule" : "a nonterminal");
    const GrammarSymbol left = left_sides_.at(lexer_.Next().text);
    lexer_.Next();
    REVMON_RETURN_IF_ERROR(ParseChoices(left));
    if (!lexer_.Accept(",") && !lexer_.Accept(";") && !lexer_.Accept(".") && !lexer_.AtEnd() && !AtRule()) {
      return lexer_.Unexpected("a symbol, '|', ',' or the end of the formula");
    }
    return OkStatus();
  }

  Status ParseChoices(GrammarSymbol left) {
    do {
      std::vector<GrammarSymbol> right;
      do {
        REVMON_RETURN_IF_ERROR(ParseItem(right));
      } while (AtItem());
      REVMON_RETURN_IF_ERROR(AddProduction(left, std::move(right)));
    } while (lexer_.Accept("|"));
    return OkStatus();
  }

  [[nodiscard]] bool AtItem() const {
    return lexer_.At("(") || (lexer_.Peek().kind == Token::Kind::kWord && !AtRule());
  }

  Status AddProduction(GrammarSymbol left, std::vector<GrammarSymbol> right) {
    size_ += 1 + right.size();
    if (size_ > budget_.max_nodes) return Spent();
    grammar_.productions.push_back({left, std::move(right)});
    return OkStatus();
  }

  Status ParseItem(std::vector<GrammarSymbol>& right) {
    if (!AtItem()) return lexer_.Unexpected(kItem);
    const Token token = lexer_.Next();
    if (token.text == "(") {
      if (++depth_ > budget_.max_depth) {
        return OverBudget("the grammar", budget_.max_depth, "levels of nesting", "max_depth")
            .AtLine(token.line, token.column);
      }
      REVMON_ASSIGN_OR_RETURN(const GrammarSymbol group, AddSymbolId("(" + std::to_string(++groups_) + ")"));
      REVMON_RETURN_IF_ERROR(ParseChoices(group));
      if (!lexer_.Accept(")")) return lexer_.Unexpected("a symbol, '|' or ')'");
      --depth_;
      right.push_back(group);
    } else if (token.text == "epsilon") {
      return OkStatus();
    } else if (const auto it = left_sides_.find(token.text); it != left_sides_.end()) {
      right.push_back(it->second);
    } else {
      REVMON_ASSIGN_OR_RETURN(const Event event, Terminal(token));
      right.push_back(event);
    }
    while (lexer_.At("*") || lexer_.At("+")) REVMON_RETURN_IF_ERROR(ParseRepeat(right.back()));
    return OkStatus();
  }

  Result<Event> Terminal(const Token& token) {
    if (const std::optional<Event> event = alphabet_.Find(token.text)) return *event;
    std::vector<std::string> known = alphabet_.names();
    known.insert(known.end(), left_names_.begin(), left_names_.end());
    return UnknownName(token, "event or nonterminal", known);
  }

  // x* is R -> epsilon | R x, x+ is R -> x | R x.
  Status ParseRepeat(GrammarSymbol& item) {
    const bool star = lexer_.Next().text == "*";
    REVMON_ASSIGN_OR_RETURN(const GrammarSymbol repeat,
                            AddSymbolId(grammar_.names[item] + (star ? "*" : "+")));
    REVMON_RETURN_IF_ERROR(AddProduction(repeat, star ? std::vector<GrammarSymbol>() : std::vector{item}));
    REVMON_RETURN_IF_ERROR(AddProduction(repeat, {repeat, item}));
    item = repeat;
    return OkStatus();
  }

  Lexer lexer_;
  const Alphabet& alphabet_;
  const Budget& budget_;
  Grammar grammar_;
  std::unordered_map<std::string_view, GrammarSymbol> left_sides_;
  std::vector<std::string> left_names_;
  size_t size_ = 0;
  uint32_t depth_ = 0;
  uint32_t groups_ = 0;
};

// Symbols all of whose derivations can end: `base` says which symbols count at once. Linear in the grammar.
std::vector<bool> Derives(const Grammar& grammar, bool terminals_count) {
  std::vector<bool> good(grammar.names.size());
  std::vector<size_t> missing;
  std::vector<std::vector<size_t>> used_in(grammar.names.size());
  std::vector<GrammarSymbol> work;
  const auto mark = [&](GrammarSymbol symbol) {
    if (good[symbol]) return;
    good[symbol] = true;
    work.push_back(symbol);
  };
  for (size_t p = 0; p < grammar.productions.size(); ++p) {
    missing.push_back(grammar.productions[p].right.size());
    for (GrammarSymbol symbol : grammar.productions[p].right) used_in[symbol].push_back(p);
    if (missing[p] == 0) mark(grammar.productions[p].left);
  }
  for (GrammarSymbol t = 0; terminals_count && t < grammar.events; ++t) mark(t);
  while (!work.empty()) {
    const GrammarSymbol symbol = work.back();
    work.pop_back();
    for (size_t p : used_in[symbol]) {
      if (--missing[p] == 0) mark(grammar.productions[p].left);
    }
  }
  return good;
}

void Reduce(Grammar& grammar) {
  const std::vector<bool> productive = Derives(grammar, true);
  grammar.empty = !productive[grammar.start];
  std::erase_if(grammar.productions, [&](const Production& production) {
    for (GrammarSymbol symbol : production.right) {
      if (!productive[symbol]) return true;
    }
    return false;
  });
  std::vector<std::vector<size_t>> rules(grammar.names.size());
  for (size_t p = 0; p < grammar.productions.size(); ++p) rules[grammar.productions[p].left].push_back(p);
  std::vector<bool> reachable(grammar.names.size());
  std::vector<GrammarSymbol> work = {grammar.start};
  reachable[grammar.start] = true;
  while (!work.empty()) {
    const GrammarSymbol symbol = work.back();
    work.pop_back();
    for (size_t p : rules[symbol]) {
      for (GrammarSymbol part : grammar.productions[p].right) {
        if (reachable[part]) continue;
        reachable[part] = true;
        work.push_back(part);
      }
    }
  }
  std::erase_if(grammar.productions,
                [&](const Production& production) { return !reachable[production.left]; });
}

}  // namespace

std::vector<bool> NullableSymbols(const Grammar& grammar) { return Derives(grammar, false); }

Result<Grammar> ParseGrammar(std::string_view text, const Alphabet& alphabet, const Budget& budget) {
  REVMON_ASSIGN_OR_RETURN(Lexer lexer, Lexer::Make(text, kSymbols, budget));
  REVMON_ASSIGN_OR_RETURN(Grammar grammar, GrammarParser(std::move(lexer), alphabet, budget).Run());
  Reduce(grammar);
  return grammar;
}

}  // namespace revmon::logic
