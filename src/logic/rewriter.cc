#include "logic/rewriter.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "logic/lexer.h"

namespace revmon::logic {
namespace {

constexpr std::array<std::string_view, 8> kSymbols = {"^",        "$",        "->",    ".",
                                                      "#epsilon", "#succeed", "#fail", "#"};

// The first word of a state says which kind it is; letters follow a running one.
enum Tag : char32_t { kRunning, kSucceeded, kFailed, kSpent };

// Letter comparisons that one rule application may cost on average; only giant rule sets come near.
constexpr uint64_t kWorkPerRewrite = 1000;

class RuleParser {
 public:
  RuleParser(Lexer lexer, const Alphabet& alphabet, const Budget& budget)
      : letters(alphabet.names()), lexer_(std::move(lexer)), alphabet_(alphabet), budget_(budget) {}

  Status Run() {
    do {
      REVMON_RETURN_IF_ERROR(ParseRule());
    } while (!lexer_.AtEnd());
    return CheckLetters();
  }

  std::vector<RewriteRule> rules;
  std::vector<std::string> letters;

 private:
  struct Use {
    Token first;
    bool read = false, made = false;
  };

  Status ParseRule() {
    RewriteRule rule;
    rule.at_begin = lexer_.Accept("^");
    while (lexer_.Peek().kind == Token::Kind::kWord) rule.left.push_back(Letter(lexer_.Next(), true));
    if (rule.left.empty()) return lexer_.Unexpected(rule.at_begin ? "an event" : "an event or '^'");
    rule.at_end = lexer_.Accept("$");
    if (!lexer_.Accept("->")) return lexer_.Unexpected(rule.at_end ? "'->'" : "an event, '$' or '->'");
    if (lexer_.Accept("#succeed")) {
      rule.result = RewriteRule::Result::kSucceed;
    } else if (lexer_.Accept("#fail")) {
      rule.result = RewriteRule::Result::kFail;
    } else if (!lexer_.Accept("#epsilon")) {
      while (lexer_.Peek().kind == Token::Kind::kWord) rule.right.push_back(Letter(lexer_.Next(), false));
      if (rule.right.empty()) return lexer_.Unexpected("an event, '#epsilon', '#succeed' or '#fail'");
    }
    if (!lexer_.Accept(".") && !lexer_.AtEnd())
      return lexer_.Unexpected(rule.right.empty() ? "'.'" : "an event or '.'");
    if ((size_ += 1 + rule.left.size() + rule.right.size()) > budget_.max_nodes) {
      return OverBudget("the rewriting system", budget_.max_nodes, "letters", "max_nodes");
    }
    rules.push_back(std::move(rule));
    return OkStatus();
  }

  uint32_t Letter(const Token& token, bool read) {
    if (const std::optional<Event> event = alphabet_.Find(token.text)) return *event;
    const auto [it, fresh] = others_.emplace(token.text, static_cast<uint32_t>(letters.size()));
    if (fresh) {
      letters.emplace_back(token.text);
      uses_.push_back({token});
    }
    Use& use = uses_[it->second - alphabet_.size()];
    (read ? use.read : use.made) = true;
    return it->second;
  }

  // A letter that is only read never occurs, one that is only made is never read: both are slips for an
  // event.
  [[nodiscard]] Status CheckLetters() const {
    for (const Use& use : uses_) {
      if (!use.read || !use.made) return UnknownName(use.first, "event", alphabet_.names());
    }
    return OkStatus();
  }

  Lexer lexer_;
  const Alphabet& alphabet_;
  const Budget& budget_;
  std::unordered_map<std::string_view, uint32_t> others_;
  std::vector<Use> uses_;
  uint64_t size_ = 0;
};

}  // namespace

Result<Rewriter> Rewriter::Make(std::string_view text, const Alphabet& alphabet, const CategoryLayout& layout,
                                const Budget& budget) {
  REVMON_ASSIGN_OR_RETURN(Lexer lexer, Lexer::Make(text, kSymbols, budget, /*dollar=*/false));
  RuleParser parser(std::move(lexer), alphabet, budget);
  REVMON_RETURN_IF_ERROR(parser.Run());
  Rewriter rewriter;
  rewriter.rules_ = std::move(parser.rules);
  rewriter.letters_ = std::move(parser.letters);
  rewriter.by_letter_.resize(rewriter.letters_.size());
  for (uint32_t i = 0; i < rewriter.rules_.size(); ++i) {
    rewriter.by_letter_[rewriter.rules_[i].left[0]].push_back(i);
    rewriter.longest_ = std::max(rewriter.longest_, rewriter.rules_[i].left.size());
  }
  rewriter.max_length_ = budget.max_stack;
  rewriter.max_rewrites_ = budget.max_rewrites;
  rewriter.succeed_ = layout.Mask("succeed");
  rewriter.fail_ = layout.Mask("fail");
  rewriter.nonfail_ = layout.Mask("nonfail");
  return rewriter;
}

State Rewriter::Initial() const { return {std::u32string(1, kRunning)}; }

const RewriteRule* Rewriter::Fit(const std::u32string& text, size_t place, uint64_t& work) const {
  for (uint32_t i : by_letter_[text[place]]) {
    const RewriteRule& rule = rules_[i];
    work += 1;
    // Letter 0 of the string is word 1 of the state.
    if (rule.at_begin && place != 1) continue;
    if (rule.left.size() > text.size() - place) continue;
    if (rule.at_end && rule.left.size() != text.size() - place) continue;
    work += rule.left.size();
    if (std::equal(rule.left.begin(), rule.left.end(), text.begin() + static_cast<std::ptrdiff_t>(place)))
      return &rule;
  }
  return nullptr;
}

State Rewriter::Step(const State& state, Event event) const {
  if (state.words[0] != kRunning) return state;
  std::u32string text = state.words;
  text += static_cast<char32_t>(event);
  // What was in normal form has no redex that does not touch the new end; after an application, none that
  // begins more than a left side before it.
  size_t place = text.size() > longest_ ? text.size() - longest_ : 1;
  uint64_t work = 0;
  for (uint32_t rewrites = 0; place < text.size();) {
    const RewriteRule* rule = Fit(text, place, work);
    if (work > kWorkPerRewrite * max_rewrites_) return {std::u32string(1, kSpent)};
    if (rule == nullptr) {
      ++place;
      continue;
    }
    if (rule->result == RewriteRule::Result::kSucceed) return {std::u32string(1, kSucceeded)};
    if (rule->result == RewriteRule::Result::kFail) return {std::u32string(1, kFailed)};
    const std::u32string right(rule->right.begin(), rule->right.end());
    text.replace(place, rule->left.size(), right);
    if (++rewrites > max_rewrites_ || text.size() > size_t{max_length_} + 1)
      return {std::u32string(1, kSpent)};
    place = place > longest_ ? place - longest_ : 1;
  }
  if (text.size() > size_t{max_length_} + 1) return {std::u32string(1, kSpent)};
  return {std::move(text)};
}

CategoryMask Rewriter::Categories(const State& state) const {
  switch (state.words[0]) {
    case kRunning: return nonfail_;
    case kSucceeded: return succeed_ | nonfail_;
    case kFailed: return fail_;
    default: return 0;
  }
}

bool Rewriter::Exhausted(const State& state) const { return state.words[0] == kSpent; }

std::string Rewriter::Describe(const State& state) const {
  if (state.words[0] == kSucceeded) return "#succeed";
  if (state.words[0] == kFailed) return "#fail";
  if (state.words[0] == kSpent) return "exhausted";
  std::string text;
  for (char32_t letter : state.words.substr(1)) text += (text.empty() ? "" : " ") + letters_[letter];
  return text.empty() ? "#epsilon" : text;
}

std::string Rewriter::Dump() const {
  std::string text;
  for (const RewriteRule& rule : rules_) {
    if (rule.at_begin) text += "^ ";
    for (uint32_t letter : rule.left) text += letters_[letter] + " ";
    if (rule.at_end) text += "$ ";
    text += "->";
    if (rule.result == RewriteRule::Result::kSucceed) text += " #succeed";
    if (rule.result == RewriteRule::Result::kFail) text += " #fail";
    if (rule.result == RewriteRule::Result::kString && rule.right.empty()) text += " #epsilon";
    for (uint32_t letter : rule.right) text += " " + letters_[letter];
    text += " .\n";
  }
  return text;
}

}  // namespace revmon::logic
