// Answers: which class does a simple name in a spec mean?
//
// As Java does it: single-type imports, then the spec's own package, then on-demand imports in order; after
// them the ones that are always there (java.lang, java.util, java.util.concurrent, .locks, java.lang.ref,
// org.aspectj.lang), because the community's specs rely on them. Whether "java.util.Map" exists only a class
// path can tell: the caller brings a TypeOracle. A name that nobody knows stays unresolved; that is for the
// caller to mention, not an error, since the class may be on the monitored program's class path only.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spec/ast.h"

namespace revmon::spec {

class TypeOracle {
 public:
  virtual ~TypeOracle() = default;
  // "java.util.Map$Entry"
  [[nodiscard]] virtual bool Exists(std::string_view binary_name) const = 0;
};

// Java keywords for types: int, void, ...
[[nodiscard]] bool IsPrimitive(std::string_view name);

class NameResolver {
 public:
  // Names times on-demand imports can be many in a hostile file; after these, names stay unknown.
  static constexpr size_t kMaxQuestions = size_t{1} << 20;

  // `oracle` may be null: then only single-type imports and primitives resolve. `file` and `oracle` must
  // outlive the resolver.
  NameResolver(const FileAst& file, const TypeOracle* oracle);

  // The binary name, or "" when unknown. Primitives and void resolve to themselves.
  [[nodiscard]] std::string Resolve(std::string_view written);
  // Fills in `resolved` of the pattern and everything inside it; adds what stays unknown to `unknown`.
  void Resolve(TypePattern* type, std::vector<const TypePattern*>* unknown);
  void Resolve(Pointcut* pointcut, std::vector<const TypePattern*>* unknown);

  [[nodiscard]] bool has_oracle() const { return oracle_ != nullptr; }
  [[nodiscard]] static const std::vector<std::string>& ImplicitImports();

 private:
  [[nodiscard]] std::string Find(std::string_view written) const;
  [[nodiscard]] std::string FindOuter(std::string_view simple) const;
  // "java.util.Map.Entry" -> "java.util.Map$Entry": the first split that exists, longest package first.
  [[nodiscard]] std::string FindQualified(std::string_view dotted) const;
  [[nodiscard]] bool Exists(std::string_view name) const;

  const FileAst& file_;
  const TypeOracle* oracle_;
  std::unordered_map<std::string, const ImportDecl*> single_;
  mutable size_t questions_ = kMaxQuestions;
  std::unordered_map<std::string, std::string> known_;
};

}  // namespace revmon::spec
