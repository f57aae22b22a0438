#include "classfile/signature.h"

#include "classfile/descriptor.h"

namespace revmon::classfile {
namespace {

using Kind = SignatureNode;

// Recursive descent; sticky: after the first error nothing moves and `error_at_` says where it was.
class Parser {
 public:
  Parser(std::string_view text, std::vector<Signature::Node>& nodes) : text_(text), nodes_(nodes) {}

  void Class() {
    TypeParameters();
    ClassType(0);
    while (!failed_ && at_ < text_.size()) ClassType(0);
  }

  void Method() {
    TypeParameters();
    Expect('(');
    uint32_t arguments = Open(Kind::kArguments);
    while (!failed_ && Peek() != ')') Type(0);
    Close(arguments);
    Expect(')');
    if (Peek() == 'V') {
      Leaf(Kind::kBase, text_.substr(at_++, 1));
    } else {
      Type(0);
    }
    while (!failed_ && Peek() == '^') {
      ++at_;
      uint32_t thrown = Open(Kind::kThrows);
      if (Peek() == 'T') {
        Variable();
      } else {
        ClassType(0);
      }
      Close(thrown);
    }
  }

  void Field() { ReferenceType(0); }

  [[nodiscard]] Status Finish() {
    if (!failed_ && at_ != text_.size()) Fail("text after the end");
    if (!failed_) return OkStatus();
    return Error(too_deep_ ? ErrorCode::kLimit : ErrorCode::kMalformed,
                 "signature '" + std::string(text_.substr(0, 200)) + "': " + std::string(why_) +
                     " at position " + std::to_string(at_));
  }

 private:
  [[nodiscard]] char Peek() const { return !failed_ && at_ < text_.size() ? text_[at_] : '\0'; }
  void Fail(std::string_view why) {
    if (!failed_) why_ = why;
    failed_ = true;
  }
  void Expect(char wanted) {
    if (at_ < text_.size() && text_[at_] == wanted) {
      ++at_;
    } else {
      Fail("unexpected character or end");
    }
  }
  uint32_t Open(Kind kind, std::string_view text = {}) {
    nodes_.push_back({.kind = kind, .end = 0, .text = text});
    return static_cast<uint32_t>(nodes_.size()) - 1;
  }
  void Close(uint32_t node) { nodes_[node].end = static_cast<uint32_t>(nodes_.size()); }
  void Leaf(Kind kind, std::string_view text = {}) { Close(Open(kind, text)); }

  // A name that ends before one of . ; [ / < > : (with slashes allowed, before one of the others).
  std::string_view Name(bool slashes) {
    size_t end = at_;
    while (end < text_.size() && std::string_view(".;[<>:").find(text_[end]) == std::string_view::npos &&
           (slashes || text_[end] != '/')) {
      ++end;
    }
    std::string_view name = text_.substr(at_, end - at_);
    if (!IsInternalName(name)) Fail("no name");
    if (!failed_) at_ = end;
    return name;
  }

  void TypeParameters() {
    if (Peek() != '<') return;
    ++at_;
    uint32_t group = Open(Kind::kTypeParameters);
    do {
      uint32_t parameter = Open(Kind::kTypeParameter, Name(false));
      Expect(':');
      if (Peek() == ':' || Peek() == '>' || !StartsReference()) {
        Leaf(Kind::kNoBound);
      } else {
        ReferenceType(0);
      }
      while (Peek() == ':') {
        ++at_;
        ReferenceType(0);
      }
      Close(parameter);
    } while (!failed_ && Peek() != '>');
    Expect('>');
    Close(group);
  }

  // After "T:" either the class bound or, if both bounds are left out, the next parameter follows. The latter
  // is legal but no known compiler writes it, so a letter that can start a type does.
  [[nodiscard]] bool StartsReference() const { return Peek() == 'L' || Peek() == 'T' || Peek() == '['; }

  bool Enter(uint32_t depth) {
    if (depth <= kMaxSignatureDepth) return !failed_;
    too_deep_ = !failed_;
    Fail("nested too deeply");
    return false;
  }

  void Type(uint32_t depth) {
    char c = Peek();
    if (c != '\0' && std::string_view("BCDFIJSZ").find(c) != std::string_view::npos) {
      Leaf(Kind::kBase, text_.substr(at_++, 1));
    } else {
      ReferenceType(depth);
    }
  }

  void ReferenceType(uint32_t depth) {
    if (!Enter(depth)) return;
    switch (Peek()) {
      case 'L': return ClassType(depth);
      case 'T': return Variable();
      case '[': {
        ++at_;
        uint32_t array = Open(Kind::kArray);
        Type(depth + 1);
        return Close(array);
      }
      default: Fail("no type");
    }
  }

  void Variable() {
    ++at_;
    Leaf(Kind::kVariable, Name(false));
    Expect(';');
  }

  void ClassType(uint32_t depth) {
    if (!Enter(depth)) return;
    Expect('L');
    uint32_t node = Open(Kind::kClass, Name(true));
    TypeArguments(depth);
    while (Peek() == '.') {
      ++at_;
      uint32_t inner = Open(Kind::kInner, Name(false));
      TypeArguments(depth);
      Close(inner);
    }
    Expect(';');
    Close(node);
  }

  void TypeArguments(uint32_t depth) {
    if (Peek() != '<') return;
    ++at_;
    do {
      TypeArgument(depth);
    } while (!failed_ && Peek() != '>');
    Expect('>');
  }

  void TypeArgument(uint32_t depth) {
    char c = Peek();
    if (c == '*') {
      ++at_;
      return Leaf(Kind::kAny);
    }
    if (c != '+' && c != '-') return ReferenceType(depth + 1);
    ++at_;
    uint32_t wildcard = Open(c == '+' ? Kind::kExtends : Kind::kSuper);
    ReferenceType(depth + 1);
    Close(wildcard);
  }

  std::string_view text_;
  std::vector<Signature::Node>& nodes_;
  size_t at_ = 0;
  bool failed_ = false;
  bool too_deep_ = false;
  std::string_view why_;
};

// Both printers recurse over nodes; the parser has limited their depth.
class Printer {
 public:
  explicit Printer(std::span<const Signature::Node> nodes) : nodes_(nodes) {}

  std::string Raw() {
    for (uint32_t i = 0; i < nodes_.size(); i = nodes_[i].end) RawNode(i);
    return std::move(out_);
  }

  std::string Java(SignatureKind kind, std::string_view name) {
    uint32_t i = 0;
    if (kind != SignatureKind::kField && !nodes_.empty() && nodes_[0].kind == Kind::kTypeParameters) {
      JavaTypeParameters(0);
      out_ += ' ';
      i = nodes_[0].end;
    }
    if (kind == SignatureKind::kMethod) {
      JavaMethod(i, name);
    } else if (kind == SignatureKind::kClass) {
      out_ += "extends ";
      JavaNode(i);
      JavaList(nodes_[i].end, static_cast<uint32_t>(nodes_.size()), " implements ", ", ");
    } else {
      JavaNode(i);
    }
    return std::move(out_);
  }

 private:
  void RawChildren(uint32_t i) {
    for (uint32_t child = i + 1; child < nodes_[i].end; child = nodes_[child].end) RawNode(child);
  }
  void RawWrapped(std::string_view before, uint32_t i, std::string_view after) {
    out_ += before;
    out_ += nodes_[i].text;
    RawChildren(i);
    out_ += after;
  }

  void RawNode(uint32_t i) {
    switch (nodes_[i].kind) {
      case Kind::kTypeParameters: return RawWrapped("<", i, ">");
      case Kind::kTypeParameter:
        out_ += nodes_[i].text;
        for (uint32_t child = i + 1; child < nodes_[i].end; child = nodes_[child].end) {
          out_ += ':';
          RawNode(child);
        }
        return;
      case Kind::kNoBound: return;
      case Kind::kArguments: return RawWrapped("(", i, ")");
      case Kind::kThrows: return RawWrapped("^", i, "");
      case Kind::kBase: out_ += nodes_[i].text; return;
      case Kind::kVariable: return RawWrapped("T", i, ";");
      case Kind::kArray: return RawWrapped("[", i, "");
      case Kind::kClass: return RawClass(i, 'L', ";");
      case Kind::kInner: return RawClass(i, '.', "");
      case Kind::kAny: out_ += '*'; return;
      case Kind::kExtends: return RawWrapped("+", i, "");
      case Kind::kSuper: return RawWrapped("-", i, "");
    }
  }

  void RawClass(uint32_t i, char before, std::string_view after) {
    out_ += before;
    out_ += nodes_[i].text;
    uint32_t child = RawArguments(i);
    for (; child < nodes_[i].end; child = nodes_[child].end) RawNode(child);
    out_ += after;
  }
  // The type arguments of a class or inner class, with their brackets; the first child after them.
  uint32_t RawArguments(uint32_t i) {
    uint32_t child = i + 1;
    if (child >= nodes_[i].end || nodes_[child].kind == Kind::kInner) return child;
    out_ += '<';
    for (; child < nodes_[i].end && nodes_[child].kind != Kind::kInner; child = nodes_[child].end) {
      RawNode(child);
    }
    out_ += '>';
    return child;
  }

  // The nodes from `first` up to `end`, with `before` in front if there are any.
  void JavaList(uint32_t first, uint32_t end, std::string_view before, std::string_view separator) {
    for (uint32_t i = first; i < end; i = nodes_[i].end) {
      out_ += i == first ? before : separator;
      JavaNode(i);
    }
  }

  void JavaMethod(uint32_t arguments, std::string_view name) {
    uint32_t result = nodes_[arguments].end;
    JavaNode(result);
    out_ += ' ';
    out_ += name;
    out_ += '(';
    JavaList(arguments + 1, result, "", ", ");
    out_ += ')';
    JavaList(nodes_[result].end, static_cast<uint32_t>(nodes_.size()), " throws ", ", ");
  }

  void JavaTypeParameters(uint32_t i) {
    out_ += '<';
    JavaList(i + 1, nodes_[i].end, "", ", ");
    out_ += '>';
  }

  void JavaTypeParameter(uint32_t i) {
    out_ += nodes_[i].text;
    uint32_t first = i + 1;
    const Signature::Node& bound = nodes_[first];
    bool plain =
        bound.kind == Kind::kNoBound ||
        (bound.kind == Kind::kClass && bound.text == "java/lang/Object" && bound.end == nodes_[i].end);
    JavaList(plain ? bound.end : first, nodes_[i].end, " extends ", " & ");
  }

  void JavaClass(uint32_t i) {
    out_ +=
        nodes_[i].kind == Kind::kInner ? "." + std::string(nodes_[i].text) : ClassNameToJava(nodes_[i].text);
    uint32_t child = i + 1;
    uint32_t end = child;
    while (end < nodes_[i].end && nodes_[end].kind != Kind::kInner) end = nodes_[end].end;
    JavaList(child, end, "<", ", ");
    if (end > child) out_ += '>';
    for (; end < nodes_[i].end; end = nodes_[end].end) JavaNode(end);
  }

  void JavaNode(uint32_t i) {
    switch (nodes_[i].kind) {
      case Kind::kTypeParameter: return JavaTypeParameter(i);
      case Kind::kBase: out_ += TypeToJava(nodes_[i].text); return;
      case Kind::kVariable: out_ += nodes_[i].text; return;
      case Kind::kArray:
        JavaNode(i + 1);
        out_ += "[]";
        return;
      case Kind::kClass:
      case Kind::kInner: return JavaClass(i);
      case Kind::kAny: out_ += '?'; return;
      case Kind::kExtends: return JavaList(i + 1, nodes_[i].end, "? extends ", "");
      case Kind::kSuper: return JavaList(i + 1, nodes_[i].end, "? super ", "");
      case Kind::kThrows: return JavaNode(i + 1);
      case Kind::kTypeParameters:
      case Kind::kArguments:
      case Kind::kNoBound: return;
    }
  }

  std::span<const Signature::Node> nodes_;
  std::string out_;
};

}  // namespace

Result<Signature> Signature::Parse(SignatureKind kind, std::string_view text) {
  Signature signature;
  signature.kind_ = kind;
  Parser parser(text, signature.nodes_);
  switch (kind) {
    case SignatureKind::kClass: parser.Class(); break;
    case SignatureKind::kMethod: parser.Method(); break;
    case SignatureKind::kField: parser.Field(); break;
  }
  REVMON_RETURN_IF_ERROR(parser.Finish());
  return signature;
}

std::string Signature::Print() const { return Printer(nodes_).Raw(); }

std::string Signature::ToJava(std::string_view method_name) const {
  return Printer(nodes_).Java(kind_, method_name);
}

}  // namespace revmon::classfile
