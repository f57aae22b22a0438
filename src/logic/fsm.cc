#include "logic/fsm.h"

#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/categories.h"
#include "logic/lexer.h"

namespace revmon::logic {
namespace {

constexpr std::array<std::string_view, 6> kSymbols = {"[", "]", "->", ",", "=", ";"};

struct Alias {
  std::string name;
  std::vector<Token> members;
};

struct WrittenState {
  std::string name;
  std::vector<std::pair<Event, Token>> transitions;
  Token fallback;  // kEnd when there is no default
};

class FsmParser {
 public:
  FsmParser(Lexer lexer, const Alphabet& alphabet, const Budget& budget)
      : lexer_(std::move(lexer)), alphabet_(alphabet), budget_(budget), written_(alphabet.size(), 0) {}

  Status Run() {
    do {
      REVMON_RETURN_IF_ERROR(ParseState());
    } while (!lexer_.AtEnd() && !AtAlias());
    while (!lexer_.AtEnd()) REVMON_RETURN_IF_ERROR(ParseAlias());
    return OkStatus();
  }

  std::vector<WrittenState> states;
  std::vector<Alias> aliases;
  std::unordered_map<std::string_view, StateId> ids;

 private:
  // A state may itself be called "alias".
  [[nodiscard]] bool AtAlias() const { return lexer_.At("alias") && lexer_.Peek(1).text != "["; }

  Result<Token> Word(std::string_view expected) {
    if (lexer_.Peek().kind != Token::Kind::kWord) return lexer_.Unexpected(expected);
    return lexer_.Next();
  }

  Status ParseState() {
    REVMON_ASSIGN_OR_RETURN(const Token name,
                            Word(states.empty() ? "a state name" : "a state name or 'alias'"));
    if (const std::string key = FoldCase(name.text); key == "nonfail" || key == "deadlock") {
      return ErrorAt(name, ErrorCode::kInvalid,
                     "'" + key + "' is a category of every fsm and cannot be a state");
    }
    if (!ids.emplace(name.text, static_cast<StateId>(states.size())).second) {
      return ErrorAt(name, ErrorCode::kInvalid, "state '" + std::string(name.text) + "' is written twice");
    }
    if (states.size() == budget_.max_states) {
      return OverBudget("the fsm", budget_.max_states, "states", "max_states").AtLine(name.line, name.column);
    }
    states.push_back({std::string(name.text), {}, {}});
    REVMON_RETURN_IF_ERROR(lexer_.Expect("["));
    while (!lexer_.Accept("]")) {
      REVMON_RETURN_IF_ERROR(ParseTransition());
      lexer_.Accept(",");
    }
    return OkStatus();
  }

  Status ParseTransition() {
    WrittenState& state = states.back();
    REVMON_ASSIGN_OR_RETURN(const Token event, Word("an event, 'default' or ']'"));
    const bool is_default = event.text == "default" && lexer_.Peek().text != "->";
    if (is_default || (event.text == "default" && !alphabet_.Find("default"))) {
      lexer_.Accept("->");
      if (state.fallback.kind != Token::Kind::kEnd) {
        return ErrorAt(event, ErrorCode::kInvalid, "state '" + state.name + "' has two defaults");
      }
      REVMON_ASSIGN_OR_RETURN(state.fallback, Word("a state name"));
      return OkStatus();
    }
    REVMON_ASSIGN_OR_RETURN(const Event id, EventOf(event, alphabet_));
    REVMON_RETURN_IF_ERROR(lexer_.Expect("->"));
    REVMON_ASSIGN_OR_RETURN(const Token target, Word("a state name"));
    if (std::exchange(written_[id], states.size()) == states.size()) {
      return ErrorAt(
          event, ErrorCode::kInvalid,
          "state '" + state.name + "' has two transitions for event '" + std::string(event.text) + "'");
    }
    state.transitions.emplace_back(id, target);
    return OkStatus();
  }

  Status ParseAlias() {
    REVMON_RETURN_IF_ERROR(lexer_.Expect("alias"));
    REVMON_ASSIGN_OR_RETURN(const Token name, Word("an alias name"));
    Alias alias = {std::string(name.text), {}};
    REVMON_RETURN_IF_ERROR(lexer_.Expect("="));
    do {
      REVMON_ASSIGN_OR_RETURN(const Token member, Word("a state name"));
      alias.members.push_back(member);
    } while (lexer_.Accept(","));
    lexer_.Accept(";");
    aliases.push_back(std::move(alias));
    return OkStatus();
  }

  Lexer lexer_;
  const Alphabet& alphabet_;
  const Budget& budget_;
  std::vector<size_t> written_;  // per event: the number of the last state that has it, from 1
};

class FsmBuilder {
 public:
  FsmBuilder(FsmParser& parser, const Alphabet& alphabet) : parser_(parser), alphabet_(alphabet) {
    const auto declared = parser.ids.find("fail");
    fail_ = declared != parser.ids.end() ? declared->second : static_cast<StateId>(parser.states.size());
  }

  // A declared state `fail` does not catch what is written nowhere unless it is absorbing anyway, so the
  // implicit one is always added; minimisation merges them if it can.
  Result<Dfa> Build(const CategoryLayout& layout) {
    const auto sink = static_cast<StateId>(parser_.states.size());
    Dfa dfa(alphabet_, layout.names());
    const CategoryMask nonfail = layout.Mask("nonfail");
    const CategoryMask fail = layout.Mask("fail");
    for (const WrittenState& state : parser_.states) {
      const bool is_fail = FoldCase(state.name) == "fail";
      dfa.AddState(layout.Mask(state.name) | (is_fail ? fail : nonfail), state.name);
    }
    dfa.AddState(fail, "fail");
    for (StateId s = 0; s < sink; ++s) REVMON_RETURN_IF_ERROR(Fill(dfa, s, sink));
    for (const Alias& alias : parser_.aliases) {
      const CategoryMask bit = layout.Mask(alias.name);
      for (const Token& member : alias.members) {
        REVMON_ASSIGN_OR_RETURN(const StateId id, Resolve(member));
        dfa.SetMask(id, dfa.Mask(id) | bit);
        if (id == fail_) dfa.SetMask(sink, dfa.Mask(sink) | bit);
      }
    }
    return dfa;
  }

 private:
  Result<StateId> Resolve(const Token& name) {
    const auto it = parser_.ids.find(name.text);
    if (it != parser_.ids.end()) return it->second;
    if (name.text == "fail") return fail_;
    std::vector<std::string> names;
    for (const WrittenState& state : parser_.states) names.push_back(state.name);
    return UnknownName(name, "state", names);
  }

  Status Fill(Dfa& dfa, StateId s, StateId sink) {
    const WrittenState& state = parser_.states[s];
    StateId fallback = sink;
    if (state.fallback.kind != Token::Kind::kEnd) {
      REVMON_ASSIGN_OR_RETURN(fallback, Resolve(state.fallback));
    }
    for (Event e = 0; e < alphabet_.size(); ++e) dfa.SetNext(s, e, fallback);
    for (const auto& [event, target] : state.transitions) {
      REVMON_ASSIGN_OR_RETURN(const StateId to, Resolve(target));
      dfa.SetNext(s, event, to);
    }
    return OkStatus();
  }

  FsmParser& parser_;
  const Alphabet& alphabet_;
  StateId fail_;
};

}  // namespace

Result<Dfa> CompileFsm(std::string_view text, const Alphabet& alphabet, std::span<const std::string> handled,
                       const Budget& budget) {
  REVMON_ASSIGN_OR_RETURN(Lexer lexer, Lexer::Make(text, kSymbols, budget));
  FsmParser parser(std::move(lexer), alphabet, budget);
  REVMON_RETURN_IF_ERROR(parser.Run());
  if ((parser.states.size() + 1) * uint64_t{alphabet.size()} > budget.max_table) {
    return OverBudget("the fsm", budget.max_table, "transitions", "max_table");
  }
  std::vector<std::string> known;
  for (const WrittenState& state : parser.states) known.push_back(state.name);
  for (const Alias& alias : parser.aliases) known.push_back(alias.name);
  known.insert(known.end(), {"fail", "nonfail", "deadlock"});
  REVMON_ASSIGN_OR_RETURN(const CategoryLayout layout, CategoryLayout::Make(known, handled));
  return FsmBuilder(parser, alphabet).Build(layout);
}

}  // namespace revmon::logic
