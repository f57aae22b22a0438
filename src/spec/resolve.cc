#include "spec/resolve.h"

#include <algorithm>
#include <array>

namespace revmon::spec {
namespace {

constexpr std::array<std::string_view, 9> kPrimitives = {"boolean", "byte",  "char",   "short", "int",
                                                         "long",    "float", "double", "void"};

std::string Nested(std::string outer, std::string_view rest) {
  if (outer.empty() || rest.empty()) return outer;
  outer += '$';
  for (char c : rest) outer += c == '.' ? '$' : c;
  return outer;
}

std::string_view LastSegment(std::string_view dotted) {
  size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

}  // namespace

bool IsPrimitive(std::string_view name) {
  return std::find(kPrimitives.begin(), kPrimitives.end(), name) != kPrimitives.end();
}

NameResolver::NameResolver(const FileAst& file, const TypeOracle* oracle) : file_(file), oracle_(oracle) {
  for (const ImportDecl& import : file.imports) {
    if (import.is_static || import.on_demand) continue;
    single_.try_emplace(std::string(LastSegment(import.name)), &import);
  }
}

bool NameResolver::Exists(std::string_view name) const {
  if (oracle_ == nullptr || questions_ == 0) return false;
  --questions_;
  return oracle_->Exists(name);
}

const std::vector<std::string>& NameResolver::ImplicitImports() {
  static const std::vector<std::string> kImports = {
      "java.lang",     "java.util",       "java.util.concurrent", "java.util.concurrent.locks",
      "java.lang.ref", "org.aspectj.lang"};
  return kImports;
}

std::string NameResolver::Resolve(std::string_view written) {
  auto [entry, is_new] = known_.try_emplace(std::string(written));
  if (is_new) entry->second = Find(written);
  return entry->second;
}

std::string NameResolver::Find(std::string_view written) const {
  if (IsPrimitive(written)) return std::string(written);
  size_t dot = written.find('.');
  std::string_view first = written.substr(0, dot);
  std::string_view rest = dot == std::string_view::npos ? std::string_view() : written.substr(dot + 1);
  std::string outer = FindOuter(first);
  if (!outer.empty()) {
    std::string nested = Nested(outer, rest);
    if (rest.empty() || oracle_ == nullptr || Exists(nested)) return nested;
  }
  return rest.empty() ? "" : FindQualified(written);
}

std::string NameResolver::FindOuter(std::string_view simple) const {
  if (auto single = single_.find(std::string(simple)); single != single_.end()) {
    const std::string& name = single->second->name;
    std::string found = FindQualified(name);
    return found.empty() ? name : found;  // an explicit import is believed
  }
  std::string own = file_.package.empty() ? std::string(simple) : file_.package + "." + std::string(simple);
  if (Exists(own)) return own;
  for (const ImportDecl& import : file_.imports) {
    if (questions_ == 0) return "";
    if (import.is_static || !import.on_demand) continue;
    std::string in_package = import.name + "." + std::string(simple);
    if (Exists(in_package)) return in_package;
    std::string outer = FindQualified(import.name);  // import java.util.Map.*;
    if (!outer.empty() && Exists(outer + "$" + std::string(simple))) return outer + "$" + std::string(simple);
  }
  for (const std::string& package : ImplicitImports()) {
    std::string candidate = package + "." + std::string(simple);
    if (Exists(candidate)) return candidate;
  }
  return "";
}

std::string NameResolver::FindQualified(std::string_view dotted) const {
  constexpr size_t kMaxSegments = 32;  // deeper names are not names, and the search is quadratic
  if (static_cast<size_t>(std::count(dotted.begin(), dotted.end(), '.')) > kMaxSegments) return "";
  std::string candidate(dotted);
  while (true) {
    if (Exists(candidate)) return candidate;
    size_t dot = candidate.rfind('.');
    if (dot == std::string::npos) return "";
    candidate[dot] = '$';
  }
}

void NameResolver::Resolve(TypePattern* type, std::vector<const TypePattern*>* unknown) {
  for (std::vector<TypePattern>* list : {&type->arguments, &type->operands, &type->annotations}) {
    for (TypePattern& inner : *list) Resolve(&inner, unknown);
  }
  bool named = type->kind == TypePattern::Kind::kName && !type->HasWildcard() && type->name[0] != '?';
  if (!named) return;
  type->resolved = Resolve(type->name);
  if (type->resolved.empty()) unknown->push_back(type);
}

void NameResolver::Resolve(Pointcut* pointcut, std::vector<const TypePattern*>* unknown) {
  for (PointcutNode& node : pointcut->nodes) {
    SignaturePattern& signature = node.signature;
    for (TypePattern& annotation : signature.annotations) Resolve(&annotation, unknown);
    if (!signature.type.name.empty() || !signature.type.operands.empty()) Resolve(&signature.type, unknown);
    if (signature.has_declaring) Resolve(&signature.declaring, unknown);
    for (TypePattern& parameter : signature.parameters) Resolve(&parameter, unknown);
    for (ThrowsPattern& thrown : signature.throws) Resolve(&thrown.type, unknown);
    for (ArgPattern& arg : node.args) {
      if (arg.variable.empty()) Resolve(&arg.type, unknown);
    }
  }
}

}  // namespace revmon::spec
