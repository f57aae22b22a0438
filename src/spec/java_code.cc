#include "spec/java_code.h"

#include <algorithm>
#include <array>

namespace revmon::spec {
namespace {

struct MacroName {
  Macro macro;
  std::string_view name;
};
constexpr std::array<MacroName, 7> kMacros = {{{Macro::kLoc, "__LOC"},
                                               {Macro::kReset, "__RESET"},
                                               {Macro::kSkip, "__SKIP"},
                                               {Macro::kDefaultMessage, "__DEFAULT_MESSAGE"},
                                               {Macro::kStaticSig, "__STATICSIG"},
                                               {Macro::kMonitor, "__MONITOR"},
                                               {Macro::kActivity, "__ACTIVITY"}}};

// Reads bodies of the form { (print(text + text); | __RESET; | __SKIP;)* }. Anything else is Java.
class FixedBody {
 public:
  FixedBody(const TokenList& tokens, uint32_t first, uint32_t last)
      : tokens_(tokens), at_(first), last_(last) {}

  bool Read(std::vector<Action>* out) {
    while (at_ < last_) {
      if (Take(';')) continue;
      Action action;
      if (!Statement(&action) || !Take(';')) return false;
      out->push_back(std::move(action));
    }
    return true;
  }

 private:
  bool Is(char punct) const { return at_ < last_ && tokens_.Is(at_, punct); }
  bool Take(char punct) {
    if (!Is(punct)) return false;
    ++at_;
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (at_ >= last_ || !tokens_.IsWord(at_, word)) return false;
    ++at_;
    return true;
  }

  bool Statement(Action* action) {
    if (TakeWord("__RESET")) {
      action->kind = Action::Kind::kReset;
      if (Take('(')) return Take(')');
      return true;
    }
    if (TakeWord("__SKIP")) {
      action->kind = Action::Kind::kSkip;
      return true;
    }
    return Print(action);
  }

  // RVMLogging.out.println(Level.X, text), System.err.println(text)
  bool Print(Action* action) {
    bool leveled = TakeWord("RVMLogging");
    if (!leveled && !TakeWord("System")) return false;
    if (!Take('.')) return false;
    action->to_stderr = TakeWord("err");
    if (!action->to_stderr && !TakeWord("out")) return false;
    if (!Take('.') || !TakeWord("println") || !Take('(')) return false;
    if (leveled && (!LevelName(action) || !Take(','))) return false;
    do {
      if (!Piece(action)) return false;
    } while (Take('+'));
    return Take(')');
  }

  bool LevelName(Action* action) {
    if (!TakeWord("Level") || !Take('.') || at_ >= last_) return false;
    action->level = std::string(tokens_.Text(at_++));
    return true;
  }

  bool Piece(Action* action) {
    Action::Piece& piece = action->pieces.emplace_back();
    if (TakeWord("__DEFAULT_MESSAGE")) {
      piece.kind = Action::Piece::Kind::kDefaultMessage;
    } else if (TakeWord("__LOC")) {
      piece.kind = Action::Piece::Kind::kLoc;
    } else if (at_ < last_ && tokens_.tokens[at_].kind == TokenKind::kString) {
      piece.text = StringValue(tokens_.Text(at_++));
    } else {
      return false;
    }
    return true;
  }

  const TokenList& tokens_;
  uint32_t at_;
  uint32_t last_;
};

void CollectNames(const TokenList& tokens, uint32_t first, uint32_t last, JavaCode* out) {
  for (uint32_t i = first; i < last; ++i) {
    if (tokens.tokens[i].kind != TokenKind::kIdentifier) continue;
    std::string_view word = tokens.Text(i);
    if (word.size() > 2 && word.substr(0, 2) == "__" && word[2] >= 'A' && word[2] <= 'Z') {
      Macro macro = Macro::kUnknown;
      for (const MacroName& known : kMacros) {
        if (known.name == word) macro = known.macro;
      }
      out->macros.push_back({macro, tokens.tokens[i].span});
    } else if (i == first || !tokens.Is(i - 1, '.') || (i >= first + 2 && tokens.IsWord(i - 2, "this"))) {
      out->names.emplace_back(word);
    }
  }
  std::sort(out->names.begin(), out->names.end());
  out->names.erase(std::unique(out->names.begin(), out->names.end()), out->names.end());
}

bool IsTypeKeyword(std::string_view word) {
  return word == "class" || word == "interface" || word == "enum" || word == "record";
}

// Finds the end of one Java declaration, and the names it declares, without understanding types.
class MemberReader {
 public:
  MemberReader(const TokenList& tokens, uint32_t first, uint32_t limit, JavaMember* out)
      : tokens_(tokens), first_(first), limit_(limit), out_(*out) {}

  uint32_t Read() {
    for (uint32_t i = first_; i < limit_; ++i) {
      if (tokens_.tokens[i].kind == TokenKind::kIdentifier) {
        if (IsEvent(i)) return 0;  // the ';' before it was forgotten
        Word(i);
      } else if (tokens_.Is(i, '(') || tokens_.Is(i, '[') || tokens_.Is(i, '{')) {
        uint32_t close = tokens_.tokens[i].partner;
        if (close == Token::kNone || close >= limit_) return 0;
        if (tokens_.Is(i, '(')) Parenthesis(i);
        bool ends = tokens_.Is(i, '{') && !in_value_;
        i = close;
        if (ends) return Finish(close + 1);
      } else if (tokens_.Is(i, ';')) {
        if (Plain()) Declare(i);
        return Finish(i + 1);
      } else if (tokens_.Is(i, '}') || (!in_value_ && !Allowed(i))) {
        return 0;
      } else if (!in_value_ || tokens_.Is(i, ',')) {
        Sign(i);
      }
    }
    return 0;
  }

 private:
  [[nodiscard]] bool IsEvent(uint32_t i) const {
    auto is_word = [&](uint32_t at) { return tokens_.tokens[at].kind == TokenKind::kIdentifier; };
    return tokens_.IsWord(i, "event") && i + 2 < limit_ && is_word(i + 1) && is_word(i + 2);
  }
  // Punctuation that a declaration can hold outside of brackets and values.
  [[nodiscard]] bool Allowed(uint32_t i) const {
    constexpr std::string_view kSigns = "<>,.=@&?*";
    return tokens_.tokens[i].kind == TokenKind::kPunct &&
           kSigns.find(tokens_.Text(i)) != std::string_view::npos;
  }
  [[nodiscard]] bool Plain() const { return !callable_ && !is_type_; }

  void Word(uint32_t i) {
    if (in_value_ || angles_ > 0) return;
    bool after_dot = i > first_ && tokens_.Is(i - 1, '.');
    bool named_next = tokens_.tokens[i + 1].kind == TokenKind::kIdentifier;
    if (!after_dot && named_next && Plain() && IsTypeKeyword(tokens_.Text(i))) {
      is_type_ = true;
      out_.names.assign(1, std::string(tokens_.Text(i + 1)));
    }
    last_word_ = i;
  }

  void Parenthesis(uint32_t i) {
    bool annotation = i >= first_ + 2 && tokens_.Is(i - 2, '@');
    if (in_value_ || !Plain() || annotation || last_word_ == Token::kNone) return;
    callable_ = true;
    out_.names.assign(1, std::string(tokens_.Text(last_word_)));
  }

  void Sign(uint32_t i) {
    if (tokens_.Is(i, '<')) ++angles_;
    if (tokens_.Is(i, '>')) angles_ = std::max(0, angles_ - 1);
    if (!Plain() || angles_ > 0) return;
    if (tokens_.Is(i, '=')) {
      Declare(i);
      in_value_ = true;
    } else if (tokens_.Is(i, ',')) {
      // A comma between a value's type arguments ("= new HashMap<K, V>()") also comes here: then one name too
      // many is known, which does no harm, and the text is kept whole.
      if (!in_value_) Declare(i);
      in_value_ = false;
      last_word_ = Token::kNone;
    }
  }

  void Declare(uint32_t end) {
    if (in_value_ || last_word_ == Token::kNone || last_word_ >= end) return;
    if (out_.names.empty()) {
      uint32_t begin = tokens_.tokens[first_].span.begin;
      out_.type = std::string(tokens_.text.substr(begin, tokens_.tokens[last_word_].span.begin - begin));
      while (!out_.type.empty() && out_.type.back() <= ' ') out_.type.pop_back();
    }
    out_.names.emplace_back(tokens_.Text(last_word_));
  }

  uint32_t Finish(uint32_t end) {
    bool block = tokens_.Is(end - 1, '}');
    out_.kind = is_type_    ? JavaMember::Kind::kType
                : callable_ ? JavaMember::Kind::kMethod
                : block     ? JavaMember::Kind::kInitializer
                            : JavaMember::Kind::kField;
    Span span{tokens_.tokens[first_].span.begin, tokens_.tokens[end - 1].span.end};
    out_.code.span = span;
    out_.code.text = std::string(tokens_.text.substr(span.begin, span.end - span.begin));
    out_.code.fixed = false;
    CollectNames(tokens_, first_, end, &out_.code);
    return end;
  }

  const TokenList& tokens_;
  const uint32_t first_;
  const uint32_t limit_;
  JavaMember& out_;
  bool in_value_ = false;  // behind '=': brackets belong to the value
  bool is_type_ = false;
  bool callable_ = false;
  int angles_ = 0;
  uint32_t last_word_ = Token::kNone;  // the last identifier that can be a declared name
};

}  // namespace

std::string_view ToString(Macro macro) {
  for (const MacroName& known : kMacros) {
    if (known.macro == macro) return known.name;
  }
  return "__?";
}

std::vector<std::string> MacroNames() {
  std::vector<std::string> out;
  for (const MacroName& known : kMacros) out.emplace_back(known.name);
  return out;
}

JavaCode ReadJava(const TokenList& tokens, uint32_t first, uint32_t last, Span inside) {
  JavaCode out;
  out.span = inside;
  out.text = std::string(tokens.text.substr(inside.begin, inside.end - inside.begin));
  CollectNames(tokens, first, last, &out);
  out.fixed = FixedBody(tokens, first, last).Read(&out.actions);
  if (!out.fixed) out.actions.clear();
  return out;
}

JavaCode ReadExpression(const std::string& text, Span span) {
  SourceText source("", text);
  Diagnostics ignored;  // the file's own lexing has reported what is wrong
  TokenList tokens = Lex(source, &ignored);
  JavaCode out;
  CollectNames(tokens, 0, static_cast<uint32_t>(tokens.tokens.size() - 1), &out);
  for (MacroUse& use : out.macros) use.span = {use.span.begin + span.begin, use.span.end + span.begin};
  out.span = span;
  out.text = text;
  out.fixed = false;
  return out;
}

uint32_t ReadMember(const TokenList& tokens, uint32_t first, uint32_t limit, JavaMember* out) {
  return MemberReader(tokens, first, limit, out).Read();
}

}  // namespace revmon::spec
