// Answers: what does a generic signature say?
//
// A signature (JVMS 4.7.9.1) becomes one flat vector of nodes in pre-order; a node's children are the nodes
// up to its `end`, so a walk needs no pointers and skipping a subtree is one assignment. Text is a view into
// the input, which must outlive the Signature. Nothing is lost: Print gives the input back, byte for byte.
// Signatures come from any compiler or obfuscator, so nesting is limited (kMaxSignatureDepth).
//
//   (Ljava/util/List<-TT;>;)V    kMethod    kArguments    kClass "java/util/List"    kSuper    kVariable "T"
//                                           kBase "V"
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace revmon::classfile {

inline constexpr uint32_t kMaxSignatureDepth = 250;

enum class SignatureKind : uint8_t {
  kClass,   // of a class or interface: type parameters, superclass, interfaces
  kMethod,  // of a method: type parameters, arguments, result, thrown types
  kField,   // of a field, record component or local variable: one reference type
};

enum class SignatureNode : uint8_t {
  kTypeParameters,  // <...>; children: kTypeParameter
  kTypeParameter,   // text: name; children: class bound (kNoBound if left out), interface bounds
  kNoBound,         // T::Ljava/lang/Runnable;
  kArguments,       // (...); children: types
  kThrows,          // ^; child: class or variable
  kBase,            // text: B C D F I J S Z, or V as a result
  kVariable,        // T...; text: name
  kArray,           // [; child: the component type
  kClass,           // L...; text: internal name up to the first '<' or '.'; children: type arguments, kInner
  kInner,           // .Name; text: name; children: type arguments
  kAny,             // * as a type argument
  kExtends,         // +; child: the bound
  kSuper,           // -; child: the bound
};

class Signature {
 public:
  struct Node {
    SignatureNode kind;
    uint32_t end;  // index of the first node that is no descendant
    std::string_view text;
  };

  [[nodiscard]] static Result<Signature> Parse(SignatureKind kind, std::string_view text);

  [[nodiscard]] SignatureKind kind() const { return kind_; }
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  // The text it was parsed from, rebuilt from the nodes.
  [[nodiscard]] std::string Print() const;
  // As Java source would say it. Class: "<T> extends a.B<T> implements a.I"; method, with its name:
  // "<T> T f(java.util.List<? super T>) throws E"; field: "java.util.Map<K, V>.Entry".
  [[nodiscard]] std::string ToJava(std::string_view method_name = {}) const;

 private:
  SignatureKind kind_ = SignatureKind::kField;
  std::vector<Node> nodes_;
};

}  // namespace revmon::classfile
