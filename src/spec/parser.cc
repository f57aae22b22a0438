#include "spec/parser.h"

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "spec/cursor.h"
#include "spec/pointcut_parser.h"

namespace revmon::spec {
namespace {

bool Contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string Lowered(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

class Parser {
 public:
  Parser(const SourceText& source, const TokenList& tokens, Diagnostics* diagnostics)
      : source_(source),
        tokens_(tokens),
        diagnostics_(diagnostics),
        cursor_(tokens, diagnostics),
        patterns_(&cursor_) {}

  FileAst File() {
    FileAst file;
    Header(&file);
    while (!cursor_.AtEnd()) {
      size_t errors = diagnostics_->errors();
      SpecDecl spec;
      bool opened = SpecHeader(&spec);
      if (opened) SpecBody(&spec);
      if (!opened) SyncToSpec();
      spec.broken = diagnostics_->errors() > errors;
      if (opened) file.specs.push_back(std::move(spec));
    }
    if (file.specs.empty() && diagnostics_->errors() == 0) {
      diagnostics_->Error(cursor_.Peek().span,
                          "the file holds no spec; expected 'Name(Type param, ...) { ... }'");
    }
    return file;
  }

 private:
  void Header(FileAst* file) {
    if (cursor_.AcceptWord("package")) {
      bool on_demand = false;
      if (!QualifiedName(&file->package, &on_demand) || !cursor_.Expect(';', "after the package"))
        SkipPast(';');
    }
    while (cursor_.IsWord("import")) {
      ImportDecl import;
      uint32_t first = cursor_.at();
      cursor_.Advance();
      import.is_static = cursor_.AcceptWord("static");
      if (!QualifiedName(&import.name, &import.on_demand) || !cursor_.Expect(';', "after the import")) {
        SkipPast(';');
        continue;
      }
      import.span = cursor_.SpanFrom(first);
      file->imports.push_back(std::move(import));
    }
  }

  bool QualifiedName(std::string* out, bool* on_demand) {
    if (!cursor_.IsIdentifier()) return cursor_.FailExpected("a name");
    *out = std::string(cursor_.Text());
    cursor_.Advance();
    while (cursor_.Accept('.')) {
      if (cursor_.Accept('*')) {
        *on_demand = true;
        return true;
      }
      if (!cursor_.IsIdentifier()) return cursor_.FailExpected("a name after '.'");
      *out += "." + std::string(cursor_.Text());
      cursor_.Advance();
    }
    return true;
  }

  // A broken import ends at its line: a forgotten ';' must not swallow the next one.
  void SkipPast(char punct) {
    while (!cursor_.AtEnd() && !StartsLine()) {
      if (cursor_.Accept(punct)) return;
      cursor_.Advance();
    }
  }

  // Is there a line break between the token at the cursor and the one before it?
  bool StartsLine() const {
    if (cursor_.at() == 0) return true;
    Span between{tokens_.tokens[cursor_.at() - 1].span.end, cursor_.Peek().span.begin};
    return source_.Slice(between).find('\n') != std::string_view::npos;
  }

  void SyncToSpec() {
    while (!cursor_.AtEnd()) {
      if (cursor_.Is('{')) {
        SkipBlock();
        return;
      }
      cursor_.Advance();
    }
  }

  void SkipBlock() {
    uint32_t close = cursor_.Partner();
    cursor_.MoveTo(close == Token::kNone ? static_cast<uint32_t>(tokens_.tokens.size() - 1) : close + 1);
  }

  // "full-binding" is three tokens that touch. A longer dashed name is not a modifier.
  std::string DashedWord(uint32_t* count) const {
    std::string word(cursor_.Text());
    uint32_t n = 1;
    while (cursor_.Is('-', n) && cursor_.IsIdentifier(n + 1) && tokens_.Adjacent(cursor_.Index(n)) &&
           tokens_.Adjacent(cursor_.Index(n + 1))) {
      word += "-" + std::string(cursor_.Text(n + 1));
      n += 2;
    }
    *count = n;
    return word;
  }

  bool SpecHeader(SpecDecl* spec) {
    uint32_t first = cursor_.at();
    ReadDoc(cursor_.Peek().doc, spec);
    while (true) {
      if (!cursor_.IsIdentifier()) return cursor_.FailExpected("a spec: 'Name(Type param, ...) {'");
      uint32_t count = 1;
      std::string word = DashedWord(&count);
      uint32_t word_first = cursor_.at();
      bool is_name = cursor_.Is('(', count);
      cursor_.Advance(count);
      Name name{word, cursor_.SpanFrom(word_first)};
      if (is_name) {
        spec->name = std::move(name);
        break;
      }
      if (!Contains(ModifierNames(), word)) {
        if (!cursor_.IsIdentifier())
          return cursor_.FailExpected("'(' and the parameters of spec '" + word + "'");
        diagnostics_->Error(name.span, "unknown spec modifier '" + word + "'",
                            DidYouMean(word, ModifierNames()));
      }
      spec->modifiers.push_back(std::move(name));
    }
    if (spec->name.text.find('-') != std::string::npos) {
      diagnostics_->Error(spec->name.span, "a spec's name must be a Java identifier, without '-'");
    }
    if (!Params(&spec->params)) return false;
    if (!cursor_.Is('{'))
      return cursor_.FailExpected("'{' after the parameters of spec '" + spec->name.text + "'");
    spec->span = {tokens_.tokens[first].span.begin, cursor_.Peek().span.end};
    return true;
  }

  void ReadDoc(uint32_t doc, SpecDecl* spec) {
    if (doc == Token::kNone) return;
    spec->doc = tokens_.docs[doc];
    spec->doc_text = CleanDoc(source_.Slice(spec->doc));
    spec->severity.text = DocTag(spec->doc_text, "severity");
    size_t at = source_.Slice(spec->doc).find("@severity");
    if (at == std::string_view::npos) return;
    auto begin = static_cast<uint32_t>(spec->doc.begin + at);
    spec->severity.span = {begin, begin + 9};
  }

  bool Params(std::vector<ParamDecl>* out) {
    if (!cursor_.Expect('(', "and the parameters")) return false;
    if (cursor_.Accept(')')) return true;
    do {
      if (!Param(&out->emplace_back())) return false;
    } while (cursor_.Accept(','));
    return cursor_.Expect(')', "or ',' after a parameter");
  }

  bool Param(ParamDecl* out) {
    while (cursor_.AcceptWord("final")) {
    }
    if (!patterns_.JavaType(&out->type)) return false;
    if (!cursor_.IsIdentifier()) {
      return cursor_.FailExpected("a variable name after the type '" + ToString(out->type) + "'");
    }
    out->name = {std::string(cursor_.Text()), cursor_.Peek().span};
    cursor_.Advance();
    while (cursor_.Is('[') && cursor_.Is(']', 1) && out->type.dimensions < 255) {  // "Object arr[]"
      ++out->type.dimensions;
      cursor_.Advance(2);
    }
    return true;
  }

  void SpecBody(SpecDecl* spec) {
    uint32_t close = cursor_.Partner();
    if (close == Token::kNone) {
      diagnostics_->Error(cursor_.Peek().span,
                          "the body of spec '" + spec->name.text + "' is never closed; expected '}'");
      close = static_cast<uint32_t>(tokens_.tokens.size() - 1);
    }
    limit_ = close;
    cursor_.Advance();
    CollectNamed(close);
    while (cursor_.at() < limit_) {
      uint32_t before = cursor_.at();
      if (!Member(spec)) SyncToMember(before);
    }
    cursor_.MoveTo(limit_);
    spec->span.end = cursor_.Peek().span.end;
    if (!cursor_.AtEnd()) cursor_.Advance();
  }

  // Pointcuts may be used before they are declared.
  void CollectNamed(uint32_t close) {
    named_.clear();
    for (uint32_t i = cursor_.at(); i + 2 < close; ++i) {
      if (tokens_.Is(i, '{') && tokens_.tokens[i].partner != Token::kNone) i = tokens_.tokens[i].partner;
      bool declares = tokens_.IsWord(i, "pointcut") && tokens_.tokens[i + 1].kind == TokenKind::kIdentifier &&
                      tokens_.Is(i + 2, '(');
      if (declares) named_.emplace(tokens_.Text(i + 1));
    }
  }

  // Does an event, formula, handler or named pointcut start at the cursor?
  bool StartsMember() const {
    if (cursor_.Is('@')) return cursor_.IsIdentifier(1) && cursor_.Is('{', 2);
    if (!cursor_.IsIdentifier()) return false;
    uint32_t n = 0;
    while (n < 3 &&
           (cursor_.IsWord("creation", n) || cursor_.IsWord("static", n) || cursor_.IsWord("blocking", n)))
      ++n;
    if (cursor_.IsWord("event", n) && cursor_.IsIdentifier(n + 1)) return true;
    if (cursor_.IsWord("pointcut") && cursor_.IsIdentifier(1) && cursor_.Is('(', 2)) return true;
    return cursor_.Is(':', 1) && Contains(LogicNames(), Lowered(cursor_.Text()));
  }

  // After an error: to the next member, or behind the next block. Always moves.
  void SyncToMember(uint32_t before) {
    if (cursor_.at() <= before) cursor_.MoveTo(before + 1);
    while (cursor_.at() < limit_) {
      if (StartsMember()) return;
      if (cursor_.Is('{')) {
        SkipBlock();
        if (cursor_.at() > limit_) cursor_.MoveTo(limit_);
        return;
      }
      if (cursor_.Accept(';')) return;
      cursor_.Advance();
    }
  }

  bool Member(SpecDecl* spec) {
    if (cursor_.Accept(';')) return true;
    if (cursor_.Is('@') && StartsMember()) {
      diagnostics_->Error(cursor_.Peek().span,
                          "this handler follows no formula; expected 'ere: ...' or another logic before it");
      cursor_.Advance(2);
      return false;
    }
    if (cursor_.IsIdentifier() && cursor_.Is(':', 1)) return Formula(spec);
    if (cursor_.IsWord("pointcut") && cursor_.IsIdentifier(1) && cursor_.Is('(', 2))
      return NamedPointcut(spec);
    if (StartsMember()) return Event(spec);
    if (LooksLikeEvent()) return MisspeltEvent();
    JavaMember member;
    uint32_t end = ReadMember(tokens_, cursor_.at(), limit_, &member);
    if (end == 0) return cursor_.FailExpected("an event, a formula, or a Java field or method");
    cursor_.MoveTo(end);
    spec->members.push_back(std::move(member));
    return true;
  }

  // "evnt add before(...)": some word, a name, and an advice kind.
  bool LooksLikeEvent() const {
    for (uint32_t n = 0; n < 4 && cursor_.IsIdentifier(n); ++n) {
      bool advice = cursor_.IsWord("before", n) || cursor_.IsWord("after", n) || cursor_.IsWord("around", n);
      if (advice && n > 0 && cursor_.Is('(', n + 1)) {
        uint32_t close = cursor_.Peek(n + 1).partner;
        if (close == Token::kNone) return true;
        return tokens_.Is(close + 1, ':') || tokens_.IsWord(close + 1, "returning") ||
               tokens_.IsWord(close + 1, "throwing");
      }
    }
    return false;
  }

  bool MisspeltEvent() {
    std::vector<std::string> words{"event", "creation", "static", "blocking"};
    return cursor_.FailExpected("'event'", DidYouMean(cursor_.Text(), words));
  }

  bool Event(SpecDecl* spec) {
    EventDecl event;
    uint32_t first = cursor_.at();
    while (!cursor_.IsWord("event")) {
      event.creation |= cursor_.IsWord("creation");
      event.is_static |= cursor_.IsWord("static");
      event.blocking |= cursor_.IsWord("blocking");
      cursor_.Advance();
    }
    cursor_.Advance();
    event.name = {std::string(cursor_.Text()), cursor_.Peek().span};
    cursor_.Advance();
    if (!AdviceKind(&event)) return false;
    // "after returning(T x) :" may leave out the empty parentheses.
    bool bare = cursor_.IsWord("returning") || cursor_.IsWord("throwing");
    if ((!bare && !Params(&event.params)) || !Outcome(&event)) return false;
    if (!cursor_.Expect(':', "and a pointcut")) return false;
    bool pointcut_ok = PointcutParser(&cursor_, named_, &budget_).Parse(&event.pointcut);
    if (!pointcut_ok) {
      event.pointcut = {};
      SyncToBody();
    }
    if (cursor_.at() >= limit_) return pointcut_ok && cursor_.FailExpected("'{' and the body of the event");
    if (!EventBody(&event, pointcut_ok)) return false;
    event.span = cursor_.SpanFrom(first);
    spec->events.push_back(std::move(event));
    return true;
  }

  bool EventBody(EventDecl* event, bool complain) {
    if (cursor_.Is('{')) {
      event->body.emplace();
      return Block(&*event->body, "event '" + event->name.text + "'");
    }
    if (cursor_.Accept(';') || !complain) return true;
    return cursor_.FailExpected("'&&', '||' or '{' after the pointcut of event '" + event->name.text + "'");
  }

  bool AdviceKind(EventDecl* event) {
    if (cursor_.AcceptWord("before")) {
      event->advice = Advice::kBefore;
      return true;
    }
    if (cursor_.AcceptWord("after")) {
      event->advice = Advice::kAfter;
      return true;
    }
    std::string hint = DidYouMean(cursor_.Text(), {"before", "after", "around"});
    if (!cursor_.IsIdentifier() || cursor_.Is('(', 1))
      return cursor_.FailExpected("'before', 'after' or 'Type around'", hint);
    if (!patterns_.JavaType(&event->around_type)) return false;
    event->advice = Advice::kAround;
    if (cursor_.AcceptWord("around")) return true;
    return cursor_.FailExpected("'around' after the type '" + ToString(event->around_type) + "'", hint);
  }

  bool Outcome(EventDecl* event) {
    bool returning = cursor_.IsWord("returning");
    if (!returning && !cursor_.IsWord("throwing")) {
      if (!cursor_.IsIdentifier()) return true;
      return cursor_.FailExpected("'returning', 'throwing' or ':'",
                                  DidYouMean(cursor_.Text(), {"returning", "throwing"}));
    }
    if (event->advice != Advice::kAfter) {
      diagnostics_->Error(cursor_.Peek().span,
                          "'" + std::string(cursor_.Text()) + "' belongs to 'after' events only");
    } else {
      event->advice = returning ? Advice::kAfterReturning : Advice::kAfterThrowing;
    }
    cursor_.Advance();
    if (!cursor_.Accept('(') || cursor_.Accept(')')) return true;
    return Param(&event->result.emplace()) && cursor_.Expect(')', "after the variable");
  }

  // To the event's body, or to what follows it.
  void SyncToBody() {
    while (cursor_.at() < limit_ && !cursor_.Is('{') && !cursor_.Is(';') && !StartsMember())
      cursor_.Advance();
  }

  bool NamedPointcut(SpecDecl* spec) {
    PointcutDecl decl;
    cursor_.Advance();
    decl.name = {std::string(cursor_.Text()), cursor_.Peek().span};
    cursor_.Advance();
    if (!Params(&decl.params) || !cursor_.Expect(':', "and a pointcut")) return false;
    if (!PointcutParser(&cursor_, named_, &budget_).Parse(&decl.pointcut)) return false;
    if (!cursor_.Expect(';', "after the pointcut")) return false;
    spec->pointcuts.push_back(std::move(decl));
    return true;
  }

  // { ... } at the cursor, verbatim.
  bool Block(JavaCode* out, const std::string& owner) {
    uint32_t open = cursor_.at();
    uint32_t close = cursor_.Partner();
    if (close == Token::kNone || close > limit_) {
      diagnostics_->Error(cursor_.Peek().span, "the body of " + owner + " is never closed; expected '}'");
      cursor_.MoveTo(limit_);
      return false;
    }
    Span inside{tokens_.tokens[open].span.end, tokens_.tokens[close].span.begin};
    *out = ReadJava(tokens_, open + 1, close, inside);
    cursor_.MoveTo(close + 1);
    return true;
  }

  bool Formula(SpecDecl* spec) {
    FormulaDecl formula;
    formula.logic = {Lowered(cursor_.Text()), cursor_.Peek().span};
    if (!Contains(LogicNames(), formula.logic.text)) {
      diagnostics_->Error(formula.logic.span, "unknown logic '" + std::string(cursor_.Text()) + "'",
                          DidYouMean(formula.logic.text, LogicNames()));
    }
    cursor_.Advance(2);
    uint32_t first = cursor_.at();
    bool is_raw = formula.logic.text == "raw";
    while (cursor_.at() < limit_ && !(is_raw ? StartsMember() : EndsFormula())) {
      cursor_.Advance();
    }
    formula.span = cursor_.SpanFrom(first);
    formula.text = Blanked(formula.span);
    if (is_raw) formula.raw = ReadJava(tokens_, first, cursor_.at(), formula.span);
    if (formula.text.empty()) {
      static_cast<void>(cursor_.FailExpected("a formula after '" + formula.logic.text + ":'"));
    }
    while (cursor_.Is('@') && cursor_.at() < limit_) {
      if (!Handler(&formula)) SyncToMember(cursor_.at());
    }
    spec->formulas.push_back(std::move(formula));
    return true;
  }

  // A handler, the next formula, or an event. '@b' inside a ptCaRet formula is not followed by '{' and stays.
  bool EndsFormula() const {
    if (cursor_.IsIdentifier() && cursor_.Is(':', 1)) return true;
    if (StartsMember()) return true;
    if (!cursor_.Is('@') || !cursor_.IsIdentifier(1)) return false;
    return StartsLine() && cursor_.Text(1).size() > 1;  // a handler that lacks its '{'
  }

  bool Handler(FormulaDecl* formula) {
    cursor_.Advance();
    if (!cursor_.IsIdentifier()) return cursor_.FailExpected("a category such as 'match' after '@'");
    HandlerDecl handler;
    handler.category = {std::string(cursor_.Text()), cursor_.Peek().span};
    cursor_.Advance();
    if (!cursor_.Is('{'))
      return cursor_.FailExpected("'{' and the code of handler '@" + handler.category.text + "'");
    if (!Block(&handler.body, "handler '@" + handler.category.text + "'")) return false;
    formula->handlers.push_back(std::move(handler));
    return true;
  }

  std::string Blanked(Span span) const {
    std::string out(source_.Slice(span));
    auto ends_before = [](const Span& comment, uint32_t offset) { return comment.end <= offset; };
    auto comment =
        std::lower_bound(tokens_.comments.begin(), tokens_.comments.end(), span.begin, ends_before);
    for (; comment != tokens_.comments.end() && comment->begin < span.end; ++comment) {
      uint32_t from = std::max(comment->begin, span.begin);
      for (uint32_t i = from; i < std::min(comment->end, span.end); ++i) {
        char& c = out[i - span.begin];
        if (c != '\n' && c != '\r') c = ' ';
      }
    }
    return out;
  }

  const SourceText& source_;
  const TokenList& tokens_;
  Diagnostics* diagnostics_;
  Cursor cursor_;
  PatternParser patterns_;
  std::set<std::string> named_;
  uint32_t budget_ = PointcutParser::kMaxNodes;
  uint32_t limit_ = 0;  // index of the '}' that closes the spec being read
};

}  // namespace

const std::vector<std::string>& ModifierNames() {
  static const std::vector<std::string> kNames = {
      "full-binding", "maximal-binding", "any-binding",   "connected", "suffix",
      "perthread",    "unsynchronized",  "decentralized", "enforce",   "avoid"};
  return kNames;
}

const std::vector<std::string>& LogicNames() {
  static const std::vector<std::string> kNames = {"ere", "fsm", "ltl",     "ptltl",
                                                  "cfg", "srs", "ptcaret", "raw"};
  return kNames;
}

FileAst Parse(const SourceText& source, Diagnostics* diagnostics) {
  if (source.text().size() > SourceText::kMaxSize) {
    diagnostics->Error({}, "the file is larger than 16 MiB");
    return {};
  }
  TokenList tokens = Lex(source, diagnostics);
  return Parser(source, tokens, diagnostics).File();
}

}  // namespace revmon::spec
