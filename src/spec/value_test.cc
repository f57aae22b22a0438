#include "spec/value_test.h"

#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/lexer.h"

namespace revmon::spec {
namespace {

using wire::ValueTest;
using Op = ValueTest::Op;

// Recursive descent over Java's own precedence: ||, &&, !, comparison. Every failure is "leave it to Java".
class Reader {
 public:
  Reader(const TokenList& tokens, std::span<const Variable> variables)
      : tokens_(tokens), variables_(variables) {}

  std::optional<ValueTest> Read() {
    if (!Or(0) || tokens_.tokens[at_].kind != TokenKind::kEnd) return std::nullopt;
    if (test_.steps.size() > ValueTest::kMaxSteps) return std::nullopt;
    return std::move(test_);
  }

 private:
  enum class Type : uint8_t { kBoolean, kInteger, kReference, kNull };
  struct Operand {
    Type type = Type::kNull;
    uint16_t variable = ValueTest::kConstant;
    int64_t constant = 0;
    [[nodiscard]] bool is_variable() const { return variable != ValueTest::kConstant; }
  };
  static constexpr int kMaxDepth = 16;

  bool Or(int depth) {
    if (!And(depth)) return false;
    while (TakeTwice('|')) {
      if (!And(depth)) return false;
      Add(Op::kOr);
    }
    return true;
  }

  bool And(int depth) {
    if (!Unary(depth)) return false;
    while (TakeTwice('&')) {
      if (!Unary(depth)) return false;
      Add(Op::kAnd);
    }
    return true;
  }

  bool Unary(int depth) {
    if (depth > kMaxDepth) return false;
    if (tokens_.Is(at_, '!') && !Joined('=')) {
      ++at_;
      if (!Negatable(depth + 1)) return false;
      Add(Op::kNot);
      return true;
    }
    return tokens_.Is(at_, '(') ? Parenthesis(depth) : Comparison();
  }

  // What may follow `!`: it binds more tightly than any comparison.
  bool Negatable(int depth) {
    if (depth > kMaxDepth) return false;
    if (tokens_.Is(at_, '(')) return Parenthesis(depth);
    if (tokens_.Is(at_, '!')) return Unary(depth);
    std::optional<Operand> value = TakeOperand();
    return value && IsTrue(*value);
  }

  // `(a == b)`; not `(a == b) == c`, and not a cast.
  bool Parenthesis(int depth) {
    ++at_;
    if (!Or(depth + 1) || !tokens_.Is(at_, ')')) return false;
    ++at_;
    return !tokens_.Is(at_, '=') && !tokens_.Is(at_, '!') && !tokens_.Is(at_, '<') && !tokens_.Is(at_, '>');
  }

  bool Comparison() {
    std::optional<Operand> left = TakeOperand();
    if (!left) return false;
    std::string_view sign = TakeComparison();
    if (sign.empty()) return IsTrue(*left);
    std::optional<Operand> right = TakeOperand();
    if (!right) return false;
    if (!left->is_variable()) {
      std::swap(left, right);
      sign = Mirrored(sign);
    }
    if (!left->is_variable() || !Compare(sign, *left, *right)) return false;
    return TakeComparison().empty();  // a == b == c is Java's
  }

  bool IsTrue(const Operand& value) {
    if (value.type != Type::kBoolean || !value.is_variable()) return false;
    Add(Op::kTrue, value.variable);
    return true;
  }

  bool Compare(std::string_view sign, const Operand& left, const Operand& right) {
    const bool equality = sign == "==" || sign == "!=";
    if (left.type == Type::kInteger && right.type == Type::kInteger) return CompareNumbers(sign, left, right);
    if (left.type != Type::kReference || !equality) return false;
    if (right.type == Type::kNull) {
      Add(Op::kNull, left.variable);
    } else if (right.type == Type::kReference && Comparable(left, right)) {
      Add(Op::kSame, left.variable, right.variable);
    } else {
      return false;
    }
    if (sign == "!=") Add(Op::kNot);
    return true;
  }

  bool CompareNumbers(std::string_view sign, const Operand& left, const Operand& right) {
    const bool equality = sign == "==" || sign == "!=";
    const bool strict = sign == "<" || sign == ">=";
    Op op = equality ? Op::kEqual : strict ? Op::kLess : Op::kLessOrEqual;
    Add(op, left.variable, right.variable, right.constant);
    if (sign == "!=" || sign == ">" || sign == ">=") Add(Op::kNot);
    return true;
  }

  // Java refuses to compare what can never be the same object; javac shall say so.
  [[nodiscard]] bool Comparable(const Operand& left, const Operand& right) const {
    std::string a = JavaType(variables_[left.variable].type);
    std::string b = JavaType(variables_[right.variable].type);
    auto is_object = [](const std::string& type) { return type == "Object" || type == "java.lang.Object"; };
    return a == b || is_object(a) || is_object(b);
  }

  std::optional<Operand> TakeOperand() {
    const bool minus = tokens_.Is(at_, '-');
    if (minus) ++at_;
    const Token& token = tokens_.tokens[at_];
    if (token.kind == TokenKind::kNumber) return TakeNumber(minus);
    if (minus || token.kind != TokenKind::kIdentifier) return std::nullopt;
    std::string_view name = tokens_.Text(at_++);
    // A field, a call, an element, arithmetic: whatever goes on is not a variable.
    if (tokens_.Is(at_, '.') || tokens_.Is(at_, '(') || tokens_.Is(at_, '[')) return std::nullopt;
    if (name == "null") return Operand{.type = Type::kNull};
    for (size_t i = 0; i < variables_.size(); ++i) {
      if (variables_[i].name != name) continue;
      std::optional<Type> type = TypeOf(JavaType(variables_[i].type));
      if (!type) return std::nullopt;
      return Operand{.type = *type, .variable = static_cast<uint16_t>(i)};
    }
    return std::nullopt;
  }

  // Plain decimal ints: no suffix, no underscore, no octal.
  std::optional<Operand> TakeNumber(bool minus) {
    std::string_view text = tokens_.Text(at_++);
    int32_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (text.size() > 1 && text[0] == '0') return std::nullopt;
    return Operand{.type = Type::kInteger, .constant = minus ? -int64_t{value} : int64_t{value}};
  }

  static std::optional<Type> TypeOf(const std::string& type) {
    if (type == "boolean") return Type::kBoolean;
    for (std::string_view integer : {"byte", "short", "char", "int", "long"}) {
      if (type == integer) return Type::kInteger;
    }
    if (type == "float" || type == "double") return std::nullopt;
    return Type::kReference;
  }

  std::string_view TakeComparison() {
    static constexpr std::pair<char, std::string_view> kWithEquals[] = {
        {'=', "=="}, {'!', "!="}, {'<', "<="}, {'>', ">="}};
    for (auto [first, sign] : kWithEquals) {
      if (!tokens_.Is(at_, first) || !Joined('=')) continue;
      at_ += 2;
      return sign;
    }
    for (std::string_view sign : {"<", ">"}) {
      if (!tokens_.Is(at_, sign[0]) || Joined(sign[0])) continue;
      ++at_;
      return sign;
    }
    return "";
  }

  static std::string_view Mirrored(std::string_view sign) {
    if (sign == "<") return ">";
    if (sign == ">") return "<";
    if (sign == "<=") return ">=";
    return sign == ">=" ? "<=" : sign;
  }

  // Is the next token this character, with nothing in between?
  [[nodiscard]] bool Joined(char punct) const {
    return tokens_.Is(at_ + 1, punct) && tokens_.Adjacent(at_ + 1);
  }
  bool TakeTwice(char punct) {
    if (!tokens_.Is(at_, punct) || !Joined(punct)) return false;
    at_ += 2;
    return true;
  }
  void Add(Op op, uint16_t left = 0, uint16_t right = 0, int64_t constant = 0) {
    test_.steps.push_back({.op = op, .left = left, .right = right, .constant = constant});
  }

  const TokenList& tokens_;
  std::span<const Variable> variables_;
  uint32_t at_ = 0;
  ValueTest test_;
};

}  // namespace

std::optional<wire::ValueTest> ReadValueTest(const std::string& expression,
                                             std::span<const Variable> variables) {
  SourceText source("", expression);
  Diagnostics diagnostics;
  TokenList tokens = Lex(source, &diagnostics);
  if (diagnostics.errors() > 0) return std::nullopt;
  return Reader(tokens, variables).Read();
}

}  // namespace revmon::spec
