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
  FixedBody(const TokenList& tokens, uint32_t first, uint32_t last) : tokens_(tokens), at_(first), last_(last) {}

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

JavaCode ReadExpression(const TokenList& tokens, Span span) {
  auto begins_before = [](const Token& token, uint32_t offset) { return token.span.begin < offset; };
  auto begin = tokens.tokens.begin();
  auto first = std::lower_bound(begin, tokens.tokens.end(), span.begin, begins_before);
  auto last = std::lower_bound(first, tokens.tokens.end(), span.end, begins_before);
  if (last == tokens.tokens.end()) --last;
  JavaCode out;
  out.span = span;
  out.text = std::string(tokens.text.substr(span.begin, span.end - span.begin));
  CollectNames(tokens, static_cast<uint32_t>(first - begin), static_cast<uint32_t>(last - begin), &out);
  out.fixed = false;
  return out;
}

uint32_t ReadMember(const TokenList& tokens, uint32_t first, uint32_t limit, JavaMember* out) {
  bool assigned = false;  // in a field's initialiser: braces and parentheses belong to the value
  bool is_type = false;
  bool expects_name = true;  // the next '=', ',' or ';' ends a declarator
  bool callable = false;
  int angles = 0;
  std::string last_word;
  uint32_t type_end = first;
  auto finish = [&](uint32_t end) {
    out->span = {tokens.tokens[first].span.begin, tokens.tokens[end - 1].span.end};
    out->text = std::string(tokens.text.substr(out->span.begin, out->span.end - out->span.begin));
    return end;
  };
  auto declare = [&](uint32_t at) {
    if (!expects_name || callable || is_type || last_word.empty()) return;
    if (out->names.empty()) type_end = at;
    out->names.push_back(last_word);
    expects_name = false;
  };
  for (uint32_t i = first; i < limit; ++i) {
    const Token& token = tokens.tokens[i];
    if (token.kind == TokenKind::kIdentifier) {
      bool after_dot = i > first && tokens.Is(i - 1, '.');
      if (!assigned && angles == 0 && !after_dot && IsTypeKeyword(tokens.Text(i)) &&
          tokens.tokens[i + 1].kind == TokenKind::kIdentifier) {
        is_type = true;
        out->kind = JavaMember::Kind::kType;
        out->names.assign(1, std::string(tokens.Text(i + 1)));
      }
      if (!assigned && angles == 0) last_word = std::string(tokens.Text(i));
    } else if (tokens.Is(i, '<') && !assigned) {
      ++angles;
    } else if (tokens.Is(i, '>') && !assigned) {
      angles = std::max(0, angles - 1);
    } else if (tokens.Is(i, '(') || tokens.Is(i, '[') || tokens.Is(i, '{')) {
      bool annotation = tokens.Is(i, '(') && i >= first + 2 && tokens.Is(i - 2, '@');
      if (tokens.Is(i, '(') && !assigned && !callable && !is_type && !annotation) {
        callable = true;
        out->kind = JavaMember::Kind::kMethod;
        out->names.assign(1, last_word);
      }
      if (token.partner == Token::kNone || token.partner >= limit) return 0;
      bool block = tokens.Is(i, '{') && !assigned;
      i = token.partner;
      if (!block) continue;
      if (!callable && !is_type) out->kind = JavaMember::Kind::kInitializer;
      return finish(i + 1);
    } else if (tokens.Is(i, '=') && !assigned) {
      declare(i);
      assigned = !callable;
    } else if (tokens.Is(i, ',') && angles == 0 && !callable) {
      // A comma inside an initialiser's type arguments is taken for the next declarator; harmless: the text
      // is kept whole and only an extra name is known.
      declare(i);
      assigned = false;
      expects_name = true;
      last_word.clear();
    } else if (tokens.Is(i, ';')) {
      if (!callable && !is_type) {
        declare(i);
        uint32_t name_token = type_end > first ? type_end - 1 : first;
        uint32_t begin = tokens.tokens[first].span.begin;
        uint32_t end = std::max(begin, tokens.tokens[name_token].span.begin);
        out->type = std::string(tokens.text.substr(begin, end - begin));
        while (!out->type.empty() && out->type.back() <= ' ') out->type.pop_back();
      }
      return finish(i + 1);
    } else if (tokens.Is(i, '}')) {
      return 0;
    }
  }
  return 0;
}

}  // namespace revmon::spec
