#include "spec/check.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/suggest.h"
#include "spec/bind.h"
#include "spec/normalize.h"
#include "spec/parser.h"
#include "spec/value_test.h"

namespace revmon::spec {
namespace {

std::string Lowered(std::string word) {
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return word;
}

bool Uses(const JavaCode& code, std::string_view name) {
  return std::binary_search(code.names.begin(), code.names.end(), name);
}

bool UsesMacro(const JavaCode& code, Macro macro) {
  return std::any_of(code.macros.begin(), code.macros.end(),
                     [&](const MacroUse& use) { return use.macro == macro; });
}

class SpecChecker {
 public:
  SpecChecker(const FileAst& file, const SourceText& source, const SpecDecl& decl, NameResolver* resolver,
              NormalizeBudget* budget, Diagnostics* diagnostics)
      : file_(file),
        source_(source),
        decl_(decl),
        resolver_(*resolver),
        budget_(budget),
        diagnostics_(diagnostics) {}

  std::optional<Spec> Run() {
    size_t errors = diagnostics_->errors();
    Head();
    Modifiers();
    if (!Parameters()) return std::nullopt;
    CollectPointcuts();
    Events();
    Creation();
    Properties();
    Macros();
    ReportUnknownTypes();
    Java();
    if (decl_.broken || diagnostics_->errors() > errors) return std::nullopt;
    return std::move(spec_);
  }

 private:
  void Head() {
    spec_.name = decl_.name.text;
    spec_.file = source_.name();
    spec_.package = file_.package;
    spec_.doc = decl_.doc_text;
    spec_.severity = Lowered(decl_.severity.text);
    spec_.members = decl_.members;
    for (const JavaMember& member : spec_.members) members_.insert(member.names.begin(), member.names.end());
    spec_.span = decl_.span;
    for (const ImportDecl& import : file_.imports) {
      spec_.imports.push_back((import.is_static ? "static " : "") + import.name +
                              (import.on_demand ? ".*" : ""));
    }
    for (const std::string& package : NameResolver::ImplicitImports())
      spec_.imports.push_back(package + ".*");
    std::vector<std::string> severities{"error", "warning", "suggestion"};
    bool known = std::find(severities.begin(), severities.end(), spec_.severity) != severities.end();
    if (!spec_.severity.empty() && !known) {
      diagnostics_->Warning(
          decl_.severity.span,
          "unknown severity '" + decl_.severity.text + "'; expected error, warning or suggestion",
          DidYouMean(spec_.severity, severities));
      spec_.severity.clear();
    }
  }

  void Modifiers() {
    for (const Name& modifier : decl_.modifiers) {
      const std::string& word = modifier.text;
      if (word == "full-binding") spec_.modifiers.full_binding = true;
      if (word == "maximal-binding") spec_.modifiers.maximal_binding = true;
      if (word == "connected") spec_.modifiers.connected = true;
      if (word == "suffix") spec_.modifiers.suffix = true;
      if (word == "perthread") spec_.modifiers.perthread = true;
      if (word == "unsynchronized" || word == "decentralized") {
        diagnostics_->Note(modifier.span,
                           "'" + word + "' has no effect: monitors are always exact under threads");
      }
      if (word == "enforce" || word == "avoid") {
        diagnostics_->Note(modifier.span,
                           "'" + word + "' has no effect: RevMon reports and never holds a thread back");
      }
    }
  }

  bool Parameters() {
    if (decl_.params.size() > kMaxParameters) {
      diagnostics_->Error(decl_.name.span,
                          "a spec has at most " + std::to_string(kMaxParameters) + " parameters");
      return false;
    }
    // What stays unknown is remembered by address until it is collected: the list must not move.
    spec_.parameters.reserve(decl_.params.size());
    for (const ParamDecl& param : decl_.params) {
      for (const Parameter& earlier : spec_.parameters) {
        if (earlier.name != param.name.text) continue;
        diagnostics_->Error(param.name.span, "parameter '" + earlier.name + "' is declared twice");
      }
      Parameter& parameter = spec_.parameters.emplace_back();
      parameter.name = param.name.text;
      parameter.type = param.type;
      resolver_.Resolve(&parameter.type, &unknown_);
      if (IsPrimitive(param.type.name) && param.type.dimensions == 0) {
        diagnostics_->Error(param.type.span,
                            "a spec parameter is an object; '" + param.type.name + "' has no identity");
      }
    }
    CollectUnknown();
    return true;
  }

  void CollectPointcuts() {
    for (const PointcutDecl& decl : decl_.pointcuts) {
      if (named_.try_emplace(decl.name.text, &decl).second) continue;
      diagnostics_->Error(decl.name.span, "pointcut '" + decl.name.text + "' is declared twice");
    }
  }

  void Events() {
    if (decl_.events.empty() && !decl_.broken) {
      diagnostics_->Error(decl_.name.span, "spec '" + decl_.name.text + "' declares no event");
    }
    std::map<std::string, uint32_t> symbols;
    std::map<std::string, const EventDecl*> signatures;
    for (const EventDecl& decl : decl_.events) {
      auto [symbol, is_new] =
          symbols.try_emplace(decl.name.text, static_cast<uint32_t>(spec_.symbols.size()));
      if (is_new) spec_.symbols.push_back(decl.name.text);
      Overload(decl, &signatures);
      Event event;
      event.id = static_cast<uint32_t>(spec_.events.size());
      event.symbol = symbol->second;
      if (OneEvent(decl, &event)) spec_.events.push_back(std::move(event));
    }
    for (const Parameter& parameter : spec_.parameters) ParameterIsUsed(parameter);
  }

  // Two events of one name must differ in their parameters.
  void Overload(const EventDecl& decl, std::map<std::string, const EventDecl*>* signatures) {
    std::string key = decl.name.text + "(";
    for (const ParamDecl& param : decl.params) key += ToString(param.type) + " " + param.name.text + ",";
    key += std::string(ToString(decl.advice));
    if (decl.result) key += ToString(decl.result->type) + " " + decl.result->name.text;
    auto [earlier, is_new] = signatures->try_emplace(key, &decl);
    if (is_new) return;
    uint32_t line = source_.At(earlier->second->name.span.begin).line;
    diagnostics_->Error(decl.name.span,
                        "event '" + decl.name.text +
                            "' is declared twice with the same parameters (first on line " +
                            std::to_string(line) + ")",
                        "join the two pointcuts with '||', or give one event another name");
  }

  bool OneEvent(const EventDecl& decl, Event* event) {
    event->name = decl.name.text;
    event->advice = decl.advice;
    if (decl.advice == Advice::kAround) event->around_type = JavaType(decl.around_type);
    event->creation = decl.creation;
    event->is_static = decl.is_static;
    event->blocking = decl.blocking;
    event->span = decl.span;
    if (decl.body) event->body = *decl.body;
    if (decl.blocking)
      diagnostics_->Note(decl.name.span, "'blocking' has no effect: RevMon never holds a thread back");
    if (decl.pointcut.empty()) return false;  // reported by the parser
    std::optional<SplitPointcut> split = Normalize(decl.pointcut, named_, budget_, diagnostics_);
    if (!split || !Bind(decl_, decl, &resolver_, &*split, event, diagnostics_)) return false;
    resolver_.Resolve(&split->join_point.tree, &unknown_);
    for (Variable& variable : event->variables) resolver_.Resolve(&variable.type, &unknown_);
    CollectUnknown();
    event->trigger = split->trigger;
    JoinPointKinds(decl, *split);
    Move(std::move(*split), event);
    Around(decl, *event);
    ParameterTypes(decl, *event);
    return true;
  }

  static void Move(SplitPointcut split, Event* event) {
    for (const PointcutNode& node : split.guards)
      event->guards.push_back(ReadExpression(node.text, node.text_span));
    for (const PointcutNode& node : split.conditions) {
      const bool is_test = ReadValueTest(node.text, event->variables).has_value();
      (is_test ? event->tests : event->conditions).push_back(ReadExpression(node.text, node.text_span));
    }
    for (const PointcutNode& node : split.counts)
      event->counts.push_back(ReadExpression(node.text, node.text_span));
    event->pointcut = std::move(split.join_point);
  }

  void JoinPointKinds(const EventDecl& decl, const SplitPointcut& split) {
    if (split.trigger != Trigger::kJoinPoint) return;
    for (const Alternative& alternative : split.join_point.alternatives) {
      std::set<Designator> kinds;
      for (const Literal& literal : alternative) {
        Designator kind = split.join_point.tree.nodes[literal.node].kind;
        if (!literal.negated && IsJoinPointKind(kind)) kinds.insert(kind);
      }
      if (kinds.size() == 1) continue;
      if (kinds.empty()) {
        diagnostics_->Warning(decl.name.span, "event '" + decl.name.text +
                                                  "' names no call, execution, get or set; it "
                                                  "matches every join point that passes its other tests");
      } else {
        diagnostics_->Warning(decl.name.span, "event '" + decl.name.text +
                                                  "' can never happen: no join point is both " +
                                                  std::string(ToString(*kinds.begin())) + " and " +
                                                  std::string(ToString(*std::next(kinds.begin()))));
      }
      return;
    }
  }

  void Around(const EventDecl& decl, const Event& event) {
    bool around = decl.advice == Advice::kAround;
    if (around) has_around_ = true;
    if (around && Uses(event.body, "proceed")) {
      diagnostics_->Warning(decl.name.span,
                            "the body of an around event must not call proceed(): the call is made after "
                            "the body unless __SKIP was reached");
    }
    for (const MacroUse& use : event.body.macros) {
      if (use.macro != Macro::kSkip || around) continue;
      diagnostics_->Warning(use.span, "__SKIP has no effect in a '" + std::string(ToString(decl.advice)) +
                                          "' event; only 'around' can skip the call");
    }
  }

  // A variable that shares a parameter's name but not its type still is the parameter.
  void ParameterTypes(const EventDecl& decl, const Event& event) {
    for (const Variable& variable : event.variables) {
      if (variable.parameter == Variable::kByValue) continue;
      const Parameter& parameter = spec_.parameters[static_cast<size_t>(variable.parameter)];
      if (IsPrimitive(variable.type.name) && variable.type.dimensions == 0) {
        diagnostics_->Error(decl.name.span, "variable '" + variable.name + "' of event '" + decl.name.text +
                                                "' is the spec's parameter and cannot be a primitive");
      } else if (JavaType(parameter.type) != JavaType(variable.type)) {
        diagnostics_->Note(decl.name.span, "event '" + decl.name.text + "' declares '" + variable.name +
                                               "' as " + JavaType(variable.type) + ", the spec as " +
                                               JavaType(parameter.type));
      }
    }
  }

  void ParameterIsUsed(const Parameter& parameter) {
    auto index = static_cast<uint32_t>(&parameter - spec_.parameters.data());
    bool used = decl_.broken || diagnostics_->errors() > 0;
    for (const Event& event : spec_.events) {
      used |= std::find(event.binds.begin(), event.binds.end(), index) != event.binds.end();
    }
    if (used) return;
    diagnostics_->Error(decl_.params[index].name.span,
                        "no event binds the spec's parameter '" + parameter.name + "'");
  }

  void Creation() {
    for (const Event& event : spec_.events) spec_.explicit_creation |= event.creation;
    if (spec_.explicit_creation) return;
    for (Event& event : spec_.events) event.creation = true;
  }

  void Properties() {
    for (const FormulaDecl& formula : decl_.formulas) {
      Property& property = spec_.properties.emplace_back();
      property.logic = formula.logic.text;
      property.formula = formula.text;
      property.span = formula.span;
      property.raw = formula.raw;
      if (property.logic == "raw" && !formula.handlers.empty()) {
        diagnostics_->Error(formula.handlers[0].category.span,
                            "'raw:' has no verdicts, so it takes no handler");
      }
      if (property.logic != "raw" && formula.handlers.empty()) {
        diagnostics_->Warning(formula.logic.span,
                              "the formula has no handler; nothing is ever reported for it");
      }
      std::set<std::string> seen;
      for (const HandlerDecl& handler : formula.handlers) {
        std::string category = Lowered(handler.category.text);
        if (!seen.insert(category).second) {
          diagnostics_->Error(handler.category.span, "handler '@" + category + "' is given twice");
        }
        HandlerNames(handler);
        property.handlers.push_back({category, handler.body, handler.category.span});
      }
    }
  }

  // Handlers run for a monitor, not for an event: they see fields, not parameters.
  void HandlerNames(const HandlerDecl& handler) {
    for (const Parameter& parameter : spec_.parameters) {
      if (members_.count(parameter.name) > 0 || !Uses(handler.body, parameter.name)) continue;
      diagnostics_->Warning(handler.category.span,
                            "handlers do not see the parameter '" + parameter.name + "'",
                            "keep what the handler needs in a field, set by an event's body");
    }
  }

  void Macros() {
    for (const Event& event : spec_.events) CheckMacros(event.body);
    for (const Property& property : spec_.properties) {
      CheckMacros(property.raw);
      for (const Handler& handler : property.handlers) {
        CheckMacros(handler.body);
        if (!has_around_ && UsesMacro(handler.body, Macro::kSkip)) {
          diagnostics_->Warning(handler.span, "__SKIP has no effect: the spec has no 'around' event");
        }
      }
    }
    for (const JavaMember& member : spec_.members) {
      for (const MacroUse& use : member.code.macros) {
        diagnostics_->Warning(use.span,
                              "macros are replaced in event bodies and handlers only, not in members");
      }
    }
  }

  void CheckMacros(const JavaCode& code) {
    for (const MacroUse& use : code.macros) {
      if (use.macro != Macro::kUnknown) continue;
      std::string name(source_.Slice(use.span));
      diagnostics_->Warning(use.span, "unknown macro '" + name + "'", DidYouMean(name, MacroNames()));
    }
  }

  // The patterns move when events are stored, so names are copied out at once.
  void CollectUnknown() {
    for (const TypePattern* type : unknown_) unknown_names_.try_emplace(type->name, type->span);
    unknown_.clear();
  }

  // Without a class path every type would be unknown; the caller says so once.
  void ReportUnknownTypes() {
    if (!resolver_.has_oracle()) return;
    for (const auto& [name, span] : unknown_names_) {
      diagnostics_->Note(
          span, "type '" + name + "' is not on the class path; it matches only classes of that name");
    }
  }

  void Java() {
    JavaNeeds& java = spec_.java;
    java.members = !spec_.members.empty();
    for (const Event& event : spec_.events) {
      java.guards |= !event.guards.empty();
      java.conditions |= !event.conditions.empty() || !event.counts.empty();
      java.bodies |= !event.body.fixed;
      for (const PointcutNode& node : event.pointcut.tree.nodes) java.guards |= node.kind == Designator::kIf;
    }
    for (const Property& property : spec_.properties) {
      java.handlers |= !property.raw.fixed;
      for (const Handler& handler : property.handlers) java.handlers |= !handler.body.fixed;
    }
  }

  const FileAst& file_;
  const SourceText& source_;
  const SpecDecl& decl_;
  NameResolver& resolver_;
  NormalizeBudget* budget_;
  Diagnostics* diagnostics_;
  Spec spec_;
  std::vector<const TypePattern*> unknown_;
  std::map<std::string, Span> unknown_names_;
  NamedPointcuts named_;
  std::set<std::string> members_;
  bool has_around_ = false;
};

}  // namespace

std::vector<Spec> Check(const FileAst& file, const SourceText& source, const TypeOracle* oracle,
                        Diagnostics* diagnostics) {
  std::vector<Spec> out;
  NameResolver resolver(file, oracle);
  NormalizeBudget budget;
  std::set<std::string> names;
  for (const SpecDecl& decl : file.specs) {
    if (!names.insert(decl.name.text).second) {
      diagnostics->Error(decl.name.span, "spec '" + decl.name.text + "' is declared twice");
    }
    std::optional<Spec> spec = SpecChecker(file, source, decl, &resolver, &budget, diagnostics).Run();
    if (spec) out.push_back(std::move(*spec));
  }
  return out;
}

}  // namespace revmon::spec
